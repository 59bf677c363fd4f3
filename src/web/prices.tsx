/** @jsxImportSource hono/jsx */

import { type Catalogue, CREDITS, isFree, type Plan, plansOnSale } from "../accounts/catalogue.ts";
import { whole } from "../kit/numbers.ts";
import { type Column, column, Table } from "./table.tsx";

/** An amount of money without zero cents: `$5`, `€4.90`. */
export function moneyOf(amount: number, currency: string): string {
  const isWhole = Number.isInteger(amount);
  const format = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    minimumFractionDigits: isWhole ? 0 : 2,
  });
  return format.format(amount);
}

/** The price of a plan. */
export function priceOf({ price: { amount, currency } }: Pick<Plan, "price">): string {
  return moneyOf(Number(amount), currency);
}

/** The contents of a plan: one sentence for each grant, or for grants that differ only in their API. */
export function givesOf({ grants }: Pick<Plan, "grants">, { meters }: Catalogue): string[] {
  const sentences = new Map<string, string[]>();
  for (const { meter, limit, window, counts } of grants) {
    const unit = counts ?? (meter === CREDITS ? CREDITS : (meters[meter]?.unit ?? "calls"));
    const sentence = `${whole(limit)} ${unit}${window === "day" ? " a day" : " a month"}`;
    sentences.set(sentence, [...(sentences.get(sentence) ?? []), meter]);
  }
  return [...sentences].map(([sentence, apis]) => {
    if (apis.length > 1) return `${sentence} for each of ${apis.length} APIs`;
    return grants.length === 1 ? sentence : `${sentence} for ${apis[0]}`;
  });
}

/** A quota where quotas are per month: `100 calls`, `10 calls a day`. */
function quotaText(grants: Plan["grants"], catalogue: Catalogue): string {
  return givesOf({ grants }, catalogue).join(", ").replaceAll(" a month", "");
}

const hasCredits = ({ grants }: Plan) => grants.some(({ meter }) => meter === CREDITS);

/** The price list, and what it is shown with. */
export interface PricesProps {
  readonly catalogue: Catalogue;
  /** Names of the APIs that are off. */
  readonly off: ReadonlySet<string>;
  readonly titleOf: ReadonlyMap<string, string>;
}

type CardsProps = Pick<PricesProps, "catalogue" | "off">;

/** A line of a card: an API with its quota. */
interface Quota {
  readonly name: string;
  readonly amount: string;
  readonly price?: string;
}

function Quotas({ of }: { of: readonly Quota[] }) {
  return (
    <ul class="singles">
      {of.map(({ name, amount, price }) => (
        <li>
          <span>
            {name} {price !== undefined && <small class="soft">{amount}</small>}
          </span>
          {price === undefined ? <span>{amount}</span> : <strong>{price}</strong>}
        </li>
      ))}
    </ul>
  );
}

/** The quotas of a plan by API: those of its own, or what all of its credits buy of one API or another. */
function quotasOf(plan: Plan, { catalogue, off }: CardsProps): Quota[] {
  const { plans } = catalogue;
  const nameOf = (meter: string) =>
    plans.find(({ grants: [first, ...more] }) => first?.meter === meter && more.length === 0)?.title ?? meter;
  const credits = grantOf(plan, CREDITS)?.limit;
  if (credits === undefined)
    return plan.grants.map((grant) => ({
      name: nameOf(grant.meter),
      amount: quotaText([grant], catalogue),
    }));
  return metersOf({ catalogue, off }).map(([meter, { unit, credits: weight }], i) => ({
    name: nameOf(meter),
    amount: `${i === 0 ? "up to" : "or"} ${whole(Math.floor(credits / weight))} ${unit}`,
  }));
}

/** A plan for all APIs: a free one, or one with credits. `advice` says when it is the better choice. */
function PlanCard({ plan, advice, ...of }: CardsProps & { plan: Plan; advice: string }) {
  const free = isFree(plan);
  const sells = hasCredits(plan);
  return (
    <li class="plan">
      <h3>{plan.title}</h3>
      <p class="price">
        {priceOf(plan)} <small>a month</small>
      </p>
      <p>{sells ? givesOf(plan, of.catalogue).join(", ") : "A monthly quota for each API"}</p>
      <Quotas of={quotasOf(plan, of)} />
      {plan.note !== undefined && (
        <p class="soft">
          {plan.note} {sells && <a href="/pricing#credits">What credits buy</a>}
        </p>
      )}
      <p class="advice">{advice}</p>
      <p class="buy">
        <a
          class={free ? "button" : "button outline"}
          href={free ? "/signup" : "/account/plan"}
          aria-label={`${free ? "Get a free key" : "Choose plan"}: ${plan.title}`}
        >
          {free ? "Get a free key" : "Choose plan"}
        </a>
      </p>
    </li>
  );
}

