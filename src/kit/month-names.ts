import { latinDigits } from "./latin-digits.ts";

// Read from Intl once for each language, so that no list of month names is kept by hand.
const STYLES: readonly Intl.DateTimeFormatOptions[] = [
  { month: "long" },
  { month: "short" },
  { year: "numeric", month: "long" },
  { year: "numeric", month: "short" },
  { day: "numeric", month: "long" },
  { day: "numeric", month: "short" },
];

/** Names of months, folded, and the number of the month, 1 to 12. */
export type Months = ReadonlyMap<string, number>;

/** Lower case, plain digits, no abbreviation points, nuktas or marks of direction: how two spellings are compared. */
export function fold(text: string): string {
  return latinDigits(text.normalize("NFKC").toLowerCase())
    .replaceAll("\u093c", "")
    .replace(/(?<=[\p{L}\p{M}])[.\u0970\u00b7]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
}

const known = new Map<string, Months>();

/** The names of the months in a language, folded, with their numbers. */
export function monthsOf(language: string): Months {
  return known.getOrInsertComputed(language, readMonths);
}

function readMonths(language: string): Months {
  const months = new Map<string, number>();
  for (const style of STYLES) {
    const format = new Intl.DateTimeFormat(language, { ...style, calendar: "gregory", timeZone: "UTC" });
    for (let month = 1; month <= 12; month++) {
      const parts = format.formatToParts(Date.UTC(2001, month - 1, 5));
      const name = fold(parts.find(({ type }) => type === "month")?.value ?? "");
      if (/\p{L}/u.test(name)) months.set(name, month);
    }
  }
  return months;
}

/** Month names that mean the same month in every one of the languages that has them. */
export function commonMonths(languages: readonly string[]): Months {
  const merged = new Map<string, number>();
  for (const language of languages) {
    for (const [name, month] of monthsOf(language)) {
      const other = merged.get(name);
      merged.set(name, other === undefined || other === month ? month : 0);
    }
  }
  return new Map([...merged].filter(([, month]) => month > 0));
}
