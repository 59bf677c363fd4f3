import type { Product } from "../../schemas.ts";
import type { Availability } from "../availability.ts";
import { completenessOf } from "../completeness.ts";
import { imageId } from "../images.ts";
import type { Marketplace } from "../marketplaces.ts";
import { isMore, type Money, machineMoney } from "../money.ts";
import { isMarketplaceName } from "../seller.ts";
import type { OfferState } from "../state.ts";
import { cut, LIST_MAX, NAME_MAX, readable } from "../text.ts";
import type { Item, Listing } from "./response.ts";

/** The longest title that is given, in UTF-16 units. */
const TITLE_MAX = 2_000;

/** The most levels of a category path. */
const PATH_MAX = 20;

const name = (text: string) => cut(readable(text), NAME_MAX);

const textsOf = (list: { readonly DisplayValues: readonly unknown[] } | undefined): readonly string[] =>
  (list?.DisplayValues ?? [])
    .filter((one) => typeof one === "string")
    .slice(0, LIST_MAX)
    .map((one) => cut(readable(one), TITLE_MAX));

/** Stock by the API's own names: those of Offers V2, then those of Offers. */
const statuses: Readonly<Record<string, Availability["status"]>> = {
  IN_STOCK: "in-stock",
  IN_STOCK_SCARCE: "limited",
  LEADTIME: "backorder",
  AVAILABLE_DATE: "backorder",
  PREORDER: "backorder",
  OUT_OF_STOCK: "unavailable",
  UNAVAILABLE: "unavailable",
  Now: "in-stock",
  Backorderable: "backorder",
  Preorderable: "backorder",
};

function availabilityOf(listing: Listing | undefined): Availability {
  const { Type = "", Message } = listing?.Availability ?? {};
  const message = Message === undefined ? "" : name(Message);
  const status = Object.hasOwn(statuses, Type) ? statuses[Type] : undefined;
  return { status: status ?? "unknown", text: message === "" ? null : message, stockLeft: null };
}

/** A seller may not show a price below the manufacturer's minimum: the page shows it in the cart only. */
function priceOf({ Price, ViolatesMAP }: Listing): Money | null {
  if (ViolatesMAP === true || Price === undefined) return null;
  return machineMoney(Price.Money.Amount, Price.Money.Currency) ?? null;
}

function listPriceOf({ Price, SavingBasis }: Listing, price: Money | null): Money | null {
  const basis = Price?.SavingBasis?.Money ?? SavingBasis;
  const listed = basis === undefined ? undefined : machineMoney(basis.Amount, basis.Currency);
  return price !== null && listed !== undefined && isMore(listed, price) ? listed : null;
}

function sellerOf({ MerchantInfo }: Listing): Product["seller"] {
  if (MerchantInfo?.Name === undefined) return null;
  const { Name, Id } = MerchantInfo;
  return { name: name(Name), id: Id === undefined ? null : name(Id), isMarketplace: isMarketplaceName(Name) };
}

const types: Readonly<Record<string, Product["offers"][number]["type"]>> = {
  New: "new",
  Used: "used",
  Collectible: "used",
  Refurbished: "renewed",
};

function offerOf(listing: Listing): Product["offers"][number] {
  const { Condition, DeliveryInfo } = listing;
  const price = priceOf(listing);
  const value = Condition?.Value ?? "New";
  const { SubCondition } = Condition ?? {};
  const condition = value === "New" ? undefined : (Condition?.DisplayValue ?? SubCondition?.Value ?? value);
  return {
    type: Object.hasOwn(types, value) ? (types[value] ?? "new") : "new",
    condition: condition === undefined ? null : name(condition),
    price,
    listPrice: listPriceOf(listing, price),
    seller: sellerOf(listing),
    shipsFrom: null,
    fulfilledByMarketplace: DeliveryInfo?.IsAmazonFulfilled ?? null,
    availability: availabilityOf(listing),
  };
}

/** The state of the offer. The API does not know where the reader is, and says nothing about the parent of variants. */
function stateOf(listing: Listing | undefined, otherOffers: boolean): OfferState {
  if (listing === undefined) return otherOffers ? "other-sellers-only" : "unknown";
  const { Availability: stock, IsBuyBoxWinner, ViolatesMAP } = listing;
  if (availabilityOf(listing).status === "unavailable") return "unavailable";
  // Without a featured offer, the API returns the first of the other offers.
  if (IsBuyBoxWinner === false) return "other-sellers-only";
  if (ViolatesMAP === true) return "price-hidden-until-cart";
  if (priceOf(listing) === null) return "unknown";
  return /^pre-?order/i.test(stock?.Type ?? "") ? "preorder" : "featured-offer";
}

