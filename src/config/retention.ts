import type { z } from "zod";
import type { RetentionDays } from "../accounts/retention.ts";
import { numbers } from "../kit/setting-kinds.ts";

/** Ten years, where the law wants records for that long. */
const MOST_DAYS = 3_660;

/** The variable of how long rows are kept; what expires by itself goes within an hour or two of it. */
export const retentionVariables = {
  RETENTION_DAYS: numbers({
    counters: [40, MOST_DAYS, 400],
    "daily-usage": [40, MOST_DAYS, 400],
    emails: [1, MOST_DAYS, 31],
    "ended-keys": [2, MOST_DAYS, 90],
    availability: [31, MOST_DAYS, 90],
    audit: [31, MOST_DAYS, 730],
  }).describe(
    "The number of days that usage counters, daily usage, records of emails, revoked and expired keys, availability and the audit log are kept. Unnamed values keep their default.",
  ),
};

/** How long rows are kept as the environment has it. */
export function retentionConfig({ RETENTION_DAYS: days }: z.output<z.ZodObject<typeof retentionVariables>>): {
  readonly retention: RetentionDays;
} {
  const { "daily-usage": dailyUsage, "ended-keys": endedKeys, ...others } = days;
  return { retention: { ...others, dailyUsage, endedKeys } };
}
