import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Fetched, FetchOptions, Redirect } from "../kit/fetch.ts";
import { KeyedLimit } from "../kit/keyed-limit.ts";
import { ownWork, type Work } from "../kit/work.ts";
import { type Allowance, allowTarget } from "./allowance.ts";
import { CODINGS, readBody } from "./body.ts";
import { type Resolve, resolveBySystem, send } from "./request.ts";
import { headersOf, isRedirect } from "./response-headers.ts";
import { timeout, toProblem } from "./to-problem.ts";
import { untilAborted } from "./until-aborted.ts";
import { checkUrl, hostOf, mayConnect } from "./url-policy.ts";

/** Addresses of a host that `admit` is asked about, and that are connected to. */
const ADDRESSES_MAX = 2;

/** Requests to one host at a time, from one process: politeness, and no use as an amplifier. */
const PER_HOST = 4;

/** The configuration of outgoing requests; only `app` sets it. */
export interface EgressOptions {
  readonly allowance: Allowance;
  /** Says who we are and where to complain. */
  readonly userAgent: string;
  readonly resolve?: Resolve;
}

/** `Fetch` with the signal of the client and the work that it is a part of. */
export type SafeFetch = (
  url: string,
  options: FetchOptions,
  client?: AbortSignal,
  work?: Work,
) => Promise<Fetched>;

class OngoingFetch {
  readonly #egress: EgressOptions;
  readonly #hostLimit: KeyedLimit;
  readonly #options: FetchOptions;
  readonly #allowance: Allowance;
  readonly #signal: AbortSignal;
  readonly #tenant: string;
  readonly #started = performance.now();
  readonly #seen = new Set<string>();
  readonly #redirects: Redirect[] = [];
  #stopped: Fetched["stopped"];
  #url: URL;
  /** Whether the current URL has sent its headers. */
  hasResponse = false;

  constructor(
    egress: EgressOptions,
    hostLimit: KeyedLimit,
    address: string,
    options: FetchOptions,
    signal: AbortSignal,
    tenant: string,
  ) {
    const { parameter = "url", base } = options;
    this.#egress = egress;
    this.#hostLimit = hostLimit;
    this.#options = options;
    this.#allowance = base === undefined ? egress.allowance : allowTarget(egress.allowance, base);
    this.#signal = signal;
    this.#tenant = tenant;
    this.#url = checkUrl(address, undefined, this.#allowance, parameter);
  }

  get isRedirected(): boolean {
    return this.#redirects.length > 0;
  }

  /** Requests the current URL; undefined where its response leads to another one, which is then the current one. */
  async hop(): Promise<Fetched | undefined> {
    const from = performance.now();
    this.hasResponse = false;
    this.#seen.add(this.#url.href);
    const release = await this.#hostLimit.acquire(hostOf(this.#url), this.#signal, this.#tenant);
    try {
      const message = await this.#send();
      this.hasResponse = true;
      const ttfbMs = performance.now() - from;
      if (this.#follow(message, ttfbMs)) {
        message.destroy();
        return undefined;
      }
      return await this.#read(message, ttfbMs);
    } finally {
      release();
    }
  }

  #send(): Promise<IncomingMessage> {
    const { method = "GET", body, userAgent = this.#egress.userAgent } = this.#options;
    const headers = {
      Accept: "text/html,application/xhtml+xml,*/*;q=0.8",
      ...this.#options.headers,
      ...(body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) }),
      "Accept-Encoding": CODINGS,
      "User-Agent": userAgent,
    };
    const { resolve } = this.#egress;
    const [url, signal, allowance] = [this.#url, this.#signal, this.#allowance];
    return send({ url, method, headers, body, signal, resolve, allowance });
  }

  /** Goes on where a redirect leads to; false where the response is none, or is not followed. */
  #follow({ statusCode: status = 0, headers: { location } }: IncomingMessage, ms: number): boolean {
    const { method, parameter = "url", maxRedirects = 5 } = this.#options;
    if (!isRedirect(status) || location === undefined || method === "POST") return false;
    if (this.#redirects.length >= maxRedirects) {
      this.#stopped = "too-many";
      return false;
    }
    const next = checkUrl(location, this.#url, this.#allowance, parameter);
    if (this.#seen.has(next.href)) {
      this.#stopped = "loop";
      return false;
    }
    this.#redirects.push({ url: this.#url.href, status, location: next.href, ms });
    this.#url = next;
    return true;
  }

  async #read(message: IncomingMessage, ttfbMs: number): Promise<Fetched> {
    const { maxBytes, overflow = "refuse", parameter = "url" } = this.#options;
    const { bytes, truncated, transferBytes } = await readBody(message, { maxBytes, overflow, parameter });
    return {
      url: this.#url.href,
      status: message.statusCode ?? 0,
      headers: headersOf(message),
      body: bytes,
      truncated,
      transferBytes,
      redirects: this.#redirects,
      stopped: this.#stopped,
      ttfbMs,
      totalMs: performance.now() - this.#started,
    };
  }
}

/**
 * Resolves the host of a URL and asks whether it may get a request. Gives what finds the same addresses again, and asks about
 * each other host that it redirects to.
 */
async function admitted(
  { allowance, resolve = resolveBySystem }: EgressOptions,
  address: string,
  { admit, base, deadlineMs, parameter = "url" }: FetchOptions,
): Promise<Resolve> {
  if (admit === undefined) return resolve;
  const allowed = base === undefined ? allowance : allowTarget(allowance, base);
  const host = hostOf(checkUrl(address, undefined, allowed, parameter));
  const ask = async (found: Awaited<ReturnType<Resolve>>) => {
    const addresses = found.slice(0, ADDRESSES_MAX);
    if (addresses.length > 0) await admit(addresses.map((one) => one.address));
    // All of them are checked before one is connected to.
    return found.every((one) => mayConnect(one.address, allowed)) ? addresses : found;
  };
  if (isIP(host) !== 0) {
    await admit([host]);
    return async (name) => ask(await resolve(name));
  }
  // What cannot be resolved now fails as every fetch does.
  const own = await ask(await untilAborted(resolve(host), AbortSignal.timeout(deadlineMs)).catch(() => []));
  return async (name) => (name === host && own.length > 0 ? own : ask(await resolve(name)));
}

/**
 * Creates the only function with which Quintet connects to URLs that others chose. Every URL, redirects
 * included, is checked by the same rules. Names are resolved once, and only checked addresses are connected to.
 * Headers and bodies have limits, and one deadline covers everything. Credentials, cookies and proxies from the
 * environment are never used.
 */
export function createFetch(egress: EgressOptions): SafeFetch {
  const hostLimit = new KeyedLimit(PER_HOST);
  return async (address, options, client, { tenant } = ownWork) => {
    const resolve = await admitted(egress, address, options);
    client?.throwIfAborted();
    const deadline = AbortSignal.timeout(options.deadlineMs);
    const signal = client === undefined ? deadline : AbortSignal.any([deadline, client]);
    const ongoing = new OngoingFetch({ ...egress, resolve }, hostLimit, address, options, signal, tenant);
    for (;;) {
      try {
        const result = await untilAborted(ongoing.hop(), signal);
        if (result !== undefined) return result;
      } catch (error) {
        if (client?.aborted === true) throw client.reason;
        if (deadline.aborted) throw timeout(options);
        throw toProblem(error, options, ongoing.isRedirected, ongoing.hasResponse);
      }
    }
  };
}