/** The fields of the offers. */
function saleOf({ Offers, OffersV2 }: Item) {
  const from = OffersV2 === undefined ? "Offers" : "OffersV2";
  const { Listings = [], Summaries = [] } = OffersV2 ?? Offers ?? {};
  const listings = Listings.slice(0, LIST_MAX);
  const featured = listings.find(({ IsBuyBoxWinner }) => IsBuyBoxWinner === true) ?? listings[0];
  const offerState = stateOf(
    featured,
    Summaries.some(({ OfferCount = 0 }) => OfferCount > 0),
  );
  const isSold = offerState === "featured-offer" || offerState === "preorder";
  const price = featured !== undefined && isSold ? priceOf(featured) : null;
  const listPrice = featured === undefined ? null : listPriceOf(featured, price);
  const offers = [featured, ...listings.filter((one) => one !== featured)]
    .filter((one) => one !== undefined)
    .map(offerOf)
    .filter((offer) => offer.price !== null && offer.availability.status !== "unavailable");
  const isShown = isSold || offerState === "price-hidden-until-cart";
  return {
    from,
    offerState,
    price,
    listPrice,
    discountPercent:
      price === null || listPrice === null
        ? null
        : Math.round((1 - Number(price.amount) / Number(listPrice.amount)) * 100),
    availability: availabilityOf(featured),
    offers,
    seller: featured !== undefined && isShown ? sellerOf(featured) : null,
  };
}

function imagesOf({ Images }: Item): Product["images"] {
  const { Primary, Variants = [] } = Images ?? {};
  return [Primary, ...Variants].slice(0, LIST_MAX).flatMap((sizes, i) => {
    const image = sizes?.HiRes ?? sizes?.Large ?? sizes?.Medium ?? sizes?.Small;
    if (image === undefined || !/^https?:\/\//.test(image.URL) || image.URL.length > TITLE_MAX) return [];
    const { URL: url, Width: width = null, Height: height = null } = image;
    return [{ id: imageId(url), url, width, height, variant: i === 0 ? "MAIN" : null }];
  });
}

type Node = NonNullable<Item["BrowseNodeInfo"]>["BrowseNodes"][number];

/** A category with those above it, the highest first. */
function pathOf(node: Node): Product["breadcrumbs"] {
  const path: Product["breadcrumbs"] = [];
  let at: Node["Ancestor"] = node;
  while (at !== undefined && path.length < PATH_MAX) {
    path.unshift({ name: name(at.DisplayName), nodeId: at.Id ?? null });
    at = at.Ancestor;
  }
  return path;
}

function ranksOf({ BrowseNodeInfo }: Item): Product["bestSellerRanks"] {
  const { BrowseNodes = [], WebsiteSalesRank: site } = BrowseNodeInfo ?? {};
  const ofSite =
    site === undefined
      ? []
      : [{ rank: site.SalesRank, category: name(site.DisplayName), nodeId: site.Id ?? null }];
  const ofNodes = BrowseNodes.slice(0, LIST_MAX).flatMap((node) => {
    if (node.SalesRank === undefined) return [];
    const category = cut(
      pathOf(node)
        .map((one) => one.name)
        .join(" > "),
      TITLE_MAX,
    );
    return [{ rank: node.SalesRank, category, nodeId: node.Id ?? null }];
  });
  return [...ofSite, ...ofNodes];
}

/** Adds facts with the labels that the page shows for them; groups of facts are read in turn. */
function collect(facts: unknown, details: Map<string, string>, depth = 0): void {
  if (typeof facts !== "object" || facts === null || depth > 3 || details.size >= LIST_MAX) return;
  const { Label, DisplayValue, DisplayValues, Unit } = facts as Readonly<Record<string, unknown>>;
  if (typeof Label === "string" && Label !== "") {
    const values: readonly unknown[] = Array.isArray(DisplayValues) ? DisplayValues : [DisplayValue, Unit];
    const plain = values.flatMap((value): string[] => {
      if (typeof value === "string" || typeof value === "number") return [String(value)];
      const inner: unknown =
        typeof value === "object" && value !== null ? Reflect.get(value, "DisplayValue") : undefined;
      return typeof inner === "string" ? [inner] : [];
    });
    const text = cut(
      readable(plain.slice(0, LIST_MAX).join(Array.isArray(DisplayValues) ? ", " : " ")),
      TITLE_MAX,
    );
    const key = name(Label);
    if (text !== "" && key !== "" && !details.has(key)) details.set(key, text);
    return;
  }
  for (const inner of Object.values(facts)) collect(inner, details, depth + 1);
}

function identifiersOf({ ASIN, ItemInfo }: Item): Product["identifiers"] {
  const { ExternalIds, ManufactureInfo } = ItemInfo;
  const digits = (list: Parameters<typeof textsOf>[0]) =>
    textsOf(list).map((text) => text.replaceAll("-", ""));
  const isbns = [...digits(ExternalIds?.ISBNs), ...digits(ExternalIds?.EANs)];
  const model: unknown = Reflect.get(ManufactureInfo?.Model ?? {}, "DisplayValue");
  return {
    isbn10: [...isbns, ASIN].find((text) => /^\d{9}[\dX]$/.test(text)) ?? null,
    isbn13: isbns.find((text) => /^97[89]\d{10}$/.test(text)) ?? null,
    upc: digits(ExternalIds?.UPCs).find((text) => /^\d{12}$/.test(text)) ?? null,
    model: typeof model === "string" ? name(model) : null,
  };
}

const DIGITAL =
  /^(?:e-?books?|digital|kindle|audible|mobile_application|mobile application|tv series episode)/i;

function isDigital({ ItemInfo }: Item): boolean {
  const { Binding, ProductGroup } = ItemInfo.Classifications ?? {};
  return [Binding, ProductGroup].some((one) => DIGITAL.test(String(one?.DisplayValue ?? "")));
}

function ratingOf({ CustomerReviews }: Item): Product["rating"] {
  if (CustomerReviews === undefined) return null;
  const { Count: count = null, StarRating } = CustomerReviews;
  return { average: StarRating?.Value ?? null, count, histogramPercent: null };
}

function variantsOf({ ASIN, VariationAttributes: attributes }: Item): Product["variants"] {
  if (attributes.length === 0) return null;
  const own = attributes.slice(0, LIST_MAX);
  return {
    dimensions: own.map(({ Name }) => name(Name)),
    items: [{ asin: ASIN, values: own.map(({ Value }) => name(Value)), selected: true }],
  };
}

/** What the API said where, for the fields that it said. */
function sourcesOf(product: Omit<Product, "completeness" | "sources">, from: string): Record<string, string> {
  const has = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== null);
  const places: readonly (readonly [keyof typeof product, string])[] = [
    ["asin", "ASIN"],
    ["parentAsin", "ParentASIN"],
    ["title", "ItemInfo.Title"],
    ["brand", "ItemInfo.ByLineInfo.Brand"],
    ["contributors", "ItemInfo.ByLineInfo.Contributors"],
    ["offerState", `${from}.Listings`],
    ["price", `${from}.Listings.Price`],
    ["listPrice", `${from}.Listings.SavingBasis`],
    ["offers", `${from}.Listings`],
    ["seller", `${from}.Listings.MerchantInfo`],
    ["rating", "CustomerReviews"],
    ["images", "Images"],
    ["bullets", "ItemInfo.Features"],
    ["breadcrumbs", "BrowseNodeInfo.BrowseNodes"],
    ["bestSellerRanks", "BrowseNodeInfo"],
    ["variants", "VariationAttributes"],
  ];
  const found = places.filter(([field]) => has(product[field]));
  const stock =
    product.availability.status === "unknown" ? [] : [["availability", `${from}.Listings.Availability`]];
  const details = Object.keys(product.details).length === 0 ? [] : [["details", "ItemInfo"]];
  const all = [...found, ...stock, ...details].map(([field, place]) => [field, `api.${place}`]);
  return Object.fromEntries(all);
}

