import { z } from "zod";
import { type AnyOperation, type Api, type Example, isMetered, mediaTypes, pathNames } from "./descriptor.ts";
import { type ProblemCode, problemKinds } from "./problem-kinds.ts";
import { parameterSchema } from "./query.ts";

type Json = Record<string, unknown>;

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

const problem: Json = {
  type: "object",
  description: "Why a request was refused (RFC 9457).",
  required: ["type", "title", "status", "detail", "code", "requestId"],
  properties: {
    type: { type: "string", format: "uri", description: "The address of the page about this code." },
    title: { type: "string" },
    status: { type: "integer", minimum: 400, maximum: 599 },
    detail: { type: "string", description: "What is wrong with this request and what is accepted." },
    code: { type: "string", enum: Object.keys(problemKinds) },
    parameter: { type: "string", description: "The parameter at fault." },
    requestId: { type: "string", format: "uuid", description: "As in X-Request-Id." },
  },
};

const headers: Json = {
  "X-Request-Id": {
    description: "The id of this request, a UUID version 7; quote it when you report a problem.",
    schema: { type: "string", format: "uuid" },
  },
};

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

/** Zod's own words that say nothing to a caller: the bounds of a 64-bit float, a closed object. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== "object" || value === null) return value;
  const tidied: Json = {};
  for (const [key, inner] of Object.entries(value)) {
    if (key === "$schema" || key === "$defs" || key === "id") continue;
    if (key === "additionalProperties" && inner === false) continue;
    if (key === "maximum" && inner === Number.MAX_SAFE_INTEGER) continue;
    if (key === "minimum" && inner === Number.MIN_SAFE_INTEGER) continue;
    tidied[key] = key === "$ref" ? String(inner).replace("#/$defs/", "#/components/schemas/") : tidy(inner);
  }
  return tidied;
}

/** The JSON Schema of an output; schemas with an id go to `schemas` and are referred to. */
function outputSchema(output: z.ZodType, schemas: Json): unknown {
  const { $defs = {}, ...root } = z.toJSONSchema(output, { io: "output", target: "draft-2020-12" });
  for (const [name, schema] of Object.entries($defs)) schemas[name] = tidy(schema);
  const { id } = output.meta() ?? {};
  if (typeof id !== "string") return tidy(root);
  if (!("$ref" in root)) schemas[id] = tidy(root);
  return { $ref: `#/components/schemas/${id}` };
}

/** The value of an example as it stands in a document: numbers as numbers. */
function exampleValue(text: string, type: unknown): unknown {
  return type === "integer" ? Number(text) : text;
}

function exampleName(example: Example): string {
  return example.title.replaceAll(/\W+/g, "-").toLowerCase();
}

/** Members of an input that a body alone may bring: the file, and where to find one. */
function inBody(operation: AnyOperation): readonly string[] {
  return operation.accepts === undefined ? [] : [operation.accepts.file, "url"];
}

/** The three forms in which an operation takes a file. */
function requestBody(operation: AnyOperation): Json {
  const { accepts, input } = operation;
  if (accepts === undefined) return {};
  const { [accepts.file]: _, ...members } = input.shape as Record<string, z.ZodType>;
  const properties = Object.fromEntries(
    Object.entries(members).map(([name, schema]) => [name, tidy(parameterSchema(schema))]),
  );
  const byAddress = { schema: { type: "object", required: ["url"], properties } };
  const { url: __, ...options } = properties;
  const file = { type: "string", format: "binary", description: "The file itself." };
  const inForm = {
    type: "object",
    required: [accepts.file],
    properties: { [accepts.file]: file, ...options },
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
  const members = Object.entries<z.ZodType>(operation.input.shape);
  return members
    .filter(([name]) => !inBody(operation).includes(name))
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
        ...(description === undefined ? {} : { description }),
        schema: tidy(rest),
        ...(given.length === 0 ? {} : { examples: Object.fromEntries(given) }),
      };
    });
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
  const charged = isMetered(api, operation) ? { ...headers, ...quotaHeaders } : headers;
  const answers: Json = {
    "200": { description: operation.summary, headers: charged, content: Object.fromEntries(content) },
  };
  const codes = [...new Set(codesOf(api, operation))];
  // Several codes may share a status, and a document has one answer a status.
  for (const status of [...new Set(codes.map((code) => problemKinds[code].status))].sort()) {
    const named = codes.filter((code) => problemKinds[code].status === status);
    answers[status] = {
      description: named.map((code) => `\`${code}\`: ${problemKinds[code].title}`).join(". "),
      headers,
      content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
    };
  }
  return answers;
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

const securitySchemes: Json = {
  key: { type: "apiKey", in: "header", name: "X-API-Key" },
  bearer: { type: "http", scheme: "bearer" },
};

/**
 * Describes APIs as one OpenAPI 3.1.0 document. Same descriptors in, same document out, byte for byte.
 * `baseUrl` has no slash at its end.
 */
export function openApi(title: string, version: string, apis: readonly Api[], baseUrl: string): Json {
  const paths: Json = {};
  const schemas: Json = {};
  for (const api of apis) describe(api, paths, schemas);
  const keyed = apis.some((api) => api.access === "key");
  const properties = { ...(problem.properties as Json), ...(keyed ? { charged: chargedNothing } : {}) };
  schemas.Problem = { ...problem, properties };
  return {
    openapi: "3.1.0",
    info: {
      title,
      version,
      description: apis
        .map((api) => [api.summary, ...api.promises.map((line) => `- ${line}`)].join("\n"))
        .join("\n\n"),
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: baseUrl }],
    tags: apis.map((api) => ({ name: api.title, description: api.summary })),
    paths,
    components: { schemas, ...(keyed ? { securitySchemes } : {}) },
  };
}
