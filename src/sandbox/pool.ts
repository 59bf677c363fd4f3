import { Problem } from "../kit/problem.ts";
import type { Job, JobLimits, JobProcesses } from "../kit/sandbox.ts";
import { Turnstile } from "../kit/turnstile.ts";
import type { CallCost, Work } from "../kit/work.ts";
import { type PoolCount, zeroCount } from "./count.ts";
import { pack, piecesOf, Unpacking } from "./freight.ts";
import { Ended, type SandboxProcess } from "./process.ts";
import type { Reply } from "./protocol.ts";
import { problemOf, problemOfEnding } from "./refusal.ts";
import { residentBytes } from "./resource-usage.ts";
import { type Loadable, Staff, type Staffing } from "./staff.ts";
import { halt, Watch } from "./watch.ts";

/** How long a run waits for a process at most, in milliseconds: no client waits for ever. */
const WAIT_MS = 30_000;

/** Processes that are started for one run before its client is told to come again. */
const STARTS = 3;

/** A stranger's run that takes longer has the reserved process started, for whoever comes; in milliseconds. */
const LONG_MS = 500;

/** Runs after which a process makes room for a fresh one: what leaks, leaks no further. */
const RUNS_MAX = 500;

export interface PoolOptions extends Staffing {
  /** Runs that may wait for a process. */
  readonly queue: number;
  /** Told of every run whose process had to be ended or ended itself, with the request that it worked for. */
  onFailure(fields: Readonly<Record<string, unknown>>): void;
  /** Told how long each run waited for its turn, in milliseconds. */
  onWait?(job: string, ms: number): void;
}

// The file is longer than 150 lines because one run, from its turn to its end, is read in one go.
/**
 * Warm processes of one job, or of jobs that share them, each running one job for one client at a time. Beside the
 * `size` that the operator allows there is one for callers whose runs succeed and are not long (see `Turnstile`):
 * however many others fill the rest with inputs that burn seconds, their runs start at once.
 */
export class Pool {
  readonly #options: PoolOptions;
  readonly #turns: Turnstile;
  readonly #reserved: number;
  readonly #staff: Staff;
  readonly #count = zeroCount();

  constructor(processes: JobProcesses, options: PoolOptions) {
    this.#options = options;
    const { reserved = 1 } = processes;
    this.#reserved = reserved;
    const size = options.size + reserved;
    this.#turns = new Turnstile(size, options.queue, { waitMs: WAIT_MS, reserved, isForProven: true });
    this.#staff = new Staff(processes, { ...options, size });
  }

