/** Upper bounds of the duration buckets, in milliseconds. */
export const BUCKETS_MS = [
  0.1, 0.5, 1, 5, 10, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000,
] as const;

/** What was counted for one operation since the process started. */
export interface Count {
  readonly api: string;
  readonly operation: string;
  /** Answers by status code, which is the index. */
  readonly statuses: Float64Array;
  /** Answers per bucket of `BUCKETS_MS`, and in the last place those that took longer. */
  readonly buckets: Float64Array;
  /** Sum of all durations in milliseconds. */
  totalMs: number;
}

/**
 * Counts answers and their durations. Plain numbers, because it runs inside every request: a metrics
 * library's counter with labels costs a tenth of a UUID answer. `metrics.ts` shows them to Prometheus.
 */
export class Tally {
  readonly #counts = new Map<string, Count>();

  /** The counter of one operation; paths of the same operation share it. */
  of(api: string, operation: string): (status: number, ms: number) => void {
    const key = `${api}.${operation}`;
    const known = this.#counts.get(key);
    const count: Count = known ?? {
      api,
      operation,
      statuses: new Float64Array(600),
      buckets: new Float64Array(BUCKETS_MS.length + 1),
      totalMs: 0,
    };
    this.#counts.set(key, count);
    const { statuses, buckets } = count;
    return (status, ms) => {
      statuses[status] = (statuses[status] ?? 0) + 1;
      let bucket = 0;
      while (ms > (BUCKETS_MS[bucket] ?? Number.POSITIVE_INFINITY)) bucket++;
      buckets[bucket] = (buckets[bucket] ?? 0) + 1;
      count.totalMs += ms;
    };
  }

  all(): Count[] {
    return [...this.#counts.values()];
  }
}
