import type { Product } from "../schemas.ts";
import { asinIn } from "./asin.ts";
import { readBrand } from "./brand.ts";
import { completenessOf } from "./completeness.ts";
import { jsonLdOffer, priceEntries, scriptAsin, variations } from "./embedded.ts";
import {
  firstText,
  readBought,
  readBreadcrumbs,
  readBullets,
  readContributors,
  readDeliveryPlace,
  readDetails,
  readIdentifiers,
  readTitle,
} from "./facts.ts";
import { gallery, imageId } from "./images.ts";
import { matchEnds } from "./json-in-page.ts";
import type { Marketplace } from "./marketplaces.ts";
import { discountOf } from "./money.ts";
import { type OfferReading, readOffers, readShipping } from "./offers.ts";
import { readRange, readUnitPrice, type Sourced } from "./price.ts";
import { readRanks } from "./ranks.ts";
import { countIn, readHistogram, readReviews, starsIn } from "./reviews.ts";
import { type FoundElement, type Scan, scan, textOf } from "./scan.ts";
import { isMarketplaceName } from "./seller.ts";
import { hidesPrice, isGone, isNotBuyable, isShown, readState } from "./state.ts";
import { cut, LIST_MAX, NAME_MAX, readableMarkup } from "./text.ts";

const TITLE_MAX = 2_000;
const DESCRIPTION_MAX = 64 * 1024;
/** The most variants that are given: the marketplaces allow 2,000 of one product. */
const VARIANTS_MAX = 2_000;
const DIMENSIONS_MAX = 6;
const VALUE_MAX = 200;

/** Products that no parcel can hold, by the word that the page's layout begins with. */
const DIGITAL =
  /^(?:ebooks?|digital|mobile|audible|dmusic|swa|aiv|video_on_demand|amazon_video|instant_video|games_digital)/i;

/** The ASIN that the page is about: a request for a variant may return its parent, and the other way round. */
function pageAsin(html: string, found: Scan): { value: string; source: string } | undefined {
  const isOwn = ({ attributes, inBundle }: FoundElement) =>
    !inBundle && /^[A-Z0-9]{10}$/.test(attributes.value ?? "");
  const own = found.asin.find((one) => one.inBox && isOwn(one)) ?? found.asin.find(isOwn);
  if (own?.attributes.value !== undefined) return { value: own.attributes.value, source: "form" };
  const canonical = asinIn(found.canonical[0]?.attributes.href);
  if (canonical !== undefined) return { value: canonical, source: "canonical" };
  const script = scriptAsin(html, "landingAsin", "currentAsin");
  return script === undefined ? undefined : { value: script, source: "script" };
}

function languageOf(found: Scan): string | null {
  const layout = /\b([a-z]{2})_([A-Z]{2})\b/.exec(found.layout[0]?.attributes.class ?? "");
  if (layout !== null) return `${layout[1]}-${layout[2]}`;
  const lang = found.html[0]?.attributes.lang;
  return lang === undefined || lang === "" ? null : cut(lang, NAME_MAX);
}

function sellerOf({ seller: { name, id } }: OfferReading): Product["seller"] {
  return name === null ? null : { name, id, isMarketplace: isMarketplaceName(name) };
}

function offerOf(offer: OfferReading): Product["offers"][number] {
  return {
    type: offer.type,
    condition: offer.condition,
    price: offer.reading.price?.value ?? null,
    listPrice: offer.listPrice?.value ?? null,
    seller: sellerOf(offer),
    shipsFrom: offer.seller.shipsFrom,
    fulfilledByMarketplace: offer.seller.fulfilledByMarketplace,
    availability: offer.availability,
  };
}

/** Wording of a discount for one way to pay, beside the price. */
function noteOf(found: Scan, offer: OfferReading): string | null {
  const notes = offer.within(found.priceNote).map(({ text }) => text);
  return (
    notes.find(
      (text) => /\bpix\b|boleto|\u00e0 vista|al contado|in one payment/i.test(text) && text.length <= 120,
    ) ?? null
  );
}

interface Reading {
  readonly html: string;
  readonly found: Scan;
  readonly asin: string;
  /** Where on the page each field was found, in the order of reading. */
  readonly sources: Record<string, string>;
}

