import type { Contract } from "../../kit/contract.ts";
import type { Api } from "../../kit/descriptor.ts";
import type { Json } from "../../openapi/components.ts";
import { openApi } from "../../openapi/document.ts";
import { postmanCollection } from "../../openapi/postman.ts";
import type { Endpoint } from "./endpoint.ts";
import { exposing, shared } from "./headers.ts";

/** An OpenAPI document and where it is served. */
interface Served {
  readonly path: `/${string}.json`;
  describe(): Json;
}

/** How a document is written, by the ending of its path. */
const forms = [
  { ending: ".json", mediaType: "application/json", write: (value: unknown) => JSON.stringify(value) },
  {
    ending: ".yaml",
    mediaType: "application/yaml",
    write: (value: unknown) => `${Bun.YAML.stringify(value, null, 2)}\n`,
  },
] as const;

function documentResponse(body: string, mediaType: string, requestId: string): Response {
  const headers = {
    ...shared,
    "Access-Control-Expose-Headers": exposing(),
    "Content-Type": mediaType,
    "Cache-Control": "public, max-age=300",
    Link: '</.well-known/api-catalog>; rel="api-catalog"',
    "X-Request-Id": requestId,
  };
  return new Response(body, { headers });
}

/** The endpoints of a document: one for each form. */
function documentEndpoints({ path, describe }: Served): Endpoint[] {
  // Written when first asked for: all of them take longer to write than the server to start.
  let document: Json | undefined;
  return forms.map(({ ending, mediaType, write }): Endpoint => {
    let body: string | undefined;
    return {
      path: path.replace(/\.json$/, ending) as `/${string}`,
      labels: ["documents", "openapi"],
      methods: ["GET"],
      shared: true,
      answer(_request, requestId) {
        document ??= describe();
        body ??= write(document);
        return documentResponse(body, mediaType, requestId);
      },
    };
  });
}

/** The suite as a Postman collection. */
function postmanEndpoint({ describe }: Served): Endpoint {
  let body: string | undefined;
  return {
    path: "/suite/postman.json",
    labels: ["documents", "postman"],
    methods: ["GET"],
    shared: true,
    answer(_request, requestId) {
      body ??= JSON.stringify(postmanCollection(describe()));
      return documentResponse(body, "application/json", requestId);
    },
  };
}

/** Contracts for programs with a key: signing up takes an email, and the rest a browser's session or ADMIN_TOKEN. */
const isForClients = ({ access, method }: Contract) =>
  access === "key" || (access === "open" && method === "GET");

/**
 * Serves the OpenAPI document of each API at its own path, one of all account and operator endpoints, and one of
 * everything that clients call; each as JSON and as YAML.
 */
export function openApiEndpoints(
  apis: readonly Api[],
  contracts: readonly Contract[],
  baseUrl: string,
): Endpoint[] {
  const own = apis.map(
    (api): Served => ({
      path: api.document,
      describe: () => openApi(api.title, api.version, [api], baseUrl),
    }),
  );
  const accounts: Served = {
    path: "/accounts/openapi.json",
    describe: () => openApi("Quintet accounts", "1.0.0", [], baseUrl, contracts),
  };
  const suite: Served = {
    path: "/suite/openapi.json",
    describe: () => openApi("Quintet", "1.0.0", apis, baseUrl, contracts.filter(isForClients)),
  };
  return [...[...own, accounts, suite].flatMap(documentEndpoints), postmanEndpoint(suite)];
}
