import type { Caller } from "../accounts/authenticate.ts";
import type { ChargeBatcher } from "../accounts/charge-batcher.ts";
import type { Charges } from "../accounts/charges.ts";
import { LeaseKeeper } from "../jobs/lease-keeper.ts";
import { PollLoop } from "../kit/poll-loop.ts";
import { asProblem, Problem } from "../kit/problem.ts";
import type { Log } from "../ops/log.ts";
import type { Comparison, CrawlCounts, Crawler, Identify, NewStep, StepLog } from "./crawler.ts";
import { type ClaimedSiteAudit, SITE_AUDIT_DEADLINE_MS, type StopReason } from "./site-audit.ts";
import { LEASE_MS, type SiteAuditOutcome, type SiteAuditQueue, StorageLimit } from "./site-audit-queue.ts";
import type { SiteAuditStore } from "./site-audit-store.ts";

/** The parts that run site audits. */
export interface SiteAuditRunnerOptions {
  readonly queue: Pick<SiteAuditQueue, keyof SiteAuditQueue>;
  readonly store: SiteAuditStore;
  readonly crawler: Crawler;
  /** Undefined where nothing is metered. */
  readonly metering: SiteAuditMetering | undefined;
  readonly log: Log;
  now(): number;
  /** Site audits at a time. */
  readonly slots?: number | undefined;
  /** How long the leases of the queue are, in milliseconds. */
  readonly leaseMs?: number | undefined;
  /** Runs what is due beside the audits, such as schedules, as often as the queue is looked at. */
  readonly tick?: (() => Promise<void>) | undefined;
}

/** The permissions of an audit, and the charges of its pages. */
export interface SiteAuditMetering {
  readonly identify: Identify;
  chargesBy(batcher: Pick<ChargeBatcher, "charge" | "refund">): Charges;
}

/** The API whose calls pages are. */
const API = "seo";

/** Site audits that one process runs at a time: each waits for its site most of the time. */
const SLOTS = 2;

/**
 * Time after which an audit leaves its slot to one of another account, in milliseconds: so much, and so much for each step
 * that is stored, which it reads when it goes on.
 */
const TURN_MS = 15_000;
const TURN_STEP_MS = 5;

/** How long an audit waits before another leaves its slot to it, in milliseconds: another process may have a free one. */
const WAIT_MS = 2_000;

/** Workers that an audit may lose: it could be the audit that ends them. */
const INTERRUPTIONS_MAX = 5;

/** How long an audit waits that cannot go on now, in milliseconds. */
const RETRY_MS = 2_000;

/** How long audits that were stopped may take to end, in milliseconds. */
const ABORT_MS = 5_000;

/** How long the report of a crawl may take that was ended early, in milliseconds. */
const REPORT_MS = 300_000;

/** Errors of this server: the audit goes on later. */
const TEMPORARY: ReadonlySet<string> = new Set(["busy", "storage-unavailable"]);

interface Running {
  readonly attempts: number;
  readonly controller: AbortController;
  readonly done: Promise<void>;
  /** When its turn ends, if another audit waits then. */
  readonly turnEndsAt: number;
  /** Whether it has stored a step in this turn: one that has not would begin the next one where it began this one. */
  hasAdded: boolean;
}

/** Why an audit is ended from outside: by the server or the end of its turn, or because its time is up. */
class Stopped extends Error {}
class TimeOver extends Error {}

/** A problem as a site audit shows it. */
export function problemMembers(problem: Problem): Record<string, unknown> {
  const { type: _, requestId: __, charged: ___, ...members } = problem.toDocument("", "");
  return members;
}

/** Why a crawl that was ended by an error has what it has; undefined where the error is no such reason. */
function stopReasonOf(error: unknown): StopReason | undefined {
  if (error instanceof TimeOver) return "time-limit";
  if (error instanceof StorageLimit) return "storage-limit";
  const isQuota =
    error instanceof Problem && (error.code === "quota-exceeded" || error.code === "plan-limit");
  return isQuota ? "quota-exceeded" : undefined;
}

/** Runs site audits, from `start` to `stop`. */
export class SiteAuditRunner {
  readonly #options: SiteAuditRunnerOptions;
  readonly #slots: number;
  readonly #owner = crypto.randomUUID();
  readonly #running = new Map<string, Running>();
  readonly #loop: PollLoop;
  readonly #leases: LeaseKeeper;