/** The plans for one API each, in one card: they are bought one by one. */
function SinglesCard({ plans, catalogue }: { plans: readonly Plan[]; catalogue: Catalogue }) {
  const [least] = plans.toSorted((a, b) => Number(a.price.amount) - Number(b.price.amount));
  if (least === undefined) return null;
  const sum = plans.reduce((total, { price }) => total + Number(price.amount), 0);
  const isOneCurrency = plans.every(({ price }) => price.currency === least.price.currency);
  return (
    <li class="plan">
      <h3>Single plans</h3>
      <p class="price">
        <small>from</small> {priceOf(least)} <small>a month</small>
      </p>
      <p>A monthly quota for one API</p>
      <Quotas
        of={plans.map((plan) => ({
          name: plan.title,
          amount: quotaText(plan.grants, catalogue),
          price: priceOf(plan),
        }))}
      />
      {plans.length > 1 && isOneCurrency && (
        <p class="soft">{`All ${plans.length} together cost ${moneyOf(sum, least.price.currency)} a month.`}</p>
      )}
      <p class="advice">Best if your usage fits these quotas.</p>
      <p class="buy">
        <a class="button outline" href="/account/plan">
          Choose plans
        </a>
      </p>
    </li>
  );
}

function grantOf(plan: Plan | undefined, meter: string) {
  return plan?.grants.find((grant) => grant.meter === meter);
}

/** The meters that are sold, by API. */
export function metersOf({ catalogue, off }: CardsProps) {
  return Object.entries(catalogue.meters).filter(([meter]) => !off.has(meter));
}

/** The price of a thousand of the units that a plan has for a month. */
function PerThousand({ plan, units }: { plan: Plan; units: number }) {
  const { amount, currency } = plan.price;
  if (units === 0) return null;
  const price = Math.round((100_000 * Number(amount)) / units) / 100;
  return <span class="soft">{` ${moneyOf(price, currency)} per 1,000`}</span>;
}

type Meter = ReturnType<typeof metersOf>[number];

/** Costs of each API on each kind of plan, one API per row. */
export function Comparison(props: PricesProps) {
  const { catalogue, off, titleOf } = props;
  const plans = plansOnSale(catalogue, off);
  const free = plans.find(isFree);
  const bundle = plans.find(hasCredits);
  const reachOf = (weight: number) => Math.floor((grantOf(bundle, CREDITS)?.limit ?? 0) / weight);
  const columns: Column<Meter>[] = [column("API", ([meter]) => titleOf.get(meter) ?? meter)];
  if (free !== undefined)
    columns.push(
      column(free.title, ([meter]) => {
        const own = grantOf(free, meter);
        return own ? quotaText([own], catalogue) : "Not included";
      }),
    );
  columns.push(
    column("Single plan", ([meter]) => {
      const single = plans.find((plan) => !isFree(plan) && grantOf(plan, meter) !== undefined);
      const own = grantOf(single, meter);
      if (single === undefined || own === undefined) return "Not offered";
      return (
        <>
          {`${quotaText([own], catalogue)} for ${priceOf(single)}`}
          {own.window === "month" && <PerThousand plan={single} units={own.limit} />}
        </>
      );
    }),
  );
  if (bundle !== undefined)
    columns.push(
      column(bundle.title, ([, { unit, credits: weight }]) => (
        <>
          {`${whole(reachOf(weight))} ${unit} for ${priceOf(bundle)}`}
          <PerThousand plan={bundle} units={reachOf(weight)} />
        </>
      )),
      column("Credits per unit", ([, { credits: weight }]) => whole(weight)),
    );
  return (
    <Table
      {...{ label: "Comparison of plans", kind: "comparison", rows: metersOf(props), columns }}
      caption={<caption class="unseen">Plans by API</caption>}
    />
  );
}

/** The plans that are sold, from the catalogue that calls are charged by: free ones, those for one API, those with credits. */
export function PlanCards({ catalogue, off }: CardsProps) {
  const plans = plansOnSale(catalogue, off);
  const singles = plans.filter((plan) => !isFree(plan) && !hasCredits(plan));
  const advice =
    singles.length === 0
      ? "One quota for every API."
      : "Best for larger volumes, or if your usage moves between APIs.";
  return (
    <ul class="plans">
      {plans.filter(isFree).map((plan) => (
        <PlanCard plan={plan} catalogue={catalogue} off={off} advice="Best for trying the APIs." />
      ))}
      <SinglesCard plans={singles} catalogue={catalogue} />
      {plans
        .filter((plan) => !isFree(plan) && hasCredits(plan))
        .map((plan) => (
          <PlanCard plan={plan} catalogue={catalogue} off={off} advice={advice} />
        ))}
    </ul>
  );
}

/** The plans on the landing page. */
export function PricesInShort(of: CardsProps) {
  if (plansOnSale(of.catalogue, of.off).length === 0) return null;
  return (
    <section class="band" id="prices" aria-labelledby="prices-title">
      <header class="opening">
        <h2 id="prices-title">Pricing</h2>
        <p>
          Failed calls are free. Cancel any time. No overage charges. <a href="/pricing">Compare plans</a>
        </p>
      </header>
      <PlanCards {...of} />
    </section>
  );
}
