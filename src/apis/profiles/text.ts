import type { Address } from "./schemas.ts";

/** One line: white space of every kind becomes one space; null where nothing is left. */
export function line(text: string | null | undefined): string | null {
  const tidy = (text ?? "").replace(/[\s\u200b\ufeff]+/g, " ").trim();
  return tidy === "" ? null : tidy;
}

/** Several lines: each tidied, at most one empty line between two; null where nothing is left. */
export function lines(text: string | null | undefined): string | null {
  const tidy = (text ?? "")
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((one) => one.replace(/[^\S\n]+/g, " ").trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return tidy === "" ? null : tidy;
}

/** A country code of two letters in upper case; null for anything else, such as the name of a country. */
export function countryCode(text: string | null): string | null {
  return text !== null && /^[a-z]{2}$/i.test(text) ? text.toUpperCase() : null;
}

/** An address from its parts; null without any. */
export function addressOf({
  country,
  ...parts
}: Omit<Address, "text" | "countryCode"> & { readonly country: string | null }): Address | null {
  const { street, city, region, postalCode } = parts;
  const text = [street, city, region, postalCode, country].filter((one) => one !== null).join(", ");
  return text === "" ? null : { text, ...parts, countryCode: countryCode(country) };
}

/**
 * Reports whether a text of a guest page is masked: the site replaces the characters that visitors may not see with
 * asterisks, and keeps the spaces.
 */
export function isMasked(text: string): boolean {
  return text.includes("**") || (text.includes("*") && /^[\s\p{P}]*$/u.test(text));
}

/**
 * Removes asterisks from a value, so that an asterisk in a response always means a mask at the source. A
 * bullet becomes •, any other asterisk becomes ∗ (U+2217), and %2A in a URL.
 */
export function withoutAsterisks<Value>(value: Value): Value {
  return mapTexts(value, (text) => {
    if (!text.includes("*")) return text;
    if (/^https?:\/\//.test(text)) return text.replaceAll("*", "%2A");
    return text.replace(/^([^\S\n\r\u2028\u2029]*)\*(?=\s)/gm, "$1•").replaceAll("*", "∗");
  });
}

/** A value with every text in it replaced; numbers, booleans and null stay. */
function mapTexts<Value>(value: Value, change: (text: string) => string): Value;
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts<unknown>(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapTexts<unknown>(item, change)]),
  );
}