/** The value of a reading, whose source is noted for the field; null without a reading. */
function note<Value>(
  { sources }: Reading,
  field: string,
  reading: Sourced<Value> | null | undefined,
): Value | null {
  if (reading == null) return null;
  sources[field] = reading.source;
  return reading.value;
}

function isDigital(found: Scan): boolean {
  return (
    DIGITAL.test(found.layout[0]?.attributes.class ?? "") ||
    found.kindlePrice.length > 0 ||
    found.ebookTitle.length > 0 ||
    found.videoTitle.length > 0
  );
}

/** Reads the offers of the page and the state of the featured one; undefined for a page without any offer row. */
function readSale(page: Reading, currency: string) {
  const { html, found, asin, sources } = page;
  const offers = readOffers({
    found,
    entries: priceEntries(html),
    jsonLd: jsonLdOffer(found.jsonLd),
    asin,
    currency,
    isGone: isGone(found),
    hidesPrice: hidesPrice(found, true),
    isNotBuyable: isNotBuyable(found),
  });
  const [featured] = offers;
  if (featured === undefined) return undefined;
  const range = featured.reading.price === undefined ? readRange(featured.question) : undefined;
  const offerState = readState(found, featured, {
    hasRange: range !== undefined,
    // The page's own count of sizes, colors and the like that are still to be chosen.
    hasChoice: () => !matchEnds(html, '"unselectedDimCount"', /\s*:\s*[1-9]/y).next().done,
  });
  // A page that sells nothing may still hold the price of another variant.
  const isSold = offerState !== "unavailable" && offerState !== "other-sellers-only";
  const price = isSold ? note(page, "price", featured.reading.price) : null;
  const listPrice = price === null ? null : note(page, "listPrice", featured.listPrice);
  sources.offerState = "structure";
  if (featured.availability.status !== "unknown") sources.availability = "dom.availability";
  const seller = sellerOf(featured);
  const { source, shipsSource } = featured.seller;
  if (seller !== null && source !== undefined) sources.seller = source;
  if (shipsSource !== undefined) sources.shipsFrom = shipsSource;
  return { offers, featured, range, offerState, isSold, price, listPrice, seller };
}

type Sale = NonNullable<ReturnType<typeof readSale>>;

/** The fields of the featured offer's price. All but the range need a price. */
function priceFields(page: Reading, { featured, range, price, listPrice }: Sale) {
  const perUnit = featured.within(page.found.perUnit);
  return {
    price,
    priceRange: note(page, "priceRange", range),
    listPrice,
    regularPrice: price && (featured.reading.regular ?? null),
    discountPercent: discountOf(price, listPrice),
    unitPrice: price && note(page, "unitPrice", readUnitPrice(perUnit, price)),
    shipping: price && readShipping(featured),
    priceNote: price && noteOf(page.found, featured),
  };
}

function offerFields({ offers, featured, offerState, isSold, seller }: Sale, digital: boolean) {
  const { availability } = featured;
  return {
    offerState,
    availability:
      offerState === "unavailable" ? { ...availability, status: "unavailable" as const } : availability,
    offers: isSold ? offers.filter(({ reading }) => reading.price !== undefined).map(offerOf) : [],
    seller: isSold ? seller : null,
    shipsFrom: isSold && !digital ? featured.seller.shipsFrom : null,
  };
}

function readRating(page: Reading): Product["rating"] {
  const { found } = page;
  const text = firstText(["dom.rating-text", found.ratingText.filter(({ review }) => review === undefined)]);
  const inTitle = starsIn(found.ratingTitle[0]?.attributes.title ?? "");
  const inText = text && { value: starsIn(text.value), source: text.source };
  const counted = firstText(["dom.rating-count", found.ratingCount], ["dom.review-total", found.reviewTotal]);
  const average = note(
    page,
    "rating",
    inTitle === null ? inText : { value: inTitle, source: "dom.rating-title" },
  );
  const count = counted === undefined ? null : countIn(counted.value);
  const histogramPercent = note(page, "histogram", readHistogram(found));
  return average === null && count === null ? null : { average, count, histogramPercent };
}

function readImages(page: Reading): Product["images"] {
  const pictures = gallery(page.html, page.found);
  const images = note(page, "images", pictures && { value: pictures.images, source: pictures.source }) ?? [];
  return images.map((image) => ({ id: imageId(image.url), ...image }));
}

