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
  const ofEach = (
    type: "gauge" | "counter",
    name: string,
    help: string,
    of: "running" | "queued" | "processes" | "memoryBytes" | "recycled" | "retired",
  ) =>
    metric(
      type,
      name,
      help,
      pools.map((pool): MetricValue => [{ job: pool.job }, pool[of]]),
    );
  const endings = pools.flatMap(({ job, runs }) =>
    Object.entries(runs).map(([ending, times]): MetricValue => [{ job, ending }, times]),
  );
  const runsHelp = "Runs by how they ended; deadline, memory, crash and left ended their process.";
  return [
    ofEach("gauge", "quintet_sandbox_running", "Runs in progress.", "running"),
    ofEach("gauge", "quintet_sandbox_queued", "Runs waiting for a process.", "queued"),
    ofEach("gauge", "quintet_sandbox_processes", "Running processes.", "processes"),
    ofEach("gauge", "quintet_sandbox_memory_bytes", "Resident memory of the processes.", "memoryBytes"),
    ofEach(
      "counter",
      "quintet_sandbox_recycled_total",
      "Processes that were replaced by a new one.",
      "recycled",
    ),
    ofEach(
      "counter",
      "quintet_sandbox_retired_total",
      "Processes that ended because they were idle.",
      "retired",
    ),
    metric("counter", "quintet_sandbox_runs_total", runsHelp, endings),
  ];
}

/** The metrics of the workers of the primary process. */
export function killsReport(kills: number): MetricsReport {
  const help = "Worker processes that were killed because their event loop was blocked.";
  return [metric("counter", "quintet_workers_killed_total", help, [[{}, kills]])];
}
