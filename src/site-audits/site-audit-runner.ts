import type { Caller } from "../accounts/authenticate.ts";
import type { ChargeBatcher } from "../accounts/charge-batcher.ts";
import type { Charges } from "../accounts/charges.ts";
import type { RequestLog } from "../accounts/request-log.ts";
import { redacted } from "../http/metering/logged-parameters.ts";
import { asProblem, Problem } from "../kit/problem.ts";
import type { Log } from "../ops/log.ts";
import { createRepeated, type Look, type PollLoop } from "../queue/poll-loop.ts";
import {
  interruptedTooOften,
  retryUntilStored,
  WorkRunner,
  type WorkRunnerOptions,
} from "../queue/work-runner.ts";
import type { Comparison, CrawlCounts, Crawler, NewStep, StepLog } from "./crawler.ts";
import {
  type ClaimedSiteAudit,
  estimatedProgress,
  problemMembers,
  SITE_AUDIT_API,
  SITE_AUDIT_DEADLINE_MS,
  type StopReason,
} from "./site-audit.ts";
import { type SiteAuditOutcome, type SiteAuditQueue, StorageLimit } from "./site-audit-queue.ts";
import type { SiteAuditStore } from "./site-audit-store.ts";

/** The parts that run site audits. */
export interface SiteAuditRunnerOptions extends Pick<WorkRunnerOptions<Running>, "leaseMs"> {
  readonly queue: Pick<SiteAuditQueue, "claimNext" | "isWaiting" | "renew" | "recover" | "add" | "settle">;
  readonly store: SiteAuditStore;
  readonly crawler: Crawler;
  /** Undefined where nothing is metered. */
  readonly metering: SiteAuditMetering | undefined;
  readonly log: Log;
  now(): number;
  readonly slots?: number | undefined;
  startDue?(): Promise<void>;
}

/** The permissions of an audit, and the charges of its pages. */
export interface SiteAuditMetering {
  identify(keyId: string, account: string): Promise<Caller>;
  chargesBy(batcher: Pick<ChargeBatcher, "charge" | "refund">): Charges;
  readonly requestLog: Pick<RequestLog, "recordWork">;
}

const OPERATION = "siteAudit";

/** Site audits that one process runs at a time: each waits for its site most of the time. */
const SLOTS = 2;

/** Time after which an audit leaves its slot to another account's, and more for each stored step, in milliseconds. */
const TURN_MS = 15_000;
const TURN_STEP_MS = 5;

/** How long an audit waits before another leaves its slot to it, in milliseconds: another process may have a free one. */
const WAIT_MS = 2_000;

/** How often to look for schedules that are due and turns that have ended, in milliseconds. */
const TICK_MS = 1_000;

/** How long an audit waits that cannot go on now, in milliseconds. */
const RETRY_MS = 2_000;

/** How long the report of a crawl may take that was ended early, in milliseconds. */
const REPORT_MS = 300_000;

/** Errors of this server: the audit goes on later. */
const TEMPORARY: ReadonlySet<string> = new Set(["busy", "storage-unavailable"]);

interface Running {
  readonly id: string;
  readonly audit: ClaimedSiteAudit;
  readonly ending: AbortController;
  /** When its turn ends, if another audit waits then. */
  readonly turnEndsAt: number;
  /** Whether it has stored a step in this turn: one that has not would begin the next one where it began this one. */
  hasAdded: boolean;
  /** The calls that were charged so far. */
  units: number;
}

class Stopped extends Error {}
class TimeOver extends Error {}

function stopReasonOf(error: unknown): StopReason | undefined {
  if (error instanceof TimeOver) return "time-limit";
  if (error instanceof StorageLimit) return "storage-limit";
  const isQuota =
    error instanceof Problem && (error.code === "quota-exceeded" || error.code === "plan-limit");
  return isQuota ? "quota-exceeded" : undefined;
}

/** Runs site audits, from `start` to `stop`. */
export class SiteAuditRunner extends WorkRunner<Running> {
  readonly #options: SiteAuditRunnerOptions;
  readonly #owner = crypto.randomUUID();
  readonly #ticks: PollLoop;

  constructor(options: SiteAuditRunnerOptions) {
    const { queue, log, leaseMs, startDue, slots = SLOTS } = options;
    super({
      name: "a site audit",
      log,
      slots,
      look: () => this.#look(),
      run: (running, signal) => this.#work(running, signal),
      leases: { renew: ({ audit }) => queue.renew(audit), recover: () => queue.recover() },
      leaseMs,
    });
    this.#options = options;
    this.#ticks = createRepeated(
      TICK_MS,
      () => Promise.all([startDue?.(), this.#endTurn()]),
      (cause) => log.debug("schedules wait for the database", { cause }),
    );
  }

  override start(): void {
    super.start();
    this.#ticks.start();
  }

  /** Puts the audits that run back into the queue: another process goes on with them. */
  override async stop(): Promise<void> {
    await Promise.all([super.stop(0), this.#ticks.stop()]);
  }

  async #look(): Promise<Look> {
    const audit = await this.#options.queue.claimNext(this.#owner);
    if (audit === undefined) return "none";
    const turnEndsAt = this.#options.now() + TURN_MS + TURN_STEP_MS * audit.steps;
    const { id, units } = audit;
    this.begin({ id, audit, ending: new AbortController(), turnEndsAt, hasAdded: false, units });
    return "more";
  }

  /** Puts the audit back into the queue whose turn ended first, where no slot is free and another audit waits. */
  async #endTurn(): Promise<void> {
    const { queue, now } = this.#options;
    const { running } = this;
    if (this.free() > 0 || running.some(({ ending }) => ending.signal.aborted)) return;
    const [first] = running
      .filter(({ hasAdded, turnEndsAt }) => hasAdded && turnEndsAt <= now())
      .sort((a, b) => a.turnEndsAt - b.turnEndsAt);
    if (first !== undefined && (await queue.isWaiting(WAIT_MS))) first.ending.abort(new Stopped());
  }

  async #work(running: Running, signal: AbortSignal): Promise<void> {
    const { audit, ending } = running;
    const { queue, log } = this.#options;
    signal.addEventListener("abort", () => ending.abort(new Stopped()), { once: true });
    const settle = (outcome: SiteAuditOutcome) =>
      retryUntilStored(signal, log, async () => {
        const isSettled = await queue.settle(audit, outcome);
        // Links are checked and the report is written after the last charge.
        if (isSettled && outcome.state !== "queued") this.#record(running, 0);
      });
    const outcome = await this.#outcome(running);
    try {
      await settle(outcome);
    } catch (cause) {
      // Repeating it would repeat the bug.
      log.error("a site audit failed", { audit: audit.id, cause });
      await settle({ state: "failed", problem: problemMembers(asProblem(cause)) });
    }
  }

