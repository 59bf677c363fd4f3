import { PollLoop } from "../kit/poll-loop.ts";
import { Problem } from "../kit/problem.ts";
import type { Log } from "../ops/log.ts";
import { type ClaimedJob, isFinal, storedCallSchema } from "./job.ts";
import type { JobBodies } from "./job-bodies.ts";
import { JobCharges } from "./job-charges.ts";
import { type Flow, type JobOutcome, type JobQueue, LEASE_MS } from "./job-queue.ts";
import { deadlineOf } from "./job-store.ts";
import { LeaseKeeper } from "./lease-keeper.ts";

/** Runs the call of a job. Never rejects: whatever fails is an outcome. Ends early when the signal is aborted. */
export type RunJob = (job: ClaimedJob, charges: JobCharges, signal: AbortSignal) => Promise<JobOutcome>;

export interface WorkerOptions {
  readonly queue: JobQueue;
  readonly bodies: JobBodies;
  readonly run: RunJob;
  /** The APIs whose jobs it runs. */
  readonly apis: ReadonlySet<string>;
  readonly log: Log;
  now(): number;
  /** Jobs at a time. */
  readonly slots?: number | undefined;
  /** How long the leases of the queue are, in milliseconds. */
  readonly leaseMs?: number | undefined;
}

/** Runs the jobs of the queue, from `start` to `stop`. */
export interface Worker {
  start(): void;
  /** Looks for jobs now: one was added. */
  wake(): void;
  /** Takes no more jobs, gives those that run `graceMs` to end, and puts the rest back into the queue. */
  stop(graceMs: number): Promise<void>;
}

/** Jobs that one process runs at a time: most of them wait for a site or for a process of the sandbox. */
const SLOTS = 8;

/** The share of the slots that jobs of one API may fill where a worker runs several: slow calls leave slots for quick ones. */
const API_SHARE = 0.75;

/** Flows without a due job that are passed over in one look. */
const FLOWS_MAX = 32;

/** Workers that a job may lose: it could be the job that ends them. */
const INTERRUPTIONS_MAX = 5;

/** The pause after a statement that failed, in milliseconds. */
const RETRY_MS = 500;

/** How long jobs that were aborted may take to end, in milliseconds. */
const ABORT_MS = 5_000;

