import type { Database } from "../store/database.ts";
import type { DailyUsage, Quota, UsageReport } from "./account-views.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Charges } from "./charges.ts";
import { type HeldGrant, payingOrder, policyName } from "./grants.ts";

const DAYS = 31;

/** The first of the days that reports have, as a UTC date. */
export const reportStart = (now: number) =>
  new Date(now - (DAYS - 1) * 86_400_000).toISOString().slice(0, 10);

/** The days of an account since a date (UTC), the newest first. A day on which every charge was given back is none. */
export function usageDays(
  { query }: Pick<Database, "query">,
  account: string,
  since: string,
): Promise<DailyUsage[]> {
  return query<DailyUsage>`
    select day, api, calls, units from usage_day
    where account = ${account} and day >= ${since} and (calls > 0 or units > 0) order by day desc, api`;
}

interface UsageOptions {
  readonly catalogue: Catalogue;
  readonly charges: Pick<Charges, "usage">;
  readonly database: Pick<Database, "query">;
  now(): number;
}

/** Reads the usage of an account from the counters that calls are charged on. */
export function createUsage({ catalogue, charges, database, now }: UsageOptions) {
  return async (account: string, grants: readonly HeldGrant[]): Promise<UsageReport> => {
    const usages = await charges.usage(account, grants);
    const quotaOf = (held: HeldGrant): Quota[] =>
      usages
        .filter((usage) => usage.held === held)
        .map(({ period, used }) => ({
          policy: policyName(held),
          plan: held.plan.id,
          unit: held.unit,
          limit: held.grant.limit,
          used,
          remaining: Math.max(0, held.grant.limit - used),
          window: held.grant.window,
          startsAt: new Date(period.startsAt).toISOString(),
          resetsAt: new Date(period.endsAt).toISOString(),
          ...(held.grant.maxUnits === undefined ? {} : { maxUnits: held.grant.maxUnits }),
        }));
    return {
      apis: Object.entries(catalogue.meters).map(([api, { unit }]) => ({
        api,
        unit,
        quotas: payingOrder(grants, api).flatMap(quotaOf),
      })),
      days: await usageDays(database, account, reportStart(now())),
    };
  };
}
