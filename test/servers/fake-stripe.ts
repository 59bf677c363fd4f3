import { inMinorUnits, paidPlans } from "../../src/accounts/billing/prices.ts";
import { readAllowance } from "../../src/egress/allowance.ts";
import { createSingleOriginClient } from "../../src/egress/single-origin-client.ts";
import { catalogue } from "../fixtures/suite-catalogue.ts";

export const SECRET_KEY = "sk_test_of_the_tests";
export const WEBHOOK_SECRET = "whsec_of_the_tests";

/** A subscription as the fake keeps it: the members that Stripe documents and Quintet reads, and some more. */
export interface FakeSubscription {
  id: string;
  object: "subscription";
  customer: string;
  status: string;
  created: number;
  billing_cycle_anchor: number;
  cancel_at: number | null;
  ended_at: number | null;
  cancellation_details: { reason: string | null };
  items: { data: { id: string; current_period_end: number; price: FakePrice }[] };
}
export interface FakePrice {
  id: string;
  lookup_key: string | null;
  active: boolean;
  currency: string;
  unit_amount: number | null;
  recurring: { interval: string; interval_count: number; usage_type: string } | null;
}
interface FakeSession {
  id: string;
  customer: string;
  client_reference_id: string | null;
  status: "open" | "complete" | "expired";
  url: string | null;
  price: string;
  success_url: string;
  metadata: Record<string, string>;
}

/** One request as it arrived. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  readonly form: URLSearchParams;
}

/** What a request meets instead of an answer; `lost` does the work first. */
export type Fault = "500" | "lost" | "hang" | "garbage" | "402" | "401" | "half";

/** Stripe on loopback: prices, customers, Checkout, subscriptions, invoices, the portal, webhooks. */
export interface FakeStripe extends AsyncDisposable {
  readonly url: string;
  readonly seen: Seen[];
  readonly prices: FakePrice[];
  readonly customers: Set<string>;
  readonly sessions: FakeSession[];
  readonly subscriptions: FakeSubscription[];
  readonly invoices: { subscription: string; status: string; created: number }[];
  /** Faults for the requests to come, one each; `on` names the request that it waits for. */
  readonly faults: { readonly fault: Fault; readonly on?: string }[];
  /** How long answers take, drawn for each; the state is that of the request's arrival. In milliseconds. */
  delay: () => number;
  /** Makes a subscription to a price that is there; `change` alters it. */
  subscribe(customer: string, plan: string, change?: Partial<FakeSubscription>): FakeSubscription;
  /** Pays an open Checkout page. */
  pay(session: FakeSession): FakeSubscription;
  /** A signed webhook; the options break it. */
  event(type: string, object: object, options?: EventOptions): Promise<{ body: string; signature: string }>;
}

interface EventOptions {
  readonly id?: string;
  readonly secret?: string;
  /** Seconds before now. */
  readonly age?: number;
}

const now = () => Math.floor(Date.now() / 1000);
const MONTH = 30 * 86_400;

/** `payments` of an app that pays at this fake, which responds within a minute on the busiest machine. */
export function paymentsAt(apiUrl: string, timeoutMs = 60_000) {
  return {
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    apiUrl,
    timeoutMs,
    send: createSingleOriginClient({ origin: apiUrl, allowance: readAllowance("") }),
  };
}

