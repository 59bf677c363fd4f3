import { type Actor, type Audit, type AuditAction, SYSTEM } from "../accounts/audit.ts";
import type { KeyMode } from "../accounts/keys.ts";
import { lockAccount } from "../accounts/lock-account.ts";
import { Problem } from "../kit/problem.ts";
import type { Database, Query } from "../store/database.ts";
import { deleteBatch } from "../store/delete-batch.ts";
import { timeText } from "../store/time-text.ts";
import { eventRow, TEST_EVENT, VERIFICATION_EVENT, type WebhookEventType } from "./emit-webhook.ts";
import type { EndpointView, NewEndpoint } from "./webhook-responses.ts";
import type { ChangedFields, CreatedFields } from "./webhook-schemas.ts";
import { newSecret, type SecretBox } from "./webhook-secret.ts";

interface WebhookEndpointsOptions {
  readonly database: Database;
  readonly audit: Audit;
  readonly secrets: SecretBox;
  /** Throws `url-invalid` or `url-not-public` for a URL that is not posted to. */
  checkUrl(url: string): Promise<void>;
  /** Whether a URL must accept an event before others are sent to it. */
  isVerified(url: string): boolean;
  /** Throws `account-suspended`. */
  checkAccount(account: string): Promise<void>;
  added(): void;
  now(): number;
}

/** Endpoints of one account at most. */
export const ENDPOINTS_MAX = 10;

/** How long a secret that was replaced also signs, in milliseconds. */
const FORMER_MS = 24 * 3_600_000;

const TESTS_PER_MINUTE = 10;

/** The beginning of the IDs that are made at a time: UUIDs of version 7 begin with it, in 13 characters. */
export const timeOfId = (ms: number) => Bun.randomUUIDv7("hex", ms).slice(0, 13);

/** Rows of the log of a deleted endpoint that are deleted in one statement; retention deletes the rest. */
const ROWS = 250;

const ENDPOINT = `id, url, mode, events, case when disabled_at is null then 1 else 0 end as enabled,
  disabled_reason as "disabledReason", failing_since as "failingSince",
  case when verification is null then 1 else 0 end as verified,
  former_until as "formerSecretUntil", created_at as "createdAt"`;

type EndpointRow = Omit<EndpointView, "events" | "enabled" | "verified"> & {
  readonly events: string | null;
  readonly enabled: number;
  readonly verified: number;
};

/** Reports whether a text can be the ID of an endpoint or an event. PostgreSQL rejects a zero byte with an error. */
export function isWebhookId(text: string): boolean {
  return /^[\da-f-]{36}$/.test(text);
}

function unknownWebhook(): Problem {
  return new Problem("unknown-webhook", "The account has no webhook endpoint with this ID.");
}

const textOf = (events: readonly string[] | null | undefined) => events?.join(",") ?? null;

/** Whether two URLs name the same receiver, whatever their case, port, escapes, final dot or fragment. */
function isSameReceiver(one: string, other: string): boolean {
  return normalized(one) === normalized(other);
}

/** A URL in the one form of all that a receiver cannot tell apart (RFC 3986 section 6.2.2). */
function normalized(address: string): string {
  const url = new URL(address);
  url.hash = "";
  const unescaped = (text: string) =>
    text.replaceAll(/%([\da-f]{2})/gi, (written, digits: string) => {
      const character = String.fromCharCode(Number.parseInt(digits, 16));
      return /[\w.~-]/.test(character) ? character : written.toUpperCase();
    });
  const search = url.search === "?" ? "" : url.search;
  const port = url.port === "" ? "" : `:${url.port}`;
  return `${url.protocol}//${url.hostname.replace(/\.$/, "")}${port}${unescaped(url.pathname)}${unescaped(search)}`;
}

interface Receiver {
  readonly account: string;
  readonly id: string;
  readonly mode: KeyMode;
}

/** The endpoints of accounts. Everything but `create` and `list` throws `unknown-webhook` where the account has no such endpoint. */
export class WebhookEndpoints {
  readonly #options: WebhookEndpointsOptions;

  constructor(options: WebhookEndpointsOptions) {
    this.#options = options;
  }

