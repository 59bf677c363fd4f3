import { z } from "zod";
import { type ProblemCode, problemKinds } from "../kit/problem-kinds.ts";

/** A part of an OpenAPI document. */
export type Json = Record<string, unknown>;

/** The schema of a problem document. */
export const problem: Json = {
  type: "object",
  description: "An error (RFC 9457).",
  required: ["type", "title", "status", "detail", "code", "requestId"],
  properties: {
    type: { type: "string", format: "uri", description: "The URL of the page about this code." },
    title: { type: "string" },
    status: { type: "integer", minimum: 400, maximum: 599 },
    detail: { type: "string", description: "What is wrong with this request, and how to fix it." },
    code: { type: "string", enum: Object.keys(problemKinds) },
    parameter: { type: "string", description: "The parameter that caused the error." },
    requestId: { type: "string", format: "uuid", description: "As in X-Request-Id." },
  },
};

/** Headers of every answer. */
export const headers: Json = {
  "X-Request-Id": {
    description: "The ID of this request, a version 7 UUID. Include it when you report a problem.",
    schema: { type: "string", format: "uuid" },
  },
};

/** A JSON Schema without Zod's words that say nothing to a caller: the bounds of a 64-bit float, a closed object. */
export function tidy(value: unknown): unknown {
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

/** Puts a schema under its id. Throws a `TypeError` where another one has it: one would hide the other. */
function register(schemas: Json, id: string, schema: unknown): void {
  if (schemas[id] !== undefined && JSON.stringify(schemas[id]) !== JSON.stringify(schema)) {
    throw new TypeError(`two schemas have the id ${id}`);
  }
  schemas[id] = schema;
}

/** The JSON Schema of an output; schemas with an id go to `schemas` and are referred to. */
export function outputSchema(output: z.ZodType, schemas: Json): unknown {
  const { $defs = {}, ...root } = z.toJSONSchema(output, { io: "output", target: "draft-2020-12" });
  for (const [name, schema] of Object.entries($defs)) register(schemas, name, tidy(schema));
  const { id } = output.meta() ?? {};
  if (typeof id !== "string") return tidy(root);
  if (!("$ref" in root)) register(schemas, id, tidy(root));
  return { $ref: `#/components/schemas/${id}` };
}

/** The refusals that these codes name: several codes may share a status, and a document has one answer a status. */
export function refusals(codes: readonly ProblemCode[]): Json {
  const answers: Json = {};
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
