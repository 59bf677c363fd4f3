import { z } from "zod";
import type { AnyOperation } from "../../kit/descriptor.ts";
import type { JsonSchema } from "../../kit/json-schema.ts";

/** One field of a JSON response, with the fields inside it. */
export interface Field {
  readonly name: string;
  /** The type in words: `integer`, `array of objects`, `string or null`. */
  readonly type: string;
  readonly description: string | undefined;
  /** The accepted values of an enumeration. */
  readonly values: readonly string[];
  /** Whether every response has it. */
  readonly isRequired: boolean;
  readonly fields: readonly Field[];
}

/** The JSON body of a response: its own type, and its fields if it has any. */
export interface ResponseShape {
  readonly type: string;
  readonly description: string | undefined;
  readonly fields: readonly Field[];
}

type Definitions = Readonly<Record<string, JsonSchema>>;

/** A schema without references; what is said beside a reference replaces what its target says. */
function resolved(schema: JsonSchema, definitions: Definitions): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...own } = schema;
  return { ...definitions[$ref.replace("#/$defs/", "")], ...own };
}

/** The alternatives of a schema, without references. */
function branchesOf(schema: JsonSchema, definitions: Definitions): readonly JsonSchema[] {
  const whole = resolved(schema, definitions);
  const parts = whole.anyOf ?? whole.oneOf;
  return parts === undefined ? [whole] : parts.flatMap((part) => branchesOf(part, definitions));
}

const PLURALS: Readonly<Record<string, string>> = {
  string: "strings",
  integer: "integers",
  number: "numbers",
  object: "objects",
  boolean: "booleans",
};

function typeOf(schema: JsonSchema, definitions: Definitions): string {
  const names = branchesOf(schema, definitions).flatMap((branch): string[] => {
    if (branch.type === "array") {
      const inner = branch.items === undefined ? "values" : typeOf(branch.items, definitions);
      return [`array of ${PLURALS[inner] ?? inner.replace(/^array/, "arrays")}`];
    }
    if (branch.type !== undefined) return [branch.type].flat();
    if (branch.const !== undefined) return [branch.const === null ? "null" : typeof branch.const];
    return branch.enum === undefined ? [] : ["string"];
  });
  const types = [...new Set(names)];
  const ordered = [...types.filter((type) => type !== "null"), ...types.filter((type) => type === "null")];
  return ordered.join(" or ") || "any";
}

function valuesOf(schema: JsonSchema, definitions: Definitions): string[] {
  const branches = branchesOf(schema, definitions);
  const inner = branches.flatMap(({ items }) => (items === undefined ? [] : branchesOf(items, definitions)));
  return [...branches, ...inner].flatMap((branch) => {
    if (branch.enum !== undefined) return branch.enum.filter((value) => value !== null).map(String);
    return typeof branch.const === "string" ? [branch.const] : [];
  });
}

function describedBy(schema: JsonSchema, definitions: Definitions): string | undefined {
  const whole = resolved(schema, definitions);
  if (whole.description !== undefined) return whole.description;
  const branches = branchesOf(whole, definitions).filter(({ type }) => type !== "null");
  const [only, ...others] = branches;
  if (only === undefined || others.length > 0) return undefined;
  return only.description ?? (only.items && resolved(only.items, definitions).description);
}

/** The fields of an object, of the objects in an array, or of the values of a map, whose names are written `{name}`. */
function fieldsOf(schema: JsonSchema, definitions: Definitions, within: readonly string[]): Field[] {
  if (schema.$ref !== undefined && within.includes(schema.$ref)) return [];
  const inside = schema.$ref === undefined ? within : [...within, schema.$ref];
  const whole = resolved(schema, definitions);
  const parts = whole.anyOf ?? whole.oneOf;
  if (parts !== undefined) return merged(parts.map((part) => fieldsOf(part, definitions, inside)));
  if (whole.items !== undefined) return fieldsOf(whole.items, definitions, inside);
  const named = Object.entries(whole.properties ?? {}).map(([name, property]) =>
    fieldOf(name, property, whole.required?.includes(name) ?? false, definitions, inside),
  );
  const { additionalProperties: others } = whole;
  if (typeof others !== "object" || others.type === undefined) return named;
  return [...named, ...fieldsOf(others, definitions, inside)];
}

function fieldOf(
  name: string,
  schema: JsonSchema,
  isRequired: boolean,
  definitions: Definitions,
  within: readonly string[],
): Field {
  return {
    name,
    type: typeOf(schema, definitions),
    description: describedBy(schema, definitions),
    values: [...new Set(valuesOf(schema, definitions))],
    isRequired,
    fields: fieldsOf(schema, definitions, within),
  };
}

/** The fields of alternatives: one that an alternative lacks is optional. */
function merged(alternatives: readonly (readonly Field[])[]): Field[] {
  const withFields = alternatives.filter((fields) => fields.length > 0);
  const all = new Map<string, Field>();
  for (const field of withFields.flat()) {
    const before = all.get(field.name);
    all.set(
      field.name,
      before === undefined ? field : { ...before, values: [...before.values, ...field.values] },
    );
  }
  return [...all.values()].map((field) => {
    const isEverywhere = withFields.every((fields) => fields.some(({ name }) => name === field.name));
    return { ...field, isRequired: field.isRequired && isEverywhere };
  });
}

// Reading a schema takes longer than rendering the rest of a page.
const known = new WeakMap<z.ZodType, ResponseShape>();

/** The shape of an operation's JSON response, from its Zod schema. */
export function responseShape({ output }: Pick<AnyOperation, "output">): ResponseShape {
  const before = known.get(output);
  if (before !== undefined) return before;
  const { $defs = {}, ...root } = z.toJSONSchema(output, { io: "output" }) as JsonSchema;
  const shape = {
    type: typeOf(root, $defs),
    description: describedBy(root, $defs),
    fields: fieldsOf(root, $defs, []),
  };
  known.set(output, shape);
  return shape;
}
