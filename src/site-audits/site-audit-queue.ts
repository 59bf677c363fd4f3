import { addCharge, type Charge } from "../accounts/usage-batch.ts";
import { Problem } from "../kit/problem.ts";
import type { Database, Query, Script } from "../store/database.ts";
import { OutcomeUnknown } from "../store/failure.ts";
import { insertRows } from "../store/insert-rows.ts";
import type { Comparison, CrawlCounts, NewStep } from "./crawler.ts";
import type { ClaimedSiteAudit, SiteAuditLease, SiteAuditRow, StopReason } from "./site-audit.ts";
import { type AuditEnded, packed } from "./site-audit-store.ts";

/** Time after which others take over the audits of a silent worker, in milliseconds. */
export const LEASE_MS = 15_000;

/** Outcome of an attempt at an audit, or that it is to continue later. */
export type SiteAuditOutcome =
  | {
      readonly state: "succeeded";
      readonly stopReason: StopReason | undefined;
      /** The difference to the last audit of its schedule, where it has one. */
      readonly change?: Comparison | undefined;
    }
  | { readonly state: "failed"; readonly problem: Readonly<Record<string, unknown>> }
  | { readonly state: "queued"; readonly afterMs: number };

/** The quota does not cover a charge, so that its transaction is rolled back. */
class NotCovered extends Error {}

/** The steps of one audit would take more than it may store. */
export class StorageLimit extends Error {
  override readonly name = "StorageLimit";
}

/** The stored steps of one audit, in bytes; and what a step takes beside its data. */
const SITE_AUDIT_BYTES_MAX = 100_000_000;
const STEP_BYTES = 100;

const timeText = (ms: number) => new Date(ms).toISOString();

/** The columns that a runner needs; named, because a prepared `*` ends with an error after an upgrade. */
const CLAIMED = `site_audit.id, site_audit.account, site_audit.key_id, site_audit.schedule, site_audit.url,
  site_audit.options, site_audit.state, site_audit.created_at, site_audit.started_at, site_audit.finished_at,
  site_audit.expires_at, site_audit.attempts, site_audit.steps, site_audit.pages, site_audit.done, site_audit.waiting,
  site_audit.units, site_audit.bytes, site_audit.stop_reason, site_audit.problem, site_audit.has_report, site_audit.owner, site_audit.interruptions`;

/**
 * Leases one audit. An index allows one running audit for each account: of two workers that claim two of one account at the
 * same time, one fails and looks again.
 */
function claimStatement(engine: Database["engine"]): string {
  const lock = engine === "postgresql" ? "for update skip locked" : "";
  return `
    with due as materialized (
      select id from site_audit where state = 'queued' and due_at <= $1 and not exists (
        select 1 from site_audit as other where other.account = site_audit.account and other.state = 'running')
      order by due_at, id limit 1 ${lock})
    update site_audit set state = 'running', owner = $2, lease_until = $3, attempts = site_audit.attempts + 1,
      started_at = coalesce(site_audit.started_at, $1)
    from due where site_audit.id = due.id and site_audit.state = 'queued' returning ${CLAIMED}`;
}

function leaseLost(): Problem {
  return new Problem("client-left", "The site audit was canceled, or another process runs it.");
}

/**
 * The queue of site audits, as a runner sees it. Like that of jobs, all of it is one statement or one transaction. The row
 * of a step is the receipt of its charge: both are written together, so each page is charged once, however often an audit
 * is interrupted.
 */
export class SiteAuditQueue {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #leaseMs: number;
  readonly #ended: AuditEnded | undefined;

  constructor({ database, now, leaseMs = LEASE_MS, ended }: SiteAuditQueueOptions) {
    this.#database = database;
    this.#now = now;
    this.#leaseMs = leaseMs;
    this.#ended = ended;
  }

