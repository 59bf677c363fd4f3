import { z } from "zod";
import type { Caller } from "../accounts/authenticate.ts";
import examples from "../apis/examples.json" with { type: "json" };
import { exportTables } from "../apis/seo/site/crawl.ts";
import type { ServerCall } from "../http/metering/resource-endpoints.ts";
import { type EventServices, eventActions } from "../jobs/event-links.ts";
import { unknownReport } from "../jobs/job.ts";
import { inPages } from "../kit/contract.ts";
import { actionsOf, type DescribedResource } from "../kit/resource.ts";
import { intervals, SITE_AUDIT_API, unknownSchedule, unknownSiteAudit } from "./site-audit.ts";
import { optionFields, reportSchemas, reportTypes, siteAuditResponses } from "./site-audit-schemas.ts";
import type { SiteAuditService } from "./site-audit-service.ts";

const time = z.iso.datetime();

const creationErrors = [
  "key-scope",
  "plan-required",
  "quota-exceeded",
  "url-invalid",
  "url-not-public",
  "too-many-site-audits",
  "job-storage-full",
] as const;

/** Dependencies of the actions. */
export interface SiteAuditServices extends EventServices {
  readonly siteAudits: SiteAuditService;
}

const group = { access: "key", tag: "Site audits", errors: ["unknown-site-audit"] } as const;
const action = actionsOf<SiteAuditServices, ServerCall>(group);
const id = z.string().regex(/^[\w.-]{1,64}$/, "must be the ID of a site audit");

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
  score: null,
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

/** Reports whether a caller sees no object: site audits are live, and those of a key have the scope of their API. */
function seesNone({ mode, apis }: Caller): boolean {
  return mode === "test" || (apis !== null && !apis.includes(SITE_AUDIT_API));
}

/** The account of a caller who sees its objects. Throws `unknown`. */
function ownerOf(caller: Caller, unknown = unknownSiteAudit): string {
  if (seesNone(caller)) throw unknown();
  return caller.account;
}

/** The members that all resources of site audits share. */
const shared = { api: SITE_AUDIT_API, label: SITE_AUDIT_API, isKeyless: true };

/** The actions that start an audit or a schedule have these. */
const creation = { scope: SITE_AUDIT_API, areParameters: true, isFound: true } as const;

const list = action({
  id: "listSiteAudits",
  path: "/seo/site-audits",
  summary: "List site audits, newest first",
  ...inPages("siteAudits", () => siteAuditResponses().SiteAudit, "The site audits of the account.", running),
  run: async ({ caller, query }, { siteAudits }) =>
    seesNone(caller) ? { siteAudits: [], next: null } : siteAudits.list(caller.account, query),
});

const get = action({
  id: "readSiteAudit",
  path: "/seo/site-audits/{id}",
  summary: "Read the progress of a site audit",
  output: () => siteAuditResponses().SiteAudit,
  example: { response: running },
  run: async ({ caller, id }, { siteAudits }) => siteAudits.read(ownerOf(caller), id),
});

