import { z } from "zod";
import type { JsonSchema } from "./json-schema.ts";
import { Problem } from "./problem.ts";

/** Turns the decoded text of a parameter into its value, or throws a `Problem` that names the parameter. */
export type ParameterParser = (text: string) => unknown;

/** The JSON Schema of a parameter, which has one type. */
export interface ParameterSchema extends JsonSchema {
  readonly type?: string;
}

/** The texts of a JSON value as in a URL or a form, one for each item; undefined for null, objects, rounded numbers, and empty or other lists. */
export function textsOfJson(value: unknown): readonly string[] | undefined {
  const list = Array.isArray(value) ? value : [value];
  const isText = (one: unknown) =>
    typeof one === "number"
      ? Math.abs(one) <= Number.MAX_SAFE_INTEGER
      : ["string", "boolean"].includes(typeof one);
  return list.every(isText) && list.length > 0 ? list.map(String) : undefined;
}

/** The JSON Schema of one parameter, as sent by clients. */
export function parameterSchema(schema: z.ZodType): ParameterSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input" });
  return rest as ParameterSchema;
}

/** Reports whether a request without the parameter is rejected. */
export function isNeeded(parameter: z.ZodType): boolean {
  return !parameter.safeParse(undefined).success;
}

/** The `invalid-parameter` problem of the parameter of this name; `detail` says what it must be. */
export function invalidParameter(name: string, detail: string): Problem {
  return new Problem("invalid-parameter", detail, { parameter: name });
}

/** The place of an issue of Zod: `uuids`, `uuids[3]`. */
export function issuePlace(path: readonly PropertyKey[]): string {
  return path.map((part, i) => (i === 0 ? String(part) : `[${String(part)}]`)).join("");
}

/** A limit as Zod says it: the verb, the comparison, the number and its unit. */
const LIMIT = /^Too (?:big|small): expected \w+ to (be|have) ([<>]=?)(-?[\d.]+)( \w+)?$/;
const COMPARISONS: Readonly<Record<string, string>> = {
  "<": "less than",
  "<=": "at most",
  ">": "more than",
  ">=": "at least",
};

const KINDS: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

/** An issue of Zod as a sentence. A message that is a predicate, such as `must be …`, follows the name directly. */
export function issueSentence(name: string, message = "is not accepted"): string {
  const said = message
    .replace(
      LIMIT,
      (_, verb: string, comparison: string, limit: string, unit = "") =>
        `must ${verb} ${COMPARISONS[comparison]} ${limit}${unit}`,
    )
    .replace(/^Invalid input: expected (\w+), received \w+$/, (all, kind: string) =>
      KINDS[kind] === undefined ? all : `must be ${KINDS[kind]}`,
    )
    .replace(
      /^Invalid option: expected one of "(.+)"$/,
      (_, list: string) => `must be one of ${list.split('"|"').join(", ")}`,
    );
  return `${name}${/^(?:must|is|has) /.test(said) ? "" : ":"} ${said}.`;
}

/** Reads one text by its schema. Throws `invalid-parameter`, which names the parameter and says what it must be. */
export function readParameter<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  text: unknown,
): z.output<Schema> {
  const read = schema.safeParse(text);
  if (read.success) return read.data;
  throw invalidParameter(name, issueSentence(name, read.error.issues[0]?.message));
}

/** Reads one text that must be one of a few that only the running server knows. Throws `invalid-parameter`. */
export function readChoice<const Choice extends string>(
  name: string,
  choices: Iterable<Choice>,
  text: string | undefined,
): Choice {
  const all = [...new Set(choices)];
  return readParameter(name, z.enum(all, { error: `must be one of ${all.join(", ")}` }), text);
}

/** The error that `read` of `textValue` throws; its message becomes the issue. */
class Rejected extends Error {}

/** A text on the wire that `read` parses, or it calls `reject` with what the text must be, as a predicate: `must be a color`. */
export function textValue<Value>(
  text: z.ZodType<string>,
  read: (text: string, reject: (message: string) => never) => Value,
) {
  const reject = (message: string): never => {
    throw new Rejected(message);
  };
  return text.transform((given, { addIssue }) => {
    try {
      return read(given, reject);
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      addIssue(error.message);
      return z.NEVER;
    }
  });
}

/** The names that a comma list may have, or what finds them once they are needed. */
type Names<Name extends string> = readonly Name[] | (() => readonly Name[]);

/** Comma lists, by which a parameter is known to be one, and the names that they may have. */
const lists = z.registry<{ readonly names: Names<string> | null }>();

const listed = <Name extends string>(names: Names<Name>) => (typeof names === "function" ? names() : names);

/** Marks a text as a comma list, of these names if any may not be in it. A JSON body has an array in its place. */
export function listText(text: z.ZodString, names?: Names<string>): z.ZodString {
  return text.register(lists, { names: names ?? null });
}

