import { Problem } from "../../kit/problem.ts";
import { rawPath } from "../../kit/query.ts";
import { ContentEncoding } from "./content-encoding.ts";
import { allowed, type Endpoint, isAbortedJob, type RoutedRequest } from "./endpoint.ts";
import {
  errorPageResponse,
  errorResponse,
  type RouteDeps,
  routeDeps,
  type ServerDeps,
} from "./error-response.ts";
import { commonHeaders, preflight } from "./headers.ts";
import { suggestPath } from "./suggest-path.ts";

/** A handler as Bun's route table takes it. */
export type Handler = (request: RoutedRequest) => Response | Promise<Response>;

function optionsResponse(endpoint: Endpoint, requestId: string): Response {
  const allow = allowed(endpoint);
  const headers = endpoint.shared ? preflight(allow) : commonHeaders;
  return new Response(null, {
    status: 204,
    headers: { ...headers, Allow: allow, "X-Request-Id": requestId },
  });
}

const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?\.?|\[[0-9a-f:.]+(?:%25[\w.~-]+)?\])(?::\d{0,5})?$/i;

/** Makes the check of Host headers (RFC 9112 section 3.2). Bun joins repeated ones with a comma; none is HTTP/1.0. */
function createHostCheck(): (host: string | null) => boolean {
  // Nearly every request names the same host.
  let lastValid: string | null = null;
  return (host) => {
    if (host === lastValid) return true;
    if (host !== null && !(host.length <= 261 && HOST.test(host))) return false;
    lastValid = host;
    return true;
  };
}

/** A request ID that a client may choose: it is repeated in headers, problems and log lines. */
const REQUEST_ID = /^[A-Za-z0-9][\w.:-]{0,127}$/;

function requestIdOf({ headers }: Request, newId: () => string): string {
  const given = headers.get("x-request-id");
  return given !== null && REQUEST_ID.test(given) ? given : newId();
}

/** Wraps a route in what is common to all: request id, Host check, problems, metrics, log. */
function requestHandler(deps: RouteDeps, labels: Endpoint["labels"], route: Endpoint["handle"]): Handler {
  const { log, trace } = deps;
  const [api] = labels;
  const count = deps.requestMetrics.of(...labels);
  const isValidHost = createHostCheck();

  const finish = (
    response: Response,
    request: RoutedRequest,
    requestId: string,
    started: number,
  ): Response => {
    const ms = performance.now() - started;
    if (!isAbortedJob(request, response.status)) count(response.status, ms);
    // Bun leaves it out of responses to HEAD.
    if (request.method === "HEAD") response.headers.set("Date", new Date().toUTCString());
    if (trace !== undefined) {
      const { status } = response;
      const attributes = { "http.request.method": request.method, "http.response.status_code": status };
      trace.request({ requestId, name: labels.join("."), started, attributes, failed: status >= 500 });
    }
    if (log.debugs) {
      const { method } = request;
      log.debug("request", {
        requestId,
        method,
        operation: labels.join("."),
        status: response.status,
        ms,
        ...request.caller,
      });
    }
    return response;
  };
  return (request) => {
    const started = performance.now();
    const requestId = requestIdOf(request, deps.newId);
    try {
      if (!isValidHost(request.headers.get("host"))) {
        throw new Problem(
          "invalid-host",
          "Send one Host header: a host name or address with an optional port.",
        );
      }
      const result = route(request, requestId);
      if (!(result instanceof Promise)) return finish(result, request, requestId, started);
      return result
        .catch((error: unknown) => errorPageResponse(deps, error, request, requestId, api))
        .then((response) => finish(response, request, requestId, started));
    } catch (error) {
      if (deps.errorPage === undefined) {
        const response = errorResponse(deps, error, requestId, api, request.caller);
        return finish(response, request, requestId, started);
      }
      return errorPageResponse(deps, error, request, requestId, api).then((response) =>
        finish(response, request, requestId, started),
      );
    }
  };
}

/** The response of an endpoint in the form that its client wants, with the time that it took. */
async function encoded(
  encoding: ContentEncoding,
  request: RoutedRequest,
  result: Response | Promise<Response>,
  started: number,
): Promise<Response> {
  const response = await encoding.apply(request, await result);
  response.headers.set("Server-Timing", `app;dur=${(performance.now() - started).toFixed(1)}`);
  return response;
}

function wrongMethod(method: string, allow: string): string {
  const given = /^[A-Z]{1,10}$/.test(method) ? `, not ${method}` : "";
  const isQuery = method === "POST" && allow.startsWith("GET");
  return `This URL accepts ${allow.replace(", OPTIONS", "")}${given}.${isQuery ? " Send the parameters of a GET in the query." : ""}`;
}

function endpointHandler(deps: RouteDeps, endpoint: Endpoint, encoding: ContentEncoding): Handler {
  const allow = allowed(endpoint);
  const methods = allow.split(", ");
  return requestHandler({ ...deps, isApi: endpoint.shared }, endpoint.labels, (request, requestId) => {
    const { method } = request;
    if (method === "OPTIONS") return optionsResponse(endpoint, requestId);
    if (methods.includes(method)) {
      if (endpoint.skipCompression) return endpoint.handle(request, requestId);
      const started = performance.now();
      return encoded(encoding, request, endpoint.handle(request, requestId), started);
    }
    throw new Problem("method-not-allowed", wrongMethod(method, allow), { headers: { Allow: allow } });
  });
}

/** A path template as Bun's route table writes it. */
export function routeOf(template: string): string {
  return template.replaceAll(/\{(\w+)\}/g, ":$1");
}

/** The route table for `Bun.serve`, the response for unknown paths, and the response if a handler throws. */
export function createRoutes(options: ServerDeps, endpoints: readonly Endpoint[]) {
  const deps = routeDeps(options);
  const encoding = new ContentEncoding();
  const routes: Record<string, Handler> = {};
  for (const endpoint of endpoints) {
    const path = routeOf(endpoint.path);
    if (Object.hasOwn(routes, path)) throw new TypeError(`Two endpoints have the path ${endpoint.path}`);
    routes[path] = endpointHandler(deps, endpoint, encoding);
  }
  const templates = endpoints.map((endpoint) => endpoint.path);
  const missing = requestHandler(deps, ["none", "none"], (request) => {
    deps.notFoundLimit?.check(request);
    deps.notFoundLimit?.count(request);
    const near = suggestPath(rawPath(request.url), templates);
    const hint = near === undefined ? "See /docs for all paths." : `The closest path is ${near}.`;
    throw new Problem("not-found", `Page not found. ${hint}`);
  });
  const failed = (cause: unknown) => errorResponse(deps, cause, crypto.randomUUID(), "none");
  return { routes, missing, failed };
}
