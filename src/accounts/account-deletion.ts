import type { State } from "../kit/state.ts";
import type { Log } from "../ops/log.ts";
import type { Database, Query, Row } from "../store/database.ts";
import { deleteBatch } from "../store/delete-batch.ts";
import { LATE_OBJECT_MS, NAMES_OBJECT } from "../store/object-rows.ts";
import { timeText } from "../store/time-text.ts";
import type { AccountData } from "./account-views.ts";
import type { DataKeys } from "./data-keys.ts";
import type { FormerUsage } from "./former-usage.ts";
import { columnOpener } from "./request-log.ts";

interface AccountDeletionOptions {
  readonly database: Database;
  readonly state: State;
  readonly keys: Pick<DataKeys, "of">;
  readonly formerUsage: FormerUsage;
  readonly log: Log;
  wake(): void;
  endPayments(account: string): Promise<void>;
  now(): number;
}

/** How long the request itself may delete rows, in milliseconds: most accounts have few. */
const INLINE_MS = 20;
/** Rows per statement: few, because SQLite does nothing else meanwhile. */
const BATCH = 250;
/** Stored responses have up to 1.4 MB each. */
const RESPONSES = 10;
/** Calls in progress and refunds that wait may write to an account for so long after it was deleted, in milliseconds. */
const STRAGGLERS_MS = 15 * 60_000;
const LINK_MS = 24 * 3_600_000;
/** A process that died while deleting holds the right to no longer than this, in milliseconds. */
const CLAIM_MS = 120_000;

interface Deletion extends Row {
  readonly account: string;
  /** Empty once its rows are deleted for the first time. */
  readonly email: string;
  readonly requested_at: string;
}

/** Tables whose rows name their account, those with references first. */
const OWN = [
  "session",
  "api_key",
  "account_plan",
  "subscription",
  "billing_customer",
  "usage",
  "usage_day",
  "key_usage_day",
  "request_log",
  "credit_grant",
  // Without it, nothing that is still stored of its jobs can be read.
  "data_key",
  "webhook_endpoint",
  // Attempts are only added to deliveries.
  "webhook_delivery",
  "webhook_attempt",
  "webhook_event",
  "notice",
  "job",
  "queue_turn",
  "batch",
  "site_audit",
  "site_audit_schedule",
  "shared_report",
];

interface OwnRows {
  readonly table: string;
  readonly condition: string;
  readonly values: string[];
  /** Rows per statement. Default: `BATCH`. */
  readonly batch?: number;
}

function rowsOf({ account, email, requested_at }: Deletion): OwnRows[] {
  const ofAccount = { condition: "account = $1", values: [account] };
  // Whoever signed up again with the address since then keeps what is new.
  const linksUntil = new Date(Date.parse(requested_at) + LINK_MS).toISOString();
  const ofEmail = [
    { table: "link", condition: "email = $1 and expires_at <= $2", values: [email, linksUntil] },
    { table: "mail", condition: "email = $1 and created_at <= $2", values: [email, requested_at] },
  ];
  const bodies = { condition: `account = $1 and not ${NAMES_OBJECT}`, values: [account], batch: RESPONSES };
  const ofAudits = "audit in (select id from site_audit where account = $1)";
  return [
    { table: "job_body", ...bodies },
    { table: "site_audit_step", condition: ofAudits, values: [account] },
    ...OWN.map((table) => ({ table, ...ofAccount })),
    { table: "replay", ...ofAccount, batch: RESPONSES },
    ...(email === "" ? [] : ofEmail),
    // What was to tell the account of something that ended meanwhile.
    { table: "mail", condition: "email = $1", values: [`deleted ${account}`] },
    { table: "account", condition: "id = $1", values: [account], batch: 1 },
  ];
}

/** Rows of an export that are read at once: SQLite does nothing else meanwhile. */
const EXPORTED = 500;

/** Reads all rows in pages: those after an ID, at most `EXPORTED`, in the order of IDs. */
async function inPages<R extends Row & { readonly id: string }>(
  page: (after: string) => Promise<R[]>,
): Promise<R[]> {
  const rows: R[] = [];
  for (;;) {
    const read = await page(rows.at(-1)?.id ?? "");
    rows.push(...read);
    if (read.length < EXPORTED) return rows;
    // Others come first.
    await Bun.sleep(1);
  }
}

/** Operations on an account as a whole, for its owner. */
export class AccountDeletion {
  readonly #options: AccountDeletionOptions;
  readonly #query: Query;

