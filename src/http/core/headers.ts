/** Headers of every answer. */
export const everywhere = { "X-Content-Type-Options": "nosniff" } as const;

/** Headers of every answer that pages of other origins may read. */
export const shared = { ...everywhere, "Access-Control-Allow-Origin": "*" } as const;

/** What a browser is told before it sends a request across origins. */
export function preflight(allow: string): Record<string, string> {
  return {
    "Access-Control-Allow-Methods": allow,
    "Access-Control-Allow-Headers": "Accept, Authorization, Content-Type, Idempotency-Key, X-API-Key",
    "Access-Control-Max-Age": "86400",
  };
}
