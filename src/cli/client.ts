import {
  ConnectionError,
  InvalidResponseError,
  ProblemError,
  QuintetError,
} from "../../clients/typescript/src/errors.ts";
import { createTransport, type RawResponse } from "../../clients/typescript/src/transport.ts";
import { linesOf } from "../kit/call-request.ts";
import { printable } from "../kit/printable.ts";
import { UsageError } from "../kit/usage-error.ts";
import type { CallArguments } from "./call-arguments.ts";
import type { CliOperation } from "./catalogue.ts";

/** Target of calls: this process, or a server. */
export interface CallTarget {
  readonly baseUrl: string;
  readonly key?: string | undefined;
  /** How many calls it accepts at once. */
  readonly atOnce: number;
  readonly retries?: number;
  /** Sends a request, if not by the global `fetch`. */
  readonly send?: (operation: CliOperation, request: Request) => Promise<Response>;
}

/** A file of a call. */
export interface CallFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A call that failed; the message is for the person at the terminal. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: string;
  readonly detail: string;

  constructor(message: string, code = "failed", detail = message) {
    super(message);
    this.code = code;
    this.detail = detail;
  }
}

/** The media type that a call asks for. Throws a `UsageError` for one that the operation does not have. */
export function typeOf({ operation, type }: CallArguments): string {
  const types = operation.produces;
  if (type === undefined) return types[0] ?? "application/json";
  const found =
    types.find((one) => one === type || one.endsWith(`/${type}`) || one.endsWith(`-${type}`)) ??
    types.find((one) => one.startsWith(`${type}/`));
  if (found === undefined) throw new UsageError(`--type must be one of ${types.join(", ")}.`);
  return found;
}

const DETAIL_MAX = 1_000;

const line = (text: string) => printable(text).replaceAll(/\s+/g, " ").trim().slice(0, DETAIL_MAX);

/** What to do about a problem, in words of the command line; undefined where the server's own words fit. */
function remedyFor({ code, message }: ProblemError, baseUrl: string): string | undefined {
  const login = `quintet login --server ${baseUrl}`;
  if (code === "key-missing")
    return `This server needs a key. Get one at ${baseUrl}/signup, then run ${login}, or set QUINTET_KEY.`;
  if (code === "key-invalid") return `${line(message)} Then run ${login}, or set QUINTET_KEY.`;
  const [named, list = ""] = /GET \/(?:seo\/)?([a-z-]+) lists its [a-z ]+\./.exec(message) ?? [];
  return named && line(message).replace(named, `Run quintet ${list} list.`);
}

/** The error of a command for one of the client, or for a response that is not what this client expects. */
export function explained(error: unknown, target: Pick<CallTarget, "baseUrl">): unknown {
  if (error instanceof ProblemError) {
    const [code, detail] = [line(error.code), remedyFor(error, target.baseUrl) ?? line(error.message)];
    return new ApiError(`${detail} (${code})`, code, detail);
  }
  if (error instanceof ConnectionError && error.isUnsent) {
    return new UsageError(`No response from ${target.baseUrl}. Check --server or QUINTET_SERVER.`);
  }
  const isUnread = error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError;
  if (error instanceof InvalidResponseError || isUnread) {
    const where = "Check that --server or QUINTET_SERVER is the URL of a Quintet server.";
    const { reason = "body", status, code = "failed" } = isUnread ? {} : error;
    const what = {
      status: `The server responded with status ${status} and no problem document.`,
      "media-type": "The response is not one of a Quintet server.",
      body: "The response cannot be read.",
      redirect: "The server redirects to another URL.",
    }[reason];
    return new ApiError(`${what} ${where}`, code);
  }
  if (error instanceof QuintetError) return new ApiError(`${line(error.message)} Try again.`, error.code);
  return error;
}

/** The timeout of one attempt, in milliseconds. Large files need minutes. */
export const TIMEOUT_MS = 600_000;

/** Makes one call, and repeats it if the server is busy. Throws `ApiError` or a `UsageError`. */
export async function sendCall(
  call: CallArguments,
  files: Readonly<Record<string, CallFile>>,
  target: CallTarget,
): Promise<RawResponse> {
  const { operation, fields } = call;
  for (const [, name = ""] of operation.path.matchAll(/\{(\w+)\}/g)) {
    if (!fields[name])
      throw new UsageError(
        `${name} is missing: quintet ${call.api.name} ${operation.command} ${name.toUpperCase()}`,
      );
  }
  const accept = typeOf(call);
  const { send } = target;
  const transport = createTransport({
    baseUrl: target.baseUrl,
    key: target.key,
    // A batch goes on for a long time: it outlasts a restart of the server.
    retries: target.retries ?? (call.isBatch ? 6 : 2),
    timeoutMs: TIMEOUT_MS,
    ...(send === undefined ? {} : { fetch: (url, init) => send(operation, new Request(url, init)) }),
  });
  const sent = Object.entries(files).map(([name, { name: own, bytes }]) => [name, new File([bytes], own)]);
  try {
    const { lines } = operation;
    const shape = lines === undefined ? operation : ({ ...operation, json: true } as const);
    const list = lines === undefined ? {} : { [lines]: linesOf(fields[lines] ?? "") };
    return await transport.send(shape, { ...fields, ...list, ...Object.fromEntries(sent) }, { accept });
  } catch (error) {
    throw explained(error, target);
  }
}
