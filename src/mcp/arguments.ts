import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";
import { linesOf } from "../kit/call-request.ts";
import {
  invalidParameter,
  isList,
  issuePlace,
  issueSentence,
  parameterSchema,
  readerOf,
  textsOfJson,
} from "../kit/parameter.ts";
import { parseJson } from "../kit/parse-json.ts";
import { Problem } from "../kit/problem.ts";
import { didYouMean, quotedName } from "../kit/suggest-name.ts";
import { briefSchema, standardSchema } from "./brief-schema.ts";

/** Arguments of a tool by their names. */
export type ToolArguments = Readonly<Record<string, unknown>>;

function typesOf(schema: z.ZodType): ReadonlySet<string> {
  const { type } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as { type?: string };
  return new Set(type === undefined ? [] : [type]);
}

/** A list that a model wrote as a text: as JSON, or an item per line. */
function listOf(text: string): unknown {
  const list = text.trimStart().startsWith("[") ? parseJson(text) : undefined;
  return list ?? linesOf(text);
}

function coerce(value: unknown, member: z.ZodType): unknown {
  const types = typesOf(member);
  if (typeof value === "string") {
    if ((types.has("integer") || types.has("number")) && /^-?\d+$/.test(value)) return Number(value);
    if (types.has("boolean") && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === "true";
  }
  if (typeof value === "string" && types.has("array")) return listOf(value);
  const texts = types.has("string") ? textsOfJson(value) : undefined;
  return texts === undefined || (texts.length > 1 && !isList(member)) ? value : texts.join(",");
}

/** The types of parameters that a URL can have. */
const IN_URL: ReadonlySet<unknown> = new Set(["string", "integer", "boolean"]);

function problemOf(name: string, member: z.ZodType, value: unknown, issue: z.core.$ZodIssue | undefined) {
  const [text, ...others] = textsOfJson(value) ?? [];
  if (text !== undefined && others.length === 0 && IN_URL.has(parameterSchema(member).type)) {
    try {
      readerOf(name, member)(text);
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  }
  return invalidParameter(name, issueSentence(issuePlace([name, ...(issue?.path ?? [])]), issue?.message));
}

/** The arguments of a tool: what agents are told of them, and how they are read. */
export interface ArgumentReader {
  /** Accepts everything, so that errors are those of `read`, and not those of the protocol. */
  readonly schema: StandardSchemaWithJSON<unknown, Record<string, unknown>>;
  /** Reads arguments as models write them, such as `"2"` for a number. Throws `invalid-parameter`. */
  read(given: ToolArguments): Record<string, unknown>;
}

/** Creates the reader of a tool's arguments. `hidden` are those that agents are not told of. */
export function argumentReader(
  schema: z.ZodObject,
  hidden: readonly string[] | undefined = [],
): ArgumentReader {
  const members: Readonly<Record<string, z.ZodType>> = schema.shape;
  const names = Object.keys(members).filter((name) => !hidden.includes(name));
  const accepted =
    names.length === 0 ? "This tool accepts no arguments." : `This tool accepts ${names.join(", ")}.`;
  let written: Record<string, unknown> | undefined;
  const json = () => {
    const shown = () => Object.entries(members).filter(([name]) => names.includes(name));
    written ??= briefSchema(
      z.toJSONSchema(z.object(Object.fromEntries(shown())), { io: "input", target: "draft-2020-12" }),
    );
    return written;
  };
  const one = (name: string, value: unknown): unknown => {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (member === undefined) {
      const hint = didYouMean(name, names);
      throw new Problem("invalid-parameter", `Unknown argument${quotedName(name)}.${hint} ${accepted}`);
    }
    const coerced = coerce(value, member);
    const read = member.safeParse(coerced);
    if (read.success) return coerced;
    throw problemOf(name, member, coerced, read.error.issues[0]);
  };
  return {
    schema: standardSchema(json, (value) => (value ?? {}) as Record<string, unknown>),
    read(given) {
      const entries = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
      const values = Object.fromEntries(entries.map(([name, value]) => [name, one(name, value)]));
      const missing = names.find((name) => !(name in values) && !members[name]?.safeParse(undefined).success);
      if (missing === undefined) return values;
      throw invalidParameter(missing, `${missing} is missing. ${accepted}`);
    },
  };
}
