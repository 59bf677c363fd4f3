import { type KeysetPage, LAST_ID, pageOf } from "../accounts/keyset-page.ts";
import { Problem } from "../kit/problem.ts";
import type { Database, Row } from "../store/database.ts";
import type { DeliveryState } from "./emit-webhook.ts";
import { isWebhookId, timeOfId } from "./webhook-endpoints.ts";
import type { AttemptView, DeliveryView } from "./webhook-responses.ts";
import type { DeliveryFilter } from "./webhook-schemas.ts";

/** The delivery of an event about one object, as the page of the object shows it. */
export interface ObjectDelivery extends Pick<DeliveryView, "event" | "type" | "state" | "createdAt"> {
  readonly endpoint: string;
  readonly url: string;
  readonly isRetrying: boolean;
}

/** Attempts that are shown of one delivery: replays add to them. */
const ATTEMPTS_SHOWN = 20;

/** The columns of an attempt, and as its view names them. */
const ATTEMPT =
  "created_at, status, response_headers, response_body, response_cut, error, duration_ms, next_at";
const ATTEMPT_VIEW = `created_at as "startedAt", status, response_headers as "responseHeaders",
  response_body as "responseBody", response_cut as "responseTruncated", error, duration_ms as "durationMs",
  next_at as "nextAttemptAt"`;

/** Deliveries that are queued in one statement, and statements of one request. */
const ROWS = 250;
const STATEMENTS = 400;

/** How long before and after the end of an object its event is looked for, in milliseconds. */
const EVENT_MS = 60_000;

const OBJECT_DELIVERIES = 20;

type DeliveryRow = Row & Omit<DeliveryView, "attempts">;

type AttemptRow = Omit<AttemptView, "responseHeaders" | "responseTruncated"> & {
  readonly event: string;
  readonly responseHeaders: string | null;
  readonly responseTruncated: number;
};

/** Deliveries in one state. */
export interface DeliveryCount extends Row {
  readonly state: DeliveryState;
  readonly count: number;
  /** Those that are pending because an attempt failed. */
  readonly retrying: number;
}

/** Deliveries of one UTC date in one state. */
export interface DailyDeliveries extends DeliveryCount {
  readonly day: string;
}

/** Deliveries of one endpoint in one state. */
export interface EndpointDeliveries extends DeliveryCount {
  readonly endpoint: string;
}

function unknownEvent(): Problem {
  return new Problem(
    "unknown-webhook",
    "The webhook endpoint has no event with this ID. Events are kept for 7 days.",
  );
}

function attemptView({ event: _, ...row }: AttemptRow): AttemptView {
  return {
    ...row,
    // Written by `WebhookQueue` as such.
    responseHeaders: row.responseHeaders === null ? null : JSON.parse(row.responseHeaders),
    responseTruncated: row.responseTruncated === 1,
  };
}

/** The deliveries of an endpoint, and how to repeat them. The caller has made sure whose endpoint it is. */
export class WebhookLog {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #added: () => void;

  constructor(database: Database, now: () => number, added: () => void) {
    this.#database = database;
    this.#now = now;
    this.#added = added;
  }

