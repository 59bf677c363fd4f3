/** @jsxImportSource hono/jsx */
import { type Catalogue, CREDITS, isFree, type Listing, offered, type Plan } from "../accounts/catalogue.ts";

const number = new Intl.NumberFormat("en");

/** A price without the cents that are none: `$5`, `€4.90`. */
export function priceOf({ price: { amount, currency } }: Plan): string {
  const whole = amount.endsWith(".00");
  const format = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    minimumFractionDigits: whole ? 0 : 2,
  });
  return format.format(Number(amount));
}

/** What a plan gives, a sentence a grant; grants that differ in nothing but their API are one sentence. */
export function givesOf({ grants }: Plan, { meters }: Catalogue): string[] {
  const sentences = new Map<string, string[]>();
  for (const { meter, limit, window, counts } of grants) {
    const unit = counts ?? (meter === CREDITS ? CREDITS : (meters[meter]?.unit ?? "calls"));
    const sentence = `${number.format(limit)} ${unit}${window === "day" ? " a day" : " a month"}`;
    sentences.set(sentence, [...(sentences.get(sentence) ?? []), meter]);
  }
  return [...sentences].map(([sentence, apis]) => {
    if (apis.length > 1) return `${sentence} on each of ${apis.length} APIs`;
    return grants.length === 1 ? sentence : `${sentence} on ${apis[0]}`;
  });
}

const titles = { landing: "By plan", descriptor: "By API" } as const;

function PlanCard({ plan, catalogue, alone }: { plan: Plan; catalogue: Catalogue; alone: boolean }) {
  return (
    <li class={isFree(plan) ? "plan free" : "plan"}>
      {alone ? <h3>{plan.title}</h3> : <h4>{plan.title}</h4>}
      <p class="price">
        {priceOf(plan)} <small>a month</small>
      </p>
      {givesOf(plan, catalogue).map((sentence) => (
        <p>{sentence}</p>
      ))}
      {plan.note !== undefined && <p class="soft">{plan.note}</p>}
    </li>
  );
}

function Weights({ catalogue }: { catalogue: Catalogue }) {
  return (
    <p class="soft weights">
      Credits of a bundle:{" "}
      {Object.entries(catalogue.meters)
        .map(([api, { unit, credits }]) => `${credits} for one of ${api}'s ${unit}`)
        .join(", ")}
      .
    </p>
  );
}

/** The price lists that are offered, from the catalogue that the meter itself counts with. */
export function Prices({ catalogue, listing }: { catalogue: Catalogue; listing: Listing }) {
  const plans = offered(catalogue, listing);
  const lists = (["landing", "descriptor"] as const).filter((name) =>
    plans.some((plan) => plan.listing === name),
  );
  return (
    <section class="band" id="prices" aria-labelledby="prices-title">
      <header class="opening">
        <h2 id="prices-title">Prices</h2>
        <p>A call that fails costs nothing. Nothing renews by surprise, and there is no overage.</p>
      </header>
      {lists.map((name) => (
        <>
          {lists.length > 1 && <h3>{titles[name]}</h3>}
          <ul class="plans">
            {plans
              .filter((plan) => plan.listing === name)
              .map((plan) => (
                <PlanCard plan={plan} catalogue={catalogue} alone={lists.length === 1} />
              ))}
          </ul>
        </>
      ))}
      {plans.some(({ grants }) => grants.some(({ meter }) => meter === CREDITS)) && (
        <Weights catalogue={catalogue} />
      )}
    </section>
  );
}
