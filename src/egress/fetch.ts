import type { Fetched, FetchOptions, Redirect } from "../kit/fetch.ts";
import { ownWork, type Work } from "../kit/work.ts";
import { aborted } from "./aborted.ts";
import { type Allowance, allowTarget } from "./allowance.ts";
import { CODINGS, readBody } from "./body.ts";
import { HostLimit } from "./host-limit.ts";
import { type Resolve, resolveBySystem, send } from "./request.ts";
import { HEADER_MAX, headersOf, isRedirect } from "./response-headers.ts";
import { timeout, toProblem } from "./to-problem.ts";
import { checkUrl, hostOf } from "./url-policy.ts";

/** Requests to one host at a time, from one process: politeness, and no use as an amplifier. */
const PER_HOST = 4;

/** How the room is set up; the rest of the house never sees it. */
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

/**
 * Makes the one function through which Quintet opens connections to addresses that others chose. Every
 * address, also each that a redirect leads to, passes the same door; names are resolved once and only
 * checked addresses are connected to; heads and bodies have limits; one deadline covers all of it.
 * Credentials, cookies and proxies from the environment are never used.
 */
export function createFetch(egress: EgressOptions): SafeFetch {
  const { resolve = resolveBySystem } = egress;
  const hostLimit = new HostLimit(PER_HOST);

  return async (address, options, client, { tenant } = ownWork) => {
    const { parameter = "url", method = "GET", maxRedirects = 5, base } = options;
    const { userAgent = egress.userAgent } = options;
    const allowance = base === undefined ? egress.allowance : allowTarget(egress.allowance, base);
    const started = performance.now();
    const deadline = AbortSignal.timeout(options.deadlineMs);
    const signal = client === undefined ? deadline : AbortSignal.any([deadline, client]);
    const redirects: Redirect[] = [];
    const seen = new Set<string>();
    let stopped: Fetched["stopped"];
    let answered = false;
    let url = checkUrl(address, undefined, allowance, parameter);

    const hop = async (): Promise<Fetched | string> => {
      const from = performance.now();
      answered = false;
      seen.add(url.href);
      const done = await hostLimit.acquire(hostOf(url), signal, tenant);
      try {
        const headers = {
          Accept: "text/html,application/xhtml+xml,*/*;q=0.8",
          ...options.headers,
          "Accept-Encoding": CODINGS,
          "User-Agent": userAgent,
        };
        const message = await send({
          url,
          method,
          headers,
          maxHeaderBytes: HEADER_MAX,
          signal,
          resolve,
          allowance,
        });
        answered = true;
        const ttfbMs = performance.now() - from;
        const status = message.statusCode ?? 0;
        const { location } = message.headers;
        if (isRedirect(status) && location !== undefined) {
          if (redirects.length >= maxRedirects) stopped = "too-many";
          else {
            const next = checkUrl(location, url, allowance, parameter);
            if (!seen.has(next.href)) {
              message.destroy();
              redirects.push({ url: url.href, status, location: next.href, ms: ttfbMs });
              url = next;
              return next.href;
            }
            stopped = "loop";
          }
        }
        const { maxBytes, overflow = "refuse" } = options;
        const body = await readBody(message, { maxBytes, overflow, parameter });
        return {
          url: url.href,
          status,
          headers: headersOf(message),
          body: body.bytes,
          truncated: body.truncated,
          transferBytes: body.transferBytes,
          redirects,
          stopped,
          ttfbMs,
          totalMs: performance.now() - started,
        };
      } finally {
        done();
      }
    };

    for (;;) {
      try {
        const result = await Promise.race([hop(), aborted(signal)]);
        if (typeof result !== "string") return result;
      } catch (error) {
        if (client?.aborted === true) throw client.reason;
        if (deadline.aborted) throw timeout(options);
        throw toProblem(error, options, redirects.length > 0, answered);
      }
    }
  };
}
