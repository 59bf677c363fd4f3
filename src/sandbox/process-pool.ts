import type { JobProcesses } from "../kit/sandbox.ts";
import type { LeasedJob } from "./lease.ts";
import { Ended, SandboxProcess } from "./process.ts";

/**
 * How long a process may take to load its job, in milliseconds. Loading takes a second; below normal priority, on a
 * machine with other work, it takes much longer by the clock.
 */
const LOAD_MS = 60_000;

/** How long a process that waits for work may take to say that it is there, in milliseconds. */
const ANSWER_MS = 1_000;

/** For so long after a run a process may still collect its garbage, in milliseconds. */
const COLLECTING_MS = 250;

/** Limits of a pool: its processes, and how long an idle one stays. */
export interface PoolLimits {
  readonly size: number;
  /** Processes that stay when idle. */
  readonly keep: number;
  /** Milliseconds without work after which the others end. */
  readonly idleMs: number;
}

/** Conditions under which a run gets an idle process. */
export interface TakeOptions {
  /** How many idle processes it must leave to others. */
  readonly spare?: number;
  /**
   * Whether it gets the process that was used last, even while it may collect its garbage: runs that nobody waits
   * for, or that take long anyway, then make one process warm and large, not each in turn.
   */
  readonly isPatient?: boolean;
}

/** A run that has its slot and no process yet. */
interface Waiter extends Required<TakeOptions> {
  readonly job: LeasedJob;
  resolve(process: SandboxProcess): void;
  reject(error: unknown): void;
}

const closed = () => new Ended("stopped", "the sandbox is closed");

/**
 * The processes of one pool, started on demand up to `size`. Processes that are idle for `idleMs` end, down to `keep`.
 */
export class ProcessPool {
  readonly #processes: JobProcesses;
  readonly #limits: PoolLimits;
  readonly #idle: SandboxProcess[] = [];
  readonly #all = new Set<SandboxProcess>();
  #wanted = 0;
  #filling: Promise<void> | undefined;
  readonly #waiters: Waiter[] = [];
  #starting = 0;
  /** Every job that has loaded, by its module: a new process loads them all, so that no later run waits for it. */
  readonly #jobs = new Map<string, LeasedJob>();
  #sweeping: Timer | undefined;
  #closed = false;
  /** Processes that ended because they were idle. */
  retired = 0;

  constructor(processes: JobProcesses, limits: PoolLimits) {
    this.#processes = processes;
    this.#limits = limits;
  }

  get count(): number {
    return this.#all.size;
  }