  constructor(options: SiteAuditRunnerOptions) {
    this.#options = options;
    this.#slots = options.slots ?? SLOTS;
    const { queue, log, leaseMs = LEASE_MS } = options;
    this.#loop = new PollLoop({
      // Schedules are looked at also while all slots are taken.
      hasRoom: () => this.#slots > 0,
      look: () => this.#look(),
      failed: (cause) => log.debug("site audits wait for the database", { cause }),
    });
    this.#leases = new LeaseKeeper({
      queue,
      owner: this.#owner,
      running: this.#running,
      log,
      leaseMs,
      lost: (controller) => controller.abort(new Stopped()),
      recovered: (audits) => {
        log.info("site audits of a worker that stopped go on", { audits });
        this.wake();
      },
    });
  }

  start(): void {
    if (!this.#loop.isStopped) return;
    this.#leases.start();
    this.#loop.start();
  }

  /** Looks for audits now: one was added. */
  wake(): void {
    this.#loop.wake();
  }

  /** Puts the audits that run back into the queue: another process goes on with them. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    for (const { controller } of this.#running.values()) controller.abort(new Stopped());
    const ended = Promise.all([...this.#running.values()].map(({ done }) => done));
    await Promise.race([ended, Bun.sleep(ABORT_MS)]);
    await this.#leases.stop();
  }

  /** Fills the free slots; nothing is left to look for then. */
  async #look(): Promise<boolean> {
    const { queue, tick } = this.#options;
    await tick?.();
    while (!this.#loop.isStopped && this.#running.size < this.#slots) {
      const audit = await queue.claim(this.#owner);
      if (audit === undefined) break;
      this.#begin(audit);
    }
    await this.#endTurn();
    return false;
  }

  /** Puts the audit back into the queue whose turn ended first, where no slot is free and another audit waits. */
  async #endTurn(): Promise<void> {
    const { queue, now } = this.#options;
    const running = [...this.#running.values()];
    if (running.length < this.#slots || running.some(({ controller }) => controller.signal.aborted)) return;
    const [first] = running
      .filter(({ hasAdded, turnEndsAt }) => hasAdded && turnEndsAt <= now())
      .sort((a, b) => a.turnEndsAt - b.turnEndsAt);
    if (first !== undefined && (await queue.isWaiting(WAIT_MS))) first.controller.abort(new Stopped());
  }

  #begin(audit: ClaimedSiteAudit): void {
    const controller = new AbortController();
    const done = this.#work(audit, controller)
      .catch((cause: unknown) =>
        this.#options.log.error("a site audit was not settled", { audit: audit.id, cause }),
      )
      .finally(() => {
        if (this.#running.get(audit.id)?.controller === controller) this.#running.delete(audit.id);
        this.#loop.wakeSoon();
      });
    const { attempts, steps } = audit;
    const turnEndsAt = this.#options.now() + TURN_MS + TURN_STEP_MS * steps;
    this.#running.set(audit.id, { attempts, controller, done, turnEndsAt, hasAdded: false });
  }

  async #work(audit: ClaimedSiteAudit, controller: AbortController): Promise<void> {
    const { signal } = controller;
    const outcome = await this.#outcome(audit, controller);
    try {
      await this.#settle(audit, outcome, signal);
    } catch (cause) {
      // Repeating it would repeat the bug.
      this.#options.log.error("a site audit failed", { audit: audit.id, cause });
      await this.#settle(audit, { state: "failed", problem: problemMembers(asProblem(cause)) }, signal);
    }
  }

  /** Settles an audit, however long the database is away. */
  async #settle(audit: ClaimedSiteAudit, outcome: SiteAuditOutcome, signal: AbortSignal): Promise<void> {
    const { queue, log } = this.#options;
    for (;;) {
      try {
        await queue.settle(audit, outcome);
        return;
      } catch (cause) {
        if (!(cause instanceof Problem) || cause.code !== "storage-unavailable") throw cause;
        log.debug("a site audit waits for the database", { cause });
        if (signal.aborted) return;
        await Bun.sleep(RETRY_MS / 4);
      }
    }
  }

  /** Crawls and reports. Never rejects: whatever fails is an outcome. */
  async #outcome(audit: ClaimedSiteAudit, controller: AbortController): Promise<SiteAuditOutcome> {
    const { signal } = controller;
    const { now } = this.#options;
    const startedAt = Date.parse(audit.started_at ?? audit.created_at);
    const leftMs = Math.max(0, startedAt + SITE_AUDIT_DEADLINE_MS - now());
    const timer = setTimeout(() => controller.abort(new TimeOver()), leftMs);
    try {
      if (audit.interruptions >= INTERRUPTIONS_MAX) throw interrupted(audit.interruptions);
      return await this.#crawl(audit, signal);
    } catch (error) {
      return await this.#ended(audit, signal.aborted ? signal.reason : error).catch((further: unknown) =>
        this.#failed(audit, further),
      );
    } finally {
      clearTimeout(timer);
    }
  }

  async #crawl(audit: ClaimedSiteAudit, signal: AbortSignal): Promise<SiteAuditOutcome> {
    const { crawler } = this.#options;
    const { stopReason, problem } = await crawler.crawl(audit, this.#logOf(audit), signal);
    if (problem !== undefined) return { state: "failed", problem };
    return { state: "succeeded", stopReason, change: await this.#report(audit, signal) };
  }

  /** The outcome of a crawl that an error has ended: the pages that were read are reported. */
  async #ended(audit: ClaimedSiteAudit, error: unknown): Promise<SiteAuditOutcome> {
    if (error instanceof Stopped) return { state: "queued", afterMs: 0 };
    const { pages } = await this.#options.store.find(audit.account, audit.id);
    const reason = stopReasonOf(error);
    if (pages === 0 || reason === undefined) return this.#failed(audit, error);
    const change = await this.#report(audit, AbortSignal.timeout(REPORT_MS));
    return { state: "succeeded", stopReason: reason, change };
  }

  #failed(audit: ClaimedSiteAudit, error: unknown): SiteAuditOutcome {
    if (error instanceof TimeOver) return { state: "failed", problem: problemMembers(expired()) };
    const problem = asProblem(error);
    if (TEMPORARY.has(problem.code)) return { state: "queued", afterMs: RETRY_MS };
    if (problem.code === "internal") {
      this.#options.log.error("a site audit failed", { audit: audit.id, cause: error });
    }
    return { state: "failed", problem: problemMembers(problem) };
  }

  /** Stores the report; resolves with the difference to the last audit of its schedule. */
  async #report(audit: ClaimedSiteAudit, signal: AbortSignal): Promise<Comparison | undefined> {
    const { crawler, store } = this.#options;
    await store.writeAnalysis(audit, () => crawler.analyze(audit, () => store.steps(audit.id), signal));
    if (audit.schedule === null) return undefined;
    const last = await store.lastOfSchedule(audit.schedule, audit.id);
    if (last === undefined) return undefined;
    const before = await store.readFindings({ id: last, account: audit.account });
    const after = await store.readFindings(audit);
    return before && after && crawler.compare(audit.account, before, after);
  }

  /** The steps of an audit, each page charged with its step. */
  #logOf(audit: ClaimedSiteAudit): StepLog {
    const { queue, store, metering } = this.#options;
    const add = async (steps: readonly NewStep[], counts: CrawlCounts) => {
      const isCharged = steps.some(({ units }) => units > 0);
      if (metering === undefined || !isCharged) {
        await queue.add(audit, steps, counts, undefined);
        return;
      }
      const caller = await metering.identify(audit.key_id, audit.account);
      checkScope(caller);
      const charges = metering.chargesBy({
        charge: (charge) => queue.add(audit, steps, counts, charge),
        refund: async () => undefined,
      });
      charges.settle(await charges.charge(audit.account, caller.grants, API, 1));
    };
    return {
      read: () => store.steps(audit.id),
      add: async (steps, counts) => {
        // A transaction has one charge: a page that the quota does not cover leaves those before it.
        for (let from = 0, i = 0; i < steps.length; i++) {
          if (steps[i]?.units === 0 && i < steps.length - 1) continue;
          await add(steps.slice(from, i + 1), counts);
          from = i + 1;
        }
        const running = this.#running.get(audit.id);
        if (running !== undefined) running.hasAdded = true;
      },
    };
  }
}

/** Throws `key-scope` for a key whose scope was changed. */
function checkScope({ apis }: Caller): void {
  if (apis === null || apis.includes(API)) return;
  throw new Problem("key-scope", `The key of this site audit does not have the scope ${API} any more.`);
}

function interrupted(times: number): Problem {
  const detail = `The server that ran this site audit stopped ${times} times. Start it again.`;
  return new Problem("job-interrupted", detail);
}

function expired(): Problem {
  return new Problem("job-expired", "The site audit read no page within 24 hours. Start it again.");
}
