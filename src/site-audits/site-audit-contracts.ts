import { z } from "zod";
import {
  eventLinkBase,
  eventsBase,
  linkedErrors,
  linkedEventsBase,
  shownEventLink,
} from "../jobs/job-contracts.ts";
import { contract } from "../kit/contract.ts";
import { listText, textValue } from "../kit/parameter.ts";
import type { ShownCalls } from "../openapi/components.ts";
import { intervals, siteAuditStates, stopReasons } from "./site-audit.ts";

/** The API that crawls, and the schemas that it contributes to the contracts. */
export interface CrawlingApi {
  /** Its name. Pages are charged as its calls, and keys need its scope. */
  readonly name: string;
  readonly report: z.ZodObject;
  readonly comparison: z.ZodType;
  readonly tables: readonly [string, ...string[]];
  /** The most pages of one audit. */
  readonly pagesMax: number;
  /** Whether a text is a pattern of `include` and `exclude`. */
  isPattern(text: string): boolean;
}

const nothing = z.object({});
const time = z.iso.datetime();
const count = (of: string) => z.int().min(0).describe(of);
const next = z.string().nullable().describe("Pass it as after for the next page; null on the last.");
const page = z.object({
  after: z
    .string()
    .regex(/^[\x21-\x7e]{1,64}$/, "must be the next of the previous page")
    .optional()
    .describe("The next of the previous page."),
  limit: z.int().min(1).max(100).default(50).describe("Entries on a page."),
});

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
export const SiteAudit = z
  .object({
    id: z.string().describe("The ID of the site audit."),
    mode: z.enum(["live", "test"]).describe("Always live: test keys neither start nor see site audits."),
    url: z.string().describe("Where it begins."),
    state: z
      .enum(siteAuditStates)
      .describe("queued and running audits go on; succeeded, failed and canceled ones have ended."),
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
    options: z
      .record(z.string(), z.unknown())
      .describe("The options of the request, with the defaults of the rest."),
    schedule: z.string().nullable().describe("The ID of the schedule that started it."),
    createdAt: time.describe("When the server accepted it."),
    startedAt: time.nullable().describe("When it was first started."),
    finishedAt: time.nullable().describe("When it ended."),
    estimatedEndAt: time.nullable().describe("When it is likely to end; null if that is unknown."),
    expiresAt: time.describe("When the audit and its report are deleted."),
    reportUrl: z.string().nullable().describe("Where the report is, once the audit has ended."),
    eventsUrl: z.string().describe("Where its progress can be followed."),
    problem: z.record(z.string(), z.unknown()).nullable().describe("Why it failed, as a problem document."),
  })
  .meta({ id: "SiteAudit", description: "An audit of all pages of a site." });
export type SiteAuditView = z.output<typeof SiteAudit>;

/** One shared report, as clients see it. Its link is shown by what has made it. */
const SharedReport = z
  .object({
    id: z.string().describe("The ID of the shared report."),
    url: z.string().describe("The URL that was audited."),
    createdAt: time.describe("When the link was made."),
    expiresAt: time.describe("When the link expires."),
  })
  .meta({ id: "SharedReport", description: "A report that anyone with its link can read." });
export type SharedReportView = z.output<typeof SharedReport>;

/** One schedule, as clients see it. */
const Schedule = z
  .object({
    id: z.string().describe("The ID of the schedule."),
    mode: z.enum(["live", "test"]).describe("Always live."),
    url: z.string().describe("Where its audits begin."),
    every: z.enum(intervals).describe("How often it starts an audit."),
    options: z.record(z.string(), z.unknown()).describe("What its audits read."),
    createdAt: time.describe("When it was created."),
    nextAt: time.describe("When it starts the next audit."),
  })
  .meta({ id: "SiteAuditSchedule", description: "Starts an audit of a site again and again." });
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
        "Where the audit begins: the home page of the site, http or https. It must be on the public internet.",
      ),
    maxPages: z
      .int()
      .min(1)
      .max(schemas.pagesMax)
      .default(500)
      .describe("Pages to read. Each costs one call."),
    maxDepth: z
      .int()
      .min(0)
      .max(100)
      .default(20)
      .describe("Clicks from the home page to the last pages that are read."),
    subdomains: z
      .boolean()
      .default(false)
      .describe("Whether subdomains belong to the site. With and without www. always do."),
    include: patterns(
      schemas,
      "Only URLs that match one of these patterns, separated by commas, such as /blog/. * matches any characters, a final $ the end of the URL.",
    ),
    exclude: patterns(schemas, "No URLs that match one of these patterns, separated by commas."),
    delayMs: z
      .int()
      .min(100)
      .max(10_000)
      .default(500)
      .describe(
        "Milliseconds between two requests to one host. A longer Crawl-delay of the site's robots.txt wins.",
      ),
    checkLinks: z
      .boolean()
      .default(true)
      .describe("Whether images, scripts, style sheets and links to other sites are checked. Free."),
  };
}

