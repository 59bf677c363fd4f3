import { setImmediate as nextTurn } from "node:timers/promises";
import { AggregatorRegistry, collectDefaultMetrics, Registry } from "prom-client";
import { VERSION } from "../kit/version.ts";
import type { DatabaseMetrics } from "./database-metrics.ts";
import type { EventLoopMonitor } from "./event-loop.ts";
import { counter, gauge, histogram, type MetricsReport } from "./metric-report.ts";
import { type PoolNumbers, poolsReport } from "./primary-metrics.ts";
import type { RequestMetrics } from "./request-metrics.ts";
import type { WorkMetrics } from "./work-metrics.ts";

/** The media type of the Prometheus text format. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** Counts of the sites that APIs read. */
interface SiteNumbers {
  /** Fields of results by source, and whether a field's sources have changed. */
  fields(): readonly {
    readonly api: string;
    readonly field: string;
    readonly totals: Readonly<Record<string, number>>;
    readonly alarm: boolean;
  }[];
  /** Readings that failed, by the code of their problem. */
  failures(): readonly { readonly api: string; readonly codes: Readonly<Record<string, number>> }[];
}

/** Charges and refunds of a process that the database has not confirmed, and those that were settled later. */
export interface ChargeNumbers {
  /** Charges whose commit had no response and that are not settled yet. */
  readonly unknown: number;
  /** Refunds that are promised and not applied yet. */
  readonly owed: number;
  /** Unknown charges that were settled since the start, by what became of them. */
  readonly settled: { readonly charged: number; readonly givenBack: number; readonly notCharged: number };
}

interface ConcurrencyNumbers {
  readonly api: string;
  readonly running: number;
  readonly queued: number;
  readonly busy: number;
}

/** Sources of the metrics of a process. */
export interface MetricsSources {
  readonly requestMetrics: RequestMetrics;
  readonly work: WorkMetrics;
  readonly database: DatabaseMetrics;
  readonly eventLoop: Pick<EventLoopMonitor, "delays" | "blocks" | "longestMs">;
  readonly sites: SiteNumbers;
  pools(): readonly PoolNumbers[];
  charges(): ChargeNumbers;
  concurrency(): readonly ConcurrencyNumbers[];
  /** Jobs that this process has ended. */
  endedJobs(): MetricsReport[number];
  /** Spans that the trace collector did not accept; undefined without a collector. */
  droppedSpans(): number | undefined;
  /** Numbers that all processes say alike. */
  shared(): Promise<MetricsReport>;
}

/** Which version runs, and since when. */
function instance(): MetricsReport {
  const version = [{ labels: { version: VERSION, bun: Bun.version }, value: 1 }];
  const started = performance.timeOrigin / 1_000;
  return [
    gauge("quintet_build_info", "1 for the version of Quintet and of Bun that runs.", version, "max"),
    gauge(
      "quintet_start_time_seconds",
      "When the newest process started, in seconds since 1970.",
      started,
      "max",
    ),
  ];
}

function createRuntime(): () => Promise<MetricsReport> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Sums of gauges that are there by type, under a name that is a counter's.
  const sums = ["handles", "requests", "resources"].map((kind) => `nodejs_active_${kind}_total`);
  // Bun has no such spaces, and counts all objects of its heap for them, which no request can interrupt.
  const spaces = ["total", "used", "available"].map((size) => `nodejs_heap_space_size_${size}_bytes`);
  for (const name of [...sums, ...spaces]) registry.removeSingleMetric(name);
  return () => registry.getMetricsAsJSON();
}

/** Writes where results come from, what failed, and the alarm of a site that has changed. */
export function sitesReport(sites: SiteNumbers): MetricsReport {
  return [
    counter(
      "quintet_field_total",
      "Fields of results by the source that they came from, missing or masked.",
      sites
        .fields()
        .flatMap(({ api, field, totals }) =>
          Object.entries(totals).map(([source, value]) => ({ labels: { api, field, source }, value })),
        ),
    ),
    gauge(
      "quintet_field_alarm",
      "1 where a field's first source gives half of what it gave, or twice as many results lack the field.",
      sites.fields().map(({ api, field, alarm }) => ({ labels: { api, field }, value: alarm ? 1 : 0 })),
      "max",
    ),
    counter(
      "quintet_upstream_failures_total",
      "Readings of sites that failed, by the code of their problem.",
      sites
        .failures()
        .flatMap(({ api, codes }) =>
          Object.entries(codes).map(([code, value]) => ({ labels: { api, code }, value })),
        ),
    ),
  ];
}

