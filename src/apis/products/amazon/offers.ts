import type { Availability, Money } from "../schemas.ts";
import { readAvailability } from "./availability.ts";
import type { PriceEntry } from "./embedded.ts";
import { isMore, moneyIn, moniesIn } from "./money.ts";
import { type PriceReading, readPrice, type Sourced } from "./price.ts";
import type { PriceQuestion } from "./price-sources.ts";
import { entryFor, type OfferType, rowsOf, typeOf } from "./rows.ts";
import { type FoundElement, type Scan, textOf } from "./scan.ts";
import { readSeller, type SellerReading } from "./seller.ts";
import { cut, NAME_MAX } from "./text.ts";
import { conditionIn, DELIVERY, says } from "./wording.ts";

/** One way to buy the product on its page, all of it read from the same row. */
export interface OfferReading {
  readonly row: string | undefined;
  readonly type: OfferType;
  readonly reading: PriceReading;
  readonly listPrice: Sourced<Money> | undefined;
  readonly seller: SellerReading;
  readonly availability: Availability;
  readonly condition: string | null;
  /** Whether there is a button that buys it. */
  readonly canBuy: boolean;
  /** Whether that button orders what is not released yet. */
  readonly isPreorder: boolean;
  within(list: readonly FoundElement[]): readonly FoundElement[];
  readonly question: PriceQuestion;
}

/** The sources of offers, besides the elements. */
export interface OfferSources extends Pick<PriceQuestion, "found" | "jsonLd" | "asin" | "currency"> {
  readonly entries: readonly PriceEntry[];
  /** Whether the page says that nobody sells the product. */
  readonly isGone: boolean;
  /** Whether it says that the price of what can be bought is shown in the cart. */
  readonly hidesPrice: boolean;
  /** Whether it says that this offer cannot be bought as it is; then only a button counts. */
  readonly isNotBuyable: boolean;
}

function readList(
  { found, within, currency }: PriceQuestion,
  price: Money | undefined,
): OfferReading["listPrice"] {
  if (price === undefined) return undefined;
  for (const [source, list] of [
    ["dom.basis-price", found.basis],
    ["dom.price-table", found.tableList],
  ] as const) {
    for (const { text } of within(list)) {
      const [value] = moniesIn(text, currency);
      if (value === undefined) continue;
      // A list price is higher; anything else is a unit price, a saving or of another offer.
      if (isMore(value, price)) return { value, source };
    }
  }
  return undefined;
}

/** The condition of an offer of used goods: of its own element, or of a line of the box. */
function readCondition(found: Scan, row: string | undefined, within: OfferReading["within"]): string | null {
  const [own] = found.condition.filter((one) => one.row === row && one.text !== "");
  const lines = within(found.boxLine).map(({ text }) => conditionIn(text));
  const said = own?.text ?? lines.find((one) => one !== undefined);
  return said === undefined ? null : cut(said, NAME_MAX);
}

