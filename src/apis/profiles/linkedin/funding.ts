import { attribute, type Element } from "../../../kit/html-tree.ts";
import { sizeAfter } from "../counts.ts";
import { readDate } from "../dates.ts";
import type { CompanyFacts } from "../schemas.ts";
import { line } from "../text.ts";
import { below, find, hasClass, isTag, lineOf } from "./html.ts";
import type { Page } from "./page.ts";

type Funding = NonNullable<CompanyFacts["funding"]>;
type Amount = NonNullable<NonNullable<Funding["last"]>["amount"]>;

// What a page writes for a currency; a bare `$` is not one: six countries write it.
const SIGNS: Readonly<Record<string, string>> = {
  US$: "USD",
  "€": "EUR",
  "£": "GBP",
  "¥": "JPY",
  "₹": "INR",
};

/** The position of the last number of a text, with its points and commas; empty without a number. */
function lastNumber(text: string): { readonly start: number; readonly end: number } {
  const last = text.search(/\d\D*$/);
  if (last < 0) return { start: 0, end: 0 };
  let end = last + 1;
  while (/[.,]/.test(text[end] ?? "")) end++;
  let start = last;
  for (let i = last; i >= 0 && /[\d.,]/.test(text[i] ?? ""); i--) if (/\d/.test(text[i] ?? "")) start = i;
  return { start, end };
}

/** An amount such as `US$ 5.0M`, or null. Rounded ones say so. */
function readAmount(text: string, language: string): Amount | null {
  const trimmed = text.trim();
  const { start, end } = lastNumber(trimmed);
  const digits = trimmed.slice(start, end);
  const after = trimmed.slice(end).trimStart();
  const lead = trimmed.slice(Math.max(0, start - 8), start + 1);
  const sign = /(US\$|[A-Z]{2,3}\$|[€£¥₹]|\b[A-Z]{3}\b)\s?\d$/u.exec(lead)?.[1] ?? "";
  const behind = /(US\$|[€£¥₹]|\b[A-Z]{3}\b)\s*$/.exec(after)?.[1];
  const mark = sign === "" ? (behind ?? "") : sign;
  const prefixed = /^([A-Z]{2})\$$/.exec(mark)?.[1];
  const currency = SIGNS[mark] ?? (prefixed === undefined ? mark : `${prefixed}D`);
  if (!/^[A-Z]{3}$/.test(currency)) return null;
  const word = after
    .replace(behind ?? /$^/, "")
    .trim()
    .toLowerCase();
  const factor = word === "" ? 1 : sizeAfter(word, language);
  const decimal = /^(\d{1,3}(?:[.,]\d{3})*|\d+)(?:[.,](\d{1,2}))?$/.exec(digits);
  if (factor === undefined || decimal === null) return null;
  const value = Number(`${(decimal[1] ?? "").replace(/[.,]/g, "")}.${decimal[2] ?? "0"}`) * factor;
  return { amount: value.toFixed(2), currency, approximate: factor !== 1 };
}

function ownText({ childNodes }: Element): string | null {
  return line(childNodes.map((node) => ("value" in node ? node.value : " ")).join(""));
}

function ownTexts(section: Element): string[] {
  return [section, ...below(section)].flatMap((element) => {
    const own = ownText(element);
    return own === null || element.tagName === "time" || /^h[1-6]$/.test(element.tagName) ? [] : [own];
  });
}

/** Reads the funding of a company: the number of rounds, and the last one's kind, day and amount. */
export function readFunding(page: Page): CompanyFacts["funding"] {
  const section = find(
    page.body,
    (one) =>
      /^funding/.test(attribute(one, "data-test-id") ?? "") ||
      (one.tagName === "section" && hasClass("funding")(one)),
  );
  if (section === undefined) return null;
  const texts = ownTexts(section);
  const counted = texts.find(
    (text) => /^\d{1,3}\s+\p{L}/u.test(text) && readAmount(text, page.language) === null,
  );
  const time = find(section, isTag("time"));
  const date = readDate(lineOf(time) ?? "", page.language);
  // The kind of the round stands with its day, in the same element.
  const holder = time?.parentNode;
  const kind = holder && "tagName" in holder ? ownText(holder) : null;
  const amounts = texts.map((text) => readAmount(text, page.language)).filter((amount) => amount !== null);
  const rounds = counted === undefined ? null : Number.parseInt(counted, 10);
  const amount = amounts[0] ?? null;
  const known = kind !== null || date !== null || amount !== null;
  if (rounds === null && !known) return null;
  return { rounds, last: known ? { type: kind, date, amount } : null };
}
