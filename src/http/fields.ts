import { readAddress } from "../accounts/address.ts";
import { Problem } from "../kit/problem.ts";

/** Bodies of account requests are short; in bytes. */
const BODY_MAX = 16 * 1024;

/**
 * Reads the body of a request as a flat set of texts: a JSON object of strings, or a form. Throws
 * `invalid-body` for anything else, and for a member that is not among `known`.
 */
export async function readFields(
  request: Request,
  known: readonly string[],
): Promise<Partial<Record<string, string>>> {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  const takes = `This address takes ${known.length === 0 ? "no members" : known.join(", ")}`;
  if (Number(request.headers.get("content-length") ?? 0) > BODY_MAX) {
    throw new Problem("payload-too-large", `The body may have at most ${BODY_MAX} bytes.`);
  }
  const text = await request.text();
  if (text.length > BODY_MAX) {
    throw new Problem("payload-too-large", `The body may have at most ${BODY_MAX} bytes.`);
  }
  let entries: [string, unknown][];
  if (text === "") {
    entries = [];
  } else if (type === "application/x-www-form-urlencoded") {
    entries = [...new URLSearchParams(text)];
  } else if (type === "application/json") {
    entries = Object.entries(readObject(text));
  } else {
    throw new Problem(
      "invalid-body",
      `Send application/json or application/x-www-form-urlencoded. ${takes}.`,
    );
  }
  const fields: Partial<Record<string, string>> = {};
  for (const [name, value] of entries) {
    if (!known.includes(name)) throw new Problem("invalid-body", `Unknown member. ${takes}.`);
    if (typeof value !== "string" || Object.hasOwn(fields, name)) {
      throw new Problem("invalid-body", `${name} must be one text.`, { parameter: name });
    }
    fields[name] = value;
  }
  return fields;
}

function readObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Answered below, like JSON that is no object.
  }
  throw new Problem("invalid-body", "The body must be a JSON object.");
}

/** A member that must be there. */
export function required(fields: Partial<Record<string, string>>, name: string): string {
  const value = fields[name];
  if (value !== undefined && value !== "") return value;
  throw new Problem("invalid-body", `${name} is missing.`, { parameter: name });
}

/** The scope of a new key: names of APIs with commas between them; absent or empty for all. */
export function readScope(text: string | undefined, apis: readonly string[]): readonly string[] | null {
  if (text === undefined || text === "") return null;
  const names = [...new Set(text.split(",").map((name) => name.trim()))];
  if (names.every((name) => apis.includes(name))) return names;
  throw new Problem(
    "invalid-parameter",
    `apis must be some of ${apis.join(", ")}, with commas between them.`,
    {
      parameter: "apis",
    },
  );
}

/** Grace of a rolled key. */
const GRACES: Readonly<Record<string, number>> = {
  "0": 0,
  "1h": 3_600_000,
  "24h": 86_400_000,
  "7d": 604_800_000,
};

/** The grace of a rolled key in milliseconds; 24 hours where it is left out. */
export function readGrace(text: string | undefined): number {
  const grace = GRACES[text === undefined || text === "" ? "24h" : text];
  if (grace !== undefined) return grace;
  throw new Problem("invalid-parameter", `grace must be one of ${Object.keys(GRACES).join(", ")}.`, {
    parameter: "grace",
  });
}

/** The name of a key: what people call it. */
export function readName(text: string | undefined): string {
  const name = (text ?? "").trim() || "default";
  if (/^[\p{L}\p{N} ._-]{1,40}$/u.test(name)) return name;
  throw new Problem("invalid-parameter", "name must be 1 to 40 letters, digits, spaces, dots or hyphens.", {
    parameter: "name",
  });
}

/** A mail address, in the form in which accounts are kept. */
export function readEmail(text: string): string {
  return readAddress(text);
}
