import type { Caller } from "../accounts/authenticate.ts";
import type { Progress } from "../http/core/event-streams.ts";
import { corsHeaders } from "../http/core/headers.ts";
import type { SharedReportRow, SharedReports } from "../jobs/shared-reports.ts";
import type { ListQuery } from "../kit/contract.ts";
import { invalidParameter } from "../kit/parameter.ts";
import { Problem } from "../kit/problem.ts";
import type { SharedReport } from "../kit/shared-report.ts";
import type { ExportFormat, PrintedAudit, SiteOverview } from "../kit/site-overview.ts";
import { isFinal } from "../queue/account-queue.ts";
import type { Comparison, Crawler } from "./crawler.ts";
import { formatOf, type ReportFile, reportHeaders } from "./report-response.ts";
import { type Interval, type SiteAuditRow, unknownSiteAudit } from "./site-audit.ts";
import type { ScheduleView, SharedReportView, SiteAuditView } from "./site-audit-responses.ts";
import type { SiteAuditSchedules } from "./site-audit-schedules.ts";
import { type CrawlOptions, type ReportFormat, storedOptions } from "./site-audit-schemas.ts";
import type { SiteAuditStore } from "./site-audit-store.ts";
import { scheduleView, siteAuditView } from "./site-audit-views.ts";

/** Pages that a stream of events reads at once. */
const PAGES = 200;

type CrawlRequest = CrawlOptions & { readonly every?: Interval | undefined };

interface SiteAuditServiceDeps {
  readonly store: SiteAuditStore;
  readonly schedules: SiteAuditSchedules;
  readonly crawler: Crawler;
  readonly reports: SharedReports;
  readonly baseUrl: string;
  /** Throws `url-invalid` or `url-not-public`. */
  checkUrl(url: string, parameter: string): Promise<void>;
  /** Throws where the account cannot pay for a page now. */
  checkQuota(caller: Caller): Promise<void>;
  /** The operator's name and logo for reports that are downloaded; undefined where there is neither. */
  brand(): Promise<PrintedAudit["brand"]>;
  now(): number;
}

/** Report format that a client accepts. */
export interface WantedReport {
  readonly format: ReportFormat;
  readonly table: string;
  readonly items?: number | undefined;
  /** The program whose columns the pages have in a CSV or XLSX file; undefined for our tables. */
  readonly columns?: "screaming-frog" | undefined;
}

/** A link to a report. */
export interface SharedLink {
  readonly url: string;
  readonly expiresAt: string;
}

/** A site audit as its link shows it. */
export interface SharedAudit {
  readonly audit: SiteAuditView;
  readonly overview: SiteOverview;
  readonly change: { readonly since: string; readonly changes: Comparison } | undefined;
}

function fileName({ url, created_at }: SiteAuditRow): string {
  const host = URL.parse(url)?.hostname.replaceAll(/[^\w.-]/g, "-") ?? "site";
  return `${host}-${created_at.slice(0, 10)}`;
}

/** The report of a site audit as `SharedReports` knows it. */
const SUBJECT = "site audit ";
const subjectOf = (id: string) => `${SUBJECT}${id}`;

/** Overviews that a process keeps. One of 10,000 pages has 10 MB. */
const OVERVIEWS_KEPT = 4;
/** Differences between audits that a process keeps, without their items. */
const CHANGES_KEPT = 200;

/** What was made last, by its key. A failure is not kept. */
class Recent<Made> {
  readonly #made = new Map<string, Promise<Made>>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string, make: () => Promise<Made>): Promise<Made> {
    const made = this.#made.get(key) ?? make();
    this.#made.delete(key);
    this.#made.set(key, made);
    const [oldest] = this.#made.keys();
    if (this.#made.size > this.#most && oldest !== undefined) this.#made.delete(oldest);
    return made.catch((error: unknown) => {
      this.#made.delete(key);
      throw error;
    });
  }
}

function sharedReportView({ id, url, created_at, expires_at }: SharedReportRow): SharedReportView {
  return { id, url, createdAt: created_at, expiresAt: expires_at };
}

/** Site audits of accounts: what endpoints and pages do. */
export class SiteAuditService {
  readonly #deps: SiteAuditServiceDeps;
  readonly #overviews = new Recent<SiteOverview | undefined>(OVERVIEWS_KEPT);
  /** By the IDs of both audits. */
  readonly #changes = new Recent<Comparison>(CHANGES_KEPT);

  constructor(deps: SiteAuditServiceDeps) {
    this.#deps = deps;
  }

  async create(caller: Caller, request: CrawlRequest, idempotencyHash?: string): Promise<SiteAuditView> {
    const { store, now } = this.#deps;
    const { every, ...crawl } = request;
    const before = await store.rows.repeated(caller.account, idempotencyHash);
    if (before !== undefined) return this.read(caller.account, before);
    const { url, options } = await this.#crawlOf(caller, crawl);
    await this.#deps.checkQuota(caller);
    const { account, keyId } = caller;
    const row = await store.create({ account, keyId, every, url, options, idempotencyHash });
    return siteAuditView(row, now());
  }