  /** Leases the audit that has waited longest, of an account that has none running; undefined where none is due. */
  async claim(owner: string): Promise<ClaimedSiteAudit | undefined> {
    const now = this.#now();
    const values = [timeText(now), owner, timeText(now + this.#leaseMs)];
    const statement = claimStatement(this.#database.engine);
    const [row] = await this.#database.transaction((_query, script) => script(statement, values));
    // The columns are those of `CLAIMED`.
    return row as ClaimedSiteAudit | undefined;
  }

  /** Reports whether an audit has been due for so many milliseconds, of an account that has none running. */
  async isWaiting(forMs: number): Promise<boolean> {
    const [row] = await this.#database.query`
      select 1 from site_audit where state = 'queued' and due_at <= ${timeText(this.#now() - forMs)}
        and not exists (
          select 1 from site_audit as other where other.account = site_audit.account and other.state = 'running')
      limit 1`;
    return row !== undefined;
  }

  /** Extends the leases of `owner` on these audits and returns those that it still has, with their attempts. */
  async renew(owner: string, ids: readonly string[]): Promise<Pick<SiteAuditLease, "id" | "attempts">[]> {
    const { query } = this.#database;
    const held: Pick<SiteAuditRow, "id" | "attempts">[] = [];
    for (const id of ids) {
      const rows = await query<Pick<SiteAuditRow, "id" | "attempts">>`
        update site_audit set lease_until = ${timeText(this.#now() + this.#leaseMs)}
        where id = ${id} and owner = ${owner} and state = 'running' returning id, attempts`;
      held.push(...rows);
    }
    return held;
  }

  /** Puts audits whose worker is silent back into the queue, and returns how many. */
  async recover(): Promise<number> {
    const { query } = this.#database;
    const now = timeText(this.#now());
    const rows = await query`
      update site_audit set state = 'queued', owner = null, lease_until = null, due_at = ${now},
        interruptions = interruptions + 1
      where state = 'running' and lease_until <= ${now} returning id`;
    return rows.length;
  }

  /**
   * Adds steps, with the charge of the last of them. Resolves with the counter of the charge, undefined where the quota does
   * not cover it; then nothing is added. Rejects with `client-left` if the lease was lost.
   */
  async add(
    { id, owner, attempts }: SiteAuditLease,
    steps: readonly NewStep[],
    { done, waiting }: CrawlCounts,
    charge: Charge | undefined,
  ): Promise<number | undefined> {
    const rows = steps.map((step) => ({ ...step, data: packed(step.data) }));
    const bytes = rows.reduce((sum, { data, url = "" }) => sum + STEP_BYTES + data.length + url.length, 0);
    const pages = steps.reduce((sum, step) => sum + step.units, 0);
    try {
      return await this.#together(async (query, script) => {
        const [own] = await query<{ steps: number; expires_at: string; bytes: number }>`
          update site_audit set steps = steps + ${rows.length}, pages = pages + ${pages}, done = ${done},
            waiting = ${waiting}, units = units + ${charge?.units ?? 0}, bytes = bytes + ${bytes}
          where id = ${id} and owner = ${owner} and attempts = ${attempts} and state = 'running'
          returning steps, expires_at, bytes`;
        if (own === undefined) throw leaseLost();
        if (own.bytes > SITE_AUDIT_BYTES_MAX) throw new StorageLimit();
        const used = charge === undefined ? 0 : await addCharge(query, charge);
        if (used === undefined) throw new NotCovered();
        const first = own.steps - rows.length + 1;
        const inserted = rows.map(({ url = null, status = null, units, data }, i) => {
          return { audit: id, number: first + i, url, status, units, data, expires_at: own.expires_at };
        });
        await insertRows(script, this.#database.engine, "site_audit_step", inserted);
        return used;
      });
    } catch (error) {
      if (error instanceof NotCovered) return undefined;
      throw error;
    }
  }

  /**
   * Ends an audit, or puts it back. Accounts take turns: what waits of its account is now behind all others. False if the
   * lease was lost: then nothing has changed.
   */
  async settle({ id, owner, attempts }: SiteAuditLease, outcome: SiteAuditOutcome): Promise<boolean> {
    const now = this.#now();
    const isLater = outcome.state === "queued";
    const reason = outcome.state === "succeeded" ? (outcome.stopReason ?? null) : null;
    const problem = outcome.state === "failed" ? JSON.stringify(outcome.problem) : null;
    return this.#database.transaction(async (query) => {
      const [row] = await query<SiteAuditRow>`
        update site_audit set state = ${outcome.state}, owner = null, lease_until = null, stop_reason = ${reason},
          problem = ${problem}, finished_at = ${isLater ? null : timeText(now)},
          due_at = ${timeText(now + (isLater ? outcome.afterMs : 0))}
        where id = ${id} and owner = ${owner} and attempts = ${attempts} and state = 'running'
        returning id, account, key_id, schedule, url, options, state, created_at, started_at, finished_at, expires_at,
          attempts, steps, pages, done, waiting, units, bytes, stop_reason, problem, has_report`;
      if (row === undefined) return false;
      await query`update site_audit set due_at = ${timeText(now)}
        where account = ${row.account} and state = 'queued' and due_at < ${timeText(now)}`;
      const change = outcome.state === "succeeded" ? outcome.change : undefined;
      if (!isLater) await this.#ended?.(query, row, change);
      return true;
    });
  }

  /** One whose outcome is unknown is an unavailable database: the audit goes on from what is stored. */
  async #together<T>(statements: (query: Query, script: Script) => Promise<T>): Promise<T> {
    try {
      return await this.#database.countTogether(statements);
    } catch (error) {
      throw error instanceof OutcomeUnknown ? error.problem : error;
    }
  }
}

export interface SiteAuditQueueOptions {
  readonly database: Database;
  now(): number;
  /** How long a worker may be silent, in milliseconds. */
  readonly leaseMs?: number | undefined;
  readonly ended?: AuditEnded | undefined;
}
