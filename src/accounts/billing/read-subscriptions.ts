import { z } from "zod";
import type { BillingOptions } from "./billing-options.ts";
import type { HeldSubscription } from "./billing-store.ts";
import { dependsOnInvoices, entitlementOf, Subscription } from "./entitlement.ts";
import { StripeResourceMissing } from "./stripe-client.ts";

const Subscriptions = z.array(Subscription);
const Invoices = z.object({ data: z.array(z.object({ created: z.int().min(0) })) });

/** More than any customer has had. */
const MOST = 1_000;

/** Makes the function that asks Stripe what a customer has. Throws `payment-unavailable`. */
export function createSubscriptionReader({
  stripe,
  store,
  planVersions,
  log,
  now,
}: Pick<BillingOptions, "stripe" | "store" | "planVersions" | "log" | "now">) {
  const planOf = async ({ id, lookup_key }: Subscription["items"]["data"][number]["price"]) => {
    // Also one that is not sold any more: its holders have it still.
    const isPlan = (plan: string) => planVersions.isKnown(plan);
    if (lookup_key != null && isPlan(lookup_key)) return lookup_key;
    const sold = await store.planOfPrice(id);
    return sold !== undefined && isPlan(sold) ? sold : undefined;
  };
  const unpaidSince = async (subscription: string): Promise<number | undefined> => {
    const { data } = await stripe.call(Invoices, ({ invoices }) =>
      invoices.list({ subscription, status: "open", limit: 100 }),
    );
    return data.length === 0 ? undefined : Math.min(...data.map(({ created }) => created));
  };

  return async (customer: string): Promise<HeldSubscription[]> => {
    let given: Subscription[];
    try {
      given = await stripe.call(Subscriptions, ({ subscriptions }) =>
        subscriptions.list({ customer, status: "all", limit: 100 }).autoPagingToArray({ limit: MOST }),
      );
    } catch (error) {
      // Deleted at Stripe, and its subscriptions with it.
      if (error instanceof StripeResourceMissing) return [];
      throw error;
    }
    const read: HeldSubscription[] = [];
    for (const subscription of given) {
      const { id, status, items } = subscription;
      if (status === "incomplete_expired") continue;
      const ended = items.data.every(({ current_period_end }) => current_period_end * 1000 <= now());
      if (status === "canceled" && ended) continue;
      const since = dependsOnInvoices(subscription) ? await unpaidSince(id) : undefined;
      for (const item of items.data) {
        const plan = await planOf(item.price);
        if (plan !== undefined) {
          read.push({ id, item: item.id, plan, status, ...entitlementOf(subscription, item, since) });
        } else {
          log.warn("a subscription has a price without a plan", { subscription: id, price: item.price.id });
        }
      }
    }
    return read;
  };
}
