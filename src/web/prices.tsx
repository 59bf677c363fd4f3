/** @jsxImportSource hono/jsx */
import { type Catalogue, CREDITS, isFree, type Plan, plansOnSale } from "../accounts/catalogue.ts";
import { Scroll } from "./code.tsx";

const number = new Intl.NumberFormat("en");

/** A price without zero cents: `$5`, `€4.90`. */
export function priceOf({ price: { amount, currency } }: Plan): string {
  const whole = amount.endsWith(".00");
  const format = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    minimumFractionDigits: whole ? 0 : 2,
  });
  return format.format(Number(amount));
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

interface PricesProps {
  readonly catalogue: Catalogue;
  /** Names of the APIs that are off. */
  readonly off: ReadonlySet<string>;
  readonly titleOf: ReadonlyMap<string, string>;
}

function PlanCard({ plan, catalogue }: { plan: Plan; catalogue: Catalogue }) {
  const free = isFree(plan);
  const recommended = hasCredits(plan);
  return (
    <li class={recommended ? "plan recommended" : free ? "plan free" : "plan"}>
      {recommended && <p class="ribbon">Recommended</p>}
      <h3>{plan.title}</h3>
      <p class="price">
        {priceOf(plan)} <small>a month</small>
      </p>
      {givesOf(plan, catalogue).map((sentence) => (
        <p>{sentence}</p>
      ))}
      {plan.note !== undefined && <p class="soft">{plan.note}</p>}
      <p class="buy">
        <a
          class={recommended ? "button" : "button outline"}
          href={free ? "/signup" : "/account#plan"}
          aria-label={`${free ? "Get a free key" : "Choose plan"}: ${plan.title}`}
        >
          {free ? "Get a free key" : "Choose plan"}
        </a>
      </p>
    </li>
  );
}

/** The cost of each API on each kind of plan, one API per row. */
function Comparison({ catalogue, off, titleOf }: PricesProps) {
  const plans = plansOnSale(catalogue, off);
  const free = plans.find(isFree);
  const bundle = plans.find(hasCredits);
  const grantOf = (plan: Plan | undefined, meter: string) =>
    plan?.grants.find((grant) => grant.meter === meter);
  const credits = grantOf(bundle, CREDITS)?.limit ?? 0;
  const rows = Object.entries(catalogue.meters).filter(([meter]) => !off.has(meter));
  return (
    <Scroll label="Comparison of plans">
      <table class="plain comparison">
        <caption>Compare plans</caption>
        <thead>
          <tr>
            <th scope="col">API</th>
            {free && <th scope="col">{free.title}</th>}
            <th scope="col">Single plan</th>
            {bundle && <th scope="col">{`${bundle.title}, ${priceOf(bundle)}`}</th>}
            {bundle && <th scope="col">Credits per unit</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(([meter, { unit, credits: weight }]) => {
            const single = plans.find((plan) => !isFree(plan) && grantOf(plan, meter) !== undefined);
            const own = grantOf(free, meter);
            return (
              <tr>
                <th scope="row">{titleOf.get(meter) ?? meter}</th>
                {free && (
                  <td>{own ? `${number.format(own.limit)} ${own.counts ?? unit}` : "Not included"}</td>
                )}
                <td>
                  {single
                    ? `${priceOf(single)} for ${number.format(grantOf(single, meter)?.limit ?? 0)} ${unit}`
                    : "Not offered"}
                </td>
                {bundle && <td>{`up to ${number.format(Math.floor(credits / weight))} ${unit}`}</td>}
                {bundle && <td>{number.format(weight)}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroll>
  );
}

/** The plans that are sold, from the catalogue that calls are charged by. */
export function Prices(props: PricesProps) {
  const { catalogue, off } = props;
  const plans = plansOnSale(catalogue, off);
  if (plans.length === 0) return null;
  return (
    <section class="band" id="prices" aria-labelledby="prices-title">
      <header class="opening">
        <h2 id="prices-title">Prices</h2>
        <p>Failed calls are free. Cancel any time. No overage charges.</p>
      </header>
      <ul class="plans">
        {plans.map((plan) => (
          <PlanCard plan={plan} catalogue={catalogue} />
        ))}
      </ul>
      <Comparison {...props} />
    </section>
  );
}
