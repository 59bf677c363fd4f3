import type { Money, Product } from "../schemas.ts";
import { isMore, isSame, moneyIn, moniesIn, numbersIn } from "./money.ts";
import { type PriceQuestion, priceSources } from "./price-sources.ts";
import type { FoundElement } from "./scan.ts";
import { cut, NAME_MAX } from "./text.ts";

/** A value and the source on the page that gave it. */
export interface Sourced<Value> {
  readonly value: Value;
  readonly source: string;
}

/** The price of an offer, or why it is missing. */
export interface PriceReading {
  readonly price: Sourced<Money> | undefined;
  /** Without the discount of one way to pay, where the page sells at a discount for it. */
  readonly regular: Money | undefined;
  /** Whether a source was left aside because two others agree against it. */
  readonly doubted: boolean;
}

/**
 * The price of an offer by its first source that has one, weighed against the others: what machines wrote may
 * be of another moment or for another way to pay than what people see. A price that nothing on the page
 * agrees with, where its sources contradict each other, is none.
 */
export function readPrice(question: PriceQuestion): PriceReading {
  const readings = priceSources.flatMap(([source, read]) => {
    const value = read(question);
    return value === undefined ? [] : [{ source, value }];
  });
  const written = readings.filter(({ source }) => !source.startsWith("dom."));
  const shown = readings.filter(({ source }) => source.startsWith("dom."));
  const calculated = written.find(({ source }) => source === "embedded-json")?.value;
  const [first] = readings;
  const withRegular = (price: Sourced<Money> | undefined, doubted: boolean): PriceReading => {
    const isRegular = price !== undefined && calculated !== undefined && isMore(calculated, price.value);
    return { price, regular: isRegular && !doubted ? calculated : undefined, doubted };
  };
  const agree = (list: readonly Sourced<Money>[]) => list.every(({ value }) => isSame(value, list[0]?.value));
  if (written.length === 0) return withRegular(first, false);
  if (shown.length === 0) return agree(written) ? withRegular(first, false) : withRegular(undefined, true);
  const supported = written.find(({ value }) => shown.some((one) => isSame(one.value, value)));
  if (supported !== undefined) return withRegular(supported, supported !== first);
  // Nothing that machines wrote is shown: a discount for a way to pay, where what is shown is of one mind.
  const [seen] = shown;
  if (seen === undefined || !agree(shown)) return withRegular(undefined, true);
  return withRegular(seen, calculated === undefined || !isMore(calculated, seen.value));
}

/** The price range of a product whose variant is not selected yet; undefined without a range. */
export function readRange({
  found,
  within,
  currency,
}: PriceQuestion): Sourced<{ min: Money; max: Money }> | undefined {
  const texts = (list: readonly FoundElement[]) => within(list).map(({ text }) => moneyIn(text, currency));
  const candidates: readonly (readonly [string, (Money | undefined)[]])[] = [
    ["dom.core-range", texts(found.coreRange)],
    ...(["dealPrice", "salePrice", "ourPrice", "insidePrice"] as const).map(
      (name) => [`dom.${name}`, moniesIn(found[name][0]?.text ?? "", currency)] as const,
    ),
  ];
  for (const [source, monies] of candidates) {
    const known = monies.filter((one) => one !== undefined);
    const [min, max] = [known[0], known.at(-1)];
    if (min !== undefined && max !== undefined && isMore(max, min)) {
      return {
        value: { min, max },
        source: source.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      };
    }
  }
  return undefined;
}

/**
 * Reads a unit price such as "($3.01 / 100 Sheets)". Only the bracket is used: the adjacent text for screen
 * readers omits the quantity. The price of the whole is not a unit price.
 */
export function readUnitPrice(
  list: readonly FoundElement[],
  price: Money,
): Sourced<NonNullable<Product["unitPrice"]>> | undefined {
  for (const { text } of list) {
    const slash = text.lastIndexOf("/");
    if (slash < 0) continue;
    const money = moneyIn(text.slice(0, slash), price.currency);
    const per = text
      .slice(slash + 1)
      .replace(/[()\uff08\uff09]/g, "")
      .trim();
    const [number] = numbersIn(per);
    const startsWithNumber = number !== undefined && number.before.trim() === "";
    const isGrouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(number?.digits ?? "");
    const digits = isGrouped ? number?.digits.replace(/\D/g, "") : number?.digits.replace(",", ".");
    const quantity = startsWithNumber ? Number(digits) : 1;
    const unit = (
      startsWithNumber ? per.slice(per.indexOf(number.digits) + number.digits.length) : per
    ).trim();
    if (money === undefined || isSame(money, price) || !(quantity > 0 && Number.isFinite(quantity))) continue;
    return {
      value: { ...money, per: { quantity, unit: unit === "" ? null : cut(unit, NAME_MAX) } },
      source: "dom.price-per-unit",
    };
  }
  return undefined;
}
