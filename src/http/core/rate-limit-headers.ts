import type { RateLimit } from "../../accounts/rate-limiter.ts";

/** The headers of a 429 for requests that come too fast. The window is how long the whole allowance takes to refill. */
export function rateLimitHeaders(
  name: string,
  { perSecond, burst }: RateLimit,
  waitMs: number,
): Record<string, string> {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const window = Math.max(1, Math.ceil(burst / perSecond));
  return {
    "Retry-After": String(seconds),
    "RateLimit-Policy": `"${name}";q=${Math.ceil(burst)};w=${window}`,
    RateLimit: `"${name}";r=0;t=${seconds}`,
  };
}
