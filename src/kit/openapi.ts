import type { Contract } from "./contract.ts";
import {
  type AnyOperation,
  type Api,
  type Example,
  fileNames,
  isMetered,
  mediaTypes,
  parametersOf,
  pathNames,
} from "./descriptor.ts";
import { contractSchemes, describeContracts } from "./openapi-contracts.ts";
import { headers, type Json, outputSchema, problem, refusals, tidy } from "./openapi-parts.ts";
import { parameterSchema } from "./parameter.ts";
import type { ProblemCode } from "./problem-kinds.ts";

/** Problems that every operation can answer, beside its own. */
const always: readonly ProblemCode[] = [
  "invalid-parameter",
  "invalid-host",
  "method-not-allowed",
  "internal",
];

/** Problems that every metered operation can answer besides. */
const metered: readonly ProblemCode[] = [
  "key-in-query",
  "key-missing",
  "key-invalid",
  "key-revoked",
  "key-scope",
  "plan-required",
  "plan-limit",
  "quota-exceeded",
  "rate-limited",
  "storage-unavailable",
];

/** Problems of metered operations that take a body, beside those. */
const repeatable: readonly ProblemCode[] = [
  "invalid-idempotency-key",
  "request-in-progress",
  "idempotency-mismatch",
];

/** Problems of operations that take a file. */
const filed: readonly ProblemCode[] = [
  "invalid-body",
  "payload-too-large",
  "upload-too-slow",
  "unsupported-media-type",
  "client-left",
  "busy",
];

const quotaHeaders: Json = {
  "RateLimit-Policy": {
    description: 'The quota that paid: `"plan";q=limit;w=seconds;quintet-unit="pages"`.',
    schema: { type: "string" },
  },
  RateLimit: {
    description: 'What is left of it and when it starts anew: `"plan";r=remaining;t=seconds`.',
    schema: { type: "string" },
  },
  "Quintet-Cost": {
    description: 'What this call cost, in the unit of the API and in credits: `7;unit="pages";credits=35`.',
    schema: { type: "string" },
  },
};

const chargedNothing: Json = {
  const: 0,
  description: "On metered operations: a refused call costs nothing.",
};

/** The value of an example as it stands in a document: numbers as numbers. */
function exampleValue(text: string, type: unknown): unknown {
  return type === "integer" ? Number(text) : text;
}

function exampleName(example: Example): string {
  return example.title.replaceAll(/\W+/g, "-").toLowerCase();
}

