import { z } from "zod";
import type { Contract } from "../../kit/contract.ts";
import { webhookEventTypes } from "../../webhooks/emit-webhook.ts";
import { ENDPOINTS_MAX, type EndpointView, type NewEndpoint } from "../../webhooks/webhook-endpoints.ts";
import { type DeliveryView, deliveryStates } from "../../webhooks/webhook-log.ts";

const nothing = z.object({});
const moment = z.iso.datetime();
const types: readonly string[] = webhookEventTypes;
const separated = (text: string) => [...new Set(text.split(",").map((name) => name.trim()))];

const url = z
  .string()
  .min(1, "must not be empty")
  .max(2_000, "must be at most 2,000 characters long")
  .describe("An https URL on the public internet. Redirects are not followed.");

const mode = z
  .enum(["live", "test"], "must be live or test")
  .default("live")
  .describe("live: events about what live keys made. test: events about what test keys made.");

/** Types of events, read into a list; null for all types, whether none or each of them is named. */
const events = z
  .string()
  .describe(`The types of events to send, separated by commas: ${types.join(", ")}. Default: all.`)
  .refine((text) => text === "" || separated(text).every((name) => types.includes(name)), {
    error: `must be some of ${types.join(", ")}, separated by commas`,
  })
  .optional()
  // Checked above.
  .transform((text) => {
    if (text === undefined) return undefined;
    const named = webhookEventTypes.filter((type) => separated(text).includes(type));
    return named.length === 0 || named.length === webhookEventTypes.length ? null : named;
  });

const enabled = z
  .enum(["true", "false"], "must be true or false")
  .optional()
  .describe("Whether events are sent to it.")
  .transform((text) => (text === undefined ? undefined : text === "true"));

const since = z
  .string()
  .describe("Events from this time on, as an ISO 8601 date (00:00 UTC) or time with an offset.")
  .refine(
    (text) => z.union([z.iso.date(), z.iso.datetime({ offset: true })]).safeParse(text).success,
    "must be an ISO 8601 date or time with an offset, such as 2027-01-31 or 2027-01-31T18:00:00Z",
  )
  .transform((text) => new Date(text).toISOString());

const after = z
  .string()
  .regex(/^[\da-f-]{36}$/, "must be the next of the previous page")
  .optional()
  .describe("The next of the previous page.");

/** An endpoint without its secret. */
export const Webhook = z
  .object({
    id: z.string().describe("The ID of the endpoint."),
    url: z.string().describe("Where events are sent."),
    mode: z.enum(["live", "test"]).describe("It gets events about objects of this mode."),
    events: z
      .array(z.enum(webhookEventTypes))
      .readonly()
      .nullable()
      .describe("The types of events that are sent; null for all."),
    enabled: z.boolean().describe("Whether events are sent to it."),
    disabledReason: z
      .enum(["owner", "gone", "failing"])
      .nullable()
      .describe(
        "Why it is off: you turned it off, it returned 410, or it failed for 5 days. Null while it is on.",
      ),
    failingSince: moment
      .nullable()
      .describe("When its attempts began to fail; null if the last one succeeded, or before the first."),
    verified: z
      .boolean()
      .describe(
        "Whether its URL has accepted the webhook.verification event. Until then, other events wait.",
      ),
    formerSecretUntil: moment
      .nullable()
      .describe("Until when the secret that was replaced also signs; null if none does."),
    createdAt: moment.describe("When it was created, in UTC."),
  })
  .meta({
    id: "Webhook",
    description: "An endpoint that receives events.",
  }) satisfies z.ZodType<EndpointView>;

const NewWebhook = Webhook.extend({
  secret: z.string().describe("The signing secret, whsec_ and base 64. It is shown only once."),
}).meta({ id: "NewWebhook" }) satisfies z.ZodType<NewEndpoint>;

const ManagedWebhook = Webhook.extend({
  secret: z
    .string()
    .nullable()
    .describe(
      "The signing secret, whsec_ and base 64. It is shown only once. null in a repeated response (`Idempotency-Replayed: true`).",
    ),
}).meta({ id: "ManagedWebhook" });

const Attempt = z
  .object({
    startedAt: moment.describe("When it began, in UTC."),
    status: z.int().nullable().describe("The status of the response; null without a response."),
    error: z
      .string()
      .nullable()
      .describe("Why there was no response, such as upstream-timeout; null if there was one."),
    durationMs: z.int().min(0).describe("How long it took, in milliseconds."),
    nextAttemptAt: moment.nullable().describe("When it was to be repeated; null if it was not."),
  })
  .meta({ id: "WebhookAttempt", description: "One attempt to deliver an event." });

