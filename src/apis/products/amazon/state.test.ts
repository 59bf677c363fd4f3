import { describe, expect, test } from "bun:test";
import { cart, page } from "../../../../test/products/page.ts";
import { statePages, wordings } from "../../../../test/products/states.ts";
import { marketplaces } from "./marketplaces.ts";
import { readProduct } from "./product.ts";
import { knownLanguages } from "./wording.ts";

const cases = marketplaces.flatMap((marketplace) =>
  [...new Set(marketplace.languages.map((tag) => tag.slice(0, 2)))].map(
    (language) => [marketplace.name, language, marketplace] as const,
  ),
);

test("every language of a marketplace has its words", () => {
  const languages = [...new Set(cases.map(([, language]) => language))].sort();
  expect(languages.filter((language) => !knownLanguages.includes(language))).toEqual([]);
  expect(languages.filter((language) => wordings[language] === undefined)).toEqual([]);
});

describe("every state in every language of every marketplace", () => {
  test.each(cases)("%s in %s", (_name, language, marketplace) => {
    const words = wordings[language];
    if (words === undefined) throw new TypeError(`no words in ${language}`);
    // The first marketplace of a language has all its pages, the others one of each state.
    const isFirst = cases.find(([, own]) => own === language)?.[2] === marketplace;
    const pages = statePages(words, language);
    const chosen = isFirst ? pages : [...new Map(pages)];
    for (const [state, html] of chosen) {
      const product = readProduct(html, { asin: "B0TEST0001", marketplace });
      const shown = html.slice(html.indexOf('id="centerCol"'), html.indexOf('class="a-carousel"'));
      expect([product?.offerState, shown]).toEqual([state, shown]);
      if (state !== "featured-offer" && state !== "preorder") expect(product?.price).toBeNull();
    }
  });
});

const com = marketplaces.find(({ name }) => name === "com") ?? marketplaces[0];
function read(html: string, asin = "B0TEST0001") {
  if (com === undefined) throw new TypeError("no marketplace");
  return readProduct(html, { asin, marketplace: com });
}

describe("what does not decide a state", () => {
  test("the words of a hidden price in a list of other products", () => {
    const html = page({
      box: cart("B0TEST0001", {
        inside: `<div id="corePrice_feature_div"><span class="a-price"><span class="a-offscreen">$19.90</span></span></div>`,
      }),
      below: `<div class="a-carousel"><div id="corePrice_desktop">See price in cart</div></div>`,
    });
    expect(read(html)).toMatchObject({ offerState: "featured-offer", price: { amount: "19.90" } });
  });
  test("that one offer is not delivered where another is sold", () => {
    const html = page({
      box: `${cart("B0TEST0001", {
        inside: `<div id="corePrice_feature_div"><span class="a-price"><span class="a-offscreen">$19.90</span></span></div>`,
      })}<div id="deliveryBlockMessage">This item cannot be shipped to Point Nemo.</div>`,
    });
    expect(read(html)?.offerState).toBe("featured-offer");
  });
});
