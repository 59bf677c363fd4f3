import type { ApiFacts, ApiPlans, SinglePlan } from "../kit/descriptor.ts";
import { type Catalogue, CREDITS, type Grant, type Plan } from "./catalogue.ts";

const usd = (dollars: number) => ({ amount: dollars.toFixed(2), currency: "USD" });

interface ApiPlansForSale {
  readonly meter: string;
  readonly plans: ApiPlans;
}

/** A few calls a month of every API. */
function freePlan(sold: readonly ApiPlansForSale[]): Plan {
  const notes = sold.flatMap(({ plans: { freeNote } }) => freeNote ?? []);
  return {
    id: "hobbyist",
    listing: "landing",
    title: "Free",
    price: usd(0),
    ...(notes.length === 0 ? {} : { note: notes.join(" ") }),
    grants: sold.map(({ meter, plans: { freePerMonth, freeMaxUnits } }) => ({
      meter,
      limit: freePerMonth,
      window: "month",
      counts: "calls",
      ...(freeMaxUnits === undefined ? {} : { maxUnits: freeMaxUnits }),
    })),
  };
}

function planOf(id: string, listing: Plan["listing"], { title, price }: SinglePlan, grant: Grant): Plan {
  return { id, listing, title, price: usd(price), grants: [grant] };
}

/** One quota for all APIs: the single plans together, in credits. */
function bundleOf(sold: readonly ApiPlansForSale[]): Plan {
  const singles = sold.flatMap(({ plans: { single, credits } }) => (single ? [single.limit * credits] : []));
  const limit = singles.reduce((sum, credits) => sum + credits, 0);
  return {
    id: "bundle",
    listing: "landing",
    title: "Bundle",
    price: usd(39),
    note: "One quota that every API shares, in credits.",
    grants: [{ meter: CREDITS, limit, window: "month" }],
  };
}

function tiersOf({ meter, plans: { tiers } }: ApiPlansForSale): Plan[] {
  return Object.entries(tiers ?? {}).map(([tier, plan]) =>
    planOf(`${meter}-${tier}`, "descriptor", plan, {
      meter,
      limit: plan.limit,
      window: tier === "free" ? "day" : "month",
    }),
  );
}

/** The price lists used unless CATALOGUE_FILE is set, of what the APIs declare. APIs without `plans` are not sold. */
export function defaultCatalogue(apis: readonly Pick<ApiFacts, "name" | "plans">[]): Catalogue {
  const sold = apis.flatMap(({ name: meter, plans }) => (plans === undefined ? [] : [{ meter, plans }]));
  return {
    meters: Object.fromEntries(sold.map(({ meter, plans: { unit, credits } }) => [meter, { unit, credits }])),
    plans: [
      freePlan(sold),
      ...sold.flatMap(({ meter, plans: { single } }) =>
        single ? [planOf(meter, "landing", single, { meter, limit: single.limit, window: "month" })] : [],
      ),
      bundleOf(sold),
      // The suite prints this list from its last API to its first.
      ...sold.toReversed().flatMap(tiersOf),
    ],
  };
}