const share = action({
  id: "shareSiteAudit",
  method: "POST",
  path: "/seo/site-audits/{id}/share",
  summary: "Share the report of a site audit by a link",
  description:
    "Anyone with the link can read the report as a page for 7 days. An audit has one link: later calls return it again. Deleting the audit revokes it.",
  status: 201,
  output: () =>
    z.object({
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
  example: {
    response: {
      url: "https://api.example.com/reports/4yT0mJ0q8b9J2nq3wW0W4v2n1bG2m5a6",
      expiresAt: "2026-11-27T15:14:09.768Z",
    },
  },
  run: async ({ caller, id }, { siteAudits }) => siteAudits.share(ownerOf(caller), id),
});

const unshare = action({
  id: "unshareSiteAudit",
  method: "DELETE",
  path: "/seo/site-audits/{id}/share",
  summary: "Revoke the link to the report of a site audit",
  output: () => siteAuditResponses().SharedReport,
  errors: ["unknown-site-audit", "unknown-shared-report"],
  example: { response: sharedReport },
  run: async ({ caller, id }, { siteAudits }) => siteAudits.unshare(ownerOf(caller), id),
});

const remove = action({
  id: "removeSiteAudit",
  method: "DELETE",
  path: "/seo/site-audits/{id}",
  summary: "Cancel or delete a site audit",
  description:
    "Cancels an audit that has not ended: it keeps its charges and the report of the pages that were read. Deletes an audit that has ended.",
  output: () => siteAuditResponses().SiteAudit,
  example: { response: { ...running, state: "canceled", stopReason: "canceled", progress: 1 } },
  run: async ({ caller, id }, { siteAudits }) => siteAudits.remove(ownerOf(caller), id),
});

const create = action({
  id: "createSiteAudit",
  method: "POST",
  path: "/seo/site-audits",
  repeatable: true,
  summary: "Audit all pages of a site",
  description:
    "Crawls the site from the start URL and its sitemaps, follows its robots.txt, and runs the checks of `/seo/audit` on each page. Each page with a 2xx response costs one call, when it is read. If the quota is used up, the audit ends, and its report covers the pages read so far.",
  fields: z.object({
    ...optionFields,
    every: z.enum(intervals).optional().describe("Also creates a schedule that repeats the audit."),
  }),
  headers: { Location: "The URL of the site audit." },
  status: 202,
  output: () => siteAuditResponses().SiteAudit,
  errors: creationErrors,
  ...creation,
  example: { request: { url: "https://example.com/", exclude: ["/cart/"] }, response: queued },
  location: ({ id }) => `/seo/site-audits/${id}`,
  run: ({ fields, caller, idempotencyHash }, { siteAudits }) =>
    siteAudits.create(caller, fields, idempotencyHash),
});

const report = action({
  id: "readSiteAuditReport",
  path: "/seo/site-audits/{id}/report",
  summary: "Read the report of a site audit",
  description:
    "Returns the report as JSON, CSV (one table), ZIP (every table as CSV), XLSX (a sheet for each table), or as a page to read and print.",
  query: z.object({
    format: z
      .enum(["json", "csv", "zip", "xlsx", "html"])
      .optional()
      .describe("The format of the report. Overrides the `Accept` header."),
    table: z.enum(exportTables).default(exportTables[0]).describe("The table of a CSV file."),
    columns: z
      .enum(["screaming-frog"])
      .optional()
      .describe(
        '`screaming-frog`: the columns of Screaming Frog\'s export "Internal: All". Only for XLSX, which then has one sheet, and for CSV with `table=pages`.',
      ),
    items: z
      .int()
      .min(0)
      .max(100)
      .optional()
      .describe(
        "JSON only: maximum entries of each list, such as the URLs of an issue. Issues and checks stay complete. Default: all.",
      ),
  }),
  output: () => reportSchemas().SiteReport,
  produces: ["application/json", reportTypes.csv, reportTypes.zip, reportTypes.xlsx, reportTypes.html],
  errors: ["unknown-site-audit", "job-not-finished", "job-without-result", "busy"],
  example: { response: examples.readSiteAuditReport.response },
  run: async ({ caller, id, query, request, requestId }, { siteAudits }) =>
    siteAudits.reportResponse(ownerOf(caller), id, query, request, requestId),
});

const compare = action({
  id: "compareSiteAudits",
  path: "/seo/site-audits/{id}/compare",
  summary: "Compare a site audit with an earlier one",
  description: "Returns new and fixed issues, and added and removed pages.",
  query: z.object({ with: id.describe("The ID of the earlier audit.") }),
  output: () => reportSchemas().SiteComparison,
  errors: ["unknown-site-audit", "job-not-finished", "job-without-result", "busy"],
  example: { query: { with: shownId }, response: examples.compareSiteAudits.response },
  run: async ({ caller, id, query }, { siteAudits }) => siteAudits.compare(ownerOf(caller), id, query.with),
});

const events = eventActions<SiteAuditServices>({
  name: "SiteAudit",
  title: "a site audit",
  tag: group.tag,
  path: "/seo/site-audits/{id}",
  events:
    "Sends `page` for each page that was requested (number, url, status), `progress` with the object of `GET /seo/site-audits/{id}` each time it has changed, and `end` with it when the audit has ended. After a lost connection, send the last ID as `Last-Event-ID`: no page is missed or repeated.",
  unknown: unknownSiteAudit,
  ownerOf: ({ siteAudits }, id) => siteAudits.ownerOf(id),
  async read({ siteAudits }, caller, id, after) {
    return siteAudits.progress(ownerOf(caller), id, after);
  },
});

/** Audits of all pages of a site. */
export const siteAuditResource = {
  ...shared,
  name: "siteAudits",
  title: "Site audits",
  summary: "Audits of all pages of a site, with their reports.",
  tools: { site_audit_list: "list", site_audit_compare: "compare" },
  actions: {
    create,
    list,
    get,
    report,
    compare,
    share,
    unshare,
    delete: remove,
    events: events.follow,
    eventLink: events.link,
  },
  open: [events.linked],
} satisfies DescribedResource<SiteAuditServices, ServerCall>;

const sharedReportResource = {
  ...shared,
  name: "sharedReports",
  title: "Shared reports",
  summary: "Reports that anyone with the link can open.",
  actions: {
    list: action({
      id: "listSharedReports",
      path: "/seo/reports",
      summary: "List shared reports, newest first",
      description:
        "Lists shared reports of site audits and of `/seo/audit` with `share=true` until their links expire. An account can have up to 1,000 shared reports with a total of 100 MB.",
      ...inPages(
        "reports",
        () => siteAuditResponses().SharedReport,
        "The shared reports of the account.",
        sharedReport,
      ),
      run: async ({ caller, query }, { siteAudits }) =>
        seesNone(caller) ? { reports: [], next: null } : siteAudits.listReports(caller.account, query),
    }),
    delete: action({
      id: "removeSharedReport",
      method: "DELETE",
      path: "/seo/reports/{id}",
      summary: "Revoke the link to a report",
      output: () => siteAuditResponses().SharedReport,
      errors: ["unknown-shared-report"],
      example: { response: sharedReport },
      run: async ({ caller, id }, { siteAudits }) =>
        siteAudits.removeReport(ownerOf(caller, unknownReport), id),
    }),
  },
} satisfies DescribedResource<SiteAuditServices, ServerCall>;

const scheduleResource = {
  ...shared,
  name: "siteAuditSchedules",
  title: "Site audit schedules",
  summary: "Site audits that are repeated daily or weekly.",
  actions: {
    create: action({
      id: "createSiteAuditSchedule",
      method: "POST",
      path: "/seo/site-audit-schedules",
      repeatable: true,
      summary: "Create a schedule",
      description:
        "The first audit starts after one interval. You get an email when an audit finds new issues, or a lower score, compared with the one before. An account can have 20 schedules.",
      fields: z.object({
        ...optionFields,
        every: z.enum(intervals).describe("How often to start an audit."),
      }),
      status: 201,
      output: () => siteAuditResponses().Schedule,
      errors: ["key-scope", "url-invalid", "url-not-public", "too-many-site-audits"],
      ...creation,
      example: {
        request: { url: "https://example.com/", every: "weekly", exclude: ["/cart/"] },
        response: schedule,
      },
      headers: { Location: "The URL of the schedule." },
      location: ({ id }) => `/seo/site-audit-schedules/${id}`,
      run: ({ fields, caller, idempotencyHash }, { siteAudits }) =>
        siteAudits.createSchedule(caller, fields, idempotencyHash),
    }),
    list: action({
      id: "listSiteAuditSchedules",
      path: "/seo/site-audit-schedules",
      summary: "List the schedules of site audits",
      output: () =>
        z.object({
          schedules: z.array(siteAuditResponses().Schedule).describe("The schedules of the account."),
        }),
      errors: [],
      example: { response: { schedules: [schedule] } },
      run: async ({ caller }, { siteAudits }) =>
        seesNone(caller) ? { schedules: [] } : siteAudits.listSchedules(caller.account),
    }),
    delete: action({
      id: "removeSiteAuditSchedule",
      method: "DELETE",
      path: "/seo/site-audit-schedules/{id}",
      summary: "Delete a schedule",
      description: "Deletes the schedule. Its audits are kept.",
      output: () => siteAuditResponses().Schedule,
      errors: ["unknown-schedule"],
      example: { response: schedule },
      run: async ({ caller, id }, { siteAudits }) =>
        siteAudits.removeSchedule(ownerOf(caller, unknownSchedule), id),
    }),
  },
} satisfies DescribedResource<SiteAuditServices, ServerCall>;

/** The resources of site audits. */
export const siteAuditResources = [siteAuditResource, sharedReportResource, scheduleResource];
