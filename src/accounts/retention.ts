import type { State } from "../kit/state.ts";
import type { Log } from "../ops/log.ts";
import type { Database, Row } from "../store/database.ts";
import { deleteBatch } from "../store/delete-batch.ts";
import { NAMES_OBJECT } from "../store/object-rows.ts";
import { REQUEST_LOG_DAYS } from "./request-log.ts";

/** Retention of rows that nobody needs for their own sake, in days. */
export interface RetentionDays {
  /** Counters of past periods, and which notices were sent in them. */
  readonly counters: number;
  readonly dailyUsage: number;
  readonly emails: number;
  readonly endedKeys: number;
  readonly availability: number;
  /** Days for entries of the audit log: at least 31, by the database's trigger. */
  readonly audit: number;
}

interface RetentionOptions {
  readonly database: Database;
  readonly state: State;
  readonly days: RetentionDays;
  readonly webhookEventsKept?: number;
  readonly webhookResponsesKept?: number;
  readonly log: Log;
  now(): number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Rows per statement: few, because SQLite does nothing else meanwhile. */
const BATCH = 250;
/** Stored responses have up to 1.4 MB each. */
const RESPONSES = 10;
/** Entries of a key that are passed over at once where old rows are found by their key. */
const STRIDE = 500;
/** The least pause after a statement, in milliseconds; it is otherwise so many times as long as the statement took. */
const PAUSE_MS = 10;
const PAUSE_FACTOR = 4;
/** Minutes of probes matter until their hour is added up. */
const PROBE_DAYS = 2;
const WEBHOOK_EVENTS_KEPT = 20_000;
/** Responses to them, of up to 7 KB: replays make any number of attempts at 10 endpoints. */
const WEBHOOK_RESPONSES_KEPT = 10_000;
const ACCOUNTS = 20;
/** Stripe repeats an event for three days. */
const EVENT_DAYS = 31;

/** Rows that are found by an index: their column of a time, and how long after that time they are kept. */
interface Expiry {
  readonly table: string;
  readonly column: string;
  readonly keptMs: number;
  readonly batch?: number;
  readonly condition?: string;
}

/** Rows whose time is the last or a later part of their key; they are found by going through the key in order. */
interface Aged {
  readonly table: string;
  readonly key: readonly string[];
  readonly column: string;
  readonly keptMs: number;
}

/** Tables whose rows go when they expire. */
const EXPIRING =
  "batch shared_report site_audit_step state claim session link email_count former_usage webhook_attempt webhook_delivery webhook_event webhook_pace".split(
    " ",
  );

function expiries({ emails, endedKeys }: RetentionDays): Expiry[] {
  return [
    // One that has not ended is ended by a worker first: it may have a charge to give back.
    { table: "job", column: "expires_at", keptMs: 0, condition: "finished_at is not null" },
    // Those that name objects are deleted with them: `JobBodies.sweep`.
    {
      table: "job_body",
      column: "expires_at",
      keptMs: 0,
      batch: RESPONSES,
      condition: `not ${NAMES_OBJECT}`,
    },
    { table: "site_audit", column: "expires_at", keptMs: 0, condition: "finished_at is not null" },
    // One with a charge belongs to a process that was killed: `sweepIdempotencyKeys` gives it back.
    { table: "replay", column: "expires_at", keptMs: 0, batch: RESPONSES, condition: "charge is null" },
    ...EXPIRING.map((table) => ({ table, column: "expires_at", keptMs: 0 })),
    { table: "request_log", column: "created_at", keptMs: REQUEST_LOG_DAYS * DAY_MS },
    { table: "billing_event", column: "received_at", keptMs: EVENT_DAYS * DAY_MS },
    { table: "mail", column: "sent_at", keptMs: emails * DAY_MS },
    { table: "mail", column: "failed_at", keptMs: emails * DAY_MS },
    { table: "api_key", column: "revoked_at", keptMs: endedKeys * DAY_MS },
    { table: "api_key", column: "expires_at", keptMs: endedKeys * DAY_MS },
    { table: "api_key", column: "ends_at", keptMs: endedKeys * DAY_MS },
  ];
}

function aged({ counters, dailyUsage, availability, audit }: RetentionDays): Aged[] {
  const quota = ["account", "plan", "meter", "period"];
  return [
    { table: "usage", key: quota, column: "period", keptMs: counters * DAY_MS },
    { table: "notice", key: [...quota, "percent"], column: "period", keptMs: counters * DAY_MS },
    { table: "usage_day", key: ["account", "api", "day"], column: "day", keptMs: dailyUsage * DAY_MS },
    {
      table: "key_usage_day",
      key: ["account", "key_id", "api", "day"],
      column: "day",
      keptMs: dailyUsage * DAY_MS,
    },
    { table: "probe", key: ["api", "minute"], column: "minute", keptMs: PROBE_DAYS * DAY_MS },
    { table: "probe_hour", key: ["api", "hour"], column: "hour", keptMs: availability * DAY_MS },
    { table: "served", key: ["api", "hour"], column: "hour", keptMs: availability * DAY_MS },
    { table: "audit", key: ["id"], column: "created_at", keptMs: audit * DAY_MS },
  ];
}

/** The condition that a key comes after another, whose values are `$1` and so on. */
function after(key: readonly string[]): string {
  return `(${key.join(", ")}) > (${key.map((_, i) => `$${i + 1}`).join(", ")})`;
}

/** Runs a statement, and leaves the database to others for longer than it took. */
const paced = async <T>(statement: () => Promise<T>): Promise<T> => {
  const began = performance.now();
  const result = await statement();
  await Bun.sleep(Math.max(PAUSE_MS, PAUSE_FACTOR * (performance.now() - began)));
  return result;
};

async function repeated(
  signal: AbortSignal,
  batch: number,
  statement: () => Promise<number>,
): Promise<number> {
  let all = 0;
  for (let rows = batch; rows === batch && !signal.aborted; all += rows) rows = await paced(statement);
  return all;
}

/** Deletes old rows in small batches, and leaves the database to others in between. */
export class Retention {
  readonly #options: RetentionOptions;

