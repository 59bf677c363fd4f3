import type { Received } from "./body.ts";
import type { Endpoint, JobCall, RoutedRequest } from "./endpoint.ts";
import type { ServerDeps } from "./error-response.ts";
import { createRoutes, routeOf } from "./routes.ts";

/** The input of a call in this process beside its request. */
interface SendOptions {
  readonly received?: Received;
  readonly outer?: Request | undefined;
  readonly job?: JobCall;
}

/** Sends a request to the endpoint with this path and returns the response, errors included. */
export type Send = (
  path: string,
  request: Request,
  params: Readonly<Record<string, string>>,
  given?: SendOptions,
) => Promise<Response>;

/** Opens endpoints to callers in this process: their requests are handled like those that come over a socket. */
export function openPaths(deps: ServerDeps, endpoints: readonly Endpoint[]): Send {
  // Made with the first call: a server that nobody calls from inside has one table of routes, not two.
  let made: ReturnType<typeof createRoutes> | undefined;
  return async (path, request, params, { received, outer, job } = {}) => {
    made ??= createRoutes(deps, endpoints);
    const handler = made.routes[routeOf(path)];
    if (handler === undefined) throw new TypeError(`no endpoint has the path ${path}`);
    // A request made here has no Host, and one that came over a socket has had its own checked.
    if (!request.headers.has("host")) request.headers.set("host", new URL(request.url).host);
    const routed: RoutedRequest = Object.assign(request, {
      params,
      ...(received === undefined ? {} : { received }),
      ...(outer === undefined ? {} : { outer }),
      ...(job === undefined ? {} : { job }),
    });
    return handler(routed);
  };
}
