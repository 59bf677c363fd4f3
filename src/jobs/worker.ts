import { PollLoop } from "../kit/poll-loop.ts";
import { Problem } from "../kit/problem.ts";
import type { Log } from "../ops/log.ts";
import { type ClaimedJob, isFinal, storedCallSchema } from "./job.ts";
import type { JobBodies } from "./job-bodies.ts";
import { JobCharges } from "./job-charges.ts";
import { type JobOutcome, type JobQueue, LEASE_MS } from "./job-queue.ts";
import { deadlineOf } from "./job-store.ts";
import { LeaseKeeper } from "./lease-keeper.ts";

/** An attempt that did not complete because the server was busy, or ended it for others that wait. */
export interface BusyOutcome {
  readonly state: "busy";
  /** When to try again at the earliest, in milliseconds. */
  readonly afterMs: number;
  /** What the server said. */
  readonly detail: string;
}

/** Runs the call of a job. Rejects where this server has a bug. Ends early when the signal is aborted. */
export type RunJob = (
  job: ClaimedJob,
  charges: JobCharges,
  signal: AbortSignal,
) => Promise<JobOutcome | BusyOutcome>;

export interface WorkerOptions {
  readonly queue: Pick<JobQueue, keyof JobQueue>;
  readonly bodies: JobBodies;
  readonly run: RunJob;
  /** The APIs whose jobs it runs. */
  readonly apis: ReadonlySet<string>;
  readonly log: Log;
  now(): number;
  /** How long the jobs of an account must wait, in milliseconds: asked before each claim. */
  waitMs?(account: string): number;
  /** Jobs at a time. */
  readonly slots?: number | undefined;
  /** How long the leases of the queue are, in milliseconds. */
  readonly leaseMs?: number | undefined;
}

/** Jobs that one process runs at a time: most of them wait for a site or for a process of the sandbox. */
const SLOTS = 8;

/** The share of the slots that jobs of one API may fill where a worker runs several: slow calls leave slots for quick ones. */
const API_SHARE = 0.75;

/** Workers that a job may lose: it could be the job that ends them. */
const INTERRUPTIONS_MAX = 5;

/** Attempts of a job that may end because the server is busy: the job could be why. */
const ATTEMPTS_MAX = 10;

