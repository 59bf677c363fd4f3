import { describe, expect, test } from "bun:test";
import { factTraps } from "../../../../test/fixtures/products/facts.ts";
import { priceTraps, type Trap } from "../../../../test/fixtures/products/prices.ts";
import { casesOf } from "../../../../test/helpers/nightly.ts";
import { Product } from "../schemas.ts";
import { findMarketplace } from "./marketplaces.ts";
import { readProduct } from "./product.ts";
import { selectors } from "./selectors.ts";

function read({ html, marketplace: name, asin = "B0TEST0001" }: Pick<Trap, "html" | "marketplace" | "asin">) {
  const marketplace = findMarketplace(name);
  if (marketplace === undefined) throw new TypeError(`${name} is no marketplace`);
  return readProduct(html, { asin, marketplace });
}

describe.each([
  ["prices and offers", priceTraps],
  ["facts", factTraps],
] as const)("%s", (_name, traps) => {
  test.each(traps.map((trap) => [trap.name, trap] as const))("%s", (_title, trap) => {
    const product = read(trap);
    expect(product).toMatchObject(trap.truth);
    expect(Product.safeParse(product).error).toBeUndefined();
    expect(JSON.stringify(product)).not.toContain("Petra");
  });
});

/** Where a source stands on the page: what to take away so that it is gone. */
const places: Readonly<Record<string, readonly string[]>> = {
  form: [selectors.formAmount.selector],
  "embedded-json": [".twister-plus-buying-options-price-data"],
  "json-ld": [selectors.jsonLd.selector],
  "dom.core-price": [selectors.coreWhole.selector],
  "dom.core-offscreen": [selectors.coreOff.selector],
  "dom.price-label": [".aok-offscreen", ".apex-pricetopay-accessibility-label"],
  "dom.desktop-price": [selectors.deskPrice.selector],
  "dom.box-price": [selectors.boxPrice.selector],
  "dom.box-parts": [selectors.boxWhole.selector],
  "dom.deal-price": [selectors.dealPrice.selector],
  "dom.sale-price": [selectors.salePrice.selector],
  "dom.our-price": [selectors.ourPrice.selector],
  "dom.inside-buybox": [selectors.insidePrice.selector],
  "dom.book-section": [selectors.bookPrice.selector, selectors.usedPrice.selector],
  "dom.kindle-price": [selectors.kindlePrice.selector],
  "form.displayed-price": [selectors.displayedPrice.selector],
};

function without(html: string, source: string): string {
  const rewriter = new HTMLRewriter();
  const selectors = places[source];
  if (selectors === undefined) throw new TypeError(`the test knows no place of ${source}`);
  for (const selector of selectors) rewriter.on(selector, { element: (element) => void element.remove() });
  return rewriter.transform(html);
}

describe("without any of its sources, a price is right or null", () => {
  const priced = priceTraps.filter(({ truth }) => truth.price != null);
  test.each(priced.map((trap) => [trap.name, trap] as const))("%s", (_title, trap) => {
    // What the page offers for this product: its price, and the same without the discount for a way to pay.
    const truths = [trap.truth.price, trap.truth.regularPrice].filter((value) => value != null);
    for (const source of Object.keys(places)) {
      const html = without(trap.html, source);
      const price = html === trap.html ? null : read({ ...trap, html })?.price;
      if (price != null) expect(truths).toContainEqual(price);
    }
    // Down to the last source, each time without the one that was read last.
    let { html } = trap;
    for (let step = 0; step < 20 && trap.lies === undefined; step++) {
      const product = read({ ...trap, html });
      if (product?.price == null) return;
      expect(truths).toContainEqual(product.price);
      html = without(html, product.sources.price ?? "");
    }
    expect(trap.lies).toBeDefined();
  });
});

/** What a page says beside prices and states, each null where it does not say it. */
function factsOf(html: string, trap: Trap) {
  const product = read({ ...trap, html });
  if (product === undefined) return undefined;
  const { brand, listPrice, priceRange, unitPrice, shipping, shipsFrom, deliveryLocation } = product;
  const { language, parentAsin, description, boughtPastMonth, rating, identifiers } = product;
  return {
    ...{
      brand,
      listPrice,
      priceRange,
      unitPrice,
      shipping,
      shipsFrom,
      deliveryLocation,
      language,
      parentAsin,
    },
    ...{ description, boughtPastMonth },
    seller: product.seller?.name ?? null,
    stockLeft: product.availability.stockLeft,
    average: rating?.average ?? null,
    count: rating?.count ?? null,
    histogram: rating?.histogramPercent ?? null,
    isbn: identifiers.isbn13,
  };
}

test("without any one of the places that are read, every other fact is as before or null", () => {
  const changed: unknown[] = [];
  for (const [i, trap] of [...priceTraps, ...factTraps].entries()) {
    const whole = factsOf(trap.html, trap);
    for (const [place, { selector }] of casesOf(Object.entries(selectors), 20, i)) {
      const html = new HTMLRewriter()
        .on(selector, { element: (element) => void element.remove() })
        .transform(trap.html);
      const less = html === trap.html ? undefined : factsOf(html, trap);
      for (const [fact, value] of Object.entries(less ?? {})) {
        const before = new Map(Object.entries(whole ?? {})).get(fact);
        if (value !== null && !Bun.deepEquals(value, before)) changed.push([trap.name, place, fact, value]);
      }
    }
  }
  expect(changed).toEqual([]);
});

test("the mark of a blocked page in a review does not block the product", () => {
  const trap = priceTraps[0];
  const html = (trap?.html ?? "").replace(
    "</body>",
    "<p>I am a robot: enter the captcha, opfcaptcha, /errors/validateCaptcha</p></body>",
  );
  expect(read({ html, marketplace: "es" })?.price?.amount).toBe("1052.41");
});

test.each([
  ["nothing", ""],
  ["no title", "<html><body><input id=ASIN name=ASIN value=B0TEST0001></body></html>"],
  ["a title alone", "<html><body><span id=productTitle>Something</span></body></html>"],
])("a page with %s is no product", (_name, html) => {
  expect(read({ html, marketplace: "com" })).toBeUndefined();
});

test("a page that is cut off never fails, and its amounts stay in their currency", () => {
  for (const trap of priceTraps) {
    const whole = read(trap);
    for (const share of [0.25, 0.5, 0.75]) {
      const cut = read({ ...trap, html: trap.html.slice(0, Math.floor(trap.html.length * share)) });
      if (cut?.price == null || whole?.price == null) continue;
      expect(cut.price.currency).toBe(whole.price.currency);
    }
  }
});

/** Values of an attribute as HTML lets a page write them, each behind its name. */
const spellings = ["=x", '="x"', "='x'", " \n=\t'x'", '\f= "x"', "=x data-end"].map((written) =>
  written.replace("x", "productTitle"),
);
/** What may stand before an attribute and looks as if it were one. */
const befores = ["", "id-of=id= ", "data-x=id= ", "x='id='", "a=1/", "class=id\n"];

test.each(
  befores.flatMap((before) =>
    spellings.flatMap((written) => [`${before} id${written}`, `${before} ID${written}`]),
  ),
)("the title is read from <span %s>", (attributes) => {
  const html = `<html><body><input id=ASIN name=ASIN value=B0TEST0001><span ${attributes}>Kettle</span></body></html>`;
  expect(read({ html, marketplace: "com" })?.title).toBe("Kettle");
});
