import type { z } from "zod";
import { type ParameterSchema, parameterSchema } from "../kit/parameter.ts";

// Kept, because reading the schemas takes longer than rendering all the rest of a page.
const known = new WeakMap<z.ZodType, ParameterSchema>();

/** The JSON Schema of a parameter, read once. */
export function schemaOf(parameter: z.ZodType): ParameterSchema {
  const schema = known.get(parameter) ?? parameterSchema(parameter);
  known.set(parameter, schema);
  return schema;
}

const kinds: Readonly<Record<string, string>> = {
  integer: "whole number",
  string: "text",
  array: "list of texts",
};

/** Describes the values of a parameter: `whole number, 1 to 100, default 1`. */
export function typeText(parameter: z.ZodType): string {
  const { type, enum: choices, minimum, maximum, default: usual } = schemaOf(parameter);
  const kind = kinds[type ?? ""] ?? type ?? "";
  const what = choices === undefined ? kind : `one of ${choices.join(", ")}`;
  const range = minimum !== undefined && maximum !== undefined ? `, ${minimum} to ${maximum}` : "";
  return `${what}${range}${usual === undefined ? "" : `, default ${String(usual)}`}`;
}