  constructor(options: RetentionOptions) {
    this.#options = options;
  }

  /** Deletes what is due, unless another process did within the hour. Returns the rows that each table lost. */
  async run(signal: AbortSignal): Promise<Record<string, number>> {
    const { days, log } = this.#options;
    const deleted: Record<string, number> = {};
    const count = (table: string, rows: number) => {
      if (rows > 0) deleted[table] = (deleted[table] ?? 0) + rows;
    };
    await this.#once("retention", HOUR_MS - MINUTE_MS, signal, async () => {
      for (const rule of expiries(days)) count(rule.table, await this.#deleteExpired(rule, signal));
      count("webhook_event", await this.#trimWebhooks(signal));
    });
    await this.#once("retention by key", DAY_MS - HOUR_MS, signal, async () => {
      for (const rule of aged(days)) count(rule.table, await this.#deleteAged(rule, signal));
    });
    if (Object.keys(deleted).length > 0) log.info("old rows were deleted", { deleted });
    return deleted;
  }

  #before(keptMs: number) {
    return new Date(this.#options.now() - keptMs).toISOString();
  }

  #deleteExpired(rule: Expiry, signal: AbortSignal): Promise<number> {
    const { table, column, keptMs, batch = BATCH, condition } = rule;
    const where = `${column} <= $1${condition === undefined ? "" : ` and ${condition}`}`;
    return repeated(signal, batch, () =>
      deleteBatch(this.#options.database, table, where, [this.#before(keptMs)], batch),
    );
  }

