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
