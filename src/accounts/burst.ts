/** How fast requests may come: so many a second, and so many at once after a pause. */
export interface BurstLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/** Keys remembered at most; the guard is soft, so forgetting one is harmless. */
const REMEMBERED = 100_000;

/** A guard of how fast something may happen for a key (the generic cell rate algorithm), in this process. */
export interface Guard {
  /** How long a key must wait, in milliseconds; 0 where it may go on. Counts nothing. */
  wait(key: string): number;
  /** Counts one for a key, whether or not it should have waited. */
  count(key: string): void;
}

export function createGuard(
  { perSecond, burst }: BurstLimit,
  now: () => number = performance.now.bind(performance),
): Guard {
  const interval = 1000 / perSecond;
  const tolerance = interval * Math.max(0, burst - 1);
  /** When each key's allowance is whole again. */
  const due = new Map<string, number>();
  return {
    wait(key) {
      const at = now();
      const wait = Math.max(due.get(key) ?? 0, at) - tolerance - at;
      // A hair of rounding is not a reason to refuse.
      return wait > 1e-6 ? wait : 0;
    },
    count(key) {
      const at = now();
      if (due.size >= REMEMBERED) due.clear();
      // What was counted all the same does not pile up: nobody waits longer than one whole allowance.
      const most = at + 2 * tolerance + interval;
      due.set(key, Math.min(Math.max(due.get(key) ?? 0, at) + interval, most));
    },
  };
}