function readOffer(sources: OfferSources, row: string | undefined, n: number, alone: boolean): OfferReading {
  const { found, entries, jsonLd, asin, currency } = sources;
  const isFirst = n === 0 && (row === undefined || typeOf(row) === "new");
  // Elements outside of every row belong to the offer that is shown first.
  const within = (list: readonly FoundElement[]): readonly FoundElement[] => {
    const here = list.filter(({ inBundle }) => !inBundle);
    const own = here.filter((one) => one.row === row);
    if (!alone && (own.length > 0 || !isFirst)) return own;
    return row === undefined ? own : [...own, ...here.filter((one) => one.row === undefined)];
  };
  const said = readCondition(found, row, within);
  const entryType = entries.length === 1 ? typeOf(entries[0]?.buyingOptionType ?? "NEW") : "new";
  const isUsed = entryType === "used" || (alone && conditionIn(said ?? "") !== undefined);
  const type = row === undefined ? (isUsed ? "used" : "new") : typeOf(row);
  const question: PriceQuestion = {
    found,
    within,
    entry: entryFor(entries, type, n, alone),
    jsonLd: isFirst ? jsonLd : undefined,
    asin,
    currency,
    isNew: type === "new",
  };
  const reading = readPrice(question);
  const buttons = within(found.addToCart).filter(
    ({ inBundle, inBox, row: at }) => !inBundle && (inBox || at !== undefined),
  );
  const listings = within(found.formOffer).filter(
    ({ inBundle, attributes }) => !inBundle && attributes.value,
  );
  const canBuy = buttons.length > 0 || (listings.length > 0 && !sources.isNotBuyable);
  const stock = textOf(within(found.availability));
  const button = within(found.addToCart).find(({ inBundle }) => !inBundle)?.attributes;
  const isPreorder =
    canBuy &&
    (/preorder/i.test(button?.name ?? "") ||
      says("preorder", `${button?.value ?? ""} ${button?.title ?? ""} ${stock ?? ""}`));
  return {
    row,
    type,
    reading,
    listPrice: readList(question, reading.price?.value),
    seller: readSeller(found, within),
    availability: readAvailability(stock, {
      canBuy,
      isPreorder,
      isPriced: reading.price !== undefined,
      isGone: sources.isGone && !canBuy,
    }),
    condition: type === "new" && conditionIn(said ?? "") !== undefined ? null : said,
    canBuy,
    isPreorder,
    within,
    question,
  };
}

/**
 * Every offer on the page, the featured one first: the first of new goods that has a price or whose price is in the cart, or
 * else the first that has a price.
 * Each is read from its own row, so that no offer gets another's seller, stock or price.
 */
export function readOffers(sources: OfferSources): OfferReading[] {
  const rows = rowsOf(sources.found, sources.entries);
  if (rows.length === 0) return [readOffer(sources, undefined, 0, true)];
  const counts = new Map<OfferType, number>();
  const offers = rows.map((row) => {
    const type = row === undefined ? "new" : typeOf(row);
    const n = counts.get(type) ?? 0;
    counts.set(type, n + 1);
    return readOffer(sources, row, n, rows.length === 1);
  });
  const priced = (offer: OfferReading) => offer.reading.price !== undefined;
  const featured =
    offers.find((offer) => offer.type === "new" && priced(offer)) ??
    offers.find((offer) => offer.type === "new" && offer.canBuy && sources.hidesPrice) ??
    offers.find((offer) => ["used", "renewed"].includes(offer.type) && priced(offer)) ??
    offers[0];
  return featured === undefined ? [] : [featured, ...offers.filter((offer) => offer !== featured)];
}

/** A longer text says more than what shipping costs. */
const SHIPPING_MAX = 120;

/** A number beside the sign or the code of a currency: dates of delivery have none. */
const SIGNED =
  /(?:\p{Sc}|\b[A-Z]{3}|\bRs\.?|\bR)\s?[\d\u0660-\u0669]|[\d\u0660-\u0669]\s?(?:\p{Sc}|kr\b|z\u0142|TL\b|[A-Z]{3}\b|\u5186|\u062c\u0646\u064a\u0647|\u0631\u064a\u0627\u0644|\u062f\u0631\u0647\u0645|[\u062c\u062f\u0631]\.)/u;

/** The shipping cost of this offer, where the page states it as money. */
export function readShipping({ within, question: { found, currency } }: OfferReading): Money | null {
  for (const { text } of within(found.shipping)) {
    if (text.length > SHIPPING_MAX || !SIGNED.test(text) || !DELIVERY.test(text)) continue;
    const money = moneyIn(text, currency);
    if (money !== undefined) return money;
  }
  for (const { attributes } of within(found.deliveryPrice)) {
    const money = moneyIn(attributes["data-csa-c-delivery-price"] ?? "", currency);
    if (money !== undefined) return money;
  }
  return null;
}
