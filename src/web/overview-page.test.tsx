import { describe, expect, test } from "bun:test";
import { BASE } from "../../test/helpers/demo-send.ts";
import { defaultCatalogue } from "../accounts/default-catalogue.ts";
import { apis } from "../apis/default-apis.ts";
import type { AccountView } from "../http/accounts/account-pages.ts";
import { overviewPage } from "./overview-page.tsx";
import { loadRenderers } from "./renderers.ts";

const { site } = await loadRenderers({ baseUrl: BASE, metering: true, sendsEmail: true, dataDir: "" });
const titles = new Map(apis.map(({ name, title }) => [name, title]));

const account: AccountView = {
  ...{ email: "ada@example.com", keys: [], usage: { apis: [], days: [] }, keyUsage: [], sessions: [] },
  ...{ plans: [], subscriptions: [], catalogue: defaultCatalogue(apis), offers: [], pays: false },
  ...{ manages: false, now: Date.parse("2026-11-20T10:00:00Z"), contact: undefined, apis: ["seo"] },
  ...{ newKey: undefined, returnPage: undefined, webhooks: [], newWebhook: undefined, payment: undefined },
  deliveries: [],
  titleOf: (plan) => plan,
};

function render(view: Partial<AccountView>): string {
  const page = overviewPage({ site, titles, view: { ...account, ...view } }, { requests: [], codes: [] });
  return page.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
}

describe("the overview of an account", () => {
  test.each([7, 14, 29, 55, 57, 58, 100])("says that %d of 100 calls are that many percent", (used) => {
    const quota = {
      ...{ policy: "free-seo", plan: "free", unit: "calls", limit: 100, used, remaining: 100 - used },
      ...{ window: "month" as const, startsAt: "2026-11-01T00:00:00Z", resetsAt: "2026-12-01T00:00:00Z" },
    };
    const days = [{ day: "2026-11-19", api: "seo", calls: used, units: used }];
    const usage = { apis: [{ api: "seo", unit: "pages", quotas: [quota] }], days };
    const page = render({ usage });
    expect(page).toContain(`Highest quota usage ${used}% `);
    // An API that was switched off is listed for what was used of it: its calls fail for another reason.
    const usedUp = [["seo"], []].map((served) => render({ usage, apis: served }).includes("is used up"));
    expect(usedUp).toEqual([used === 100, false]);
  });

  test("suggests a first call with a key that works, not with one that has expired", () => {
    const key = {
      ...{ id: "k", name: "old", hint: "qt_live_…abcd", mode: "live" as const, apis: null, allowedIps: null },
      ...{ createdAt: "2026-01-01T00:00:00Z", isRotated: false, revokedAt: null, lastUsedOn: null },
      ...{ undoUntil: null, expiresAt: "2026-11-01T00:00:00Z" },
    };
    expect(render({ keys: [key] })).toContain("Create a key , then make your first call");
    const working = { ...key, hint: "qt_live_…efgh", expiresAt: null };
    expect(render({ keys: [key, working] })).toContain("You have the key qt_live_…efgh");
  });
});
