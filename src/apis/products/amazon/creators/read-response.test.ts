import { describe, expect, test } from "bun:test";
import {
  apiItem,
  failure,
  itemError,
  itemsOf,
  type ListingParts,
  listingOf,
} from "../../../../../test/fixtures/products/creators-api.ts";
import { Product } from "../../schemas.ts";
import { marketplaces } from "../marketplaces.ts";
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
    url: "https://creatorsapi.amazon/catalog/v1/getItems",
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
  read(itemsOf(apiItem(ASIN, { offersV2: { listings: listings.map(listingOf) } })));

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
      apiItem(ASIN, { offersV2: { listings: [listingOf({ basis: { amount: 25, currency: "EUR" } })] } }),
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
      details: { Model: "KT-100", NumberOfPages: "208", Height: "12.5 cm", Language: "Deutsch" },
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
      price: "api.offersV2.listings.price",
      title: "api.itemInfo.title",
      seller: "api.offersV2.listings.merchantInfo",
      rating: "api.customerReviews",
    });
    expect(product.completeness.missing).toEqual(["shipsFrom", "reviews"]);
    expect(product.completeness.score).toBeGreaterThan(0.9);
  });

  test("of which anything may be missing but the title", () => {
    const bare = read(itemsOf({ asin: ASIN, itemInfo: { title: { displayValue: "T" } } }));
    expect(Product.safeParse(bare).error).toBeUndefined();
    expect(bare).toMatchObject({
      title: "T",
      price: null,
      offerState: "unknown",
      seller: null,
      images: [],
      rating: null,
    });
    expect(codeOf(itemsOf({ asin: ASIN, itemInfo: {} }), 200)).toBe("upstream-unexpected-page");
  });

  test("of the wrong type are left out, one by one", () => {
    const odd = read(
      itemsOf(
        apiItem(ASIN, {
          parentASIN: 5,
          images: { primary: { large: "x" }, variants: [{ large: { url: "javascript:alert(1)" } }] },
          customerReviews: { count: "many", starRating: { value: "good" } },
          browseNodeInfo: "none",
          variationAttributes: {},
          offersV2: { listings: [null, { price: { money: { amount: "19.90", currency: "EUR" } } }] },
        }),
      ),
    );
    expect(odd).toMatchObject({ parentAsin: null, images: [], breadcrumbs: [], variants: null, price: null });
    expect(odd.title).toBe("Der Kessel & die Kanne");
  });

  test("of used goods have their condition", () => {
    const [offer] = withListing({ condition: { value: "Used", subCondition: "VeryGood" } }).offers;
    expect(offer).toMatchObject({ type: "used", condition: "VeryGood" });
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
  ["unknown", [{ price: { amount: 0, currency: "EUR" } }], { price: null }],
];

describe("the state of the offer", () => {
  test.each(states)("%s", (state, listings, truth) => {
    const product = withListing(...listings);
    expect(String(product.offerState)).toBe(state);
    expect(product).toMatchObject(truth);
    expect(Product.safeParse(product).error).toBeUndefined();
  });

  test("a list price is one only if it is higher", () => {
    expect(withListing({ basis: { amount: 19.9, currency: "EUR" } })).toMatchObject({
      listPrice: null,
      discountPercent: null,
    });
    expect(withListing({ basis: { amount: 30, currency: "USD" } })).toMatchObject({ listPrice: null });
  });
});

test("all marketplaces but one have the API", () => {
  expect(marketplaces.filter(({ name }) => regionOf(name) === undefined).map(({ name }) => name)).toEqual([
    "co.za",
  ]);
});

describe("errors", () => {
  test.each([
    ["ThrottleException", undefined, 429, "upstream-rate-limited"],
    ["UnauthorizedException", "TokenExpired", 401, "upstream-credentials-rejected"],
    ["UnauthorizedException", "InvalidClient", 401, "upstream-credentials-rejected"],
    ["UnauthorizedException", "Other", 401, "upstream-credentials-rejected"],
    ["AccessDeniedException", "AssociateNotEligible", 403, "upstream-credentials-rejected"],
    ["AccessDeniedException", "AuthorizationFailed", 403, "upstream-credentials-rejected"],
    ["ValidationException", "InvalidAssociate", 400, "upstream-credentials-rejected"],
    ["ValidationException", "InvalidPartnerTag", 400, "upstream-credentials-rejected"],
    ["ValidationException", "FieldValidationFailed", 400, "upstream-unexpected-page"],
    ["ResourceNotFoundException", undefined, 404, "not-found"],
    ["InternalServerException", undefined, 500, "upstream-unavailable"],
    ["SomethingNew", undefined, 400, "upstream-unexpected-page"],
  ])("%s %s with %d is %s", (type, reason, status, expected) => {
    expect(codeOf(failure(type, reason), status)).toBe(expected);
  });

  test.each([
    ["ItemNotAccessible", "item-not-accessible"],
    ["ItemNotFound", "not-found"],
    ["InvalidItemId", "not-found"],
    ["InvalidParameterValue", "not-found"],
    ["NoResults", "not-found"],
    ["SomethingNew", "upstream-unexpected-page"],
  ])("%s about the item is %s", (code, expected) => {
    expect(codeOf(itemError(code), 200)).toBe(expected);
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
    expect(() => read(failure("ThrottleException"), { status: 429, retryAfter: "7" })).toThrow();
    try {
      read(failure("ThrottleException"), { status: 429, retryAfter: "7" });
    } catch (error) {
      expect(Reflect.get(Object(error), "options").headers).toEqual({ "Retry-After": "7" });
    }
  });

  test("ancestors without an end are cut", () => {
    let node: object = { displayName: "top" };
    for (let i = 0; i < 500; i++) node = { displayName: `n${i}`, ancestor: node };
    const deep = apiItem(ASIN, { browseNodeInfo: { browseNodes: [{ ...node, salesRank: 1 }] } });
    expect(read(itemsOf(deep)).breadcrumbs).toHaveLength(20);
  });
});

describe("credentials", () => {
  const one = "de=amzn1.application-oa2-client.0123456789abcdef:amzn1.oa2-cs.v1.abcdef0123456789:tag-21";
  const old = "co.jp=1abcdefghij2klmnopqrst3uvw:aSecretOf~Forty+Signs=Or/So_:tag-22";

  test("are read by marketplace, of either version", () => {
    const read = readCredentials(`${one}, ${old}`);
    expect([...(read?.keys() ?? [])]).toEqual(["de", "co.jp"]);
    expect(read?.get("de")).toMatchObject({ partnerTag: "tag-21" });
    expect(Bun.inspect([...(read ?? [])]) + JSON.stringify([...(read ?? [])])).not.toMatch(
      /oa2-cs|aSecretOf/,
    );
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
