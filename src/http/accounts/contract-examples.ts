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
};
