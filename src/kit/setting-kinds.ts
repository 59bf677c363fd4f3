import { z } from "zod";
import { textValue } from "./parameter.ts";

/** A variable that holds a whole number, and says which ones it takes. */
export function wholeNumber(minimum: number, maximum: number) {
  const accepts = `a whole number from ${minimum} to ${maximum}`;
  return textValue(z.string(), (text, reject) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= minimum && value <= maximum ? value : reject(accepts);
  });
}

/** A variable that is `on` or `off`. */
export function onOff(standard: "on" | "off") {
  return z
    .enum(["on", "off"], { error: "on or off" })
    .default(standard)
    .transform((text) => text === "on");
}

/** A variable that is one of a few words. */
export function oneOf<const Words extends readonly [string, ...string[]]>(...words: Words) {
  return z.enum(words, { error: `one of ${words.join(", ")}` });
}

/** Reports whether a text is an http or https URL without a path. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, "");
}

/** Reports whether a text is an http or https URL without a query and a user name. */
export function isAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.search + url.hash + url.username === "";
}

/** Removes a slash at the end of a URL. */
export function withoutSlash(text: string): string {
  return text.replace(/\/$/, "");
}

/** A variable for an http or https URL without a path. A slash at its end is removed. */
export function origin(example: string) {
  return z.string().refine(isOrigin, `a URL such as ${example}, without a path`).transform(withoutSlash);
}

/** A variable for an http or https base URL. A slash at its end is removed. */
export function address(example: string) {
  return z.string().refine(isAddress, `a URL such as ${example}`).transform(withoutSlash);
}

/** A variable that is a token of the operator's. */
export function token() {
  return z.string().regex(/^[\x21-\x7e]{16,256}$/, "16 to 256 visible characters without spaces");
}

/** A variable that holds a secret: it may be in a file instead, and `quintet config check` hides it. */
export function secret<Schema extends z.ZodType>(schema: Schema, description: string): Schema {
  return schema.meta({ description, isSecret: true });
}

/** Reports whether a variable holds a secret. */
export function isSecret(schema: z.ZodType): boolean {
  return schema.meta()?.isSecret === true;
}

/** The least and the most that a number may be, and what it is where it is not named. */
type Bounds = readonly [minimum: number, maximum: number, standard: number];

/** A variable for several named integers, such as `audit=730,emails=31`. Missing names keep their default. */
export function numbers<const Names extends Readonly<Record<string, Bounds>>>(bounds: Names) {
  const standard = Object.entries(bounds).map(([name, [, , value]]): [string, number] => [name, value]);
  const accepts = Object.entries(bounds).map(([name, [least, most]]) => `${name} (${least} to ${most})`);
  const example = standard.slice(0, 2).map(([name, value]) => `${name}=${value}`);
  const error = `a comma-separated list of ${accepts.join(", ")}, such as ${example.join(",")}`;
  return z
    .string()
    .default("")
    .transform((text, { addIssue }): Readonly<Record<keyof Names, number>> => {
      const given = new Map<string, number>();
      for (const part of text.split(",").filter((item) => item.trim() !== "")) {
        const [, name = "", digits = ""] = /^\s*([a-z-]+)=(\d{1,9})\s*$/.exec(part) ?? [];
        const [least = 1, most = 0] = Object.hasOwn(bounds, name) ? (bounds[name] ?? []) : [];
        const value = Number(digits);
        if (digits === "" || value < least || value > most || given.has(name)) addIssue(error);
        given.set(name, value);
      }
      // The entries are those of `bounds`.
      return Object.fromEntries(standard.map(([name, value]) => [name, given.get(name) ?? value])) as Record<
        keyof Names,
        number
      >;
    });
}
