import type { ShownCalls } from "../../openapi/components.ts";

const id = "01a1f985-acd0-752f-a15b-c39ab4d6d679";

const key = {
  id,
  name: "website",
  hint: "qt_live_…x7Qd",
  mode: "live",
  apis: ["seo", "pdf"],
  allowedIps: ["203.0.113.0/24"],
  createdAt: "2026-11-20T09:30:00.000Z",
  expiresAt: "2027-01-31T00:00:00.000Z",
  isRotated: false,
  revokedAt: null,
  lastUsedOn: "2026-11-20",
  undoUntil: null,
};

const made = { ...key, lastUsedOn: null, key: "qt_live_your_new_key" };

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
    request: { name: "website", apis: "seo,pdf", allowedIps: "203.0.113.0/24", expiresAt: "2027-01-31" },
    response: made,
  },
  updateManagedKey: { path: { id }, request: { allowedIps: "203.0.113.0/24" }, response: key },
  rollManagedKey: { path: { id }, request: { grace: "24h" }, response: made },
  revokeManagedKey: { path: { id }, response: { revoked: true } },
};
