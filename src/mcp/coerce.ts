import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";
import { linesOf } from "../kit/call-request.ts";
import { textOfJson } from "../kit/parameter.ts";

/** The JSON types that a member accepts. */
function typesOf(schema: z.ZodType): ReadonlySet<string> {
  const { type } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as { type?: string };
  return new Set(type === undefined ? [] : [type]);
}

/** A list that a model wrote as a text: as JSON, or an item per line. */
function listOf(text: string): unknown {
  if (text.trimStart().startsWith("[")) {
    try {
      return JSON.parse(text);
    } catch {
      // No JSON: its lines are the items.
    }
  }
  return linesOf(text);
}

/** A value in the type that a member wants, where it means the same; any other value as it is. */
function coerce(value: unknown, types: ReadonlySet<string>): unknown {
  if (typeof value === "string") {
    if ((types.has("integer") || types.has("number")) && /^-?\d+$/.test(value)) return Number(value);
    if (types.has("boolean") && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === "true";
  }
  if (typeof value === "string" && types.has("array")) return listOf(value);
  return types.has("string") ? (textOfJson(value) ?? value) : value;
}

/**
 * Makes a schema lenient for arguments as models write them: `"2"` for a number, `1` for a text, a list for a
 * comma-separated list, and null for a missing argument. The schema that agents see stays strict.
 */
export function lenient(schema: z.ZodObject): StandardSchemaWithJSON<unknown, Record<string, unknown>> {
  const members = new Map(
    Object.entries<z.ZodType>(schema.shape).map(([name, member]) => [name, typesOf(member)] as const),
  );
  const strict = schema["~standard"];
  return {
    "~standard": {
      ...strict,
      validate(given: unknown) {
        if (typeof given !== "object" || given === null || Array.isArray(given))
          return strict.validate(given);
        const coerced = Object.entries(given).flatMap(([name, value]) => {
          if (value === null || value === undefined) return [];
          return [[name, coerce(value, members.get(name) ?? new Set())] as const];
        });
        return strict.validate(Object.fromEntries(coerced));
      },
    },
  };
}
