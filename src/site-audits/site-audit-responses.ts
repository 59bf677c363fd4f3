import { z } from "zod";
import { component } from "../kit/described-objects.ts";
import { workStates } from "../queue/account-queue.ts";
import { intervals, stopReasons } from "./site-audit.ts";

const time = z.iso.datetime();
const count = (of: string) => z.int().min(0).describe(of);

/** One site audit, as clients see it. */
export const SiteAudit = component("SiteAudit", "An audit of all pages of a site.", {
  id: z.string().describe("The ID of the site audit."),
  mode: z.literal("live").describe("Always `live`: test keys cannot start or read site audits."),
  url: z.string().describe("The start URL."),
  state: z.enum(workStates).describe("The state. `succeeded`, `failed` and `canceled` audits have ended."),
  stopReason: z
    .enum(stopReasons)
    .nullable()
    .describe("Why it ended before every page was read; null if all were, or if it has not ended."),
  progress: z
    .number()
    .min(0)
    .max(1)
    .describe(
      "The estimated share that is done. It never decreases, and is 1 only when the audit has ended.",
    ),
  pages: count("Pages with a 2xx response. Each costs one call."),
  requested: count("URLs that were requested, images and links to other sites included."),
  waiting: count("URLs that are known and still to be requested."),
  units: count("The calls charged so far."),
  score: z
    .int()
    .min(0)
    .max(100)
    .nullable()
    .describe("The average score of its pages; null without an HTML page, and until the report is ready."),
  options: z.record(z.string(), z.unknown()).describe("The options of the audit, including defaults."),
  schedule: z.string().nullable().describe("The ID of the schedule that started it."),
  createdAt: time.describe("When the server accepted it."),
  startedAt: time.nullable().describe("When it was first started."),
  finishedAt: time.nullable().describe("When it ended."),
  estimatedEndAt: time.nullable().describe("The estimated end; null if unknown."),
  expiresAt: time.describe("When the audit and its report are deleted."),
  reportUrl: z.string().nullable().describe("The URL of the report, once the audit has ended."),
  eventsUrl: z.string().describe("The URL of its events."),
  problem: z.record(z.string(), z.unknown()).nullable().describe("Why it failed, as a problem document."),
});
export type SiteAuditView = z.output<typeof SiteAudit>;

/** One shared report, as clients see it. Its link is shown by what has made it. */
export const SharedReport = component("SharedReport", "A report that anyone with its link can read.", {
  id: z.string().describe("The ID of the shared report."),
  url: z.string().describe("The URL that was audited."),
  createdAt: time.describe("When the link was created."),
  expiresAt: time.describe("When the link expires."),
});
export type SharedReportView = z.output<typeof SharedReport>;

/** One schedule, as clients see it. */
export const Schedule = component("SiteAuditSchedule", "A schedule that audits a site every day or week.", {
  id: z.string().describe("The ID of the schedule."),
  mode: z.literal("live").describe("Always `live`: test keys cannot create or read schedules."),
  url: z.string().describe("The start URL."),
  every: z.enum(intervals).describe("How often it starts an audit."),
  options: z.record(z.string(), z.unknown()).describe("The options of its audits, including defaults."),
  createdAt: time.describe("When it was created."),
  nextAt: time.describe("When it starts the next audit."),
});
export type ScheduleView = z.output<typeof Schedule>;
