import {
  type FakeStripe,
  paymentsAt,
  SECRET_KEY,
  startFakeStripe,
  WEBHOOK_SECRET,
} from "../servers/fake-stripe.ts";
import type { Engine } from "./engines.ts";
import { openTestApp, type TestApp, type TestAppOptions } from "./test-app.ts";

/** Someone who is signed in to an app whose payments go to a fake. */
export interface Paying extends AsyncDisposable {
  readonly app: TestApp;
  readonly stripe: FakeStripe;
  readonly account: string;
  readonly key: string;
  /** Sends a form of the account page, as a browser does. */
  post(path: string, fields?: Record<string, string>): Promise<Response>;
  page(path?: string): Promise<string>;
  /** Delivers a webhook; gives the status of the answer. */
  deliver(event: { body: string; signature: string }): Promise<number>;
  /** The plans that calls are paid by now. */
  plans(): Promise<string[]>;
  /** Every row of the counters. */
  counters(): Promise<string>;
  /** The customer at the fake. */
  customer(): Promise<string>;
}

export const EMAIL = "ada@example.com";

export async function openPaying(
  engine: Engine,
  options: Omit<TestAppOptions, "address"> & { timeoutMs?: number } = {},
): Promise<Paying> {
  const stripe = await startFakeStripe();
  const app = await openTestApp({
    address: engine.address(),
    payments: paymentsAt(stripe.url, options.timeoutMs),
    ...options,
  });
  const key = await app.key(EMAIL);
  const { accounts } = app;
  const account = (await accounts.accountStore.byEmail(EMAIL))?.id ?? "";
  const token = await accounts.sessions.begin(account);
  for (const secret of [token, SECRET_KEY, WEBHOOK_SECRET]) app.secrets.add(secret);
  const headers = { Cookie: `quintet_session=${token}`, Accept: "text/html" };
  const { query } = accounts.database;
  return {
    app,
    stripe,
    account,
    key,
    post: (path, fields = {}) =>
      fetch(app.url + path, {
        method: "POST",
        headers,
        body: new URLSearchParams(fields),
        redirect: "manual",
      }),
    page: async (path = "/account/plan") => (await fetch(app.url + path, { headers })).text(),
    async deliver({ body, signature }) {
      const answer = await fetch(`${app.url}/webhooks/stripe`, {
        method: "POST",
        headers: { "Stripe-Signature": signature, "Content-Type": "application/json" },
        body,
      });
      return answer.status;
    },
    plans: async () => (await accounts.accountStore.heldPlans(account)).map(({ plan }) => plan),
    async counters() {
      await accounts.charges.flush();
      return JSON.stringify([
        await query`select * from usage order by account, plan, meter, period`,
        await query`select * from usage_day order by account, api, day`,
      ]);
    },
    async customer() {
      const [row] = await query<{ customer: string }>`select customer from billing_customer`;
      return row?.customer ?? "";
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await stripe[Symbol.asyncDispose]();
    },
  };
}
