import { FairQueue } from "../kit/fair-queue.ts";
import type { Work } from "../kit/work.ts";
import { type PoolCount, zeroCount } from "./count.ts";
import type { RunnerOptions } from "./job-runner.ts";
import { problemOfEnding } from "./problems.ts";
import { Ended } from "./process.ts";

export interface ExternalRunsOptions extends RunnerOptions {
  /** The name of its runs in metrics and the log. */
  readonly name: string;
  /** Runs at a time. */
  readonly size: number;
}

/** Runs of one program that is not ours: they wait for their turn, and how each ended and what it cost is counted. */
export class ExternalRuns {
  readonly #options: ExternalRunsOptions;
  readonly #fairQueue: FairQueue;
  readonly #count = zeroCount();

  constructor(options: ExternalRunsOptions) {
    this.#options = options;
    // Whoever runs a program works for a request that has been let in: it waits for as long as that lasts.
    this.#fairQueue = new FairQueue(options.size, Number.POSITIVE_INFINITY);
  }

  /** Counts, with the current processes and their memory in bytes. */
  count(processes: number, memoryBytes: number): PoolCount {
    return { ...this.#count, queued: this.#fairQueue.waiting, processes, retired: 0, memoryBytes };
  }

  /**
   * Runs `once` when its turn has come; `totalMs` is how long that may take. Throws the problem of how it ended where it
   * throws `Ended`, and every other error as it is.
   */
  async run<Result>(
    { tenant, requestId, cost }: Work,
    client: AbortSignal,
    totalMs: number,
    once: () => Promise<Result>,
  ): Promise<Result> {
    const { name, onFailure, onWait } = this.#options;
    const came = performance.now();
    const leave = await this.#fairQueue.acquire(client, this.#count.runs, tenant);
    onWait?.(name, performance.now() - came);
    this.#count.running++;
    const began = performance.now();
    let failed = true;
    try {
      const result = await once();
      this.#count.runs.done++;
      failed = false;
      return result;
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
      this.#count.runs[error.ending]++;
      if (error.ending !== "left") onFailure({ requestId, program: name, cause: error });
      throw problemOfEnding(error, { totalMs, progressMs: totalMs });
    } finally {
      this.#count.running--;
      // A program does little but compute, and what it started counts too: its time is taken for processor time.
      const cpuMs = performance.now() - began;
      if (cost !== undefined) cost.cpuMs += cpuMs;
      leave({ cpuMs, failed });
    }
  }
}
