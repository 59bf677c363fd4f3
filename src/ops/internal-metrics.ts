import type { Registry } from "prom-client";
import { DatabaseMetrics } from "./database-metrics.ts";
import { counter, gauge } from "./read-on-scrape.ts";
import { WorkMetrics } from "./work-metrics.ts";

/** Counts of the requests of one API. */
export interface ConcurrencyNumbers {
  readonly api: string;
  readonly running: number;
  readonly queued: number;
  readonly busy: number;
}

/** Shows Prometheus what each API works on, how many requests wait, and how many found the queue full. */
function registerConcurrency(registry: Registry, concurrency: () => readonly ConcurrencyNumbers[]): void {
  const by = (read: (numbers: ConcurrencyNumbers) => number) => ({
    labelNames: ["api"] as const,
    series: () => concurrency().map((numbers) => [{ api: numbers.api }, read(numbers)] as const),
  });
  gauge(registry, {
    name: "quintet_api_running",
    help: "Requests of an API that are worked on.",
    ...by(({ running }) => running),
  });
  gauge(registry, {
    name: "quintet_api_queued",
    help: "Requests of an API that wait for their turn.",
    ...by(({ queued }) => queued),
  });
  counter(registry, {
    name: "quintet_api_shed_total",
    help: "Requests of an API that got 503 because its queue was full.",
    ...by(({ busy }) => busy),
  });
}

/** Counters of events within the requests of this process. */
export interface InternalMetrics {
  readonly work: WorkMetrics;
  readonly database: DatabaseMetrics;
  concurrency(): readonly ConcurrencyNumbers[];
  /** Spans that the trace collector did not accept; undefined without a collector. */
  droppedSpans(): number | undefined;
}

/** The metrics of a process that counts nothing. */
export const noInternalMetrics: InternalMetrics = {
  work: new WorkMetrics(),
  database: new DatabaseMetrics(),
  concurrency: () => [],
  droppedSpans: () => undefined,
};

/** Shows the use of the database to Prometheus; the histogram of its times is written by `metrics.ts`. */
function registerDatabase(registry: Registry, metrics: DatabaseMetrics): void {
  gauge(registry, {
    name: "quintet_database_running",
    help: "Statements and transactions under way, by kind; those that wait for a connection included.",
    labelNames: ["kind"],
    series: () => metrics.running(),
  });
  counter(registry, {
    name: "quintet_database_errors_total",
    help: "Statements and transactions that failed, by reason: unavailable (no connection, no response in time, full disk) or failed.",
    labelNames: ["reason"],
    series: () => metrics.errors(),
  });
}

/** Shows charges and refunds to Prometheus, by API. */
function registerCharges(registry: Registry, work: WorkMetrics): void {
  const labelNames = ["api"];
  counter<string>(registry, {
    name: "quintet_charges_total",
    help: "Calls that were charged, by API; those given back later included.",
    labelNames,
    series: () => work.charges.all().map(({ labels, value }) => [labels, value.times] as const),
  });
  counter<string>(registry, {
    name: "quintet_charged_units_total",
    help: "Units that were charged (calls, pages, images, profiles, lookups), by API.",
    labelNames,
    series: () => work.charges.all().map(({ labels, value }) => [labels, value.units] as const),
  });
  counter<string>(registry, {
    name: "quintet_refunds_total",
    help: "Charges that were given back, whole or in part, by API; those that wait for the database included.",
    labelNames,
    series: () => work.refunds.all().map(({ labels, value }) => [labels, value.times] as const),
  });
  counter<string>(registry, {
    name: "quintet_refunded_units_total",
    help: "Units that were given back, by API.",
    labelNames,
    series: () => work.refunds.all().map(({ labels, value }) => [labels, value.units] as const),
  });
  counter<string>(registry, {
    name: "quintet_charge_failures_total",
    help: "Calls that could not be charged, by API and the code of the problem: storage-unavailable, quota-exceeded.",
    labelNames: ["api", "code"],
    series: () => work.failedCharges.all().map(({ labels, value }) => [labels, value.times] as const),
  });
}

/** Shows it to Prometheus; its histograms are written by `metrics.ts`. */
export function registerInternalMetrics(registry: Registry, internals: InternalMetrics): void {
  const { work, concurrency, droppedSpans } = internals;
  registerConcurrency(registry, concurrency);
  registerDatabase(registry, internals.database);
  registerCharges(registry, work);
  counter<string>(registry, {
    name: "quintet_refusals_total",
    help: "Requests that were rejected, by API and error code; quota-exceeded among them.",
    labelNames: ["api", "code"],
    series: () => work.refusals.all().map(({ labels, value }) => [labels, value.times] as const),
  });
  counter<string>(registry, {
    name: "quintet_free_cpu_seconds_total",
    help: "Processor time of calls that were not charged (failed calls, dry runs), by API, as drawn on allowances.",
    labelNames: ["api"],
    series: () => work.freeCpu.all().map(({ labels, value }) => [labels, value.ms / 1000] as const),
  });
  counter<string>(registry, {
    name: "quintet_free_cpu_rejections_total",
    help: "Calls rejected because their account had used its free processor time, by API.",
    labelNames: ["api"],
    series: () => work.outOfFreeCpuTimes.all().map(({ labels, value }) => [labels, value.times] as const),
  });
  counter<string>(registry, {
    name: "quintet_webhook_attempts_total",
    help: "Attempts to deliver webhooks, by outcome: delivered, rejected (a response that is not 2xx), or the code of a problem.",
    labelNames: ["outcome"],
    series: () => work.webhooks.all().map(({ labels, value }) => [labels, value.times] as const),
  });
  counter(registry, {
    name: "quintet_trace_spans_dropped_total",
    help: "Spans that the collector of traces did not take.",
    labelNames: [],
    series: () => [[{}, droppedSpans() ?? 0]],
  });
}