  /** Throws `url-invalid`, `url-not-public`, `account-suspended`, and `conflict` for the 11th and for a URL that the account has already. */
  async create(account: string, { url, mode, events }: CreatedFields, by: Actor): Promise<NewEndpoint> {
    const { database, secrets, checkUrl, checkAccount, isVerified, added, now } = this.#options;
    await checkUrl(url);
    await checkAccount(account);
    const id = Bun.randomUUIDv7();
    const secret = newSecret();
    const sealed = await secrets.seal(secret, id);
    await database.transaction(async (query) => {
      await lockAccount(query, account);
      const [count] = await query<{ n: number | string }>`
        select count(*) as n from webhook_endpoint where account = ${account}`;
      if (Number(count?.n) >= ENDPOINTS_MAX) {
        throw new Problem(
          "conflict",
          `An account has at most ${ENDPOINTS_MAX} webhook endpoints. Delete one first.`,
        );
      }
      await this.#checkOther(query, account, id, url);
      await query`
        insert into webhook_endpoint (id, account, mode, url, events, secret, created_at)
        values (${id}, ${account}, ${mode}, ${url}, ${textOf(events)}, ${sealed}, ${timeText(now())})`;
      if (!isVerified(url)) await this.#verify(query, { account, id, mode });
      await this.#record(query, by, account, "webhook.created", id, url);
    });
    added();
    return { ...(await this.find(account, id)), secret };
  }

  /** The newest first. */
  list(account: string): Promise<EndpointView[]> {
    return this.#read("account = $1 order by id desc", [account]);
  }

  async find(account: string, id: string): Promise<EndpointView> {
    if (!isWebhookId(id)) throw unknownWebhook();
    const [found] = await this.#read("id = $1 and account = $2", [id, account]);
    if (found === undefined) throw unknownWebhook();
    return found;
  }

  /** Throws as `create` does. */
  async update(
    account: string,
    id: string,
    { url, events, enabled }: ChangedFields,
    by: Actor,
  ): Promise<EndpointView> {
    const { database, checkUrl, checkAccount, isVerified, added, now } = this.#options;
    await this.find(account, id);
    if (url !== undefined) await checkUrl(url);
    await checkAccount(account);
    await database.transaction(async (query) => {
      await lockAccount(query, account);
      // Only now: another request may have changed it.
      const [old] = await query<{ url: string; mode: KeyMode }>`
        select url, mode from webhook_endpoint where id = ${id} and account = ${account}`;
      if (old === undefined) throw unknownWebhook();
      if (url !== undefined) {
        await this.#checkOther(query, account, id, url);
        await query`update webhook_endpoint set url = ${url} where id = ${id}`;
      }
      if (events !== undefined) {
        await query`update webhook_endpoint set events = ${textOf(events)} where id = ${id}`;
      }
      if (enabled === false) {
        await query`
          update webhook_endpoint set disabled_at = ${timeText(now())}, disabled_reason = 'owner'
          where id = ${id} and disabled_at is null`;
      }
      if (url !== undefined && !isSameReceiver(url, old.url)) {
        await query`update webhook_endpoint set verification = null where id = ${id}`;
        if (!isVerified(url)) await this.#verify(query, { account, id, mode: old.mode });
      }
      // Another URL, and one that is turned on again, begins without failures.
      if (enabled === true || (url !== undefined && url !== old.url)) {
        await query`
          update webhook_endpoint set failing_since = null, failures = 0, is_slow = 0 where id = ${id}`;
      }
      if (enabled === true) {
        await query`
          update webhook_endpoint set disabled_at = null, disabled_reason = null where id = ${id}`;
      }
      await this.#record(query, by, account, "webhook.updated", id, url ?? old.url);
    });
    added();
    return this.find(account, id);
  }

  /** Deletes it with its log; nothing is sent to it any more. */
  async remove(account: string, id: string, by: Actor): Promise<void> {
    const { database } = this.#options;
    if (!isWebhookId(id)) throw unknownWebhook();
    await database.transaction(async (query) => {
      const [row] = await query<{ url: string }>`
        delete from webhook_endpoint where id = ${id} and account = ${account} returning url`;
      if (row === undefined) throw unknownWebhook();
      await this.#record(query, by, account, "webhook.deleted", id, row.url);
    });
    for (const table of ["webhook_delivery", "webhook_attempt"]) {
      await deleteBatch(database, table, "endpoint = $1", [id], ROWS);
    }
  }

  /** Replaces the secret. The old one also signs for another 24 hours; one that it had replaced itself ends. */
  async roll(account: string, id: string, by: Actor): Promise<NewEndpoint> {
    const { database, secrets, checkAccount, now } = this.#options;
    if (!isWebhookId(id)) throw unknownWebhook();
    await checkAccount(account);
    const secret = newSecret();
    const sealed = await secrets.seal(secret, id);
    await database.transaction(async (query) => {
      const [row] = await query<{ url: string }>`
        update webhook_endpoint set former_secret = secret, former_until = ${timeText(now() + FORMER_MS)}, secret = ${sealed}
        where id = ${id} and account = ${account} returning url`;
      if (row === undefined) throw unknownWebhook();
      await this.#record(query, by, account, "webhook.rolled", id, row.url);
    });
    return { ...(await this.find(account, id)), secret };
  }

