import { Problem } from "../kit/problem.ts";
import type { Log } from "../ops/log.ts";
import { isFinal } from "../queue/account-queue.ts";
import { createRepeated, type Look, type PollLoop } from "../queue/poll-loop.ts";
import { WAIT_MAX_MS } from "../queue/turns.ts";
import {
  backOffMs,
  interruptedTooOften,
  retryUntilStored,
  WorkRunner,
  type WorkRunnerOptions,
} from "../queue/work-runner.ts";
import { type ClaimedJob, JOB_DEADLINE_MS, storedCallSchema } from "./job.ts";
import type { JobBodies } from "./job-bodies.ts";
import { JobCharges } from "./job-charges.ts";
import type { JobOutcome, JobQueue } from "./job-queue.ts";

/** An attempt that did not complete because the server was busy, or ended it for others that wait. */
export interface BusyOutcome {
  readonly state: "busy";
  /** When to try again at the earliest, in milliseconds. */
  readonly afterMs: number;
  readonly detail: string;
}

/** Runs the call of a job. Rejects where this server has a bug. Ends early when the signal is aborted. */
export type RunJob = (
  job: ClaimedJob,
  charges: JobCharges,
  signal: AbortSignal,
) => Promise<JobOutcome | BusyOutcome>;

export interface WorkerOptions extends Pick<WorkRunnerOptions<ClaimedJob>, "leaseMs"> {
  readonly queue: Pick<
    JobQueue,
    "next" | "claim" | "block" | "renew" | "recover" | "reserve" | "refundAttempt" | "settle"
  >;
  readonly bodies: JobBodies;
  readonly run: RunJob;
  readonly apis: ReadonlySet<string>;
  readonly log: Log;
  now(): number;
  /** How long the jobs of an account must wait, in milliseconds: asked before each claim. */
  waitMs?(account: string): number;
  readonly slots?: number | undefined;
}

/** Jobs that one process runs at a time: most of them wait for a site or for a process of the sandbox. */
const SLOTS = 8;

/** The share of the slots that jobs of one API may fill where a worker runs several: slow calls leave slots for quick ones. */
const API_SHARE = 0.75;

/** Attempts of a job that may end because the server is busy: the job could be why. */
const ATTEMPTS_MAX = 10;

/** The first wait between these attempts, in milliseconds; each is twice as long: ten take 45 minutes. */
const BACKOFF_MS = 5_000;

function problemOf(problem: Problem) {
  return {
    state: "failed" as const,
    problem: { ...problem.toDocument("", ""), type: undefined, requestId: undefined },
  };
}

function endedBefore(job: ClaimedJob, now: number): JobOutcome | undefined {
  const problem = interruptedTooOften(job, "job", "Send the call again.");
  if (problem !== undefined) return problemOf(problem);
  if (now < Date.parse(job.created_at) + JOB_DEADLINE_MS) return undefined;
  const detail = "The job did not end within 24 hours. Send the call again.";
  return problemOf(new Problem("job-expired", detail));
}

function afterBusy(job: ClaimedJob, { afterMs, detail }: BusyOutcome): JobOutcome {
  const retries = job.retries + 1;
  if (retries >= ATTEMPTS_MAX) {
    const text = `The call did not complete in ${retries} attempts. The last one ended with: ${detail}`;
    return problemOf(new Problem("job-attempts-exhausted", text));
  }
  const ownMs = backOffMs(retries, BACKOFF_MS, WAIT_MAX_MS);
  // Without a pause of the flow, each of its jobs would try a server that is full.
  return { state: "queued", afterMs: Math.max(afterMs, ownMs), pauseMs: afterMs, retries };
}

/** The names of the files of a job; none where its request is damaged, so that they expire. */
function filesOf({ request }: ClaimedJob): readonly string[] {
  return request === "" ? [] : storedCallSchema.parse(JSON.parse(request)).files;
}

/** How often objects of jobs that have expired are deleted, in milliseconds. */
const SWEEP_MS = 600_000;

/** Runs the jobs of the queue, from `start` to `stop`. */
export class Worker extends WorkRunner<ClaimedJob> {
  readonly #options: WorkerOptions;
  readonly #slotsOfApi: number;
  readonly #owner = crypto.randomUUID();
  readonly #sweep: PollLoop;

