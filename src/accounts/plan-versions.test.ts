import { describe, expect, test } from "bun:test";
import { catalogue } from "../../test/fixtures/suite-catalogue.ts";
import { type Engine, engines } from "../../test/helpers/engines.ts";
import { rejecting } from "../../test/helpers/rejection.ts";
import { openTestApp } from "../../test/helpers/test-app.ts";
import { BillingStore } from "./billing/billing-store.ts";
import { type Catalogue, type Plan, readCatalogue } from "./catalogue.ts";
import { PlansInUse } from "./plan-versions.ts";

/** The catalogue with one plan, or none, in the place of another. */
function changed(
  plan: string,
  change: (plan: Plan) => Plan | undefined,
  from: Catalogue = catalogue,
): Catalogue {
  return {
    ...from,
    plans: from.plans.flatMap((one) => (one.id === plan ? (change(one) ?? []) : one)),
  };
}

const withLimit = (limit: number, from = catalogue) =>
  changed("pdf", (plan) => ({ ...plan, grants: plan.grants.map((grant) => ({ ...grant, limit })) }), from);

const open = (engine: Engine, address = engine.address()) => openTestApp({ address });

describe.each(engines)("plans on $name", (engine) => {
  test("who holds a plan keeps its terms; who buys it later gets the new ones; moving is by name", async () => {
    const address = engine.address();
    await using app = await open(engine, address);
    const { accounts } = app;
    const limitOf = async (email: string) => {
      const { account } = await accounts.accountStore.ensure(email);
      const { apis } = await accounts.usage(account.id);
      return apis.find(({ api }) => api === "pdf")?.quotas.find(({ plan }) => plan === "pdf")?.limit;
    };
    const key = await app.key("old@example.com", { plans: ["pdf"] });
    await accounts.replaceCatalogue(withLimit(10));
    await app.key("new@example.com", { plans: ["pdf"] });
    expect([await limitOf("old@example.com"), await limitOf("new@example.com")]).toEqual([2_000, 10]);
    // What is charged and what is shown are one.
    const call = await app.get("/invented/noop", key);
    expect(call.headers.get("ratelimit-policy")).toContain('"pdf";q=2000');
    // Setting the same plan again is no new sale.
    const { account } = await accounts.accountStore.ensure("old@example.com");
    await accounts.accountStore.setPlans(account.id, ["pdf", "seo"]);
    expect(await limitOf("old@example.com")).toBe(2_000);
    // Terms of before are the version of before, not a third one.
    await accounts.replaceCatalogue(catalogue);
    await accounts.replaceCatalogue(withLimit(10));
    const pdf = async () =>
      (await accounts.planVersions.holders())
        .filter(({ plan }) => plan === "pdf")
        .map(({ version, holders, isCurrent }) => [version, holders, isCurrent]);
    expect(await pdf()).toEqual([
      [1, 1, false],
      [2, 1, true],
    ]);
    // A replica that starts later finds the same.
    await using other = await openTestApp({ address, catalogue: withLimit(10) });
    expect(
      (await other.accounts.usage(account.id)).apis.find(({ api }) => api === "pdf")?.quotas[0]?.limit,
    ).toBe(2_000);

    expect(await accounts.planVersions.move("pdf", "pdf", undefined)).toBe(1);
    expect(await limitOf("old@example.com")).toBe(10);
    expect(await accounts.planVersions.move("pdf", "pdf", undefined)).toBe(0);
    expect(await pdf()).toEqual([
      [1, 0, false],
      [2, 2, true],
    ]);
    expect(await accounts.planVersions.move("pdf", "bundle", 1)).toBe(0);
    expect(await accounts.planVersions.move("pdf", "bundle", 2)).toBe(2);
    expect((await accounts.accountStore.heldPlans(account.id)).map(({ plan }) => plan)).toEqual([
      "bundle",
      "seo",
    ]);
    for (const [from, to, version] of [
      ["gold", "pdf", undefined],
      ["pdf", "gold", undefined],
      ["pdf", "hobbyist", undefined],
      ["pdf", "seo", 9],
    ] as const) {
      expect(await rejecting(accounts.planVersions.move(from, to, version))).toThrow("must be one of");
    }
  });

  test("a bundle keeps the credits that a unit costs", async () => {
    await using app = await open(engine);
    const key = await app.key("a@example.com", { plans: ["bundle"] });
    const dearer = { ...catalogue, meters: { ...catalogue.meters, pdf: { unit: "pages", credits: 50 } } };
    await app.accounts.replaceCatalogue(dearer);
    const late = await app.key("b@example.com", { plans: ["bundle"] });
    const usedBy = async (of: string) => (await app.get("/invented/noop", of)).headers.get("ratelimit");
    expect(await usedBy(key)).toContain('"bundle";r=117995');
    expect(await usedBy(late)).toContain('"bundle";r=117950');
  });

  test("a plan that is held cannot be removed, and one that is not can; nothing changes by the attempt", async () => {
    await using app = await open(engine);
    const { accounts } = app;
    await app.key("a@example.com", { plans: ["pdf"] });
    await app.key("b@example.com", { plans: ["pdf", "seo"] });
    const without = changed("pdf", () => undefined);
    const refusal: unknown = await accounts.replaceCatalogue(changed("seo", () => undefined, without)).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(PlansInUse);
    expect(String(refusal)).toContain("pdf (2 accounts), seo (1 account)");
    expect(accounts.catalogue.plans.some(({ id }) => id === "pdf")).toBe(true);
    await accounts.planVersions.move("pdf", "bundle", undefined);
    await accounts.replaceCatalogue(without);
    expect(accounts.catalogue.plans.some(({ id }) => id === "pdf")).toBe(false);
  });

  test("an installation of an earlier release, without versions, is protected as well", async () => {
    await using app = await open(engine);
    const { planVersions, database } = app.accounts;
    await app.key("a@example.com", { plans: ["pdf", "seo"] });
    await database.query`delete from plan_version`;
    await database.query`update account_plan set version = null`;
    expect(await rejecting(planVersions.register(changed("pdf", () => undefined)))).toThrow(
      "pdf (1 account)",
    );
    await planVersions.register(catalogue);
    await planVersions.register(withLimit(10));
    const { account } = await app.accounts.accountStore.ensure("a@example.com");
    const [terms] = await app.accounts.accountStore.heldTerms(account.id);
    expect(terms?.terms).toMatchObject({ version: 1, plan: { grants: [{ limit: 2_000 }] } });
  });

  test("where the database was away at the start, a removed plan still demotes nobody", async () => {
    const address = engine.address();
    const plans = ["pdf"];
    {
      await using before = await openTestApp({ address });
      await before.key("a@example.com", { plans });
    }
    await using app = await openTestApp({ address, catalogue: changed("pdf", () => undefined) });
    const { account } = await app.accounts.accountStore.ensure("a@example.com");
    expect(
      (await app.accounts.usage(account.id)).apis.find(({ api }) => api === "pdf")?.quotas[0],
    ).toMatchObject({
      plan: "pdf",
      limit: 2_000,
    });
    expect(app.lines.join("")).toContain("pdf (1 account)");
  });

  test("many replicas that start at once record one version", async () => {
    const address = engine.address();
    const apps = await Promise.all(
      Array.from({ length: 4 }, () => openTestApp({ address, catalogue: withLimit(7) })),
    );
    await Promise.all(apps.map(({ accounts }) => accounts.planVersions.ensure()));
    const versions = await apps[0]?.accounts.planVersions.holders();
    expect(versions?.filter(({ plan }) => plan === "pdf")).toHaveLength(1);
    for (const app of apps) await app[Symbol.asyncDispose]();
  });

  test("a subscription keeps its version and what it was moved to, however often Stripe is asked", async () => {
    await using app = await open(engine);
    const { accounts } = app;
    const { account } = await accounts.accountStore.ensure("a@example.com");
    await accounts.planVersions.ensure();
    const ledger = new BillingStore(accounts);
    await ledger.linkCustomer(account.id, "cus_1");
    const sync = async () => {
      const ticket = await ledger.takeTicket("cus_1");
      if (ticket === undefined) throw new Error("no customer");
      const dates = {
        startedOn: "2026-11-01",
        periodEnd: "2999-01-01T00:00:00.000Z",
        endsAt: null,
        heldUntil: null,
      };
      await ledger.write(ticket, [{ id: "sub_1", item: "si_1", plan: "pdf", status: "active", ...dates }]);
    };
    const limit = async () =>
      (await accounts.usage(account.id)).apis.find(({ api }) => api === "pdf")?.quotas[0]?.limit;
    await sync();
    await accounts.replaceCatalogue(withLimit(10));
    await sync();
    expect(await limit()).toBe(2_000);
    expect(await rejecting(accounts.replaceCatalogue(changed("pdf", () => undefined)))).toThrow(
      "pdf (1 account)",
    );
    // With the plan beside its subscription, in another version, it is still one account.
    await accounts.database
      .query`insert into account_plan (account, plan, version, started_on) values (${account.id}, 'pdf', 2, '2026-11-01')`;
    expect(await accounts.planVersions.move("pdf", "bundle", undefined)).toBe(1);
    await accounts.replaceCatalogue(changed("pdf", () => undefined));
    await sync();
    expect((await accounts.accountStore.heldPlans(account.id)).map(({ plan }) => plan)).toEqual(["bundle"]);
    expect((await ledger.subscriptions(account.id)).map(({ plan }) => plan)).toEqual(["bundle"]);
    const { entries } = await accounts.audit.list({ account: account.id, limit: 10 });
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ["plan.moved", "system"],
      ["plans.changed", "system"],
      ["account.created", "system"],
    ]);
  });

  test("meters change with a restart alone", async () => {
    await using app = await open(engine);
    const { seo: _, ...meters } = catalogue.meters;
    const next = readCatalogue({ meters, plans: catalogue.plans.filter(({ id }) => id === "pdf") });
    expect(await rejecting(app.accounts.replaceCatalogue(next))).toThrow("until the server restarts");
  });
});

