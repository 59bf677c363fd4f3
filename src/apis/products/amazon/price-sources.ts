import type { Money } from "../schemas.ts";
import type { PriceEntry } from "./embedded.ts";
import { placesOf } from "./marketplaces.ts";
import { amountOf, currencyIn, isSame, machineMoney, moneyIn, moniesIn, numbersIn } from "./money.ts";
import type { FoundElement, Scan } from "./scan.ts";

/** The sources of the price of one offer. */
export interface PriceQuestion {
  readonly found: Scan;
  /** The elements of this offer: of its row, or of the page where it has no rows. */
  within(list: readonly FoundElement[]): readonly FoundElement[];
  readonly entry: PriceEntry | undefined;
  readonly jsonLd: { readonly amount: string; readonly currency: string } | undefined;
  /** The page's ASIN: forms of other products do not count. */
  readonly asin: string | undefined;
  /** The marketplace's. */
  readonly currency: string;
  /** Whether it is an offer of new goods: the old layouts' prices are. */
  readonly isNew: boolean;
}

/** Reads the price of an offer from one source. */
type PriceReader = (question: PriceQuestion) => Money | undefined;

const first = (question: PriceQuestion, list: readonly FoundElement[]): Money | undefined => {
  for (const { text } of question.within(list)) {
    const monies = moniesIn(text, question.currency);
    // A range is not a price, and neither is a text with several prices.
    if (monies.length === 1) return monies[0];
    if (monies.length > 1 && monies.every((one) => isSame(one, monies[0]))) return monies[0];
    if (monies.length > 1) return undefined;
  }
  return undefined;
};

function form({ found, within, asin }: PriceQuestion): Money | undefined {
  const [amount] = within(found.formAmount).filter(
    ({ inBundle, inBox, row }) => !inBundle && (inBox || row !== undefined),
  );
  const [currency] = within(found.formCurrency).filter(({ inBundle }) => !inBundle);
  const asins = within(found.formAsin).filter(({ inBox, inBundle }) => inBox && !inBundle);
  const isOther =
    asins.length > 0 && asin !== undefined && asins.every((one) => one.attributes.value !== asin);
  if (amount === undefined || isOther) return undefined;
  return machineMoney(amount.attributes.value, currency?.attributes.value?.toUpperCase());
}

function embedded({ entry, currency }: PriceQuestion): Money | undefined {
  if (entry === undefined) return undefined;
  return machineMoney(entry.priceAmount, currencyIn(entry.currencySymbol ?? "", currency));
}

/** Leaves a source aside where the page shows a range of prices. */
const unlessRange =
  (read: PriceReader): PriceReader =>
  (question) =>
    question.within(question.found.coreRange).length > 1 ? undefined : read(question);

/** Builds a price from its parts: symbol, whole and fraction of the first one. */
function composed({ found, within, currency }: PriceQuestion, place: "core" | "box"): Money | undefined {
  const [whole, next] = within(found[`${place}Whole`]);
  if (whole === undefined) return undefined;
  // A fraction behind the next whole is that one's.
  const isOwn = ({ order }: FoundElement) => order < (next?.order ?? Number.POSITIVE_INFINITY);
  const fraction = within(found[`${place}Fraction`]).find((one) => one.order > whole.order && isOwn(one));
  const symbol = within(found[`${place}Symbol`]).find(isOwn);
  const shown = currencyIn(symbol?.text ?? "", currency);
  const [number, ...more] = numbersIn(whole.text);
  if (shown === undefined || number === undefined || more.length > 0) return undefined;
  const places = placesOf(shown);
  const decimals = places === 0 ? "" : (fraction?.text ?? "").replace(/\D/g, "");
  // Without a fraction of its own the whole may have one in its text.
  if (decimals === "") return machineMoney(amountOf(number.digits, places), shown);
  const digits = amountOf(number.digits, 0);
  return decimals.length === places ? machineMoney(`${digits}.${decimals}`, shown) : undefined;
}

/** The sources of an offer's price in order: machine-readable data, then visible text. */
export const priceSources: readonly (readonly [source: string, read: PriceReader])[] = [
  ["form", form],
  ["embedded-json", embedded],
  ["json-ld", ({ jsonLd }) => machineMoney(jsonLd?.amount, jsonLd?.currency)],
  ["dom.core-price", unlessRange((q) => composed(q, "core"))],
  [
    "dom.core-offscreen",
    unlessRange((q) => {
      const [shown] = q.within(q.found.coreOff).filter(({ text }) => text !== "");
      return first(q, shown === undefined ? [] : [shown]);
    }),
  ],
  ["dom.price-label", (q) => moneyIn(q.within(q.found.coreLabel)[0]?.text ?? "", q.currency)],
  ["dom.desktop-price", unlessRange((q) => first(q, q.within(q.found.deskPrice).slice(0, 1)))],
  ["dom.box-price", unlessRange((q) => first(q, q.within(q.found.boxPrice).slice(0, 1)))],
  ["dom.box-parts", unlessRange((q) => composed(q, "box"))],
  ["dom.deal-price", (q) => (q.isNew ? first(q, q.found.dealPrice) : undefined)],
  ["dom.sale-price", (q) => (q.isNew ? first(q, q.found.salePrice) : undefined)],
  ["dom.our-price", (q) => (q.isNew ? first(q, q.found.ourPrice) : undefined)],
  ["dom.inside-buybox", (q) => first(q, q.within(q.found.insidePrice))],
  ["dom.book-section", (q) => first(q, q.isNew ? q.within(q.found.bookPrice) : q.within(q.found.usedPrice))],
  ["dom.kindle-price", (q) => (q.isNew ? first(q, q.found.kindlePrice.slice(0, 1)) : undefined)],
  ["form.displayed-price", displayed],
];

function displayed({ found, currency, isNew }: PriceQuestion): Money | undefined {
  const value = found.displayedPrice[0]?.attributes.value;
  if (value === undefined || !isNew) return undefined;
  const code = found.displayedCurrency[0]?.attributes.value?.toUpperCase() ?? currency;
  return machineMoney(value, code) ?? moneyIn(value, currency);
}
