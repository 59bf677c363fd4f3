import type { HeldPlan } from "./account-views.ts";
import { type Catalogue, CREDITS, type Grant, isFree, offered, type Plan } from "./catalogue.ts";
import { type Period, periodOf } from "./period.ts";
import type { PlanTerms } from "./plan-versions.ts";

/** A grant that an account has, with what is needed to count on it. */
export interface HeldGrant {
  readonly plan: Plan;
  /** `once` is granted by an operator, beside any plan. */
  readonly grant: Omit<Grant, "window"> & { readonly window: Grant["window"] | "once" };
  readonly unit: string;
  /** The date on which a paid plan began; undefined for a free one. */
  readonly startedOn: string | undefined;
  /** Credits that one unit of each API costs on it; undefined where that is as the catalogue says. */
  readonly credits?: Readonly<Record<string, number>> | undefined;
  /** The one period of what is granted once; undefined where periods follow each other. */
  readonly period?: Period;
}

/** The usage of a grant in one of its periods. */
export interface QuotaUsage {
  readonly held: HeldGrant;
  readonly period: Period;
  /** In the grant's unit. */
  readonly used: number;
}

/** A plan that an account holds, with the terms of its version; without them it has those of the catalogue. */
export interface HeldTerms extends HeldPlan {
  readonly terms?: PlanTerms | undefined;
}

/** Every grant of an account: those of its paid plans, and of what is offered free to all. */
export function grantsOf(catalogue: Catalogue, held: readonly HeldTerms[]): HeldGrant[] {
  const paid = held.flatMap(({ plan: id, startedOn, terms }) => {
    const plan = terms?.plan ?? catalogue.plans.find((one) => one.id === id);
    return plan === undefined ? [] : [{ plan, startedOn, credits: terms?.credits }];
  });
  const free = offered(catalogue)
    .filter(isFree)
    .map((plan) => ({ plan, startedOn: undefined, credits: undefined }));
  return [...paid, ...free].flatMap(({ plan, startedOn, credits }) =>
    plan.grants.map((grant) => {
      const unit = grant.counts ?? (grant.meter === CREDITS ? CREDITS : catalogue.meters[grant.meter]?.unit);
      return { plan, grant, unit: unit ?? "calls", startedOn, credits };
    }),
  );
}

function rank({ plan, grant }: HeldGrant): number {
  if (grant.window === "once") return 3;
  if (isFree(plan)) return 2;
  return grant.meter === CREDITS ? 1 : 0;
}

const expiry = ({ period }: HeldGrant): number => period?.endsAt ?? 0;

/** The grants that may pay a call, in order: paid plans, bundles, free plans, credits; of these the one that expires first. */
export function payingOrder(grants: readonly HeldGrant[], api: string): HeldGrant[] {
  return grants
    .filter(({ grant }) => grant.meter === api || grant.meter === CREDITS)
    .sort(
      (a, b) =>
        rank(a) - rank(b) ||
        expiry(a) - expiry(b) ||
        b.grant.limit - a.grant.limit ||
        (a.plan.id < b.plan.id ? -1 : 1),
    );
}

/** Returns the cost of a call on a grant, in the grant's unit. */
export function amountOn(
  catalogue: Catalogue,
  { grant, credits }: HeldGrant,
  api: string,
  units: number,
): number {
  if (grant.counts === "calls") return 1;
  return grant.meter === CREDITS ? units * (credits?.[api] ?? catalogue.meters[api]?.credits ?? 1) : units;
}

/** The period of a grant at a moment. */
export function periodOfGrant({ grant, startedOn, period }: HeldGrant, now: number): Period {
  if (period !== undefined) return period;
  return periodOf(grant.window === "day" ? "day" : "month", now, startedOn);
}

/** The name of a grant in the RateLimit headers. */
export function policyName({ plan, grant }: HeldGrant): string {
  return plan.grants.length === 1 ? plan.id : `${plan.id}-${grant.meter}`;
}
