/** Rate limit: so much a second, and so much at once after a pause. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/** Keys remembered at most; the guard is soft, so forgetting one is harmless. */
const REMEMBERED = 100_000;

/** The longest that anybody waits, in milliseconds, however much was counted. */
const WAIT_MAX_MS = 5 * 60_000;

/** Creates a rate limiter. `now` is a monotonic clock in milliseconds. */
export function createRateLimiter(
  { perSecond, burst }: RateLimit,
  now: () => number = performance.now.bind(performance),
) {
  const interval = 1000 / perSecond;
  const tolerance = interval * Math.max(0, burst - 1);
  const due = new Map<string, number>();
  return {
    limit: { perSecond, burst },
    /** How long a key must wait, in milliseconds; 0 where it may go on. Counts nothing. */
    wait(key: string): number {
      const at = now();
      const wait = Math.max(due.get(key) ?? 0, at) - tolerance - at;
      // A hair of rounding is not a reason to refuse.
      return wait > 1e-6 ? wait : 0;
    },
    count(key: string, amount: number = 1): void {
      const at = now();
      if (due.size >= REMEMBERED) due.clear();
      const most = at + tolerance + WAIT_MAX_MS;
      due.set(key, Math.min(Math.max(due.get(key) ?? 0, at) + amount * interval, most));
    },
    /** How much a key may do at once now, and the milliseconds until that is the whole burst again. Counts nothing. */
    state(key: string): { readonly remaining: number; readonly resetMs: number } {
      const at = now();
      const resetMs = Math.max(due.get(key) ?? 0, at) - at;
      return { remaining: Math.max(0, Math.floor(burst - resetMs / interval + 1e-6)), resetMs };
    },
  };
}
export type RateLimiter = ReturnType<typeof createRateLimiter>;
