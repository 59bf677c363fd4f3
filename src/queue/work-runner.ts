import { asProblem, Problem } from "../kit/problem.ts";
import type { Log } from "../ops/log.ts";
import { createRepeated, type Look, PollLoop, type PollLoopOptions } from "./poll-loop.ts";

/** Time after which other processes take over the work of a silent one, in milliseconds. */
export const LEASE_MS = 15_000;

/** Leases are extended, and those of others checked, so many times while one lasts. */
const RENEWALS = 4;

/** The pause after a statement that failed, in milliseconds. */
const RETRY_MS = 500;

/** How long work that was aborted may take to end, in milliseconds. */
const ABORT_MS = 5_000;

/** Processes that work may lose: it could be the work that ends them. */
const INTERRUPTIONS_MAX = 5;

/** Callbacks and limits of what a process runs of one queue. */
export interface WorkRunnerOptions<W> extends Pick<PollLoopOptions, "minMs" | "maxMs" | "restFactor"> {
  readonly name: string;
  readonly log: Log;
  /** How much runs at a time. */
  readonly slots: number;
  look(): Promise<Look>;
  /** Runs and settles work. Ends early when the signal is aborted: the process stops, or the lease was lost. */
  run(work: W, signal: AbortSignal): Promise<void>;
  /** Extends the leases of work that may run for longer than one; false if a lease was lost. Puts work of silent processes back. */
  readonly leases?: { renew(work: W): Promise<boolean>; recover(): Promise<number> };
  readonly leaseMs?: number | undefined;
  failed?(cause: unknown): void;
}

/** Runs the work of a queue in this process, from `start` to `stop`. Any number of processes may do so. */
export class WorkRunner<W extends object> {
  readonly #options: WorkRunnerOptions<W>;
  readonly #running = new Map<W, { readonly controller: AbortController; readonly done: Promise<void> }>();
  readonly #loop: PollLoop;
  readonly #leases: PollLoop | undefined;

  constructor(options: WorkRunnerOptions<W>) {
    this.#options = options;
    const { look, leases, leaseMs = LEASE_MS, log, name, slots } = options;
    const { failed = (cause: unknown) => log.debug(`${name} waits for the database`, { cause }) } = options;
    this.#loop = new PollLoop({ ...options, hasRoom: () => this.#running.size < slots, look, failed });
    if (leases !== undefined)
      this.#leases = createRepeated(leaseMs / RENEWALS, () => this.#renew(leases), failed);
  }

  get running(): readonly W[] {
    return [...this.#running.keys()];
  }

  get isStopped(): boolean {
    return this.#loop.isStopped;
  }

  free(most = this.#options.slots, is: (work: W) => boolean = () => true): number {
    const { slots } = this.#options;
    return Math.max(0, Math.min(slots - this.#running.size, most - this.running.filter(is).length));
  }

  start(): void {
    this.#leases?.start();
    this.#loop.start();
  }

  /** Looks for work now: some was added. */
  wake(): void {
    this.#loop.wake();
  }

  begin(work: W): void {
    const { run, log, name } = this.#options;
    const controller = new AbortController();
    const done = run(work, controller.signal)
      // Its lease ends by itself.
      .catch((cause: unknown) => log.error(`${name} was not settled`, { ...idOf(work), cause }))
      .finally(() => {
        this.#running.delete(work);
        this.#loop.wakeSoon();
      });
    this.#running.set(work, { controller, done });
  }

  /** Runs all that is due, also where it was not started. */
  async drain(): Promise<void> {
    for (;;) {
      await this.#options.look();
      if (this.#running.size === 0) return;
      await this.#ended();
    }
  }

  /** Begins nothing any more; what runs has `graceMs` to end, and is then aborted and waited for a little longer. */
  async stop(graceMs: number, abortMs = ABORT_MS): Promise<void> {
    await this.#loop.stop();
    await endWithin(this.#ended(), graceMs);
    for (const { controller } of this.#running.values()) controller.abort();
    await endWithin(this.#ended(), abortMs);
    await this.#leases?.stop();
  }

  async #ended(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  async #renew(leases: NonNullable<WorkRunnerOptions<W>["leases"]>): Promise<void> {
    for (const [work, { controller }] of [...this.#running]) {
      if (!(await leases.renew(work)) && this.#running.has(work)) controller.abort();
    }
    const count = await leases.recover();
    if (count > 0) {
      this.#options.log.info("work of a process that stopped is run again", {
        work: this.#options.name,
        count,
      });
      this.wake();
    }
  }
}

function idOf(work: object): { readonly id?: string } {
  return "id" in work && typeof work.id === "string" ? { id: work.id } : {};
}

/** Waits for the end of work, but no longer than this, in milliseconds. */
export async function endWithin(work: Promise<unknown>, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}

/** Repeats statements while the database is away; undefined where the signal was aborted meanwhile. */
export async function retryUntilStored<T>(
  signal: AbortSignal,
  log: Log,
  work: () => Promise<T>,
): Promise<T | undefined> {
  for (;;) {
    try {
      return await work();
    } catch (cause) {
      if (asProblem(cause).code !== "storage-unavailable") throw cause;
      log.debug("work waits for the database", { cause });
      if (signal.aborted) return undefined;
      await Bun.sleep(RETRY_MS);
    }
  }
}

/** The error for work whose lease was lost. */
export function leaseLost(name: string): Problem {
  return new Problem("client-left", `The ${name} was canceled, or another process runs it.`);
}

/** The pause after a number of attempts that failed, in milliseconds: twice as long each time. */
export function backOffMs(attempts: number, firstMs: number, maxMs: number): number {
  return Math.min(maxMs, firstMs * 2 ** (attempts - 1));
}

/** The problem of work that has ended too many processes to be run again; undefined where it may. */
export function interruptedTooOften(
  { interruptions }: { readonly interruptions: number },
  name: string,
  advice: string,
): Problem | undefined {
  if (interruptions < INTERRUPTIONS_MAX) return undefined;
  const detail = `The server that ran this ${name} stopped ${interruptions} times. ${advice}`;
  return new Problem("job-interrupted", detail);
}