  async read(account: string, id: string): Promise<SiteAuditView> {
    const { store, now } = this.#deps;
    return siteAuditView(await store.rows.find(account, id), now());
  }

  ownerOf(id: string): Promise<string> {
    return this.#deps.store.rows.ownerOf(id);
  }

  async progress(account: string, id: string, after: number): Promise<Progress> {
    const { store, now } = this.#deps;
    // First the state: pages that are recorded meanwhile are sent before the end.
    const row = await store.rows.find(account, id);
    const pages = await store.requestsAfter(id, after, PAGES);
    const { state, steps, done, waiting } = row;
    return {
      events: pages.map((page) => ({ type: "page", id: page.number, data: page })),
      hasMore: pages.length === PAGES,
      state: [state, steps, done, waiting].join(" "),
      view: siteAuditView(row, now()),
      hasEnded: isFinal(row.state),
    };
  }

  async list(account: string, { after, limit }: ListQuery) {
    const { store, now } = this.#deps;
    const { rows, next } = await store.rows.list(account, after, limit);
    return { siteAudits: rows.map((row) => siteAuditView(row, now())), next };
  }

  /** Cancels an audit that has not ended; deletes one that has, with the link to its report. */
  async remove(account: string, id: string): Promise<SiteAuditView> {
    const { store, reports, now } = this.#deps;
    const row = await store.remove(account, id);
    // After it: `share` looks for the audit once it has made the link. One that has not ended has none.
    await reports.revoke(account, subjectOf(id));
    return siteAuditView(row, now());
  }

