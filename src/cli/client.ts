import { type CallInput, pathFields, requestOf } from "../kit/call-request.ts";
import { type AnyOperation, mediaTypes } from "../kit/descriptor.ts";
import { UsageError } from "../kit/usage-error.ts";
import type { CallArguments } from "./call-arguments.ts";
import { printable } from "./printable.ts";

/** Where calls go: into this process, or to a server. */
export interface CallTarget {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How many calls it takes at once. */
  readonly atOnce: number;
  send(
    operation: AnyOperation,
    request: Request,
    params: Readonly<Record<string, string>>,
  ): Promise<Response>;
}

/** A call that was refused; the message is for the person at the terminal. */
export class ApiError extends Error {
  override readonly name = "Refused";
}

function typeOf({ operation, type }: CallArguments): string {
  const types = mediaTypes(operation);
  if (type === undefined) return types[0];
  const found = types.find((one) => one === type || one.endsWith(`/${type}`) || one.endsWith(`-${type}`));
  if (found === undefined) throw new UsageError(`--type must be one of ${types.join(", ")}.`);
  return found;
}

/** The most of a server's own words that an error repeats, in characters. */
const DETAIL_MAX = 1_000;

/** One line about a response that is an error; the server's own words are not trusted to be short or one line. */
async function errorLine(answer: Response): Promise<string> {
  const line = (text: string) => printable(text).replaceAll(/\s+/g, " ").trim().slice(0, DETAIL_MAX);
  const problem = (await answer.json().catch(() => undefined)) as unknown;
  if (typeof problem === "object" && problem !== null && "detail" in problem) {
    const { detail, code } = problem as { detail: unknown; code?: unknown };
    if (typeof detail === "string")
      return `${line(detail)} (${typeof code === "string" ? line(code) : answer.status})`;
  }
  return `The server responded with status ${answer.status} and no error document. Check the URL of --server.`;
}

/** How often a call is repeated that was refused for want of room or pace. */
const TRIES = 5;

/**
 * Makes one call, again where it is refused for want of room or pace and told when to come back. Throws
 * `ApiError`, or a `UsageError` for a media type that the operation does not have.
 */
export async function sendCall(call: CallArguments, input: CallInput, callee: CallTarget): Promise<Response> {
  const { operation } = call;
  const params = pathFields(operation, input.fields);
  for (let tries = 1; ; tries++) {
    const request = requestOf(operation, input, callee.baseUrl, { ...callee.headers, Accept: typeOf(call) });
    const answer = await callee.send(operation, request, params);
    if (answer.ok) return answer;
    const wait = Number(answer.headers.get("retry-after"));
    const busy = answer.status === 503 || answer.status === 429;
    if (!busy || tries === TRIES || !(wait > 0 && wait <= 30)) throw new ApiError(await errorLine(answer));
    await Bun.sleep(wait * 1000);
  }
}