/** The waits between these attempts, in milliseconds: twice as long each time, ten attempts within 45 minutes. */
const BACKOFF_MS = 5_000;
const BACKOFF_MAX_MS = 10 * 60_000;

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
function problemOf(problem: Problem) {
  return {
    state: "failed" as const,
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

/** What becomes of a job after an attempt that the server was too busy for. */
function afterBusy(job: ClaimedJob, { afterMs, detail }: BusyOutcome): JobOutcome {
  const retries = job.retries + 1;
  if (retries >= ATTEMPTS_MAX) {
    const text = `The call did not complete in ${retries} attempts. The last one ended with: ${detail}`;
    return problemOf(new Problem("job-attempts-exhausted", text));
  }
  const backoffMs = Math.min(BACKOFF_MAX_MS, BACKOFF_MS * 2 ** (retries - 1));
  // Without a pause of the flow, each of its jobs would try a server that is full.
  return { state: "queued", afterMs: Math.max(afterMs, backoffMs), pauseMs: afterMs, retries };
}

/** Whether an error is that the database, or the store of bodies, is away for a moment. */
function isAway(error: unknown): boolean {
  return error instanceof Problem && error.code === "storage-unavailable";
}

/** The names of the files of a job; none where its request is damaged, so that they expire. */
function filesOf({ request }: ClaimedJob): readonly string[] {
  return request === "" ? [] : storedCallSchema.parse(JSON.parse(request)).files;
}

/** How often objects of jobs that have expired are deleted, in milliseconds. */
const SWEEP_MS = 600_000;

/** Runs the jobs of the queue, from `start` to `stop`. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #slots: number;
  readonly #slotsOfApi: number;
  readonly #owner = crypto.randomUUID();
  readonly #running = new Map<string, Running>();
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

  /** Looks for jobs now: one of this API was added, or of any. */
  wake(api?: string): void {
    if (api === undefined || this.#freeFor(api) > 0) this.#loop.wake();
  }

  /** Takes no more jobs, gives those that run `graceMs` to end, and puts the rest back into the queue. */
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

  /** Gives one account its turn; false where no job is due. */
  async #look(): Promise<boolean> {
    const { queue, apis, waitMs = () => 0 } = this.#options;
    // An API whose slots are full does not hide the others.
    const free = new Set([...apis].filter((api) => this.#freeFor(api) > 0));
    if (free.size === 0) return false;
    const flow = await queue.nextFlow(free);
    if (flow === undefined) return false;
    const ms = waitMs(flow.account);
    if (ms > 0) {
      await queue.block(flow.account, ms);
      return true;
    }
    // One job in each turn, where others wait for theirs.
    const jobs = await queue.claim(flow, this.#owner, flow.isAlone ? this.#freeFor(flow.api) : 1);
    for (const job of jobs) this.#begin(job);
    return true;
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
    const { queue, bodies, log } = this.#options;
    const charges = new JobCharges(queue, job);
    let outcome: JobOutcome | undefined;
    try {
      outcome = await this.#outcome(job, charges, signal);
      if (outcome === undefined) return;
      const kept = outcome.state === "succeeded" ? charges.kept : undefined;
      const settled = outcome;
      if ((await this.retryUntilStored(signal, () => queue.settle(job, settled, kept))) !== true) return;
    } catch (cause) {
      outcome = await this.#fail(job, cause, signal);
    }
    // Bodies of a result have a name of their own, so that those of the input can go. What is left expires.
    if (outcome === undefined || !isFinal(outcome.state)) return;
    for (const name of filesOf(job)) {
      await bodies
        .remove([job.id], name)
        .catch((cause: unknown) => log.debug("the input of a job expires later", { job: job.id, cause }));
    }
  }

  /** Runs a job; undefined where its lease was lost. */
  async #outcome(job: ClaimedJob, charges: JobCharges, signal: AbortSignal): Promise<JobOutcome | undefined> {
    const { queue, run, now } = this.#options;
    if (job.charge !== null && (await this.retryUntilStored(signal, () => queue.refundAttempt(job))) !== true)
      return;
    const outcome = endedBefore(job, now()) ?? (await run(job, charges, signal));
    if (outcome.state !== "busy") return outcome;
    // A server that stops is busy too, which is not the job's doing.
    return signal.aborted ? { state: "queued", afterMs: 0 } : afterBusy(job, outcome);
  }

  /**
   * Ends a job that a bug of this server kept from its end: repeating it would repeat the bug. Where its event is what fails,
   * it ends without one. Rejects where nothing helps: the lease then ends by itself.
   */
  async #fail(job: ClaimedJob, cause: unknown, signal: AbortSignal): Promise<JobOutcome | undefined> {
    const { queue, log } = this.#options;
    log.error("a job failed", { job: job.id, cause });
    const detail =
      "The server failed to run this job. Send the call again. If the error persists, report the job ID to the operator.";
    const outcome = problemOf(new Problem("internal", detail));
    const settle = (how: JobOutcome) =>
      this.retryUntilStored(signal, () => queue.settle(job, how, undefined));
    const isSettled = await settle(outcome).catch((further: unknown) => {
      log.error("a job failed without an event", { job: job.id, cause: further });
      return settle({ ...outcome, isSilent: true });
    });
    return isSettled === true ? outcome : undefined;
  }

  /** Repeats a statement while the database is away; undefined where the lease was lost meanwhile. */
  async retryUntilStored<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
    for (;;) {
      try {
        return await work();
      } catch (cause) {
        if (!isAway(cause)) throw cause;
        this.#options.log.debug("a job waits for the database", { cause });
        if (signal.aborted) return undefined;
        await Bun.sleep(RETRY_MS);
      }
    }
  }
}
