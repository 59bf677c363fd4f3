import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  type MetricObjectWithValues,
  type MetricType,
  type MetricValueWithName,
  Registry,
} from "prom-client";
import { registerCoverage, type SiteNumbers } from "./coverage.ts";
import { type PoolNumbers, registerPools } from "./pools.ts";
import { BUCKETS_MS, type Tally } from "./tally.ts";

/** One process's metrics as data that another process can add up. */
export type MetricsReport = MetricObjectWithValues<MetricValueWithName<string>>[];

/** The media type of the Prometheus text format. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

// The library declares its metric types as a numbered enum and means these words.
const HISTOGRAM = "histogram" as unknown as MetricType;

const DURATION = "quintet_http_request_duration_seconds";

function durations(tally: Tally): MetricObjectWithValues<MetricValueWithName<string>> {
  const values = tally.all().flatMap(({ api, operation, buckets, totalMs }) => {
    const labels = { api, operation };
    let below = 0;
    const rows = Array.from(buckets, (count, i) => {
      below += count;
      const bound = BUCKETS_MS[i];
      const le = bound === undefined ? "+Inf" : String(bound / 1000);
      return { metricName: `${DURATION}_bucket`, labels: { ...labels, le }, value: below };
    });
    return [
      ...rows,
      { metricName: `${DURATION}_sum`, labels, value: totalMs / 1000 },
      { metricName: `${DURATION}_count`, labels, value: below },
    ];
  });
  return {
    name: DURATION,
    help: "Time from request to answer, by operation.",
    type: HISTOGRAM,
    aggregator: "sum",
    values,
    collect() {},
  };
}

/** A number that is read when the metrics are asked for; all processes say the same one. */
export interface SharedGauge {
  readonly name: string;
  readonly help: string;
  /** Left out of the page where it rejects. */
  read(): Promise<number>;
}

/**
 * Collects this process's metrics: what `tally` counted, what the runtime says of the process, and gauges
 * of what all processes share.
 */
export function createMetrics(
  tally: Tally,
  gauges: readonly SharedGauge[] = [],
  pools: () => readonly PoolNumbers[] = () => [],
  sites: SiteNumbers = { fields: () => [], failures: () => [] },
): () => Promise<MetricsReport> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registerPools(registry, pools);
  registerCoverage(registry, sites);
  new Counter({
    name: "quintet_http_requests_total",
    help: "Answers by operation and status.",
    labelNames: ["api", "operation", "status"],
    registers: [registry],
    collect() {
      this.reset();
      for (const { api, operation, statuses } of tally.all()) {
        for (const [status, count] of statuses.entries()) {
          if (count > 0) this.inc({ api, operation, status: String(status) }, count);
        }
      }
    },
  });
  for (const { name, help, read } of gauges) {
    new Gauge({
      name,
      help,
      registers: [registry],
      aggregator: "max",
      async collect() {
        this.reset();
        const value = await read().catch(() => undefined);
        if (value !== undefined) this.set(value);
      },
    });
  }
  return async () => [...(await registry.getMetricsAsJSON()), durations(tally)];
}

/** Writes the reports of one or more processes as one page of the Prometheus text format. */
export async function writeMetrics(reports: readonly MetricsReport[]): Promise<string> {
  return AggregatorRegistry.aggregate([...reports]).metrics();
}
