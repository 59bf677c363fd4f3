import type { Contract } from "../kit/contract.ts";
import { deprecationText } from "../kit/deprecation.ts";
import { type AnyOperation, type Api, isMetered } from "../kit/descriptor.ts";
import { type Json, problem } from "./components.ts";
import { contractSchemes, describeContracts } from "./contracts.ts";
import { parameters, requestBody } from "./input.ts";
import { responses } from "./responses.ts";

const chargedNothing: Json = {
  const: 0,
  description: "On metered operations: errors cost nothing.",
};

function operationId(api: Api, id: string): string {
  return `${api.name}${id.charAt(0).toUpperCase()}${id.slice(1)}`;
}

/** The description of one path of an operation, and whether it is deprecated. */
function describedAs({ description, deprecated = {} }: AnyOperation, path: `/${string}`): Json {
  const deprecation = deprecated.operation ?? deprecated.paths?.[path];
  const text = [deprecation && deprecationText(deprecation), description].filter(
    (part) => part !== undefined,
  );
  return {
    ...(text.length === 0 ? {} : { description: text.join(" ") }),
    ...(deprecation === undefined ? {} : { deprecated: true }),
  };
}

function describe(api: Api, paths: Json, schemas: Json): void {
  for (const [id, operation] of Object.entries(api.operations)) {
    for (const [i, path] of [operation.path, ...(operation.aliases ?? [])].entries()) {
      const described: Json = {
        operationId: operationId(api, i === 0 ? id : `${id}Alias${i}`),
        tags: [api.title],
        summary: operation.summary,
        ...describedAs(operation, path),
        parameters: parameters(operation),
        ...requestBody(operation),
        responses: responses(api, operation, schemas),
        ...(isMetered(api, operation)
          ? { security: [{ key: [] }, { bearer: [] }], "x-quota-unit": api.plans?.unit ?? "calls" }
          : {}),
      };
      paths[path] = { ...(paths[path] as Json | undefined), [operation.method.toLowerCase()]: described };
    }
  }
}

/**
 * Describes APIs, and addresses beside them, as one OpenAPI 3.1.0 document. Same descriptors in, same document
 * out, byte for byte. `baseUrl` has no slash at its end.
 */
export function openApi(
  title: string,
  version: string,
  apis: readonly Api[],
  baseUrl: string,
  contracts: readonly Contract[] = [],
): Json {
  const paths: Json = {};
  const schemas: Json = {};
  for (const api of apis) describe(api, paths, schemas);
  describeContracts(contracts, paths, schemas);
  const keyed = apis.some((api) => api.access === "key");
  const properties = { ...(problem.properties as Json), ...(keyed ? { charged: chargedNothing } : {}) };
  schemas.Problem = { ...problem, properties };
  const securitySchemes = contractSchemes(contracts, keyed);
  const described = apis.map((api) => [api.summary, ...api.promises.map((line) => `- ${line}`)].join("\n"));
  const tags = [...new Set(contracts.map(({ tag }) => tag))];
  return {
    openapi: "3.1.0",
    info: {
      title,
      version,
      ...(described.length === 0 ? {} : { description: described.join("\n\n") }),
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: baseUrl }],
    tags: [
      ...apis.map((api) => ({ name: api.title, description: api.summary })),
      ...tags.map((name) => ({ name })),
    ],
    paths,
    components: { schemas, ...(Object.keys(securitySchemes).length === 0 ? {} : { securitySchemes }) },
  };
}
