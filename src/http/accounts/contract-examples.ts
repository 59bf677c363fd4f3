import type { ShownCalls } from "../../openapi/components.ts";

/** A key as the endpoints show it. */
const key = {
  id: "01a1f985-ace8-7193-a290-1e9daeb3803b",
  name: "ci",
  hint: "qt_live_…bOqF",
  mode: "live",
  apis: ["seo", "pdf"],
  allowedIps: ["203.0.113.0/24"],
  createdAt: "2026-11-20T15:14:09.768Z",
  expiresAt: "2027-01-31T00:00:00.000Z",
  isRotated: false,
  revokedAt: null,
  lastUsedOn: null,
  undoUntil: null,
};
/** A webhook endpoint as the endpoints show it. */
const webhook = {
  id: "01a1f985-ace8-7193-a290-1e9daeb3803b",
  url: "https://example.com/quintet-events",
  events: ["job.failed", "batch.completed"],
  enabled: true,
  disabledReason: null,
  failingSince: null,
  formerSecretUntil: null,
  createdAt: "2026-11-20T15:14:09.768Z",
};
const eventId = "01a1f985-b1d8-7a52-9c0e-5a1f6c7d8e90";
/** Not a valid key: secret scanners find none in documents. */
const secret = "qt_live_…";

/** A call of each endpoint that clients use, by the ID of its contract: for the OpenAPI documents. */
export const contractExamples: ShownCalls = {
  listPlans: {
    response: {
      listing: "landing",
      meters: { seo: { unit: "calls", credits: 2 } },
      plans: [
        {
          id: "hobbyist",
          listing: "landing",
          title: "Hobbyist",
          price: { amount: "9.00", currency: "USD" },
          grants: [{ meter: "credits", limit: 18_000, window: "month" }],
        },
      ],
    },
  },
  readUsage: {
    response: {
      apis: [
        {
          api: "seo",
          unit: "calls",
          quotas: [
            {
              policy: "free-seo",
              plan: "free",
              unit: "calls",
              limit: 100,
              used: 12,
              remaining: 88,
              window: "month",
              startsAt: "2026-11-01T00:00:00.000Z",
              resetsAt: "2026-12-01T00:00:00.000Z",
            },
          ],
        },
      ],
      days: [{ day: "2026-11-20", api: "seo", calls: 12, units: 12 }],
    },
  },
  listKeys: { response: { keys: [key] } },
  createManagedKey: {
    request: {
      name: "ci",
      apis: "seo,pdf",
      expiresAt: "2027-01-31",
      allowedIps: "203.0.113.0/24",
    },
    response: { ...key, key: secret },
  },
  updateManagedKey: { request: { name: "ci" }, response: key },
  rollManagedKey: { request: { grace: "24h" }, response: { ...key, key: secret } },
  revokeManagedKey: { response: { revoked: true } },
  listWebhooks: { response: { webhooks: [webhook] } },
  createWebhook: {
    request: { url: webhook.url, events: "batch.completed,job.failed" },
    response: { ...webhook, secret: "whsec_…" },
  },
  readWebhook: { response: webhook },
  updateWebhook: {
    request: { enabled: "false" },
    response: { ...webhook, enabled: false, disabledReason: "owner" },
  },
  deleteWebhook: { response: { deleted: true } },
  rollWebhook: {
    response: { ...webhook, formerSecretUntil: "2026-11-21T15:14:09.768Z", secret: "whsec_…" },
  },
  testWebhook: { response: { event: eventId } },
  listWebhookDeliveries: {
    query: { state: "pending", limit: 10 },
    response: {
      deliveries: [
        {
          event: eventId,
          type: "batch.completed",
          state: "pending",
          createdAt: "2026-11-20T15:14:09.768Z",
          nextAttemptAt: "2026-11-20T15:14:15.112Z",
          attempts: [
            {
              startedAt: "2026-11-20T15:14:09.902Z",
              status: 503,
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
  replayWebhookDelivery: { response: { replayed: 1 } },
  replayWebhook: { request: { since: "2026-11-20" }, response: { replayed: 3 } },
};
