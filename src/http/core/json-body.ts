import type { z } from "zod";
import { linesOf } from "../../kit/call-request.ts";
import type { JsonBody } from "../../kit/descriptor.ts";
import { invalidParameter, issuePlace, issueSentence } from "../../kit/parameter.ts";
import { parseJson } from "../../kit/parse-json.ts";
import { Problem } from "../../kit/problem.ts";
import {
  decodeBody,
  invalidBody,
  invalidJson,
  type Pace,
  readBody,
  rejectEncoded,
  unknownField,
} from "./read-body.ts";

/** The largest body, in bytes. It is parsed on the event loop, in less than a millisecond. */
export const JSON_BODY_MAX = 64 * 1024;

const PACE: Pace = { patienceMs: 5_000, deadlineMs: 10_000 };

/**
 * Makes the reader of bodies that are the whole input: JSON, or `text/plain` with the list as lines. Throws
 * `unsupported-media-type`, `invalid-body`, `invalid-parameter` and what `readBody` throws.
 */
export function createJsonBodyReader<Input extends z.ZodObject>(
  input: Input,
  { lines }: JsonBody,
): (request: Request) => Promise<z.output<Input>> {
  const names = Object.keys(input.shape);
  const takes = `Send application/json with ${names.join(", ")}, or text/plain with one of ${lines} per line`;

  const membersOf = (type: string, text: string): Readonly<Record<string, unknown>> => {
    if (type === "text/plain") return { [lines]: linesOf(text) };
    const value = parseJson(text);
    if (value === undefined) throw invalidJson(text);
    if (Array.isArray(value)) return { [lines]: value };
    if (typeof value !== "object" || value === null) {
      throw invalidBody(`The body must be a JSON object with ${names.join(", ")}.`);
    }
    // Clients write null for what they leave out.
    const given = Object.entries(value).filter(([, member]) => member !== null);
    const unknown = given.find(([name]) => !names.includes(name))?.[0];
    if (unknown !== undefined) {
      throw unknownField(unknown, names, `This operation accepts ${names.join(", ")}.`);
    }
    return Object.fromEntries(given);
  };

  return async (request) => {
    const [type = ""] = (request.headers.get("content-type") ?? "").split(";", 1);
    const media = type.trim().toLowerCase();
    rejectEncoded(request);
    if (media !== "application/json" && media !== "text/plain") {
      throw new Problem("unsupported-media-type", `${takes}, and set Content-Type.`);
    }
    const text = decodeBody(await readBody(request, JSON_BODY_MAX, PACE));
    const read = input.safeParse(membersOf(media, text));
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    const place = issuePlace(issue?.path ?? []);
    throw invalidParameter(place.replace(/\[.*/, ""), issueSentence(place, issue?.message));
  };
}
