import type { Api } from "../../kit/descriptor.ts";
import type { Endpoint } from "./endpoint.ts";
import { bodyResponse, documentHeaders } from "./responses.ts";

/** The path at which clients look for the APIs of a host (RFC 9727). */
const PATH = "/.well-known/api-catalog";
const TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** The APIs of this server as a link set (RFC 9264). `baseUrl` has no slash at its end. */
function catalogue(apis: readonly Api[], baseUrl: string) {
  const link = (path: string, type: string, title?: string) => ({
    href: `${baseUrl}${path}`,
    type,
    ...(title === undefined ? {} : { title }),
  });
  const own = apis.map(({ name, title, document }) => ({
    anchor: `${baseUrl}/docs/${name}`,
    "service-desc": [
      link(document, "application/json", title),
      link(document.replace(/json$/, "yaml"), "application/yaml", title),
    ],
    "service-doc": [link(`/docs/${name}`, "text/html"), link(`/docs/${name}.md`, "text/markdown")],
    status: [link("/status", "text/html")],
  }));
  return {
    linkset: [
      {
        anchor: `${baseUrl}${PATH}`,
        item: own.map(({ anchor }, i) => ({ href: anchor, title: apis[i]?.title })),
      },
      {
        anchor: `${baseUrl}/`,
        "service-desc": [
          link("/suite/openapi.json", "application/json", "OpenAPI 3.1"),
          link("/suite/openapi.yaml", "application/yaml", "OpenAPI 3.1"),
        ],
        "service-doc": [link("/docs", "text/html"), link("/llms.txt", "text/plain")],
        "service-meta": [link("/mcp", "application/json", "Model Context Protocol")],
        status: [link("/status", "text/html")],
      },
      ...own,
    ],
  };
}

/** `/.well-known/api-catalog`: where every API of this server is described. */
export function apiCatalogEndpoint(apis: readonly Api[], baseUrl: string): Endpoint {
  return {
    path: PATH,
    labels: ["documents", "apiCatalog"],
    methods: ["GET"],
    shared: true,
    handle(_request, requestId) {
      const headers = { ...documentHeaders, Link: `<${PATH}>; rel="api-catalog"` };
      return bodyResponse(JSON.stringify(catalogue(apis, baseUrl)), TYPE, requestId, headers);
    },
  };
}
