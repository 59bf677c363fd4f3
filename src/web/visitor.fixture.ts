import { BASE, openDemoSend, REQUEST_ID } from "../../test/helpers/demo-send.ts";
import { defaultCatalogue } from "../accounts/default-catalogue.ts";
import { platformResources } from "../app/resources.ts";
import { ContentEncoding } from "../http/core/content-encoding.ts";
import type { RoutedRequest } from "../http/core/endpoint.ts";
import type { Api } from "../kit/descriptor.ts";
import { createPages, type SiteOptions } from "./pages.ts";

/** Fetches a page or an asset, by its path or URL. */
type Visit = (address: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;

/** Fetches a page or an asset as the server would, without a socket. Throws the problem of a rejection. */
export function createVisitor(apis: readonly Api[], options: Partial<SiteOptions> = {}): Visit {
  const { endpoints } = createPages({
    apis,
    resources: () => platformResources(apis),
    baseUrl: BASE,
    metering: true,
    sendsEmail: true,
    catalogue: defaultCatalogue(apis),
    off: new Set(),
    trial: true,
    report: async () => undefined,
    sharedAudit: async () => undefined,
    dataDir: "",
    payOrigins: [],
    contact: undefined,
    availability: { report: async () => new Map(), history: async () => [] },
    incidents: { list: async () => [] },
    send: openDemoSend(apis),
    ...options,
  });
  const encoding = new ContentEncoding();
  return async (address, headers = {}) => {
    const { pathname } = new URL(address, BASE);
    for (const endpoint of endpoints) {
      const pattern = new RegExp(`^${endpoint.path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
      const match = pattern.exec(pathname);
      if (match === null) continue;
      const params: Readonly<Record<string, string>> = { ...match.groups };
      const request: RoutedRequest = Object.assign(new Request(new URL(address, BASE).href, { headers }), {
        params,
      });
      return encoding.apply(request, await endpoint.handle(request, REQUEST_ID));
    }
    throw new RangeError(`No endpoint has the path ${pathname}`);
  };
}

/** Fetches each page once, for tests that look at the same pages. What is visited with headers is fetched again. */
export function visitOnce(visit: Visit): Visit {
  const read = async (address: string) => {
    const response = await visit(address);
    return { response, body: await response.arrayBuffer() };
  };
  const visited = new Map<string, ReturnType<typeof read>>();
  return async (address, headers) => {
    if (headers !== undefined) return visit(address, headers);
    const { href } = new URL(address, BASE);
    const found = visited.get(href) ?? read(address);
    visited.set(href, found);
    const { response, body } = await found;
    return new Response(body, { status: response.status, headers: response.headers });
  };
}

/** An element of a page: its name and its attributes. */
export interface Found {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** All elements of a page in order, as an HTML parser sees them. */
export function elementsOf(html: string): readonly Found[] {
  const found: Found[] = [];
  new HTMLRewriter()
    .on("*", {
      element(element) {
        found.push({
          name: element.tagName,
          attributes: new Map([...element.attributes].map(([k, v]) => [k, v])),
        });
      },
    })
    .transform(html);
  return found;
}
