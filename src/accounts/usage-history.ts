import type { Database } from "../store/database.ts";
import type { DailyUsage } from "./account-views.ts";

/** Creates the reader of daily usage. */
export function createUsageHistory({ query }: Database) {
  return {
    /** The days of an account since a date (UTC), the newest first. */
    async since(account: string, day: string): Promise<DailyUsage[]> {
      // A day on which every charge was given back is none.
      const rows = await query<{ day: string; api: string; calls: number; units: number }>`
        select day, api, calls, units from usage_day
        where account = ${account} and day >= ${day} and (calls > 0 or units > 0) order by day desc, api`;
      return rows.map(({ day, api, calls, units }) => ({ day, api, calls, units }));
    },
  };
}
export type UsageHistory = ReturnType<typeof createUsageHistory>;
