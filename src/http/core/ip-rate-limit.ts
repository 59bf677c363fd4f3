import { networksOf } from "../../accounts/networks.ts";
import { createRateLimiter, type RateLimit } from "../../accounts/rate-limiter.ts";
import { Problem } from "../../kit/problem.ts";
import type { ProblemCode } from "../../kit/problem-kinds.ts";
import type { Endpoint, RoutedRequest } from "./endpoint.ts";
import { rateLimitHeaders } from "./rate-limit-headers.ts";
import { sessionOf } from "./session-cookie.ts";

/** Paths that nobody has: a browser with an old page meets a few, a scanner thousands. */
export const NOT_FOUND_LIMIT: RateLimit = { perSecond: 1, burst: 120 };

/** Wrong sessions, sign-in links and tokens of the operator. */
export const REJECTION_LIMIT: RateLimit = { perSecond: 0.1, burst: 30 };

/** `source` gives the address of a client; undefined for one that is not told from others, who is not bounded. */
export function createIpRateLimit(
  source: (request: Request) => string | undefined,
  limit: RateLimit,
  now?: () => number,
) {
  const limiter = createRateLimiter(limit, now);
  const from = (request: Request) => {
    const address = source(request);
    return address === undefined ? undefined : networksOf(address)[0];
  };
  return {
    /** Throws `rate-limited` where the source of a request has failed too often. */
    check(request: Request): void {
      const key = from(request);
      const waitMs = key === undefined ? 0 : limiter.wait(key);
      if (waitMs === 0) return;
      throw new Problem("rate-limited", "Too many failed attempts from your network. Wait, then try again.", {
        headers: rateLimitHeaders("network", limiter.limit, waitMs),
      });
    },
    count(request: Request): void {
      const key = from(request);
      if (key !== undefined) limiter.count(key);
    },
  };
}
export type IpRateLimit = ReturnType<typeof createIpRateLimit>;

/** Errors that say that a secret was wrong. No other error says anything about a secret. */
const WRONG: ReadonlySet<string> = new Set(["unauthorized", "link-invalid"] satisfies ProblemCode[]);

/** Whether a request presents a secret that may be wrong: a session, a token, a link. Without one, nothing is guessed. */
function presentsSecret(request: RoutedRequest): boolean {
  const { headers, params } = request;
  return sessionOf(request) !== undefined || headers.has("authorization") || params.token !== undefined;
}

/** Whether a page of another site loads this as an image, a script, a frame or by fetch: no person asks for it. */
function isForeignSubresource({ headers }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  const isPerson =
    headers.get("sec-fetch-mode") === "navigate" && headers.get("sec-fetch-dest") === "document";
  return (site === "cross-site" || site === "same-site") && !isPerson;
}

/**
 * Closes endpoints for a while to networks that present wrong secrets too often, but not to `isGenuine` ones. Requests that
 * another site makes a browser send are rejected uncounted.
 */
export function limitRejections(
  endpoints: readonly Endpoint[],
  ipRateLimit: IpRateLimit,
  isGenuine: (request: RoutedRequest) => Promise<boolean> = async () => false,
): Endpoint[] {
  const handle = async (endpoint: Endpoint, request: RoutedRequest, requestId: string): Promise<Response> => {
    if (!presentsSecret(request)) return endpoint.handle(request, requestId);
    if (isForeignSubresource(request)) {
      throw new Problem("forbidden", "Another site requested this page. Open it directly instead.");
    }
    try {
      ipRateLimit.check(request);
    } catch (error) {
      if (!(await isGenuine(request))) throw error;
    }
    try {
      return await endpoint.handle(request, requestId);
    } catch (error) {
      if (error instanceof Problem && WRONG.has(error.code)) ipRateLimit.count(request);
      throw error;
    }
  };
  return endpoints.map((endpoint) => ({
    ...endpoint,
    handle: (request, requestId) => handle(endpoint, request, requestId),
  }));
}
