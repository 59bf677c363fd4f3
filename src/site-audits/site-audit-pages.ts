import type { Caller } from "../accounts/authenticate.ts";
import { consoleKeyId } from "../accounts/console-tokens.ts";
import { type AccountDeps, AccountSite } from "../http/accounts/account-site.ts";
import { type PathMethod, pathEndpoints, withErrorPages } from "../http/core/contract-endpoints.ts";
import type { Endpoint, RoutedRequest } from "../http/core/endpoint.ts";
import type { EventStreams } from "../http/core/event-streams.ts";
import { readTexts } from "../http/core/form-body.ts";
import { limitRejections } from "../http/core/ip-rate-limit.ts";
import { redirect } from "../http/core/responses.ts";
import { openedPage, type PageQuery, readPageQuery } from "../kit/page-table.ts";
import { Problem } from "../kit/problem.ts";
import { inputReader, rawQuery } from "../kit/query.ts";
import type { OverviewPage, SiteOverview } from "../kit/site-overview.ts";
import type { Comparison } from "./crawler.ts";
import { formatOf, reportHeaders } from "./report-response.ts";
import { SITE_AUDIT_API } from "./site-audit.ts";
import { siteAuditResource } from "./site-audit-resource.ts";
import type { ScheduleView, SiteAuditView } from "./site-audit-responses.ts";
import type { SiteAuditService } from "./site-audit-service.ts";

/** Contents of the page with the site audits of an account. */
export interface SiteAuditsPage {
  readonly siteAudits: readonly SiteAuditView[];
  /** Pass it as `after` for the next page; null on the last. */
  readonly next: string | null;
  readonly schedules: readonly ScheduleView[];
  /** Calls that the account has left; undefined where credits pay for them. */
  readonly callsLeft: number | undefined;
  /** The fields of the form as they were filled in: by somebody, or by a link that audits a site again. */
  readonly typed: Pick<URLSearchParams, "get">;
  readonly rejected?: { readonly parameter: string | undefined; readonly reason: string } | undefined;
}

/** Contents of the page of one site audit. */
export interface SiteAuditPage {
  readonly audit: SiteAuditView;
  /** Earlier audits of the same URL that have a report, the newest first. */
  readonly earlier: readonly SiteAuditView[];
  /** The one that it is compared with: by default the last one before. */
  readonly compared:
    | { readonly id: string; readonly since: string; readonly changes: Comparison }
    | undefined;
  /** Undefined for an audit without a report, and for one that an earlier release has analyzed. */
  readonly overview: SiteOverview | undefined;
  readonly query: PageQuery;
  /** The link to its report, if it has one. */
  readonly shared: { readonly url: string; readonly expiresAt: string } | undefined;
}

/** Contents of the page of one page of an audited site. */
export interface AuditedPage {
  readonly audit: SiteAuditView;
  readonly overview: SiteOverview;
  readonly page: OverviewPage;
}

/** The pages as HTML documents, written by `web`. */
export interface SiteAuditRenderers {
  siteAudits(view: SiteAuditsPage): string;
  siteAudit(view: SiteAuditPage): string;
  auditedPage(view: AuditedPage): string;
}

interface SiteAuditPagesDeps {
  readonly account: AccountDeps;
  readonly service: SiteAuditService;
  readonly streams: EventStreams;
  pages(): Promise<SiteAuditRenderers>;
}

const BASE = "/account/site-audits";
const LISTED = 25;
const EARLIER = 20;

interface SignedInAudit {
  readonly account: string;
  readonly id: string;
  readonly request: RoutedRequest;
  readonly requestId: string;
  readonly query: URLSearchParams;
}

class SiteAuditPageHandlers {
  readonly #deps: SiteAuditPagesDeps;
  readonly #site: AccountSite;

  constructor(deps: SiteAuditPagesDeps, site: AccountSite) {
    this.#deps = deps;
    this.#site = site;
  }

  route(
    method: "GET" | "POST",
    path: `/${string}`,
    id: string,
    act: (own: SignedInAudit) => Promise<Response>,
  ): PathMethod {
    return {
      id,
      method,
      path,
      handle: async (request, requestId) => {
        const account = await this.#site.signedIn(request);
        const query = new URLSearchParams(rawQuery(request.url));
        return act({ account, id: request.params.id ?? "", request, requestId, query });
      },
    };
  }

