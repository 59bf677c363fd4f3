import { FairQueue, isBackground, type Release } from "../kit/fair-queue.ts";
import { Problem } from "../kit/problem.ts";
import type { JobProcesses } from "../kit/sandbox.ts";
import type { Work } from "../kit/work.ts";
import { type PoolCount, zeroCount } from "./count.ts";
import type { Lease, LeasedJob, Leases, RunOutcome } from "./lease.ts";
import { Ended, type SandboxProcess } from "./process.ts";
import { type PoolLimits, ProcessPool } from "./process-pool.ts";
import { residentBytes } from "./resource-usage.ts";

/** The longest wait of a run for a process, in milliseconds. */
const WAIT_MS = 20_000;

/** Processes that are started for one run before its client is told to retry. */
const STARTS = 3;

/**
 * A run of an unknown tenant that takes longer, in milliseconds, causes the reserved process to be started for
 * other tenants.
 */
const LONG_MS = 1_000;

/**
 * Runs after which a process is replaced, which limits leaks. A new one is slow until its code is compiled: its first
 * hundred pages take 1.5 s more CPU time than the same pages take later.
 */
const RUNS_MAX = 5_000;

export interface PoolOptions extends PoolLimits {
  /** Runs that may wait for a process. */
  readonly queue: number;
  /** Called for every process that did not start, with the request that it was started for. */
  onFailure(fields: Readonly<Record<string, unknown>>): void;
}

type Lessee = Pick<Work, "requestId" | "tenant">;

/**
 * Warm processes of one job, or of jobs that share them, each leased to one run at a time. Beside the `size` that the
 * operator allows there is one for callers whose runs succeed and are not long (see `FairQueue`): however many others
 * fill the rest with inputs that burn seconds, their runs start at once.
 */
class LeasePool {
  readonly #options: PoolOptions;
  readonly #fairQueue: FairQueue;
  readonly #reserved: number;
  readonly #processes: ProcessPool;
  readonly #count = zeroCount();

  constructor(processes: JobProcesses, options: PoolOptions) {
    this.#options = options;
    const { reserved = 1 } = processes;
    this.#reserved = reserved;
    const size = options.size + reserved;
    this.#fairQueue = new FairQueue(size, options.queue, { waitMs: WAIT_MS, reserved, isForProven: true });
    this.#processes = new ProcessPool(processes, { ...options, size });
  }

  get count(): PoolCount {
    const { count, retired, pids } = this.#processes;
    const memoryBytes = pids.reduce((sum, pid) => sum + (residentBytes(pid) ?? 0), 0);
    return { ...this.#count, queued: this.#fairQueue.waiting, processes: count, retired, memoryBytes };
  }

  /** Starts all processes that there may be; resolves when they are ready. */
  warm(job: LeasedJob): Promise<void> {
    this.#processes.want(this.#options.size);
    return this.#processes.fill(job);
  }

  /** Leases a process to a run; see `Leases`. */
  async acquire(job: LeasedJob, lessee: Lessee, client: AbortSignal): Promise<Lease> {
    const leave = await this.#fairQueue.acquire(client, this.#count.runs, lessee.tenant);
    this.#count.running++;
    let long: Timer | undefined;
    const over: Release = (cost) => {
      clearTimeout(long);
      // As many as were busy at once: another client's first run is worth the start of a process.
      this.#processes.want(Math.min(this.#options.size, this.#count.running));
      this.#count.running--;
      leave(cost);
    };
    try {
      const process = await this.#process(job, lessee);
      long = setTimeout(() => {
        if (this.#fairQueue.isTrusted(lessee.tenant)) return;
        this.#processes.want(this.#count.running + 1);
        this.#fill(job);
      }, LONG_MS);
      if (this.#fairQueue.hasFailed(lessee.tenant)) process.lowerPriorityFurther();
      return this.#lease(process, job, lessee, over);
    } catch (error) {
      over({ cpuMs: 0, failed: true });
      throw error;
    }
  }

  close(): void {
    this.#processes.close();
  }

  #lease(process: SandboxProcess, job: LeasedJob, { tenant }: Lessee, over: Release): Lease {
    let isOver = false;
    return {
      process,
      isContended: () => !this.#fairQueue.isTrusted(tenant) && this.#fairQueue.isWantedByOthers(tenant),
      end: (outcome) => {
        if (isOver) return;
        isOver = true;
        this.#takeBack(process, outcome);
        over(outcome);
        // A run that ended its process is not the one to wait for the next.
        this.#fill(job);
      },
    };
  }

  #takeBack(process: SandboxProcess, { counted, process: state }: RunOutcome): void {
    this.#count.runs[counted]++;
    process.runs++;
    const isSpent = state === "spent" || process.runs >= RUNS_MAX || process.hasLowestPriority;
    if (state === "fit" && !isSpent) {
      this.#processes.release(process);
      return;
    }
    if (state !== "lost") this.#count.recycled++;
    this.#processes.end(process);
  }

  #fill(job: LeasedJob): void {
    this.#processes.fill(job).catch((cause: unknown) => {
      // The next run tries again, and its client is told.
      this.#options.onFailure({ job: job.name, cause });
    });
  }

  /**
   * How many processes that are ready a run must leave to others: the reserved one is for runs that may have the
   * reserved place, and starting another takes as long as many of their calls.
   */
  #spareFor(tenant: string): number {
    if (this.#fairQueue.isLong(tenant)) return this.#reserved;
    const isQuiet = this.#count.running === 1 && this.#fairQueue.waiting === 0;
    return this.#fairQueue.isTrusted(tenant) || (isQuiet && !this.#fairQueue.isCostly(tenant))
      ? 0
      : this.#reserved;
  }

  /** A process that is ready. One that dies while it starts has read nothing yet, so another is started. */
  async #process(job: LeasedJob, { requestId, tenant }: Lessee): Promise<SandboxProcess> {
    for (let tried = 1; ; tried++) {
      try {
        return await this.#processes.take(job, {
          spare: this.#spareFor(tenant),
          isPatient: isBackground(tenant) || this.#fairQueue.isLong(tenant),
        });
      } catch (cause) {
        if (!(cause instanceof Ended)) throw cause;
        this.#options.onFailure({ requestId, job: job.name, cause });
        if (tried < STARTS && cause.ending === "crash") continue;
        const detail =
          "The program that processes this input could not start. Send the request again in 5 s.";
        throw new Problem("busy", detail, { headers: { "Retry-After": "5" }, cause });
      }
    }
  }
}

/** Makes a pool of processes for each job, or name that jobs share, when it is first needed. */
export function createLocalLeases(options: PoolOptions): Leases {
  const pools = new Map<string, { readonly job: string; readonly pool: LeasePool }>();
  function poolOf({ name, module, processes = {} }: LeasedJob): LeasePool {
    const key = processes.pool ?? module;
    const known = pools.get(key);
    if (known !== undefined) return known.pool;
    const { most = options.size, keep = options.keep, idleMs = options.idleMs } = processes;
    const size = Math.min(most, options.size);
    const pool = new LeasePool(processes, {
      ...options,
      size,
      keep: Math.min(keep, options.keep, size),
      idleMs,
    });
    pools.set(key, { job: processes.pool ?? name, pool });
    return pool;
  }
  return {
    acquire: (job, work, client) => poolOf(job).acquire(job, work, client),
    warm: (job) => poolOf(job).warm(job),
    counts: () => Array.from(pools.values(), ({ job, pool }) => ({ job, ...pool.count })),
    close() {
      for (const { pool } of pools.values()) pool.close();
    },
  };
}
