import { InvalidResponseError } from "./errors.js";
import { type Cost, costOf, type QuotaState, quotaOf } from "./quota.js";
import { isJson, parseJson, type RawResponse, type StreamedResponse } from "./transport.js";

/** A response. */
export interface Answer<Data> {
  readonly data: Data;
  readonly status: number;
  /** The ID to give to the operator. */
  readonly requestId: string;
  /** The cost of the call; undefined for calls that are not metered. */
  readonly cost: Cost | undefined;
  /** The quotas after the call, in the order in which they are charged. */
  readonly quota: readonly QuotaState[];
  readonly headers: Headers;
}

/** A response with its data. */
export function answerOf<Data>(
  { status, headers }: RawResponse | StreamedResponse,
  data: Data,
): Answer<Data> {
  const requestId = headers.get("x-request-id") ?? "";
  return { data, status, requestId, cost: costOf(headers), quota: quotaOf(headers), headers };
}

/** A whole response: JSON as a value, text as a string, everything else as a `Blob`. */
export function dataOf({ bytes, mediaType, status }: RawResponse): unknown {
  if (isJson(mediaType)) return parseJson(bytes);
  if (!/^text\/|xml/.test(mediaType)) return new Blob([bytes], { type: mediaType });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new InvalidResponseError(
      "The text of the response is not UTF-8.",
      "body",
      status,
      undefined,
      cause,
    );
  }
}

/** Checks that these members of a response are counts. Throws an `InvalidResponseError`: the server is another one. */
export function checkCounts(value: unknown, names: readonly string[]): void {
  const members = new Map(Object.entries(value ?? {}));
  for (const name of names) {
    const count: unknown = members.get(name);
    if (Number.isSafeInteger(count) && Number(count) >= 0) continue;
    throw new InvalidResponseError(
      `The response has no count ${name}. Check that baseUrl is the URL of a Quintet server.`,
      "body",
      200,
    );
  }
}
