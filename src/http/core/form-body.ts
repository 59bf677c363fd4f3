import type { z } from "zod";
import {
  invalidParameter,
  isList,
  issueSentence,
  parameterSchema,
  readerOf,
  textsOfJson,
} from "../../kit/parameter.ts";
import { parseJson } from "../../kit/parse-json.ts";
import { isRecord } from "../../kit/record.ts";
import { decodeBody, invalidBody, invalidJson, type Pace, readBody, unknownField } from "./read-body.ts";

/** Bodies of account requests are short; in bytes. */
const BODY_MAX = 16 * 1024;

function readObject(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text);
  if (value === undefined) throw invalidJson(text);
  if (isRecord(value)) return value;
  throw invalidBody("The body must be a JSON object.");
}

function notText(name: string, value: unknown): string {
  if (Array.isArray(value) && value.length === 0) {
    return `${name} is an empty list. Leave ${name} out, or send at least one value.`;
  }
  return `${name} must be a string, a number, true, false, or a list of these.`;
}

const PACE: Pace = { patienceMs: 5_000, deadlineMs: 10_000 };

/** Reads a flat JSON object or a form as texts; a null is left out, or empty where `clears`. Throws `invalid-body`. */
export async function readTexts(
  request: Request,
  { shape }: z.ZodObject,
  clears = false,
): Promise<Map<string, string>> {
  const members: Readonly<Record<string, z.ZodType>> = shape;
  const known = Object.keys(members);
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  const takes = `This URL accepts ${known.length === 0 ? "no fields" : known.join(", ")}`;
  const body = decodeBody(await readBody(request, BODY_MAX, PACE));
  let entries: [string, unknown][];
  if (body === "") entries = [];
  else if (type === "application/x-www-form-urlencoded") entries = [...new URLSearchParams(body)];
  else if (type === "application/json") entries = Object.entries(readObject(body));
  else {
    throw invalidBody(
      `Send application/json or application/x-www-form-urlencoded, and set Content-Type. ${takes}.`,
    );
  }
  const given = new Map<string, string>();
  for (const [name, value] of entries) {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (member === undefined) throw unknownField(name, known, `${takes}.`);
    if (value === null && !clears) continue;
    const texts = value === null ? [""] : textsOfJson(value);
    if (texts === undefined) throw invalidBody(notText(name, value), name);
    const before = given.get(name);
    if ((before !== undefined || texts.length > 1) && !isList(member)) {
      throw invalidBody(`${name} is repeated. Send it only once.`, name);
    }
    const list = texts.join(",");
    given.set(name, before === undefined ? list : `${before},${list}`);
  }
  return given;
}

/** A text as its schema expects it: numbers and booleans are read from it. Throws `invalid-parameter`. */
function readMember(name: string, schema: z.ZodType, text: string): unknown {
  const { type } = parameterSchema(schema);
  return type === "boolean" || type === "integer" ? readerOf(name, schema)(text) : text;
}

/** Reads texts by their schema; empty ones are left out unless `clears`. Throws `invalid-body` and `invalid-parameter`. */
export async function readFields<Fields extends z.ZodObject>(
  request: Request,
  schema: Fields,
  clears = false,
): Promise<z.output<Fields>> {
  const given = await readTexts(request, schema, clears);
  const texts = [...given].filter(([, value]) => clears || value !== "");
  const read = schema.safeParse(
    Object.fromEntries(texts.map(([name, text]) => [name, readMember(name, schema.shape[name], text)])),
  );
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  const name = String(issue?.path[0] ?? "");
  if ((given.get(name) ?? "") === "") {
    throw invalidBody(`${name} is missing. This URL accepts ${Object.keys(schema.shape).join(", ")}.`, name);
  }
  throw invalidParameter(name, issueSentence(name, issue?.message));
}
