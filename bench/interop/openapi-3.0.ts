/** OpenAPI 3.1 as 3.0.3, for generators that are older: the same types, with `nullable` and `enum` for null and `const`. */

type Json = Record<string, unknown>;

function isNull(schema: unknown): boolean {
  return typeof schema === "object" && schema !== null && "type" in schema && schema.type === "null";
}

/** A schema of several types: one of them, or a choice. */
function withoutTypeList({ type, ...schema }: Json, types: readonly unknown[]): Json {
  const [only, ...others] = types.filter((one) => one !== "null");
  const nullable = types.includes("null") ? { nullable: true } : {};
  const values = Array.isArray(schema.enum) ? { enum: schema.enum.filter((value) => value !== null) } : {};
  if (others.length === 0) return { ...schema, type: only, ...values, ...nullable };
  return { ...schema, anyOf: [only, ...others].map((one) => ({ type: one })), ...nullable };
}

/** A choice with null in it: the rest of it, and `nullable`. */
function withoutNull({ anyOf, ...schema }: Json, parts: readonly unknown[]): Json {
  const [only, ...others] = parts.filter((part) => !isNull(part)) as Json[];
  if (others.length > 0) return { ...schema, anyOf: [only, ...others], nullable: true };
  return only !== undefined && "$ref" in only
    ? { ...schema, allOf: [only], nullable: true }
    : { ...only, ...schema, nullable: true };
}

function schemaOf(schema: Json): Json {
  const {
    const: constant,
    contentEncoding,
    contentMediaType: _type,
    contentSchema: _schema,
    propertyNames: _,
    ...rest
  } = schema;
  const one: Json = {
    ...rest,
    ...("const" in schema ? { enum: [constant] } : {}),
    ...(contentEncoding === "base64" ? { format: "byte" } : {}),
  };
  if (Array.isArray(one.type)) return withoutTypeList(one, one.type);
  if (Array.isArray(one.anyOf) && one.anyOf.some(isNull)) return withoutNull(one, one.anyOf);
  return one;
}

/** Members that are no parts of a document: what they hold is data. */
const DATA: ReadonlySet<string> = new Set(["example", "enum", "required", "security"]);

function converted(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => converted(item));
  if (typeof value !== "object" || value === null) return value;
  if ("$ref" in value && typeof value.$ref === "string") return { $ref: value.$ref };
  const parts = Object.entries(value).map(([key, inner]) => [
    key,
    DATA.has(key) && !isNames ? inner : converted(inner, key === "properties" && !isNames),
  ]);
  const whole = Object.fromEntries(parts) as Json;
  return isNames ? whole : schemaOf(whole);
}

/** Converts a document of ours. */
export function toOpenApi30(document: Json): Json {
  // 3.0 has no webhooks.
  const { info, webhooks: _, ...rest } = converted(document) as Json & { info: Json };
  return { ...rest, openapi: "3.0.3", info: { ...info, license: { name: "MIT" } } };
}