function readDescription(page: Reading): string | null {
  const { found } = page;
  const ofBook = found.bookDescription.slice(0, LIST_MAX);
  const description = firstText(
    ["dom.description", found.description],
    ["dom.book-description", ofBook.map((one) => ({ ...one, text: readableMarkup(one.raw) }))],
  );
  const text = note(page, "description", description);
  return text === null ? null : cut(text, DESCRIPTION_MAX);
}

/**
 * The product family. A request for a child may return the page of its parent, which is then both; a page without
 * its family's name is the parent's where the requested product is among its variants and the shown one is not.
 */
function readParent(page: Reading, requested: string, variants: Product["variants"]): string | null {
  const named = scriptAsin(page.html, "parentAsin", "parent_asin");
  if (named !== undefined) return named === page.asin && named === requested ? null : named;
  const hasChild = (asin: string) => variants?.items.some((item) => item.asin === asin) === true;
  return hasChild(requested) && !hasChild(page.asin) ? page.asin : null;
}

function readVariants({ html, asin: own }: Reading): Product["variants"] {
  const found = variations(html);
  if (found === undefined) return null;
  const { labels, values } = found;
  const items = Object.entries(values)
    .slice(0, VARIANTS_MAX)
    .map(([asin, of]) => ({
      asin,
      values: of.slice(0, DIMENSIONS_MAX).map((one) => cut(one, VALUE_MAX)),
      selected: asin === own,
    }));
  return { dimensions: labels.slice(0, DIMENSIONS_MAX).map((one) => cut(one, NAME_MAX)), items };
}

function readBadges(found: Scan): Product["badges"] {
  return [
    ...(isShown(found.choiceBadge) ? (["marketplace-choice"] as const) : []),
    ...(isShown(found.bestSellerBadge) ? (["best-seller"] as const) : []),
    ...(isShown(found.dealBadge) ? (["deal"] as const) : []),
  ];
}

function brandFields(page: Reading, details: ReadonlyMap<string, string>) {
  const brand = note(page, "brand", readBrand(page.found, details));
  const byline = textOf(page.found.byline);
  return {
    brand: brand === null ? null : cut(brand, NAME_MAX),
    bylineRaw: byline === undefined ? null : cut(byline, TITLE_MAX),
  };
}

/**
 * Reads a product's page. Every field is what the page says, or null; nothing is guessed. Undefined where the page
 * is not a product's: it has no title or no offer, or nothing says which product it is about.
 */
export function readProduct(
  html: string,
  { asin: requestedAsin, marketplace }: { readonly asin: string; readonly marketplace: Marketplace },
): Product | undefined {
  const found = scan(html);
  const title = readTitle(found);
  const own = pageAsin(html, found);
  if (title === undefined || own === undefined) return undefined;
  const sources = { asin: own.source, title: title.source };
  const page: Reading = { html, found, asin: own.value, sources };
  const sale = readSale(page, marketplace.currency);
  if (sale === undefined) return undefined;

  const details = readDetails(found);
  const variants = readVariants(page);
  const digital = isDigital(found);
  // The sources are listed in the order in which these fields are read.
  const rating = readRating(page);
  const images = readImages(page);
  const product = {
    asin: own.value,
    requestedAsin,
    parentAsin: readParent(page, requestedAsin, variants),
    marketplace: `amazon.${marketplace.name}` as Product["marketplace"],
    url: `https://${marketplace.host}/dp/${own.value}`,
    language: languageOf(found),
    title: cut(title.value, TITLE_MAX),
    ...brandFields(page, details),
    contributors: readContributors(found),
    isDigital: digital,
    ...priceFields(page, sale),
    ...offerFields(sale, digital),
    deliveryLocation: readDeliveryPlace(found),
    rating,
    reviews: readReviews(found),
    images,
    bullets: readBullets(found),
    description: readDescription(page),
    details: Object.fromEntries(details),
    identifiers: readIdentifiers(details, own.value),
    breadcrumbs: readBreadcrumbs(found),
    bestSellerRanks: readRanks(found),
    variants,
    badges: readBadges(found),
    boughtPastMonth: readBought(textOf(found.bought) ?? ""),
    hasAplus: found.aplus.length > 0,
  };
  const partial = sale.featured.reading.doubted ? ["price"] : [];
  return { ...product, completeness: completenessOf(product, found.author.length > 0, partial), sources };
}
