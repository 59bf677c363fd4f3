import { type Allowance, allowTarget } from "./allowance.ts";
import { readBody } from "./body.ts";
import { type Resolve, send } from "./request.ts";
import { headersOf } from "./response-headers.ts";
import { untilAborted } from "./until-aborted.ts";
import { checkUrl } from "./url-policy.ts";

/** The maximum size of a response, in bytes after decompression. */
const BODY_MAX = 8 * 1024 * 1024;

/** The request of an exchange: a subset of the options of `fetch`. */
export interface SingleOriginRequest {
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
}

/** One request to the address of an `SingleOriginClient`; rejects with the socket's error. */
export type SingleOriginClient = (address: string, request: SingleOriginRequest) => Promise<Response>;

interface SingleOriginClientOptions {
  /** The origin that it talks to, which the operator wrote: it may be private. */
  readonly origin: string;
  readonly allowance: Allowance;
  readonly resolve?: Resolve;
}

/**
 * Makes a client for one service of the operator, for a library that implements its protocol. It connects to no
 * other host, follows no redirect, and limits the size of responses.
 */
export function createSingleOriginClient({
  origin,
  allowance,
  resolve,
}: SingleOriginClientOptions): SingleOriginClient {
  const host = new URL(origin).origin;
  const allowed = allowTarget(allowance, origin);
  const exchange: SingleOriginClient = async (address, { method, headers, body, signal }) => {
    const url = checkUrl(address, undefined, allowed, "address");
    if (url.origin !== host) throw new TypeError(`this client only connects to ${host} alone`);
    const message = await send({
      url,
      method,
      headers: Object.fromEntries(headers),
      body,
      signal,
      resolve,
      allowance: allowed,
    });
    const { bytes } = await readBody(message, {
      maxBytes: BODY_MAX,
      overflow: "refuse",
      parameter: "address",
    });
    const received = [...headersOf(message)].flatMap(([name, lines]) =>
      lines.map((line): [string, string] => [name, line]),
    );
    const status = message.statusCode ?? 0;
    const empty = status < 200 || status === 204 || status === 205 || status === 304;
    // The body is inflated by now: its old length and coding would mislead.
    const kept = received.filter(([name]) => !/^content-(?:length|encoding)$/.test(name));
    return new Response(empty ? null : Buffer.from(bytes), { status: empty ? 204 : status, headers: kept });
  };
  return (address, request) => untilAborted(exchange(address, request), request.signal);
}
