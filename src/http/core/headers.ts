/** Headers of every response. */
export const commonHeaders = { "X-Content-Type-Options": "nosniff" } as const;

/** Headers that scripts of other origins may read, beside those that an operation has of its own. */
const EXPOSED =
  "X-Request-Id, RateLimit-Policy, RateLimit, Quintet-Cost, Quintet-Mode, Retry-After, Idempotency-Replayed, Location, Preference-Applied, ETag, Server-Timing, Deprecation, Sunset, Link, WWW-Authenticate";

/** The value of `Access-Control-Expose-Headers` with further headers. */
export function exposing(further: readonly string[]): string {
  return [EXPOSED, ...further].join(", ");
}

const anyOrigin = { ...commonHeaders, "Access-Control-Allow-Origin": "*" } as const;

/** Headers of every response that pages of other origins may read. */
export const corsHeaders = { ...anyOrigin, "Access-Control-Expose-Headers": EXPOSED } as const;

const ALLOWED =
  "Accept, Authorization, Baggage, Content-Disposition, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Prefer, Traceparent, Tracestate, X-API-Key, X-Request-Id";

/** The response headers of a CORS preflight. */
export function preflight(allow: string): Record<string, string> {
  return {
    ...anyOrigin,
    "Access-Control-Allow-Methods": allow,
    "Access-Control-Allow-Headers": ALLOWED,
    "Access-Control-Max-Age": "86400",
  };
}
