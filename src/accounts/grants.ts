import {
  type Catalogue,
  CREDITS,
  type Grant,
  isFree,
  type Listing,
  offered,
  type Plan,
} from "./catalogue.ts";
import type { HeldPlan } from "./people.ts";
import { type Period, periodOf } from "./period.ts";

/** A grant that an account has, with what is needed to count on it. */
export interface HeldGrant {
  readonly plan: Plan;
  readonly grant: Grant;
  /** What it counts in: the API's unit, `calls` or `credits`. */
  readonly unit: string;
  /** The date on which a paid plan began; undefined for a free one. */
  readonly startedOn: string | undefined;
}

/** Every grant of an account: those of its paid plans, and of what is offered free to all. */
export function grantsOf(catalogue: Catalogue, listing: Listing, held: readonly HeldPlan[]): HeldGrant[] {
  const paid = held.flatMap(({ plan: id, startedOn }) => {
    const plan = catalogue.plans.find((one) => one.id === id);
    return plan === undefined ? [] : [{ plan, startedOn }];
  });
  const free = offered(catalogue, listing)
    .filter(isFree)
    .map((plan) => ({ plan, startedOn: undefined }));
  return [...paid, ...free].flatMap(({ plan, startedOn }) =>
    plan.grants.map((grant) => {
      const unit = grant.counts ?? (grant.meter === CREDITS ? CREDITS : catalogue.meters[grant.meter]?.unit);
      return { plan, grant, unit: unit ?? "calls", startedOn };
    }),
  );
}

function rank({ plan, grant }: HeldGrant): number {
  if (isFree(plan)) return 2;
  return grant.meter === CREDITS ? 1 : 0;
}

/**
 * The grants that may pay a call of an API, in the order in which they are asked: the API's own paid plans,
 * then a bundle, then what is free; of equals the larger first. A call is paid by one of them, never by two.
 */
export function payingOrder(grants: readonly HeldGrant[], api: string): HeldGrant[] {
  return grants
    .filter(({ grant }) => grant.meter === api || grant.meter === CREDITS)
    .sort((a, b) => rank(a) - rank(b) || b.grant.limit - a.grant.limit || (a.plan.id < b.plan.id ? -1 : 1));
}

/** What a call takes from a grant, in the grant's unit. */
export function amountOn(catalogue: Catalogue, { grant }: HeldGrant, api: string, units: number): number {
  if (grant.counts === "calls") return 1;
  return grant.meter === CREDITS ? units * (catalogue.meters[api]?.credits ?? 1) : units;
}

/** The period of a grant at a moment. */
export function periodOfGrant({ grant, startedOn }: HeldGrant, now: number): Period {
  return periodOf(grant.window, now, startedOn);
}
