import { z } from "zod";
import { invalidParameter } from "../../kit/parameter.ts";
import { Problem } from "../../kit/problem.ts";
import { offered, type Plan } from "../catalogue.ts";
import type { BillingOptions } from "./billing-options.ts";
import type { HeldSubscription } from "./billing-store.ts";
import { checkPrices, paidPlans } from "./prices.ts";
import { type StripeClient, StripeResourceMissing, StripeText } from "./stripe-client.ts";

const Customer = z.object({ id: StripeText });
const Deleted = z.object({ deleted: z.literal(true) });
const PageAddress = z.url({ protocol: /^https?$/ });
const PageToGo = z.object({ url: PageAddress });
const Session = z.object({
  url: PageAddress.nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});
const Sessions = z.object({ data: z.array(Session) });

/** Under these a subscription goes on costing money. */
const RUNNING = /^(?:active|trialing|past_due|unpaid|paused)$/;
const CHANGEABLE = /^(?:active|trialing)$/;
const MINUTE_MS = 60_000;

/**
 * Deletes a customer at Stripe, which ends its subscriptions and the pages on which one could still be bought. Invoices stay.
 * Throws `payment-unavailable`.
 */
export async function deleteCustomer(stripe: StripeClient, customer: string): Promise<void> {
  try {
    await stripe.call(Deleted, ({ customers }) => customers.del(customer));
  } catch (error) {
    if (!(error instanceof StripeResourceMissing)) throw error;
  }
}

/** Purchases of plans. Each method returns the URL of a page at Stripe. */
export class Purchases {
  readonly #options: BillingOptions;
  readonly #sync: (customer: string) => Promise<boolean>;
  readonly #returnUrl: string;

  /** `sync` writes what a customer has by Stripe's word of this moment. */
  constructor(options: BillingOptions, sync: (customer: string) => Promise<boolean>) {
    this.#options = options;
    this.#sync = sync;
    this.#returnUrl = `${options.baseUrl}/account/billing`;
  }

  /** Begins to buy a plan. Throws `invalid-parameter`, `conflict` where the account has it, or `payment-unavailable`. */
  async buy(account: string, plan: string): Promise<string> {
    const wanted = this.#sold(plan);
    await this.#refuseHeld(account, plan, await this.#fresh(account));
    const price = await this.#priceOf(wanted);
    return this.#withCustomer(account, (customer) => this.#pay(account, plan, price, customer));
  }

