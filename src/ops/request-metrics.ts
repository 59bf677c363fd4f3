import { emptyHistogram, type Histogram, observe } from "./histogram.ts";

/** Counts of one operation since the process started. */
export interface OperationMetrics extends Histogram {
  readonly api: string;
  readonly operation: string;
  /** The number of responses by status code. */
  readonly statuses: ReadonlyMap<number, number>;
}

/**
 * Counts responses and their durations, in plain numbers because it runs inside every request: a labeled
 * counter of a metrics library costs a tenth of a UUID request. `metrics.ts` exports them to Prometheus.
 */
export class RequestMetrics {
  readonly #counts = new Map<string, OperationMetrics & { readonly statuses: Map<number, number> }>();

  /** The counter of one operation; paths of the same operation share it. */
  of(api: string, operation: string): (status: number, ms: number) => void {
    const key = `${api}.${operation}`;
    const own = this.#counts.get(key) ?? {
      api,
      operation,
      statuses: new Map<number, number>(),
      ...emptyHistogram(),
    };
    this.#counts.set(key, own);
    const { statuses } = own;
    return (status, ms) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      observe(own, ms);
    };
  }

  all(): OperationMetrics[] {
    return [...this.#counts.values()];
  }
}
