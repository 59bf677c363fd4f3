import { createHash } from "node:crypto";
import type { z } from "zod";
import type { Caller } from "../accounts/authenticate.ts";
import { negotiate } from "../http/core/content-negotiation.ts";
import {
  type AuthorizedRequest,
  callerHandler,
  type PathMethod,
  pathEndpoints,
} from "../http/core/contract-endpoints.ts";
import type { Endpoint, RoutedRequest } from "../http/core/endpoint.ts";
import type { EventStreams } from "../http/core/event-streams.ts";
import { readTexts } from "../http/core/form-body.ts";
import { corsHeaders, exposing } from "../http/core/headers.ts";
import { jsonResponse } from "../http/core/responses.ts";
import { anonymousCaller } from "../http/metering/async-call.ts";
import { authorize } from "../http/metering/authorize.ts";
import { type CreateOnceDeps, createOnce } from "../http/metering/create-once.ts";
import type { Metering } from "../http/metering/metering.ts";
import { type EventLinks, eventEndpoints } from "../jobs/event-links.ts";
import { unknownReport } from "../jobs/shared-reports.ts";
import type { Contract } from "../kit/contract.ts";
import { lazyInputReader, rawQuery } from "../kit/query.ts";
import { unknownSchedule, unknownSiteAudit } from "./site-audit.ts";
import { type ReportFormat, reportTypes, type SiteAuditContracts } from "./site-audit-contracts.ts";
import type { CrawlRequest, ReportFile, SiteAuditService, WantedReport } from "./site-audit-service.ts";

/** Dependencies of the endpoints of site audits. */
export interface SiteAuditEndpointsDeps extends CreateOnceDeps {
  readonly service: SiteAuditService;
  readonly streams: EventStreams;
  /** URLs of events that work without a key. */
  readonly eventLinks: EventLinks;
  readonly contracts: SiteAuditContracts;
  /** The name of the API that crawls: keys need its scope. */
  readonly api: string;
  /** Undefined where METERING=off: then all callers share their audits. */
  readonly metering: Metering | undefined;
}

/** A report shows texts of the audited site: opened by itself, it runs nothing and loads nothing. */
export const REPORT_HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; sandbox allow-popups",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
} as const;

/** The headers of a report: files are downloads. */
export function reportHeaders(
  format: ReportFormat,
  { name }: ReportFile,
  requestId: string,
): Record<string, string> {
  const text = format === "csv" || format === "html" ? "; charset=utf-8" : "";
  const isFile = format !== "json" && format !== "html";
  return {
    ...REPORT_HEADERS,
    "Content-Type": `${reportTypes[format]}${text}`,
    "X-Request-Id": requestId,
    ...(isFile ? { "Content-Disposition": `attachment; filename="${name}.${format}"` } : {}),
  };
}

/** The format that a client asks for. */
export function formatOf(request: Request, given: ReportFormat | undefined): ReportFormat {
  if (given !== undefined) return given;
  const { json, csv, zip, xlsx, html } = reportTypes;
  const type = negotiate(request.headers.get("accept"), [json, csv, zip, xlsx, html]);
  const formats = Object.keys(reportTypes) as ReportFormat[];
  return formats.find((format) => reportTypes[format] === type) ?? "json";
}

/** The handlers of the endpoints. */
class SiteAuditHandlers {
  readonly #deps: SiteAuditEndpointsDeps;

  constructor(deps: SiteAuditEndpointsDeps) {
    this.#deps = deps;
  }

  /**
   * A handler that has authorized its caller and reads nothing but the query. Site audits are live: `ofTestKey` responds to
   * test keys, which see none of them.
   */
  route<Query extends z.ZodObject, Fields extends z.ZodObject>(
    contract: Contract<Query, Fields>,
    act: (asked: AuthorizedRequest<z.output<Query>>) => Promise<unknown>,
    ofTestKey: () => unknown = () => {
      throw unknownSiteAudit();
    },
  ): PathMethod {
    return callerHandler(
      contract,
      (request) => this.#authorize(request),
      async (asked) => (asked.caller.mode === "test" ? ofTestKey() : act(asked)),
    );
  }

