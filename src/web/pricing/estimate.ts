import {
  type Catalogue,
  CREDITS,
  type Grant,
  isFree,
  type Plan,
  plansOnSale,
} from "../../accounts/catalogue.ts";

/** Days of a month, for quotas that reset each day. */
const DAYS = 30;

/** The most of one API that the calculator reads, a month. */
export const AMOUNT_MAX = 100_000_000;

/** Units that are needed a month, by meter. */
export type Usage = Readonly<Record<string, number>>;

/** Plans that together cover a usage. */
export interface Choice {
  readonly plans: readonly Plan[];
  /** A month's price, in the currency of its plans. */
  readonly price: number;
  readonly currency: string;
}

const monthly = ({ limit, window }: Grant) => (window === "day" ? DAYS * limit : limit);

/** Reads the usage of a query: a whole number for each meter. Others count as 0, because links may have anything. */
export function usageOf(query: URLSearchParams, meters: readonly string[]): Usage {
  return Object.fromEntries(
    meters.map((meter) => {
      const amount = Math.trunc(Number(query.get(meter) ?? 0));
      return [meter, amount >= 0 ? Math.min(amount, AMOUNT_MAX) : 0];
    }),
  );
}

/** Quotas together, by meter, a month. */
function quotasOf(grants: readonly Grant[]): ReadonlyMap<string, number> {
  const quotas = new Map<string, number>();
  for (const grant of grants) quotas.set(grant.meter, (quotas.get(grant.meter) ?? 0) + monthly(grant));
  return quotas;
}

const weightOf = (meter: string, { meters }: Catalogue) => meters[meter]?.credits ?? 1;

/**
 * The credits that plans lack for a usage: each API is covered by its own quotas, of a call as one unit, what they leave by
 * credits.
 */
function missingCredits(plans: readonly Plan[], usage: Usage, catalogue: Catalogue): number {
  const quotas = quotasOf(plans.flatMap(({ grants }) => grants));
  const left = Object.entries(usage).reduce((credits, [meter, amount]) => {
    const rest = Math.max(0, amount - (quotas.get(meter) ?? 0));
    return credits + rest * weightOf(meter, catalogue);
  }, 0);
  return Math.max(0, left - (quotas.get(CREDITS) ?? 0));
}

const priceOf = (plans: readonly Plan[]) => plans.reduce((sum, { price }) => sum + Number(price.amount), 0);

/** The cheapest of the plans that together with `free` cover a usage; the fewest plans among equals. */
function cheapestOf(
  paid: readonly Plan[],
  free: readonly Plan[],
  usage: Usage,
  catalogue: Catalogue,
): readonly Plan[] | undefined {
  /** The most credits that a plan saves. */
  const worthOf = ({ grants }: Plan) =>
    grants.reduce((sum, grant) => {
      const { meter } = grant;
      const most = meter === CREDITS ? Number.POSITIVE_INFINITY : (usage[meter] ?? 0);
      return sum + Math.min(most, monthly(grant)) * weightOf(meter, catalogue);
    }, 0);
  // Plans for APIs that are not needed only add to the price.
  const useful = paid
    .map((plan) => ({ plan, worth: worthOf(plan) }))
    .filter(({ worth }) => worth > 0)
    .toSorted((a, b) => b.worth - a.worth);
  let best: readonly Plan[] | undefined;
  const isBetter = (plans: readonly Plan[]) => {
    if (best === undefined) return true;
    const saved = priceOf(best) - priceOf(plans);
    return saved > 0 || (saved === 0 && plans.length < best.length);
  };
  const search = (chosen: readonly Plan[], from: number) => {
    if (!isBetter(chosen)) return;
    const missing = missingCredits([...free, ...chosen], usage, catalogue);
    if (missing === 0) {
      best = chosen;
      return;
    }
    const room = MOST - chosen.length;
    for (const [i, { plan }] of useful.entries()) {
      if (i < from) continue;
      // Those that follow are worth less.
      const most = useful.slice(i, i + room).reduce((sum, { worth }) => sum + worth, 0);
      if (most < missing) return;
      search([...chosen, plan], i + 1);
    }
  };
  search([], 0);
  return best && paid.filter((plan) => best?.includes(plan));
}

/** The most plans that are combined: more choices take too long to compare, and nobody wants to manage them. */
const MOST = 6;

const hasCredits = ({ grants }: Plan) => grants.some(({ meter }) => meter === CREDITS);

/** Finds the plans for a usage, among those on sale in one currency. */
export function estimate(catalogue: Catalogue, off: ReadonlySet<string>, usage: Usage) {
  const plans = plansOnSale(catalogue, off);
  const free = plans.filter(isFree);
  const [first, ...others] = plans.filter((plan) => !isFree(plan));
  const currency = first?.price.currency ?? "USD";
  const paid =
    first === undefined ? [] : [first, ...others.filter(({ price }) => price.currency === currency)];
  const choiceOf = (chosen: readonly Plan[] | undefined): Choice | undefined =>
    chosen && { plans: chosen, price: priceOf(chosen), currency };
  const cheapest = choiceOf(cheapestOf(paid, free, usage, catalogue));
  const withCredits = choiceOf(cheapestOf(paid.filter(hasCredits), free, usage, catalogue));
  const isSame = cheapest?.plans.some(hasCredits) ?? false;
  return {
    usage,
    /** The usage in credits. */
    credits: Object.entries(usage).reduce(
      (sum, [meter, amount]) => sum + amount * (catalogue.meters[meter]?.credits ?? 1),
      0,
    ),
    /** The quotas of the cheapest plans, by meter; undefined if credits are a part of them. */
    quotas:
      cheapest === undefined || isSame ? undefined : quotasOf(cheapest.plans.flatMap(({ grants }) => grants)),
    /** What the free plans add to these quotas, by meter: calls, where an API counts something else too. */
    free: quotasOf(free.flatMap(({ grants }) => grants)),
    /** The cheapest plans; undefined if all plans together do not cover the usage. */
    cheapest,
    /** Whether the free plan covers it alone. */
    isFree: cheapest?.plans.length === 0,
    /** The cheapest choice with credits, if another one is cheaper. */
    withCredits: isSame || withCredits?.plans.length === 0 ? undefined : withCredits,
  };
}
export type Estimate = ReturnType<typeof estimate>;