/** What each API works on, how many requests wait, and how many found the queue full. */
function concurrencyReport(all: readonly ConcurrencyNumbers[]): MetricsReport {
  const by = (of: "running" | "queued" | "busy") =>
    all.map((numbers) => ({ labels: { api: numbers.api }, value: numbers[of] }));
  return [
    gauge("quintet_api_running", "Requests of an API that are worked on.", by("running")),
    gauge("quintet_api_queued", "Requests of an API that wait for their turn.", by("queued")),
    counter(
      "quintet_api_shed_total",
      "Requests of an API that got 503 because its queue was full.",
      by("busy"),
    ),
  ];
}

function databaseReport(database: DatabaseMetrics): MetricsReport {
  return [
    gauge(
      "quintet_database_running",
      "Statements and transactions under way, by kind; those that wait for a connection included.",
      database.running(),
    ),
    counter(
      "quintet_database_errors_total",
      "Statements and transactions that failed, by reason: unavailable (no connection, no response in time, full disk) or failed.",
      database.errors(),
    ),
    histogram(
      "quintet_database_duration_seconds",
      "Time of a statement or a transaction, by kind; waiting for a connection included.",
      database.durations(),
    ),
  ];
}

/** Charges and refunds that the database has not confirmed. */
function chargesReport({ unknown, owed, settled }: ChargeNumbers): MetricsReport {
  const { charged, givenBack, notCharged } = settled;
  return [
    gauge(
      "quintet_charges_unknown",
      "Charges with a commit that was not acknowledged and is not settled yet.",
      unknown,
    ),
    gauge("quintet_refunds_owed", "Refunds that wait for the database.", owed),
    counter(
      "quintet_charges_settled_total",
      "Unknown charges that were settled, by outcome: charged, given-back or not-charged.",
      [
        { labels: { outcome: "charged" }, value: charged },
        { labels: { outcome: "given-back" }, value: givenBack },
        { labels: { outcome: "not-charged" }, value: notCharged },
      ],
    ),
  ];
}

function eventLoopReport({ blocks, longestMs, delays }: MetricsSources["eventLoop"]): MetricsReport {
  return [
    counter(
      "quintet_event_loop_blocked_total",
      "Times that the event loop was blocked for a second or longer.",
      blocks,
    ),
    gauge(
      "quintet_event_loop_blocked_longest_seconds",
      "The longest time that the event loop was blocked since the start; 0 for none of a second or longer.",
      longestMs / 1_000,
      "max",
    ),
    histogram("quintet_event_loop_delay_seconds", "Event loop delay, sampled four times a second.", [
      { labels: {}, value: delays },
    ]),
  ];
}

function requestsReport(requestMetrics: RequestMetrics): MetricsReport {
  const all = requestMetrics.all();
  return [
    counter(
      "quintet_http_requests_total",
      "Responses by operation and status.",
      all.flatMap(({ api, operation, statuses }) =>
        [...statuses]
          .toSorted(([a], [b]) => a - b)
          .map(([status, value]) => ({ labels: { api, operation, status: String(status) }, value })),
      ),
    ),
    histogram(
      "quintet_http_request_duration_seconds",
      "Time from request to response, by operation.",
      all.map(({ api, operation, ...value }) => ({ labels: { api, operation }, value })),
    ),
  ];
}

/** Collects this process's metrics: its own counts, those of the runtime, and numbers that all processes share. */
export function createMetrics(sources: MetricsSources): () => Promise<MetricsReport> {
  const { requestMetrics, work, database, eventLoop, sites } = sources;
  const runtime = createRuntime();
  return async () => {
    const ofRuntime = await runtime();
    await nextTurn();
    return [
      ...ofRuntime,
      ...instance(),
      ...sitesReport(sites),
      ...concurrencyReport(sources.concurrency()),
      sources.endedJobs(),
      ...databaseReport(database),
      ...Object.values(work).map((metric) => metric.report()),
      ...chargesReport(sources.charges()),
      counter(
        "quintet_trace_spans_dropped_total",
        "Spans that the collector of traces did not take.",
        sources.droppedSpans() ?? 0,
      ),
      ...eventLoopReport(eventLoop),
      ...requestsReport(requestMetrics),
      ...(await sources.shared()),
      ...poolsReport(sources.pools()),
    ];
  };
}

/** Writes the reports of one or more processes as one page of the Prometheus text format, a metric in each turn of the event loop. */
export async function writeMetrics(reports: readonly MetricsReport[]): Promise<string> {
  const texts: string[] = [];
  for (const metrics of Map.groupBy(reports.flat(), ({ name }) => name).values()) {
    texts.push(await AggregatorRegistry.aggregate([metrics]).metrics());
    await nextTurn();
  }
  return texts.join("\n");
}