interface Running {
  readonly api: string;
  readonly attempts: number;
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

/** A problem document for a job that did not get to its call. */
function problemOf(problem: Problem): JobOutcome {
  return {
    state: "failed",
    problem: { ...problem.toDocument("", ""), type: undefined, requestId: undefined },
  };
}

/** Why a job is not run any more; undefined where it may. */
function endedBefore({ interruptions, created_at }: ClaimedJob, now: number): JobOutcome | undefined {
  if (interruptions >= INTERRUPTIONS_MAX) {
    const detail = `The server that ran this job stopped ${interruptions} times. Send the call again.`;
    return problemOf(new Problem("job-interrupted", detail));
  }
  if (now < deadlineOf(created_at)) return undefined;
  const detail = "The job did not end within 24 hours. Send the call again.";
  return problemOf(new Problem("job-expired", detail));
}

/** The names of the files of a job; none where its request is damaged, so that they expire. */
function filesOf({ request }: ClaimedJob): readonly string[] {
  return request === "" ? [] : storedCallSchema.parse(JSON.parse(request)).files;
}

/** How often objects of jobs that have expired are deleted, in milliseconds. */
const SWEEP_MS = 600_000;

/** A worker of one process. */
class QueueWorker implements Worker {
  readonly #options: WorkerOptions;
  readonly #slots: number;
  readonly #slotsOfApi: number;
  readonly #owner = crypto.randomUUID();
  readonly #running = new Map<string, Running>();
  #flow: Flow | Pick<Flow, "api"> | undefined;
  readonly #loop: PollLoop;
  #sweep: Timer | undefined;
  #sweeping: Promise<void> | undefined;
  readonly #leases: LeaseKeeper;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#slots = options.slots ?? SLOTS;
    this.#slotsOfApi = options.apis.size > 1 ? Math.ceil(this.#slots * API_SHARE) : this.#slots;
    const { queue, log, leaseMs = LEASE_MS } = options;
    this.#loop = new PollLoop({
      hasRoom: () => this.#running.size < this.#slots,
      look: () => this.#look(),
      failed: (cause) => log.debug("jobs wait for the database", { cause }),
    });
    this.#leases = new LeaseKeeper({
      queue,
      owner: this.#owner,
      running: this.#running,
      log,
      leaseMs,
      lost: (controller) => controller.abort(),
      recovered: (jobs) => {
        log.info("jobs of a worker that stopped are run again", { jobs });
        this.wake();
      },
    });
  }

  start(): void {
    if (!this.#loop.isStopped) return;
    this.#sweep = setInterval(() => this.#sweepBodies(), SWEEP_MS);
    this.#leases.start();
    this.#loop.start();
  }

  wake(): void {
    this.#loop.wake();
  }

  async stop(graceMs: number): Promise<void> {
    clearInterval(this.#sweep);
    await this.#loop.stop();
    const ended = () => Promise.all([...this.#running.values()].map(({ done }) => done));
    await Promise.race([ended(), Bun.sleep(graceMs)]);
    for (const { controller } of this.#running.values()) controller.abort();
    await Promise.race([ended(), Bun.sleep(ABORT_MS)]);
    await this.#leases.stop();
    await this.#sweeping;
  }

  #sweepBodies(): void {
    const { bodies, log } = this.#options;
    this.#sweeping ??= bodies
      .sweep()
      .catch((cause: unknown) => log.debug("expired objects wait for the database", { cause }))
      .finally(() => {
        this.#sweeping = undefined;
      });
  }

  /** Fills the free slots from the next flows; false where no job is due. */
  async #look(): Promise<boolean> {
    const { queue, apis } = this.#options;
    let hasWrapped = this.#flow === undefined;
    for (let looked = 0; looked < FLOWS_MAX && !this.#loop.isStopped; looked++) {
      const flow = await queue.nextFlow(this.#flow);
      this.#flow = flow;
      if (flow === undefined) {
        if (hasWrapped) return false;
        hasWrapped = true;
        continue;
      }
      const free = apis.has(flow.api) ? this.#freeFor(flow.api) : 0;
      if (free === 0) {
        this.#flow = { api: flow.api };
        continue;
      }
      const jobs = await queue.claim(flow, this.#owner, free);
      for (const job of jobs) this.#begin(job);
      if (jobs.length > 0) return true;
    }
    return false;
  }

  /** The slots that jobs of an API may fill now. */
  #freeFor(api: string): number {
    const own = [...this.#running.values()].filter((job) => job.api === api).length;
    return Math.max(0, Math.min(this.#slots - this.#running.size, this.#slotsOfApi - own));
  }

  #begin(job: ClaimedJob): void {
    const controller = new AbortController();
    const done = this.#work(job, controller.signal)
      .catch((cause: unknown) => this.#options.log.error("a job was not settled", { job: job.id, cause }))
      .finally(() => {
        if (this.#running.get(job.id)?.controller === controller) this.#running.delete(job.id);
        this.#loop.wakeSoon();
      });
    this.#running.set(job.id, { api: job.api, attempts: job.attempts, controller, done });
  }

  async #work(job: ClaimedJob, signal: AbortSignal): Promise<void> {
    const { queue, run, bodies, now } = this.#options;
    const charges = new JobCharges(queue, job);
    if (job.charge !== null && (await this.#insist(signal, () => queue.forfeit(job))) !== true) return;
    const outcome = endedBefore(job, now()) ?? (await run(job, charges, signal));
    const kept = outcome.state === "succeeded" ? charges.kept : undefined;
    const isSettled = await this.#insist(signal, () => queue.settle(job, outcome, kept));
    // Bodies of a result have a name of their own, so that those of the input can go.
    if (isSettled !== true || !isFinal(outcome.state)) return;
    for (const name of filesOf(job)) await bodies.remove([job.id], name);
  }

  /** Repeats a statement until the database takes it; undefined where the lease was lost meanwhile. */
  async #insist<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
    for (;;) {
      try {
        return await work();
      } catch (cause) {
        this.#options.log.debug("a job waits for the database", { cause });
        if (signal.aborted) return undefined;
        await Bun.sleep(RETRY_MS);
      }
    }
  }
}

/** Makes a worker; nothing runs before `start`. */
export function createWorker(options: WorkerOptions): Worker {
  return new QueueWorker(options);
}
