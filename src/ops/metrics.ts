import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Gauge,
  type MetricObjectWithValues,
  type MetricType,
  type MetricValueWithName,
  Registry,
} from "prom-client";
import { type ChargeNumbers, registerCharges } from "./charge-metrics.ts";
import { registerCoverage, type SiteNumbers } from "./coverage.ts";
import { type EventLoopNumbers, noEventLoop } from "./event-loop.ts";
import { BUCKETS_MS, type Histogram } from "./histogram.ts";
import { registerInstance } from "./instance-metrics.ts";
import { type InternalMetrics, noInternalMetrics, registerInternalMetrics } from "./internal-metrics.ts";
import { type PoolNumbers, poolsReport } from "./pool-metrics.ts";
import { counter, gauge } from "./read-on-scrape.ts";
import type { RequestMetrics } from "./request-metrics.ts";
import type { Labelled } from "./work-metrics.ts";

/** One process's metrics as data that another process can add up. */
export type MetricsReport = MetricObjectWithValues<MetricValueWithName<string>>[];

/** The media type of the Prometheus text format. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

// The library declares its metric types as a numbered enum and means these words.
const HISTOGRAM = "histogram" as unknown as MetricType;

/** A histogram in seconds; the library's own would count each value with labels looked up anew. */
function histogram(
  name: string,
  help: string,
  all: readonly Labelled<Histogram>[],
): MetricObjectWithValues<MetricValueWithName<string>> {
  const values = all.flatMap(({ labels, value: { buckets, totalMs } }) => {
    let below = 0;
    const rows = Array.from(buckets, (count, i) => {
      below += count;
      const bound = BUCKETS_MS[i];
      const le = bound === undefined ? "+Inf" : String(bound / 1000);
      return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: below };
    });
    return [
      ...rows,
      { metricName: `${name}_sum`, labels, value: totalMs / 1000 },
      { metricName: `${name}_count`, labels, value: below },
    ];
  });
  return { name, help, type: HISTOGRAM, aggregator: "sum", values, collect() {} };
}

/** How long a number from the database is waited for, in milliseconds: while it hangs, all other numbers matter more. */
const SHARED_MS = 1_000;

/** A number that is read when the metrics are asked for; all processes say the same one. */
export interface SharedGauge {
  readonly name: string;
  readonly help: string;
  /** Left out of the page where it rejects or takes longer than a second. */
  read(): Promise<number>;
}

/**
 * Collects this process's metrics: what `tally` counted, what the runtime says of the process, and gauges
 * of what all processes share.
 */
export function createMetrics(
  requestMetrics: RequestMetrics,
  gauges: readonly SharedGauge[] = [],
  pools: () => readonly PoolNumbers[] = () => [],
  sites: SiteNumbers = { fields: () => [], failures: () => [] },
  internals: InternalMetrics = noInternalMetrics,
  eventLoop: EventLoopNumbers = noEventLoop,
  charges: () => ChargeNumbers = () => noCharges,
): () => Promise<MetricsReport> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Sums of gauges that are there by type, under a name that is a counter's.
  for (const kind of ["handles", "requests", "resources"]) {
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  }
  registerInstance(registry);
  registerCoverage(registry, sites);
  registerInternalMetrics(registry, internals);
  registerCharges(registry, charges);
  counter(registry, {
    name: "quintet_event_loop_blocked_total",
    help: "Times that the event loop was blocked for a second or longer.",
    labelNames: [],
    series: () => [[{}, eventLoop.blocks]],
  });
  gauge(
    registry,
    {
      name: "quintet_event_loop_blocked_longest_seconds",
      help: "The longest time that the event loop was blocked since the start; 0 for none of a second or longer.",
      labelNames: [],
      series: () => [[{}, eventLoop.longestMs / 1_000]],
    },
    "max",
  );
  counter(registry, {
    name: "quintet_http_requests_total",
    help: "Answers by operation and status.",
    labelNames: ["api", "operation", "status"],
    series: () =>
      requestMetrics
        .all()
        .flatMap(({ api, operation, statuses }) =>
          Array.from(
            statuses,
            (count, status) => [{ api, operation, status: String(status) }, count] as const,
          ).filter(([, count]) => count > 0),
        ),
  });
  for (const { name, help, read } of gauges) {
    new Gauge({
      name,
      help,
      registers: [registry],
      aggregator: "max",
      async collect() {
        this.reset();
        const value = await Promise.race([read().catch(() => undefined), Bun.sleep(SHARED_MS)]);
        if (value !== undefined) this.set(value);
      },
    });
  }
  return async () => [
    ...(await registry.getMetricsAsJSON()),
    ...poolsReport(pools()),
    histogram(
      "quintet_http_request_duration_seconds",
      "Time from request to answer, by operation.",
      requestMetrics.all().map(({ api, operation, ...value }) => ({ labels: { api, operation }, value })),
    ),
    histogram(
      "quintet_egress_duration_seconds",
      "Time of one fetch, by API and outcome: ok, or the code of its problem.",
      internals.work.fetches(),
    ),
    histogram(
      "quintet_database_duration_seconds",
      "Time of a statement or a transaction, by kind; waiting for a connection included.",
      internals.database.durations(),
    ),
    histogram(
      "quintet_sandbox_wait_seconds",
      "Time that a run waited for its turn, by job.",
      internals.work.waits(),
    ),
    histogram(
      "quintet_event_loop_delay_seconds",
      "How late the event loop was, looked at four times a second.",
      [{ labels: {}, value: eventLoop.delays }],
    ),
  ];
}

const noCharges: ChargeNumbers = {
  unknown: 0,
  owed: 0,
  settled: { charged: 0, givenBack: 0, notCharged: 0 },
};

/** Writes the reports of one or more processes as one page of the Prometheus text format. */
export async function writeMetrics(reports: readonly MetricsReport[]): Promise<string> {
  return AggregatorRegistry.aggregate([...reports]).metrics();
}
