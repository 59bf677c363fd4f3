import { type BurstLimit, createGuard } from "../accounts/burst.ts";
import { sourceOf } from "../accounts/sign-up.ts";
import { Problem } from "../kit/problem.ts";
import type { Endpoint } from "./endpoint.ts";

/** Bounds how often one source (an IPv4 address or an IPv6 /64) may fail, in bounded memory. */
export interface Strangers {
  /** Throws `rate-limited` where the source of a request has failed too often. */
  admit(request: Request): void;
  /** Counts a failure. */
  count(request: Request): void;
}

/** Paths that nobody has: a browser with an old page meets a few, a scanner thousands. */
export const LOST: BurstLimit = { perSecond: 1, burst: 120 };

/** Refusals of sign-in, links, account pages and the operator's tokens. */
export const REFUSED: BurstLimit = { perSecond: 0.1, burst: 30 };

/** `source` gives the address of a client; undefined for one that is not told from others, who is not bounded. */
export function createStrangers(
  source: (request: Request) => string | undefined,
  limit: BurstLimit,
  now?: () => number,
): Strangers {
  const guard = createGuard(limit, now);
  const from = (request: Request) => {
    const address = source(request);
    return address === undefined ? undefined : sourceOf(address);
  };
  return {
    admit(request) {
      const key = from(request);
      const waitMs = key === undefined ? 0 : guard.wait(key);
      if (waitMs === 0) return;
      throw new Problem("rate-limited", "Too many requests from here were refused: wait, then try again.", {
        headers: { "Retry-After": String(Math.ceil(waitMs / 1000)) },
      });
    },
    count(request) {
      const key = from(request);
      if (key !== undefined) guard.count(key);
    },
  };
}

/** The same endpoints, closed for a while to sources whose requests they refuse (4xx) too often. */
export function boundRefusals(endpoints: readonly Endpoint[], strangers: Strangers): Endpoint[] {
  return endpoints.map((endpoint) => ({
    ...endpoint,
    async answer(request, requestId) {
      strangers.admit(request);
      try {
        const answer = await endpoint.answer(request, requestId);
        if (answer.status >= 400 && answer.status < 500) strangers.count(request);
        return answer;
      } catch (error) {
        if (error instanceof Problem && error.status < 500) strangers.count(request);
        throw error;
      }
    },
  }));
}
