import type { Registry } from "prom-client";
import { counter, gauge } from "./read-on-scrape.ts";

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

/** Shows the sandbox to Prometheus: queue, runs by ending (the kills among them), recycled processes. */
export function registerPools(registry: Registry, pools: () => readonly PoolNumbers[]): void {
  const by = (read: (pool: PoolNumbers) => number) => ({
    labelNames: ["job"] as const,
    series: () => pools().map((pool) => [{ job: pool.job }, read(pool)] as const),
  });
  gauge(registry, {
    name: "quintet_sandbox_running",
    help: "Runs under way.",
    ...by(({ running }) => running),
  });
  gauge(registry, {
    name: "quintet_sandbox_queued",
    help: "Runs that wait for a process.",
    ...by(({ queued }) => queued),
  });
  gauge(registry, {
    name: "quintet_sandbox_processes",
    help: "Processes that are there.",
    ...by(({ processes }) => processes),
  });
  gauge(registry, {
    name: "quintet_sandbox_memory_bytes",
    help: "Resident memory of the processes.",
    ...by(({ memoryBytes }) => memoryBytes),
  });
  counter(registry, {
    name: "quintet_sandbox_recycled_total",
    help: "Processes that made room for a fresh one.",
    ...by(({ recycled }) => recycled),
  });
  counter(registry, {
    name: "quintet_sandbox_retired_total",
    help: "Processes that ended for want of work.",
    ...by(({ retired }) => retired),
  });
  counter(registry, {
    name: "quintet_sandbox_runs_total",
    help: "Runs by how they ended; deadline, memory, crash and left ended their process.",
    labelNames: ["job", "ending"],
    series: () =>
      pools().flatMap(({ job, runs }) =>
        Object.entries(runs).map(([ending, times]) => [{ job, ending }, times] as const),
      ),
  });
}
