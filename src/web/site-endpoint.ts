import type { Endpoint, RoutedRequest } from "../http/core/endpoint.ts";

/** Cache lifetime of pages and files that change with a new version only. */
export const KEPT = "public, max-age=300";

/** An address of the site that is read with GET; `name` is what it is counted as. */
export function siteEndpoint(
  path: `/${string}`,
  name: string,
  handle: (request: RoutedRequest, requestId: string) => Promise<Response>,
): Endpoint {
  return { path, labels: ["web", name], methods: ["GET"], shared: false, handle };
}
