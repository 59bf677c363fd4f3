/** Upper bounds of the duration buckets, in milliseconds. */
export const BUCKETS_MS = [
  0.1, 0.5, 1, 5, 10, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000,
] as const;

/** Histogram of durations: counted in plain numbers, because requests count too. */
export interface Histogram {
  /** How often, per bucket of `BUCKETS_MS`, and in the last place what took longer. */
  readonly buckets: Float64Array;
  /** The sum in milliseconds. */
  totalMs: number;
}

/** Creates a histogram without values. */
export function emptyHistogram(): Histogram {
  return { buckets: new Float64Array(BUCKETS_MS.length + 1), totalMs: 0 };
}

/** Counts one. */
export function observe(durations: Histogram, ms: number): void {
  const { buckets } = durations;
  let bucket = 0;
  while (ms > (BUCKETS_MS[bucket] ?? Number.POSITIVE_INFINITY)) bucket++;
  buckets[bucket] = (buckets[bucket] ?? 0) + 1;
  durations.totalMs += ms;
}
