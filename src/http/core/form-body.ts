import type { z } from "zod";
import { invalidParameter, issueSentence, textOfJson } from "../../kit/parameter.ts";
import { isRecord } from "../../kit/record.ts";
import { invalidBody, type Pace, readBody } from "./read-body.ts";

/** Bodies of account requests are short; in bytes. */
const BODY_MAX = 16 * 1024;

function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // Answered below, like JSON that is no object.
  }
  throw invalidBody("The body must be a JSON object.");
}

/** A body so short comes at once, or not at all. */
const PACE: Pace = { patienceMs: 5_000, deadlineMs: 10_000 };

async function bodyText(request: Request): Promise<string> {
  return Buffer.from(await readBody(request, BODY_MAX, PACE)).toString("utf8");
}

/**
 * Reads the texts of a body by their names: a JSON object of texts, numbers, booleans and lists of them, or a form. A null
 * counts as left out, where `clears` is true as an empty text. Throws `invalid-body` for what is neither and for a member
 * that is unknown or repeated; the values of a repeated member of `lists` are joined by commas.
 */
export async function readTexts(
  request: Request,
  known: readonly string[],
  clears = false,
  lists: readonly string[] = [],
): Promise<Map<string, string>> {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  const takes = `This URL accepts ${known.length === 0 ? "no fields" : known.join(", ")}`;
  const body = await bodyText(request);
  let entries: [string, unknown][];
  if (body === "") entries = [];
  else if (type === "application/x-www-form-urlencoded") entries = [...new URLSearchParams(body)];
  else if (type === "application/json") entries = Object.entries(readObject(body));
  else {
    throw invalidBody(`Send application/json or application/x-www-form-urlencoded. ${takes}.`);
  }
  const given = new Map<string, string>();
  for (const [name, value] of entries) {
    if (!known.includes(name)) throw invalidBody(`Unknown field. ${takes}.`);
    if (value === null && !clears) continue;
    const one = value === null ? "" : textOfJson(value);
    const text = lists.includes(name) && given.has(name) ? `${given.get(name)},${one}` : one;
    if (text === undefined || (given.has(name) && !lists.includes(name)))
      throw invalidBody(`${name} must be a string.`, name);
    given.set(name, text);
  }
  return given;
}

/**
 * Reads the body of a request as a flat set of texts, as `readTexts` does. A member that is empty or null counts as left
 * out, as forms send those that nobody has filled in; where `clears` is true, it is an empty text. Throws `invalid-body`
 * also for one that is missing, and `invalid-parameter` for one whose text is not accepted.
 */
export async function readFields<Fields extends z.ZodObject>(
  request: Request,
  schema: Fields,
  clears = false,
  lists: readonly string[] = [],
): Promise<z.output<Fields>> {
  const given = await readTexts(request, Object.keys(schema.shape), clears, lists);
  const read = schema.safeParse(Object.fromEntries([...given].filter(([, value]) => clears || value !== "")));
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  const name = String(issue?.path[0] ?? "");
  if ((given.get(name) ?? "") === "") {
    throw invalidBody(`${name} is missing.`, name);
  }
  throw invalidParameter(name, issueSentence(name, issue?.message));
}
