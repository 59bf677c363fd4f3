import { describe, expect, test } from "bun:test";
import {
  apiItem,
  failure,
  itemsOf,
  type ListingParts,
  listingV2,
} from "../../../../../test/products/advertising-api.ts";
import { Product } from "../../schemas.ts";
import { marketplaces, placesOf } from "../marketplaces.ts";
import { readCredentials, regionOf } from "./credentials.ts";
import { readResponse } from "./read-response.ts";

const ASIN = "B0TEST0001";
const de = marketplaces.find(({ name }) => name === "de");
if (de === undefined) throw new TypeError("there is no amazon.de");

function read(
  body: unknown,
  { status = 200, marketplace = de, retryAfter = undefined as string | undefined } = {},
) {
  if (marketplace === undefined) throw new TypeError("no marketplace");
  return readResponse({
    url: "https://webservices.amazon.de/paapi5/getitems",
    status,
    body: new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body)),
    contentType: undefined,
    location: undefined,
    retryAfter,
    now: 0,
    asin: ASIN,
    marketplace,
  });
}

const withListing = (...listings: readonly ListingParts[]) =>
  read(itemsOf(apiItem(ASIN, { OffersV2: { Listings: listings.map(listingV2) } })));

function codeOf(body: unknown, status: number): string {
  try {
    read(body, { status });
    return "accepted";
  } catch (error) {
    return String(Reflect.get(Object(error), "code"));
  }
}

describe("the fields of an item", () => {
  const product = read(
    itemsOf(
      apiItem(ASIN, { OffersV2: { Listings: [listingV2({ basis: { Amount: 25, Currency: "EUR" } })] } }),
    ),
  );

  test("are those of a page", () => {
    expect(Product.safeParse(product).error).toBeUndefined();
    expect(product).toMatchObject({
      asin: ASIN,
      requestedAsin: ASIN,
      parentAsin: "B0PARENT01",
      marketplace: "amazon.de",
      url: `https://www.amazon.de/dp/${ASIN}`,
      language: "de-DE",
      title: "Der Kessel & die Kanne",
      brand: "Kesselhaus",
      contributors: [{ name: "Ada Beispiel", role: "Autor" }],
      isDigital: false,
      offerState: "featured-offer",
      price: { amount: "19.90", currency: "EUR" },
      listPrice: { amount: "25.00", currency: "EUR" },
      discountPercent: 20,
      availability: { status: "in-stock", text: null, stockLeft: null },
      seller: { name: "Amazon.de", id: "A3JWKAKR8XB7XF", isMarketplace: true },
      rating: { average: 4.6, count: 87, histogramPercent: null },
      bullets: ["Aus Stahl", "Pfeift"],
      details: { Model: "KT-100", NumberOfPages: "208", Height: "12.5 cm" },
      identifiers: { isbn10: "316148410X", isbn13: "9783161484100", upc: "123456789012", model: "KT-100" },
      breadcrumbs: [
        { name: "Bücher", nodeId: "100" },
        { name: "Kochen", nodeId: "200" },
        { name: "Kessel", nodeId: "300" },
      ],
      bestSellerRanks: [
        { rank: 4_321, category: "Bücher", nodeId: "1" },
        { rank: 3, category: "Bücher > Kochen > Kessel", nodeId: "300" },
      ],
      variants: { dimensions: ["Farbe"], items: [{ asin: ASIN, values: ["Rot"], selected: true }] },
    });
    expect(product.images).toEqual([
      {
        id: "71abcDEF12L",
        url: "https://m.media-amazon.com/images/I/71abcDEF12L._SL500_.jpg",
        width: 500,
        height: 480,
        variant: "MAIN",
      },
      {
        id: "61xyz+AB3L",
        url: "https://m.media-amazon.com/images/I/61xyz%2BAB3L._SL500_.jpg",
        width: 500,
        height: 480,
        variant: null,
      },
    ]);
    expect(product.offers).toHaveLength(1);
  });

  test("have a source each, and what the API does not say is missing", () => {
    expect(product.sources).toMatchObject({
      price: "api.OffersV2.Listings.Price",
      title: "api.ItemInfo.Title",
      seller: "api.OffersV2.Listings.MerchantInfo",
      rating: "api.CustomerReviews",
    });
    expect(product.completeness.missing).toEqual(["shipsFrom", "reviews"]);
    expect(product.completeness.score).toBeGreaterThan(0.9);
  });

  test("of which anything may be missing but the title", () => {
    const bare = read(itemsOf({ ASIN, ItemInfo: { Title: { DisplayValue: "T" } } }));
    expect(Product.safeParse(bare).error).toBeUndefined();
    expect(bare).toMatchObject({
      title: "T",
      price: null,
      offerState: "unknown",
      seller: null,
      images: [],
      rating: null,
    });
    expect(codeOf(itemsOf({ ASIN, ItemInfo: {} }), 200)).toBe("upstream-unexpected-page");
  });

  test("of the wrong type are left out, one by one", () => {
    const odd = read(
      itemsOf(
        apiItem(ASIN, {
          ParentASIN: 5,
          Images: { Primary: { Large: "x" }, Variants: [{ Large: { URL: "javascript:alert(1)" } }] },
          CustomerReviews: { Count: "many", StarRating: { Value: "good" } },
          BrowseNodeInfo: "none",
          VariationAttributes: {},
          OffersV2: { Listings: [null, { Price: { Money: { Amount: "19.90", Currency: "EUR" } } }] },
        }),
      ),
    );
    expect(odd).toMatchObject({ parentAsin: null, images: [], breadcrumbs: [], variants: null, price: null });
    expect(odd.title).toBe("Der Kessel & die Kanne");
  });

  test("have the offers of the first version where there is no second", () => {
    const Offers = {
      Listings: [
        {
          Price: { Amount: 12, Currency: "EUR", DisplayAmount: "12,00 €" },
          SavingBasis: { Amount: 15.5, Currency: "EUR" },
          Availability: { Type: "Now", Message: "Auf Lager" },
          Condition: { Value: "Used", SubCondition: { Value: "Good" } },
          DeliveryInfo: { IsAmazonFulfilled: true },
          IsBuyBoxWinner: true,
          MerchantInfo: { Id: "A1", Name: "Laden" },
        },
      ],
    };
    expect(read(itemsOf(apiItem(ASIN, { OffersV2: undefined, Offers })))).toMatchObject({
      price: { amount: "12.00", currency: "EUR" },
      listPrice: { amount: "15.50", currency: "EUR" },
      availability: { status: "in-stock", text: "Auf Lager" },
      offers: [
        {
          type: "used",
          condition: "Good",
          fulfilledByMarketplace: true,
          seller: { name: "Laden", isMarketplace: false },
        },
      ],
      sources: { price: "api.Offers.Listings.Price" },
    });
  });
});

