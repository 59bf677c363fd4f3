/** @jsxImportSource hono/jsx */

import { isFree, plansOnSale } from "../../accounts/catalogue.ts";
import { whole } from "../../kit/numbers.ts";
import { Faq } from "../faq.tsx";
import { Field } from "../forms.tsx";
import { Page, type Site } from "../page.tsx";
import { Comparison, metersOf, moneyOf, PlanCards, type PricesProps } from "../prices.tsx";
import { AMOUNT_MAX, type Choice, type Estimate, estimate, usageOf } from "./estimate.ts";

/** The amounts that the calculator begins with, of each API. */
const BEGIN = 1_000;

const titlesOf = ({ plans }: Choice) => plans.map(({ title }) => title).join(" + ");
const priceOf = ({ price, currency }: Choice) => `${moneyOf(price, currency)} a month`;

/** The price, and the plans that it pays. */
function Verdict({ found, free }: { found: Estimate; free: string | undefined }) {
  const { cheapest } = found;
  if (cheapest === undefined) return <>More than all plans together. Contact the operator.</>;
  if (found.isFree) return <>{`${free ?? "Free"}: your usage fits the free quota.`}</>;
  return (
    <>
      <strong>{priceOf(cheapest)}</strong> <span>for {titlesOf(cheapest)}</span>
    </>
  );
}

/** An amount beside the quotas for it: `50 of 2,000 pages, plus 100 free calls`, or `50 pages in 100 free calls`. */
function shareText(amount: number, unit: string, quota = 0, free = 0): string {
  const calls = `${whole(free)} free calls`;
  if (quota === 0) return `${whole(amount)} ${unit} in ${calls}`;
  return `${whole(amount)} of ${whole(quota)} ${unit}${free > 0 ? `, plus ${calls}` : ""}`;
}

/** What the usage takes of the quotas of the plans: of each API's own, or of the credits. */
function UsageList({ of, found }: { of: PricesProps; found: Estimate }) {
  const { usage, credits: total, quotas } = found;
  const used = metersOf(of).filter(([meter]) => (usage[meter] ?? 0) > 0);
  return (
    <ul class={quotas === undefined ? "summed" : undefined}>
      {used.map(([meter, { unit, credits }]) => {
        const amount = usage[meter] ?? 0;
        return quotas === undefined ? (
          <li>
            <span>{`${whole(amount)} ${unit} × ${whole(credits)}`}</span>
            <span>{`${whole(amount * credits)} credits`}</span>
          </li>
        ) : (
          <li>
            <span>{of.titleOf.get(meter) ?? meter}</span>
            <span>{shareText(amount, unit, quotas.get(meter), found.free.get(meter))}</span>
          </li>
        );
      })}
      {quotas === undefined && (
        <li>
          <span>Total</span>
          <span>{`${whole(total)} credits a month`}</span>
        </li>
      )}
    </ul>
  );
}

function Calculator({ of, query }: { of: PricesProps; query: URLSearchParams }) {
  const { catalogue, off, titleOf } = of;
  const meters = metersOf(of);
  const names = meters.map(([meter]) => meter);
  const isAsked = names.some((meter) => query.has(meter));
  const asked = isAsked
    ? query
    : new URLSearchParams(names.slice(0, 2).map((meter): [string, string] => [meter, `${BEGIN}`]));
  const found = estimate(catalogue, off, usageOf(asked, names));
  const free = plansOnSale(catalogue, off).find(isFree)?.title;
  return (
    <section class="band calculator" id="calculator" aria-labelledby="calculator-title">
      <header class="opening">
        <h2 id="calculator-title">Calculate your price</h2>
        <p>Enter your usage per month. The free quota is included.</p>
      </header>
      <div class="calculator-parts">
        <form action="/pricing#calculator" data-read="estimate" data-live="" autocomplete="off">
          {meters.map(([meter, { unit }]) => (
            <Field
              {...{ id: `amount-${meter}`, name: meter, type: "number", min: 0, max: AMOUNT_MAX }}
              label={`${titleOf.get(meter) ?? meter}: ${unit} a month`}
              value={String(found.usage[meter] ?? 0)}
              inputmode="numeric"
            />
          ))}
          <button type="submit">Calculate</button>
        </form>
        <div class="sheet estimate" id="estimate">
          <output class="verdict" for={names.map((meter) => `amount-${meter}`).join(" ")}>
            <Verdict found={found} free={free} />
          </output>
          <UsageList of={of} found={found} />
          {found.withCredits !== undefined && (
            <p class="soft">
              Or one quota for every API: <strong>{titlesOf(found.withCredits)}</strong> for{" "}
              {`${priceOf(found.withCredits)}. Your usage is ${whole(found.credits)} credits.`}
            </p>
          )}
          {found.cheapest !== undefined && (
            <p>
              <a class="button" href={found.isFree ? "/signup" : "/account/plan"}>
                {found.isFree ? "Get a free key" : `Choose plan${found.cheapest.plans.length > 1 ? "s" : ""}`}
              </a>
            </p>
          )}
        </div>
      </div>
    </section>
  );
}

/** Renders the page of the prices, from the catalogue that calls are charged by. */
export function pricingPage(site: Site, of: PricesProps, query: URLSearchParams): string {
  const page = (
    <Page
      site={site}
      path="/pricing"
      title="Pricing · Quintet"
      description="Plans, what a credit buys, and a calculator for your usage. Failed calls are free. No overage charges."
      styles={["landing.css"]}
    >
      <header class="opening">
        <h1>Pricing</h1>
        <p>Failed calls are free. Cancel any time. No overage charges. UUIDs are always free.</p>
      </header>
      <h2 class="unseen">Plans</h2>
      <PlanCards {...of} />
      <section class="band" id="credits" aria-labelledby="compare-title">
        <header class="opening">
          <h2 id="compare-title">Compare plans</h2>
          <p>
            Quotas are per month. Credits work for every API. Each row shows how much you get if you spend all
            of them on that API.
          </p>
        </header>
        <Comparison {...of} />
      </section>
      <Calculator of={of} query={query} />
      <Faq metering={site.metering} />
    </Page>
  );
  return `<!doctype html>${page}`;
}