export async function startFakeStripe(): Promise<FakeStripe> {
  const { default: Stripe } = await import("stripe");
  const signer = new Stripe(SECRET_KEY);
  let last = 0;
  const newId = (kind: string) => `${kind}_${++last}${crypto.randomUUID().replaceAll("-", "").slice(0, 10)}`;
  const replies = new Map<string, { request: string; status: number; text: string }>();

  const error = (status: number, code: string, param: string, type = "invalid_request_error") =>
    [status, { error: { type, code, param, message: `${SECRET_KEY} and ada@example.com` } }] as const;
  const missing = (param: string) => error(400, "resource_missing", param);
  const list = (data: readonly unknown[]) => [200, { object: "list", data, has_more: false }] as const;

  const fake: Omit<FakeStripe, "url" | typeof Symbol.asyncDispose> = {
    seen: [],
    prices: paidPlans(catalogue).map((plan) => ({
      id: newId("price"),
      lookup_key: plan.id,
      active: true,
      currency: plan.price.currency.toLowerCase(),
      unit_amount: inMinorUnits(plan.price),
      recurring: { interval: "month", interval_count: 1, usage_type: "licensed" },
    })),
    customers: new Set(),
    sessions: [],
    subscriptions: [],
    invoices: [],
    faults: [],
    delay: () => 0,
    subscribe(customer, plan, change = {}) {
      const price = fake.prices.find(({ lookup_key }) => lookup_key === plan);
      if (price === undefined) throw new Error(`no price for ${plan}`);
      const made: FakeSubscription = {
        id: newId("sub"),
        object: "subscription",
        customer,
        status: "active",
        created: now(),
        billing_cycle_anchor: now(),
        cancel_at: null,
        ended_at: null,
        cancellation_details: { reason: null },
        items: { data: [{ id: newId("si"), current_period_end: now() + MONTH, price }] },
        ...change,
      };
      fake.subscriptions.unshift(made);
      return made;
    },
    pay(session) {
      const price = fake.prices.find(({ id }) => id === session.price);
      session.status = "complete";
      session.url = null;
      return fake.subscribe(session.customer, price?.lookup_key ?? "");
    },
    async event(type, object, { id = newId("evt"), secret = WEBHOOK_SECRET, age = 0 } = {}) {
      const body = JSON.stringify({ id, object: "event", type, created: now(), data: { object } });
      const timestamp = now() - age;
      const signature = await signer.webhooks.generateTestHeaderStringAsync({
        payload: body,
        secret,
        timestamp,
      });
      return { body, signature };
    },
  };

  const answers: Readonly<Record<string, (form: URLSearchParams, id: string) => readonly [number, unknown]>> =
    {
      "GET prices": (form) => {
        const keys = [...form].filter(([name]) => name.startsWith("lookup_keys")).map(([, value]) => value);
        if (keys.length > 10) return error(400, "parameter_invalid", "lookup_keys");
        return list(fake.prices.filter((one) => one.active && keys.includes(one.lookup_key ?? "")));
      },
      "POST customers": () => {
        const id = newId("cus");
        fake.customers.add(id);
        return [200, { id, object: "customer" }];
      },
      "DELETE customers": (_form, id) => {
        if (!fake.customers.delete(id)) return missing("id");
        for (const one of fake.subscriptions) {
          if (one.customer === id) Object.assign(one, { status: "canceled", ended_at: now() });
        }
        for (const one of fake.sessions) if (one.customer === id) one.status = "expired";
        return [200, { id, object: "customer", deleted: true }];
      },
      "GET subscriptions": (form) => {
        const customer = form.get("customer") ?? "";
        if (!fake.customers.has(customer)) return missing("customer");
        return list(fake.subscriptions.filter((one) => one.customer === customer));
      },
      "GET invoices": (form) =>
        list(
          fake.invoices.filter(
            ({ subscription, status }) =>
              subscription === form.get("subscription") && status === form.get("status"),
          ),
        ),
      "GET checkout/sessions": (form) =>
        list(
          fake.sessions.filter(
            ({ customer, status }) => customer === form.get("customer") && status === form.get("status"),
          ),
        ),
      "POST checkout/sessions": (form) => {
        const customer = form.get("customer") ?? "";
        if (!fake.customers.has(customer)) return missing("customer");
        const id = newId("cs");
        const session: FakeSession = {
          id,
          customer,
          client_reference_id: form.get("client_reference_id"),
          status: "open",
          url: `${url}/pay/${id}`,
          price: form.get("line_items[0][price]") ?? "",
          success_url: form.get("success_url") ?? "",
          metadata: { plan: form.get("metadata[plan]") ?? "" },
        };
        fake.sessions.push(session);
        return [200, session];
      },
      "POST billing_portal/sessions": (form) => {
        const subscription = form.get("flow_data[subscription_update_confirm][subscription]");
        const customer = form.get("customer") ?? "";
        if (!fake.customers.has(customer)) return missing("customer");
        return [200, { id: newId("bps"), url: `${url}/portal/${customer}?change=${subscription ?? ""}` }];
      },
    };

  /** The page to pay on, with one button that pays. */
  const payPage = (request: Request, id: string): Response => {
    const session = fake.sessions.find((one) => one.id === id);
    if (session === undefined) return new Response("no such page", { status: 404 });
    if (request.method !== "POST") {
      return new Response('<!doctype html><h1>Pay</h1><form method="post"><button>Pay now</button></form>', {
        headers: { "Content-Type": "text/html" },
      });
    }
    fake.pay(session);
    return Response.redirect(session.success_url, 303);
  };

  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      const page = /^\/pay\/(\w+)$/.exec(pathname)?.[1];
      if (page !== undefined) return payPage(request, page);
      if (pathname.startsWith("/portal/")) return new Response("the portal");
      const text = await request.text();
      const form = request.method === "GET" ? searchParams : new URLSearchParams(text);
      const key = request.headers.get("idempotency-key");
      fake.seen.push({ method: request.method, path: pathname, key, form });
      const operation = `${request.method} ${pathname}`;
      const next = fake.faults.findIndex(({ on }) => on === undefined || on === operation);
      const fault = next < 0 ? undefined : fake.faults.splice(next, 1)[0]?.fault;
      if (fault === "hang") await new Promise(() => {});
      if (fault === "garbage") return new Response("<html>a proxy</html>", { status: 200 });
      if (fault === "half") return Response.json({ object: "list", data: [{ id: 7 }], id: 7, url: "no" });
      if (fault === "500") return Response.json({ error: { type: "api_error" } }, { status: 500 });
      if (fault === "402")
        return Response.json(error(402, "card_declined", "", "card_error")[1], { status: 402 });
      const isKnown = request.headers.get("authorization") === `Bearer ${SECRET_KEY}`;
      if (fault === "401" || !isKnown) return Response.json({ error: {} }, { status: 401 });

      const [, , ...parts] = pathname.split("/");
      const id = request.method === "DELETE" ? (parts.pop() ?? "") : "";
      const earlier = key === null ? undefined : replies.get(key);
      if (earlier !== undefined && earlier.request !== pathname + text) {
        return Response.json(error(400, "", "", "idempotency_error")[1], { status: 400 });
      }
      const work = () => {
        const [status, value] =
          answers[`${request.method} ${parts.join("/")}`]?.(form, id) ?? missing("path");
        return { request: pathname + text, status, text: JSON.stringify(value) };
      };
      const reply = earlier ?? work();
      if (key !== null && reply.status === 200) replies.set(key, reply);
      if (fault === "lost") return Response.json({ error: { type: "api_error" } }, { status: 500 });
      await Bun.sleep(fake.delay());
      return new Response(reply.text, {
        status: reply.status,
        headers: { "Content-Type": "application/json", "Request-Id": newId("req") },
      });
    },
    error: () => new Response(null, { status: 502 }),
  });
  const url = `http://127.0.0.1:${server.port}`;
  return Object.assign(fake, {
    url,
    async [Symbol.asyncDispose]() {
      await server.stop(true);
    },
  });
}