  /** The account as a caller without a key: with all of its grants. */
  async #caller(account: string): Promise<Caller> {
    return this.#site.accounts.authenticator.identifyById(consoleKeyId(account), account);
  }

  async #callsLeft(account: string): Promise<number | undefined> {
    const { apis } = await this.#site.accounts.usage(account);
    const quotas = apis.find(({ api }) => api === SITE_AUDIT_API)?.quotas ?? [];
    if (quotas.length === 0 || quotas.some(({ unit }) => unit === "credits")) return undefined;
    return quotas.reduce((sum, { remaining }) => sum + remaining, 0);
  }

  async list(
    { account, requestId, query }: SignedInAudit,
    { typed, rejected }: Pick<SiteAuditsPage, "typed" | "rejected"> = { typed: query },
  ): Promise<Response> {
    const { service } = this.#deps;
    const after = query.get("after") ?? undefined;
    const [audits, { schedules }, callsLeft] = await Promise.all([
      service.list(account, { after, limit: LISTED }),
      service.listSchedules(account),
      this.#callsLeft(account),
    ]);
    const status = rejected === undefined ? 200 : 400;
    const view = { ...audits, schedules, callsLeft, typed, rejected };
    return this.#show(requestId, (pages) => pages.siteAudits(view), status);
  }

  async #show(requestId: string, render: (pages: SiteAuditRenderers) => string, status = 200) {
    const pages = await this.#deps.pages();
    return this.#site.page(requestId, () => render(pages), status);
  }

  async start(own: SignedInAudit): Promise<Response> {
    const { service } = this.#deps;
    const { fields } = siteAuditResource.actions.create;
    const typed = new URLSearchParams([...(await readTexts(own.request, fields))]);
    const texts = new URLSearchParams([...typed].filter(([, value]) => value !== ""));
    const url = (texts.get("url") ?? "").trim();
    // People type the name of their site.
    if (url !== "") texts.set("url", /^https?:\/\//i.test(url) ? url : `https://${url}`);
    try {
      const request = inputReader(fields, [])(texts.toString(), {});
      const audit = await service.create(await this.#caller(own.account), request);
      return redirect(`${BASE}/${audit.id}`, own.requestId);
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      const { parameter } = error.options;
      return this.list(own, { typed, rejected: { parameter, reason: error.message } });
    }
  }

  async read({ account, id, requestId, query }: SignedInAudit): Promise<Response> {
    const { service } = this.#deps;
    const audit = await service.read(account, id);
    const earlier = audit.reportUrl === null ? [] : await service.earlier(account, audit, EARLIER);
    const other = earlier.find((one) => one.id === query.get("with")) ?? earlier[0];
    const compared = other && {
      id: other.id,
      since: other.createdAt,
      changes: await service.changes(account, id, other.id),
    };
    const [shared, overview] = await Promise.all([
      service.shared(account, id),
      service.overview(account, id),
    ]);
    const view = { audit, earlier, compared, shared, overview, query: readPageQuery(query) };
    return this.#show(requestId, (pages) => pages.siteAudit(view));
  }

  async page({ account, id, request, requestId }: SignedInAudit): Promise<Response> {
    const { service } = this.#deps;
    const [audit, overview] = await Promise.all([service.read(account, id), service.overview(account, id)]);
    const view = { audit, ...openedPage(overview, request.params.place) };
    return this.#show(requestId, (pages) => pages.auditedPage(view));
  }

  async report({ account, id, request, requestId, query }: SignedInAudit): Promise<Response> {
    const { service } = this.#deps;
    const given = inputReader(siteAuditResource.actions.report.query, [])(query.toString(), {});
    const format = formatOf(request, given.format ?? "html");
    const file = await service.report(account, id, { ...given, format });
    return new Response(file.body, { headers: reportHeaders(format, file, requestId) });
  }

  async remove({ account, id, requestId }: SignedInAudit): Promise<Response> {
    const { state } = await this.#deps.service.remove(account, id);
    // One that was canceled has a page; one that was deleted has none.
    const isLeft = await this.#deps.service.read(account, id).then(
      () => true,
      () => false,
    );
    return redirect(isLeft && state === "canceled" ? `${BASE}/${id}` : BASE, requestId);
  }
}

/** The pages of site audits, for people who are signed in. */
export function siteAuditPages(deps: SiteAuditPagesDeps): Endpoint[] {
  const site = new AccountSite(deps.account);
  const on = new SiteAuditPageHandlers(deps, site);
  const { service, streams } = deps;
  const endpoints = pathEndpoints("accounts", false, [
    on.route("GET", BASE, "listSiteAuditsPage", (own) => on.list(own)),
    on.route("POST", BASE, "startSiteAuditPage", (own) => on.start(own)),
    on.route("GET", `${BASE}/{id}`, "siteAuditPage", (own) => on.read(own)),
    on.route("GET", `${BASE}/{id}/events`, "siteAuditPageEvents", ({ account, id, request, requestId }) => {
      // The session may end while the events are sent.
      const read = async (after: number) => service.progress(await site.signedIn(request), id, after);
      return streams.follow(request, requestId, { account, read, isShared: false });
    }),
    on.route("GET", `${BASE}/{id}/pages/{place}`, "auditedPage", (own) => on.page(own)),
    on.route("GET", `${BASE}/{id}/report`, "siteAuditPageReport", (own) => on.report(own)),
    on.route("POST", `${BASE}/{id}/remove`, "removeSiteAuditPage", (own) => on.remove(own)),
    ...(["share", "unshare"] as const).map((act) =>
      on.route("POST", `${BASE}/{id}/${act}`, `${act}SiteAuditPage`, async (own) => {
        await service[act](own.account, own.id);
        return redirect(`${BASE}/${own.id}`, own.requestId);
      }),
    ),
    on.route("POST", `${BASE}/schedules/{id}/delete`, "deleteSchedulePage", async (own) => {
      await service.removeSchedule(own.account, own.id);
      return redirect(BASE, own.requestId);
    }),
  ]);
  return limitRejections(endpoints, deps.account.ipRateLimit, (request) => site.isGenuine(request)).map(
    (endpoint) => withErrorPages(endpoint, (error, requestId) => site.errorPage(error, requestId)),
  );
}
