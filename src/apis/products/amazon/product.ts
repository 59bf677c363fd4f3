import type { Product } from "../schemas.ts";
import { asinIn } from "./asin.ts";
import { readBrand } from "./brand.ts";
import { judge } from "./completeness.ts";
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
import type { Marketplace } from "./marketplaces.ts";
import { type OfferReading, readOffers, readShipping } from "./offers.ts";
import { readRange, readUnitPrice } from "./price.ts";
import { readRanks } from "./ranks.ts";
import { countIn, readHistogram, readReviews, starsIn } from "./reviews.ts";
import { type Found, type Scan, scan } from "./scan.ts";
import { isMarketplaceName } from "./seller.ts";
import { isGone, isRefused, readState } from "./state.ts";
import { cut, LIST_MAX, NAME_MAX, readableMarkup } from "./text.ts";

/** The longest title and description that are given. */
const TITLE_MAX = 2_000;
const DESCRIPTION_MAX = 64 * 1024;
/** The most variants that are given: the marketplaces allow 2,000 of one product. */
const VARIANTS_MAX = 2_000;
const DIMENSIONS_MAX = 6;
const VALUE_MAX = 200;

/** What was asked for. */
export interface Asked {
  readonly asin: string;
  readonly marketplace: Marketplace;
}

/** Products that no parcel can hold, by the word that the page's layout begins with. */
const DIGITAL =
  /^(?:ebooks?|digital|mobile|audible|dmusic|swa|aiv|video_on_demand|amazon_video|instant_video|games_digital)/i;

