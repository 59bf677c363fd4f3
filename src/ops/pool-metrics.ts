import type { MetricType } from "prom-client";
import type { MetricsReport } from "./metrics.ts";

/** What is known of the processes of one job, or of the runs of one program. */
export interface PoolNumbers {
  readonly job: string;
  readonly running: number;
  readonly queued: number;
  readonly processes: number;
  /** Runs since the start by how they ended: done, refused, busy, or why their process was ended. */
  readonly runs: Readonly<Record<string, number>>;
  readonly recycled: number;
  readonly retired: number;
  readonly memoryBytes: number;
}

// The library declares its metric types as a numbered enum and means these words.
const GAUGE = "gauge" as unknown as MetricType;
const COUNTER = "counter" as unknown as MetricType;

type Value = readonly [labels: Readonly<Record<string, string>>, value: number];

function byJob(pools: readonly PoolNumbers[], read: (pool: PoolNumbers) => number): Value[] {
  return pools.map((pool) => [{ job: pool.job }, read(pool)]);
}

function metric(type: MetricType, name: string, help: string, values: readonly Value[]): MetricsReport {
  const rows = values.map(([labels, value]) => ({ metricName: name, labels, value }));
  return [{ name, help, type, aggregator: "sum", values: rows, collect() {} }];
}

/**
 * The metrics of the sandbox: queue, runs by ending (the kills among them), recycled processes. Made without the
 * library, because the primary process has pools and does not load it.
 */
export function poolsReport(pools: readonly PoolNumbers[]): MetricsReport {
  const endings = pools.flatMap(({ job, runs }) =>
    Object.entries(runs).map(([ending, times]): Value => [{ job, ending }, times]),
  );
  return [
    ...metric(
      GAUGE,
      "quintet_sandbox_running",
      "Runs under way.",
      byJob(pools, (pool) => pool.running),
    ),
    ...metric(
      GAUGE,
      "quintet_sandbox_queued",
      "Runs that wait for a process.",
      byJob(pools, (pool) => pool.queued),
    ),
    ...metric(
      GAUGE,
      "quintet_sandbox_processes",
      "Processes that are there.",
      byJob(pools, (pool) => pool.processes),
    ),
    ...metric(
      GAUGE,
      "quintet_sandbox_memory_bytes",
      "Resident memory of the processes.",
      byJob(pools, (pool) => pool.memoryBytes),
    ),
    ...metric(
      COUNTER,
      "quintet_sandbox_recycled_total",
      "Processes that made room for a fresh one.",
      byJob(pools, (pool) => pool.recycled),
    ),
    ...metric(
      COUNTER,
      "quintet_sandbox_retired_total",
      "Processes that ended for want of work.",
      byJob(pools, (pool) => pool.retired),
    ),
    ...metric(
      COUNTER,
      "quintet_sandbox_runs_total",
      "Runs by how they ended; deadline, memory, crash and left ended their process.",
      endings,
    ),
  ];
}
