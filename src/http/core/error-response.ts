import { asProblem, type Problem } from "../../kit/problem.ts";
import { type Log, rateLimitedLog, systemCode } from "../../ops/log.ts";
import type { RequestMetrics } from "../../ops/request-metrics.ts";
import type { Trace } from "../../ops/trace.ts";
import type { WorkMetrics } from "../../ops/work-metrics.ts";
import type { RoutedRequest } from "./endpoint.ts";
import { corsHeaders } from "./headers.ts";
import type { IpRateLimit } from "./ip-rate-limit.ts";
import { bodyResponse, wantsHtml } from "./responses.ts";

/** A page about an error, with the headers that it needs. */
export interface ErrorPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The request of a page about an error: its method, its URL, and the API or part of the site that it is for. */
export interface FailedRequest extends Pick<Request, "method" | "url"> {
  readonly api: string;
}

/** Dependencies of every route of a server. */
export interface ServerDeps {
  /** The URL that clients use, without a trailing slash. */
  readonly baseUrl: string;
  readonly log: Log;
  readonly requestMetrics: RequestMetrics;
  readonly work?: WorkMetrics;
  /** Limits how often one network may request paths that do not exist. */
  readonly notFoundLimit?: IpRateLimit;
  readonly trace?: Trace | undefined;
  /** Writes an error as a page, for browsers; without it, browsers get the problem document too. */
  readonly errorPage?:
    | ((problem: Problem, requestId: string, request: FailedRequest) => Promise<ErrorPage>)
    | undefined;
  newId(): string;
}

/** An outage fails every call: it is logged once in this many milliseconds. */
const OUTAGE_PAUSE_MS = 10_000;

/** Route dependencies with the loggers that all routes share. */
export interface RouteDeps extends ServerDeps {
  /** Whether the endpoint is one that programs call, from any origin. */
  readonly isApi?: boolean;
  readonly logOutage: Log["warn"];
  readonly logBusy: Log["warn"];
}

/** Adds loggers that write one line for an outage, however many calls it fails. */
export function routeDeps(deps: ServerDeps): RouteDeps {
  const { warn } = deps.log;
  return {
    ...deps,
    logOutage: rateLimitedLog(warn, OUTAGE_PAUSE_MS),
    logBusy: rateLimitedLog(warn, OUTAGE_PAUSE_MS),
  };
}

/** Whether a client prefers a page to a problem document: of an API only a browser, which names XHTML too. */
function prefersPage(request: Request, isApi: boolean): boolean {
  return (
    wantsHtml(request) && (!isApi || /application\/xhtml\+xml/i.test(request.headers.get("accept") ?? ""))
  );
}

/** Renders an error as a page if the client wants one; if that fails, as the problem document. */
export async function errorPageResponse(
  deps: RouteDeps,
  error: unknown,
  request: RoutedRequest,
  requestId: string,
  api: string,
): Promise<Response> {
  const response = errorResponse(deps, error, requestId, api, request.caller);
  if (deps.errorPage === undefined || !prefersPage(request, deps.isApi === true)) return response;
  const problem = asProblem(error);
  const { status } = response;
  try {
    const { html, headers } = await deps.errorPage(problem, requestId, {
      // The page of a HEAD has the length of that of a GET.
      method: request.method === "HEAD" ? "GET" : request.method,
      url: request.url,
      api,
    });
    return new Response(html, {
      status,
      headers: { ...headers, ...problem.options.headers, Vary: "Accept" },
    });
  } catch (cause) {
    deps.log.warn("an error page was not written", { requestId, cause });
    return response;
  }
}

/** Responds with a problem document. Any other error becomes `internal` and is logged, with the IDs of the caller. */
export function errorResponse(
  deps: RouteDeps,
  error: unknown,
  requestId: string,
  api: string,
  caller?: RoutedRequest["caller"],
): Response {
  const problem = asProblem(error);
  const { cause } = problem.options;
  deps.work?.refusals.add({ api, code: problem.code });
  if (problem.code === "internal") deps.log.error("request failed", { requestId, ...caller, cause });
  if (problem.code === "storage-unavailable") deps.logOutage("calls are rejected: no database", { cause });
  if (problem.code === "busy") deps.logBusy("requests are rejected: the queue is full", { requestId, api });
  // One line for a request that failed at a site: whoever asks about it has its id.
  if (problem.code.startsWith("upstream-"))
    deps.log.info("a site failed a request", {
      requestId,
      api,
      ...caller,
      code: problem.code,
      cause: systemCode(problem),
    });
  const { rendered } = problem.options;
  const { body = problem.toDocument(deps.baseUrl, requestId), status = problem.status } = rendered ?? {};
  const type = rendered === undefined ? "application/problem+json" : "application/json";
  const headers = { ...corsHeaders, ...problem.options.headers };
  return bodyResponse(JSON.stringify(body), type, requestId, headers, status);
}
