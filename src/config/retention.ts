import type { z } from "zod";
import type { RetentionDays } from "../accounts/retention.ts";
import { wholeNumber } from "../kit/setting-kinds.ts";

/** Ten years, where the law wants records for that long. */
const MOST_DAYS = 3_660;

/** The variables of how long rows are kept; what expires by itself goes within an hour or two of it. */
export const retentionVariables = {
  RETENTION_COUNTERS_DAYS: wholeNumber(40, MOST_DAYS)
    .default(400)
    .describe("How long usage counters and quota notices of past periods are kept, in days."),
  RETENTION_DAILY_USAGE_DAYS: wholeNumber(40, MOST_DAYS)
    .default(400)
    .describe("How long usage by day is kept, in days. Accounts show the last 31."),
  RETENTION_EMAILS_DAYS: wholeNumber(1, MOST_DAYS)
    .default(31)
    .describe("How long the record of a sent or failed email is kept, in days."),
  RETENTION_ENDED_KEYS_DAYS: wholeNumber(2, MOST_DAYS)
    .default(90)
    .describe("How long keys are listed after they were revoked or expired, in days."),
  RETENTION_AVAILABILITY_DAYS: wholeNumber(31, MOST_DAYS)
    .default(90)
    .describe("How long availability by the hour is kept, in days. The status page shows the last 30."),
  RETENTION_AUDIT_DAYS: wholeNumber(31, MOST_DAYS)
    .default(730)
    .describe("How long entries of the audit log are kept, in days."),
};

/** How long rows are kept as the environment has it. */
export function retentionConfig(data: z.output<z.ZodObject<typeof retentionVariables>>): {
  readonly retention: RetentionDays;
} {
  return {
    retention: {
      counters: data.RETENTION_COUNTERS_DAYS,
      dailyUsage: data.RETENTION_DAILY_USAGE_DAYS,
      emails: data.RETENTION_EMAILS_DAYS,
      endedKeys: data.RETENTION_ENDED_KEYS_DAYS,
      availability: data.RETENTION_AVAILABILITY_DAYS,
      audit: data.RETENTION_AUDIT_DAYS,
    },
  };
}
