/** How fast requests may come: so many a second, and so many at once after a pause. */
export interface BurstLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/** Keys remembered at most; the guard is soft, so forgetting one is harmless. */
const REMEMBERED = 100_000;

/**
 * Makes a guard against bursts (the generic cell rate algorithm), in the memory of this process. It returns
 * how long a key must wait, in milliseconds, or 0 where the request may pass. A request that must wait
 * counts nothing.
 */
export function createBurstGuard(
  { perSecond, burst }: BurstLimit,
  now: () => number = performance.now.bind(performance),
): (key: string) => number {
  const interval = 1000 / perSecond;
  const tolerance = interval * Math.max(0, burst - 1);
  /** When each key's allowance is whole again. */
  const due = new Map<string, number>();
  return (key) => {
    const at = now();
    const theoretical = Math.max(due.get(key) ?? 0, at);
    const wait = theoretical - tolerance - at;
    // A hair of rounding is not a reason to refuse.
    if (wait > 1e-6) return wait;
    if (due.size >= REMEMBERED) due.clear();
    due.set(key, theoretical + interval);
    return 0;
  };
}