const base = { access: "key", tag: "Site audits", query: nothing, fields: nothing, status: 200 } as const;
const one = { ...base, errors: ["unknown-site-audit"] } as const;
const id = z.string().regex(/^[\w.-]{1,64}$/, "must be the ID of a site audit");

/** The endpoints of site audits. */
export function siteAuditContracts(schemas: CrawlingApi) {
  const options = optionFields(schemas);
  const created = [
    "key-scope",
    "plan-required",
    "quota-exceeded",
    "url-invalid",
    "url-not-public",
    "too-many-site-audits",
    "job-storage-full",
  ] as const;
  const every = z.enum(intervals);
  return {
    createSiteAudit: contract({
      ...base,
      id: "createSiteAudit",
      method: "POST",
      path: "/seo/site-audits",
      repeatable: true,
      summary: "Audit all pages of a site",
      description:
        "Crawls the site from its home page and its sitemaps, under its robots.txt, and runs the checks of /seo/audit on each page. Each page with a 2xx response costs one call, when it is read. If the quota is used up, the audit ends with what it has.",
      fields: z.object({
        ...options,
        every: every.optional().describe("Also creates a schedule that repeats the audit."),
      }),
      headers: { Location: "The URL of the site audit." },
      status: 202,
      output: SiteAudit,
      errors: created,
    }),
    listSiteAudits: contract({
      ...base,
      id: "listSiteAudits",
      method: "GET",
      path: "/seo/site-audits",
      summary: "List site audits, newest first",
      query: page,
      output: z.object({ siteAudits: z.array(SiteAudit).describe("The site audits of the account."), next }),
      errors: [],
    }),
    readSiteAudit: contract({
      ...one,
      id: "readSiteAudit",
      method: "GET",
      path: "/seo/site-audits/{id}",
      summary: "Read the progress of a site audit",
      output: SiteAudit,
    }),
    removeSiteAudit: contract({
      ...one,
      id: "removeSiteAudit",
      method: "DELETE",
      path: "/seo/site-audits/{id}",
      summary: "Cancel a site audit, or delete one that has ended",
      description: "A canceled audit keeps its charges and the report of the pages that were read.",
      output: SiteAudit,
    }),
    followSiteAudit: contract({
      ...one,
      ...eventsBase,
      id: "followSiteAudit",
      path: "/seo/site-audits/{id}/events",
      summary: "Follow a site audit as server-sent events",
      description:
        "`page` for each page that was requested (number, url, status), `progress` with the object of GET /seo/site-audits/{id} when it has changed, and `end` with the same at the end. After a lost connection, send the last ID as `Last-Event-ID`: no page is missed or repeated. After `end`, the response is 204.",
      errors: ["unknown-site-audit", "busy"],
    }),
    createSiteAuditEventLink: contract({
      ...one,
      ...eventLinkBase,
      id: "createSiteAuditEventLink",
      path: "/seo/site-audits/{id}/events/link",
      summary: "Create a URL of the events of a site audit that works without a key",
    }),
    followLinkedSiteAudit: contract({
      ...one,
      ...linkedEventsBase,
      id: "followLinkedSiteAudit",
      path: "/seo/site-audits/{id}/events/link",
      summary: "Follow a site audit with a URL that works without a key",
      description: "POST creates this URL. It sends the events of GET /seo/site-audits/{id}/events.",
      errors: linkedErrors("unknown-site-audit"),
    }),
    readSiteAuditReport: contract({
      ...one,
      id: "readSiteAuditReport",
      method: "GET",
      path: "/seo/site-audits/{id}/report",
      summary: "Read the report of a site audit",
      description:
        "As JSON, as CSV (one table), as a ZIP file with every table as CSV, as XLSX with a sheet for each table, or as a page to read and print.",
      query: z.object({
        format: z
          .enum(["json", "csv", "zip", "xlsx", "html"])
          .optional()
          .describe("Overrides the Accept header."),
        table: z.enum(schemas.tables).default(schemas.tables[0]).describe("The table of a CSV file."),
        columns: z
          .enum(["screaming-frog"])
          .optional()
          .describe(
            "CSV with table=pages, and XLSX: the pages with the columns of Screaming Frog's export Internal: All, which is then the only sheet.",
          ),
        items: z
          .int()
          .min(0)
          .max(100)
          .optional()
          .describe(
            "JSON: entries of each list, such as the URLs of an issue, at most. Issues and checks stay complete. Default: all.",
          ),
      }),
      output: schemas.report,
      produces: ["application/json", reportTypes.csv, reportTypes.zip, reportTypes.xlsx, reportTypes.html],
      errors: ["unknown-site-audit", "job-not-finished", "job-without-result", "busy"],
    }),
    compareSiteAudits: contract({
      ...one,
      id: "compareSiteAudits",
      method: "GET",
      path: "/seo/site-audits/{id}/compare",
      summary: "Compare a site audit with an earlier one",
      description: "New and fixed issues, and pages that were added and removed.",
      query: z.object({ with: id.describe("The ID of the earlier audit.") }),
      output: schemas.comparison,
      errors: ["unknown-site-audit", "job-not-finished", "job-without-result", "busy"],
    }),
    shareSiteAudit: contract({
      ...one,
      id: "shareSiteAudit",
      method: "POST",
      path: "/seo/site-audits/{id}/share",
      summary: "Share the report of a site audit by a link",
      description:
        "Anyone with the link can read the report as a page for 7 days. An audit has one link: later calls return it again. Deleting the audit revokes it.",
      status: 201,
      output: z.object({
        url: z.string().describe("The link."),
        expiresAt: time.describe("When it expires."),
      }),
      errors: [
        "unknown-site-audit",
        "job-not-finished",
        "job-without-result",
        "payload-too-large",
        "too-many-shared-reports",
        "busy",
      ],
    }),
    unshareSiteAudit: contract({
      ...one,
      id: "unshareSiteAudit",
      method: "DELETE",
      path: "/seo/site-audits/{id}/share",
      summary: "Revoke the link to the report of a site audit",
      output: SharedReport,
      errors: ["unknown-site-audit", "unknown-shared-report"],
    }),
    listSharedReports: contract({
      ...base,
      id: "listSharedReports",
      method: "GET",
      path: "/seo/reports",
      summary: "List shared reports, newest first",
      description:
        "Reports of site audits, and of calls of /seo/audit with `share=true`, whose links work. An account can have 1,000 of them, 100 MB together.",
      query: page,
      output: z.object({
        reports: z.array(SharedReport).describe("The shared reports of the account."),
        next,
      }),
      errors: [],
    }),
    removeSharedReport: contract({
      ...base,
      id: "removeSharedReport",
      method: "DELETE",
      path: "/seo/reports/{id}",
      summary: "Revoke the link to a report",
      output: SharedReport,
      errors: ["unknown-shared-report"],
    }),
    createSiteAuditSchedule: contract({
      ...base,
      id: "createSiteAuditSchedule",
      method: "POST",
      path: "/seo/site-audit-schedules",
      repeatable: true,
      summary: "Repeat a site audit daily or weekly",
      description:
        "The first audit starts after one interval. You get an email when an audit finds new issues, or a lower score, compared with the one before. An account can have 20 schedules.",
      fields: z.object({ ...options, every: every.describe("How often to start an audit.") }),
      status: 201,
      output: Schedule,
      errors: ["key-scope", "url-invalid", "url-not-public", "too-many-site-audits"],
    }),
    listSiteAuditSchedules: contract({
      ...base,
      id: "listSiteAuditSchedules",
      method: "GET",
      path: "/seo/site-audit-schedules",
      summary: "List the schedules of site audits",
      output: z.object({ schedules: z.array(Schedule).describe("The schedules of the account.") }),
      errors: [],
    }),
    removeSiteAuditSchedule: contract({
      ...base,
      id: "removeSiteAuditSchedule",
      method: "DELETE",
      path: "/seo/site-audit-schedules/{id}",
      summary: "Delete a schedule; its audits stay",
      output: Schedule,
      errors: ["unknown-schedule"],
    }),
  };
}
export type SiteAuditContracts = ReturnType<typeof siteAuditContracts>;