  constructor(options: AccountDeletionOptions) {
    this.#options = options;
    this.#query = options.database.query;
  }

  /** Undefined where there is no such account. */
  async exportData(account: string): Promise<AccountData | undefined> {
    const query = this.#query;
    const [owner] = await query<{ email: string; created_at: string }>`
      select email, created_at from account where id = ${account}`;
    if (owner === undefined) return undefined;
    return {
      email: owner.email,
      createdAt: owner.created_at,
      plans: await query`select plan, started_on as "startedOn" from account_plan where account = ${account}`,
      customers: await query`select customer from billing_customer where account = ${account}`,
      subscriptions: await query`
        select id, plan, status, started_on as "startedOn", period_end as "periodEnd",
          ends_at as "endsAt", held_until as "heldUntil"
        from subscription where account = ${account}`,
      keys: await query`
        select id, name, hint, mode, apis, allowed_ips as "allowedIps", created_at as "createdAt",
          expires_at as "expiresAt", ends_at as "endsAt", revoked_at as "revokedAt",
          last_used_on as "lastUsedOn"
        from api_key where account = ${account} order by created_at`,
      counters: await query`
        select plan, meter, period, used from usage where account = ${account} order by period`,
      days: await query`
        select day, api, calls, units from usage_day where account = ${account} order by day, api`,
      keyDays: await query`
        select day, key_id as "key", api, calls, units from key_usage_day
        where account = ${account} order by day, key_id, api`,
      requests: await this.#requests(account),
      jobs: await this.#jobs(account),
      siteAudits: await inPages(
        (after) => query`
        select id, url, options, state, pages, units, created_at as "createdAt", finished_at as "finishedAt"
        from site_audit where account = ${account} and id > ${after} order by id limit ${EXPORTED}`,
      ),
      siteAuditSchedules: await query`
        select id, url, options, every, created_at as "createdAt", due_at as "nextAt"
        from site_audit_schedule where account = ${account} order by id`,
      sharedReports: await query`
        select id, url, created_at as "createdAt", expires_at as "expiresAt"
        from shared_report where account = ${account} order by id`,
      ...(await this.#webhooks(account)),
      notices: await query`
        select plan, meter, period, percent, created_at as "createdAt" from notice where account = ${account}`,
      mails: await query`
        select kind, created_at as "createdAt", sent_at as "sentAt", failed_at as "failedAt" from mail
        where email = ${owner.email} order by mail.created_at`,
      sessions: await query`
        select created_at as "createdAt", last_used_on as "lastUsedOn", device, expires_at as "expiresAt"
        from session where account = ${account} order by session.expires_at`,
      credits: await query`
        select amount, created_at as "createdAt", expires_at as "expiresAt", note
        from credit_grant where account = ${account} order by id`,
      audit: await query`
        select created_at as "createdAt", actor, action, network, detail
        from audit where account = ${account} order by id`,
    };
  }

  async #requests(account: string): Promise<Row[]> {
    const rows = await inPages(
      (after) => this.#query<Row & { id: string; parameters: string | null }>`
      select id, created_at as "createdAt", key_id as "key", mode, api, operation, status, code, units,
        duration_ms as "durationMs", request_id as "requestId", parameters
      from request_log where account = ${account} and id > ${after} order by id limit ${EXPORTED}`,
    );
    const open = await columnOpener(this.#options, account, "parameters");
    return rows.map(({ id, ...row }) => ({ ...row, parameters: open(id, row.parameters) }));
  }

  async #webhooks(account: string) {
    return {
      webhooks: await this.#query`
        select id, url, mode, events, created_at as "createdAt", disabled_at as "disabledAt"
        from webhook_endpoint where account = ${account} order by id`,
      webhookEvents: await inPages(
        (after) => this.#query<Row & { id: string }>`
        select id, type, payload, created_at as "createdAt", expires_at as "expiresAt"
        from webhook_event where account = ${account} and id > ${after} order by id limit ${EXPORTED}`,
      ),
      webhookAttempts: await this.#query`
        select endpoint, event, created_at as "startedAt", status, error, duration_ms as "durationMs",
          response_headers as "responseHeaders", response_body as "responseBody"
        from webhook_attempt where account = ${account} order by event, id`,
    };
  }

  async #jobs(account: string): Promise<Row[]> {
    const rows = await inPages(
      (after) => this.#query<Row & { id: string; file: string | null }>`
      select id, mode, batch, api, operation, state, units, created_at as "createdAt", finished_at as "finishedAt", file
      from job where account = ${account} and id > ${after} order by id limit ${EXPORTED}`,
    );
    const open = await columnOpener(this.#options, account, "file");
    return rows.map(({ file, ...row }) => {
      const names = open(row.id, file);
      return { ...row, fileName: names === null ? null : JSON.parse(names).name };
    });
  }

  /**
   * Deletes an account permanently: payments end first (if that throws, nothing is deleted), then keys, sessions and rows,
   * the rest of which `work` deletes. Free usage is kept as a keyed hash (`FormerUsage`).
   */
  async remove(account: string): Promise<void> {
    const { endPayments, formerUsage, now, database, log, wake } = this.#options;
    await endPayments(account);
    const [known] = await this.#query<{ email: string }>`select email from account where id = ${account}`;
    if (known === undefined) return;
    const mailbox = await formerUsage.mailboxOf(known.email);
    const deletion = { account, email: known.email, requested_at: timeText(now()) };
    const isFirst = await database.transaction(async (run) => {
      const begun = await run`
        insert into account_deletion (account, email, requested_at)
        values (${account}, ${known.email}, ${deletion.requested_at})
        on conflict (account) do nothing returning account`;
      if (begun.length === 0) return false;
      // First: whoever adds to the account holds its row, see `lockAccount`.
      await run`update account set email = ${`deleted ${account}`} where id = ${account}`;
      await formerUsage.keep(run, account, mailbox);
      // The rows may take a while; what they allow ends now.
      await run`delete from session where account = ${account}`;
      await run`delete from webhook_endpoint where account = ${account}`;
      await run`delete from site_audit_schedule where account = ${account}`;
      // Whoever runs one adds no step any more: those that were added after their deletion would be left.
      await run`
        update site_audit set state = 'canceled', stop_reason = 'canceled', finished_at = ${deletion.requested_at}
        where account = ${account} and state in ('queued', 'running')`;
      await run`
        update api_key set revoked_at = ${deletion.requested_at}
        where account = ${account} and revoked_at is null`;
      return true;
    });
    await database.notify(account);
    if (!isFirst) return;
    const until = performance.now() + INLINE_MS;
    try {
      await this.#deleteRows(deletion, () => performance.now() < until);
    } catch (cause) {
      log.warn("the rows of a deleted account wait for the database", { cause });
    }
    wake();
  }

  /** Deletes rows of accounts whose deletion began. Resolves with whether any deletion is unfinished. */
  async work(signal: AbortSignal): Promise<boolean> {
    const { state, now } = this.#options;
    await using claim = await state.claim("account deletion", CLAIM_MS);
    if (claim === undefined) return true;
    const due = await this.#query<Deletion>`
      select account, email, requested_at from account_deletion
      where email <> '' or requested_at <= ${timeText(now() - STRAGGLERS_MS)} order by requested_at limit 100`;
    const until = performance.now() + CLAIM_MS / 2;
    for (const deletion of due) {
      await this.#deleteRows(deletion, () => !signal.aborted && performance.now() < until);
    }
    return (await this.#query`select account from account_deletion limit 1`).length > 0;
  }

  /** Deletes the rows of an account, batch by batch, for as long as it may. Resolves with whether none is left. */
  async #deleteRows(deletion: Deletion, mayGoOn: () => boolean): Promise<boolean> {
    const { database, now } = this.#options;
    await this.#expireObjects(deletion);
    for (const { table, condition, values, batch = BATCH } of rowsOf(deletion)) {
      for (;;) {
        if (!mayGoOn()) return false;
        if ((await deleteBatch(database, table, condition, values, batch)) < batch) break;
        // Others come first.
        await Bun.sleep(1);
      }
    }
    const { account, requested_at } = deletion;
    const [body] = await this.#query`select job from job_body where account = ${account} limit 1`;
    if (body === undefined && requested_at <= timeText(now() - STRAGGLERS_MS)) {
      await this.#query`delete from account_deletion where account = ${account}`;
    } else {
      await this.#query`update account_deletion set email = '' where account = ${account}`;
    }
    return true;
  }

  /** Lets `JobBodies.sweep` delete the objects of an account: it finds them by their rows, which are left to it. */
  async #expireObjects({ account, email }: Deletion): Promise<void> {
    const { database, now } = this.#options;
    // The second time, those that wait to be deleted once more are left alone.
    const after = email === "" ? timeText(now() + LATE_OBJECT_MS) : "";
    const statement = `
      update job_body set expires_at = $1 where account = $2 and ${NAMES_OBJECT} and expires_at > $3`;
    await database.script(statement, [timeText(now()), account, after]);
  }
}
