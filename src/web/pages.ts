import type { Catalogue } from "../accounts/catalogue.ts";
import type { AccountPages } from "../http/accounts/account-pages.ts";
import type { AdminPages } from "../http/admin/admin-pages.ts";
import type { Endpoint } from "../http/core/endpoint.ts";
import type { ErrorPage, FailedRequest } from "../http/core/error-response.ts";
import type { Send } from "../http/core/in-process.ts";
import { redirect } from "../http/core/responses.ts";
import type { Api } from "../kit/descriptor.ts";
import { lazily } from "../kit/lazily.ts";
import { openedPage, readPageQuery } from "../kit/page-table.ts";
import { Problem } from "../kit/problem.ts";
import { rawQuery } from "../kit/query.ts";
import type { Resource } from "../kit/resource.ts";
import type { AvailabilityMeter, DayAvailability } from "../ops/availability.ts";
import type { Incidents } from "../ops/incidents.ts";
import type { SiteAuditRenderers } from "../site-audits/site-audit-pages.ts";
import type { SharedAudit } from "../site-audits/site-audit-service.ts";
import { type Call, createCall } from "./call.ts";
import { docsEndpoints } from "./docs/docs-endpoints.ts";
import { fileEndpoints } from "./file-endpoints.ts";
import { imageResponse, markdownResponse, pageHeaders, pageResponse } from "./headers.ts";
import { machineReadableEndpoints } from "./machine-readable.ts";
import { loadRenderers } from "./renderers.ts";
import { REPORT_POLICY, sharedReport } from "./shared-report.ts";
import { KEPT, siteEndpoint } from "./site-endpoint.ts";
import type { Figures } from "./status.tsx";
import { toolEndpoints } from "./tools/tool-endpoints.ts";

/** While the database is away. */
const NO_FIGURES: Figures = new Map();
const NO_HISTORY: readonly DayAvailability[] = [];

/** Contents and dependencies of the pages. */
export interface SiteOptions {
  /** An API added here appears on the pages without a change there. Those with keys read samples of our own. */
  readonly apis: readonly Api[];
  /** The resources of the platform, which the docs list. */
  resources(): readonly Resource[];
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Whether calls need a key and people can have accounts. */
  readonly metering: boolean;
  /** Whether links are sent by email; else they are printed. */
  readonly sendsEmail: boolean;
  readonly catalogue: Catalogue;
  /** Names of the APIs that are off: they are shown and not sold. */
  readonly off: ReadonlySet<string>;
  /** Whether visitors may try the APIs without a key. */
  readonly trial: boolean;
  /** The HTML of a shared report by the token of its link; undefined where it is unknown or has expired. */
  report(token: string): Promise<string | undefined>;
  /** The shared site audit by the token of its link; undefined for other links. */
  sharedAudit(token: string): Promise<SharedAudit | undefined>;
  /** Where the operator's name and logo are. */
  readonly dataDir: string;
  /** Origins of the pages to pay on; none where nobody pays. */
  readonly payOrigins: readonly string[];
  /** The operator's email address for customers. */
  readonly contact: string | undefined;
  readonly availability: Pick<AvailabilityMeter, "report" | "history">;
  readonly incidents: Pick<Incidents, "list">;
  /** Calls the operations of `apis` for examples; nothing is charged. */
  readonly send: Send;
}

/** The pages of the site, and the renderers of account pages for the accounts module. */
export interface Pages {
  readonly endpoints: readonly Endpoint[];
  accountPages(): Promise<AccountPages>;
  siteAuditPages(): Promise<SiteAuditRenderers>;
  adminPages(): Promise<AdminPages>;
  /** Loads what renders pages, so that the first visitor does not wait for it. */
  warm(): Promise<unknown>;
  /** Writes an error as a page. */
  errorPage(problem: Problem, requestId: string, request: FailedRequest): Promise<ErrorPage>;
}

function createContext(options: SiteOptions) {
  const { baseUrl, send } = options;
  return {
    options,
    renderers: lazily(() => loadRenderers(options)),
    /** Calls operations for the examples of a page, until its request ends. */
    calls: (request: Request): Call => createCall(send, baseUrl, request.signal),
    /** The measurements. A page without figures is better than an error. */
    figures: (): Promise<Figures> => options.availability.report().catch(() => NO_FIGURES),
  };
}
type PageContext = ReturnType<typeof createContext>;

