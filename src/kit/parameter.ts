import { z } from "zod";
import { Problem } from "./problem.ts";

/** Turns the decoded text of a parameter into its value, or throws a `Problem` that names the parameter. */
export type Read = (text: string) => unknown;

interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The JSON Schema of one parameter as it stands on the wire. */
export function parameterSchema(schema: z.ZodType): JsonSchema & Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input" });
  return rest as JsonSchema & Record<string, unknown>;
}

/** The refusal of the parameter of this name. */
export function refuse(name: string, detail: string): Problem {
  return new Problem("invalid-parameter", detail, { parameter: name });
}

/** What is odd about a text that should be a plain whole number; the first thing that applies. */
function oddity(text: string): string {
  if (text === "") return "it is empty";
  if (/\s/.test(text)) return "it contains white space (a plus sign in an address means a space)";
  if (/^[+-]/.test(text)) return "it carries a sign";
  if (/^0[xob]/i.test(text)) return "only decimal digits are read";
  if (/^0\d+$/.test(text)) return "it has a leading zero";
  if (/^\d+\.\d*$/.test(text)) return "it has a decimal point";
  if (/^[\d.]+e/i.test(text)) return "it is written with an exponent";
  return "it is not made of the digits 0 to 9";
}

function integerReader(name: string, minimum: number, maximum: number): Read {
  const rule = `${name} must be a whole number from ${minimum} to ${maximum}`;
  return (text) => {
    if (!/^(?:0|[1-9]\d*)$/.test(text)) throw refuse(name, `${rule}: ${oddity(text)}.`);
    const value = Number(text);
    if (value < minimum || value > maximum) throw refuse(name, `${rule}: it is out of range.`);
    return value;
  };
}

function choiceReader(name: string, choices: readonly string[]): Read {
  return (text) => {
    if (!choices.includes(text)) throw refuse(name, `${name} must be one of ${choices.join(", ")}.`);
    return text;
  };
}

function textReader(name: string, schema: z.ZodType): Read {
  return (text) => {
    if (text === "") throw refuse(name, `${name} is empty: leave it out or give it a value.`);
    const read = schema.safeParse(text);
    if (!read.success) throw refuse(name, `${name}: ${read.error.issues[0]?.message ?? "not accepted"}.`);
    return read.data;
  };
}

/**
 * The strict reader of one parameter, by what its schema is on the wire: nothing is coerced, trimmed or clamped.
 * Throws a `TypeError` for a kind that cannot stand in an address.
 */
export function readerOf(name: string, schema: z.ZodType): Read {
  const { type, enum: choices, minimum, maximum } = parameterSchema(schema);
  if (type === "integer") {
    return integerReader(name, minimum ?? 0, maximum ?? Number.MAX_SAFE_INTEGER);
  }
  if (type === "boolean") {
    const read = choiceReader(name, ["true", "false"]);
    return (text) => read(text) === "true";
  }
  if (choices !== undefined) return choiceReader(name, choices.map(String));
  if (type === "string") return textReader(name, schema);
  throw new TypeError(`${name}: a parameter is a whole number, a boolean, a choice or a text`);
}
