import { describe, expect, test } from "bun:test";
import {
  ASIN,
  amountsOf,
  facts,
  pagesOf,
  responseOf,
  untold,
} from "../../../../test/fixtures/products/listing.ts";
import { casesOf } from "../../../../test/helpers/nightly.ts";
import { type OfferState, offerStates, Product } from "../schemas.ts";
import { readResponse } from "./creators/read-response.ts";
import { type Marketplace, marketplaces } from "./marketplaces.ts";
import { readProduct } from "./product.ts";

/** Every reading of the listing from one source, in one state and language. */
type Source = (marketplace: Marketplace, tag: string, state: OfferState) => readonly (Product | undefined)[];

const fromPage: Source = (marketplace, tag, state) =>
  pagesOf(marketplace, tag, state).map((html) => readProduct(html, { asin: ASIN, marketplace }));

const fromApi: Source = (marketplace, tag, state) => [
  readResponse({
    url: "https://creatorsapi.amazon/catalog/v1/getItems",
    status: 200,
    body: new TextEncoder().encode(JSON.stringify(responseOf(marketplace, tag, state))),
    contentType: undefined,
    location: undefined,
    retryAfter: undefined,
    now: 0,
    asin: ASIN,
    marketplace,
  }),
];

/** The same fields for both sources; a field that is found names the place that it came from. */
function expectListing(
  product: Product | undefined,
  { name, currency }: Marketplace,
  tag: string,
  state: OfferState,
): void {
  const { amount, listAmount } = amountsOf(currency);
  const isSold = state === "featured-offer" || state === "preorder";
  const price = isSold ? { amount, currency } : null;
  expect(Product.safeParse(product).error).toBeUndefined();
  expect(product).toMatchObject({
    ...facts,
    marketplace: `amazon.${name}`,
    language: tag,
    offerState: state,
    price,
    listPrice: isSold ? { amount: listAmount, currency } : null,
    discountPercent: isSold ? 25 : null,
  });
  // The API names an offer of other sellers, a page none.
  const [offer] = product?.offers ?? [];
  if (isSold) expect(offer).toMatchObject({ type: "new", condition: null, price });
  else if (state !== "other-sellers-only") expect(offer).toBeUndefined();
  const seller = { name: "Kesselhaus & Söhne", id: "A1TESTSELLER1", isMarketplace: false };
  if (isSold) expect(product?.seller).toEqual(seller);
  if (state === "featured-offer") expect(product?.availability.status).toBe("in-stock");
  if (state === "preorder") expect(product?.availability.status).toBe("backorder");
  if (state === "unavailable") expect(product?.availability.status).toBe("unavailable");
  const found = ["asin", "title", "brand", "rating", "images", ...(isSold ? ["price", "listPrice"] : [])];
  expect(found.filter((field) => product?.sources[field] === undefined)).toEqual([]);
  expect(product?.sources.price === undefined).toBe(!isSold);
}

describe.each(marketplaces.map((one, i) => [one.name, one, i] as const))(
  "amazon.%s",
  (_name, marketplace, i) => {
    describe.each(marketplace.languages.map((tag) => [tag] as const))("in %s", (tag) => {
      // In the short form, each marketplace has two of the states: pages of every state in every language are in state.test.ts.
      test.each(casesOf(offerStates, 3, i).map((state) => [state] as const))("a page that is %s", (state) => {
        const products = fromPage(marketplace, tag, state);
        expect(products.length).toBeGreaterThan(0);
        for (const product of products) expectListing(product, marketplace, tag, state);
      });

      test.each(offerStates.map((state) => [state] as const))("a response of the API that is %s", (state) => {
        for (const product of fromApi(marketplace, tag, state)) {
          // The API does not say more of these than that it has no offer.
          expectListing(product, marketplace, tag, untold.includes(state) ? "unknown" : state);
        }
      });
    });
  },
);
