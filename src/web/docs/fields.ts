import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import type { Contract } from "../../kit/contract.ts";
import { type Api, pathNames } from "../../kit/descriptor.ts";
import type { JsonSchema } from "../../kit/json-schema.ts";
import { isNeeded, memberSchema } from "../../kit/parameter.ts";
import { schemaOf } from "../parameters.ts";

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
  /** How the path of a field inside it goes on after its name: `[]` for arrays, `.{name}` for maps. */
  readonly step: string;
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

/** How the path of a field inside of a value of this schema begins. */
function stepOf(schema: JsonSchema, definitions: Definitions): string {
  for (const { items, properties = {}, additionalProperties: others } of branchesOf(schema, definitions)) {
    if (items !== undefined) return `[]${stepOf(items, definitions)}`;
    const isMap = typeof others === "object" && Object.keys(properties).length === 0;
    if (isMap) return `.{name}${stepOf(others, definitions)}`;
  }
  return "";
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
    step: stepOf(schema, definitions),
    fields: fieldsOf(schema, definitions, within),
  };
}

/** A parameter as its JSON Schema describes it. */
export function parameterField(name: string, schema: JsonSchema, isRequired: boolean): Field {
  return fieldOf(name, schema, isRequired, {}, []);
}

/** The notes on the values of a parameter: its range, and what one that is left out means, as JSON has it. */
export function valueNotes({ minimum, maximum, default: standard }: JsonSchema): string[] {
  const hasRange = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return [
    ...(hasRange ? [`${minimum} to ${maximum}`] : []),
    ...(standard === undefined ? [] : [`default ${JSON.stringify(standard)}`]),
  ];
}

/** A parameter of an endpoint of the platform. */
export interface EndpointParameter extends Field {
  readonly place: "path" | "query" | "body" | "header";
  /** The notes on its values. */
  readonly notes: readonly string[];
}

/** The meaning of a name in a path: an ID, of what the part before it lists. */
function pathMeaning(path: string, name: string): string {
  const list = path.split("/{id}", 1)[0]?.split("/").at(-1) ?? "";
  const one = list.replaceAll("-", " ").replace(/(?<=ch)es$|s$/, "");
  return `The ID of the ${name === "id" ? one : name}.`;
}

/** The parameters of an endpoint of the platform, as its document describes them: those in the path first. */
export function endpointParameters({
  path,
  query,
  fields,
  requestHeaders = {},
}: Contract): EndpointParameter[] {
  const described = (
    place: EndpointParameter["place"],
    name: string,
    schema: JsonSchema,
    required: boolean,
  ) => ({
    ...parameterField(name, schema, required),
    place,
    notes: valueNotes(schema),
  });
  const ofShape = ({ shape }: z.ZodObject) => Object.entries<z.ZodType>({ ...shape });
  return [
    ...pathNames(path).map((name) =>
      described("path", name, { type: "string", description: pathMeaning(path, name) }, true),
    ),
    ...ofShape(query).map(([name, member]) => described("query", name, schemaOf(member), isNeeded(member))),
    ...ofShape(fields).map(([name, member]) =>
      described("body", name, memberSchema(member), isNeeded(member)),
    ),
    ...Object.entries(requestHeaders).map(([name, description]) =>
      described("header", name, { type: "string", description }, false),
    ),
  ];
}

/** The path of the fields inside of a field: `reasons[]`, `categories.{name}`. */
export function insidePath({ name, step }: Field, prefix: string): string {
  return `${prefix === "" ? name : `${prefix}.${name}`}${step}`;
}

type Described = Pick<Field, "name" | "type"> & Partial<Pick<Field, "description" | "values">>;

/** A field as a row of a Markdown table: its name, its type with notes, and its meaning. */
export function fieldRow(
  { name, type, description, values = [] }: Described,
  notes: readonly string[],
): string[] {
  const listed = values.length === 0 ? "" : `Values: ${values.join(", ")}.`;
  const meaning = [description, listed].filter(Boolean).join(" ");
  return [`\`${name}\``, [type, ...notes].join(", "), meaning];
}

/** A parameter as a row of a Markdown table. */
export function parameterRow(
  parameter: Described & { readonly isRequired?: boolean },
  notes: readonly string[],
): string[] {
  return fieldRow(parameter, parameter.isRequired === true ? [...notes, "required"] : notes);
}

/** The fields of alternatives: one that an alternative lacks, or may lack, is optional. */
function merged(alternatives: readonly (readonly Field[])[]): Field[] {
  const withFields = alternatives.filter((fields) => fields.length > 0);
  const all = new Map<string, Field>();
  for (const field of withFields.flat()) {
    const before = all.get(field.name);
    const values = new Set([...(before?.values ?? []), ...field.values]);
    all.set(field.name, { ...(before ?? field), values: [...values] });
  }
  return [...all.values()].map((field) => {
    const isRequired = withFields.every((fields) =>
      fields.some((one) => one.name === field.name && one.isRequired),
    );
    return { ...field, isRequired };
  });
}

// Reading a schema takes longer than rendering the rest of a page.
const known = new WeakMap<z.ZodType, ResponseShape>();

/** The shape of an operation's JSON response, from its Zod schema. */
export function responseShape({ output }: { readonly output: z.ZodType }): ResponseShape {
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

/** Reads the response shapes of APIs, each in a turn of its own: the first reading of one takes up to 45 ms. */
export async function readShapes(apis: readonly Api[]): Promise<void> {
  for (const operation of apis.flatMap(({ operations }) => Object.values(operations))) {
    await nextTurn();
    responseShape(operation);
  }
}