function landingEndpoint({ options, renderers, calls }: PageContext): Endpoint {
  const { apis, catalogue, off } = options;
  return siteEndpoint("/", "landing", async (request, requestId) => {
    // Links of earlier releases.
    const given = new URLSearchParams(rawQuery(request.url)).get("uuid");
    if (given !== null)
      return redirect(`/tools/uuid?${new URLSearchParams({ uuid: given })}#read`, requestId);
    const { landing, site, charts } = await renderers();
    const html = await landing({
      apis,
      site,
      call: calls(request),
      catalogue,
      charts,
      off,
    });
    // It shows UUIDs made for it: a copy from a cache would show them twice.
    return pageResponse(requestId, html, "no-store");
  });
}

function pricingEndpoints({ options, renderers }: PageContext): Endpoint[] {
  const { apis, catalogue, off, metering, baseUrl } = options;
  if (!metering) return [];
  const titleOf = new Map(apis.map(({ name, title }) => [name, title]));
  return [
    siteEndpoint("/pricing", "pricing", async (request, requestId) => {
      const [{ pricingPage }, { site }] = await Promise.all([
        import("./pricing/pricing-page.tsx"),
        renderers(),
      ]);
      const query = new URLSearchParams(rawQuery(request.url));
      return pageResponse(requestId, pricingPage(site, { catalogue, off, titleOf }, query), KEPT);
    }),
    siteEndpoint("/pricing.md", "pricing", async (_request, requestId) => {
      const { pricingMarkdown } = await import("./pricing/pricing-markdown.ts");
      return markdownResponse(requestId, pricingMarkdown({ catalogue, off, titleOf }, baseUrl));
    }),
  ];
}

function benchmarksEndpoints({ renderers }: PageContext): Endpoint[] {
  let kept: string | undefined;
  return [
    siteEndpoint("/benchmarks", "benchmarks", async (_request, requestId) => {
      const [{ benchmarksPage }, { site, results }] = await Promise.all([
        import("./benchmarks/benchmarks-page.tsx"),
        renderers(),
      ]);
      kept ??= benchmarksPage(site, results);
      return pageResponse(requestId, kept, KEPT);
    }),
    siteEndpoint("/benchmarks.md", "benchmarks", async (_request, requestId) => {
      const [{ benchmarksMarkdown }, { results }] = await Promise.all([
        import("./benchmarks/benchmarks-markdown.ts"),
        renderers(),
      ]);
      return markdownResponse(requestId, benchmarksMarkdown(results));
    }),
  ];
}

function statusEndpoint({ options, renderers, figures }: PageContext): Endpoint {
  // A page whose figures have not changed is not written again.
  let kept: { measured: Figures; history: unknown; told: string; html: string } | undefined;
  return siteEndpoint("/status", "status", async (_request, requestId) => {
    const [{ statusPage }, { site }, measured, history, incidents] = await Promise.all([
      import("./status.tsx"),
      renderers(),
      figures(),
      options.availability.history().catch(() => NO_HISTORY),
      options.incidents.list().catch(() => []),
    ]);
    const { apis, off } = options;
    const told = JSON.stringify(incidents);
    if (kept?.measured !== measured || kept.history !== history || kept.told !== told) {
      const html = statusPage({ apis, site, figures: measured, history, incidents, off, now: Date.now() });
      kept = { measured, history, told, html };
    }
    const { html } = kept;
    return pageResponse(requestId, html, "no-store");
  });
}

function problemEndpoints({ options, renderers, calls }: PageContext): Endpoint[] {
  return [
    // The guide lists every code.
    siteEndpoint("/problems", "problems", async (_request, requestId) => redirect("/docs/errors", requestId)),
    siteEndpoint("/problems/{code}", "problem", async (request, requestId) => {
      const [{ problemPage, isProblemCode }, { site }] = await Promise.all([
        import("./problems.tsx"),
        renderers(),
      ]);
      const { code = "" } = request.params;
      if (!isProblemCode(code)) {
        throw new Problem("not-found", "No error has this code. /docs/errors lists all codes.");
      }
      const call = calls(request);
      const html = await problemPage(code, options.apis, site, call);
      return pageResponse(requestId, html, KEPT);
    }),
  ];
}

function unknownReport(): Problem {
  return new Problem(
    "not-found",
    "This report does not exist, or its link has expired. Run the audit again.",
  );
}

