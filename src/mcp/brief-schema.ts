import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";
import { type AnyOperation, isText, mediaTypes } from "../kit/descriptor.ts";
import { isRecord } from "../kit/record.ts";

type Json = Record<string, unknown>;

/** The data of a file in a result: the operation's own headers, by their names in JSON. */
export function fileFact(header: string): string {
  const words = header.replace(/^Quintet-/, "").split("-");
  return words.map((word, i) => (i === 0 ? word.toLowerCase() : word)).join("");
}

/** Keywords that agents do not need: each of them pays for the whole list of tools. Errors say what is accepted. */
const NOT_FOR_AGENTS: ReadonlySet<string> = new Set([
  "$schema",
  "readOnly",
  "pattern",
  "format",
  "contentEncoding",
  "minLength",
  "maxLength",
  "minItems",
  "propertyNames",
  "additionalProperties",
  "id",
]);

/** Advice about headers and URLs, which a tool does not have. */
const ABOUT_HTTP = /\bAccept\b|URLs end up in logs/;

/** A description without advice that is of no use to an agent. */
export function forAgents(description: string): string {
  return description
    .split(/(?<=\.) /)
    .filter((sentence) => !ABOUT_HTTP.test(sentence))
    .join(" ");
}

/** A JSON Schema of arguments without what agents do not need. */
export function briefSchema(schema: Json): Json {
  const kept: Json = {};
  for (const [key, inner] of Object.entries(schema)) {
    if (NOT_FOR_AGENTS.has(key) || inner === Number.MAX_SAFE_INTEGER) continue;
    if (key === "description") {
      const about = forAgents(String(inner));
      if (about !== "") kept[key] = about;
    } else if (key === "properties" && isRecord(inner)) {
      const members = Object.entries(inner).map(([name, one]) => [
        name,
        isRecord(one) ? briefSchema(one) : one,
      ]);
      kept[key] = Object.fromEntries(members);
    } else kept[key] = isRecord(inner) ? briefSchema(inner) : inner;
  }
  return kept;
}

/** The types that a schema of results tells: texts are told by their names. */
const TOLD: ReadonlySet<unknown> = new Set(["array", "object", "integer", "number", "boolean"]);

/** Members of a problem document: those of a result that have the same name may have another type. */
const OF_PROBLEMS: ReadonlySet<string> = new Set(["type", "title", "status", "detail", "code", "parameter"]);

function objectsOf(schema: Json, definitions: Json): Json[] {
  const { $ref, anyOf, oneOf, allOf } = schema;
  if (typeof $ref === "string") {
    const found = definitions[$ref.split("/").at(-1) ?? ""];
    return isRecord(found) ? objectsOf(found, definitions) : [];
  }
  const parts = [anyOf, oneOf, allOf].flatMap((part) => (Array.isArray(part) ? part : []));
  return [schema, ...parts.filter(isRecord).flatMap((part) => objectsOf(part, definitions))];
}

/** The names of an object's members, with the type that each has everywhere; undefined for those without one. */
function membersOf(schema: Json): Map<string, unknown> {
  const { $defs } = schema;
  const members = new Map<string, unknown>();
  for (const { properties } of objectsOf(schema, isRecord($defs) ? $defs : {})) {
    for (const [name, member] of Object.entries(isRecord(properties) ? properties : {})) {
      const type =
        isRecord(member) && TOLD.has(member.type) && !OF_PROBLEMS.has(name) ? member.type : undefined;
      members.set(name, members.has(name) && members.get(name) !== type ? undefined : type);
    }
  }
  return members;
}

/** A schema of an object with these members: those without a type are named in the description. */
function schemaOf(members: ReadonlyMap<string, unknown>): Json {
  const typed = [...members].filter(([, type]) => type !== undefined);
  const others = [...members.keys()].filter((name) => members.get(name) === undefined);
  return {
    type: "object",
    ...(typed.length === 0
      ? {}
      : { properties: Object.fromEntries(typed.map(([name, type]) => [name, { type }])) }),
    ...(others.length === 0
      ? {}
      : { description: `${typed.length === 0 ? "Members" : "Other members"}: ${others.join(", ")}.` }),
  };
}

/** The schema of the JSON of an operation that agents get as data; a list is the member `items`. */
export function dataSchema({ output, selects, agent, accepts }: AnyOperation): z.ZodType {
  if (agent !== undefined) return agent.data;
  const base64 = accepts?.base64;
  if (base64 !== undefined && base64 in output.shape) return output.omit({ [base64]: true });
  if (selects !== undefined) return output.partial();
  return output instanceof z.ZodArray ? z.object({ items: output }) : output;
}

/** The facts about a file in a result; none of an operation whose tool returns JSON or text. */
export function fileMembers(operation: AnyOperation): readonly (readonly [string, unknown])[] {
  if (isText(mediaTypes(operation)[0])) return [];
  const facts = Object.keys(operation.headers ?? {}).map((header) => [fileFact(header), undefined] as const);
  return [["mediaType", undefined], ["bytes", "integer"], ...facts];
}

/** The schema of a tool's `structuredContent`, in short: the names of its members, and those of a problem. */
export function outputSchema(
  data: () => z.ZodType,
  further: ReturnType<typeof fileMembers> = [],
): StandardSchemaWithJSON {
  let written: Json | undefined;
  const json = () => {
    written ??= schemaOf(
      new Map([
        ...membersOf(z.toJSONSchema(data(), { io: "output", target: "draft-2020-12" })),
        // A file has no more of the data than these.
        ...further,
      ]),
    );
    return written;
  };
  // The server made the value by its own schema.
  return standardSchema(json, (value) => value);
}

/** A schema for the MCP library that accepts everything: `read` gives the value. */
export function standardSchema<Value>(
  json: () => Json,
  read: (value: unknown) => Value,
): StandardSchemaWithJSON<unknown, Value> {
  const validate = (value: unknown) => ({ value: read(value) });
  return {
    "~standard": { version: 1, vendor: "quintet", validate, jsonSchema: { input: json, output: json } },
  };
}