const shownId = "01a1f985-ace8-7193-a290-1e9daeb3803b";
const shownOptions = {
  maxPages: 500,
  maxDepth: 20,
  subdomains: false,
  include: [],
  exclude: ["/cart/"],
  delayMs: 500,
  checkLinks: true,
};
const queued = {
  id: shownId,
  mode: "live",
  url: "https://example.com/",
  state: "queued",
  stopReason: null,
  progress: 0,
  pages: 0,
  requested: 0,
  waiting: 0,
  units: 0,
  options: shownOptions,
  schedule: null,
  createdAt: "2026-11-20T15:14:09.768Z",
  startedAt: null,
  finishedAt: null,
  estimatedEndAt: null,
  expiresAt: "2026-12-20T15:14:09.768Z",
  reportUrl: null,
  eventsUrl: `/seo/site-audits/${shownId}/events`,
  problem: null,
};
const running = {
  ...queued,
  state: "running",
  progress: 0.4,
  pages: 120,
  requested: 160,
  waiting: 240,
  units: 120,
  startedAt: "2026-11-20T15:14:09.790Z",
  estimatedEndAt: "2026-11-20T15:17:40.000Z",
};
const sharedReport = {
  id: shownId,
  url: "https://example.com/",
  createdAt: "2026-11-20T15:14:09.768Z",
  expiresAt: "2026-11-27T15:14:09.768Z",
};
const schedule = {
  id: shownId,
  mode: "live",
  url: "https://example.com/",
  every: "weekly",
  options: shownOptions,
  createdAt: "2026-11-20T15:14:09.768Z",
  nextAt: "2026-11-27T15:14:09.768Z",
};

