import type { UsageReport } from "./account-views.ts";

/** The unit in which the usage of an API is counted: its own, or calls where every quota counts those. */
export function quotaUnit({ unit, quotas }: UsageReport["apis"][number]): string {
  return quotas.length > 0 && quotas.every((quota) => quota.unit === "calls") ? "calls" : unit;
}

/** The units in which the costs of an account are counted, by API. */
export function quotaUnits({ apis }: UsageReport): ReadonlyMap<string, string> {
  return new Map(apis.map((one) => [one.api, quotaUnit(one)]));
}
