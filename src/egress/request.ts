import { type LookupAddress, lookup as systemLookup } from "node:dns";
import { type IncomingMessage, request as plain } from "node:http";
import { request as encrypted } from "node:https";
import type { LookupFunction } from "node:net";
import { type Allowance, isNamedTarget } from "./allowance.ts";
import { mayConnect } from "./url-policy.ts";

/** The maximum size of response headers, in bytes. */
const HEADER_MAX = 16 * 1024;

/** The maximum number of interim responses (1xx). Honest servers send one or two. */
const INTERIM_MAX = 20;

/** The server sent what the parser accepts and no client asked for. Its code is one of the parser's kind. */
class BrokenResponseError extends Error {
  readonly code = "HPE_BROKEN_RESPONSE";
}

/** Finds every address of a name; the system's resolver in production. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/** The system's resolver, with its hosts file. */
export const resolveBySystem: Resolve = (host) =>
  new Promise((resolve, reject) => {
    systemLookup(host, { all: true, verbatim: true }, (error, addresses) => {
      if (error) reject(error);
      else resolve(addresses);
    });
  });

/** The host name resolves to an address that may not be fetched. */
export class NotPublicError extends Error {
  override readonly name = "NotPublicError";
}

/**
 * Resolves a name once and passes only checked addresses to the socket, so a name that changes its address in
 * between has no effect. A single forbidden address rejects all of them.
 */
function guardedLookup(resolve: Resolve, url: URL, allowance: Allowance): LookupFunction {
  const named = isNamedTarget(url, allowance);
  return (host, options, callback) => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) return callback(new Error("the name does not resolve"), "", 0);
        if (!named && !addresses.every(({ address }) => mayConnect(address, allowance))) {
          return callback(new NotPublicError("the name resolves to a private address"), "", 0);
        }
        if (options.all) return callback(null, [...addresses]);
        return callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), "", 0),
    );
  };
}

/** One request, all of it checked by `checkUrl` before. */
export interface Outgoing {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
  /** The system's resolver where it is left out. */
  readonly resolve?: Resolve | undefined;
  readonly allowance: Allowance;
}

/**
 * Sends one request over a new connection and resolves with the response's headers. Redirects, proxies and
 * cookies are not used. Certificates are checked against the host name of the URL.
 */
export function send(outgoing: Outgoing): Promise<IncomingMessage> {
  const { url, method, headers, signal, resolve: find = resolveBySystem } = outgoing;
  const request = url.protocol === "https:" ? encrypted : plain;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method,
        headers,
        signal,
        agent: false,
        maxHeaderSize: HEADER_MAX,
        lookup: guardedLookup(find, url, outgoing.allowance),
      },
      resolve,
    );
    let interim = 0;
    sent.on("information", () => {
      if (++interim > INTERIM_MAX) sent.destroy(new BrokenResponseError("too many interim responses"));
    });
    // Without a listener, a 101 would end the request without an event.
    sent.on("upgrade", (_response, socket) => {
      socket.destroy();
      reject(new BrokenResponseError("another protocol than was asked for"));
    });
    sent.on("error", reject);
    sent.end(outgoing.body);
  });
}