  /** The newest first. */
  async list(endpoint: string, filter: DeliveryFilter): Promise<KeysetPage<DeliveryView>> {
    const { query } = this.#database;
    const { state, after = LAST_ID, limit } = filter;
    const rows = await query<DeliveryRow>`
      select event, type, state, webhook_delivery.created_at as "createdAt",
        case when state = 'pending' then due_at end as "nextAttemptAt"
      from webhook_delivery join webhook_event on webhook_event.id = webhook_delivery.event
      where endpoint = ${endpoint} and event < ${after}
        and (cast(${state ?? null} as text) is null or state = ${state ?? null})
      order by event desc limit ${limit + 1}`;
    const page = pageOf(rows, limit, ({ event }) => event);
    const attempts = await this.#attemptsOf(
      endpoint,
      page.rows.map(({ event }) => event),
    );
    return { next: page.next, rows: page.rows.map((row) => ({ ...row, attempts: attempts(row.event) })) };
  }

  countByDay(endpoint: string): Promise<readonly DailyDeliveries[]> {
    const { query } = this.#database;
    return query<DailyDeliveries>`
      select substr(created_at, 1, 10) as day, state, cast(count(*) as integer) as count,
        cast(sum(case when state = 'pending' and attempts > 0 then 1 else 0 end) as integer) as retrying
      from webhook_delivery where endpoint = ${endpoint} group by substr(created_at, 1, 10), state`;
  }

  countByEndpoint(account: string): Promise<readonly EndpointDeliveries[]> {
    const { query } = this.#database;
    return query<EndpointDeliveries>`
      select endpoint, state, cast(count(*) as integer) as count,
        cast(sum(case when state = 'pending' and attempts > 0 then 1 else 0 end) as integer) as retrying
      from webhook_delivery where account = ${account} group by endpoint, state`;
  }

  /** One delivery of an endpoint, with the body that is sent. Throws `unknown-webhook` where it has none of this event. */
  async find(endpoint: string, event: string): Promise<DeliveryView & { readonly payload: string }> {
    if (!isWebhookId(event)) throw unknownEvent();
    const { query } = this.#database;
    const [row] = await query<DeliveryRow & { payload: string }>`
      select event, type, state, webhook_delivery.created_at as "createdAt",
        case when state = 'pending' then due_at end as "nextAttemptAt", payload
      from webhook_delivery join webhook_event on webhook_event.id = webhook_delivery.event
      where endpoint = ${endpoint} and event = ${event}`;
    if (row === undefined) throw unknownEvent();
    const attempts = await this.#attemptsOf(endpoint, [event]);
    const { payload, ...delivery } = row;
    return { ...delivery, attempts: attempts(event), payload };
  }

  async about(account: string, object: string, endedAt: string): Promise<ObjectDelivery[]> {
    const { query } = this.#database;
    const [from = "", to = ""] = [-EVENT_MS, EVENT_MS].map((ms) => timeOfId(Date.parse(endedAt) + ms));
    const rows = await query<Row & Omit<ObjectDelivery, "isRetrying"> & { attempts: number }>`
      select endpoint, url, event, type, state, webhook_delivery.attempts,
        webhook_delivery.created_at as "createdAt"
      from webhook_event
        join webhook_delivery on webhook_delivery.account = webhook_event.account and event = webhook_event.id
        join webhook_endpoint on webhook_endpoint.id = endpoint
      where webhook_event.account = ${account} and webhook_event.id > ${from} and webhook_event.id < ${to}
        and payload like ${`%"data":{"id":"${object}"%`}
      order by event desc, endpoint limit ${OBJECT_DELIVERIES}`;
    return rows.map(({ attempts, ...row }) => ({
      ...row,
      isRetrying: row.state === "pending" && attempts > 0,
    }));
  }

  /** Sends an event again, with the same ID. Throws `unknown-webhook` where the endpoint has no such event. */
  async replay(endpoint: string, event: string): Promise<void> {
    if (!isWebhookId(event)) throw unknownEvent();
    const { query } = this.#database;
    const present = this.#present();
    const rows = await query`
      update webhook_delivery set state = 'pending', due_at = ${present}, attempts = 0
      where endpoint = ${endpoint} and event = ${event} and expires_at > ${present} returning event`;
    if (rows.length === 0) throw unknownEvent();
    this.#added();
  }

  /** Sends the events again that were not delivered, of those since a time (ISO 8601, UTC). Returns how many. */
  async replayFailed(endpoint: string, since: string): Promise<number> {
    const statement = `
      update webhook_delivery set state = 'pending', due_at = $1, attempts = 0
      where endpoint = $2 and state = 'failed' and event in (
        select event from webhook_delivery
        where endpoint = $2 and state = 'failed' and created_at >= $3 and expires_at > $1 limit ${ROWS})
      returning event`;
    const values = [this.#present(), endpoint, since];
    let replayed = 0;
    for (let ran = 0; ran < STATEMENTS; ran++) {
      const rows = await this.#database.script(statement, values);
      replayed += rows.length;
      if (rows.length < ROWS) break;
    }
    this.#added();
    return replayed;
  }

  #present(): string {
    return new Date(this.#now()).toISOString();
  }

  async #attemptsOf(endpoint: string, events: readonly string[]): Promise<(event: string) => AttemptView[]> {
    if (events.length === 0) return () => [];
    const list = events.map((_, i) => `$${i + 2}`).join(", ");
    const statement = `
      select event, ${ATTEMPT_VIEW} from (
        select event, id, ${ATTEMPT},
          row_number() over (partition by event order by id desc) as place
        from webhook_attempt where endpoint = $1 and event in (${list})) as numbered
      where place <= ${ATTEMPTS_SHOWN} order by id desc`;
    const rows = await this.#database.script(statement, [endpoint, ...events]);
    // The columns are those of the statement.
    const attempts = Map.groupBy(rows as AttemptRow[], ({ event }) => event);
    return (event) => (attempts.get(event) ?? []).map(attemptView);
  }
}