  get pids(): number[] {
    return Array.from(this.#all, ({ pid }) => pid);
  }

  /** Wants so many processes at least; those that are missing are started when `fill` is called. */
  want(processes: number): void {
    this.#wanted = Math.min(this.#limits.size, Math.max(this.#wanted, processes));
  }

  /** Starts the processes that are wanted and missing, one after the other; rejects where one does not load. */
  fill(job: LeasedJob): Promise<void> {
    this.#filling ??= this.#fill(job).finally(() => {
      this.#filling = undefined;
    });
    return this.#filling;
  }

  /**
   * A process for a run that has its slot: one that is idle, else the first that is given back or that has started,
   * since starting one takes as long as many runs.
   */
  async take(job: LeasedJob, { spare = 0, isPatient = false }: TakeOptions = {}): Promise<SandboxProcess> {
    const idle = this.#idle.length > spare ? await this.#nextIdle(job, isPatient) : undefined;
    const process = idle ?? (await this.#wait({ job, spare, isPatient }));
    await this.#load(process, job, false);
    return process;
  }

  /** Takes back a process that is fit for another run. */
  release(process: SandboxProcess): void {
    if (this.#closed || this.#all.size > this.#limits.size) {
      this.end(process);
      return;
    }
    process.idleSince = performance.now();
    this.#idle.push(process);
    this.#serve();
    this.#sweepLater();
  }

  /** Ends a process. It no longer counts from now on, although the system may take some time to remove it. */
  end(process: SandboxProcess): void {
    process.kill("stopped");
    this.#all.delete(process);
    this.#startMissing();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#sweeping);
    for (const process of this.#all) process.kill("stopped");
    for (const { reject } of this.#waiters.splice(0)) reject(closed());
  }

  #wait(waiter: Omit<Waiter, "resolve" | "reject">): Promise<SandboxProcess> {
    if (this.#closed) return Promise.reject(closed());
    return new Promise((resolve, reject) => {
      this.#waiters.push({ ...waiter, resolve, reject });
      this.#serve();
    });
  }

  /** Gives idle processes to those who wait. Where no other can come, nothing is spared. */
  #serve(): void {
    const isFull = this.#all.size >= this.#limits.size && this.#starting === 0;
    for (const waiter of this.#waiters.slice()) {
      if (this.#idle.length <= (isFull ? 0 : waiter.spare)) continue;
      const idle = this.#popIdle(waiter.job, waiter.isPatient);
      if (idle === undefined) break;
      this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
      waiter.resolve(idle);
    }
    this.#startMissing();
  }

  /** Starts a process for each who waits, as far as there may be more. */
  #startMissing(): void {
    for (const waiter of this.#waiters.slice(this.#starting)) {
      if (this.#closed || this.#all.size >= this.#limits.size) return;
      this.#start(waiter.job, false).then(
        (fresh) => this.release(fresh),
        (error: unknown) => {
          const place = this.#waiters.indexOf(waiter);
          // Who was given another process meanwhile does not need this one; the next start tells what is wrong.
          if (place >= 0) this.#waiters.splice(place, 1)[0]?.reject(error);
        },
      );
    }
  }

  async #fill(job: LeasedJob): Promise<void> {
    try {
      while (!this.#closed && this.#all.size < this.#wanted) this.release(await this.#start(job, true));
    } catch (error) {
      // Somebody may wait for the process that did not start.
      this.#startMissing();
      throw error;
    }
  }

  async #start(job: LeasedJob, isWarmed: boolean): Promise<SandboxProcess> {
    const fresh = new SandboxProcess(this.#processes);
    this.#all.add(fresh);
    void fresh.exited.then(() => {
      this.#all.delete(fresh);
      this.#startMissing();
    });
    this.#starting++;
    try {
      await this.#load(fresh, job, isWarmed);
      if (this.#all.size > 1)
        for (const other of this.#jobs.values()) await this.#load(fresh, other, isWarmed);
    } finally {
      this.#starting--;
    }
    return fresh;
  }

  /**
   * Loads a job into a process that has not run it before. Ends the process where the job does not load. A process that
   * a run waits for is not warmed: the run itself compiles what it needs, in less time.
   */
  async #load(process: SandboxProcess, job: LeasedJob, isWarmed: boolean): Promise<void> {
    const { module, name } = job;
    if (process.modules.has(module)) return;
    const late = setTimeout(() => process.kill("deadline"), LOAD_MS);
    const reply = await process.ask({ kind: "load", module, isWarmed }).finally(() => clearTimeout(late));
    if (reply.kind === "ready") {
      process.modules.add(module);
      this.#jobs.set(module, job);
      return;
    }
    this.end(process);
    throw new Error(`The job ${name} does not load: ${"reason" in reply ? reply.reason : reply.kind}`);
  }

  /**
   * The idle process that was used last of those that have loaded the job, else of all; one that has just ended a run
   * only where there is no other, or for a patient run.
   */
  #popIdle({ module }: LeasedJob, isPatient: boolean): SandboxProcess | undefined {
    const collecting = isPatient ? Number.POSITIVE_INFINITY : performance.now() - COLLECTING_MS;
    // The last one: what is not needed is then idle for longest.
    const ready = this.#idle.findLastIndex(
      ({ modules, idleSince }) => modules.has(module) && idleSince <= collecting,
    );
    const place = ready >= 0 ? ready : this.#idle.findLastIndex(({ modules }) => modules.has(module));
    return place < 0 ? this.#idle.pop() : this.#idle.splice(place, 1)[0];
  }

  /**
   * Returns an idle process that responds. A process that ended while idle must not be blamed on the next
   * client's file.
   */
  async #nextIdle(job: LeasedJob, isPatient: boolean): Promise<SandboxProcess | undefined> {
    const next = () => this.#popIdle(job, isPatient);
    for (let idle = next(); idle !== undefined; idle = next()) {
      const one = idle;
      const late = setTimeout(() => one.kill("deadline"), ANSWER_MS);
      const isAlive = await one.ask({ kind: "stop" }).then(
        () => true,
        () => false,
      );
      clearTimeout(late);
      if (isAlive) return one;
      this.#all.delete(one);
    }
    return undefined;
  }

  #sweepLater(): void {
    if (this.#sweeping !== undefined || this.#closed) return;
    this.#sweeping = setTimeout(() => {
      this.#sweeping = undefined;
      this.#sweep();
    }, this.#limits.idleMs);
    // The server must never wait for this.
    this.#sweeping.unref();
  }

  #sweep(): void {
    const { keep, idleMs } = this.#limits;
    const since = performance.now() - idleMs;
    while (this.#all.size > keep && (this.#idle[0]?.idleSince ?? Number.POSITIVE_INFINITY) <= since) {
      const [idle] = this.#idle.splice(0, 1);
      if (idle === undefined) break;
      this.end(idle);
      this.retired++;
    }
    this.#wanted = Math.min(this.#wanted, Math.max(this.#all.size, keep));
    if (this.#all.size > keep && this.#idle.length > 0) this.#sweepLater();
  }
}
