/** @jsxImportSource hono/jsx */
import { type Catalogue, CREDITS, isFree, type Plan, plansOnSale } from "../accounts/catalogue.ts";
import { Scroll } from "./code.tsx";

const number = new Intl.NumberFormat("en");

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
export function priceOf({ price: { amount, currency } }: Plan): string {
  return moneyOf(Number(amount), currency);
}

/** The contents of a plan: one sentence for each grant, or for grants that differ only in their API. */
export function givesOf({ grants }: Plan, { meters }: Catalogue): string[] {
  const sentences = new Map<string, string[]>();
  for (const { meter, limit, window, counts } of grants) {
    const unit = counts ?? (meter === CREDITS ? CREDITS : (meters[meter]?.unit ?? "calls"));
    const sentence = `${number.format(limit)} ${unit}${window === "day" ? " a day" : " a month"}`;
    sentences.set(sentence, [...(sentences.get(sentence) ?? []), meter]);
  }
  return [...sentences].map(([sentence, apis]) => {
    if (apis.length > 1) return `${sentence} for each of ${apis.length} APIs`;
    return grants.length === 1 ? sentence : `${sentence} for ${apis[0]}`;
  });
}

const hasCredits = ({ grants }: Plan) => grants.some(({ meter }) => meter === CREDITS);

/** The price list, and what it is shown with. */
export interface PricesProps {
  readonly catalogue: Catalogue;
  /** Names of the APIs that are off. */
  readonly off: ReadonlySet<string>;
  readonly titleOf: ReadonlyMap<string, string>;
}

/** What all credits of a plan buy of one API or another: what it has more of than the plans for one API. */
function reachOf(plan: Plan, { catalogue, off }: Pick<PricesProps, "catalogue" | "off">): string {
  const credits = grantOf(plan, CREDITS)?.limit ?? 0;
  const amounts = metersOf({ catalogue, off }).map(
    ([, { unit, credits: weight }]) => `${number.format(Math.floor(credits / weight))} ${unit}`,
  );
  return `For example, ${new Intl.ListFormat("en", { type: "disjunction" }).format(amounts)}.`;
}

function PlanCard({ plan, catalogue, off }: Pick<PricesProps, "catalogue" | "off"> & { plan: Plan }) {
  const free = isFree(plan);
  const recommended = hasCredits(plan);
  return (
    <li class={recommended ? "plan recommended" : "plan"}>
      {recommended && <p class="ribbon">Recommended</p>}
      <h3>{plan.title}</h3>
      <p class="price">
        {priceOf(plan)} <small>a month</small>
      </p>
      {givesOf(plan, catalogue).map((sentence) => (
        <p>{sentence}</p>
      ))}
      {plan.note !== undefined && <p class="soft">{plan.note}</p>}
      {recommended && <p class="soft">{reachOf(plan, { catalogue, off })}</p>}
      {recommended && (
        <p class="soft">
          <a href="/pricing#credits">What credits buy</a>
        </p>
      )}
      <p class="buy">
        <a
          class={recommended ? "button" : "button outline"}
          href={free ? "/signup" : "/account/plan"}
          aria-label={`${free ? "Get a free key" : "Choose plan"}: ${plan.title}`}
        >
          {free ? "Get a free key" : "Choose plan"}
        </a>
      </p>
    </li>
  );
}

function grantOf(plan: Plan | undefined, meter: string) {
  return plan?.grants.find((grant) => grant.meter === meter);
}

/** The meters that are sold, by API. */
export function metersOf({ catalogue, off }: Pick<PricesProps, "catalogue" | "off">) {
  return Object.entries(catalogue.meters).filter(([meter]) => !off.has(meter));
}