const states: readonly (readonly [string, readonly ListingParts[], object])[] = [
  ["featured-offer", [{}], { price: {} }],
  [
    "featured-offer",
    [{ stock: "IN_STOCK_SCARCE", message: "Nur noch 2" }],
    { availability: { status: "limited" } },
  ],
  ["featured-offer", [{ stock: "LEADTIME" }], { availability: { status: "backorder" } }],
  ["featured-offer", [{ winner: false }, {}], { price: {} }],
  ["preorder", [{ stock: "PREORDER" }], { price: {} }],
  ["preorder", [{ stock: "Preorderable" }], { price: {} }],
  ["price-hidden-until-cart", [{ map: true, price: null }], { price: null }],
  ["price-hidden-until-cart", [{ map: true }], { price: null, offers: [] }],
  [
    "unavailable",
    [{ stock: "OUT_OF_STOCK" }],
    { price: null, offers: [], availability: { status: "unavailable" } },
  ],
  ["unavailable", [{ stock: "UNAVAILABLE", price: null }], { price: null, seller: null }],
  ["other-sellers-only", [{ winner: false }], { price: null, seller: null }],
  ["unknown", [], { price: null, offers: [] }],
  ["unknown", [{ price: null }], { price: null }],
  ["unknown", [{ price: { Amount: 0, Currency: "EUR" } }], { price: null }],
];

describe("the state of the offer, on every marketplace", () => {
  const all = marketplaces.filter(({ name }) => regionOf(name) !== undefined);

  test("all but one have the API", () => {
    expect(all).toHaveLength(marketplaces.length - 1);
  });

  test.each(all.map((one) => [one.name, one] as const))("%s", (_name, marketplace) => {
    const { currency } = marketplace;
    const amount = placesOf(currency) === 0 ? "1990" : "19.90";
    for (const [state, listings, truth] of states) {
      const own = listings.map((parts) => {
        const price =
          parts.price === null || parts.price?.Amount === 0
            ? parts.price
            : { Amount: Number(amount), Currency: currency };
        return listingV2({ ...parts, price });
      });
      const product = read(itemsOf(apiItem(ASIN, { OffersV2: { Listings: own } })), { marketplace });
      expect([state, product.offerState]).toEqual([state, state as typeof product.offerState]);
      expect(product).toMatchObject(truth);
      if (product.price !== null) expect(product.price).toEqual({ amount, currency });
      expect(Product.safeParse(product).error).toBeUndefined();
    }
  });

  test("a list price is one only if it is higher", () => {
    expect(withListing({ basis: { Amount: 19.9, Currency: "EUR" } })).toMatchObject({
      listPrice: null,
      discountPercent: null,
    });
    expect(withListing({ basis: { Amount: 30, Currency: "USD" } })).toMatchObject({ listPrice: null });
  });
});

