import { parseJson } from "../../../kit/parse-json.ts";
import { isRecord } from "../../../kit/record.ts";
import { line, lines } from "../text.ts";
import { textOfMarkup } from "./html.ts";

/** One object of a page's structured data. */
export type Thing = Readonly<Record<string, unknown>>;

/** The values of a member, as a list: structured data leaves the brackets of single ones out. */
export function valuesOf(thing: Thing | undefined, name: string): unknown[] {
  const value = thing?.[name];
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** The objects among the values of a member. */
export function thingsOf(thing: Thing | undefined, name: string): Thing[] {
  return valuesOf(thing, name).filter(isRecord);
}

/** Reports whether an object is of a type; the site writes `type` for `@type` in places. */
export function isType(thing: Thing, ...types: readonly string[]): boolean {
  return [...valuesOf(thing, "@type"), ...valuesOf(thing, "type")].some((type) =>
    types.includes(String(type)),
  );
}

/** The first text of a member, in one line and without entities. */
export function lineIn(thing: Thing | undefined, name: string): string | null {
  const text = valuesOf(thing, name).find((value) => typeof value === "string" || typeof value === "number");
  return text === undefined ? null : line(textOfMarkup(String(text)));
}

/** `lineAt` with line breaks kept. */
export function linesIn(thing: Thing | undefined, name: string): string | null {
  const text = valuesOf(thing, name).find((value) => typeof value === "string");
  return text === undefined ? null : lines(textOfMarkup(String(text)));
}

/** The URL of an image, which may be an object or a text. */
export function pictureIn(thing: Thing | undefined, name: string): string | null {
  const [object] = thingsOf(thing, name);
  return lineIn(object, "contentUrl") ?? lineIn(object, "url") ?? lineIn(thing, name);
}

/** A member that counts. */
export function numberIn(thing: Thing | undefined, name: string): number | null {
  const [value] = valuesOf(thing, name);
  const number = typeof value === "string" ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/**
 * The objects that a page says of itself: those at the top and in the `@graph`, not those inside others,
 * because the author of an article is a person too. A script that is no JSON is passed over.
 */
export function topThings(scripts: readonly string[]): Thing[] {
  return scripts.flatMap((script) => {
    const read = parseJson(script);
    return (Array.isArray(read) ? read : [read])
      .filter(isRecord)
      .flatMap((thing) => ("@graph" in thing ? thingsOf(thing, "@graph") : [thing]));
  });
}
