import { z } from "zod";
import { type Catalogue, isFree, type Plan } from "../catalogue.ts";
import { type StripeClient, StripeText } from "./stripe-client.ts";

const Price = z.object({
  id: StripeText,
  lookup_key: z.string().nullish(),
  currency: z.string(),
  unit_amount: z.int().nullish(),
  recurring: z.object({ interval: z.string(), interval_count: z.int(), usage_type: z.string() }).nullish(),
});
const Prices = z.object({ data: z.array(Price) });

/** Compares Stripe's price of a plan with the catalogue. */
export interface PriceCheck {
  readonly plan: string;
  readonly price: string | null;
  /** Undefined where it can be sold; else why not, in a sentence. */
  readonly wrong: string | undefined;
}

const AT_ONCE = 10;

/** Currencies that Stripe counts without a minor unit, and with a thousandth (docs.stripe.com/currencies). */
const WHOLE = /^(?:BIF|CLP|DJF|GNF|JPY|KMF|KRW|MGA|PYG|RWF|VND|VUV|XAF|XOF|XPF)$/;
const THOUSANDTHS = /^(?:BHD|JOD|KWD|OMR|TND)$/;

/** An amount such as 9.00 in the unit that Stripe counts a currency in; NaN where it has no such amount. */
export function inMinorUnits({ amount, currency }: Plan["price"]): number {
  const hundredths = Number(amount.replace(".", ""));
  if (THOUSANDTHS.test(currency)) return hundredths * 10;
  if (!WHOLE.test(currency)) return hundredths;
  return hundredths % 100 === 0 ? hundredths / 100 : Number.NaN;
}

function wrongWith(plan: Plan, price: z.output<typeof Price>): string | undefined {
  const { currency, unit_amount, recurring } = price;
  if (recurring == null || recurring.interval !== "month" || recurring.interval_count !== 1) {
    return "The price does not recur monthly.";
  }
  if (recurring.usage_type !== "licensed")
    return "The price is metered at Stripe. Use a fixed monthly price.";
  if (currency.toUpperCase() !== plan.price.currency) {
    return `The price is in ${currency.toUpperCase()}, the catalogue's in ${plan.price.currency}.`;
  }
  const amount = inMinorUnits(plan.price);
  if (unit_amount === amount) return undefined;
  return `The price is ${unit_amount ?? "no amount"} in the currency's smallest unit, the catalogue's ${amount}.`;
}

/** The plans of a catalogue that cost money. */
export function paidPlans({ plans }: Catalogue): Plan[] {
  return plans.filter((plan) => !isFree(plan));
}

/** Looks the prices of plans up at Stripe, by lookup key. Throws `payment-unavailable`. */
export async function checkPrices(stripe: StripeClient, plans: readonly Plan[]): Promise<PriceCheck[]> {
  const found: z.output<typeof Price>[] = [];
  for (let from = 0; from < plans.length; from += AT_ONCE) {
    const lookup_keys = plans.slice(from, from + AT_ONCE).map(({ id }) => id);
    const { data } = await stripe.call(Prices, ({ prices }) =>
      prices.list({ lookup_keys, active: true, limit: AT_ONCE }),
    );
    found.push(...data);
  }
  return plans.map((plan) => {
    const price = found.find(({ lookup_key }) => lookup_key === plan.id);
    if (price === undefined) {
      const wrong = `No active price at Stripe has the lookup key ${plan.id}.`;
      return { plan: plan.id, price: null, wrong };
    }
    return { plan: plan.id, price: price.id, wrong: wrongWith(plan, price) };
  });
}
