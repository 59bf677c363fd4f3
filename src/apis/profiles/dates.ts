import { commonMonths, fold, type Months, monthsOf } from "../../kit/month-names.ts";
import type { PartialDate } from "./schemas.ts";

/** The languages that guest pages are written in. */
export const pageLanguages = [
  ..."ar bn cs da de el en es fa fi fil fr he hi hu id it ja ko mr ms nl no pa pl pt ro ru sv te th tr uk".split(
    " ",
  ),
  "vi",
  "zh-CN",
  "zh-TW",
] as const;

let everywhere: Months | undefined;

/** The names of months that mean the same in every language of guest pages. */
function monthsEverywhere(): Months {
  everywhere ??= commonMonths([...pageLanguages, "ar-SY"]);
  return everywhere;
}

/** A language tag that Intl takes; English where it takes none. */
export function languageOf(tag: string | null | undefined): string {
  const given = (tag ?? "").replaceAll("_", "-");
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(given)[0] ?? "en";
  } catch {
    return "en";
  }
}

/** The one month that a text names, and the text without it; 0 where it names two. */
function findMonth(text: string, months: Months): { month: number; rest: string } | undefined {
  let found: { month: number; rest: string } | undefined;
  // Longest first: `tháng 12` holds `tháng 1`, and `mars` holds `mar`.
  for (const name of [...months.keys()].sort((a, b) => b.length - a.length)) {
    const at = (found?.rest ?? text).indexOf(name);
    if (at < 0) continue;
    const whole = found?.rest ?? text;
    const before = whole.slice(0, at);
    const after = whole.slice(at + name.length);
    // Hebrew writes its preposition onto the month, so a single letter before it is let through.
    if (/[\p{L}\p{M}]{2}$|\d$/u.test(before) || /^[\p{L}\p{M}]/u.test(after)) continue;
    if (/[\p{L}\p{M}]$/u.test(before) && !/(?:^|\s)[\u05d0-\u05ea]$/u.test(before)) continue;
    if (/\d$/.test(name) && /^\d/.test(after)) continue;
    const month = months.get(name) ?? 0;
    if (found !== undefined && found.month !== month) return { month: 0, rest: text };
    found = { month, rest: `${before} ${after}` };
  }
  return found;
}

function dated(year: number, month?: number, day?: number): PartialDate | null {
  const two = (n: number) => String(n).padStart(2, "0");
  if (year < 1900 || year > 2100) return null;
  if (month === undefined) return { value: String(year), precision: "year" };
  if (month < 1 || month > 12) return null;
  if (day === undefined) return { value: `${year}-${two(month)}`, precision: "month" };
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCDate() !== day || date.getUTCMonth() !== month - 1) return null;
  return { value: `${year}-${two(month)}-${two(day)}`, precision: "day" };
}

/** Whether a language writes the day before the month; undefined where its countries differ. */
function dayFirst(language: string): boolean | undefined {
  if (language === "en") return undefined;
  const parts = new Intl.DateTimeFormat(language, { dateStyle: "short", calendar: "gregory" }).formatToParts(
    0,
  );
  const types = parts.map(({ type }) => type);
  return types.indexOf("day") < types.indexOf("month");
}

/** Reads a date in digits from a folded text, in which all white space is single spaces. */
function numeric(text: string, language: string): PartialDate | null | undefined {
  const east =
    /(\d{4}) ?[年년] ?(?:(\d{1,2}) ?[月월] ?(?:(\d{1,2}) ?[日일])?)?/.exec(text) ??
    /(?<!\d)(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?!\d)/.exec(text.replace(/ ?([-/.]) ?/g, "$1"));
  if (east !== null) {
    const [year, month, day] = east.slice(1).map((part) => (part === undefined ? undefined : Number(part)));
    return dated(year ?? 0, month, day);
  }
  const west = /(?<![\d\p{L}])(?:(\d{1,2}) ?[-/.] ?)?(\d{1,2}) ?[-/. ] ?(\d{4})(?!\d)/u.exec(text);
  if (west === null) return undefined;
  const [first, second, year] = west.slice(1).map((part) => (part === undefined ? undefined : Number(part)));
  if (first === undefined) return dated(year ?? 0, second);
  const order = first > 12 ? true : (second ?? 0) > 12 ? false : dayFirst(language);
  if (order === undefined) return dated(year ?? 0);
  return order ? dated(year ?? 0, second, first) : dated(year ?? 0, first, second);
}

/**
 * Reads one date from a text of a page in `language` (a BCP 47 tag), as exactly as it is written: a year
 * stays a year. Null where there is no year from 1900 to 2100, more than one, or a date that does not exist.
 * Month names come from Intl: those of the page's language, then English, then those that mean the same in
 * every language. A Thai page may count years of the Buddhist era.
 */
export function readDate(text: string, language: string): PartialDate | null {
  let folded = fold(text);
  if (language.startsWith("th")) {
    folded = folded.replace(/(?<!\d)2[45]\d\d(?!\d)/g, (year) => String(Number(year) - 543));
  }
  const years = new Set((folded.match(/(?<!\d)\d{4}(?!\d)/g) ?? []).map(Number));
  const [year = 0] = years;
  if (years.size !== 1) return null;
  const named =
    findMonth(folded, monthsOf(language)) ??
    findMonth(folded, monthsOf("en")) ??
    findMonth(folded, monthsEverywhere());
  if (named === undefined) {
    const read = numeric(folded, language);
    return read === undefined ? dated(year) : read;
  }
  if (named.month === 0) return null;
  const days = named.rest.match(/(?<!\d)\d{1,2}(?!\d)/g) ?? [];
  const [day] = days;
  return days.length === 1 ? dated(year, named.month, Number(day)) : dated(year, named.month);
}

/** The year of a date; null without a date. */
export function yearOf(date: PartialDate | null): number | null {
  return date === null ? null : Number(date.value.slice(0, 4));
}

/** A date that a machine wrote: `2012`, `2012-03`, `2012-03-04` with or without a time, or the number 2012. */
export function machineDate(value: unknown): PartialDate | null {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T.*)?)?)?$/.exec(String(value ?? ""));
  if (match === null) return null;
  const [year, month, day] = match.slice(1).map((part) => (part === undefined ? undefined : Number(part)));
  return dated(year ?? 0, month, day);
}

/** A date in parts, as the JSON of the site has it; parts that are absent or zero stay unknown. */
export function dateFromParts(value: unknown): PartialDate | null {
  if (typeof value !== "object" || value === null) return null;
  const part = (name: string): number | undefined => {
    const given: unknown = Reflect.get(value, name);
    return typeof given === "number" && given > 0 ? given : undefined;
  };
  return dated(part("year") ?? 0, part("month"), part("day"));
}
