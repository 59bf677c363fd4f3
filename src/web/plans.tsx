/** @jsxImportSource hono/jsx */
import type { AccountView } from "../http/account-pages.ts";
import { day } from "./moments.ts";
import { priceOf } from "./prices.tsx";

// Longer than 150 lines because it is one part of a page, most of it markup.

type Subscription = AccountView["subscriptions"][number];

/** A renewal that was not paid: what its owner ought to see before anything else. */
function isArrears({ status }: Subscription): boolean {
  return status === "past_due" || status === "unpaid";
}

/** Whether the plan can be used now. */
function isHeld({ heldUntil }: Subscription, now: number): boolean {
  return heldUntil === null || Date.parse(heldUntil) > now;
}

function stateOf(subscription: Subscription, now: number): string {
  const { status, periodEnd, endsAt, heldUntil } = subscription;
  if (isArrears(subscription)) {
    if (!isHeld(subscription, now)) return "Not paid: it has stopped until it is.";
    return heldUntil === null
      ? "The last payment failed."
      : `The last payment failed: it stops on ${day(heldUntil)} unless it is paid.`;
  }
  if (status === "canceled") return `Cancelled: ends on ${day(heldUntil ?? periodEnd)}.`;
  if (status === "incomplete") return "Waits for its first payment.";
  if (!isHeld(subscription, now)) return "Paused.";
  if (endsAt !== null) return `Ends on ${day(endsAt)}.`;
  return `${status === "trialing" ? "On trial; the first payment is due" : "Renews"} on ${day(periodEnd)}.`;
}

function ManagePayment() {
  return (
    <form method="post" action="/account/billing">
      <button type="submit" class="plain-button">
        Manage payment
      </button>
    </form>
  );
}

/** Says on top of the page that a payment failed, and what happens when. */
export function Arrears({ view: { subscriptions, manages, now } }: { view: AccountView }) {
  const late = subscriptions.filter(isArrears);
  if (late.length === 0) return null;
  return (
    <section class="arrears" aria-labelledby="arrears">
      <h2 id="arrears">A payment failed</h2>
      {late.map((one) => (
        <p>
          <strong>{one.title}</strong>: {stateOf(one, now)}
        </p>
      ))}
      <p>What is free goes on in any case, and nothing that was counted changes.</p>
      {manages && <ManagePayment />}
    </section>
  );
}

function Held({ view: { plans, subscriptions, now } }: { view: AccountView }) {
  if (plans.length + subscriptions.length === 0) return <p>You have what is free.</p>;
  return (
    <>
      <ul class="rows">
        {subscriptions.map((one) => (
          <li>
            <p>
              <strong>{one.title}</strong> <span class="soft">{stateOf(one, now)}</span>
            </p>
          </li>
        ))}
        {plans.map((title) => (
          <li>
            <p>
              <strong>{title}</strong> <span class="soft">Given to you by whoever runs this service.</span>
            </p>
          </li>
        ))}
      </ul>
      <p class="soft">What is free pays where a plan does not reach.</p>
    </>
  );
}

function Offers({ view: { offers, pays, subscriptions } }: { view: AccountView }) {
  const more = subscriptions.length > 0;
  return (
    <>
      <h3>{!pays ? "Other plans" : more ? "Add a plan" : "Choose a plan"}</h3>
      <ul class="rows">
        {offers.map((plan) => (
          <li>
            <p>
              <strong>{plan.title}</strong> {priceOf(plan)} a month
            </p>
            {pays && (
              <form method="post" action="/account/plan">
                <input type="hidden" name="plan" value={plan.id} />
                <button type="submit" class="plain-button">
                  {more ? "Add" : "Choose"}
                  <span class="unseen"> {plan.title}</span>
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {pays && (
        <p class="soft">
          You pay on a page of Stripe, monthly, until you cancel.
          {more && " A plan that you add is paid beside those that you have."}
        </p>
      )}
    </>
  );
}

function Change({ view: { offers, pays, subscriptions } }: { view: AccountView }) {
  const from = subscriptions.filter(({ status }) => status === "active" || status === "trialing");
  if (!pays || from.length === 0 || offers.length === 0) return null;
  return (
    <>
      <h3>Change a plan</h3>
      <form method="post" action="/account/plan">
        <p class="ask">
          <label for="from">From</label>
          <select id="from" name="from">
            {from.map(({ plan, title }) => (
              <option value={plan}>{title}</option>
            ))}
          </select>
        </p>
        <p class="ask">
          <label for="plan-to">To</label>
          <select id="plan-to" name="plan">
            {offers.map((plan) => (
              <option value={plan.id}>{`${plan.title}, ${priceOf(plan)}`}</option>
            ))}
          </select>
        </p>
        <button type="submit" class="plain-button">
          Change
        </button>
      </form>
      <p class="soft">You see what it costs, less what is left of this month, before you agree.</p>
    </>
  );
}

/** The plans of an account: what it has, how it stands with payment, and what else there is. */
export function Plans({ view }: { view: AccountView }) {
  const { contact, offers, pays, manages } = view;
  return (
    <section class="band plan-part" aria-labelledby="plan">
      <h2 id="plan">Plan</h2>
      <Held view={view} />
      {manages && <ManagePayment />}
      <Change view={view} />
      {offers.length > 0 && <Offers view={view} />}
      {offers.length > 0 && !pays && (
        <p>
          {contact === undefined ? (
            "To change the plan, write to whoever runs this service."
          ) : (
            <>
              To change the plan, write to <a href={`mailto:${contact}`}>{contact}</a>.
            </>
          )}
        </p>
      )}
    </section>
  );
}
