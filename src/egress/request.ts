import { type LookupAddress, lookup as systemLookup } from "node:dns";
import { type IncomingMessage, request as plain } from "node:http";
import { request as encrypted } from "node:https";
import type { LookupFunction } from "node:net";
import { type Allowance, isNamedTarget } from "./allowance.ts";
import { mayConnect } from "./url-policy.ts";

/** Interim answers (1xx) before the real one: honest servers send one or two. */
const INTERIM_MAX = 20;

/** An upstream sends interim answers and no real one. */
export class InterimFloodError extends Error {
  readonly code = "HPE_INTERIM_FLOOD";
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

/** A name stands for an address that may not be fetched. */
export class NotPublicError extends Error {
  override readonly name = "NotPublicError";
}

/**
 * Resolves a name once and hands the socket nothing but addresses that were checked: what is checked is
 * what is connected to, so a name that changes its address in between gains nothing. One bad address
 * refuses them all.
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
  /** The largest head of an answer in bytes. */
  readonly maxHeaderBytes: number;
  readonly signal: AbortSignal;
  readonly resolve: Resolve;
  readonly allowance: Allowance;
}

/**
 * Sends one request over a connection of its own and resolves with the answer's head. Follows nothing,
 * knows no proxy, keeps no cookie. Certificates are checked against the name in the address.
 */
export function send(outgoing: Outgoing): Promise<IncomingMessage> {
  const { url, method, headers, signal } = outgoing;
  const request = url.protocol === "https:" ? encrypted : plain;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method,
        headers,
        signal,
        agent: false,
        maxHeaderSize: outgoing.maxHeaderBytes,
        lookup: guardedLookup(outgoing.resolve, url, outgoing.allowance),
      },
      resolve,
    );
    let interim = 0;
    sent.on("information", () => {
      if (++interim > INTERIM_MAX) sent.destroy(new InterimFloodError("too many interim responses"));
    });
    sent.on("error", reject);
    sent.end(outgoing.body);
  });
}