  async #deleteAged({ table, key, column, keptMs }: Aged, signal: AbortSignal): Promise<number> {
    const { database } = this.#options;
    // Texts that sort: a prefix of a time is before all times of it.
    const end = this.#before(keptMs).slice(0, 10);
    const columns = key.join(", ");
    const place = database.engine === "sqlite" ? "rowid" : "ctid";
    let deleted = 0;
    let last: Row | undefined;
    while (!signal.aborted) {
      const from = last === undefined ? [] : key.map((name) => last?.[name] ?? null);
      const stride = `from ${table} ${last === undefined ? "" : `where ${after(key)}`} order by ${columns}`;
      // The order and the limit keep to the index of the key, whatever a planner thinks of the condition.
      const old = `select ${place} from (select ${place}, ${column} ${stride} limit ${STRIDE}) as stride
        where ${column} < $${from.length + 1}`;
      const which = database.engine === "sqlite" ? `rowid in (${old})` : `ctid = any(array(${old}))`;
      const step = () =>
        database.transaction(async (_query, script) => {
          const [next] = await script(`select ${columns} ${stride} limit 1 offset ${STRIDE - 1}`, from);
          const rows = await script(`delete from ${table} where ${which} returning 1 as deleted`, [
            ...from,
            end,
          ]);
          return { next, rows: rows.length };
        });
      const { next, rows } = await paced(step);
      deleted += rows;
      if (next === undefined) break;
      last = next;
    }
    return deleted;
  }

  /** Deletes the oldest events of accounts that have too many, and responses; returns how many events. */
  async #trimWebhooks(signal: AbortSignal): Promise<number> {
    const {
      database,
      webhookEventsKept = WEBHOOK_EVENTS_KEPT,
      webhookResponsesKept = WEBHOOK_RESPONSES_KEPT,
    } = this.#options;
    let deleted = 0;
    for (let after = ""; !signal.aborted; ) {
      const accounts = await paced(
        () => database.query<{ account: string; last: string | null; response: string | null }>`
          select account, (
            select id from webhook_event where webhook_event.account = page.account
            order by id desc limit 1 offset ${webhookEventsKept}) as last, (
            select id from webhook_attempt
            where webhook_attempt.account = page.account and response_headers is not null
            order by id desc limit 1 offset ${webhookResponsesKept}) as response
          from (
            select distinct account from webhook_endpoint where account > ${after}
            order by account limit ${ACCOUNTS}) as page
          order by account`,
      );
      for (const { account, last, response } of accounts) {
        if (last !== null) deleted += await this.#trimWebhooksOf(account, last, signal);
        if (response !== null) await this.#forgetResponses(account, response, signal);
      }
      if (accounts.length < ACCOUNTS) break;
      after = accounts.at(-1)?.account ?? after;
    }
    return deleted;
  }

  /** Deletes the events of an account up to one of them, with their deliveries; returns how many events. */
  async #trimWebhooksOf(account: string, last: string, signal: AbortSignal): Promise<number> {
    const { database } = this.#options;
    let deleted = 0;
    for (const [table, column] of [
      ["webhook_attempt", "event"],
      ["webhook_delivery", "event"],
      ["webhook_event", "id"],
    ] as const) {
      const which = `account = $1 and ${column} <= $2`;
      const rows = await repeated(signal, BATCH, () =>
        deleteBatch(database, table, which, [account, last], BATCH),
      );
      if (table === "webhook_event") deleted += rows;
    }
    return deleted;
  }

  /** Empties the responses of an account's attempts up to one of them. The attempts stay. */
  async #forgetResponses(account: string, last: string, signal: AbortSignal): Promise<void> {
    const { query } = this.#options.database;
    await repeated(signal, BATCH, async () => {
      const emptied = await query`
        update webhook_attempt set response_headers = null, response_body = null, response_cut = 0
        where id in (
          select id from webhook_attempt
          where account = ${account} and response_headers is not null and id <= ${last} limit ${BATCH})
        returning id`;
      return emptied.length;
    });
  }

  /** Does something unless any process did within `everyMs`. A run that is cut short is not remembered. */
  async #once(name: string, everyMs: number, signal: AbortSignal, run: () => Promise<void>) {
    const claim = await this.#options.state.claim(name, everyMs);
    if (claim === undefined) return;
    let isWhole = false;
    try {
      await run();
      isWhole = !signal.aborted;
    } finally {
      if (!isWhole) await claim.release();
    }
  }
}
