// Read from Intl once for each language, so that no list of month names is kept by hand.
const STYLES: readonly Intl.DateTimeFormatOptions[] = [
  { month: "long" },
  { month: "short" },
  { year: "numeric", month: "long" },
  { year: "numeric", month: "short" },
  { day: "numeric", month: "long" },
  { day: "numeric", month: "short" },
];

/** The languages that guest pages are written in. */
export const pageLanguages = [
  ..."ar bn cs da de el en es fa fi fil fr he hi hu id it ja ko mr ms nl no pa pl pt ro ru sv te th tr uk".split(
    " ",
  ),
  "vi",
  "zh-CN",
  "zh-TW",
] as const;

/** Names of months, folded, and the number of the month, 1 to 12. */
type Months = ReadonlyMap<string, number>;

/** Lower case, plain digits, no abbreviation points, no marks of direction: how two spellings are compared. */
export function fold(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\p{Nd}/gu, (digit) => String(digitOf(digit)))
    .replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/(?<=[\p{L}\p{M}])[.\u0970\u00b7]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** The value of a decimal digit of any script. They are encoded in runs of ten from zero (Unicode 4.6). */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return code - zero;
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

let everywhere: Months | undefined;

/** Month names that mean the same month in every language that has them. */
export function commonMonths(): Months {
  if (everywhere !== undefined) return everywhere;
  const merged = new Map<string, number>();
  for (const language of pageLanguages) {
    for (const [name, month] of monthsOf(language)) {
      const other = merged.get(name);
      merged.set(name, other === undefined || other === month ? month : 0);
    }
  }
  everywhere = new Map([...merged].filter(([, month]) => month > 0));
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
export function findMonth(text: string, months: Months): { month: number; rest: string } | undefined {
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
