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

/** What an export reads of each table of an account, and in which order; without one, in pages by ID. */
const EXPORTS = {
  plans: ["plan, started_on from account_plan", "plan"],
  customers: ["customer from billing_customer", "customer"],
  subscriptions: ["id, plan, status, started_on, period_end, ends_at, held_until from subscription", "id"],
  keys: [
    `id, name, hint, mode, apis, allowed_ips, created_at, expires_at, ends_at, revoked_at, last_used_on
      from api_key`,
    "created_at",
  ],
  counters: ["plan, meter, period, used from usage", "period"],
  days: ["day, api, calls, units from usage_day", "day, api"],
  keyDays: [`day, key_id as "key", api, calls, units from key_usage_day`, "day, key_id, api"],
  requests: [
    `id, created_at, key_id as "key", mode, api, operation, status, code, units, duration_ms, request_id,
      parameters from request_log`,
  ],
  jobs: ["id, mode, batch, api, operation, state, units, created_at, finished_at, file from job"],
  siteAudits: ["id, url, options, state, pages, units, created_at, finished_at from site_audit"],
  siteAuditSchedules: [
    "id, url, options, every, created_at, due_at as next_at from site_audit_schedule",
    "id",
  ],
  sharedReports: ["id, url, created_at, expires_at from shared_report", "id"],
  webhooks: ["id, url, mode, events, created_at, disabled_at from webhook_endpoint", "id"],
  webhookEvents: ["id, type, payload, created_at, expires_at from webhook_event"],
  webhookAttempts: [
    `endpoint, event, created_at as started_at, status, error, duration_ms, response_headers, response_body
      from webhook_attempt`,
    "event, id",
  ],
  notices: ["plan, meter, period, percent, created_at from notice", "created_at"],
  sessions: ["created_at, last_used_on, device, expires_at from session", "expires_at"],
  credits: ["amount, created_at, expires_at, note from credit_grant", "id"],
  audit: ["created_at, actor, action, network, detail from audit", "id"],
} satisfies Partial<Record<keyof AccountData, readonly [select: string, order?: string]>>;

/** A row with the names of its columns in camel case. */
function camelCased(row: Row): Row {
  const nameOf = (column: string) => column.replaceAll(/_\w/g, ([, letter = ""]) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [nameOf(column), value]));
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
    const [owner] = await this.#query<{ email: string; created_at: string }>`
      select email, created_at from account where id = ${account}`;
    if (owner === undefined) return undefined;
    const read: [string, Row[]][] = [];
    for (const [name, [select = "", order]] of Object.entries<readonly string[]>(EXPORTS)) {
      read.push([name, (await this.#read(account, select, order)).map(camelCased)]);
    }
    // The names are those of `EXPORTS`.
    const tables = Object.fromEntries(read) as Record<keyof typeof EXPORTS, Row[]>;
    const mails = await this.#query`
      select kind, created_at, sent_at, failed_at from mail where email = ${owner.email} order by created_at`;
    const open = async (column: string) => {
      const opened = await columnOpener(this.#options, account, column);
      return (row: Row) => opened(String(row.id), row[column] === null ? null : String(row[column]));
    };
    const [parametersOf, fileOf] = [await open("parameters"), await open("file")];
    return {
      email: owner.email,
      createdAt: owner.created_at,
      ...tables,
      mails: mails.map(camelCased),
      requests: tables.requests.map((row) => {
        const { id: _, ...shown } = row;
        return { ...shown, parameters: parametersOf(row) };
      }),
      jobs: tables.jobs.map((row) => {
        const { file: _, ...shown } = row;
        const names = fileOf(row);
        return { ...shown, fileName: names === null ? null : JSON.parse(names).name };
      }),
    };
  }

  async #read(account: string, select: string, order: string | undefined): Promise<Row[]> {
    const { script } = this.#options.database;
    const from = `select ${select} where account = $1`;
    if (order !== undefined) return script(`${from} order by ${order}`, [account]);
    const rows: Row[] = [];
    for (;;) {
      const page = await script(`${from} and id > $2 order by id limit ${EXPORTED}`, [
        account,
        rows.at(-1)?.id ?? "",
      ]);
      rows.push(...page);
      if (page.length < EXPORTED) return rows;
      // Others come first.
      await Bun.sleep(1);
    }
  }

  /**
   * Deletes an account permanently: payments end first (if that throws, nothing is deleted), then keys, sessions and rows,
   * the rest of which `work` deletes. Free usage is kept as a keyed hash (`FormerUsage`).
   */
  async remove(account: string): Promise<void> {
    const { endPayments, formerUsage, now, database, wake } = this.#options;
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
      await run`delete from link where email = ${known.email}`;
      await run`delete from mail where email = ${known.email} and sent_at is null and failed_at is null`;
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
    await this.#deleteRows(deletion, () => performance.now() < until);
    wake();
  }

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

  /** Deletes rows for as long as it may. Logs failures: `work` tries again. */
  async #deleteRows(deletion: Deletion, mayGoOn: () => boolean): Promise<void> {
    const { endPayments, log } = this.#options;
    try {
      // A purchase may have made another customer meanwhile.
      await endPayments(deletion.account);
      await this.#expireObjects(deletion);
      await this.#deleteTables(deletion, mayGoOn);
    } catch (cause) {
      log.warn("the rows of a deleted account are deleted later", { cause });
    }
  }

  async #deleteTables(deletion: Deletion, mayGoOn: () => boolean): Promise<void> {
    const { database, now } = this.#options;
    for (const { table, condition, values, batch = BATCH } of rowsOf(deletion)) {
      for (;;) {
        if (!mayGoOn()) return;
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