  get count(): PoolCount {
    const { count, retired, pids } = this.#staff;
    const memoryBytes = pids.reduce((sum, pid) => sum + (residentBytes(pid) ?? 0), 0);
    return { ...this.#count, queued: this.#turns.waiting, processes: count, retired, memoryBytes };
  }

  /** Starts all processes that there may be; resolves when they are ready. */
  warm(job: Loadable): Promise<void> {
    this.#staff.want(this.#options.size);
    return this.#staff.fill(job);
  }

  /** Runs a job once, held to its limits. See `Run` for what it throws. */
  async *run<Input, Message>(
    job: Job<Input, Message>,
    input: Input,
    signal: AbortSignal,
    work: Work,
  ): AsyncGenerator<Message, void> {
    const came = performance.now();
    const leave = await this.#turns.admit(signal, this.#count.runs, work.payer);
    this.#options.onWait?.(job.name, performance.now() - came);
    this.#count.running++;
    const cost = { cpuMs: 0 };
    let failed = false;
    const long = setTimeout(() => {
      if (this.#turns.isTrusted(work.payer)) return;
      this.#staff.want(this.#count.running + 1);
      this.#fill(job);
    }, LONG_MS);
    try {
      yield* this.#steps(await this.#process(job, work), job, input, signal, work, cost);
    } catch (error) {
      failed = true;
      throw error;
    } finally {
      clearTimeout(long);
      // One more than are busy, so that the next client need not wait for a process to start.
      this.#staff.want(Math.min(this.#options.size, this.#count.running + 1));
      this.#count.running--;
      leave({ ...cost, failed: failed || signal.aborted });
      if (work.cost !== undefined) work.cost.cpuMs += cost.cpuMs;
      // A run that ended its process is not the one to wait for the next.
      this.#fill(job);
    }
  }

  /** Ends every process; runs that are under way fail. */
  close(): void {
    this.#staff.close();
  }

  #fill(job: Loadable): void {
    this.#staff.fill(job).catch((cause: unknown) => {
      // The next run tries again, and its client is told.
      this.#options.onFailure({ job: job.name, cause });
    });
  }

  /**
   * How many processes that are ready a run must leave to others: the reserved one is for runs that may have the
   * reserved place, and starting another takes as long as many of their calls.
   */
  #spareFor(payer: string): number {
    const isQuiet = this.#count.running === 1 && this.#turns.waiting === 0;
    return this.#turns.isTrusted(payer) || (isQuiet && !this.#turns.isCostly(payer)) ? 0 : this.#reserved;
  }

  /** A process that is ready. One that dies while it starts has read nothing yet, so another is started. */
  async #process(job: Loadable, { requestId, payer }: Work): Promise<SandboxProcess> {
    for (let tried = 1; ; tried++) {
      try {
        return await this.#staff.take(job, this.#spareFor(payer));
      } catch (cause) {
        if (!(cause instanceof Ended)) throw cause;
        this.#options.onFailure({ requestId, job: job.name, cause });
        if (tried < STARTS && cause.ending === "crash") continue;
        const detail =
          "The program that reads this input does not start now. Send the same request again in 5 s.";
        throw new Problem("busy", detail, { headers: { "Retry-After": "5" }, cause });
      }
    }
  }

  async *#steps<Input, Message>(
    process: SandboxProcess,
    job: Job<Input, Message>,
    input: Input,
    signal: AbortSignal,
    work: Work,
    cost: CallCost,
  ): AsyncGenerator<Message, void> {
    const { limits } = job;
    const usedBefore = process.cpuMs;
    if (this.#turns.hasFailed(work.payer)) process.putLast();
    const watch = new Watch(
      process,
      limits,
      signal,
      () => !this.#turns.isTrusted(work.payer) && this.#turns.isWantedByOthers(work.payer),
    );
    let last: Reply | undefined;
    try {
      let reply = await this.#send(process, job.module, input, watch);
      while (reply.kind === "message") {
        const message = new Unpacking(reply.message);
        while (!message.isComplete) {
          const piece = await watch.during(process.ask({ kind: "fetch" }));
          if (piece.kind !== "piece") throw new Ended("crash", "the process does not go on with its message");
          message.add(piece.bytes);
        }
        // The job's own module made it: both sides take their types from the same `Job`.
        yield message.value as Message;
        reply = await watch.during(process.ask({ kind: "next" }));
      }
      last = reply;
      if (reply.kind === "refused") throw problemOf(reply.refusal);
      if (reply.kind === "failed") throw new Ended("crash", reply.reason);
      this.#count.runs.done++;
    } catch (error) {
      throw this.#explain(error, job, work);
    } finally {
      watch.end();
      const fit =
        last === undefined ? (await halt(process)) && !process.isLast : this.#isFit(process, last, limits);
      process.runs++;
      // One that was ended does not say what it used.
      cost.cpuMs = process.cpuMs > usedBefore ? process.cpuMs - usedBefore : watch.usedMs;
      if (fit) this.#staff.giveBack(process);
      else this.#staff.end(process);
    }
  }

  /** Sends the input, piece after piece, and gives the first reply to it. */
  async #send(process: SandboxProcess, module: string, input: unknown, watch: Watch): Promise<Reply> {
    const { packed, freight } = pack(input);
    let reply = await watch.during(process.ask({ kind: "start", module, input: packed }));
    for (const bytes of piecesOf(freight)) {
      if (reply.kind !== "more") return reply;
      reply = await watch.during(process.ask({ kind: "piece", bytes }));
    }
    return reply;
  }

  /** Whether a process may run another job after its last reply. */
  #isFit(process: SandboxProcess, last: Reply, { keepBytes }: JobLimits): boolean {
    if (last.kind !== "done" && last.kind !== "refused") return false;
    const spent =
      process.runs + 1 >= RUNS_MAX ||
      last.bytes > keepBytes ||
      process.isLast ||
      // What ran out of memory inside may be in any state.
      (last.kind === "refused" && last.refusal.code === "too-complex");
    if (spent) this.#count.recycled++;
    return !spent;
  }

  #explain(error: unknown, { name, limits }: Job<never, unknown>, { requestId }: Work): unknown {
    if (!(error instanceof Ended)) {
      this.#count.runs.refused++;
      return error;
    }
    this.#count.runs[error.ending]++;
    if (error.ending !== "left") this.#options.onFailure({ requestId, job: name, cause: error });
    return problemOfEnding(error, limits);
  }
}
