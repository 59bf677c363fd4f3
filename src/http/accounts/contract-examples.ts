import type { ShownCalls } from "../../openapi/components.ts";

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
          title: "Free",
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
};
