import { z } from "zod";
import { NOT_MODIFIED } from "../kit/contract.ts";
import { type AnyOperation, type Api, isMetered, isText, mediaTypes } from "../kit/descriptor.ts";
import { type Components, everyHeader, type Json } from "./components.ts";
import { codesOf } from "./error-codes.ts";

/** JSON lines, as OpenAPI 3.1 has them: a text whose `contentSchema` describes one line. */
export function linesOf(line: Json, { example }: Json = {}): Json {
  const schema = {
    type: "string",
    description: "JSON lines: contentSchema describes one of them.",
    contentMediaType: "application/x-ndjson",
    contentSchema: line,
  };
  return { schema, ...(example === undefined ? {} : { example: `${JSON.stringify(example)}\n` }) };
}

/** Bytes, as generators of clients know them. */
export const binary: Json = { type: "string", format: "binary" };

/** Headers of metered operations, errors included. */
export const metered: Json = {
  "RateLimit-Policy": {
    description: 'The quota that was charged: `"plan";q=limit;w=seconds;quintet-unit="pages"`.',
    schema: { type: "string" },
  },
  RateLimit: {
    description: 'The remaining quota and the seconds until it resets: `"plan";r=remaining;t=seconds`.',
    schema: { type: "string" },
  },
  "Quintet-Cost": {
    description: 'The cost of this call, in units of the API and in credits: `7;unit="pages";credits=35`.',
    schema: { type: "string" },
  },
  "Quintet-Mode": {
    description: "test: a sample response, because the key is a test key. Absent otherwise.",
    schema: { type: "string", enum: ["test"] },
  },
};

/** The header of a stored response. */
export const replayed: Json = {
  "Idempotency-Replayed": {
    description: "true: the stored response to an earlier request with the same Idempotency-Key.",
    schema: { type: "string", enum: ["true"] },
  },
};

/** Reports whether an operation honors `Idempotency-Key`. */
export function isRepeatable(api: Api, operation: AnyOperation): boolean {
  return isMetered(api, operation) && operation.method === "POST";
}

function jsonSchema(operation: AnyOperation, components: Components): Json {
  const { output, selects } = operation;
  const id = output.meta()?.id;
  if (selects === undefined || typeof id !== "string") return components.output(output);
  const part = components.output(output.partial().meta({ id: `${id}Part` }));
  const { required = [] } = z.toJSONSchema(output, { io: "output" });
  const whole = components.add("schemas", id, { allOf: [part], required });
  return { anyOf: [whole, part] };
}

/** Headers of one response, each with its meaning. */
export function headersOf(described: Readonly<Record<string, string>> = {}): Json {
  const entries = Object.entries(described).map(([name, description]) => [
    name,
    { description, schema: { type: "string" } },
  ]);
  return Object.fromEntries(entries);
}

/** The 2xx response of an operation. `example` is a JSON response. */
export function success(api: Api, operation: AnyOperation, components: Components, example?: unknown): Json {
  const json = jsonSchema(operation, components);
  const mediaOf = (type: string): Json => {
    if (type === "application/json") return { schema: json, ...components.example(example) };
    if (type.includes("ndjson") && operation.line !== undefined && !components.isBrief)
      return linesOf(components.output(operation.line));
    return { schema: isText(type) ? { type: "string" } : binary };
  };
  const content = mediaTypes(operation).map((type) => [type, mediaOf(type)]);
  const headers = components.headers({
    ...components.common(everyHeader),
    ...headersOf(operation.headers),
    ...components.common({
      ...(isMetered(api, operation) ? metered : {}),
      ...(isRepeatable(api, operation) ? replayed : {}),
    }),
  });
  const listed = Object.keys(headers).length === 0 ? {} : { headers };
  const whole: Json = { description: "Success.", ...listed, content: Object.fromEntries(content) };
  const id = operation.output.meta()?.id;
  // An operation with a file is on three paths: a brief document has its response once. Generators find JSON lines only in a
  // response that is no reference.
  const hasLines = mediaTypes(operation).some((type) => type.includes("ndjson"));
  const isShared = components.isBrief && operation.accepts !== undefined && !hasLines;
  return isShared && typeof id === "string" ? components.add("responses", id, whole) : whole;
}

/** Responses without a body, by status, each with when it is returned. */
export function withoutBody(described: Readonly<Record<number, string>> = {}): Json {
  return Object.fromEntries(
    Object.entries(described).map(([status, description]) => [status, { description }]),
  );
}

/** The responses of an operation: its output, and its errors. `example` is a JSON response. */
export function responses(api: Api, operation: AnyOperation, components: Components, example: unknown): Json {
  const done = success(api, operation, components, example);
  const isPaid = isMetered(api, operation);
  const errors = components.errors(
    [...new Set(codesOf(api, operation))],
    isPaid,
    operation.errors,
    components.common(isPaid ? metered : {}),
  );
  return {
    "200": done,
    ...(isPaid ? components.accepted() : {}),
    ...components.common(
      withoutBody(operation.cacheControl?.startsWith("public") ? { 304: NOT_MODIFIED } : {}),
    ),
    ...errors,
  };
}
