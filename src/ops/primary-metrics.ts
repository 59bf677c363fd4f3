import { counter, gauge, type MetricsReport } from "./metric-report.ts";

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
  const by = (of: "running" | "queued" | "processes" | "memoryBytes" | "recycled" | "retired") =>
    pools.map((pool) => ({ labels: { job: pool.job }, value: pool[of] }));
  return [
    gauge("quintet_sandbox_running", "Runs in progress.", by("running")),
    gauge("quintet_sandbox_queued", "Runs waiting for a process.", by("queued")),
    gauge("quintet_sandbox_processes", "Running processes.", by("processes")),
    gauge("quintet_sandbox_memory_bytes", "Resident memory of the processes.", by("memoryBytes")),
    counter("quintet_sandbox_recycled_total", "Processes that were replaced by a new one.", by("recycled")),
    counter("quintet_sandbox_retired_total", "Processes that ended because they were idle.", by("retired")),
    counter(
      "quintet_sandbox_runs_total",
      "Runs by how they ended; deadline, memory, crash and left ended their process.",
      pools.flatMap(({ job, runs }) =>
        Object.entries(runs).map(([ending, value]) => ({ labels: { job, ending }, value })),
      ),
    ),
  ];
}

/** The metrics of the workers of the primary process. */
export function killsReport(kills: number): MetricsReport {
  const help = "Worker processes that were killed because their event loop was blocked.";
  return [counter("quintet_workers_killed_total", help, kills)];
}
