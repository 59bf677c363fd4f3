import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";
import { type AnyOperation, isText, mediaTypes } from "../kit/descriptor.ts";

type Json = Record<string, unknown>;

/** The data of a file in a result: the operation's own headers, by their names in JSON. */
export function fileFact(header: string): string {
  const words = header.replace(/^Quintet-/, "").split("-");
  return words.map((word, i) => (i === 0 ? word.toLowerCase() : word)).join("");
}

/** A problem document, as far as agents need it described. */
const problem: Json = {
  type: "object",
  properties: {
    code: { type: "string" },
    detail: { type: "string" },
    status: { type: "integer" },
    parameter: { type: "string" },
  },
  required: ["code", "detail", "status"],
};

/** Keywords that agents do not need: those that show models a schema pay for each of them. */
const NOT_FOR_AGENTS: ReadonlySet<string> = new Set([
  "description",
  "$schema",
  "readOnly",
  "pattern",
  "minimum",
  "maximum",
  "id",
  "format",
]);

/** Keywords whose members are names, not keywords. */
const OF_NAMES: ReadonlySet<string> = new Set(["properties", "$defs"]);

/** Keywords whose values are no schemas. */
const OF_VALUES: ReadonlySet<string> = new Set(["enum", "const", "required"]);

/** A JSON Schema without what agents do not need. */
function brief(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(brief);
  if (typeof value !== "object" || value === null) return value;
  const kept: Json = {};
  for (const [key, inner] of Object.entries(value)) {
    // Clients of models that know one type for a schema reject a list of types, and accept a choice.
    if (key === "type" && Array.isArray(inner)) {
      kept.anyOf = inner.map((type) => ({ type }));
      continue;
    }
    if (NOT_FOR_AGENTS.has(key) || (key === "additionalProperties" && inner === false)) continue;
    if (OF_VALUES.has(key)) kept[key] = inner;
    else kept[key] = OF_NAMES.has(key) ? briefEach(inner as Json) : brief(inner);
  }
  return kept;
}

function briefEach(schemas: Json): Json {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, brief(schema)]));
}

/** The schema of the JSON of an operation that agents get as data; a list is the member `items`. */
function dataSchema({ output, selects, agent, accepts }: AnyOperation): z.ZodType {
  if (agent !== undefined) return agent.data;
  if (accepts?.base64 !== undefined) return output.omit({ [accepts.base64]: true });
  if (selects !== undefined) return output.partial();
  return output instanceof z.ZodArray ? z.object({ items: output }) : output;
}

function fileSchema(operation: AnyOperation): Json | undefined {
  const types = mediaTypes(operation);
  if (types.length === 1 && isText(types[0])) return undefined;
  const facts = Object.keys(operation.headers ?? {}).map(fileFact);
  const properties = Object.fromEntries(
    facts.map((name) => [name, { anyOf: [{ type: "string" }, { type: "number" }] }]),
  );
  return {
    type: "object",
    properties: { mediaType: { type: "string" }, bytes: { type: "integer" }, ...properties },
    required: ["mediaType", "bytes"],
  };
}

/** The schema of a tool's `structuredContent`: the data of a success, or a problem. The root is an object, as MCP asks. */
function outputSchema(data: () => z.ZodType, file?: () => Json | undefined): StandardSchemaWithJSON {
  let written: Json | undefined;
  const write = (): Json => {
    const converted = z.toJSONSchema(data(), { io: "output", target: "draft-2020-12" });
    const { $defs, ...own } = brief(converted) as Json;
    const ofFile = file?.();
    return {
      type: "object",
      anyOf: [own, ...(ofFile === undefined ? [] : [ofFile]), problem],
      ...($defs === undefined ? {} : { $defs }),
    };
  };
  const json = () => {
    written ??= write();
    return written;
  };
  return {
    "~standard": {
      version: 1,
      vendor: "quintet",
      // The server made the value by its own schema.
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: json, output: json },
    },
  };
}

/** The schema of the `structuredContent` of an operation's tool. */
export function outputSchemaOf(operation: AnyOperation): StandardSchemaWithJSON {
  return outputSchema(
    () => dataSchema(operation),
    () => fileSchema(operation),
  );
}

/** The schema of the `structuredContent` of a tool with this data. */
export function outputSchemaOfData(data: z.ZodType): StandardSchemaWithJSON {
  return outputSchema(() => data);
}
