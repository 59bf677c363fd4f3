import type { Contract } from "../../kit/contract.ts";
import type { Api } from "../../kit/descriptor.ts";
import { openApi } from "../../openapi/document.ts";
import type { Endpoint } from "./endpoint.ts";
import { shared } from "./headers.ts";

/** An OpenAPI document and where it is served. */
interface Served {
  readonly path: `/${string}.json`;
  describe(): unknown;
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

/** The endpoints of a document: one for each form. */
function documentEndpoints({ path, describe }: Served): Endpoint[] {
  // Written when first asked for: all of them take longer to write than the server to start.
  let document: unknown;
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
        const headers = {
          ...shared,
          "Content-Type": mediaType,
          "Cache-Control": "public, max-age=300",
          "X-Request-Id": requestId,
        };
        return new Response(body, { headers });
      },
    };
  });
}

/** Contracts that a program with a key, or without one, can call: the others need a browser's session or ADMIN_TOKEN. */
const isForClients = ({ access }: Contract) => access === "open" || access === "key";

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
  return [...own, accounts, suite].flatMap(documentEndpoints);
}
