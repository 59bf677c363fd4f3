import { z } from "zod";
import { StripeText } from "./stripe-client.ts";

/** Seconds since 1970, up to the year 9999: what a date can be made of. */
const seconds = z.int().min(0).max(253_402_300_799);

/** A subscription as Stripe gives it: the members that decide what its owner has. */
export const Subscription = z.object({
  id: StripeText,
  status: StripeText,
  billing_cycle_anchor: seconds,
  cancel_at: seconds.nullish(),
  ended_at: seconds.nullish(),
  cancellation_details: z.object({ reason: z.string().nullish() }).nullish(),
  items: z.object({
    data: z.array(
      z.object({
        id: StripeText,
        current_period_end: seconds,
        price: z.object({ id: StripeText, lookup_key: z.string().nullish() }),
      }),
    ),
  }),
});
export type Subscription = z.output<typeof Subscription>;
type Item = Subscription["items"]["data"][number];

/** Days for which a plan goes on after a renewal that could not be paid. */
export const GRACE_DAYS = 14;

const iso = (unix: number) => new Date(unix * 1000).toISOString();
const LONG_AGO = iso(0);

/** Reports whether what a subscription gives depends on invoices that are open. */
export function dependsOnInvoices({ status }: Subscription): boolean {
  return status === "past_due" || status === "canceled";
}

/**
 * Until when a subscription holds its plan. Past due: `GRACE_DAYS` from the oldest open invoice. Canceled: to the end of the
 * paid month, unless disputed. Unknown states: no longer.
 */
function heldUntil(subscription: Subscription, item: Item, unpaidSince: number | undefined): string | null {
  const { status, ended_at, cancellation_details } = subscription;
  if (status === "active" || status === "trialing") return null;
  if (status === "past_due") {
    return unpaidSince === undefined ? null : iso(unpaidSince + GRACE_DAYS * 86_400);
  }
  if (status !== "canceled") return LONG_AGO;
  const paid = unpaidSince === undefined && cancellation_details?.reason !== "payment_disputed";
  const failed = cancellation_details?.reason === "payment_failed";
  return iso(paid && !failed ? item.current_period_end : (ended_at ?? 0));
}

/** The grant of an item of a subscription, by Stripe's responses alone. `unpaidSince`: the oldest open invoice, in seconds. */
export function entitlementOf(subscription: Subscription, item: Item, unpaidSince: number | undefined) {
  return {
    /** The day (UTC) that its months start on. */
    startedOn: iso(subscription.billing_cycle_anchor).slice(0, 10),
    /** The end of the month that runs. */
    periodEnd: iso(item.current_period_end),
    endsAt: subscription.cancel_at == null ? null : iso(subscription.cancel_at),
    /** Until when the plan is held; null for as long as Stripe says nothing else. */
    heldUntil: heldUntil(subscription, item, unpaidSince),
  };
}
