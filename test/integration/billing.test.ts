import { describe, expect, spyOn, test } from "bun:test";
import { engines, nightlyEngines } from "../helpers/engines.ts";
import { EMAIL, openPaying, type Paying } from "../helpers/paying.ts";
import { openTestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";
import { type Fault, startFakeStripe } from "../servers/fake-stripe.ts";

const DAY = 86_400;
const unix = () => Math.floor(Date.now() / 1000);

/** Goes to Checkout for a plan, pays, and comes back. */
async function buy(paying: Paying, plan: string) {
  const answer = await paying.post("/account/plan", { plan });
  expect(answer.status).toBe(303);
  const address = answer.headers.get("location") ?? "";
  const session = paying.stripe.sessions.find(({ url }) => url === address);
  if (session === undefined) throw new Error(`no page to pay on at ${address}`);
  const subscription = paying.stripe.pay(session);
  return { session, subscription, answer };
}

async function bought(paying: Paying, plan: string) {
  const { session, subscription } = await buy(paying, plan);
  expect(await paying.deliver(await paying.stripe.event("checkout.session.completed", session))).toBe(200);
  return subscription;
}

describe.each(nightlyEngines)("paying on $name", (engine) => {
  test("Checkout, webhook, plan: with the account named, the customer reused, the price of the catalogue", async () => {
    await using paying = await openPaying(engine);
    const { stripe, account } = paying;
    const { session, answer } = await buy(paying, "pdf");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(session.client_reference_id).toBe(account);
    expect(session.success_url).toBe("http://quintet.test/account/billing");
    expect(stripe.prices.find(({ id }) => id === session.price)?.lookup_key).toBe("pdf");
    expect(stripe.seen.find(({ path }) => path === "/v1/customers")?.form.get("email")).toBe(EMAIL);
    // Paid, and no word of it yet.
    expect(await paying.plans()).toEqual([]);
    expect(await paying.deliver(await stripe.event("checkout.session.completed", session))).toBe(200);
    expect(await paying.plans()).toEqual(["pdf"]);
    expect((await paying.app.get("/invented/noop", paying.key)).headers.get("ratelimit-policy")).toContain(
      '"pdf"',
    );

    await bought(paying, "seo");
    expect(await paying.plans()).toEqual(["pdf", "seo"]);
    expect(stripe.customers.size).toBe(1);
    const signUp = await fetch(`${paying.app.url}/signup`, { headers: { Accept: "text/html" } });
    expect(signUp.headers.get("content-security-policy")).toContain(
      `form-action 'self' https://checkout.stripe.com https://billing.stripe.com ${stripe.url};`,
    );
    const html = await paying.page();
    expect(html).toContain("Renews on ");
    expect(html).toContain("Manage payment");
    expect(html).toContain("Change a plan");
  });

  test("coming back from paying shows the plan before any webhook", async () => {
    await using paying = await openPaying(engine);
    await buy(paying, "pdf");
    const html = await paying.page("/account/billing");
    expect(html).toContain("Renews on ");
    expect(await paying.plans()).toEqual(["pdf"]);
  });

  test("two clicks open one page, and a plan is not sold twice", async () => {
    await using paying = await openPaying(engine);
    const { stripe } = paying;
    stripe.delay = () => 30;
    const both = await Promise.all([1, 2, 3].map(() => paying.post("/account/plan", { plan: "pdf" })));
    expect(both.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(new Set(both.map(({ headers }) => headers.get("location"))).size).toBe(1);
    expect([stripe.sessions.length, stripe.customers.size]).toEqual([1, 1]);
    // Later on the page that is open still is the one.
    await paying.post("/account/plan", { plan: "pdf" });
    expect(stripe.sessions.length).toBe(1);
    const [session] = stripe.sessions;
    if (session !== undefined) stripe.pay(session);
    // No webhook has come, and Stripe is asked.
    const again = await paying.post("/account/plan", { plan: "pdf" });
    expect([again.status, stripe.sessions.length]).toEqual([409, 1]);
    expect(await again.text()).toContain("The account already has this plan.");
  });

  test("a change goes to the portal with the subscription, its item and the new price", async () => {
    await using paying = await openPaying(engine);
    const { stripe } = paying;
    const subscription = await bought(paying, "pdf");
    const [item] = subscription.items.data;
    const answer = await paying.post("/account/plan", { plan: "bundle", from: "pdf" });
    expect(answer.headers.get("location")).toBe(
      `${stripe.url}/portal/${await paying.customer()}?change=${subscription.id}`,
    );
    const { form } = stripe.seen.findLast(({ path }) => path === "/v1/billing_portal/sessions") ?? {};
    const flow = "flow_data[subscription_update_confirm]";
    const bundle = stripe.prices.find(({ lookup_key }) => lookup_key === "bundle");
    expect(form?.get("flow_data[type]")).toBe("subscription_update_confirm");
    expect(form?.get(`${flow}[items][0][id]`)).toBe(item?.id ?? "");
    expect(form?.get(`${flow}[items][0][price]`)).toBe(bundle?.id ?? "");
    // Nothing has changed before the customer agrees there.
    expect(await paying.plans()).toEqual(["pdf"]);
    const before = await paying.counters();
    if (item !== undefined && bundle !== undefined) item.price = bundle;
    const event = await stripe.event("customer.subscription.updated", subscription);
    expect(await paying.deliver(event)).toBe(200);
    expect(await paying.plans()).toEqual(["bundle"]);
    expect(await paying.counters()).toBe(before);
  });

  test("changing there and back finds the counter as it was left", async () => {
    await using paying = await openPaying(engine);
    const { stripe, app, key } = paying;
    const subscription = await bought(paying, "pdf");
    await app.get("/invented/noop", key);
    const used = async () => (await app.accounts.usage(paying.account)).apis.flatMap(({ quotas }) => quotas);
    const before = (await used()).find(({ plan }) => plan === "pdf");
    expect(before?.used).toBe(1);
    for (const plan of ["bundle", "pdf"]) {
      const price = stripe.prices.find(({ lookup_key }) => lookup_key === plan);
      for (const item of subscription.items.data) if (price !== undefined) item.price = price;
      await paying.deliver(await stripe.event("customer.subscription.updated", subscription));
      expect(await paying.plans()).toEqual([plan]);
    }
    expect((await used()).find(({ plan }) => plan === "pdf")).toEqual(before);
  });

  test("what the operator gives and what is paid for do not touch one another", async () => {
    await using paying = await openPaying(engine);
    const { app, stripe, account } = paying;
    const subscription = await bought(paying, "pdf");
    await app.accounts.accountStore.setPlans(account, ["seo", "pdf"]);
    expect(await paying.plans()).toEqual(["pdf", "seo"]);
    await app.accounts.accountStore.setPlans(account, ["hobbyist"]);
    expect(await paying.plans()).toEqual(["pdf"]);
    await app.accounts.accountStore.setPlans(account, ["seo"]);
    expect((await paying.post("/account/plan", { plan: "seo" })).status).toBe(409);
    Object.assign(subscription, { status: "unpaid" });
    await paying.deliver(await stripe.event("customer.subscription.updated", subscription));
    expect(await paying.plans()).toEqual(["seo"]);
  });

  test("a price that moved its lookup key keeps its plan; one that nobody knows gives none", async () => {
    await using paying = await openPaying(engine);
    const { stripe } = paying;
    const subscription = await bought(paying, "pdf");
    for (const { price } of subscription.items.data)
      Object.assign(price, { lookup_key: null, active: false });
    await paying.deliver(await stripe.event("invoice.paid", { customer: subscription.customer }));
    expect(await paying.plans()).toEqual(["pdf"]);
    const unknown = stripe.subscribe(subscription.customer, "seo");
    for (const item of unknown.items.data) {
      item.price = { ...item.price, id: "price_of_something_else", lookup_key: "something-else" };
    }
    expect(await paying.deliver(await stripe.event("customer.subscription.created", unknown))).toBe(200);
    expect(await paying.plans()).toEqual(["pdf"]);
    expect(paying.app.lines.join("")).toContain("price_of_something_else");
  });

  test("a price that is not the catalogue's is not sold", async () => {
    await using paying = await openPaying(engine);
    const { stripe } = paying;
    const price = stripe.prices.find(({ lookup_key }) => lookup_key === "pdf");
    for (const wrong of [
      { unit_amount: 501 },
      { unit_amount: null },
      { currency: "eur" },
      { recurring: { interval: "year", interval_count: 1, usage_type: "licensed" } },
      { recurring: { interval: "month", interval_count: 1, usage_type: "metered" } },
      { recurring: null },
      { active: false },
    ]) {
      const kept = structuredClone(price);
      Object.assign(price ?? {}, wrong);
      const answer = await paying.post("/account/plan", { plan: "pdf" });
      expect([wrong, answer.status]).toEqual([wrong, 503]);
      expect(await answer.text()).toContain("Tell the operator");
      Object.assign(price ?? {}, kept);
    }
    expect(stripe.sessions).toEqual([]);
    expect((await paying.post("/account/plan", { plan: "pdf" })).status).toBe(303);
  });

  test("refuses what is not for sale, what is not held, and whom it does not know", async () => {
    await using paying = await openPaying(engine);
    for (const [fields, status] of [
      [{ plan: "hobbyist" }, 400],
      [{ plan: "seo-pro" }, 400],
      [{ plan: "../admin" }, 400],
      [{}, 400],
      [{ plan: "pdf", price: "price_1" }, 400],
      [{ plan: "pdf", from: "seo" }, 409],
    ] as const) {
      expect([fields, (await paying.post("/account/plan", { ...fields })).status]).toEqual([fields, status]);
    }
    expect((await paying.post("/account/billing")).status).toBe(409);
    expect(paying.stripe.seen.filter(({ method }) => method === "POST")).toEqual([]);
    const stranger = await fetch(`${paying.app.url}/account/plan`, {
      method: "POST",
      headers: { Accept: "text/html", Referer: `${paying.app.url}/account/plan` },
      body: new URLSearchParams({ plan: "pdf" }),
      redirect: "manual",
    });
    const page = stranger.headers.get("location") ?? "";
    expect([stranger.status, page]).toEqual([303, "/signup?next=%2Faccount%2Fplan&unsent="]);
    expect(await (await fetch(paying.app.url + page)).text()).toContain("so the form was not sent");
    const foreign = await fetch(`${paying.app.url}/account/billing`, {
      method: "POST",
      headers: { Origin: "https://evil.example" },
    });
    expect(foreign.status).toBe(403);
  });

  test("a customer who was deleted at Stripe is made anew", async () => {
    await using paying = await openPaying(engine);
    const { stripe } = paying;
    await bought(paying, "pdf");
    const first = await paying.customer();
    stripe.customers.delete(first);
    stripe.subscriptions.length = 0;
    expect((await paying.post("/account/billing")).status).toBe(409);
    expect((await paying.post("/account/plan", { plan: "seo" })).status).toBe(303);
    const second = await paying.customer();
    expect(second).not.toBe(first);
    expect(stripe.sessions.at(-1)?.customer).toBe(second);
    expect(await paying.plans()).toEqual([]);
  });

  test("a customer of a payment link of the operator's belongs to the account that it names", async () => {
    await using paying = await openPaying(engine);
    const { stripe, account } = paying;
    stripe.customers.add("cus_link");
    const subscription = stripe.subscribe("cus_link", "bundle");
    // The subscription's own event comes first, of a customer of nobody.
    expect(await paying.deliver(await stripe.event("customer.subscription.created", subscription))).toBe(200);
    expect(await paying.plans()).toEqual([]);
    for (const reference of ["nobody", account]) {
      const session = { customer: "cus_link", client_reference_id: reference };
      expect(await paying.deliver(await stripe.event("checkout.session.completed", session))).toBe(200);
    }
    expect(await paying.plans()).toEqual(["bundle"]);
  });

  test("the portal is opened for the customer", async () => {
    await using paying = await openPaying(engine);
    await bought(paying, "pdf");
    const answer = await paying.post("/account/billing");
    expect(answer.headers.get("location")).toStartWith(
      `${paying.stripe.url}/portal/${await paying.customer()}`,
    );
  });

  test("dunning: past due keeps the plan for 14 days, unpaid has none, paid has it again", async () => {
    let clock = Date.now();
    await using paying = await openPaying(engine, { now: () => clock });
    const { stripe } = paying;
    const subscription = await bought(paying, "pdf");
    const news = async () =>
      paying.deliver(await stripe.event("customer.subscription.updated", subscription));
    const invoice = { subscription: subscription.id, status: "open", created: unix() };
    stripe.invoices.push(invoice, { ...invoice, created: unix() + 10 * DAY });
    subscription.status = "past_due";
    await news();
    expect(await paying.plans()).toEqual(["pdf"]);
    expect(await paying.page()).toContain("A payment failed");
    clock += 14 * DAY * 1000 - 5_000;
    expect(await paying.plans()).toEqual(["pdf"]);
    clock += 10_000;
    // No event is needed for the grace to end, and none for a new one makes it longer.
    expect(await paying.plans()).toEqual([]);
    await news();
    expect(await paying.plans()).toEqual([]);
    expect(await paying.page()).toContain("Paused because the last payment failed");
    subscription.status = "unpaid";
    await news();
    expect(await paying.plans()).toEqual([]);
    stripe.invoices.length = 0;
    subscription.status = "active";
    await news();
    expect(await paying.plans()).toEqual(["pdf"]);
    expect(await paying.page()).not.toContain("A payment failed");
  });

  test("a month that ends without a word is asked about", async () => {
    let clock = Date.now();
    await using paying = await openPaying(engine, { now: () => clock });
    const { stripe, app } = paying;
    const subscription = await bought(paying, "pdf");
    Object.assign(subscription, { status: "canceled", ended_at: unix() + 30 * DAY });
    const asked = stripe.seen.length;
    await app.accounts.billing?.reconcile();
    expect(stripe.seen.length).toBe(asked);
    clock += 31 * DAY * 1000;
    expect(await paying.plans()).toEqual(["pdf"]);
    await app.accounts.billing?.reconcile();
    expect(await paying.plans()).toEqual([]);
  });
});

/** A deadline of requests to Stripe where the fake never responds. On a busy machine others might miss it. */
const deadlineFor = (fault: Fault) => (fault === "hang" ? { timeoutMs: 2_000 } : {});

// Mostly waits between attempts, so these run at the same time.
// Stripe's faults, whatever the engine: `npm test` has them on SQLite.
describe.each(engines.slice(0, 1))("Stripe in trouble", (engine) => {
  test.concurrent.each(["500", "lost", "hang"] as const)(
    "%s is tried again with the same Idempotency-Key, and makes one page",
    async (fault) => {
      await using paying = await openPaying(engine, deadlineFor(fault));
      const { stripe } = paying;
      const paths = ["/v1/customers", "/v1/checkout/sessions"];
      stripe.faults.push(...paths.map((path) => ({ fault, on: `POST ${path}` })));
      expect((await paying.post("/account/plan", { plan: "pdf" })).status).toBe(303);
      for (const path of paths) {
        const keys = stripe.seen
          .filter((one) => one.method === "POST" && one.path === path)
          .map(({ key }) => key);
        expect([path, keys.length, new Set(keys).size]).toEqual([path, 2, 1]);
        expect(keys[0]).toBeString();
      }
      expect([stripe.customers.size, stripe.sessions.length]).toEqual([1, 1]);
    },
  );

  test.concurrent.each(["hang", "garbage", "402", "401", "half"] as const)(
    "%s is a typed refusal and changes nothing",
    async (fault) => {
      await using paying = await openPaying(engine, deadlineFor(fault));
      const { stripe } = paying;
      await bought(paying, "seo");
      const state = async () => [stripe.sessions.length, await paying.plans(), await paying.counters()];
      const before = await state();
      // More than all attempts together; most of their time is the pause between them.
      stripe.faults.push(...Array.from({ length: 40 }, () => ({ fault })));
      const forms = [
        ["plan", { plan: "pdf" }],
        ["plan", { plan: "bundle", from: "seo" }],
        ["billing", {}],
        ["delete", { email: EMAIL }],
      ] as const;
      const page = paying.page("/account/billing");
      await Promise.all(
        forms.map(async ([path, fields]) => {
          const answer = await paying.post(`/account/${path}`, { ...fields });
          expect([path, answer.status, answer.headers.get("retry-after")]).toEqual([path, 503, "30"]);
          expect(await answer.text()).toContain("Nothing was changed.");
        }),
      );
      expect(await page).toContain("SEO audit");
      expect(stripe.faults.length).toBeWithin(1, 36);
      expect(await state()).toEqual(before);
    },
  );

  test.concurrent("a dead host: the page is shown, forms are refused, an event is not lost, nothing is deleted", async () => {
    await using paying = await openPaying(engine);
    const { stripe, app, key } = paying;
    const subscription = await bought(paying, "pdf");
    const event = await stripe.event("customer.subscription.updated", subscription);
    await stripe[Symbol.asyncDispose]();
    const forms = [
      ["/account/plan", { plan: "seo" }],
      ["/account/plan", { plan: "seo", from: "pdf" }],
      ["/account/billing", {}],
      ["/account/delete", { email: EMAIL }],
    ] as const;
    const [page, delivered, ...statuses] = await Promise.all([
      paying.page("/account/billing"),
      paying.deliver(event),
      ...forms.map(async ([path, fields]) => [path, (await paying.post(path, { ...fields })).status]),
    ]);
    expect(page).toContain("PDF extract");
    expect(delivered).toBe(503);
    expect(statuses).toEqual(forms.map(([path]) => [path, 503]));
    expect(
      await app.accounts.database.query`select id from billing_event where type like '%updated'`,
    ).toEqual([]);
    expect(await paying.plans()).toEqual(["pdf"]);
    expect((await app.get("/invented/noop", key)).status).toBe(200);
  });
});

describe.each(engines)("an account that pays on $name", (engine) => {
  test("deleting the account ends its payments first", async () => {
    await using paying = await openPaying(engine);
    const { stripe } = paying;
    const subscription = await bought(paying, "pdf");
    const { session } = await buy(paying, "seo");
    const [pending] = stripe.sessions.filter(({ status }) => status === "open");
    expect(pending).toBeUndefined();
    expect(JSON.parse(await paying.page("/account/export"))).toMatchObject({
      subscriptions: [{ plan: "pdf", status: "active" }],
    });
    expect((await paying.post("/account/delete", { email: EMAIL })).status).toBe(303);
    expect([subscription.status, stripe.customers.size]).toEqual(["canceled", 0]);
    const { query } = paying.app.accounts.database;
    await until("the account is deleted", async () => (await query`select id from account`).length === 0);
    for (const table of ["account", "subscription", "billing_customer", "usage"]) {
      const rows = await paying.app.accounts.database.transaction((_query, script) =>
        script(`select * from ${table}`),
      );
      expect([table, rows]).toEqual([table, []]);
    }
    // What Stripe then tells is of nobody any more.
    expect(await paying.deliver(await stripe.event("customer.subscription.deleted", subscription))).toBe(200);
    expect(await paying.deliver(await stripe.event("checkout.session.completed", session))).toBe(200);
  });
});

test.each(nightlyEngines)(
  "a purchase that begins while its account is deleted leaves no customer on $name",
  async (engine) => {
    await using early = await openPaying(engine);
    const { formerUsage, accountDeletion } = early.app.accounts;
    const { mailboxOf } = formerUsage;
    // After payments were ended, and before the account is marked as deleted.
    spyOn(formerUsage, "mailboxOf").mockImplementation(async (address) => {
      expect((await early.post("/account/plan", { plan: "pdf" })).status).toBe(303);
      return mailboxOf(address);
    });
    await accountDeletion.remove(early.account);
    await until("its customer is deleted", () => early.stripe.customers.size === 0);
    expect(early.stripe.sessions.map(({ status }) => status)).toEqual(["expired"]);

    await using late = await openPaying(engine);
    late.stripe.delay = () => 200;
    const buying = late.post("/account/plan", { plan: "pdf" });
    await until("its customer is made", () => late.stripe.customers.size === 1);
    await late.app.accounts.accountDeletion.remove(late.account);
    // Who is signed in no more is asked to sign in.
    expect((await buying).headers.get("location")).toStartWith("/signup");
    expect([late.stripe.customers.size, late.stripe.sessions.length]).toEqual([0, 0]);
  },
);

test.each(nightlyEngines)("without Stripe on $name the page says whom to write to", async (engine) => {
  await using stripe = await startFakeStripe();
  await using app = await openTestApp({ address: engine.address(), contact: "sales@example.com" });
  await app.key(EMAIL);
  const token = await app.accounts.sessions.begin((await app.accounts.accountStore.byEmail(EMAIL))?.id ?? "");
  const headers = { Cookie: `quintet_session=${token}`, Accept: "text/html" };
  const page = await fetch(`${app.url}/account/plan`, { headers });
  expect(page.headers.get("content-security-policy")).toContain("form-action 'self';");
  const html = await page.text();
  expect(html).toContain("mailto:sales@example.com");
  expect(html).not.toContain('action="/account/plan"');
  for (const path of ["/account/plan", "/account/billing"]) {
    const body = new URLSearchParams(path === "/account/plan" ? { plan: "pdf" } : {});
    const answer = await fetch(app.url + path, { method: "POST", headers, body });
    expect([path, answer.status]).toEqual([path, 403]);
    expect(await answer.text()).toContain("sales@example.com");
  }
  const { body, signature } = await stripe.event("invoice.paid", { customer: "cus_1" });
  const told = await fetch(`${app.url}/webhooks/stripe`, {
    method: "POST",
    headers: { "Stripe-Signature": signature },
    body,
  });
  expect(told.status).toBe(403);
});
