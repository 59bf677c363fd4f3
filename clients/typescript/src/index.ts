/** The TypeScript and JavaScript client of Quintet. It needs `fetch` and no package. */
import { InvalidResponseError } from "./errors.js";
import { ndjson } from "./lines.js";
import { type Operations, operations, type Usage } from "./operations.js";
import { type Cost, costOf, type QuotaState, quotaOf } from "./quota.js";
import {
  type CallOptions,
  createTransport,
  isJson,
  parseJson,
  type QuintetOptions,
  type RawAnswer,
  type Shape,
  type StreamedAnswer,
  type Transport,
} from "./transport.js";

export {
  type ClientCode,
  ConnectionError,
  InvalidResponseError,
  type InvalidResponseReason,
  type Problem,
  ProblemError,
  QuintetError,
  TimeoutError,
} from "./errors.js";
export type { FileInput, FilePath } from "./files.js";
export type * from "./operations.js";
export type { Cost, QuotaState } from "./quota.js";
export type { CallOptions, QuintetOptions } from "./transport.js";
export {
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookErrorReason,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookVerificationError,
} from "./webhooks.js";

/** A response. */
export interface Answer<Data> {
  readonly data: Data;
  readonly status: number;
  /** The ID to give to the operator. */
  readonly requestId: string;
  /** What the call cost; undefined for calls that are not metered. */
  readonly cost: Cost | undefined;
  /** The quotas after the call, in the order in which they are charged. */
  readonly quota: readonly QuotaState[];
  readonly headers: Headers;
}

/** The client: an API, an operation, and what the account of the key has left. */
export type Quintet = Operations & {
  /** Reads quotas and usage of the key's account. Free. */
  usage(options?: CallOptions): Promise<Answer<Usage>>;
};

const LINES = "application/x-ndjson";
const usageShape: Shape = { method: "GET", path: "/usage", files: [], produces: ["application/json"] };

function answerOf<Data>({ status, headers }: RawAnswer | StreamedAnswer, data: Data): Answer<Data> {
  const requestId = headers.get("x-request-id") ?? "";
  return { data, status, requestId, cost: costOf(headers), quota: quotaOf(headers), headers };
}

/** A whole response: JSON as a value, text as a string, everything else as a `Blob`. */
function dataOf({ bytes, mediaType, status }: RawAnswer): unknown {
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

async function call(transport: Transport, shape: Shape, input: object, options: CallOptions<string>) {
  if (options.accept === LINES) {
    const answer = await transport.stream(shape, input, options);
    return answerOf(answer, ndjson(answer));
  }
  const answer = await transport.send(shape, input, options);
  return answerOf(answer, dataOf(answer));
}

/**
 * Makes a client. `quintet.seo.audit({ url })` resolves with an `Answer` or rejects with a `QuintetError`. Throws a
 * `TypeError` for options that are not accepted.
 */
export function createQuintet(options: QuintetOptions = {}): Quintet {
  const transport = createTransport(options);
  const apis = Object.entries(operations).map(([api, shapes]) => [
    api,
    Object.fromEntries(
      Object.entries(shapes).map(([id, shape]) => [
        id,
        (input: object = {}, given: CallOptions<string> = {}) => call(transport, shape, input, given),
      ]),
    ),
  ]);
  const usage = (given: CallOptions = {}) => call(transport, usageShape, {}, given);
  // The one place where the table of operations meets the types that were generated with it.
  return Object.fromEntries([...apis, ["usage", usage]]) as Quintet;
}