  /** Begins to change a paid plan into another; Stripe prorates. Throws as `buy`. */
  async change(account: string, from: string, to: string): Promise<string> {
    const wanted = this.#sold(to);
    await this.#existing(account);
    const has = await this.#fresh(account);
    await this.#refuseHeld(account, to, has);
    const held = has.find(({ plan, status }) => plan === from && CHANGEABLE.test(status));
    if (held === undefined) {
      const detail = "from must be a plan that the account pays for, with no payment open.";
      throw new Problem("conflict", detail, { parameter: "from" });
    }
    const price = await this.#priceOf(wanted);
    return this.#portal(account, async (customer) => {
      const { url } = await this.#options.stripe.call(PageToGo, ({ billingPortal }) =>
        billingPortal.sessions.create({
          customer,
          return_url: this.#returnUrl,
          flow_data: {
            type: "subscription_update_confirm",
            subscription_update_confirm: {
              subscription: held.id,
              items: [{ id: held.item, price, quantity: 1 }],
            },
            after_completion: { type: "redirect", redirect: { return_url: this.#returnUrl } },
          },
        }),
      );
      return url;
    });
  }

  manage(account: string): Promise<string> {
    return this.#portal(account, async (customer) => {
      const { url } = await this.#options.stripe.call(PageToGo, ({ billingPortal }) =>
        billingPortal.sessions.create({ customer, return_url: this.#returnUrl }),
      );
      return url;
    });
  }

  #sold(plan: string): Plan {
    const { catalogue } = this.#options;
    const plans = offered(catalogue).filter((one) => paidPlans(catalogue).includes(one));
    const found = plans.find(({ id }) => id === plan);
    if (found !== undefined) return found;
    throw invalidParameter("plan", `plan must be one of ${plans.map(({ id }) => id).join(", ")}.`);
  }

  async #priceOf(plan: Plan): Promise<string> {
    const { stripe, store, log } = this.#options;
    const [check] = await checkPrices(stripe, [plan]);
    if (check?.price != null && check.wrong === undefined) {
      await store.notePrice(check.price, plan.id);
      return check.price;
    }
    log.error("a plan cannot be sold: quintet billing check says more", {
      plan: plan.id,
      wrong: check?.wrong,
    });
    throw new Problem(
      "payment-unavailable",
      "This plan cannot be bought, because its price is not configured correctly. Tell the operator. Nothing was changed.",
      { headers: { "Retry-After": "3600" } },
    );
  }

  /** The current subscriptions of the account at Stripe, so that nobody pays twice for a plan. */
  async #fresh(account: string): Promise<HeldSubscription[]> {
    const { store } = this.#options;
    const customer = await store.customerOf(account);
    if (customer !== undefined) await this.#sync(customer);
    return store.subscriptions(account);
  }

  async #refuseHeld(account: string, plan: string, has: readonly HeldSubscription[]) {
    const paid = has.find((one) => one.plan === plan && RUNNING.test(one.status));
    const given = (await this.#options.accountStore.heldPlans(account)).some(
      (held) => held.plan === plan && !has.some((one) => one.plan === plan),
    );
    if (paid === undefined && !given) return;
    const hint =
      paid === undefined ? "" : " Use Manage payment for payment methods, invoices and cancellation.";
    throw new Problem("conflict", `The account already has this plan.${hint}`, { parameter: "plan" });
  }

  async #register(account: string, instead: string): Promise<string> {
    const { accountStore, stripe, store } = this.#options;
    const owner = await accountStore.byId(account);
    if (owner === undefined) throw new Problem("conflict", "The account was deleted.");
    // The key is the same for two clicks at once, and another after a customer who was deleted.
    const made = await stripe.call(Customer, ({ customers }) =>
      customers.create(
        { email: owner.email, metadata: { account } },
        { idempotencyKey: `customer-${account}-${instead}` },
      ),
    );
    const customer = await store.linkCustomer(account, made.id);
    if (customer !== undefined) return customer;
    await deleteCustomer(stripe, made.id);
    throw new Problem("conflict", "The account was deleted.");
  }

  /** Calls `work` with the customer of an account, created if it has none or Stripe has deleted it. */
  async #withCustomer<T>(account: string, work: (customer: string) => Promise<T>): Promise<T> {
    const { store } = this.#options;
    const customer = (await store.customerOf(account)) ?? (await this.#register(account, "first"));
    try {
      return await work(customer);
    } catch (error) {
      if (!(error instanceof StripeResourceMissing)) throw error;
      await store.unlinkCustomer(account, customer);
      return work(await this.#register(account, customer));
    }
  }

  async #pay(account: string, plan: string, price: string, customer: string): Promise<string> {
    const { stripe, now, baseUrl } = this.#options;
    // A page that was left open is the one to go on with: two of them could both be paid.
    const { data } = await stripe.call(Sessions, ({ checkout }) =>
      checkout.sessions.list({ customer, status: "open", limit: 100 }),
    );
    const open = data.find(({ url, metadata }) => url != null && metadata?.plan === `${plan} ${price}`);
    if (open?.url != null) return open.url;
    const minute = Math.floor(now() / MINUTE_MS);
    const { url } = await stripe.call(PageToGo, ({ checkout }) =>
      checkout.sessions.create(
        {
          mode: "subscription",
          customer,
          client_reference_id: account,
          line_items: [{ price, quantity: 1 }],
          metadata: { account, plan: `${plan} ${price}` },
          subscription_data: { metadata: { account } },
          success_url: `${baseUrl}/account/billing`,
          cancel_url: `${baseUrl}/account`,
        },
        // Two clicks at once open one page.
        { idempotencyKey: `checkout-${customer}-${plan}-${price}-${minute}` },
      ),
    );
    return url;
  }

  async #existing(account: string): Promise<string> {
    const customer = await this.#options.store.customerOf(account);
    if (customer !== undefined) return customer;
    throw new Problem("conflict", "The account has no paid plan, so there are no payments to manage.");
  }

  /** Opens a page of the customer. Throws `conflict` without a customer, or where Stripe has lost it. */
  async #portal(account: string, open: (customer: string) => Promise<string>): Promise<string> {
    const customer = await this.#existing(account);
    try {
      return await open(customer);
    } catch (error) {
      if (!(error instanceof StripeResourceMissing)) throw error;
      this.#options.log.error("Stripe has neither the customer nor the subscription", {
        customer,
        missing: error.message,
      });
      throw new Problem("conflict", "The payment service no longer has this account.");
    }
  }
}