const Delivery = z
  .object({
    event: z.string().describe("The ID of the event, as in webhook-id."),
    type: z.string().describe("The type of the event."),
    state: z
      .enum(deliveryStates)
      .describe("pending events are going to be sent; failed ones are not, unless you replay them."),
    createdAt: moment.describe("When the event happened, in UTC."),
    nextAttemptAt: moment.nullable().describe("When it is attempted next; null if it is not pending."),
    attempts: z.array(Attempt).readonly().describe("The attempts, newest first, up to 20."),
  })
  .meta({
    id: "WebhookDelivery",
    description: "The delivery of one event to one endpoint.",
  }) satisfies z.ZodType<DeliveryView>;

const page = z.object({
  state: z.enum(deliveryStates).optional().describe("Only deliveries in this state."),
  after,
  limit: z.int().min(1).max(100).default(50).describe("Entries on a page."),
});
const next = z.string().nullable().describe("Pass it as after for the next page; null on the last.");
const Deliveries = z.object({ deliveries: z.array(Delivery).readonly().describe("Deliveries."), next });
const Deleted = z.object({ deleted: z.literal(true).describe("Always true.") });
const Tested = z.object({ event: z.string().describe("The ID of the test event.") });
const Replayed = z.object({ replayed: z.int().min(0).describe("How many events are sent again.") });

function contract<Query extends z.ZodObject, Fields extends z.ZodObject>(
  of: Contract<Query, Fields>,
): Contract<Query, Fields> {
  return of;
}

const base = { tag: "Webhooks", query: nothing, fields: nothing, status: 200 } as const;
const keyed = { ...base, access: "key", errors: ["key-scope", "unknown-webhook"] } as const;
const own = { ...base, access: "session", errors: ["forbidden", "unknown-webhook"] } as const;
const created = z.object({ url, mode, events });
const changed = z.object({ url: url.optional(), events, enabled });
const ofUrl = ["url-invalid", "url-not-public", "conflict", "account-suspended"] as const;

/** The endpoints that manage webhooks, for keys with the scope `webhooks`. */
export const webhookContracts = {
  listWebhooks: contract({
    ...keyed,
    id: "listWebhooks",
    method: "GET",
    path: "/webhooks",
    summary: "List the account's webhook endpoints, newest first",
    output: z.object({ webhooks: z.array(Webhook).describe("All endpoints.") }),
    errors: ["key-scope"],
  }),
  createWebhook: contract({
    ...keyed,
    id: "createWebhook",
    method: "POST",
    repeatable: true,
    path: "/webhooks",
    summary: "Create a webhook endpoint",
    description: `Events are signed as Standard Webhooks describes it. An account has at most ${ENDPOINTS_MAX} endpoints, one for each URL. A new URL first gets a webhook.verification event; other events follow when it has responded with 2xx.`,
    fields: created,
    status: 201,
    output: ManagedWebhook,
    errors: ["key-scope", ...ofUrl],
  }),
  readWebhook: contract({
    ...keyed,
    id: "readWebhook",
    method: "GET",
    path: "/webhooks/{id}",
    summary: "Read a webhook endpoint",
    output: Webhook,
  }),
  updateWebhook: contract({
    ...keyed,
    id: "updateWebhook",
    method: "PATCH",
    path: "/webhooks/{id}",
    summary: "Change the URL or the events of a webhook endpoint, or turn it on or off",
    description: "Members that you leave out do not change. `null` as `events` means all types.",
    fields: changed,
    clears: true,
    output: Webhook,
    errors: [...keyed.errors, ...ofUrl],
  }),
  deleteWebhook: contract({
    ...keyed,
    id: "deleteWebhook",
    method: "DELETE",
    path: "/webhooks/{id}",
    summary: "Delete a webhook endpoint and its delivery log",
    output: Deleted,
  }),
  rollWebhook: contract({
    ...keyed,
    id: "rollWebhook",
    method: "POST",
    repeatable: true,
    path: "/webhooks/{id}/roll",
    summary: "Replace the signing secret of a webhook endpoint",
    description:
      "For 24 hours, events are signed with both secrets. Rolling it again ends the older of them at once.",
    output: ManagedWebhook,
    status: 201,
    errors: [...keyed.errors, "account-suspended"],
  }),
  testWebhook: contract({
    ...keyed,
    id: "testWebhook",
    method: "POST",
    repeatable: true,
    path: "/webhooks/{id}/test",
    summary: "Send a test event to a webhook endpoint",
    description:
      "The event has the type webhook.test, or webhook.verification for a URL that is not verified. Its delivery is in the log. Up to 10 a minute.",
    output: Tested,
    status: 202,
    errors: [...keyed.errors, "conflict", "account-suspended"],
  }),
  listWebhookDeliveries: contract({
    ...keyed,
    id: "listWebhookDeliveries",
    method: "GET",
    path: "/webhooks/{id}/deliveries",
    summary: "List the deliveries of a webhook endpoint with their attempts, newest first",
    description: "Deliveries are kept for 7 days.",
    query: page,
    output: Deliveries,
  }),
  replayWebhookDelivery: contract({
    ...keyed,
    id: "replayWebhookDelivery",
    method: "POST",
    repeatable: true,
    path: "/webhooks/{id}/deliveries/{event}/replay",
    summary: "Send an event to a webhook endpoint again",
    description: "It has the same ID. If an attempt fails, it is retried as at first.",
    output: Replayed,
    status: 202,
    errors: [...keyed.errors, "conflict", "account-suspended"],
  }),
  replayWebhook: contract({
    ...keyed,
    id: "replayWebhook",
    method: "POST",
    repeatable: true,
    path: "/webhooks/{id}/replay",
    summary: "Send all events to a webhook endpoint again that failed since a time",
    fields: z.object({ since }),
    output: Replayed,
    status: 202,
    errors: [...keyed.errors, "conflict", "account-suspended"],
  }),
};