  constructor(options: WorkerOptions) {
    const { queue, bodies, log, leaseMs, apis, slots = SLOTS } = options;
    super({
      name: "a job",
      log,
      slots,
      look: () => this.#look(),
      run: (job, signal) => this.#work(job, signal),
      leases: queue,
      leaseMs,
    });
    this.#options = options;
    this.#slotsOfApi = apis.size > 1 ? Math.ceil(slots * API_SHARE) : slots;
    this.#sweep = createRepeated(
      SWEEP_MS,
      () => bodies.sweep(),
      (cause) => log.debug("expired objects wait for the database", { cause }),
    );
  }

  override start(): void {
    this.#sweep.start(SWEEP_MS);
    super.start();
  }

  /** Looks for jobs now: one of this API was added, or of any. */
  override wake(api?: string): void {
    if (api === undefined || this.#freeFor(api) > 0) super.wake();
  }

  /** Takes no more jobs, gives those that run `graceMs` to end, and puts the rest back into the queue. */
  override async stop(graceMs: number): Promise<void> {
    await Promise.all([super.stop(graceMs), this.#sweep.stop()]);
  }

  /** Gives one account its turn. */
  async #look(): Promise<Look> {
    const { queue, apis, waitMs = () => 0 } = this.#options;
    // An API whose slots are full does not hide the others.
    const free = new Set([...apis].filter((api) => this.#freeFor(api) > 0));
    if (free.size === 0) return "none";
    const flow = await queue.next(free);
    if (flow === undefined) return "none";
    const ms = waitMs(flow.account);
    if (ms > 0) {
      await queue.block(flow.account, ms);
      return "more";
    }
    // One job in each turn, where others wait for theirs.
    const jobs = await queue.claim(flow, this.#owner, flow.isAlone ? this.#freeFor(flow.queue) : 1);
    for (const job of jobs) this.begin(job);
    return "more";
  }

  /** The slots that jobs of an API may fill now. */
  #freeFor(api: string): number {
    return this.free(this.#slotsOfApi, (job) => job.api === api);
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
      if ((await retryUntilStored(signal, log, () => queue.settle(job, settled, kept))) !== true) return;
    } catch (cause) {
      outcome = await this.#fail(job, cause, signal);
    }
    if (outcome === undefined) return;
    await charges.settled();
    // Bodies of a result have a name of their own, so that those of the input can go. What is left expires.
    if (!isFinal(outcome.state)) return;
    for (const name of filesOf(job)) {
      await bodies
        .remove([job.id], name)
        .catch((cause: unknown) => log.debug("the input of a job expires later", { job: job.id, cause }));
    }
  }

  /** Runs a job; undefined where its lease was lost. */
  async #outcome(job: ClaimedJob, charges: JobCharges, signal: AbortSignal): Promise<JobOutcome | undefined> {
    const { queue, run, log, now } = this.#options;
    if (job.charge !== null && (await retryUntilStored(signal, log, () => queue.refundAttempt(job))) !== true)
      return;
    const outcome = endedBefore(job, now()) ?? (await run(job, charges, signal));
    if (outcome.state !== "busy") return outcome;
    // A server that stops is busy too, which is not the job's doing.
    return signal.aborted ? { state: "queued", afterMs: 0 } : afterBusy(job, outcome);
  }

  /** Ends a job that a bug kept from its end: repeating it would repeat the bug. Without an event, if that is what fails. */
  async #fail(job: ClaimedJob, cause: unknown, signal: AbortSignal): Promise<JobOutcome | undefined> {
    const { queue, log } = this.#options;
    log.error("a job failed", { job: job.id, cause });
    const detail =
      "The server failed to run this job. Send the call again. If the error persists, report the job ID to the operator.";
    const outcome = problemOf(new Problem("internal", detail));
    const settle = (how: JobOutcome) =>
      retryUntilStored(signal, log, () => queue.settle(job, how, undefined));
    const isSettled = await settle(outcome).catch((further: unknown) => {
      log.error("a job failed without an event", { job: job.id, cause: further });
      return settle({ ...outcome, isSilent: true });
    });
    return isSettled === true ? outcome : undefined;
  }
}
