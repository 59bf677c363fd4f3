import type { Job } from "../kit/sandbox.ts";
import type { Work } from "../kit/work.ts";
import type { PoolCount, RunCount } from "./count.ts";
import type { SandboxProcess } from "./process.ts";

/** Data of a job in the process that owns the pool: neither its input nor its messages. */
export type LeasedJob = Pick<Job<never, unknown>, "name" | "module" | "processes">;

/** A process that runs a job for its lessee. */
export type JobProcess = Readonly<
  Pick<SandboxProcess, "pid" | "isAlive" | "owes" | "cpuMs" | "ask" | "kill">
>;

/** Outcome of a run. */
export interface RunOutcome {
  /** Processor time of the run, in milliseconds. */
  readonly cpuMs: number;
  /** Whether the run failed or was left, so that nobody pays for it. */
  readonly failed: boolean;
  /** The metric that counts the run. */
  readonly counted: keyof RunCount["runs"];
  /**
   * The process afterwards: `fit` for another run, `spent` if a new process replaces it, `lost` if it was ended
   * or its state is unknown.
   */
  readonly process: "fit" | "spent" | "lost";
}

/** One process, for one run. */
export interface Lease {
  readonly process: JobProcess;
  /** Whether another caller waits that a long silent run must make way for. */
  isContended(): boolean;
  /** Gives the process back; calls after the first do nothing. */
  end(outcome: RunOutcome): void;
}

/** Leases of processes: pools of this process, or those of the primary. */
export interface Leases {
  /**
   * Waits for a process of a job. Throws `busy` where the queue is full or the wait too long, and `client-left` where
   * the client leaves first.
   */
  acquire(job: LeasedJob, work: Pick<Work, "requestId" | "tenant">, client: AbortSignal): Promise<Lease>;
  /** Starts the processes of a job before the first run needs them. */
  warm(job: LeasedJob): Promise<void>;
  /** The counts of each pool of this process, by the name of its jobs. */
  counts(): readonly (PoolCount & { readonly job: string })[];
  /** Ends every process of this process's pools; runs that are under way fail. */
  close(): void;
}
