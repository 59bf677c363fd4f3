import { z } from "zod";
import { component } from "../kit/described-objects.ts";
import { listText, textValue } from "../kit/parameter.ts";
import { intervals, siteAuditStates, stopReasons } from "./site-audit.ts";

/** The API that crawls, and the schemas that it contributes to the contracts. */
export interface CrawlingApi {
  /** Its name. Pages are charged as its calls, and keys need its scope. */
  readonly name: string;
  readonly report: z.ZodObject;
  readonly comparison: z.ZodType;
  /** A report and a comparison, as documents show them. */
  readonly examples: { readonly report: unknown; readonly comparison: unknown };
  readonly tables: readonly [string, ...string[]];
  /** The most pages of one audit. */
  readonly pagesMax: number;
  /** Whether a text is a pattern of `include` and `exclude`. */
  isPattern(text: string): boolean;
}

const time = z.iso.datetime();
const count = (of: string) => z.int().min(0).describe(of);

const PATTERNS_MAX = 50;

/** The media types of a report, by the values of `format`. */
export const reportTypes = {
  json: "application/json",
  csv: "text/csv",
  zip: "application/zip",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  html: "text/html",
} as const;
export type ReportFormat = keyof typeof reportTypes;

/** One site audit, as clients see it. */
export const SiteAudit = component("SiteAudit", "An audit of all pages of a site.", {
  id: z.string().describe("The ID of the site audit."),
  mode: z.enum(["live", "test"]).describe("`live`: test keys cannot start or read site audits."),
  url: z.string().describe("The start URL."),
  state: z
    .enum(siteAuditStates)
    .describe("The state. `succeeded`, `failed` and `canceled` audits have ended."),
  stopReason: z
    .enum(stopReasons)
    .nullable()
    .describe("Why it ended before every page was read; null if all were, or if it has not ended."),
  progress: z
    .number()
    .min(0)
    .max(1)
    .describe("The estimated share that is done. It never falls, and is 1 only if the audit has ended."),
  pages: count("Pages with a 2xx response. Each costs one call."),
  requested: count("URLs that were requested, images and links to other sites included."),
  waiting: count("URLs that are known and still to be requested."),
  units: count("The calls that it was charged so far."),
  score: z
    .int()
    .min(0)
    .max(100)
    .nullable()
    .describe("The average score of its pages; null without an HTML page, and until the report is made."),
  options: z.record(z.string(), z.unknown()).describe("The options of the audit, including defaults."),
  schedule: z.string().nullable().describe("The ID of the schedule that started it."),
  createdAt: time.describe("When the server accepted it."),
  startedAt: time.nullable().describe("When it was first started."),
  finishedAt: time.nullable().describe("When it ended."),
  estimatedEndAt: time.nullable().describe("When it is likely to end; null if that is unknown."),
  expiresAt: time.describe("When the audit and its report are deleted."),
  reportUrl: z.string().nullable().describe("Where the report is, once the audit has ended."),
  eventsUrl: z.string().describe("Where its progress can be followed."),
  problem: z.record(z.string(), z.unknown()).nullable().describe("Why it failed, as a problem document."),
});
export type SiteAuditView = z.output<typeof SiteAudit>;

/** One shared report, as clients see it. Its link is shown by what has made it. */
export const SharedReport = component("SharedReport", "A report that anyone with its link can read.", {
  id: z.string().describe("The ID of the shared report."),
  url: z.string().describe("The URL that was audited."),
  createdAt: time.describe("When the link was made."),
  expiresAt: time.describe("When the link expires."),
});
export type SharedReportView = z.output<typeof SharedReport>;

/** One schedule, as clients see it. */
export const Schedule = component("SiteAuditSchedule", "A schedule that audits a site every day or week.", {
  id: z.string().describe("The ID of the schedule."),
  mode: z.enum(["live", "test"]).describe("`live`: test keys cannot create or read schedules."),
  url: z.string().describe("The start URL."),
  every: z.enum(intervals).describe("How often it starts an audit."),
  options: z.record(z.string(), z.unknown()).describe("The options of its audits, including defaults."),
  createdAt: time.describe("When it was created."),
  nextAt: time.describe("When it starts the next audit."),
});
export type ScheduleView = z.output<typeof Schedule>;

function patterns({ isPattern }: CrawlingApi, describe: string) {
  const text = z.string().min(1).max(4_000);
  return textValue(listText(text), (given, reject): readonly string[] => {
    const all = given.split(",").map((one) => one.trim());
    if (all.length <= PATTERNS_MAX && all.every(isPattern)) return all;
    return reject(`must be 1 to ${PATTERNS_MAX} patterns, each with / or * or http at its start`);
  })
    .optional()
    .describe(describe);
}

/** The options of a crawl, as requests have them. */
export function optionFields(schemas: CrawlingApi) {
  return {
    url: z
      .string()
      .min(1)
      .max(2_000)
      .describe(
        "The start URL, usually the home page of the site: http or https. It must be on the public internet.",
      ),
    maxPages: z
      .int()
      .min(1)
      .max(schemas.pagesMax)
      .default(500)
      .describe("The maximum number of pages to read. Each costs one call."),
    maxDepth: z
      .int()
      .min(0)
      .max(100)
      .default(20)
      .describe("The maximum number of clicks from the start URL to a page."),
    subdomains: z
      .boolean()
      .default(false)
      .describe("Whether subdomains belong to the site. The host with `www.` and the one without always do."),
    include: patterns(
      schemas,
      "Reads only URLs that match one of these patterns, separated by commas, such as `/blog/`. `*` matches any characters, a final `$` the end of the URL.",
    ),
    exclude: patterns(schemas, "Skips URLs that match one of these patterns, separated by commas."),
    delayMs: z
      .int()
      .min(100)
      .max(10_000)
      .default(500)
      .describe(
        "Milliseconds between two requests to one host. A longer `Crawl-delay` in robots.txt takes precedence.",
      ),
    checkLinks: z
      .boolean()
      .default(true)
      .describe("Whether images, scripts, style sheets and links to other sites are checked. Free."),
  };
}
export type CrawlOptions = z.output<z.ZodObject<ReturnType<typeof optionFields>>>;