describe.each(engines)("granted credits on $name", (engine) => {
  test("pay once what plans do not pay, those that expire first before others, and are not oversold", async () => {
    let clock = Date.parse("2026-11-20T12:00:00Z");
    await using app = await openTestApp({ address: engine.address(), now: () => clock });
    const { accounts } = app;
    const key = await app.key("a@example.com");
    const { account } = await accounts.accountStore.ensure("a@example.com");
    const DAY = 86_400_000;
    await accounts.credits.grant(account.id, 12, clock + 40 * DAY);
    const soon = await accounts.credits.grant(account.id, 7, clock + 2 * DAY);
    const call = () => app.get("/invented/noop", key);
    // What is free is used first.
    for (let i = 0; i < 100; i++) await call();
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await call()).status));
    // 5 credits a page: one of the 7, two of the 12.
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    const used = async () => (await accounts.credits.list(account.id)).map((one) => [one.amount, one.used]);
    expect(await used()).toEqual([
      [7, 5],
      [12, 10],
    ]);
    await accounts.credits.grant(account.id, 5, clock + 3 * DAY);
    clock += 3 * DAY;
    accounts.authenticator.forgetAll();
    expect((await call()).status).toBe(429);
    expect(
      (await accounts.usage(account.id)).apis[0]?.quotas.map(({ plan, window }) => [plan, window]),
    ).toEqual([
      ["hobbyist", "month"],
      [expect.stringMatching(/^credits-/), "once"],
    ]);
    expect((await accounts.credits.list(account.id)).map(({ plan }) => plan)).toContain(soon.plan);
    expect(await rejecting(accounts.credits.grant("nobody", 1, clock))).toThrow("No account");
  });
});
