import { type MetricsReport, type MetricValue, metric } from "./metric-report.ts";

// These are made without the metrics library, because the primary process has them and does not load it.

/** The numbers of the processes of one job, or of the runs of one program. */
export interface PoolNumbers {
  readonly job: string;
  readonly running: number;
  readonly queued: number;
  readonly processes: number;
  /** Runs since the start by outcome, such as `done` or `busy`, or by why their process was ended. */
  readonly runs: Readonly<Record<string, number>>;
  readonly recycled: number;
  readonly retired: number;
  readonly memoryBytes: number;
}

/** The metrics of the sandbox: queue, runs by how they ended, recycled processes. */
export function poolsReport(pools: readonly PoolNumbers[]): MetricsReport {
  const byJob = (read: (pool: PoolNumbers) => number): MetricValue[] =>
    pools.map((pool) => [{ job: pool.job }, read(pool)]);
  const endings = pools.flatMap(({ job, runs }) =>
    Object.entries(runs).map(([ending, times]): MetricValue => [{ job, ending }, times]),
  );
  return [
    metric(
      "gauge",
      "quintet_sandbox_running",
      "Runs in progress.",
      byJob(({ running }) => running),
    ),
    metric(
      "gauge",
      "quintet_sandbox_queued",
      "Runs waiting for a process.",
      byJob(({ queued }) => queued),
    ),
    metric(
      "gauge",
      "quintet_sandbox_processes",
      "Running processes.",
      byJob(({ processes }) => processes),
    ),
    metric(
      "gauge",
      "quintet_sandbox_memory_bytes",
      "Resident memory of the processes.",
      byJob(({ memoryBytes }) => memoryBytes),
    ),
    metric(
      "counter",
      "quintet_sandbox_recycled_total",
      "Processes that were replaced by a new one.",
      byJob(({ recycled }) => recycled),
    ),
    metric(
      "counter",
      "quintet_sandbox_retired_total",
      "Processes that ended because they were idle.",
      byJob(({ retired }) => retired),
    ),
    metric(
      "counter",
      "quintet_sandbox_runs_total",
      "Runs by how they ended; deadline, memory, crash and left ended their process.",
      endings,
    ),
  ];
}

/** The metrics of the workers of the primary process. */
export function killsReport(kills: number): MetricsReport {
  const help = "Worker processes that were killed because their event loop was blocked.";
  return [metric("counter", "quintet_workers_killed_total", help, [[{}, kills]])];
}