/** The ASIN that the page is about: a variant may be answered with its parent, and the other way round. */
function pageAsin(html: string, found: Scan): { value: string; source: string } | undefined {
  const isOwn = ({ attributes, inBundle }: Found) =>
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

/** What the page says beside the price of a discount for paying in one way. */
function noteOf(found: Scan, offer: OfferReading): string | null {
  const notes = offer.within(found.priceNote).map(({ text }) => text);
  return (
    notes.find(
      (text) => /\bpix\b|boleto|\u00e0 vista|al contado|in one payment/i.test(text) && text.length <= 120,
    ) ?? null
  );
}

/**
 * Reads a product's page. Undefined where the page is no product's: it has no title, or nothing says whose page
 * it is. Every field is what the page says, or null; nothing is guessed.
 */
export function readProduct(html: string, { asin: requestedAsin, marketplace }: Asked): Product | undefined {
  const found = scan(html);
  const title = readTitle(found);
  const own = pageAsin(html, found);
  if (title === undefined || own === undefined) return undefined;
  const { currency } = marketplace;
  const sources: Record<string, string> = { asin: own.source, title: title.source };
  const note = <Value>(
    field: string,
    reading: { value: Value; source: string } | null | undefined,
  ): Value | null => {
    if (reading == null) return null;
    sources[field] = reading.source;
    return reading.value;
  };

  const entries = priceEntries(html);
  const jsonLd = jsonLdOffer(found.jsonLd);
  const gone = isGone(found);
  const offers = readOffers({
    found,
    entries,
    jsonLd,
    asin: own.value,
    currency,
    isGone: gone,
    isRefused: isRefused(found),
  });
  const [featured] = offers;
  if (featured === undefined) return undefined;
  const range = featured.reading.price === undefined ? readRange(featured.question) : undefined;
  const offerState = readState(found, featured, {
    hasRange: range !== undefined,
    // The page's own count of sizes, colours and the like that are still to be chosen.
    hasChoice: /"unselectedDimCount"\s*:\s*[1-9]/.test(html),
  });
  // A page that sells nothing may still hold the price of another variant.
  const isSold = offerState !== "unavailable" && offerState !== "other-sellers-only";
  const price = isSold ? note("price", featured.reading.price) : null;
  const listPrice = price === null ? null : note("listPrice", featured.listPrice);
  sources.offerState = "structure";
  if (featured.availability.status !== "unknown") sources.availability = "dom.availability";

  const details = readDetails(found);
  const parent = scriptAsin(html, "parentAsin", "parent_asin");
  const digital =
    DIGITAL.test(found.layout[0]?.attributes.class ?? "") ||
    found.kindlePrice.length > 0 ||
    found.ebookTitle.length > 0 ||
    found.videoTitle.length > 0;
  const seller = sellerOf(featured);
  if (seller !== null && featured.seller.source !== undefined) sources.seller = featured.seller.source;
  if (featured.seller.shipsSource !== undefined) sources.shipsFrom = featured.seller.shipsSource;

  const ratingText = firstText([
    "dom.rating-text",
    found.ratingText.filter(({ review }) => review === undefined),
  ]);
  const average = starsIn(found.ratingTitle[0]?.attributes.title ?? "");
  const counted = firstText(["dom.rating-count", found.ratingCount], ["dom.review-total", found.reviewTotal]);
  const histogram = readHistogram(found);
  const rating = {
    average: note(
      "rating",
      average === null
        ? ratingText === undefined
          ? null
          : { value: starsIn(ratingText.value), source: ratingText.source }
        : { value: average, source: "dom.rating-title" },
    ),
    count: counted === undefined ? null : countIn(counted.value),
    histogramPercent: note("histogram", histogram),
  };
  const hasRating = rating.average !== null && rating.count !== 0;
  const reviews = readReviews(found);
  const pictures = gallery(html, found);
  const images = note("images", pictures && { value: pictures.images, source: pictures.source }) ?? [];
  const { labels, values } = variations(html);
  const variantItems = Object.entries(values)
    .slice(0, VARIANTS_MAX)
    .map(([asin, of]) => ({
      asin,
      values: of.slice(0, DIMENSIONS_MAX).map((one) => cut(one, VALUE_MAX)),
      selected: asin === own.value,
    }));
  const description = firstText(
    ["dom.description", found.description],
    [
      "dom.book-description",
      found.bookDescription.slice(0, LIST_MAX).map((one) => ({ ...one, text: readableMarkup(one.raw) })),
    ],
  );
  const bullets = readBullets(found);
  const breadcrumbs = readBreadcrumbs(found);
  const ranks = readRanks(found);
  const brand = readBrand(found, details);
  const said = (list: Scan[keyof Scan]) => list.some(({ text, inBundle }) => text !== "" && !inBundle);
  const shipsFrom = digital ? null : featured.seller.shipsFrom;

  const present = {
    title: true,
    price: price !== null || range !== undefined,
    offerState: offerState !== "unknown",
    availability: featured.availability.status !== "unknown" || offerState === "unavailable",
    seller: seller !== null,
    shipsFrom: shipsFrom !== null,
    images: images.length > 0,
    rating: hasRating,
    brand: brand !== undefined || found.author.length > 0,
    bullets: bullets.length > 0,
    breadcrumbs: breadcrumbs.length > 0,
    bestSellerRanks: ranks.length > 0,
    details: details.size > 0,
    description: description !== undefined || found.aplus.length > 0,
    reviews: reviews.length > 0,
  };
  const sells = offerState === "featured-offer" || offerState === "preorder";
  const applies = (field: string): boolean => {
    if (field === "price") return sells || offerState === "select-variant" || offerState === "unknown";
    if (field === "seller") return sells;
    if (field === "shipsFrom") return sells && !digital;
    if (field === "bullets" || field === "description")
      return field === "bullets" ? !digital && found.author.length === 0 : bullets.length === 0;
    return true;
  };
  const byline = found.byline.find(({ text }) => text !== "")?.text;
  const base = {
    asin: own.value,
    requestedAsin,
    parentAsin: parent === undefined || parent === own.value ? null : parent,
    marketplace: `amazon.${marketplace.name}` as Product["marketplace"],
    url: `https://${marketplace.host}/dp/${own.value}`,
    language: languageOf(found),
    title: cut(title.value, TITLE_MAX),
    brand: note("brand", brand && { ...brand, value: cut(brand.value, NAME_MAX) }),
    bylineRaw: byline === undefined ? null : cut(byline, TITLE_MAX),
    contributors: readContributors(found),
    offerState,
    isDigital: digital,
    price,
    priceRange: note("priceRange", range),
    listPrice,
    regularPrice: price === null ? null : (featured.reading.regular ?? null),
    discountPercent:
      price === null || listPrice === null
        ? null
        : Math.round((1 - Number(price.amount) / Number(listPrice.amount)) * 100),
    unitPrice:
      price === null ? null : note("unitPrice", readUnitPrice(featured.within(found.perUnit), price)),
    shipping: price === null ? null : readShipping(featured),
    priceNote: price === null ? null : noteOf(found, featured),
    availability:
      offerState === "unavailable"
        ? { ...featured.availability, status: "unavailable" as const }
        : featured.availability,
    offers: isSold ? offers.filter(({ reading }) => reading.price !== undefined).map(offerOf) : [],
    seller: isSold ? seller : null,
    shipsFrom: isSold ? shipsFrom : null,
    deliveryLocation: readDeliveryPlace(found),
    rating: rating.average === null && rating.count === null ? null : rating,
    reviews,
    images: images.map((image) => ({ id: imageId(image.url), ...image })),
    bullets,
    description: note(
      "description",
      description && { ...description, value: cut(description.value, DESCRIPTION_MAX) },
    ),
    details: Object.fromEntries(details),
    identifiers: readIdentifiers(details, own.value),
    breadcrumbs,
    bestSellerRanks: ranks.map((rank) => ({ ...rank })),
    variants:
      variantItems.length === 0
        ? null
        : {
            dimensions: labels.slice(0, DIMENSIONS_MAX).map((one) => cut(one, NAME_MAX)),
            items: variantItems,
          },
    badges: [
      ...(said(found.choiceBadge) ? (["marketplace-choice"] as const) : []),
      ...(said(found.bestSellerBadge) ? (["best-seller"] as const) : []),
      ...(said(found.dealBadge) ? (["deal"] as const) : []),
    ],
    boughtPastMonth: readBought(found.bought.find(({ text }) => text !== "")?.text ?? ""),
    hasAplus: found.aplus.length > 0,
  };
  const completeness = judge(present, applies, featured.reading.doubted ? ["price"] : []);
  return {
    ...base,
    completeness: { ...completeness, missing: [...completeness.missing], partial: [...completeness.partial] },
    sources,
  };
}