  /** A handler that reads a crawl from its body. */
  creation<Fields extends z.ZodObject>(
    contract: Contract<z.ZodObject, Fields>,
    act: (
      caller: Caller,
      fields: z.output<Fields>,
      repeats: string | undefined,
    ) => Promise<readonly [value: unknown, location: string]>,
  ): PathMethod {
    const { id, method, path, status } = contract;
    const read = lazyInputReader(contract.fields, []);
    const readQuery = lazyInputReader(contract.query, []);
    return {
      id,
      method,
      path,
      answer: async (request, requestId) => {
        const caller = await this.#authorize(request, this.#deps.api);
        readQuery(rawQuery(request.url), {});
        const texts = [...(await readTexts(request, contract.fields))].filter(([, value]) => value !== "");
        const fields = read(new URLSearchParams(texts).toString(), {});
        const fingerprint = createHash("sha256")
          .update(JSON.stringify([path, texts.sort()]))
          .digest("hex");
        const create = async (repeats: string | undefined) => {
          const [value, Location] = await act(caller, fields, repeats);
          return jsonResponse(value, requestId, { status, headers: { Location } });
        };
        const creation = { caller, request, requestId, fingerprint, create, isFound: true };
        return createOnce(this.#deps, creation);
      },
    };
  }

  async report({
    query,
    caller,
    id,
    request,
    requestId,
  }: AuthorizedRequest<Omit<WantedReport, "format"> & { format?: ReportFormat | undefined }>) {
    const format = formatOf(request, query.format);
    const file = await this.#deps.service.report(caller.account, id, { ...query, format });
    const headers = { ...corsHeaders, ...reportHeaders(format, file, requestId), Vary: "Accept" };
    return new Response(file.body, { headers: { ...headers, "Access-Control-Expose-Headers": exposing() } });
  }

  /** A key without the scope sees none of them. */
  #checkScope({ apis }: Caller): void {
    if (apis !== null && !apis.includes(this.#deps.api)) throw unknownSiteAudit();
  }

  /** The endpoints of the events of site audits. */
  events(): PathMethod[] {
    const { contracts: c, service, eventLinks: links, streams } = this.#deps;
    const of = {
      contracts: {
        follow: c.followSiteAudit,
        link: c.createSiteAuditEventLink,
        linked: c.followLinkedSiteAudit,
      },
      authorize: (request: RoutedRequest) => this.#authorize(request),
      ownerOf: (id: string) => service.ownerOf(id),
      unknown: unknownSiteAudit,
      read: async (caller: Caller, id: string, after: number) => {
        this.#checkScope(caller);
        if (caller.mode === "test") throw unknownSiteAudit();
        return service.progress(caller.account, id, after);
      },
    };
    return eventEndpoints(of, { links, streams });
  }

  async #authorize(request: RoutedRequest, scope?: string): Promise<Caller> {
    const { metering } = this.#deps;
    if (metering === undefined) return anonymousCaller;
    const caller = await authorize(metering, scope, request, rawQuery(request.url), {});
    request.caller = { account: caller.account, key: caller.keyId };
    this.#checkScope(caller);
    return caller;
  }
}

/** `/seo/site-audits` and their schedules. An account sees only its own. */
export function siteAuditEndpoints(deps: SiteAuditEndpointsDeps): Endpoint[] {
  const { service, contracts: c } = deps;
  const on = new SiteAuditHandlers(deps);
  const all = pathEndpoints(deps.api, true, [
    on.creation(c.createSiteAudit, async (caller, fields, repeats) => {
      const audit = await service.create(caller, crawlRequest(fields), repeats);
      return [audit, `/seo/site-audits/${audit.id}`];
    }),
    on.route(
      c.listSiteAudits,
      ({ caller, query }) => service.list(caller.account, query),
      () => ({ siteAudits: [], next: null }),
    ),
    on.route(c.readSiteAudit, ({ caller, id }) => service.read(caller.account, id)),
    on.route(c.removeSiteAudit, ({ caller, id }) => service.remove(caller.account, id)),
    ...on.events(),
    on.route(c.readSiteAuditReport, (asked) => on.report(asked)),
    on.route(c.compareSiteAudits, ({ caller, id, query }) => service.compare(caller.account, id, query.with)),
    on.route(c.shareSiteAudit, ({ caller, id }) => service.share(caller.account, id)),
    on.route(c.unshareSiteAudit, ({ caller, id }) => service.unshare(caller.account, id)),
    on.route(
      c.listSharedReports,
      ({ caller, query }) => service.listReports(caller.account, query),
      () => ({ reports: [], next: null }),
    ),
    on.route(
      c.removeSharedReport,
      ({ caller, id }) => service.removeReport(caller.account, id),
      () => {
        throw unknownReport();
      },
    ),
    on.creation(c.createSiteAuditSchedule, async (caller, fields, repeats) => {
      const { every } = fields;
      const schedule = await service.createSchedule(caller, { ...crawlRequest(fields), every }, repeats);
      return [schedule, `/seo/site-audit-schedules/${schedule.id}`];
    }),
    on.route(
      c.listSiteAuditSchedules,
      ({ caller }) => service.listSchedules(caller.account),
      () => ({ schedules: [] }),
    ),
    on.route(
      c.removeSiteAuditSchedule,
      ({ caller, id }) => service.removeSchedule(caller.account, id),
      () => {
        throw unknownSchedule();
      },
    ),
  ]);
  return all.map((endpoint) =>
    endpoint.path.endsWith("/events") ? { ...endpoint, skipCompression: true } : endpoint,
  );
}

/** The fields of a request as a crawl. */
function crawlRequest(fields: CrawlRequest): CrawlRequest {
  return fields;
}
