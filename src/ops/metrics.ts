import { AggregatorRegistry, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { VERSION } from "../kit/version.ts";
import { type ChargeNumbers, registerCharges } from "./charge-metrics.ts";
import { registerCoverage, type SiteNumbers } from "./coverage.ts";
import { type EventLoopNumbers, noEventLoop } from "./event-loop.ts";
import { type InternalMetrics, noInternalMetrics, registerInternalMetrics } from "./internal-metrics.ts";
import { histogramMetric, type MetricsReport } from "./metric-report.ts";
import { type PoolNumbers, poolsReport } from "./primary-metrics.ts";
import { counter, gauge } from "./read-on-scrape.ts";
import type { RequestMetrics } from "./request-metrics.ts";

/** The media type of the Prometheus text format. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** How long a number from the database is waited for, in milliseconds: while it hangs, all other numbers matter more. */
const SHARED_MS = 1_000;

/** A number that is read when the metrics are asked for; all processes say the same one. */
export interface SharedGauge {
  readonly name: string;
  readonly help: string;
  /** Left out of the page where it rejects or takes longer than a second. */
  read(): Promise<number>;
}

/** Sources of the metrics of a process; those that are left out are zero or absent. */
export interface MetricsSources {
  readonly requestMetrics: RequestMetrics;
  readonly gauges?: readonly SharedGauge[];
  pools?(): readonly PoolNumbers[];
  readonly sites?: SiteNumbers;
  readonly internals?: InternalMetrics;
  readonly eventLoop?: EventLoopNumbers;
  charges?(): ChargeNumbers;
}

const noSites: SiteNumbers = { fields: () => [], failures: () => [] };
const noCharges: ChargeNumbers = {
  unknown: 0,
  owed: 0,
  settled: { charged: 0, givenBack: 0, notCharged: 0 },
};

/** Shows Prometheus which version runs, and since when. */
function registerInstance(registry: Registry): void {
  gauge(
    registry,
    {
      name: "quintet_build_info",
      help: "1 for the version of Quintet and of Bun that runs.",
      labelNames: ["version", "bun"],
      series: () => [[{ version: VERSION, bun: Bun.version }, 1]],
    },
    "max",
  );
  gauge(
    registry,
    {
      name: "quintet_start_time_seconds",
      help: "When the newest process started, in seconds since 1970.",
      labelNames: [],
      series: () => [[{}, performance.timeOrigin / 1_000]],
    },
    "max",
  );
}

function registerProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  // Sums of gauges that are there by type, under a name that is a counter's.
  for (const kind of ["handles", "requests", "resources"]) {
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  }
}

function registerEventLoop(registry: Registry, eventLoop: EventLoopNumbers): void {
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
}

function registerRequests(registry: Registry, requestMetrics: RequestMetrics): void {
  counter(registry, {
    name: "quintet_http_requests_total",
    help: "Responses by operation and status.",
    labelNames: ["api", "operation", "status"],
    series: () =>
      requestMetrics
        .all()
        .flatMap(({ api, operation, statuses }) =>
          [...statuses]
            .toSorted(([a], [b]) => a - b)
            .map(([status, count]) => [{ api, operation, status: String(status) }, count] as const),
        ),
  });
}

function registerShared(registry: Registry, { name, help, read }: SharedGauge): void {
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

/** The durations of this process, by what took them. */
function histograms(
  requestMetrics: RequestMetrics,
  internals: InternalMetrics,
  eventLoop: EventLoopNumbers,
): MetricsReport {
  return [
    histogramMetric(
      "quintet_http_request_duration_seconds",
      "Time from request to response, by operation.",
      requestMetrics.all().map(({ api, operation, ...value }) => ({ labels: { api, operation }, value })),
    ),
    histogramMetric(
      "quintet_egress_duration_seconds",
      "Time of one fetch, by API and outcome: ok, or the code of its problem.",
      internals.work.fetches.all(),
    ),
    histogramMetric(
      "quintet_database_duration_seconds",
      "Time of a statement or a transaction, by kind; waiting for a connection included.",
      internals.database.durations(),
    ),
    histogramMetric(
      "quintet_sandbox_wait_seconds",
      "Time that a run waited for its turn, by job.",
      internals.work.waits.all(),
    ),
    histogramMetric("quintet_event_loop_delay_seconds", "Event loop delay, sampled four times a second.", [
      { labels: {}, value: eventLoop.delays },
    ]),
  ];
}

/**
 * Collects this process's metrics: its own counts, those of the runtime, and gauges that all processes share.
 */
export function createMetrics(sources: MetricsSources): () => Promise<MetricsReport> {
  const { requestMetrics, gauges = [], pools = () => [], sites = noSites } = sources;
  const { internals = noInternalMetrics, eventLoop = noEventLoop, charges = () => noCharges } = sources;
  const registry = new Registry();
  registerProcess(registry);
  registerInstance(registry);
  registerCoverage(registry, sites);
  registerInternalMetrics(registry, internals);
  registerCharges(registry, charges);
  registerEventLoop(registry, eventLoop);
  registerRequests(registry, requestMetrics);
  for (const shared of gauges) registerShared(registry, shared);
  return async () => [
    ...(await registry.getMetricsAsJSON()),
    ...poolsReport(pools()),
    ...histograms(requestMetrics, internals, eventLoop),
  ];
}

/** Writes the reports of one or more processes as one page of the Prometheus text format. */
export async function writeMetrics(reports: readonly MetricsReport[]): Promise<string> {
  return AggregatorRegistry.aggregate([...reports]).metrics();
}
