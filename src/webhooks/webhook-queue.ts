import type { WebhookResponse } from "../egress/webhook-post.ts";
import { type WorkNumbers, type WorkShape, WorkTable } from "../queue/work-table.ts";
import type { Database, Query, Row } from "../store/database.ts";
import { deleteBatch } from "../store/delete-batch.ts";
import { SKEW_MS, timeText } from "../store/time-text.ts";

/** An endpoint for which a delivery is due. */
export interface DueEndpoint extends Row {
  readonly id: string;
  readonly account: string;
  /** Null where the endpoint was deleted. */
  readonly url: string | null;
  readonly disabled_at: string | null;
  /** 1 where its last attempt failed or took long. */
  readonly is_slow: number | null;
  readonly failing_since: string | null;
  readonly verification: string | null;
}

/** A delivery that this process may attempt, because it has its lease. */
export interface ClaimedDelivery extends Row {
  readonly endpoint: string;
  readonly event: string;
  readonly account: string;
  readonly url: string;
  /** Sealed. */
  readonly secret: string;
  /** Sealed; valid until `former_until`. */
  readonly former_secret: string | null;
  readonly former_until: string | null;
  readonly payload: string;
  /** Attempts that have ended since the event, or since its last replay. */
  readonly attempts: number;
  /** Counts leases: a statement with one that was lost changes no delivery. */
  readonly lease: number;
  readonly expires_at: string;
}

/** Outcome of an attempt. */
export interface AttemptOutcome {
  /** Undefined where no response came. */
  readonly status: number | undefined;
  readonly response?: WebhookResponse | undefined;
  readonly error: string | undefined;
  readonly durationMs: number;
}

/** The reason for which an attempt turned its endpoint off: a response of 410, or failures for days. */
export type DisabledReason = "gone" | "failing";

/** The default of `leaseMs`: an attempt ends long before. */
export const LEASE_MS = 60_000;

/** The pauses after failed attempts, in seconds: 24 hours in all. */
const BACK_OFF_SECONDS = [5, 300, 1_800, 7_200, 18_000, 28_800, 28_800];
/** A pause is longer or shorter by at most this share, so that events that failed together are not all sent again at once. */
const JITTER = 0.1;
/** Times further ahead, in milliseconds, were set before the clock went back. */
const CLOCK_MS = 1_000 * Math.max(...BACK_OFF_SECONDS) * (1 + JITTER) + SKEW_MS;

/** An endpoint is turned off once it has failed for so long, and so many times, without a success. */
const FAILING_MS = 5 * 24 * 3_600_000;
const FAILURES_MIN = 10;

/** An attempt that takes longer marks its endpoint as slow, in milliseconds. */
const SLOW_MS = 3_000;

/** Deliveries of an endpoint that is off, or was deleted, that are ended in one statement. */
const ROWS = 250;

const GONE = 410;

const DELIVERY_WORK: WorkShape = {
  table: "webhook_delivery",
  key: ["endpoint", "event"],
  columns: "endpoint, event, account, attempts, lease, expires_at",
  waiting: "state = 'pending'",
  leaseEnd: "due_at",
  token: "lease",
  hasOwner: false,
  clockMs: CLOCK_MS,
};

/** Reports whether a receiver has accepted an event. */
export function isDelivered({ status }: Pick<AttemptOutcome, "status">): boolean {
  return status !== undefined && status >= 200 && status <= 299;
}

/** Returns the delay before an attempt that failed is repeated, in milliseconds; undefined after the last. */
export function retryAfterMs(attempts: number, random: () => number): number | undefined {
  const seconds = BACK_OFF_SECONDS[attempts - 1];
  return seconds === undefined ? undefined : 1_000 * seconds * (1 - JITTER + 2 * JITTER * random());
}

export interface WebhookQueueOptions {
  readonly database: Database;
  now(): number;
  /** How long a process may keep a delivery before others take it over, in milliseconds; more than an attempt takes. */
  readonly leaseMs?: number | undefined;
  /** From 0 to 1, for jitter. */
  random?(): number;
  /** Called in the transaction that turned an endpoint off by itself. */
  onDisabled(
    query: Query,
    of: {
      readonly account: string;
      readonly endpoint: string;
      readonly url: string;
      readonly reason: string;
    },
  ): Promise<void>;
}

/** The deliveries to attempt. One of a killed process is due again after its lease: an event may arrive twice. */
export class WebhookQueue {
  readonly #options: WebhookQueueOptions;
  readonly #table: WorkTable;