/** Headers of what a link shares: search engines are asked to leave it out. */
function sharedHeaders(requestId: string): Record<string, string> {
  return { ...pageHeaders(requestId, "private, no-store"), "X-Robots-Tag": "noindex" };
}

/** Reports that were shared by a link: site audits are pages of this site, others are documents as they were stored. */
function reportEndpoints({ options, renderers }: PageContext): Endpoint[] {
  const sharedPages = () => Promise.all([import("./shared-audit-page.tsx"), renderers()]);
  return [
    siteEndpoint("/reports/{token}", "report", async (request, requestId) => {
      const { token = "" } = request.params;
      const shared = await options.sharedAudit(token);
      if (shared !== undefined) {
        const [{ sharedAuditPage }, { site }] = await sharedPages();
        const query = readPageQuery(new URLSearchParams(rawQuery(request.url)));
        const html = sharedAuditPage(site, `/reports/${token}`, shared, query);
        return new Response(html, { headers: sharedHeaders(requestId) });
      }
      const html = await options.report(token);
      if (html === undefined) throw unknownReport();
      const headers = { ...sharedHeaders(requestId), "Content-Security-Policy": REPORT_POLICY };
      const { site } = await renderers();
      return new Response(sharedReport(html, site), { headers });
    }),
    siteEndpoint("/reports/{token}/pages/{place}", "report", async (request, requestId) => {
      const { token = "", place } = request.params;
      const shared = await options.sharedAudit(token);
      if (shared === undefined) throw unknownReport();
      const [{ sharedAuditedPage }, { site }] = await sharedPages();
      const html = sharedAuditedPage(site, `/reports/${token}`, shared, openedPage(shared.overview, place));
      return new Response(html, { headers: sharedHeaders(requestId) });
    }),
    siteEndpoint("/brand/logo", "asset", async (_request, requestId) => {
      const { logo } = (await renderers()).site.brand;
      if (logo === undefined) throw new Problem("not-found", "This server has no logo of its operator.");
      return imageResponse(requestId, logo.bytes, logo.type, KEPT);
    }),
  ];
}

/**
 * The pages of the site and the files that they load. Unlike operations, pages ignore query names that they
 * do not know: links come with tracking parameters.
 */
export function createPages(options: SiteOptions): Pages {
  const context = createContext(options);
  const { renderers } = context;
  const endpoints = [
    landingEndpoint(context),
    ...toolEndpoints(context),
    ...docsEndpoints({ facts: context.options, ...context }),
    ...pricingEndpoints(context),
    ...benchmarksEndpoints(context),
    statusEndpoint(context),
    ...problemEndpoints(context),
    ...reportEndpoints(context),
    siteEndpoint("/assets/{name}", "asset", async (request, requestId) => {
      const { assets } = await renderers();
      return assets.handle(request, requestId);
    }),
    siteEndpoint("/favicon.ico", "asset", async (request, requestId) => {
      const { assets } = await renderers();
      return assets.handle(request, requestId, "favicon.ico");
    }),
    ...fileEndpoints(options.apis, context.calls),
    ...machineReadableEndpoints(options),
  ];
  return {
    endpoints,
    warm: renderers,
    async errorPage(problem, requestId, request) {
      const [{ errorPage }, { site }] = await Promise.all([import("./error-page.tsx"), renderers()]);
      const titleOf = (name: string) => options.apis.find((api) => api.name === name)?.title;
      const html = errorPage(site, problem, requestId, { ...request, title: titleOf(request.api) });
      return { html, headers: pageHeaders(requestId, "no-store") };
    },
    async accountPages() {
      const [{ accountPages }, { site }] = await Promise.all([import("./account.tsx"), renderers()]);
      return accountPages(site, options.apis, options.off, options.payOrigins);
    },
    async siteAuditPages() {
      const [pages, { site }] = await Promise.all([import("./site-audits-page.tsx"), renderers()]);
      const seo = options.apis.find(({ name }) => name === "seo");
      return {
        siteAudits: (view) => pages.siteAuditsPage(site, view),
        siteAudit: (view) => pages.siteAuditPage(site, view),
        auditedPage: (view) => pages.auditedPage(site, view, seo),
      };
    },
    async adminPages() {
      const [{ adminPages }, { site }] = await Promise.all([import("./admin.tsx"), renderers()]);
      const { apis, off, catalogue, contact, payOrigins } = options;
      return adminPages(site, { apis, off, catalogue, contact, hasPayments: payOrigins.length > 0 });
    },
  };
}
