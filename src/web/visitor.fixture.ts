import { defaultCatalogue } from "../accounts/default-catalogue.ts";
import type { RoutedRequest } from "../http/core/endpoint.ts";
import type { Api } from "../kit/descriptor.ts";
import { Problem } from "../kit/problem.ts";
import type { State } from "../kit/state.ts";
import { createPages, type SiteOptions } from "./pages.tsx";

/** Shared values in memory, which do not expire. */
function createState(): State {
  const values = new Map<string, unknown>();
  return {
    get: async (name) => values.get(name),
    set: async (name, value) => void values.set(name, value),
    delete: async (name) => void values.delete(name),
    claim: async () => ({ release: async () => {} }),
  };
}

/** Where the pages of the tests say that they live. */
export const BASE = "https://api.example.com";

/** An id that a request of the tests carries. */
export const REQUEST_ID = "01a1f8f9-6fa1-7272-a586-d0bf3f946eb2";

/** Fetches a page or an asset as the HTTP room would, without a socket. Throws the problem of a refusal. */
export function createVisitor(
  apis: readonly Api[],
  options: Partial<SiteOptions> = {},
): (address: string, headers?: Readonly<Record<string, string>>) => Promise<Response> {
  const { endpoints } = createPages({
    apis,
    baseUrl: BASE,
    metering: true,
    catalogue: defaultCatalogue(apis),
    listing: "landing",
    payOrigins: [],
    availability: { report: async () => new Map() },
    run: () => () => {
      throw new Problem("busy", "No process runs in this test.");
    },
    demoReach: async () => ({ state: createState() }),
    ...options,
  });
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
      return endpoint.answer(request, REQUEST_ID);
    }
    throw new RangeError(`No endpoint has the path ${pathname}`);
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
