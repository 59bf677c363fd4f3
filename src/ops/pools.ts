import { Counter, Gauge, type Registry } from "prom-client";

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
  const registers = [registry];
  const labelNames = ["job"] as const;
  const gauge = (name: string, help: string, read: (pool: PoolNumbers) => number) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        for (const pool of pools()) this.set({ job: pool.job }, read(pool));
      },
    });
  gauge("quintet_sandbox_running", "Runs under way.", ({ running }) => running);
  gauge("quintet_sandbox_queued", "Runs that wait for a process.", ({ queued }) => queued);
  gauge("quintet_sandbox_processes", "Processes that are there.", ({ processes }) => processes);
  gauge("quintet_sandbox_memory_bytes", "Resident memory of the processes.", (pool) => pool.memoryBytes);
  const counter = (name: string, help: string, read: (pool: PoolNumbers) => number) =>
    new Counter({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const pool of pools()) this.inc({ job: pool.job }, read(pool));
      },
    });
  counter(
    "quintet_sandbox_recycled_total",
    "Processes that made room for a fresh one.",
    ({ recycled }) => recycled,
  );
  counter(
    "quintet_sandbox_retired_total",
    "Processes that ended for want of work.",
    ({ retired }) => retired,
  );
  new Counter({
    name: "quintet_sandbox_runs_total",
    help: "Runs by how they ended; deadline, memory, crash and left ended their process.",
    labelNames: ["job", "ending"],
    registers,
    collect() {
      this.reset();
      for (const { job, runs } of pools()) {
        for (const [ending, times] of Object.entries(runs)) this.inc({ job, ending }, times);
      }
    },
  });
}
