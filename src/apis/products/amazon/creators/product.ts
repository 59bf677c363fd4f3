import { isRecord } from "../../../../kit/record.ts";
import type { Availability, Money, OfferState, Product } from "../../schemas.ts";
import { isIsbn10, isIsbn13 } from "../asin.ts";
import { completenessOf } from "../completeness.ts";
import { imageId } from "../images.ts";
import type { Marketplace } from "../marketplaces.ts";
import { discountOf, isMore, machineMoney } from "../money.ts";
import { isMarketplaceName } from "../seller.ts";
import { cut, LIST_MAX, NAME_MAX, readable } from "../text.ts";
import type { Item, Listing } from "./response.ts";

/** The longest title that is given, in UTF-16 units. */
const TITLE_MAX = 2_000;

const PATH_MAX = 20;

const nameOf = (text: string) => cut(readable(text), NAME_MAX);

const textsOf = (list: { readonly displayValues: readonly unknown[] } | undefined): readonly string[] =>
  (list?.displayValues ?? [])
    .filter((one) => typeof one === "string")
    .slice(0, LIST_MAX)
    .map((one) => cut(readable(one), TITLE_MAX));

/** Stock by the API's own names. */
const statuses: Readonly<Record<string, Availability["status"]>> = {
  IN_STOCK: "in-stock",
  IN_STOCK_SCARCE: "limited",
  LEADTIME: "backorder",
  AVAILABLE_DATE: "backorder",
  PREORDER: "backorder",
  OUT_OF_STOCK: "unavailable",
  UNAVAILABLE: "unavailable",
};

function availabilityOf(listing: Listing | undefined): Availability {
  const { type = "", message } = listing?.availability ?? {};
  const said = message === undefined ? "" : nameOf(message);
  const status = Object.hasOwn(statuses, type) ? statuses[type] : undefined;
  return { status: status ?? "unknown", text: said === "" ? null : said, stockLeft: null };
}

/** A seller may not show a price below the manufacturer's minimum: the page shows it in the cart only. */
function priceOf({ price, violatesMAP }: Listing): Money | null {
  if (violatesMAP === true || price === undefined) return null;
  return machineMoney(price.money.amount, price.money.currency) ?? null;
}

function listPriceOf(listing: Listing, price: Money | null): Money | null {
  const basis = listing.price?.savingBasis?.money;
  const listed = machineMoney(basis?.amount, basis?.currency);
  return price !== null && listed !== undefined && isMore(listed, price) ? listed : null;
}

function sellerOf({ merchantInfo }: Listing): Product["seller"] {
  const { name, id } = merchantInfo ?? {};
  if (name === undefined || readable(name) === "") return null;
  return {
    name: nameOf(name),
    id: id === undefined ? null : nameOf(id),
    isMarketplace: isMarketplaceName(readable(name)),
  };
}

const types: Readonly<Record<string, Product["offers"][number]["type"]>> = {
  New: "new",
  Used: "used",
  Collectible: "used",
  Refurbished: "renewed",
};

function offerOf(listing: Listing): Product["offers"][number] {
  const price = priceOf(listing);
  const { value = "New", subCondition = value } = listing.condition ?? {};
  return {
    type: Object.hasOwn(types, value) ? (types[value] ?? "new") : "new",
    condition: value === "New" ? null : nameOf(subCondition),
    price,
    listPrice: listPriceOf(listing, price),
    seller: sellerOf(listing),
    shipsFrom: null,
    fulfilledByMarketplace: null,
    availability: availabilityOf(listing),
  };
}

/** The state of the offer. The API does not know where the reader is, and says nothing about the parent of variants. */
function stateOf(listing: Listing | undefined): OfferState {
  if (listing === undefined) return "unknown";
  const { availability, isBuyBoxWinner, violatesMAP } = listing;
  if (availabilityOf(listing).status === "unavailable") return "unavailable";
  // Without a featured offer, the API returns the first of the other offers.
  if (isBuyBoxWinner === false) return "other-sellers-only";
  if (violatesMAP === true) return "price-hidden-until-cart";
  if (priceOf(listing) === null) return "unknown";
  return availability?.type === "PREORDER" ? "preorder" : "featured-offer";
}

