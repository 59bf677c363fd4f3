import { describe, expect, test } from "bun:test";
import { dependsOnInvoices, entitlementOf, GRACE_DAYS, Subscription } from "./entitlement.ts";

const NOW = Date.UTC(2026, 10, 20, 12) / 1000;
const DAY = 86_400;

function given(change: Readonly<Record<string, unknown>> = {}) {
  const subscription = Subscription.parse({
    id: "sub_1",
    status: "active",
    billing_cycle_anchor: Date.UTC(2026, 0, 31, 23, 30) / 1000,
    cancel_at: null,
    ended_at: null,
    cancellation_details: { reason: null },
    items: {
      data: [{ id: "si_1", current_period_end: NOW + 10 * DAY, price: { id: "price_1", lookup_key: "pdf" } }],
    },
    ...change,
  });
  const [item] = subscription.items.data;
  if (item === undefined) throw new Error("a subscription has an item");
  return { subscription, item };
}

function heldUntil(change: Readonly<Record<string, unknown>>, unpaidSince?: number): number | null {
  const { subscription, item } = given(change);
  const held = entitlementOf(subscription, item, unpaidSince).heldUntil;
  return held === null ? null : Date.parse(held) / 1000;
}

describe("until when a plan is held", () => {
  const cancelled = { status: "canceled", ended_at: NOW };
  const because = (reason: string) => ({ ...cancelled, cancellation_details: { reason } });
  test.each([
    ["active", { status: "active" }, undefined, null],
    ["active with an end to come", { status: "active", cancel_at: NOW + DAY }, undefined, null],
    ["trialing", { status: "trialing" }, undefined, null],
    ["past due", { status: "past_due" }, NOW - DAY, NOW - DAY + GRACE_DAYS * DAY],
    ["past due, and paid this moment", { status: "past_due" }, undefined, null],
    ["unpaid", { status: "unpaid" }, NOW - DAY, 0],
    ["paused", { status: "paused" }, undefined, 0],
    ["incomplete", { status: "incomplete" }, undefined, 0],
    ["a status that Stripe has not invented yet", { status: "dreaming" }, undefined, 0],
    ["cancelled by its owner, paid", because("cancellation_requested"), undefined, NOW + 10 * DAY],
    ["cancelled without a reason, paid", cancelled, undefined, NOW + 10 * DAY],
    ["cancelled with an invoice open", cancelled, NOW - DAY, NOW],
    ["cancelled because nobody paid", because("payment_failed"), undefined, NOW],
    ["cancelled because the money was taken back", because("payment_disputed"), undefined, NOW],
    ["cancelled, and nobody knows when", { ...because("payment_failed"), ended_at: null }, undefined, 0],
  ])("%s", (_title, change, unpaidSince, expected) => {
    expect(heldUntil(change, unpaidSince)).toBe(expected);
  });

  test("invoices are asked for where they decide", () => {
    for (const status of ["active", "trialing", "past_due", "unpaid", "canceled", "paused", "incomplete"]) {
      const { subscription, item } = given({ status, ended_at: NOW });
      const matter = new Set(
        [undefined, NOW - DAY].map((at) => entitlementOf(subscription, item, at).heldUntil),
      );
      expect([status, dependsOnInvoices(subscription)]).toEqual([status, matter.size > 1]);
    }
  });
});

test("months start on the day of Stripe's anchor, in UTC", () => {
  const { subscription, item } = given({ cancel_at: NOW + 10 * DAY });
  expect(entitlementOf(subscription, item, undefined)).toEqual({
    startedOn: "2026-01-31",
    periodEnd: "2026-11-30T12:00:00.000Z",
    endsAt: "2026-11-30T12:00:00.000Z",
    heldUntil: null,
  });
});