/** The same for people who are signed in, behind the forms of the account page. */
export const ownWebhookContracts = {
  createOwnWebhook: contract({
    ...own,
    id: "createOwnWebhook",
    method: "POST",
    path: "/account/webhooks",
    summary: "Create a webhook endpoint",
    fields: created,
    lists: ["events"],
    status: 201,
    output: NewWebhook,
    errors: ["forbidden", "rate-limited", ...ofUrl],
  }),
  readOwnWebhook: contract({
    ...own,
    id: "readOwnWebhook",
    method: "GET",
    path: "/account/webhooks/{id}",
    summary: "Read a webhook endpoint and its deliveries",
    query: page,
    output: z.object({ webhook: Webhook, ...Deliveries.shape }),
    errors: ["unknown-webhook"],
  }),
  updateOwnWebhook: contract({
    ...own,
    id: "updateOwnWebhook",
    method: "POST",
    path: "/account/webhooks/{id}",
    summary: "Change the URL or the events of a webhook endpoint, or turn it on or off",
    fields: changed,
    lists: ["events"],
    clears: true,
    output: Webhook,
    errors: [...own.errors, "rate-limited", ...ofUrl],
  }),
  deleteOwnWebhook: contract({
    ...own,
    id: "deleteOwnWebhook",
    method: "POST",
    path: "/account/webhooks/{id}/delete",
    summary: "Delete a webhook endpoint and its delivery log",
    output: Deleted,
  }),
  rollOwnWebhook: contract({
    ...own,
    id: "rollOwnWebhook",
    method: "POST",
    path: "/account/webhooks/{id}/roll",
    summary: "Replace the signing secret of a webhook endpoint",
    output: NewWebhook,
    status: 201,
  }),
  testOwnWebhook: contract({
    ...own,
    id: "testOwnWebhook",
    method: "POST",
    path: "/account/webhooks/{id}/test",
    summary: "Send a test event to a webhook endpoint",
    output: Tested,
    status: 202,
    errors: [...own.errors, "conflict", "rate-limited"],
  }),
  replayOwnWebhookDelivery: contract({
    ...own,
    id: "replayOwnWebhookDelivery",
    method: "POST",
    path: "/account/webhooks/{id}/deliveries/{event}/replay",
    summary: "Send an event to a webhook endpoint again",
    output: Replayed,
    status: 202,
    errors: [...own.errors, "conflict"],
  }),
  replayOwnWebhook: contract({
    ...own,
    id: "replayOwnWebhook",
    method: "POST",
    path: "/account/webhooks/{id}/replay",
    summary: "Send all events to a webhook endpoint again that failed since a time",
    fields: z.object({ since }),
    output: Replayed,
    status: 202,
    errors: [...own.errors, "conflict"],
  }),
};
