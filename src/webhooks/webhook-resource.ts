import { z } from "zod";
import { WEBHOOKS_SCOPE } from "../accounts/keys.ts";
import { actionsOf, type DescribedResource } from "../kit/resource.ts";
import { ENDPOINTS_MAX, requireEnabled, type WebhookEndpoints } from "./webhook-endpoints.ts";
import type { WebhookLog } from "./webhook-log.ts";
import { deliveryPage, webhookFields, webhookResponses } from "./webhook-schemas.ts";

/** Dependencies of the actions. */
export interface WebhookServices {
  readonly webhooks: { readonly endpoints: WebhookEndpoints; readonly log: WebhookLog };
}

const errors = ["key-scope", "unknown-webhook"] as const;
const action = actionsOf<WebhookServices>({ tag: "Webhooks", access: "key", errors });
const sent = {
  method: "POST",
  repeatable: true,
  status: 202,
  errors: [...errors, "conflict", "account-suspended"],
} as const;
const ofUrl = ["url-invalid", "url-not-public", "conflict", "account-suspended"] as const;

const shown = {
  id: "01a1f985-ace8-7193-a290-1e9daeb3803b",
  url: "https://example.com/quintet-events",
  mode: "live",
  events: ["job.failed", "batch.completed"],
  enabled: true,
  disabledReason: null,
  failingSince: null,
  verified: true,
  formerSecretUntil: null,
  createdAt: "2026-11-20T15:14:09.768Z",
};
/** No real secret, and no valid Base64: secret scanners find none in documents. */
const shownSecret = "whsec_EXAMPLE";
const shownEvent = "01a1f985-b1d8-7a52-9c0e-5a1f6c7d8e90";

