import type { KeyMode } from "../accounts/keys.ts";
import type { Query } from "../store/database.ts";
import { timeText } from "../store/time-text.ts";

/** Event types. A released name keeps its meaning. */
export const webhookEventTypes = [
  "job.succeeded",
  "job.failed",
  "job.canceled",
  "batch.completed",
  "site-audit.completed",
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** State of a delivery. */
export const deliveryStates = ["pending", "delivered", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** The type of the event that an owner sends to one endpoint to try it out. */
export const TEST_EVENT = "webhook.test";

/** The type of the event that a new URL must accept before others are sent to it. */
export const VERIFICATION_EVENT = "webhook.verification";

/** Retention of events, deliveries and attempts, in milliseconds. */
export const WEBHOOK_KEEP_MS = 7 * 24 * 3_600_000;

/** Event of an account. */
export interface WebhookEvent {
  readonly account: string;
  /** That of the object that it is about: endpoints get events of their own mode only. */
  readonly mode: KeyMode;
  readonly type: WebhookEventType;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: number;
}

/** A new event: its row, with the text that is signed and sent. */
export function eventRow(type: string, { mode, data, at }: Pick<WebhookEvent, "mode" | "data" | "at">) {
  const timestamp = timeText(at);
  return {
    id: Bun.randomUUIDv7("hex", at),
    payload: JSON.stringify({ type, timestamp, mode, data }),
    createdAt: timestamp,
    expiresAt: timeText(at + WEBHOOK_KEEP_MS),
  };
}

/** Queues an event for the endpoints that want its type: once, in the transaction that changes what it is about. */
export async function emitWebhook(query: Query, event: WebhookEvent): Promise<void> {
  const { account, mode, type } = event;
  const { id, payload, createdAt, expiresAt } = eventRow(type, event);
  const wanted = `%,${type},%`;
  const [stored] = await query`
    insert into webhook_event (id, account, type, payload, created_at, expires_at)
    select ${id}, ${account}, ${type}, ${payload}, ${createdAt}, ${expiresAt}
    where exists (
      select 1 from webhook_endpoint where account = ${account} and mode = ${mode} and disabled_at is null
        and (events is null or ',' || events || ',' like ${wanted}))
    returning id`;
  if (stored === undefined) return;
  await query`
    insert into webhook_delivery (endpoint, event, account, state, created_at, due_at, expires_at)
    select id, ${id}, ${account}, 'pending', ${createdAt}, ${createdAt}, ${expiresAt}
    from webhook_endpoint where account = ${account} and mode = ${mode} and disabled_at is null
      and (events is null or ',' || events || ',' like ${wanted})`;
}