describe("errors", () => {
  test.each([
    ["TooManyRequests", 429, "upstream-rate-limited"],
    ["UnrecognizedClient", 401, "upstream-credentials-rejected"],
    ["InvalidSignature", 401, "upstream-credentials-rejected"],
    ["IncompleteSignature", 400, "upstream-credentials-rejected"],
    ["RequestExpired", 401, "upstream-credentials-rejected"],
    ["AccessDenied", 403, "upstream-credentials-rejected"],
    ["AccessDeniedAwsUsers", 403, "upstream-credentials-rejected"],
    ["InvalidAssociate", 403, "upstream-credentials-rejected"],
    ["InvalidPartnerTag", 400, "upstream-credentials-rejected"],
    ["ItemNotAccessible", 200, "item-not-accessible"],
    ["ItemNotAccessible", 404, "item-not-accessible"],
    ["InvalidParameterValue", 400, "not-found"],
    ["NoResults", 200, "not-found"],
    ["ResourceNotFound", 404, "not-found"],
    ["InternalFailure", 500, "upstream-unavailable"],
    ["SomethingNew", 400, "upstream-unexpected-page"],
  ])("%s with %d is %s", (code, status, expected) => {
    expect(codeOf(failure(code), status)).toBe(expected);
  });

  test.each([
    ["nothing", "", 200, "upstream-unexpected-page"],
    ["HTML", "<html>", 200, "upstream-unexpected-page"],
    ["a list", "[]", 200, "upstream-unexpected-page"],
    ["null", "null", 200, "upstream-unexpected-page"],
    ["JSON that is nested deep", `${"[".repeat(100_000)}`, 200, "upstream-unexpected-page"],
    ["another item", JSON.stringify(itemsOf(apiItem("B0OTHER001"))), 200, "upstream-unexpected-page"],
    ["an item with an error's status", JSON.stringify(itemsOf(apiItem(ASIN))), 500, "upstream-unavailable"],
    ["a proxy's page", "<html>", 502, "upstream-unavailable"],
    ["a rejection without a word", "", 403, "upstream-credentials-rejected"],
  ])("%s", (_name, body, status, code) => {
    expect(codeOf(body, status)).toBe(code);
  });

  test("a wait that the API asks for is passed on", () => {
    expect(() => read(failure("TooManyRequests"), { status: 429, retryAfter: "7" })).toThrow();
    try {
      read(failure("TooManyRequests"), { status: 429, retryAfter: "7" });
    } catch (error) {
      expect(Reflect.get(Object(error), "options").headers).toEqual({ "Retry-After": "7" });
    }
  });

  test("ancestors without an end are cut", () => {
    let node: object = { DisplayName: "top" };
    for (let i = 0; i < 500; i++) node = { DisplayName: `n${i}`, Ancestor: node };
    const deep = apiItem(ASIN, { BrowseNodeInfo: { BrowseNodes: [{ ...node, SalesRank: 1 }] } });
    expect(read(itemsOf(deep)).breadcrumbs).toHaveLength(20);
  });
});

describe("credentials", () => {
  const one = "de=AKIAQUINTETTEST00001:aSecretOf/Forty+Signs=Or/So:tag-21";

  test("are read by marketplace", () => {
    const read = readCredentials(`${one}, co.jp=AKIAQUINTETTEST00001:aSecretOf/Forty+Signs=Or/So:tag-22`);
    expect([...(read?.keys() ?? [])]).toEqual(["de", "co.jp"]);
    expect(read?.get("de")).toMatchObject({ accessKey: "AKIAQUINTETTEST00001", partnerTag: "tag-21" });
    expect(JSON.stringify([...(read ?? [])])).not.toContain("aSecretOf");
  });

  test.each([
    "",
    "de",
    "de=a:b:c",
    `${one},${one}`,
    one.replace("de=", "xx="),
    one.replace("de=", "co.za="),
    one.replace(":tag-21", ""),
    `${one},`,
  ])("%s is malformed", (text) => {
    expect(readCredentials(text)).toBeUndefined();
  });
});