const brokenLink = {
  url: "https://example.com/gone",
  detail: "404",
  related: ["https://example.com/blog/"],
  relatedCount: 1,
};
const shownReport = {
  startUrl: "https://example.com/",
  hosts: ["example.com"],
  startedAt: "2026-11-20T15:14:09.790Z",
  finishedAt: "2026-11-20T15:17:41.202Z",
  ending: "complete",
  totals: {
    urls: 124,
    pages: 120,
    htmlPages: 118,
    indexable: 115,
    redirects: 3,
    broken: 1,
    external: 40,
    resources: 85,
    bytes: 2_400_000,
  },
  skipped: { robots: 4, pattern: 0, depth: 0, nofollow: 0, trap: 0, limit: 0 },
  statuses: [
    { status: 200, count: 120 },
    { status: 301, count: 3 },
    { status: 404, count: 1 },
  ],
  depths: [
    { depth: 0, count: 1 },
    { depth: 1, count: 30 },
    { depth: 2, count: 89 },
  ],
  score: { average: 84, lowest: [{ url: "https://example.com/blog/", value: 61 }] },
  issues: [
    {
      id: "broken-link",
      severity: "high",
      title: "Broken internal links",
      remedy: "Fix the links, restore the page, or redirect its URL.",
      count: 1,
      items: [brokenLink],
    },
  ],
  checks: [{ check: "description-missing", pages: 12, examples: ["https://example.com/blog/"] }],
  templates: [
    {
      pattern: "/blog/{slug}",
      pages: 64,
      example: "https://example.com/blog/hello",
      issues: [{ id: "broken-link", count: 1 }],
    },
  ],
  links: {
    internal: 1_480,
    mostLinked: [{ url: "https://example.com/", value: 117 }],
    leastLinked: [{ url: "https://example.com/about", value: 1 }],
  },
  slowest: [{ url: "https://example.com/search", value: 940 }],
  sitemaps: [{ url: "https://example.com/sitemap.xml", status: 200, urls: 118, error: null }],
  robotsTxt: [{ origin: "https://example.com", status: 200, state: "parsed", crawlDelaySeconds: null }],
  traps: [],
};
const shownComparison = {
  isWorse: true,
  newCount: 1,
  fixedCount: 0,
  remainingCount: 12,
  score: { before: 85, after: 84 },
  addedPages: { count: 1, urls: ["https://example.com/blog/new"] },
  removedPages: { count: 0, urls: [] },
  issues: [
    {
      id: "broken-link",
      severity: "high",
      title: "Broken internal links",
      before: 0,
      after: 1,
      newCount: 1,
      fixedCount: 0,
      remainingCount: 0,
      newItems: [brokenLink],
      fixedItems: [],
    },
  ],
};

/** A call of each endpoint, by the ID of its contract: for the OpenAPI documents. */
export const siteAuditExamples: ShownCalls = {
  createSiteAudit: { request: { url: "https://example.com/", exclude: ["/cart/"] }, response: queued },
  listSiteAudits: { query: { limit: 10 }, response: { siteAudits: [], next: null } },
  readSiteAudit: { response: running },
  createSiteAuditEventLink: shownEventLink(`/seo/site-audits/${shownId}`),
  removeSiteAudit: { response: { ...running, state: "canceled", stopReason: "canceled", progress: 1 } },
  readSiteAuditReport: { response: shownReport },
  compareSiteAudits: { query: { with: shownId }, response: shownComparison },
  shareSiteAudit: {
    response: {
      url: "https://api.example.com/reports/4yT0mJ0q8b9J2nq3wW0W4v2n1bG2m5a6",
      expiresAt: "2026-11-27T15:14:09.768Z",
    },
  },
  unshareSiteAudit: { response: sharedReport },
  listSharedReports: { query: { limit: 10 }, response: { reports: [sharedReport], next: null } },
  removeSharedReport: { response: sharedReport },
  createSiteAuditSchedule: {
    request: { url: "https://example.com/", every: "weekly", exclude: ["/cart/"] },
    response: schedule,
  },
  listSiteAuditSchedules: { response: { schedules: [schedule] } },
  removeSiteAuditSchedule: { response: schedule },
};
