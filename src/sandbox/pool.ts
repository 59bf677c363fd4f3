import { Problem } from "../kit/problem.ts";
import type { Job } from "../kit/sandbox.ts";
import { Ended, type Ending, SandboxProcess } from "./process.ts";
import type { Reply } from "./protocol.ts";
import { problemOf, problemOfEnding } from "./refusal.ts";
import { Turnstile } from "./turnstile.ts";
import { halt, Watch } from "./watch.ts";

/** How long a process may take to load its job, in milliseconds. */
const LOAD_MS = 20_000;

/** Runs after which a process makes room for a fresh one: what leaks, leaks no further. */
const RUNS_MAX = 500;

/** What a pool has done since the server started, and what it does now. */
export interface PoolCount {
  running: number;
  queued: number;
  processes: number;
  /** Runs by how they ended; `busy` ones never began. */
  readonly runs: Record<"done" | "refused" | "busy" | Ending, number>;
  /** Processes that made room for a fresh one. */
  recycled: number;
}

export interface PoolOptions {
  /** Processes at most. */
  readonly size: number;
  /** Runs that may wait for a process. */
  readonly queue: number;
  /** Told of every run whose process had to be ended or ended itself. */
  onFailure(fields: Readonly<Record<string, unknown>>): void;
}

/** Warm processes of one job, each running it for one client at a time. */
export class Pool<Input, Message> {
  readonly count: PoolCount = {
    running: 0,
    queued: 0,
    processes: 0,
    runs: { done: 0, refused: 0, busy: 0, deadline: 0, memory: 0, crash: 0, left: 0, stopped: 0 },
    recycled: 0,
  };
  readonly #job: Job<Input, Message>;
  readonly #options: PoolOptions;
  readonly #turns: Turnstile;
  readonly #idle: SandboxProcess[] = [];
  readonly #all = new Set<SandboxProcess>();
  #filling: Promise<void> | undefined;
  #closed = false;

  constructor(job: Job<Input, Message>, options: PoolOptions) {
    this.#job = job;
    this.#options = options;
    this.#turns = new Turnstile(options.size, options.queue);
  }

  /** Starts the processes that the pool lacks, one after the other; resolves when all are ready. */
  fill(): Promise<void> {
    this.#filling ??= this.#fill().finally(() => {
      this.#filling = undefined;
    });
    return this.#filling;
  }

  /** Runs the job once. See `Run` for what it throws. */
  async *run(input: Input, signal: AbortSignal): AsyncGenerator<Message, void> {
    const leave = await this.#enter(signal);
    this.count.running++;
    try {
      yield* this.#steps(await this.#take(), input, signal);
    } finally {
      this.count.running--;
      leave();
      // A run that ended its process is not the one to wait for the next.
      void this.fill();
    }
  }

  /** Ends every process; runs that are under way fail. */
  close(): void {
    this.#closed = true;
    for (const process of this.#all) process.kill("stopped");
  }

  async #fill(): Promise<void> {
    while (!this.#closed && this.#all.size < this.#options.size) {
      try {
        this.#idle.push(await this.#start());
      } catch (cause) {
        // The next run tries again, and its client is told.
        this.#options.onFailure({ job: this.#job.name, cause });
        return;
      }
    }
  }

  async #enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const turn = this.#turns.enter(signal);
    this.count.queued = this.#turns.waiting;
    if (turn !== undefined) {
      return turn
        .catch((cause: unknown) => {
          this.count.runs.left++;
          throw new Problem("client-left", "The client left before its turn came.", { cause });
        })
        .finally(() => {
          this.count.queued = this.#turns.waiting;
        });
    }
    this.count.runs.busy++;
    const seconds = this.#turns.secondsToWait();
    throw new Problem(
      "busy",
      `All places are taken and the queue is full. Send the same request again in ${seconds} s.`,
      { headers: { "Retry-After": String(seconds) } },
    );
  }

  async #start(): Promise<SandboxProcess> {
    const fresh = new SandboxProcess();
    this.#all.add(fresh);
    this.count.processes = this.#all.size;
    void fresh.exited.then(() => {
      this.#all.delete(fresh);
      this.count.processes = this.#all.size;
    });
    const late = setTimeout(() => fresh.kill("deadline"), LOAD_MS);
    const reply = await fresh
      .ask({ kind: "load", module: this.#job.module })
      .finally(() => clearTimeout(late));
    if (reply.kind === "ready") return fresh;
    this.#end(fresh);
    throw new Error(
      `The job ${this.#job.name} does not load: ${"reason" in reply ? reply.reason : reply.kind}`,
    );
  }

  #nextIdle(): SandboxProcess | undefined {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      if (idle.isAlive) return idle;
    }
    return undefined;
  }

  /** A process for a run that has its turn: one that waits, one that is being started anyway, or a new one. */
  async #take(): Promise<SandboxProcess> {
    const idle = this.#nextIdle();
    if (idle !== undefined) return idle;
    await this.#filling;
    return this.#nextIdle() ?? this.#start();
  }

  /** Ends a process; from now on it counts for nothing, though the system takes its time to bury it. */
  #end(process: SandboxProcess): void {
    process.kill("stopped");
    this.#all.delete(process);
    this.count.processes = this.#all.size;
  }

  async *#steps(process: SandboxProcess, input: Input, signal: AbortSignal): AsyncGenerator<Message, void> {
    const watch = new Watch(process, this.#job.limits, signal);
    let last: Reply | undefined;
    try {
      let reply = await watch.during(process.ask({ kind: "start", input }));
      while (reply.kind === "message") {
        // The job's own module made it: both sides take their types from the same `Job`.
        yield reply.message as Message;
        reply = await watch.during(process.ask({ kind: "next" }));
      }
      last = reply;
      if (reply.kind === "refused") throw problemOf(reply.refusal);
      if (reply.kind === "failed") throw new Ended("crash", reply.reason);
      this.count.runs.done++;
    } catch (error) {
      throw this.#explain(error);
    } finally {
      watch.end();
      const fit = last === undefined ? await halt(process) : this.#isFit(process, last);
      process.runs++;
      if (fit && this.#all.size <= this.#options.size) this.#idle.push(process);
      else this.#end(process);
    }
  }

  /** Whether a process may run another job after its last reply. */
  #isFit(process: SandboxProcess, last: Reply): boolean {
    if (last.kind !== "done" && last.kind !== "refused") return false;
    const spent =
      process.runs + 1 >= RUNS_MAX ||
      last.bytes > this.#job.limits.keepBytes ||
      // What ran out of memory inside may be in any state.
      (last.kind === "refused" && last.refusal.code === "too-complex");
    if (spent) this.count.recycled++;
    return !spent;
  }

  #explain(error: unknown): unknown {
    if (!(error instanceof Ended)) {
      this.count.runs.refused++;
      return error;
    }
    this.count.runs[error.ending]++;
    if (error.ending !== "left") this.#options.onFailure({ job: this.#job.name, cause: error });
    return problemOfEnding(error, this.#job.limits);
  }
}