function saleOf({ offersV2 }: Item) {
  const listings = (offersV2?.listings ?? []).slice(0, LIST_MAX);
  const featured = listings.find(({ isBuyBoxWinner }) => isBuyBoxWinner === true) ?? listings[0];
  const offerState = stateOf(featured);
  const isSold = offerState === "featured-offer" || offerState === "preorder";
  const price = featured !== undefined && isSold ? priceOf(featured) : null;
  const listPrice = featured === undefined ? null : listPriceOf(featured, price);
  const offers = [featured, ...listings.filter((one) => one !== featured)]
    .filter((one) => one !== undefined)
    .map(offerOf)
    .filter((offer) => offer.price !== null && offer.availability.status !== "unavailable");
  const isShown = isSold || offerState === "price-hidden-until-cart";
  return {
    offerState,
    price,
    listPrice,
    discountPercent: discountOf(price, listPrice),
    availability: availabilityOf(featured),
    offers,
    seller: featured !== undefined && isShown ? sellerOf(featured) : null,
  };
}

function imagesOf({ images }: Item): Product["images"] {
  const { primary, variants = [] } = images ?? {};
  return [primary, ...variants].slice(0, LIST_MAX).flatMap((sizes, i) => {
    const image = sizes?.hiRes ?? sizes?.large ?? sizes?.medium ?? sizes?.small;
    if (image === undefined || !/^https?:\/\//.test(image.url) || image.url.length > TITLE_MAX) return [];
    const { url, width = null, height = null } = image;
    return [{ id: imageId(url), url, width, height, variant: i === 0 ? "MAIN" : null }];
  });
}

type Node = NonNullable<Item["browseNodeInfo"]>["browseNodes"][number];

/** A category with those above it, the highest first. */
function pathOf(node: Node): Product["breadcrumbs"] {
  const path: Product["breadcrumbs"] = [];
  let at: Node["ancestor"] = node;
  while (at !== undefined && path.length < PATH_MAX) {
    path.unshift({ name: nameOf(at.displayName), nodeId: at.id ?? null });
    at = at.ancestor;
  }
  return path;
}

function ranksOf({ browseNodeInfo }: Item): Product["bestSellerRanks"] {
  const { browseNodes = [], websiteSalesRank: site } = browseNodeInfo ?? {};
  const ofSite =
    site === undefined
      ? []
      : [{ rank: site.salesRank, category: nameOf(site.displayName), nodeId: site.id ?? null }];
  const ofNodes = browseNodes.slice(0, LIST_MAX).flatMap((node) => {
    if (node.salesRank === undefined) return [];
    const path = pathOf(node).map((one) => one.name);
    return [{ rank: node.salesRank, category: cut(path.join(" > "), TITLE_MAX), nodeId: node.id ?? null }];
  });
  return [...ofSite, ...ofNodes].filter(({ rank }) => rank > 0);
}

/** Adds facts with the labels that the page shows for them; groups of facts are read in turn. */
function collect(facts: unknown, details: Map<string, string>, depth = 0): void {
  if (!isRecord(facts) || depth > 3 || details.size >= LIST_MAX) return;
  const { label, displayValue, displayValues, unit } = facts;
  if (typeof label === "string" && label !== "") {
    const values: readonly unknown[] = Array.isArray(displayValues) ? displayValues : [displayValue, unit];
    const plain = values.slice(0, LIST_MAX).flatMap((value): string[] => {
      if (typeof value === "string" || typeof value === "number") return [String(value)];
      const inner: unknown = isRecord(value) ? value.displayValue : undefined;
      return typeof inner === "string" ? [inner] : [];
    });
    const text = cut(readable(plain.join(Array.isArray(displayValues) ? ", " : " ")), TITLE_MAX);
    const key = nameOf(label);
    if (text !== "" && key !== "") details.getOrInsert(key, text);
    return;
  }
  for (const inner of Object.values(facts)) collect(inner, details, depth + 1);
}

function identifiersOf({ asin, itemInfo }: Item): Product["identifiers"] {
  const { externalIds, manufactureInfo } = itemInfo;
  const digits = (list: Parameters<typeof textsOf>[0]) =>
    textsOf(list).map((text) => text.replaceAll("-", ""));
  const isbns = [...digits(externalIds?.isbns), ...digits(externalIds?.eans)];
  const model: unknown = Reflect.get(Object(manufactureInfo?.model), "displayValue");
  return {
    isbn10: [...isbns, asin].find(isIsbn10) ?? null,
    isbn13: isbns.find(isIsbn13) ?? null,
    upc: digits(externalIds?.upcs).find((text) => /^\d{12}$/.test(text)) ?? null,
    model: typeof model === "string" ? nameOf(model) : null,
  };
}

const DIGITAL =
  /^(?:e-?books?|digital|kindle|audible|mobile_application|mobile application|tv series episode)/i;

function isDigital({ itemInfo }: Item): boolean {
  const { binding, productGroup } = itemInfo.classifications ?? {};
  return [binding, productGroup].some((one) => DIGITAL.test(String(one?.displayValue ?? "")));
}

function ratingOf({ customerReviews }: Item): Product["rating"] {
  if (customerReviews === undefined) return null;
  const { count = null, starRating } = customerReviews;
  return { average: starRating?.value ?? null, count, histogramPercent: null };
}

function variantsOf({ asin, variationAttributes }: Item): Product["variants"] {
  if (variationAttributes.length === 0) return null;
  const own = variationAttributes.slice(0, LIST_MAX);
  return {
    dimensions: own.map(({ name }) => nameOf(name)),
    items: [{ asin, values: own.map(({ value }) => nameOf(value)), selected: true }],
  };
}

/** The member of the API's response that each field came from. */
const members: Readonly<Partial<Record<keyof Product, string>>> = {
  asin: "asin",
  parentAsin: "parentASIN",
  title: "itemInfo.title",
  brand: "itemInfo.byLineInfo.brand",
  contributors: "itemInfo.byLineInfo.contributors",
  offerState: "offersV2.listings",
  price: "offersV2.listings.price",
  listPrice: "offersV2.listings.price.savingBasis",
  offers: "offersV2.listings",
  seller: "offersV2.listings.merchantInfo",
  rating: "customerReviews",
  images: "images",
  bullets: "itemInfo.features",
  breadcrumbs: "browseNodeInfo.browseNodes",
  bestSellerRanks: "browseNodeInfo",
  variants: "variationAttributes",
  details: "itemInfo",
};

function sourcesOf(product: Omit<Product, "completeness" | "sources">): Record<string, string> {
  const isFound = (value: unknown) => {
    if (Array.isArray(value)) return value.length > 0;
    return isRecord(value) ? Object.keys(value).length > 0 : value !== null;
  };
  const values: Readonly<Record<string, unknown>> = product;
  const found = Object.entries(members).filter(([field]) => isFound(values[field]));
  const sources = Object.fromEntries(found.map(([field, member]) => [field, `api.${member}`]));
  return product.availability.status === "unknown"
    ? sources
    : { ...sources, availability: "api.offersV2.listings.availability" };
}

/** Reads an item of the Creators API as the same product that a page is read as. */
export function productOf(item: Item, requestedAsin: string, marketplace: Marketplace): Product {
  const { asin, parentASIN: parent, itemInfo } = item;
  const { byLineInfo, title } = itemInfo;
  const details = new Map<string, string>();
  for (const group of ["manufactureInfo", "productInfo", "contentInfo", "technicalInfo"] as const) {
    collect(itemInfo[group], details);
  }
  const contributors = (byLineInfo?.contributors ?? []).slice(0, LIST_MAX);
  const [category] = item.browseNodeInfo?.browseNodes ?? [];
  const brand = byLineInfo?.brand;
  const product = {
    asin,
    requestedAsin,
    parentAsin: parent === undefined || (parent === asin && parent === requestedAsin) ? null : parent,
    marketplace: `amazon.${marketplace.name}` as Product["marketplace"],
    url: `https://${marketplace.host}/dp/${asin}`,
    language: title.locale?.replace("_", "-").slice(0, NAME_MAX) ?? null,
    title: cut(readable(title.displayValue), TITLE_MAX),
    brand: brand === undefined ? null : nameOf(String(brand.displayValue)),
    bylineRaw: null,
    contributors: contributors.map(({ name, role }) => ({
      name: nameOf(name),
      role: role === undefined ? null : nameOf(role),
    })),
    isDigital: isDigital(item),
    priceRange: null,
    regularPrice: null,
    unitPrice: null,
    shipping: null,
    priceNote: null,
    ...saleOf(item),
    shipsFrom: null,
    deliveryLocation: null,
    rating: ratingOf(item),
    reviews: [],
    images: imagesOf(item),
    bullets: [...textsOf(itemInfo.features)],
    description: null,
    details: Object.fromEntries(details),
    identifiers: identifiersOf(item),
    breadcrumbs: category === undefined ? [] : pathOf(category),
    bestSellerRanks: ranksOf(item),
    variants: variantsOf(item),
    badges: [],
    boughtPastMonth: null,
    hasAplus: false,
  };
  return {
    ...product,
    completeness: completenessOf(product, contributors.length > 0, []),
    sources: sourcesOf(product),
  };
}