  constructor(options: WebhookQueueOptions) {
    this.#options = options;
    const { database, now, leaseMs = LEASE_MS } = options;
    this.#table = new WorkTable(database, DELIVERY_WORK, () => now(), leaseMs);
  }

  /** Endpoints with a delivery that is due, in the order of their IDs after `after`. Accounts that are suspended wait. */
  async due(after: string, limit: number): Promise<DueEndpoint[]> {
    const { database, now } = this.#options;
    const { query } = database;
    // Goes from endpoint to endpoint in the index, whatever the number of their deliveries.
    return query<DueEndpoint>`
      with recursive waiting (endpoint) as (
        select min(endpoint) from webhook_delivery where state = 'pending' and endpoint > ${after}
        union all
        select (select min(endpoint) from webhook_delivery
          where state = 'pending' and endpoint > waiting.endpoint)
        from waiting where waiting.endpoint is not null)
      select waiting.endpoint as id, coalesce(webhook_endpoint.account, '') as account, url, disabled_at, is_slow,
        failing_since, verification
      from waiting
        left join webhook_endpoint on webhook_endpoint.id = waiting.endpoint
        left join account on account.id = webhook_endpoint.account
      where waiting.endpoint is not null and account.suspended_at is null and exists (
        select 1 from webhook_delivery
        where state = 'pending' and webhook_delivery.endpoint = waiting.endpoint
          and (due_at <= ${timeText(now())} or due_at > ${timeText(now() + CLOCK_MS)})
          and (verification is null or disabled_at is not null or webhook_delivery.event = verification))
      limit ${limit}`;
  }

  async numbers(): Promise<WorkNumbers> {
    const { database, now } = this.#options;
    const [row] = await database.query<{ pending: number; oldest: string | null }>`
      select cast(coalesce(sum(waiting.pending), 0) as integer) as pending,
        min(case when webhook_endpoint.is_slow = 0 and verification is null and disabled_at is null and account.suspended_at is null
          then waiting.due_at end) as oldest
      from (
        select endpoint, count(*) as pending, min(due_at) as due_at
        from webhook_delivery where state = 'pending' group by endpoint) as waiting
        left join webhook_endpoint on webhook_endpoint.id = waiting.endpoint
        left join account on account.id = webhook_endpoint.account`;
    const oldest = row?.oldest ?? undefined;
    const oldestSeconds = oldest === undefined ? 0 : Math.max(0, (now() - Date.parse(oldest)) / 1_000);
    return { waiting: row?.pending ?? 0, oldestSeconds };
  }

