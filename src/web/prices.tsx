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
export function priceOf({ price: { amount, currency } }: Pick<Plan, "price">): string {
  return moneyOf(Number(amount), currency);
}

/** The contents of a plan: one sentence for each grant, or for grants that differ only in their API. */
export function givesOf({ grants }: Pick<Plan, "grants">, { meters }: Catalogue): string[] {
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

/** What all credits of a plan buy of one API or another. */
function reachOf(plan: Plan, { catalogue, off }: Pick<PricesProps, "catalogue" | "off">): string {
  const credits = grantOf(plan, CREDITS)?.limit ?? 0;
  const amounts = metersOf({ catalogue, off }).map(
    ([, { unit, credits: weight }]) => `${number.format(Math.floor(credits / weight))} ${unit}`,
  );
  return `For example, ${new Intl.ListFormat("en", { type: "disjunction" }).format(amounts)}.`;
}

type CardProps = Pick<PricesProps, "catalogue" | "off"> & { readonly plan: Plan };

/** A plan for all APIs: a free one, or one with credits. `advice` says when it is the better choice. */
function PlanCard({ plan, catalogue, off, advice }: CardProps & { advice: string }) {
  const free = isFree(plan);
  const sells = hasCredits(plan);
  return (
    <li class="plan">
      <h3>{plan.title}</h3>
      <p class="price">
        {priceOf(plan)} <small>a month</small>
      </p>
      {givesOf(plan, catalogue).map((sentence) => (
        <p>{sentence}</p>
      ))}
      {plan.note !== undefined && <p class="soft">{plan.note}</p>}
      {sells && (
        <p class="soft">
          {reachOf(plan, { catalogue, off })} <a href="/pricing#credits">What credits buy</a>
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
      <ul class="singles">
        {plans.map((plan) => (
          <li>
            <span>
              {plan.title}{" "}
              <small class="soft">{givesOf(plan, catalogue).join(", ").replaceAll(" a month", "")}</small>
            </span>
            <strong>{priceOf(plan)}</strong>
          </li>
        ))}
      </ul>
      <p class="advice">
        Best if your usage fits these quotas.
        {plans.length > 1 &&
          isOneCurrency &&
          ` All ${plans.length} together cost ${moneyOf(sum, least.price.currency)} a month.`}
      </p>
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
export function metersOf({ catalogue, off }: Pick<PricesProps, "catalogue" | "off">) {
  return Object.entries(catalogue.meters).filter(([meter]) => !off.has(meter));
}

/** The price of a thousand of the units that a plan has for a month. */
function PerThousand({ plan, units }: { plan: Plan; units: number }) {
  const { amount, currency } = plan.price;
  const price = Math.round((100_000 * Number(amount)) / units) / 100;
  return <span class="soft">{` ${moneyOf(price, currency)} per 1,000`}</span>;
}

/** Costs of each API on each kind of plan, one API per row. */
export function Comparison(props: PricesProps) {
  const { catalogue, off, titleOf } = props;
  const plans = plansOnSale(catalogue, off);
  const free = plans.find(isFree);
  const bundle = plans.find(hasCredits);
  const credits = grantOf(bundle, CREDITS)?.limit ?? 0;
  return (
    <Scroll label="Comparison of plans">
      <table class="plain comparison listed">
        <caption class="unseen">Plans by API</caption>
        <thead>
          <tr>
            <th scope="col">API</th>
            {free && <th scope="col">{free.title}</th>}
            <th scope="col">Single plan</th>
            {bundle && <th scope="col">{bundle.title}</th>}
            {bundle && <th scope="col">Credits per unit</th>}
          </tr>
        </thead>
        <tbody>
          {metersOf(props).map(([meter, { unit, credits: weight }]) => {
            const single = plans.find((plan) => !isFree(plan) && grantOf(plan, meter) !== undefined);
            const own = grantOf(free, meter);
            const { limit = 0, window } = grantOf(single, meter) ?? {};
            const reach = Math.floor(credits / weight);
            return (
              <tr>
                <th scope="row">{titleOf.get(meter) ?? meter}</th>
                {free && (
                  <td data-head={free.title}>
                    {own ? `${number.format(own.limit)} ${own.counts ?? unit}` : "Not included"}
                  </td>
                )}
                <td data-head="Single plan">
                  {single ? `${number.format(limit)} ${unit} for ${priceOf(single)}` : "Not offered"}
                  {single && window === "month" && <PerThousand plan={single} units={limit} />}
                </td>
                {bundle && (
                  <td data-head={bundle.title}>
                    {`${number.format(reach)} ${unit} for ${priceOf(bundle)}`}
                    <PerThousand plan={bundle} units={reach} />
                  </td>
                )}
                {bundle && <td data-head="Credits per unit">{number.format(weight)}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroll>
  );
}

/** The plans that are sold, from the catalogue that calls are charged by: free ones, those for one API, those with credits. */
export function PlanCards({ catalogue, off }: Pick<PricesProps, "catalogue" | "off">) {
  const plans = plansOnSale(catalogue, off);
  const singles = plans.filter((plan) => !isFree(plan) && !hasCredits(plan));
  const advice =
    singles.length === 0
      ? "One quota for every API."
      : "Best if one API needs more than its single plan, or if your usage moves between APIs.";
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
export function PricesInShort(of: Pick<PricesProps, "catalogue" | "off">) {
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