  async test(account: string, id: string): Promise<string> {
    const { database, checkAccount, added } = this.#options;
    const endpoint = await this.find(account, id);
    requireEnabled(endpoint);
    await checkAccount(account);
    const { mode, verified } = endpoint;
    const event = await database.transaction(async (query) => {
      await lockAccount(query, account);
      if (!verified) return this.#verify(query, { account, id, mode });
      const data = { message: "This is a test event.", endpoint: id };
      return this.#send(query, TEST_EVENT, { account, id, mode }, data);
    });
    added();
    return event;
  }

  /** Queues the event that an endpoint must accept before others, instead of an earlier one; returns its ID. */
  async #verify(query: Query, of: Receiver): Promise<string> {
    const data = { message: "Respond with a status of 2xx to receive events.", endpoint: of.id };
    const event = await this.#send(query, VERIFICATION_EVENT, of, data);
    await query`
      update webhook_delivery set state = 'failed' where endpoint = ${of.id} and state = 'pending'
        and event = (select verification from webhook_endpoint where id = ${of.id})`;
    await query`update webhook_endpoint set verification = ${event} where id = ${of.id}`;
    return event;
  }

  async #send(
    query: Query,
    type: string,
    { account, id, mode }: Receiver,
    data: Readonly<Record<string, unknown>>,
  ): Promise<string> {
    const present = this.#options.now();
    const minuteAgo = timeOfId(present - 60_000);
    const [recent] = await query<{ n: number | string }>`
      select count(*) as n from webhook_event
      where account = ${account} and id > ${minuteAgo} and type in (${TEST_EVENT}, ${VERIFICATION_EVENT})`;
    if (Number(recent?.n) >= TESTS_PER_MINUTE) {
      throw new Problem(
        "rate-limited",
        `An account can send ${TESTS_PER_MINUTE} test and verification events per minute. Wait a minute, then try again.`,
        { headers: { "Retry-After": "60" } },
      );
    }
    const event = eventRow(type, { mode, data, at: present });
    await query`
      insert into webhook_event (id, account, type, payload, created_at, expires_at)
      values (${event.id}, ${account}, ${type}, ${event.payload}, ${event.createdAt}, ${event.expiresAt})`;
    await query`
      insert into webhook_delivery (endpoint, event, account, state, created_at, due_at, expires_at)
      values (${id}, ${event.id}, ${account}, 'pending', ${event.createdAt}, ${event.createdAt}, ${event.expiresAt})`;
    return event.id;
  }

  async #checkOther(query: Query, account: string, id: string, url: string): Promise<void> {
    const others = await query<{ url: string }>`
      select url from webhook_endpoint where account = ${account} and id <> ${id}`;
    if (!others.some((other) => isSameReceiver(url, other.url))) return;
    throw new Problem(
      "conflict",
      "The account has a webhook endpoint with this URL already. Update that one.",
    );
  }

  async #read(where: string, values: string[]): Promise<EndpointView[]> {
    const { database, now } = this.#options;
    const rows = await database.script(`select ${ENDPOINT} from webhook_endpoint where ${where}`, values);
    const present = timeText(now());
    // The columns are those of the statement.
    return (rows as EndpointRow[]).map(({ formerSecretUntil: until, ...row }) => ({
      ...row,
      // Written by `create` and `update`, from values of this type.
      events: row.events === null ? null : (row.events.split(",") as WebhookEventType[]),
      enabled: row.enabled === 1,
      verified: row.verified === 1,
      formerSecretUntil: until !== null && until > present ? until : null,
    }));
  }

  #record(query: Query, by: Actor, account: string, action: AuditAction, id: string, url: string) {
    const { audit } = this.#options;
    const detail = {
      webhook: id,
      host: new URL(url).host,
      ...(by.key === undefined ? {} : { byKey: by.key }),
    };
    return audit.record(by, { action, account, detail }, query);
  }
}

/** Throws `conflict` for an endpoint that is off. */
export function requireEnabled({ enabled }: EndpointView): void {
  if (enabled) return;
  throw new Problem("conflict", "The webhook endpoint is off. Turn it on first.");
}

/** The audit log entry of an endpoint that the server has disabled. */
export async function recordDisabled(
  audit: Audit,
  query: Query,
  { account, endpoint, url, reason }: Readonly<Record<"account" | "endpoint" | "url" | "reason", string>>,
): Promise<void> {
  const detail = { webhook: endpoint, host: new URL(url).host, reason };
  await audit.record(SYSTEM, { action: "webhook.disabled", account, detail }, query);
}
