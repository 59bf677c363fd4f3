import { z } from "zod";
import { type AnyOperation, isText, type SampleContext } from "../../kit/descriptor.ts";
import { Encoded } from "../../kit/encoded.ts";

type Schema = Readonly<Record<string, unknown>>;

const texts: Readonly<Record<string, string>> = {
  "date-time": "2026-11-20T12:00:00.000Z",
  date: "2026-11-20",
  uri: "https://example.com/",
  email: "someone@example.com",
  uuid: "01a1f985-acd0-752f-a15b-c39ab4d6d679",
};

function firstOf(schema: Schema): Schema | undefined {
  const all = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  return Array.isArray(all) ? (all[0] as Schema) : undefined;
}

/** A small value that a JSON Schema accepts. References are resolved in `definitions`. */
function sampleValue(schema: Schema, definitions: Schema): unknown {
  const { $ref, properties = {}, required = [], minItems = 0, minimum = 0 } = schema;
  if (typeof $ref === "string") {
    return sampleValue((definitions[$ref.replace("#/$defs/", "")] ?? {}) as Schema, definitions);
  }
  for (const given of ["const", "default"]) if (given in schema) return schema[given];
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const first = firstOf(schema);
  if (first !== undefined) return sampleValue(first, definitions);
  if (schema.type === "object") {
    const members = Object.entries(properties as Schema).filter(([name]) =>
      (required as string[]).includes(name),
    );
    return Object.fromEntries(
      members.map(([name, member]) => [name, sampleValue(member as Schema, definitions)]),
    );
  }
  if (schema.type === "array") {
    return Array.from({ length: Number(minItems) }, () =>
      sampleValue((schema.items ?? {}) as Schema, definitions),
    );
  }
  if (schema.type === "string") return texts[String(schema.format)] ?? "sample";
  if (schema.type === "number" || schema.type === "integer") return Math.max(0, Number(minimum));
  return schema.type === "boolean" ? true : null;
}

/** The sample response of an operation: its own, or one that is made of the schema of its output. */
export async function sampleOf(
  operation: AnyOperation,
  input: unknown,
  context: SampleContext,
): Promise<unknown> {
  if (operation.sample !== undefined) return operation.sample(input, context);
  const { mediaType } = context;
  const schema = z.toJSONSchema(operation.output, { io: "output", unrepresentable: "any" }) as Schema;
  const value = sampleValue(schema, (schema.$defs ?? {}) as Schema);
  if (mediaType === "application/json") return value;
  return new Encoded(isText(mediaType) ? String(value) : "", mediaType);
}