  async #outcome(running: Running): Promise<SiteAuditOutcome> {
    const { audit, ending } = running;
    const startedAt = Date.parse(audit.started_at ?? audit.created_at);
    const endsInMs = startedAt + SITE_AUDIT_DEADLINE_MS - this.#options.now();
    // No longer than the deadline where the clock went back: timers have a limit.
    const leftMs = Math.min(Math.max(0, endsInMs), SITE_AUDIT_DEADLINE_MS);
    const timer = setTimeout(() => ending.abort(new TimeOver()), leftMs);
    try {
      const problem = interruptedTooOften(audit, "site audit", "Start it again.");
      if (problem !== undefined) throw problem;
      return await this.#crawl(running);
    } catch (error) {
      const cause = ending.signal.aborted ? ending.signal.reason : error;
      return await this.#ended(audit, cause).catch((further: unknown) => this.#failed(audit, further));
    } finally {
      clearTimeout(timer);
    }
  }

  async #crawl(running: Running): Promise<SiteAuditOutcome> {
    const { audit, ending } = running;
    const { crawler } = this.#options;
    const { stopReason, problem } = await crawler.crawl(audit, this.#logOf(running), ending.signal);
    if (problem !== undefined) return { state: "failed", problem };
    return { state: "succeeded", stopReason, change: await this.#report(audit, ending.signal) };
  }

  async #ended(audit: ClaimedSiteAudit, error: unknown): Promise<SiteAuditOutcome> {
    if (error instanceof Stopped) return { state: "queued", afterMs: 0 };
    const { pages } = await this.#options.store.rows.find(audit.account, audit.id);
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

  async #report(audit: ClaimedSiteAudit, signal: AbortSignal): Promise<Comparison | undefined> {
    const { crawler, store } = this.#options;
    await store.writeAnalysis(audit, () => crawler.analyze(audit, store.steps(audit.id), signal));
    if (audit.schedule === null) return undefined;
    const last = await store.lastOfSchedule(audit.schedule, audit.id);
    if (last === undefined) return undefined;
    const before = await store.readFindings({ id: last, account: audit.account });
    const after = await store.readFindings(audit);
    return before && after && crawler.compare(audit.account, before, after);
  }

  /** Writes an audit with new units into the request log; without a charge it has no entry. */
  #record({ audit, units }: Running, added: number): void {
    const { metering, now } = this.#options;
    if (units === 0) return;
    const { id, account, key_id: keyId, created_at: createdAt, started_at } = audit;
    const durationMs = now() - Date.parse(started_at ?? createdAt);
    const called = {
      mode: "live",
      api: SITE_AUDIT_API,
      operation: OPERATION,
      status: 200,
      code: null,
    } as const;
    const input = { values: { url: redacted("url", audit.url) }, omitted: [] };
    const work = { ...called, id, account, keyId, createdAt, units, durationMs, requestId: id, input };
    metering?.requestLog.recordWork(work, added);
  }

  #logOf(running: Running): StepLog {
    const { audit } = running;
    const { queue, store, metering } = this.#options;
    const countsOf = progressCounter(audit);
    const add = async (steps: readonly NewStep[], crawled: CrawlCounts) => {
      const counts = countsOf(steps, crawled);
      const isCharged = steps.some(({ units }) => units > 0);
      if (metering === undefined || !isCharged) {
        await queue.add(audit, steps, counts, undefined);
        return;
      }
      const caller = await metering.identify(audit.key_id, audit.account);
      const charges = metering.chargesBy({
        charge: (charge) => queue.add(audit, steps, counts, charge),
        refund: async () => undefined,
      });
      charges.settle(await charges.charge(audit.account, caller.grants, SITE_AUDIT_API, 1));
      running.units++;
      this.#record(running, 1);
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
        running.hasAdded = true;
      },
    };
  }
}

/** Adds the progress to the counts of steps: the highest estimate so far. */
export function progressCounter({
  options,
  ...audit
}: Pick<ClaimedSiteAudit, "options" | "pages" | "progress">) {
  const { maxPages } = JSON.parse(options) as { readonly maxPages: number };
  let { pages, progress } = audit;
  return (steps: readonly NewStep[], counts: CrawlCounts) => {
    for (const { units } of steps) pages += units;
    progress = Math.max(progress, estimatedProgress({ ...counts, pages }, maxPages));
    return { ...counts, progress };
  };
}

function expired(): Problem {
  return new Problem("job-expired", "The site audit read no page within 24 hours. Start it again.");
}
