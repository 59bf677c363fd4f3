import { describe, expect, test } from "bun:test";
import { engines } from "../helpers/engines.ts";
import { isNightly } from "../helpers/nightly.ts";
import { openPaying, type Paying } from "../helpers/paying.ts";
import { until } from "../helpers/until.ts";
import type { FakeSubscription } from "../servers/fake-stripe.ts";

/** A customer of the account, with no page of Checkout in between. */
async function customerOf(paying: Paying): Promise<string> {
  const id = `cus_${crypto.randomUUID().slice(0, 8)}`;
  paying.stripe.customers.add(id);
  const session = { customer: id, client_reference_id: paying.account };
  expect(await paying.deliver(await paying.stripe.event("checkout.session.completed", session))).toBe(200);
  return id;
}

/** The codes of refusals, and whether Stripe was asked anything. */
async function send(paying: Paying, headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer>) {
  const before = paying.stripe.seen.length;
  const answer = await fetch(`${paying.app.url}/webhooks/stripe`, { method: "POST", headers, body });
  const { code } = (await answer.json()) as { code?: string };
  return [answer.status, code, paying.stripe.seen.length - before];
}

describe.each(engines)("webhooks on $name", (engine) => {
  test("nothing but the very bytes, signed with the secret just now, is looked at", async () => {
    await using paying = await openPaying(engine);
    const { stripe } = paying;
    const customer = await customerOf(paying);
    const subscription = stripe.subscribe(customer, "pdf");
    const type = "customer.subscription.created";
    const good = await stripe.event(type, subscription);
    const refused = [400, "signature-invalid", 0];
    const signed = (signature: string) => ({ "Stripe-Signature": signature });
    expect(await send(paying, {}, good.body)).toEqual(refused);
    for (const signature of [
      "",
      "t=1",
      "v1=00",
      "t=1,v1=00",
      "nonsense",
      good.signature.replace("v1=", "v0="),
    ]) {
      expect([signature, await send(paying, signed(signature), good.body)]).toEqual([signature, refused]);
    }
    for (const body of [
      good.body.replace("pdf", "bundle"),
      `${good.body} `,
      JSON.stringify(JSON.parse(good.body), undefined, 1),
      "",
      "{}",
    ]) {
      expect(await send(paying, signed(good.signature), body)).toEqual(refused);
    }
    const wrong = await stripe.event(type, subscription, { secret: "whsec_of_another" });
    expect(await send(paying, signed(wrong.signature), wrong.body)).toEqual(refused);
    const old = await stripe.event(type, subscription, { age: 600 });
    expect(await send(paying, signed(old.signature), old.body)).toEqual(refused);
    // One from the future would stay good for as long as it is ahead.
    for (const age of [-310, -86_400, -10 * 365 * 86_400]) {
      const early = await stripe.event(type, subscription, { age });
      expect([age, await send(paying, signed(early.signature), early.body)]).toEqual([age, refused]);
    }
    expect(await send(paying, signed(good.signature), new Uint8Array(600_000))).toEqual([
      413,
      "payload-too-large",
      0,
    ]);
    expect(await paying.plans()).toEqual([]);
    expect(await paying.deliver(good)).toBe(200);
    expect(await paying.plans()).toEqual(["pdf"]);
  });

  test("signed and no event: refused by its kind; of no matter: taken, and Stripe is not asked", async () => {
    await using paying = await openPaying(engine);
    const { stripe } = paying;
    for (const object of [[], { customer: 7 }, { customer: { id: 7 } }]) {
      const { body, signature } = await stripe.event("invoice.paid", object);
      const answer = await send(paying, { "Stripe-Signature": signature }, body);
      expect(answer).toEqual([400, "invalid-body", 0]);
    }
    for (const [type, object] of [
      ["payout.paid", { id: "po_1" }],
      ["customer.created", { id: "cus_x" }],
      ["invoice.paid", { customer: null }],
      ["invoice.paid", { customer: "cus_of_nobody" }],
      ["customer.subscription.updated", { customer: "cus_of_nobody" }],
    ] as const) {
      const { body, signature } = await stripe.event(type, object);
      expect([type, await send(paying, { "Stripe-Signature": signature }, body)]).toEqual([
        type,
        [200, undefined, 0],
      ]);
    }
    expect((await fetch(`${paying.app.url}/webhooks/stripe`)).status).toBe(405);
  });

  test("a clock of Stripe's that is four minutes ahead is within the tolerance", async () => {
    await using paying = await openPaying(engine);
    const event = await paying.stripe.event("payout.paid", { id: "po_1" }, { age: -240 });
    expect(await paying.deliver(event)).toBe(200);
  });

  test("signed texts that no database can hold are rejected by their kind, and are no error of ours", async () => {
    await using paying = await openPaying(engine);
    const { stripe } = paying;
    for (const bad of ["evt_\0", "\0", "evt_\ud800", "evt é", "x".repeat(300), ""]) {
      const relevant = await stripe.event("invoice.paid", { customer: "cus_of_nobody" }, { id: bad });
      const about = await stripe.event("invoice.paid", { customer: bad });
      const inside = await stripe.event("invoice.paid", { customer: { id: bad } });
      const kind = await stripe.event(`invoice.paid${bad}`, { customer: "cus_of_nobody" });
      for (const { body, signature } of bad === ""
        ? [relevant, about, inside]
        : [relevant, about, inside, kind]) {
        const answer = await send(paying, { "Stripe-Signature": signature }, body);
        expect([bad, answer]).toEqual([bad, [400, "invalid-body", 0]]);
      }
      // A visitor may write anything into the reference of a payment link: the event counts, the reference does not.
      const session = { customer: "cus_of_nobody", client_reference_id: bad };
      const { body, signature } = await stripe.event("checkout.session.completed", session);
      const answer = await send(paying, { "Stripe-Signature": signature }, body);
      expect([bad, answer]).toEqual([bad, [200, undefined, 0]]);
    }
  });

  test("a network whose guesses were refused too often still delivers what Stripe has signed", async () => {
    await using paying = await openPaying(engine);
    const { stripe, app } = paying;
    const from = { "X-Forwarded-For": "198.51.100.7" };
    for (let i = 0; i < 60; i++) {
      await fetch(`${app.url}/confirm/guess-${i}`, { method: "POST", headers: from });
      await fetch(`${app.url}/webhooks/stripe`, { method: "POST", headers: from, body: "{}" });
    }
    expect((await fetch(`${app.url}/confirm/guess`, { method: "POST", headers: from })).status).toBe(429);
    const { body, signature } = await stripe.event("payout.paid", { id: "po_1" });
    const answer = await send(paying, { ...from, "Stripe-Signature": signature }, body);
    expect(answer).toEqual([200, undefined, 0]);
  });

  test("one that comes again is taken, and Stripe is not asked again", async () => {
    await using paying = await openPaying(engine);
    const { stripe } = paying;
    const subscription = stripe.subscribe(await customerOf(paying), "pdf");
    const event = await stripe.event("customer.subscription.created", subscription);
    expect(await paying.deliver(event)).toBe(200);
    const asked = stripe.seen.length;
    for (let i = 0; i < 3; i++) expect(await paying.deliver(event)).toBe(200);
    expect(stripe.seen.length).toBe(asked);
    // Repeated by Stripe: the same id, signed anew.
    const { id } = JSON.parse(event.body) as { id: string };
    expect(
      await paying.deliver(await stripe.event("customer.subscription.created", subscription, { id })),
    ).toBe(200);
    expect(stripe.seen.length).toBe(asked);
  });

  test("two at once, eight times over, leave one state and one note", async () => {
    await using paying = await openPaying(engine);
    const { stripe, app } = paying;
    stripe.delay = () => Math.random() * 20;
    const subscription = stripe.subscribe(await customerOf(paying), "pdf");
    const event = await stripe.event("customer.subscription.created", subscription);
    const statuses = await Promise.all(Array.from({ length: 16 }, () => paying.deliver(event)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { query } = app.accounts.database;
    expect(await query`select id from subscription`).toHaveLength(1);
    const type = "customer.subscription.created";
    expect(await query`select id from billing_event where type = ${type}`).toHaveLength(1);
    expect(await paying.plans()).toEqual(["pdf"]);
  });

  test("a purchase for an account that is being deleted is not noted in silence: it goes on costing money", async () => {
    await using paying = await openPaying(engine);
    const { app, account, stripe } = paying;
    const { database } = app.accounts;
    await database.query`update account set email = ${`deleted ${account}`} where id = ${account}`;
    stripe.customers.add("cus_late");
    const session = { customer: "cus_late", client_reference_id: account };
    expect(await paying.deliver(await stripe.event("checkout.session.completed", session))).toBe(200);
    expect(await database.query`select account from billing_customer`).toEqual([]);
    const told = app.lines.filter((line) => line.includes("belongs to a customer without an account"));
    expect(told.map((line) => JSON.parse(line).level)).toEqual(["error"]);
  });

  test("deleted before created ends deleted", async () => {
    await using paying = await openPaying(engine);
    const { stripe } = paying;
    const subscription = stripe.subscribe(await customerOf(paying), "pdf");
    const created = await stripe.event("customer.subscription.created", subscription);
    const now = Math.floor(Date.now() / 1000);
    Object.assign(subscription, { status: "canceled", ended_at: now });
    for (const item of subscription.items.data) item.current_period_end = now - 1;
    const deleted = await stripe.event("customer.subscription.deleted", subscription);
    expect(await paying.deliver(deleted)).toBe(200);
    expect(await paying.deliver(created)).toBe(200);
    expect(await paying.plans()).toEqual([]);
  });

  test("an answer of Stripe that was overtaken by a newer one is not written", async () => {
    await using paying = await openPaying(engine);
    const { stripe } = paying;
    const subscription = stripe.subscribe(await customerOf(paying), "pdf");
    const first = await stripe.event("customer.subscription.created", subscription);
    stripe.delay = () => 400;
    const seen = stripe.seen.length;
    const slow = paying.deliver(first);
    await until("Stripe is asked", () => stripe.seen.length > seen);
    stripe.delay = () => 0;
    const now = Math.floor(Date.now() / 1000);
    const ended = { status: "canceled", ended_at: now, cancellation_details: { reason: "payment_failed" } };
    Object.assign(subscription, ended);
    expect(await paying.deliver(await stripe.event("customer.subscription.deleted", subscription))).toBe(200);
    expect(await slow).toBe(200);
    expect(await paying.plans()).toEqual([]);
  });

  test("any order, repetition and overlap of a subscription's events ends alike and counts nothing", async () => {
    await using paying = await openPaying(engine);
    const { stripe, app, key } = paying;
    const customer = await customerOf(paying);
    for (let i = 0; i < 3; i++) await app.get("/invented/noop", key);
    const counted = await paying.counters();
    const prices = stripe.prices.filter(({ lookup_key }) => /^(?:pdf|seo|bundle)$/.test(lookup_key ?? ""));
    const pick = <T>(of: readonly T[]): T => {
      const one = of[Math.floor(Math.random() * of.length)];
      if (one === undefined) throw new Error("nothing to pick from");
      return one;
    };
    /** Delivers an event and goes on once Stripe is asked about it, or it is answered without. */
    const begun = async (event: Parameters<Paying["deliver"]>[0]) => {
      const before = stripe.seen.length;
      let answered = false;
      const answer = paying.deliver(event).finally(() => {
        answered = true;
      });
      await until("Stripe is asked, or need not be", () => answered || stripe.seen.length > before);
      return { answer };
    };
    const history: string[] = [];
    for (let round = 0; round < (isNightly ? 12 : 6); round++) {
      stripe.subscriptions.length = 0;
      stripe.invoices.length = 0;
      const subscription = stripe.subscribe(customer, "pdf", { status: "incomplete" });
      const events = [await stripe.event("customer.subscription.created", subscription)];
      const running: { answer: Promise<number> }[] = [];
      // Some answers of before the end come after the last one.
      stripe.delay = () => (Math.random() < 0.5 ? 120 : 0);
      const lives = ["active", "past_due", "unpaid", "active", "canceled", "trialing", "paused"];
      for (let step = 0; step < 6; step++) {
        const change: Partial<FakeSubscription> = { status: pick(lives) };
        Object.assign(subscription, change);
        for (const item of subscription.items.data) item.price = pick(prices);
        stripe.invoices.length = 0;
        if (change.status === "past_due" || change.status === "unpaid") {
          const age = pick([1, 40]) * 86_400;
          const created = Math.floor(Date.now() / 1000) - age;
          stripe.invoices.push({ subscription: subscription.id, status: "open", created });
        }
        history.push(`${change.status} ${subscription.items.data[0]?.price.lookup_key}`);
        events.push(await stripe.event(`customer.subscription.updated`, subscription));
        // Some come while things still change, out of order and more than once.
        for (const event of [pick(events), pick(events)]) {
          if (Math.random() < 0.6) running.push(await begun(event));
        }
      }
      stripe.delay = () => 0;
      const rest = [...events, ...events].sort(() => Math.random() - 0.5);
      running.push(...rest.map((event) => ({ answer: paying.deliver(event) })));
      expect(new Set(await Promise.all(running.map(({ answer }) => answer)))).toEqual(new Set([200]));

      const { status, items } = subscription;
      const late = stripe.invoices.some(({ created }) => created < Date.now() / 1000 - 14 * 86_400);
      const held = /^(?:active|trialing|canceled)$/.test(status) || (status === "past_due" && !late);
      const plan = items.data[0]?.price.lookup_key ?? "";
      expect({ history: history.slice(-6), plans: await paying.plans() }).toEqual({
        history: history.slice(-6),
        plans: held ? [plan] : [],
      });
    }
    expect(await paying.counters()).toBe(counted);
  });

  test("what Stripe could not be asked about is not noted as heard: it is told again", async () => {
    await using paying = await openPaying(engine, { timeoutMs: 100 });
    const { stripe } = paying;
    const subscription = stripe.subscribe(await customerOf(paying), "pdf");
    const event = await stripe.event("customer.subscription.created", subscription);
    stripe.faults.push({ fault: "401" });
    expect(await paying.deliver(event)).toBe(503);
    expect(await paying.plans()).toEqual([]);
    expect(await paying.deliver(event)).toBe(200);
    expect(await paying.plans()).toEqual(["pdf"]);
  });
});