  async report(account: string, id: string, wanted: WantedReport): Promise<ReportFile> {
    const { format, table, items, columns } = wanted;
    const { store, crawler } = this.#deps;
    const file = exportOf(wanted);
    const row = await store.rows.find(account, id);
    const report = await this.#report(row);
    const name = fileName(row);
    if (format === "html") return { body: await this.#print(report, row, await this.#deps.brand()), name };
    if (file === undefined)
      return { body: items === undefined ? report : await crawler.shorten(account, report, items), name };
    const part = columns === undefined ? table : "internal_all";
    return {
      body: await crawler.export(row, store.steps(id), file),
      name: format === "csv" || columns !== undefined ? `${name}-${part}` : name,
    };
  }

  async reportResponse(
    account: string,
    id: string,
    query: Omit<WantedReport, "format"> & { format?: ReportFormat | undefined },
    request: Request,
    requestId: string,
  ): Promise<Response> {
    const format = formatOf(request, query.format);
    const file = await this.report(account, id, { ...query, format });
    const headers = { ...corsHeaders, ...reportHeaders(format, file, requestId), Vary: "Accept" };
    return new Response(file.body, { headers });
  }

  async compare(account: string, id: string, earlier: string) {
    const [before, after] = [await this.#findings(account, earlier), await this.#findings(account, id)];
    return this.#deps.crawler.compare(account, before, after);
  }

  /** The overview of an audit; undefined without a report. The last ones are kept: reading takes 30 ms. */
  async overview(account: string, id: string): Promise<SiteOverview | undefined> {
    const row = await this.#deps.store.rows.find(account, id);
    if (siteAuditView(row, this.#deps.now()).reportUrl === null) return undefined;
    await this.#analyzed(row);
    return this.#overviews.get(id, () => this.#deps.store.readOverview({ id, account }));
  }

  /** The difference to an earlier audit, without items. The last ones are kept: each takes a process of the sandbox. */
  changes(account: string, id: string, earlier: string): Promise<Comparison> {
    return this.#changes.get(`${id} ${earlier}`, async () => {
      const { issues, ...of } = await this.compare(account, id, earlier);
      return { ...of, issues: issues.map((issue) => ({ ...issue, newItems: [], fixedItems: [] })) };
    });
  }

  /** The audit whose report a link shows, with its difference to the last one before; undefined for other links. */
  async sharedAudit(token: string): Promise<SharedAudit | undefined> {
    const { reports, store, now } = this.#deps;
    const found = await reports.rowOf(token);
    if (found === undefined || !found.subject.startsWith(SUBJECT)) return undefined;
    const { account } = found;
    const id = found.subject.slice(SUBJECT.length);
    // It may have expired before its link.
    const row = await store.rows.seek(account, id);
    const overview = row && (await this.overview(account, id));
    if (row === undefined || overview === undefined) return undefined;
    const audit = siteAuditView(row, now());
    const [last] = await this.earlier(account, audit, 1);
    const change = last && { since: last.createdAt, changes: await this.changes(account, id, last.id) };
    return { audit, overview, change };
  }

  async earlier(account: string, { id, url }: Pick<SiteAuditView, "id" | "url">, limit: number) {
    const { store, now } = this.#deps;
    return (await store.earlier(account, id, url, limit)).map((row) => siteAuditView(row, now()));
  }

  async shared(account: string, id: string): Promise<SharedLink | undefined> {
    const found = await this.#deps.reports.find(account, subjectOf(id));
    return found && this.#linkOf(found);
  }

  async share(account: string, id: string): Promise<SharedLink> {
    const { store, reports } = this.#deps;
    const row = await store.rows.find(account, id);
    const known = await this.shared(account, id);
    if (known !== undefined) return known;
    // Without a logo: what is stored has a limit, and the page that the link shows has the logo.
    const html = new TextDecoder().decode(await this.#print(await this.#report(row), row));
    const shared = await reports.share({ account, subject: subjectOf(id), url: row.url }, html);
    if (shared === undefined) {
      throw new Problem("payload-too-large", "The report is too large to share. Download it instead.");
    }
    if ((await store.rows.seek(account, id)) === undefined) {
      await reports.revoke(account, subjectOf(id));
      throw unknownSiteAudit();
    }
    return this.#linkOf(shared);
  }

  async unshare(account: string, id: string): Promise<SharedReportView> {
    const { store, reports } = this.#deps;
    await store.rows.find(account, id);
    const revoked = await reports.revoke(account, subjectOf(id));
    if (revoked !== undefined) return sharedReportView(revoked);
    throw new Problem("unknown-shared-report", "The report of this site audit is not shared.");
  }

  async listReports(account: string, { after, limit }: ListQuery) {
    const { rows, next } = await this.#deps.reports.rows.list(account, after, limit);
    return { reports: rows.map(sharedReportView), next };
  }

  async removeReport(account: string, id: string): Promise<SharedReportView> {
    return sharedReportView(await this.#deps.reports.remove(account, id));
  }

  #linkOf({ path, expiresAt }: SharedReport): SharedLink {
    return { url: `${this.#deps.baseUrl}${path}`, expiresAt };
  }

  async createSchedule(
    caller: Caller,
    { every, ...crawl }: CrawlRequest & { readonly every: Interval },
    idempotencyHash?: string,
  ): Promise<ScheduleView> {
    const { schedules } = this.#deps;
    const before =
      idempotencyHash === undefined ? undefined : await schedules.repeated(caller.account, idempotencyHash);
    if (before !== undefined) return scheduleView(before);
    const { url, options } = await this.#crawlOf(caller, crawl);
    return scheduleView(
      await schedules.create({ account: caller.account, url, options, every, idempotencyHash }),
    );
  }

  async listSchedules(account: string) {
    return { schedules: (await this.#deps.schedules.list(account)).map(scheduleView) };
  }

  async removeSchedule(account: string, id: string): Promise<ScheduleView> {
    return scheduleView(await this.#deps.schedules.remove(account, id));
  }

  /** The URL and the options of a crawl. Throws for a test key, and for a URL that is not fetched. */
  async #crawlOf({ mode }: Pick<Caller, "mode">, given: CrawlOptions) {
    if (mode === "test") {
      throw new Problem("key-scope", "Test keys do not start site audits. Use a live key.");
    }
    await this.#deps.checkUrl(given.url, "url");
    const url = new URL(given.url);
    url.hash = "";
    return { url: url.href, options: storedOptions({ ...given, url: url.href }) };
  }

  /** The report of an audit that has ended; that of a canceled one is made when it is first asked for. */
  async #report(row: SiteAuditRow): Promise<Uint8Array<ArrayBuffer>> {
    await this.#analyzed(row);
    const report = await this.#deps.store.readReport(row);
    if (report === undefined) throw withoutReport();
    return report;
  }

  async #findings(account: string, id: string): Promise<Uint8Array<ArrayBuffer>> {
    const { store } = this.#deps;
    await this.#analyzed(await store.rows.find(account, id));
    const findings = await store.readFindings({ id, account });
    if (findings === undefined) throw withoutReport();
    return findings;
  }

  async #analyzed(row: SiteAuditRow): Promise<void> {
    const { store, crawler } = this.#deps;
    if (row.has_report === 1) return;
    if (!isFinal(row.state)) {
      throw new Problem("job-not-finished", "The site audit has not ended. Read its state until it has.", {
        headers: { "Retry-After": "5" },
      });
    }
    if (row.pages === 0 || row.state !== "canceled") throw withoutReport();
    const signal = AbortSignal.timeout(ANALYSIS_MS);
    await store.writeAnalysis(row, () => crawler.analyze(row, store.steps(row.id), signal));
  }

  #print(
    report: Uint8Array,
    { account, url, stop_reason }: SiteAuditRow,
    brand?: PrintedAudit["brand"],
  ): Promise<Uint8Array<ArrayBuffer>> {
    return this.#deps.crawler.print(account, report, { url, stopReason: stop_reason, brand });
  }
}

function exportOf({ format, table, columns }: WantedReport): ExportFormat | undefined {
  if (columns === undefined) {
    if (format === "csv") return { type: format, table };
    return format === "xlsx" || format === "zip" ? { type: format } : undefined;
  }
  if (format === "xlsx" || (format === "csv" && table === "pages")) return { type: format, columns };
  throw invalidParameter("columns", "columns requires format=csv with table=pages, or format=xlsx.");
}

/** How long the analysis of a canceled audit may take, in milliseconds. */
const ANALYSIS_MS = 60_000;

function withoutReport(): Problem {
  return new Problem("job-without-result", "The site audit read no page, so it has no report.");
}