const actions = {
  list: action({
    id: "listWebhooks",
    path: "/webhooks",
    summary: "List webhook endpoints, newest first",
    output: () => z.object({ webhooks: z.array(webhookResponses().Webhook).describe("All endpoints.") }),
    errors: ["key-scope"],
    example: { response: { webhooks: [shown] } },
    run: async ({ caller }, { webhooks }) => ({ webhooks: await webhooks.endpoints.list(caller.account) }),
  }),
  create: action({
    id: "createWebhook",
    method: "POST",
    repeatable: true,
    path: "/webhooks",
    summary: "Create a webhook endpoint",
    description: `Events are signed as specified by Standard Webhooks. An account has at most ${ENDPOINTS_MAX} endpoints, one for each URL. A new URL first gets a \`webhook.verification\` event; other events follow when it has responded with 2xx.`,
    fields: webhookFields.created,
    status: 201,
    output: () => webhookResponses().ManagedWebhook,
    secret: "secret",
    errors: ["key-scope", ...ofUrl],
    example: {
      request: { url: shown.url, events: ["batch.completed", "job.failed"] },
      response: { ...shown, verified: false, secret: shownSecret },
    },
    run: ({ fields, caller }, { webhooks }) => webhooks.endpoints.create(caller.account, fields, caller.by),
  }),
  get: action({
    id: "readWebhook",
    path: "/webhooks/{id}",
    summary: "Read a webhook endpoint",
    output: () => webhookResponses().Webhook,
    example: { response: shown },
    run: ({ id, caller }, { webhooks }) => webhooks.endpoints.find(caller.account, id),
  }),
  update: action({
    id: "updateWebhook",
    method: "PATCH",
    path: "/webhooks/{id}",
    summary: "Update a webhook endpoint",
    description:
      "Changes its URL or events, or turns it on or off. Members that you leave out do not change. `null` as `events` means all types.",
    fields: webhookFields.changed,
    clears: true,
    output: () => webhookResponses().Webhook,
    errors: [...errors, ...ofUrl],
    example: {
      request: { enabled: false },
      response: { ...shown, enabled: false, disabledReason: "owner" },
    },
    run: ({ id, fields, caller }, { webhooks }) =>
      webhooks.endpoints.update(caller.account, id, fields, caller.by),
  }),
  delete: action({
    id: "deleteWebhook",
    method: "DELETE",
    path: "/webhooks/{id}",
    summary: "Delete a webhook endpoint",
    description: "Its delivery log is deleted too.",
    output: () => webhookResponses().Deleted,
    example: { response: { deleted: true } },
    async run({ id, caller }, { webhooks }) {
      await webhooks.endpoints.remove(caller.account, id, caller.by);
      return { deleted: true as const };
    },
  }),
  roll: action({
    ...sent,
    id: "rollWebhook",
    path: "/webhooks/{id}/roll",
    summary: "Rotate a signing secret",
    description:
      "For 24 hours, events are signed with both secrets. If you rotate it again within that time, the oldest secret stops working immediately.",
    output: () => webhookResponses().ManagedWebhook,
    secret: "secret",
    status: 201,
    errors: [...errors, "account-suspended"],
    example: {
      response: { ...shown, formerSecretUntil: "2026-11-21T15:14:09.768Z", secret: shownSecret },
    },
    run: ({ id, caller }, { webhooks }) => webhooks.endpoints.roll(caller.account, id, caller.by),
  }),
  test: action({
    ...sent,
    id: "testWebhook",
    path: "/webhooks/{id}/test",
    summary: "Send a test event to a webhook endpoint",
    description:
      "The event has the type `webhook.test`, or `webhook.verification` for a URL that is not verified. Its delivery is in the log. Limited to 10 per minute.",
    output: () => webhookResponses().Tested,
    example: { response: { event: shownEvent } },
    run: async ({ id, caller }, { webhooks }) => ({
      event: await webhooks.endpoints.test(caller.account, id),
    }),
  }),
  deliveries: action({
    id: "listWebhookDeliveries",
    path: "/webhooks/{id}/deliveries",
    summary: "List deliveries, newest first",
    description:
      "Returns the deliveries of a webhook endpoint with their attempts. They are kept for 7 days.",
    query: deliveryPage,
    output: () => webhookResponses().Deliveries,
    example: {
      query: { state: "pending", limit: 10 },
      response: {
        deliveries: [
          {
            event: shownEvent,
            type: "batch.completed",
            state: "pending",
            createdAt: "2026-11-20T15:14:09.768Z",
            nextAttemptAt: "2026-11-20T15:14:15.112Z",
            attempts: [
              {
                startedAt: "2026-11-20T15:14:09.902Z",
                status: 503,
                responseHeaders: { "content-type": "text/plain", "retry-after": "30" },
                responseBody: "The database is being upgraded.",
                responseTruncated: false,
                error: null,
                durationMs: 84,
                nextAttemptAt: "2026-11-20T15:14:15.112Z",
              },
            ],
          },
        ],
        next: null,
      },
    },
    async run({ id, query, caller }, { webhooks }) {
      await webhooks.endpoints.find(caller.account, id);
      const { rows, next } = await webhooks.log.list(id, query);
      return { deliveries: rows, next };
    },
  }),
  replayDelivery: action({
    ...sent,
    id: "replayWebhookDelivery",
    path: "/webhooks/{id}/deliveries/{event}/replay",
    summary: "Resend an event",
    description: "The event keeps its ID. If an attempt fails, it is retried like the first delivery.",
    output: () => webhookResponses().Replayed,
    example: { response: { replayed: 1 } },
    async run({ id, params, caller }, { webhooks }) {
      requireEnabled(await webhooks.endpoints.find(caller.account, id));
      await webhooks.log.replay(id, params.event ?? "");
      return { replayed: 1 };
    },
  }),
  replay: action({
    ...sent,
    id: "replayWebhook",
    path: "/webhooks/{id}/replay",
    summary: "Resend failed events",
    description:
      "Sends the events that failed since a time to the webhook endpoint again. They keep their IDs.",
    fields: webhookFields.replayed,
    output: () => webhookResponses().Replayed,
    example: { request: { since: "2026-11-20" }, response: { replayed: 3 } },
    async run({ id, fields, caller }, { webhooks }) {
      requireEnabled(await webhooks.endpoints.find(caller.account, id));
      return { replayed: await webhooks.log.replayFailed(id, fields.since) };
    },
  }),
};

/** The endpoints that receive events of an account, for keys with the scope `webhooks`. */
export const webhookResource = {
  name: "webhooks",
  title: "Webhooks",
  summary:
    "Endpoints that receive signed events, and the log of deliveries. Requires a key with the scope `webhooks`.",
  scope: WEBHOOKS_SCOPE,
  actions,
} satisfies DescribedResource<WebhookServices>;
