import { addCharge, type Charge, withReceipt } from "../accounts/usage-batch.ts";
import { AccountQueue } from "../queue/account-queue.ts";
import { leaseLost } from "../queue/work-runner.ts";
import type { Database } from "../store/database.ts";
import { insertRows } from "../store/insert-rows.ts";
import { timeText } from "../store/time-text.ts";
import type { Comparison, CrawlCounts, NewStep } from "./crawler.ts";
import {
  type ClaimedSiteAudit,
  SITE_AUDIT_COLUMNS,
  SITE_AUDIT_QUEUE,
  SITE_AUDIT_WORK,
  type SiteAuditLease,
  type SiteAuditRow,
  type StopReason,
} from "./site-audit.ts";
import { type AuditEnded, packed } from "./site-audit-store.ts";

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

/** The steps of one audit would take more than it may store. */
export class StorageLimit extends Error {
  override readonly name = "StorageLimit";
}

/** The stored steps of one audit, in bytes; and what a step takes beside its data. */
const SITE_AUDIT_BYTES_MAX = 100_000_000;
const STEP_BYTES = 100;

/** The queue of site audits. The row of a step is the receipt of its charge, so each page is charged once. */
export class SiteAuditQueue extends AccountQueue {
  readonly #options: SiteAuditQueueOptions;

  constructor(options: SiteAuditQueueOptions) {
    super(options.database, SITE_AUDIT_WORK, options.now, options.leaseMs);
    this.#options = options;
  }

  /** Leases the oldest audit of the next account that has none running; undefined where none is due. */
  async claimNext(owner: string): Promise<ClaimedSiteAudit | undefined> {
    for (;;) {
      const flow = await this.next(new Set([SITE_AUDIT_QUEUE]));
      if (flow === undefined) return undefined;
      const [row] = await this.claim(flow, owner, 1);
      // The columns are those of `SITE_AUDIT_WORK`.
      if (row !== undefined) return row as ClaimedSiteAudit;
    }
  }

  /** Reports whether an audit has been due for so many milliseconds, of an account that has none running. */
  async isWaiting(forMs: number): Promise<boolean> {
    const [row] = await this.#options.database.query`
      select 1 from site_audit where state = 'queued' and due_at <= ${timeText(this.#options.now() - forMs)}
        and not exists (
          select 1 from site_audit as other where other.account = site_audit.account and other.state = 'running')
      limit 1`;
    return row !== undefined;
  }

  /** Adds steps, with the charge of the last; undefined, and nothing added, beyond the quota. Rejects with `client-left`. */
  async add(
    { id, attempts }: SiteAuditLease,
    steps: readonly NewStep[],
    { done, waiting, progress }: CrawlCounts & Pick<SiteAuditRow, "progress">,
    charge: Charge | undefined,
  ): Promise<number | undefined> {
    const rows = steps.map((step) => ({ ...step, data: packed(step.data) }));
    const bytes = rows.reduce((sum, { data, url = "" }) => sum + STEP_BYTES + data.length + url.length, 0);
    const pages = steps.reduce((sum, step) => sum + step.units, 0);
    return withReceipt(this.#options.database, async (query, script) => {
      const [own] = await query<{ steps: number; expires_at: string; bytes: number }>`
        update site_audit set steps = steps + ${rows.length}, pages = pages + ${pages}, done = ${done},
          waiting = ${waiting}, progress = ${progress}, units = units + ${charge?.units ?? 0}, bytes = bytes + ${bytes}
        where id = ${id} and attempts = ${attempts} and state = 'running'
        returning steps, expires_at, bytes`;
      if (own === undefined) throw leaseLost("site audit");
      if (own.bytes > SITE_AUDIT_BYTES_MAX) throw new StorageLimit();
      const used = charge === undefined ? 0 : await addCharge(query, charge);
      const first = own.steps - rows.length + 1;
      const inserted = rows.map(({ url = null, status = null, units, data }, i) => {
        return { audit: id, number: first + i, url, status, units, data, expires_at: own.expires_at };
      });
      await insertRows(script, this.#options.database.engine, "site_audit_step", inserted);
      return used;
    });
  }

  async settle(lease: SiteAuditLease, outcome: SiteAuditOutcome): Promise<boolean> {
    const now = this.#options.now();
    const isLater = outcome.state === "queued";
    const dueMs = now + (isLater ? outcome.afterMs : 0);
    const set = {
      state: outcome.state,
      stop_reason: outcome.state === "succeeded" ? (outcome.stopReason ?? null) : null,
      problem: outcome.state === "failed" ? JSON.stringify(outcome.problem) : null,
      finished_at: isLater ? null : timeText(now),
      // One that can go on at once comes before the others of its account.
      ...(dueMs > now && { due_at: timeText(dueMs) }),
    };
    return this.#options.database.transaction(async (query, script) => {
      const row = await this.table.release(script, lease, set, SITE_AUDIT_COLUMNS);
      if (row === undefined) return false;
      const change = outcome.state === "succeeded" ? outcome.change : undefined;
      // The columns are those of a `SiteAuditRow`.
      if (!isLater) await this.#options.ended?.(query, row as SiteAuditRow, change);
      // Another audit of the account may wait for the end of this one.
      await this.addTurn(query, { queue: SITE_AUDIT_QUEUE, account: lease.account }, dueMs);
      return true;
    });
  }
}

interface SiteAuditQueueOptions {
  readonly database: Database;
  now(): number;
  readonly leaseMs?: number | undefined;
  readonly ended?: AuditEnded | undefined;
}