/** Reads an item of the Product Advertising API as the same product that a page is read as. */
export function productOf(item: Item, requestedAsin: string, marketplace: Marketplace): Product {
  const { ASIN: asin, ParentASIN: parent, ItemInfo } = item;
  const { ByLineInfo, Title } = ItemInfo;
  const { from, ...sale } = saleOf(item);
  const details = new Map<string, string>();
  for (const group of ["ManufactureInfo", "ProductInfo", "ContentInfo", "TechnicalInfo"] as const) {
    collect(ItemInfo[group], details);
  }
  const contributors = (ByLineInfo?.Contributors ?? []).slice(0, LIST_MAX);
  const [category] = item.BrowseNodeInfo?.BrowseNodes ?? [];
  const brand = ByLineInfo?.Brand;
  const product = {
    asin,
    requestedAsin,
    parentAsin: parent === undefined || (parent === asin && parent === requestedAsin) ? null : parent,
    marketplace: `amazon.${marketplace.name}` as Product["marketplace"],
    url: `https://${marketplace.host}/dp/${asin}`,
    language: Title.Locale?.replace("_", "-").slice(0, NAME_MAX) ?? null,
    title: cut(readable(Title.DisplayValue), TITLE_MAX),
    brand: brand === undefined ? null : name(String(brand.DisplayValue)),
    bylineRaw: null,
    contributors: contributors.map(({ Name, Role }) => ({
      name: name(Name),
      role: Role === undefined ? null : name(Role),
    })),
    isDigital: isDigital(item),
    priceRange: null,
    regularPrice: null,
    unitPrice: null,
    shipping: null,
    priceNote: null,
    ...sale,
    shipsFrom: null,
    deliveryLocation: null,
    rating: ratingOf(item),
    reviews: [],
    images: imagesOf(item),
    bullets: [...textsOf(ItemInfo.Features)],
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
  const hasAuthor = contributors.length > 0;
  return {
    ...product,
    completeness: completenessOf(product, hasAuthor, []),
    sources: sourcesOf(product, from),
  };
}