/** The cost of each API on the free plan and on its own, one API per row. */
export function Comparison(props: PricesProps) {
  const { catalogue, off, titleOf } = props;
  const plans = plansOnSale(catalogue, off);
  const free = plans.find(isFree);
  return (
    <Scroll label="Comparison of plans">
      <table class="plain comparison listed">
        <caption>Compare plans</caption>
        <thead>
          <tr>
            <th scope="col">API</th>
            {free && <th scope="col">{free.title}</th>}
            <th scope="col">Single plan</th>
          </tr>
        </thead>
        <tbody>
          {metersOf(props).map(([meter, { unit }]) => {
            const single = plans.find((plan) => !isFree(plan) && grantOf(plan, meter) !== undefined);
            const own = grantOf(free, meter);
            return (
              <tr>
                <th scope="row">{titleOf.get(meter) ?? meter}</th>
                {free && (
                  <td data-head={free.title}>
                    {own ? `${number.format(own.limit)} ${own.counts ?? unit} a month` : "Not included"}
                  </td>
                )}
                <td data-head="Single plan">
                  {single
                    ? `${priceOf(single)} for ${number.format(grantOf(single, meter)?.limit ?? 0)} ${unit} a month`
                    : "Not offered"}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroll>
  );
}

/** The amounts of each API that the credits of the bundle pay for, one API per row; nothing without a bundle. */
export function CreditTable(props: PricesProps) {
  const { catalogue, off, titleOf } = props;
  const bundle = plansOnSale(catalogue, off).find(hasCredits);
  const credits = grantOf(bundle, CREDITS)?.limit;
  if (bundle === undefined || credits === undefined) return null;
  const caption = `What ${number.format(credits)} credits buy`;
  return (
    <Scroll label={caption}>
      <table class="plain comparison listed" id="credits">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">API</th>
            <th scope="col">Credits per unit</th>
            <th scope="col">All credits on this API</th>
          </tr>
        </thead>
        <tbody>
          {metersOf(props).map(([meter, { unit, credits: weight }]) => (
            <tr>
              <th scope="row">{titleOf.get(meter) ?? meter}</th>
              <td data-head="Credits per unit">{number.format(weight)}</td>
              <td data-head="All credits on this API">
                {`${number.format(Math.floor(credits / weight))} ${unit}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** The plans that are sold, from the catalogue that calls are charged by. */
export function PlanCards({ catalogue, off }: Pick<PricesProps, "catalogue" | "off">) {
  return (
    <ul class="plans">
      {plansOnSale(catalogue, off).map((plan) => (
        <PlanCard plan={plan} catalogue={catalogue} off={off} />
      ))}
    </ul>
  );
}

/** The prices in short: what is free, the first price of a plan for one API, and the plan with credits. */
export function PricesInShort({ catalogue, off }: Pick<PricesProps, "catalogue" | "off">) {
  const plans = plansOnSale(catalogue, off);
  if (plans.length === 0) return null;
  const singles = plans.filter((plan) => !isFree(plan) && !hasCredits(plan));
  const [least] = singles.toSorted((a, b) => Number(a.price.amount) - Number(b.price.amount));
  return (
    <section class="band" id="prices" aria-labelledby="prices-title">
      <header class="opening">
        <h2 id="prices-title">Pricing</h2>
        <p>
          Failed calls are free. Cancel any time. No overage charges.{" "}
          <a href="/pricing">All plans and a calculator</a>
        </p>
      </header>
      <ul class="plans short">
        {plans.filter(isFree).map((plan) => (
          <PlanCard plan={plan} catalogue={catalogue} off={off} />
        ))}
        {least !== undefined && (
          <li class="plan">
            <h3>One API</h3>
            <p class="price">
              <small>from</small> {priceOf(least)} <small>a month</small>
            </p>
            <p>{singles.map(({ title }) => title).join(", ")}</p>
            <p class="buy">
              <a class="button outline" href="/pricing">
                Compare plans
              </a>
            </p>
          </li>
        )}
        {plans.filter(hasCredits).map((plan) => (
          <PlanCard plan={plan} catalogue={catalogue} off={off} />
        ))}
      </ul>
    </section>
  );
}
