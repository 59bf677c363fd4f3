/** @jsxImportSource hono/jsx */

import { CREDITS } from "../accounts/catalogue.ts";
import type { AccountView } from "../http/accounts/account-pages.ts";
import { date } from "../kit/dates.ts";
import { whole } from "../kit/numbers.ts";
import { Part, Row } from "./facts.tsx";
import { Choice, PostButton } from "./forms.tsx";
import { givesOf, priceOf } from "./prices.tsx";

interface PlansProps {
  readonly view: AccountView;
  /** Titles of the APIs by name. */
  readonly titles: ReadonlyMap<string, string>;
}

type Offer = AccountView["offers"][number];
type Subscription = AccountView["subscriptions"][number];

/** Whether a renewal was not paid. */
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
    if (!isHeld(subscription, now)) return "Paused because the last payment failed.";
    return heldUntil === null
      ? "The last payment failed."
      : `The last payment failed. Pay by ${date(heldUntil)} to keep this plan.`;
  }
  if (status === "canceled") return `Canceled. Ends on ${date(heldUntil ?? periodEnd)}.`;
  if (status === "incomplete") return "Waiting for the first payment.";
  if (!isHeld(subscription, now)) return "Paused.";
  if (endsAt !== null) return `Ends on ${date(endsAt)}.`;
  return `${status === "trialing" ? "On trial. The first payment is due" : "Renews"} on ${date(periodEnd)}.`;
}

const ManagePayment = () => <PostButton action="/account/billing" text="Manage payment" />;

/** The notice on top of the page that a payment failed, and what happens next. */
export function Arrears({ view: { subscriptions, manages, now } }: { view: AccountView }) {
  const late = subscriptions.filter(isArrears);
  if (late.length === 0) return null;
  return (
    <Part id="arrears" title="A payment failed" kind="arrears">
      {late.map((one) => (
        <p>
          <strong>{one.title}</strong>: {stateOf(one, now)}
        </p>
      ))}
      <p>Your free quota keeps working, and your usage counters do not change.</p>
      {manages && <ManagePayment />}
    </Part>
  );
}

/** The way to a payment page that a form may not lead to. */
export function Payment({ view: { payment } }: { view: AccountView }) {
  if (payment === undefined) return null;
  return (
    <p class="notice good" role="status">
      <a href={payment}>Continue to {new URL(payment).host}</a> to pay.
    </p>
  );
}

/** The free plan of an account without others, and its quotas. */
function FreePlan({ view: { usage, titleOf, catalogue, apis } }: { view: AccountView }) {
  const grants = usage.apis.flatMap(({ api, quotas }) =>
    quotas.flatMap(({ plan, limit, unit, window }) =>
      window === "once"
        ? []
        : [{ plan, meter: api, limit, window, counts: unit === "calls" ? ("calls" as const) : undefined }],
    ),
  );
  const [first] = grants;
  return (
    <>
      <h2 id="plan">Current plan: {first === undefined ? "None" : titleOf(first.plan)}</h2>
      <p>
        {givesOf({ grants }, catalogue).join(", ")}.
        {grants.some(
          ({ meter, counts }) => counts !== undefined && catalogue.meters[meter]?.unit !== counts,
        ) &&
          ` A call counts once, even if it returns several pages.${apis.includes("seo") ? " In a site audit, each URL with a 2xx response counts as one call." : ""}`}
      </p>
    </>
  );
}

function HeldPlans({ view }: { view: AccountView }) {
  const { plans, subscriptions, now } = view;
  if (plans.length + subscriptions.length === 0) return <FreePlan view={view} />;
  return (
    <>
      <h2 id="plan">Current plans</h2>
      <ul class="rows">
        {subscriptions.map((one) => (
          <Row name={one.title} text={stateOf(one, now)} />
        ))}
        {plans.map((title) => (
          <Row name={title} text="Provided by the operator." />
        ))}
      </ul>
      <p class="soft">Your free quota covers calls that your plans do not.</p>
    </>
  );
}

/** The contents of a plan: the API of one for a single API, and what credits buy. */
function contentOf(plan: Offer, { view: { catalogue, apis }, titles }: PlansProps): string {
  const gives = givesOf(plan, catalogue).join(", ");
  const [only, ...more] = plan.grants;
  if (only === undefined || more.length > 0) return gives;
  if (only.meter !== CREDITS) return `${gives} for ${titles.get(only.meter) ?? only.meter}`;
  const buys = apis.flatMap((api) => {
    const meter = catalogue.meters[api];
    return meter === undefined ? [] : `${whole(Math.floor(only.limit / meter.credits))} ${meter.unit}`;
  });
  return `${gives}, enough for ${buys.join(" or ")}`;
}

function Offers(props: PlansProps) {
  const { offers, pays, subscriptions } = props.view;
  const more = subscriptions.length > 0;
  return (
    <>
      <div class="panel-head">
        <h3>{!pays ? "Other plans" : more ? "Add a plan" : "Choose a plan"}</h3>
        <a href="/pricing">Compare plans</a>
      </div>
      <ul class="rows">
        {offers.map((plan) => (
          <li>
            <p>
              <strong>{plan.title}</strong> <span>{priceOf(plan)} a month</span>{" "}
              <span class="soft">{contentOf(plan, props)}</span>
            </p>
            {pays && (
              <PostButton action="/account/plan" text={more ? "Add" : "Choose"} about={plan.title}>
                <input type="hidden" name="plan" value={plan.id} />
              </PostButton>
            )}
          </li>
        ))}
      </ul>
      {pays && (
        <p class="soft">
          You pay monthly through Stripe and can cancel any time.
          {more && " An added plan is charged in addition to your current plans."}
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
        <Choice name="from" label="From" options={from.map(({ plan, title }) => [plan, title])} />
        <Choice
          {...{ id: "plan-to", name: "plan", label: "To" }}
          options={offers.map((plan) => [plan.id, `${plan.title}, ${priceOf(plan)}`])}
        />
        <button type="submit" class="plain-button">
          Change plan
        </button>
      </form>
      <p class="soft">You see the prorated price before you confirm.</p>
    </>
  );
}

/** Whom to ask for another plan where nobody pays here. */
function Contact({ contact }: Pick<AccountView, "contact">) {
  if (contact !== undefined)
    return (
      <p>
        To change your plan, email <a href={`mailto:${contact}`}>{contact}</a>.
      </p>
    );
  return <p>To change your plan, ask the operator of this server.</p>;
}

/** The plans of an account, their payment status, and the plans on offer. */
export function Plans({ view, titles }: PlansProps) {
  const { contact, offers, pays, manages } = view;
  return (
    <section class="panel plan-part" aria-labelledby="plan">
      <HeldPlans view={view} />
      {manages && <ManagePayment />}
      {offers.length > 0 && !pays && <Contact contact={contact} />}
      <Change view={view} />
      {offers.length > 0 && <Offers view={view} titles={titles} />}
    </section>
  );
}
