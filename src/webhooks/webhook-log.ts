import { type KeysetPage, pageOf } from "../accounts/keyset-page.ts";
import type { Database, Row } from "../store/database.ts";
import { isWebhookId } from "./webhook-endpoints.ts";
import type { AttemptView, DeliveryFilter, DeliveryState, DeliveryView } from "./webhook-schemas.ts";

/** Attempts that are shown of one delivery: replays add to them. */
const ATTEMPTS_SHOWN = 20;

/** Deliveries that are queued in one statement, and statements of one request. */
const ROWS = 250;
const STATEMENTS = 400;

/** Comes after every ID. */
const LAST_ID = "g";

interface DeliveryRow extends Row {
  readonly event: string;
  readonly type: string;
  readonly state: DeliveryState;
  readonly created_at: string;
  readonly due_at: string;
}

interface AttemptRow extends Row {
  readonly event: string;
  readonly created_at: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly duration_ms: number;
  readonly next_at: string | null;
}

function attemptView(row: AttemptRow): AttemptView {
  return {
    startedAt: row.created_at,
    status: row.status,
    error: row.error,
    durationMs: row.duration_ms,
    nextAttemptAt: row.next_at,
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
      select event, type, state, webhook_delivery.created_at, due_at
      from webhook_delivery join webhook_event on webhook_event.id = webhook_delivery.event
      where endpoint = ${endpoint} and event < ${after}
        and (cast(${state ?? null} as text) is null or state = ${state ?? null})
      order by event desc limit ${limit + 1}`;
    const page = pageOf(rows, limit, ({ event }) => event);
    const attempts = await this.#attemptsOf(
      endpoint,
      page.rows.map(({ event }) => event),
    );
    return {
      next: page.next,
      rows: page.rows.map((row) => ({
        event: row.event,
        type: row.type,
        state: row.state,
        createdAt: row.created_at,
        nextAttemptAt: row.state === "pending" ? row.due_at : null,
        attempts: (attempts.get(row.event) ?? []).map(attemptView),
      })),
    };
  }

  /** Sends an event again, with the same ID. False where the endpoint has no such event. */
  async replay(endpoint: string, event: string): Promise<boolean> {
    if (!isWebhookId(event)) return false;
    const { query } = this.#database;
    const present = this.#present();
    const rows = await query`
      update webhook_delivery set state = 'pending', due_at = ${present}, attempts = 0
      where endpoint = ${endpoint} and event = ${event} and expires_at > ${present} returning event`;
    this.#added();
    return rows.length > 0;
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
      const rows = await this.#database.transaction((_query, script) => script(statement, values));
      replayed += rows.length;
      if (rows.length < ROWS) break;
    }
    this.#added();
    return replayed;
  }

  #present(): string {
    return new Date(this.#now()).toISOString();
  }

  /** The attempts of these events, by event. */
  async #attemptsOf(endpoint: string, events: readonly string[]): Promise<Map<string, AttemptRow[]>> {
    if (events.length === 0) return new Map();
    const list = events.map((_, i) => `$${i + 2}`).join(", ");
    const statement = `
      select event, created_at, status, error, duration_ms, next_at from (
        select event, id, created_at, status, error, duration_ms, next_at,
          row_number() over (partition by event order by id desc) as place
        from webhook_attempt where endpoint = $1 and event in (${list})) as numbered
      where place <= ${ATTEMPTS_SHOWN} order by id desc`;
    const rows = await this.#database.transaction((_query, script) =>
      script(statement, [endpoint, ...events]),
    );
    // The columns are those of the statement.
    return Map.groupBy(rows as AttemptRow[], ({ event }) => event);
  }
}
