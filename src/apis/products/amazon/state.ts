import type { OfferState } from "../schemas.ts";
import type { OfferReading } from "./offers.ts";
import type { FoundElement, Scan } from "./scan.ts";
import { says } from "./wording.ts";

/** Reports whether the page shows a text in one of these elements, outside of lists of other products. */
export function isShown(list: readonly FoundElement[]): boolean {
  return list.some(({ text, inBundle }) => text !== "" && !inBundle);
}

/** Reports whether the page says that its offer cannot be bought here or as it is. */
export function isNotBuyable(found: Scan): boolean {
  const boxes = [
    found.partial,
    found.undeliverable,
    found.unqualified,
    found.outOfStock,
    found.deliveryError,
  ];
  return boxes.some(isShown) || found.availability.some(({ text }) => says("unavailable", text));
}

/** Reports whether the page says that nobody sells the product here, by its structure. */
export function isGone(found: Scan): boolean {
  return isShown(found.outOfStock);
}

/** The most texts of one kind that are searched for words. */
const TEXTS_MAX = 100;

/**
 * Reports whether the page says that its price is shown in the cart. Outside of the price's usual places, it counts only where
 * the product can be put into the cart: other products have prices there, too.
 */
export function hidesPrice(found: Scan, canBuy: boolean): boolean {
  const lists = [found.priceBlock, found.boxLine, ...(canBuy ? [found.priceText] : [])];
  return lists.some((list) =>
    list
      .filter(({ text, inBundle }) => !inBundle && text !== "")
      .slice(0, TEXTS_MAX)
      .some(({ text }) => says("hidden-price", text)),
  );
}

/** The state of the offer, by the structure of the page; words decide only what structure leaves open. */
export function readState(
  found: Scan,
  offer: OfferReading | undefined,
  { hasRange, hasChoice }: { hasRange: boolean; hasChoice(): boolean },
): OfferState {
  const canBuy = offer?.canBuy === true;
  const priced = offer?.reading.price !== undefined;
  const stock = found.availability.find(({ text, inBundle }) => text !== "" && !inBundle)?.text ?? "";
  if (offer?.isPreorder === true) return "preorder";
  if (priced && canBuy) return "featured-offer";
  // Prices of other offers and of other variants do not matter to a page that says why it shows none.
  if (!priced && hidesPrice(found, canBuy)) return "price-hidden-until-cart";
  if (isShown(found.partial)) return "select-variant";
  const refusals = [
    ...found.outOfStock,
    ...found.unqualified,
    ...found.availability,
    ...found.deliveryMessage.slice(0, TEXTS_MAX),
  ]
    .filter(({ inBundle }) => !inBundle)
    .map(({ text }) => text);
  if (
    isShown(found.undeliverable) ||
    (!canBuy && (isShown(found.deliveryError) || refusals.some((text) => says("not-here", text))))
  ) {
    return "not-deliverable-here";
  }
  if (isShown(found.unqualified)) return "other-sellers-only";
  if (isGone(found)) return "unavailable";
  if (!priced && (hasRange || (!canBuy && hasChoice()))) return "select-variant";
  if (priced) return says("unavailable", stock) ? "unavailable" : "featured-offer";
  if (says("unavailable", stock)) return "unavailable";
  return "unknown";
}