/** A member's description with the other names under which it is taken. */
function describedAs(name: string, description: unknown, operation: AnyOperation): Json {
  const others = Object.keys(operation.synonyms ?? {}).filter(
    (other) => operation.synonyms?.[other] === name,
  );
  if (others.length === 0) return description === undefined ? {} : { description };
  const also = `Also taken as ${others.map((other) => `\`${other}\``).join(", ")}.`;
  return { description: typeof description === "string" ? `${description} ${also}` : also };
}

/** The three forms in which an operation takes a file. */
function requestBody(operation: AnyOperation): Json {
  const { accepts } = operation;
  if (accepts === undefined) return {};
  const properties = Object.fromEntries(
    parametersOf(operation).map(([name, schema]) => {
      const { description, ...rest } = parameterSchema(schema);
      return [name, { ...(tidy(rest) as Json), ...describedAs(name, description, operation) }];
    }),
  );
  const { base64 } = accepts;
  const asText =
    base64 === undefined
      ? {}
      : {
          [base64]: {
            type: "string",
            contentEncoding: "base64",
            ...describedAs(base64, `The file itself, in place of ${accepts.file} and url.`, operation),
          },
        };
  const required = base64 === undefined ? { required: ["url"] } : {};
  const byAddress = { schema: { type: "object", ...required, properties: { ...asText, ...properties } } };
  const { url: _, ...options } = properties;
  const files = fileNames(accepts).map((name, i) => {
    const description = i === 0 ? "The file itself." : operation.input.shape[name]?.description;
    return [name, { type: "string", format: "binary", ...describedAs(name, description, operation) }];
  });
  const inForm = {
    type: "object",
    required: [accepts.file],
    properties: { ...Object.fromEntries(files), ...options },
  };
  const raw = accepts.types.map((type) => [type, { schema: { type: "string", format: "binary" } }]);
  return {
    requestBody: {
      required: true,
      description: `The file as a part of a form or raw${"url" in properties ? ", or its address" : ""}. Options stand in the form, in the JSON object or in the query.`,
      content: {
        "multipart/form-data": { schema: inForm },
        ...Object.fromEntries(raw),
        ...("url" in properties
          ? { "application/json": byAddress, "application/x-www-form-urlencoded": byAddress }
          : {}),
      },
    },
  };
}

function parameters(operation: AnyOperation): Json[] {
  const inPath = pathNames(operation.path);
  return (
    parametersOf(operation)
      // Where a file is taken, its address stands in the body, in the file's place.
      .filter(([name]) => operation.accepts === undefined || name !== "url")
      .map(([name, schema]) => {
        const { description, ...rest } = parameterSchema(schema);
        const located = inPath.includes(name) ? "path" : "query";
        const given = operation.examples.flatMap((example) => {
          const text = example.input[name];
          if (text === undefined || (example.status ?? 200) >= 400) return [];
          return [[exampleName(example), { summary: example.title, value: exampleValue(text, rest.type) }]];
        });
        return {
          name,
          in: located,
          required: located === "path" || !schema.safeParse(undefined).success,
          ...describedAs(name, description, operation),
          schema: tidy(rest),
          ...(given.length === 0 ? {} : { examples: Object.fromEntries(given) }),
        };
      })
  );
}

function codesOf(api: Api, operation: AnyOperation): ProblemCode[] {
  const paid = isMetered(api, operation);
  return [
    ...operation.errors,
    ...always,
    ...(paid ? metered : []),
    ...(paid && operation.method === "POST" ? repeatable : []),
    ...(operation.accepts === undefined ? [] : filed),
  ];
}

function responses(api: Api, operation: AnyOperation, schemas: Json): Json {
  const schema = outputSchema(operation.output, schemas);
  const content = mediaTypes(operation).map((type) => [
    type,
    { schema: type === "application/json" ? schema : { type: "string" } },
  ]);
  const own = Object.fromEntries(
    Object.entries(operation.headers ?? {}).map(([name, description]) => [
      name,
      { description, schema: { type: "string" } },
    ]),
  );
  const charged = { ...headers, ...own, ...(isMetered(api, operation) ? quotaHeaders : {}) };
  const answers: Json = {
    "200": { description: operation.summary, headers: charged, content: Object.fromEntries(content) },
  };
  return { ...answers, ...refusals([...new Set(codesOf(api, operation))]) };
}

function operationId(api: Api, id: string): string {
  return `${api.name}${id.charAt(0).toUpperCase()}${id.slice(1)}`;
}

function describe(api: Api, paths: Json, schemas: Json): void {
  for (const [id, operation] of Object.entries(api.operations)) {
    for (const [i, path] of [operation.path, ...(operation.aliases ?? [])].entries()) {
      const described: Json = {
        operationId: operationId(api, i === 0 ? id : `${id}Alias${i}`),
        tags: [api.title],
        summary: operation.summary,
        ...(operation.description === undefined ? {} : { description: operation.description }),
        parameters: parameters(operation),
        ...requestBody(operation),
        responses: responses(api, operation, schemas),
        ...(isMetered(api, operation)
          ? { security: [{ key: [] }, { bearer: [] }], "x-quota-unit": api.unit ?? "calls" }
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
  const rooms = [...new Set(contracts.map(({ tag }) => tag))];
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
      ...rooms.map((name) => ({ name })),
    ],
    paths,
    components: { schemas, ...(Object.keys(securitySchemes).length === 0 ? {} : { securitySchemes }) },
  };
}
