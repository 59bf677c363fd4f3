import { latinDigits } from "../../../kit/latin-digits.ts";
import type { Money } from "../schemas.ts";
import { placesOf } from "./marketplaces.ts";

/** Marks that belong to one currency alone, the longer ones first. Those of several are left to the marketplace. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/R\$/, "BRL"],
  [/US\s?\$/, "USD"],
  [/(?:CA|CDN|C)\s?\$/, "CAD"],
  [/(?:MX|Mex)\s?\$/, "MXN"],
  [/(?:AU|A)\s?\$/, "AUD"],
  [/S\$/, "SGD"],
  [/(?:HK|NZ|NT|TW)\s?\$/, "XXX"],
  [/€/, "EUR"],
  [/E£|£E/, "EGP"],
  [/₹|\bRs\.?(?=\s?\d)/, "INR"],
  [/z\u0142/, "PLN"],
  [/₺|(?<![A-Za-z])TL(?![A-Za-z])/, "TRY"],
  [/\u062f\.\u0625|\u062f\u0631\u0647\u0645/, "AED"],
  [/\u20c1|\u0631\.\u0633|\u0631\u064a\u0627\u0644|\ufdfc/, "SAR"],
  [/\u062c\.\u0645|\u062c\u0646\u064a\u0647/, "EGP"],
];

/** The currencies that call themselves by a sign which others use too. */
const SHARED: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\$/, ["USD", "CAD", "MXN", "AUD", "SGD"]],
  [/£/, ["GBP", "EGP"]],
  [/[¥￥]|\u5186/, ["JPY", "CNY"]],
  [/\bkr\b/i, ["SEK", "NOK", "DKK"]],
];

const CODES = new Set(Intl.supportedValuesOf("currency"));

/**
 * The currency that a text says its amount is in: by its code, by a sign that is no other's, or the
 * marketplace's own where the text says nothing against it. Undefined where it is one that is not known.
 */
export function currencyIn(text: string, marketplace: string): string | undefined {
  for (const [code] of text.matchAll(/(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/g)) if (CODES.has(code)) return code;
  for (const [sign, currency] of SIGNS) if (sign.test(text)) return currency === "XXX" ? undefined : currency;
  for (const [sign, currencies] of SHARED) {
    if (sign.test(text)) return currencies.includes(marketplace) ? marketplace : undefined;
  }
  return /\p{Sc}/u.test(text) ? undefined : marketplace;
}

/** Writes the digits and separators of other scripts as 0 to 9, points and commas. */
export function plainDigits(text: string): string {
  return latinDigits(text)
    .replaceAll("\u066b", ",")
    .replaceAll("\u066c", ".")
    .replaceAll("\uff0c", ",")
    .replaceAll("\uff0e", ".");
}

// A space, of whatever width, groups only where exactly three digits follow. A price may begin with its point: "$.99".
const NUMBER = /(?:\d+|(?<=^|[\s\p{Sc}])[.,]\d+)(?:[.,'\u2019]\d+|[ \u00a0\u202f\u2009]\d{3}(?!\d))*/gu;

/** A number in a text, unchanged, with the text directly before and after it. */
export interface NumberIn {
  readonly digits: string;
  readonly before: string;
  readonly after: string;
}

/** The numbers in a text. */
export function numbersIn(text: string): NumberIn[] {
  const plain = plainDigits(text);
  return [...plain.matchAll(NUMBER)].map(({ 0: digits, index }) => ({
    digits,
    before: plain.slice(Math.max(0, index - 8), index),
    after: plain.slice(index + digits.length, index + digits.length + 8),
  }));
}

/**
 * An amount as a page shows it: the last point or comma is the decimal sign where exactly as many digits follow
 * as the currency has places; every other one groups. Neither marketplace nor language is asked. Undefined where it groups
 * neither three digits nor, as in India, two before three: that is a date, a size or another currency's amount.
 */
export function amountOf(digits: string, places: number): string | undefined {
  const sign = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","));
  const isDecimal = places > 0 && sign >= 0 && digits.length - sign - 1 === places;
  const [first = "", ...groups] = (isDecimal ? digits.slice(0, sign) : digits).split(/\D/);
  const isGrouped = groups.length === 0 || (/^\d\d?\d?$/.test(first) && groups.at(-1)?.length === 3);
  if (!isGrouped || groups.some(({ length }) => length !== 2 && length !== 3)) return undefined;
  const whole = [first, ...groups].join("").replace(/^0+(?=\d)/, "") || "0";
  if (places === 0) return whole;
  return `${whole}.${isDecimal ? digits.slice(sign + 1) : "0".repeat(places)}`;
}

/** A minus before a number, unless the number before it makes it a range. */
const BELOW_ZERO = /(?:^|[^\d\s])\s*[-\u2212]\s?\D{0,4}$/;

/**
 * The first amount of money in a text, without percentages, savings and negative amounts; undefined without
 * one.
 */
export function moneyIn(text: string, marketplace: string): Money | undefined {
  return moniesIn(text, marketplace)[0];
}

/** No price has more digits; a longer run of them is none. */
const DIGITS_MAX = 20;

/** Every amount of money in a text, in its order; none where one of its numbers cannot be read. */
export function moniesIn(text: string, marketplace: string): Money[] {
  const currency = currencyIn(text, marketplace);
  if (currency === undefined) return [];
  const places = placesOf(currency);
  const amounts = numbersIn(text)
    .filter(({ digits }) => digits.length <= DIGITS_MAX)
    .filter(({ before, after }) => !/^\s?[%\u066a]/.test(after) && !BELOW_ZERO.test(before))
    .map(({ digits }) => amountOf(digits, places));
  return amounts.every((amount) => amount !== undefined)
    ? amounts.map((amount) => ({ amount, currency }))
    : [];
}

/** An amount that machines wrote, such as `358.0`. Undefined where it is none, or finer than its currency. */
export function machineMoney(
  amount: string | number | undefined,
  currency: string | undefined,
): Money | undefined {
  const text = String(amount ?? "").trim();
  if (currency === undefined || !CODES.has(currency) || !/^\d{1,12}(?:\.\d+)?$/.test(text)) return undefined;
  const places = placesOf(currency);
  const [whole = "", fraction = ""] = text.split(".");
  if (/[1-9]/.test(fraction.slice(places))) return undefined;
  const plain = whole.replace(/^0+(?=\d)/, "");
  const money = places === 0 ? plain : `${plain}.${fraction.slice(0, places).padEnd(places, "0")}`;
  return Number(money) > 0 ? { amount: money, currency } : undefined;
}

/** Reports whether one amount is larger; false for two currencies. */
export function isMore(one: Money, other: Money): boolean {
  return one.currency === other.currency && Number(one.amount) > Number(other.amount);
}

/** The discount from a list price, in percent; null without both prices. */
export function discountOf(price: Money | null, listPrice: Money | null): number | null {
  if (price === null || listPrice === null) return null;
  return Math.round((1 - Number(price.amount) / Number(listPrice.amount)) * 100);
}

/** Reports whether two amounts are equal, currency included. */
export function isSame(one: Money | undefined, other: Money | undefined): boolean {
  return one?.amount === other?.amount && one?.currency === other?.currency;
}
