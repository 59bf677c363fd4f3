import { isMore, isSame, type Money, moneyIn, moniesIn } from "./money.ts";
import { type PriceQuestion, priceSources } from "./price-sources.ts";
import type { Found } from "./scan.ts";

/** A value and the source on the page that gave it. */
export interface Sourced<Value> {
  readonly value: Value;
  readonly source: string;
}

/** What is known of the price of an offer. */
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

/** The range of prices of a product whose variant is not chosen yet; undefined where there is none. */
export function readRange({
  found,
  within,
  currency,
}: PriceQuestion): Sourced<{ min: Money; max: Money }> | undefined {
  const texts = (list: readonly Found[]) => within(list).map(({ text }) => moneyIn(text, currency));
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
