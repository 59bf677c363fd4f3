import type { Contract } from "../../kit/contract.ts";
import { lazily } from "../../kit/lazily.ts";
import type { Json } from "../../openapi/components.ts";
import type { DocumentSource } from "../../openapi/document.ts";
import type { Endpoint } from "./endpoint.ts";
import { bodyResponse, documentHeaders } from "./responses.ts";

interface Served {
  readonly path: `/${string}.json`;
  describe(): Promise<Json>;
}

const forms = [
  { ending: ".json", mediaType: "application/json", write: (value: unknown) => JSON.stringify(value) },
  {
    ending: ".yaml",
    mediaType: "application/yaml",
    write: (value: unknown) => `${Bun.YAML.stringify(value, null, 2)}\n`,
  },
] as const;

const headers = { ...documentHeaders, Link: '</.well-known/api-catalog>; rel="api-catalog"' } as const;

/** A document that is written when first asked for: all of them take longer to write than the server to start. */
function served(path: Served["path"], source: () => Promise<Json>): Served {
  return { path, describe: lazily(source) };
}

/** Writes a document. Most servers write few, so what it takes is loaded with the first. */
async function openApi(source: DocumentSource): Promise<Json> {
  const document = await import("../../openapi/document.ts");
  return document.openApi(source);
}

function documentEndpoints({ path, describe }: Served): Endpoint[] {
  return forms.map(({ ending, mediaType, write }): Endpoint => {
    const body = lazily(async () => write(await describe()));
    return {
      path: path.replace(/\.json$/, ending) as `/${string}`,
      labels: ["documents", "openapi"],
      methods: ["GET"],
      shared: true,
      async handle(_request, requestId) {
        return bodyResponse(await body(), mediaType, requestId, headers);
      },
    };
  });
}

/** Contracts for programs with a key: not accounts, keys, signed URLs, event streams or what needs a session or ADMIN_TOKEN. */
export const isForClients = ({ access, method, path, query, produces }: Contract) =>
  (access === "key" && !path.startsWith("/keys") && produces?.[0] !== "text/event-stream") ||
  (access === "open" && method === "GET" && !("signature" in query.shape));

/** Serves OpenAPI documents as JSON and YAML: of each API, of accounts and operators, and of everything for clients. */
export function openApiEndpoints({
  apis,
  baseUrl,
  describe,
}: Pick<DocumentSource, "apis" | "baseUrl"> & {
  describe(): Required<Pick<DocumentSource, "contracts" | "examples" | "events" | "job">>;
}): Endpoint[] {
  let described: ReturnType<typeof describe> | undefined;
  const shared = () => {
    described ??= describe();
    return { ...described, baseUrl };
  };
  const own = apis.map((api) =>
    served(api.document, () =>
      openApi({
        ...shared(),
        title: api.title,
        version: api.version,
        apis: [api],
        contracts: [],
        events: [],
      }),
    ),
  );
  const accounts = served("/accounts/openapi.json", () =>
    openApi({ ...shared(), title: "Quintet accounts", version: "1.2.0", apis: [] }),
  );
  const suite = served("/suite/openapi.json", async () => {
    const { contracts, ...source } = shared();
    return openApi({
      ...source,
      title: "Quintet",
      version: "1.2.0",
      apis,
      contracts: contracts.filter(isForClients),
    });
  });
  const compatible = served("/compatible/openapi.json", async () => {
    const { compatibleOpenApi } = await import("../../openapi/compatible.ts");
    return compatibleOpenApi(apis, baseUrl);
  });
  const isCompatible = apis.some(({ compatible: all = [] }) => all.length > 0);
  return [...own, accounts, suite, ...(isCompatible ? [compatible] : [])].flatMap(documentEndpoints);
}