/** A comma list of names on the wire, within the bounds of `text`, parsed into a set. */
export function commaList<const Name extends string>(
  names: Names<Name>,
  { text = z.string(), unique = false }: { readonly text?: z.ZodString; readonly unique?: boolean } = {},
) {
  return textValue(listText(text, names), (given, reject): ReadonlySet<Name> => {
    const known = new Set<string>(listed(names));
    const isKnown = (name: string): name is Name => known.has(name);
    const items = given.split(",");
    const asked = new Set(items.filter(isKnown));
    if (asked.size === items.length || (!unique && items.every(isKnown))) return asked;
    return reject(
      `must be a comma-separated list${unique ? " without repetition" : ""} of ${[...known].join(", ")}`,
    );
  });
}

/** The schema of a parameter as sent by clients, without transforms. */
export function wireSchema(schema: z.ZodType): z.ZodType {
  const described = (wire: z.ZodType) =>
    schema.description === undefined ? wire : wire.describe(schema.description);
  if (schema instanceof z.ZodPipe) return described(wireSchema(schema.def.in as z.ZodType));
  if (schema instanceof z.ZodOptional) {
    return described(wireSchema(schema.def.innerType as z.ZodType).optional());
  }
  return schema;
}

function listOf(schema: z.ZodType): ReturnType<typeof lists.get> {
  if (schema instanceof z.ZodOptional) return listOf(schema.def.innerType as z.ZodType);
  if (schema instanceof z.ZodPipe) return listOf(schema.def.in as z.ZodType);
  return lists.get(schema);
}

/** Reports whether a parameter is a comma list, which may also be given as several parameters of its name. */
export function isList(schema: z.ZodType): boolean {
  return listOf(schema) !== undefined;
}

/** The JSON Schema of a parameter as a member of a JSON body: a list is an array. */
export function memberSchema(schema: z.ZodType): ParameterSchema {
  const written = parameterSchema(schema);
  const list = listOf(schema);
  if (list === undefined) return written;
  const description = written.description?.replace(", separated by commas", "");
  const items = { type: "string", ...(list.names === null ? {} : { enum: listed(list.names) }) };
  return { ...(description === undefined ? {} : { description }), type: "array", items, minItems: 1 };
}

/** Returns the first reason why a text is not a plain whole number. */
function oddity(text: string): string {
  if (text === "") return "it is empty";
  if (/\s/.test(text)) return "it contains white space (a plus sign in a URL means a space)";
  if (/^[+-]/.test(text)) return "it has a sign";
  if (/^0[xob]/i.test(text)) return "only decimal digits are accepted";
  if (/^0\d+$/.test(text)) return "it has a leading zero";
  if (/^\d+\.\d*$/.test(text)) return "it has a decimal point";
  if (/^[\d.]+e/i.test(text)) return "it is written with an exponent";
  return "it has characters other than the digits 0 to 9";
}

function integer(minimum: number, maximum: number) {
  const rule = `must be a whole number from ${minimum} to ${maximum}`;
  return textValue(z.string(), (text, reject) => {
    if (!/^(?:0|[1-9]\d*)$/.test(text)) return reject(`${rule}: ${oddity(text)}`);
    const value = Number(text);
    return value < minimum || value > maximum ? reject(`${rule}: it is out of range`) : value;
  });
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
  ["True", true],
  ["False", false],
]);

const boolean = textValue(
  z.string(),
  (text, reject) => booleans.get(text) ?? reject("must be one of true, false"),
);

/** The schema of the text of a parameter; undefined for strings. Throws a `TypeError` for one that no URL can have. */
function formOf(name: string, schema: z.ZodType): z.ZodType | undefined {
  const { type, enum: choices, minimum, maximum } = parameterSchema(schema);
  if (type === "integer") return integer(minimum ?? 0, maximum ?? Number.MAX_SAFE_INTEGER);
  if (type === "boolean") return boolean;
  if (choices !== undefined) {
    const names = choices.map(String);
    return z.enum(names, { error: `must be one of ${names.join(", ")}` });
  }
  if (type === "string") return undefined;
  throw new TypeError(`${name}: a parameter must be an integer, a boolean, a choice or a string`);
}

/** Creates the strict reader of one parameter. Throws a `TypeError` for a kind that cannot be written in a URL. */
export function readerOf(name: string, schema: z.ZodType): ParameterParser {
  // Made with the first text: the parameters of all operations together take a tenth of the start of a server.
  let read: ParameterParser | undefined;
  const make = (): ParameterParser => {
    const form = formOf(name, schema);
    if (form !== undefined) return (text) => readParameter(name, schema, readParameter(name, form, text));
    return (text) => {
      if (text !== "") return readParameter(name, schema, text);
      throw invalidParameter(name, `${name} is empty. Leave it out or set a value.`);
    };
  };
  return (text) => {
    read ??= make();
    return read(text);
  };
}