  async claim(endpoint: string, count: number, only: string | null = null): Promise<ClaimedDelivery[]> {
    const where = only === null ? "endpoint = $1" : "endpoint = $1 and event = $2";
    const values = only === null ? [endpoint] : [endpoint, only];
    return this.#options.database.transaction(async (query, script) => {
      const leased = await this.#table.claim(script, { count, where, values });
      if (leased.length === 0) return [];
      const [receiver] = await query`
        select url, secret, former_secret, former_until from webhook_endpoint where id = ${endpoint}`;
      const ids = leased.map((row) => row.event ?? null);
      const payloads = await script(
        `select id as event, payload from webhook_event where id in (${ids.map((_, i) => `$${i + 1}`).join(", ")})`,
        ids,
      );
      return leased.flatMap((row) => {
        const found = payloads.find(({ event }) => event === row.event);
        // The columns are those of the three statements.
        return receiver === undefined || found === undefined
          ? []
          : [{ ...row, ...receiver, ...found } as ClaimedDelivery];
      });
    });
  }

  /** Stores how an attempt ended. Returns why its endpoint was turned off; undefined if it was not. */
  async finish(delivery: ClaimedDelivery, outcome: AttemptOutcome): Promise<DisabledReason | undefined> {
    const { database, now, random = Math.random } = this.#options;
    const { endpoint, event, account } = delivery;
    const attempts = delivery.attempts + 1;
    const present = now();
    const isDone = isDelivered(outcome);
    const waitMs = isDone || outcome.status === GONE ? undefined : retryAfterMs(attempts, random);
    const nextAt = waitMs === undefined ? null : timeText(present + waitMs);
    const state = isDone ? "delivered" : nextAt === null ? "failed" : "pending";
    const { response } = outcome;
    return database.transaction(async (query, script) => {
      const set = { state, attempts, due_at: nextAt ?? timeText(present) };
      const held = await this.#table.release(script, delivery, set, "endpoint");
      // Whoever deletes an endpoint or an account while an attempt is made has nothing of it.
      if (held === undefined && !(await this.#exists(query, delivery))) return undefined;
      await query`
        insert into webhook_attempt
          (id, endpoint, event, account, created_at, status, error, duration_ms, next_at, expires_at,
            response_headers, response_body, response_cut)
        values (${Bun.randomUUIDv7("hex", present)}, ${endpoint}, ${event}, ${account},
          ${timeText(present - outcome.durationMs)}, ${outcome.status ?? null}, ${outcome.error ?? null},
          ${Math.round(outcome.durationMs)}, ${held === undefined ? null : nextAt}, ${delivery.expires_at},
          ${response === undefined ? null : JSON.stringify(response.headers)}, ${response?.body ?? null},
          ${response?.isCut ? 1 : 0})`;
      const isSlow = !isDone || outcome.durationMs > SLOW_MS ? 1 : 0;
      if (!isDone) return this.#noteFailure(query, delivery, outcome);
      await query`update webhook_endpoint set verification = null where id = ${endpoint} and verification = ${event}`;
      await query`
        update webhook_endpoint set failing_since = null, failures = 0, is_slow = ${isSlow}
        where id = ${endpoint} and (failing_since is not null or is_slow <> ${isSlow})`;
      return undefined;
    });
  }

  async #exists(query: Query, { endpoint, event }: ClaimedDelivery): Promise<boolean> {
    const rows = await query`
      select 1 as one from webhook_delivery where endpoint = ${endpoint} and event = ${event}`;
    return rows.length > 0;
  }

  /** Gives a delivery back that was not attempted, until a time in milliseconds since 1970. */
  async postpone(delivery: ClaimedDelivery, untilMs: number): Promise<void> {
    const { script } = this.#options.database;
    await this.#table.release(script, delivery, { due_at: timeText(untilMs) }, "endpoint");
  }

  /** Ends deliveries of an endpoint that is off or was deleted, and returns how many. */
  async discard({ id, url }: DueEndpoint): Promise<number> {
    const { database } = this.#options;
    if (url === null) {
      return deleteBatch(database, "webhook_delivery", "endpoint = $1 and state = 'pending'", [id], ROWS);
    }
    // One that its owner turned on in the meantime keeps its deliveries.
    const statement = `
      update webhook_delivery set state = 'failed' where endpoint = $1 and state = 'pending'
        and event in (select event from webhook_delivery where endpoint = $1 and state = 'pending' limit ${ROWS})
        and exists (select 1 from webhook_endpoint where id = $1 and disabled_at is not null)
      returning event`;
    return (await database.script(statement, [id])).length;
  }

  /** Notes that an endpoint fails, and turns it off after days. Its row is written only when its state changes. */
  async #noteFailure(
    query: Query,
    { endpoint, account }: ClaimedDelivery,
    { status }: AttemptOutcome,
  ): Promise<DisabledReason | undefined> {
    const { now, onDisabled } = this.#options;
    const present = timeText(now());
    const [row] = await query<{ failing_since: string | null; is_slow: number; url: string }>`
      select failing_since, is_slow, url from webhook_endpoint where id = ${endpoint} and disabled_at is null`;
    if (row === undefined) return undefined;
    const since = row.failing_since ?? present;
    if (row.failing_since === null || row.is_slow === 0) {
      await query`
        update webhook_endpoint set failing_since = coalesce(failing_since, ${present}), is_slow = 1
        where id = ${endpoint}`;
    }
    const isFailing =
      since <= timeText(now() - FAILING_MS) &&
      (await this.#attemptsSince(query, endpoint, since)) >= FAILURES_MIN;
    const reason = status === GONE ? "gone" : isFailing ? "failing" : undefined;
    if (reason === undefined) return undefined;
    const [disabled] = await query`
      update webhook_endpoint set disabled_at = ${present}, disabled_reason = ${reason}
      where id = ${endpoint} and disabled_at is null returning id`;
    if (disabled === undefined) return undefined;
    await onDisabled(query, { account, endpoint, url: row.url, reason });
    return reason;
  }

  async #attemptsSince(query: Query, endpoint: string, since: string): Promise<number> {
    const [row] = await query<{ n: number | string }>`
      select count(*) as n from (
        select 1 as one from webhook_attempt where endpoint = ${endpoint} and created_at >= ${since}
        limit ${FAILURES_MIN}) as counted`;
    return Number(row?.n);
  }
}
