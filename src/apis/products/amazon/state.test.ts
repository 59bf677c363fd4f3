import { describe, expect, test } from "bun:test";
import { cart, page } from "../../../../test/products/page.ts";
import { statePages, wordings } from "../../../../test/products/states.ts";
import { marketplaces } from "./marketplaces.ts";
import { readProduct } from "./product.ts";
import { knownLanguages, sellerIn } from "./wording.ts";

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

describe("the seller of a Kindle edition and of used goods", () => {
  test.each([
    ["Sold by: Harbour Press LLC Price set by seller.", "Harbour Press LLC"],
    ["Sold by: Amazon.com Services LLC", "Amazon.com Services LLC"],
    ["Verkauf durch: Amazon Media EU S.à r.l.", "Amazon Media EU S.à r.l."],
    ["Verkauft von: Hafen Verlag Dieser Preis wurde vom Verlag festgelegt.", "Hafen Verlag"],
    ["Vendu par : Éditions du Port Prix fixé par le vendeur", "Éditions du Port"],
    ["Vendido por: Editora do Porto", "Editora do Porto"],
    ["Vendido por: Amazon Media EU S.à r.l.", "Amazon Media EU S.à r.l."],
    ["Venduto da: Amazon Media EU S.à r.l.", "Amazon Media EU S.à r.l."],
    ["Verkocht door: Amazon Media EU S.à r.l.", "Amazon Media EU S.à r.l."],
    ["販売: Amazon Services International LLC", "Amazon Services International LLC"],
    ["Ships from and sold elsewhere, whatever that means for you", undefined],
    ["12,000 sold by us", undefined],
  ])("%s", (text, name) => {
    expect(sellerIn(text)).toBe(name);
  });
  test("in the box of a Kindle edition", () => {
    const box = `<table><tr class="kindle-price"><td id="kindle-price">$9.99</td></tr><tr><td>Sold by: Harbour Press LLC Price set by seller.</td></tr></table>${cart("B0TEST0001", { merchant: "" })}`;
    const product = read(page({ layout: "ebooks en_US", box }));
    expect(product).toMatchObject({ isDigital: true, seller: { name: "Harbour Press LLC" } });
  });
  test("of used goods alone, with what shipping costs", () => {
    const box = `<div id="usedBuySection"><span class="header-price">$4.20</span> <span class="a-size-base">+ $3.99 shipping</span><div class="a-row">Used: Good | <a href="/dp/details">Details</a></div><div class="a-row">Sold by <a href="/gp/aag/main?ie=UTF8&amp;seller=A1TESTSELLER1">Old Books</a></div></div>${cart("B0TEST0001", { merchant: "A1TESTSELLER1" })}`;
    expect(read(page({ layout: "book en_US", box }))).toMatchObject({
      price: { amount: "4.20" },
      shipping: { amount: "3.99" },
      seller: { name: "Old Books", id: "A1TESTSELLER1", isMarketplace: false },
    });
  });
});

describe("facts of old pages", () => {
  const rows = (list: readonly string[]) =>
    `<table id="histogramTable">${list.map((text) => `<tr class="a-histogram-row"><td>${text}</td></tr>`).join("")}</table>`;
  test.each([
    [
      "percent in the last column",
      ["5 star 66%", "4 star 20%", "3 star 8%", "2 star 2%", "1 star 4%"],
      [66, 20, 8, 2, 4],
    ],
    [
      "two rows of zero",
      ["5 star 90%", "4 star 10%", "3 star 0%", "2 star 0%", "1 star 0%"],
      [90, 10, 0, 0, 0],
    ],
    ["rows without a share", ["5 star 80%", "4 star", "3 star 20%", "2 star", "1 star"], [80, 0, 20, 0, 0]],
    [
      "German",
      ["5 Sterne 71 %", "4 Sterne 29 %", "3 Sterne 0 %", "2 Sterne 0 %", "1 Stern 0 %"],
      [71, 29, 0, 0, 0],
    ],
  ] as const)("a histogram of rows: %s", (_name, texts, [five, four, three, two, one]) => {
    const html = page({ below: `<span id="acrPopover" title="4.5 out of 5 stars"></span>${rows(texts)}` });
    expect(read(html)?.rating?.histogramPercent).toEqual({
      "5": five,
      "4": four,
      "3": three,
      "2": two,
      "1": one,
    });
  });
  test("counts of reviews are no shares", () => {
    const html = page({
      below: `<span id="acrPopover" title="4.5 out of 5 stars"></span>${rows(["5 star 120", "4 star 30", "3 star 4", "2 star 1", "1 star 2"])}`,
    });
    expect(read(html)?.rating?.histogramPercent).toBeNull();
  });
  test("a rank without a link comes before the one with it; a path is given in full", () => {
    const html = page({
      below: `<ul><li id="SalesRank"><b>Best Sellers Rank:</b> #1,222 in Books #7 in <a href="/gp/bestsellers/books/1111">Fiction</a> &gt; <a href="/gp/bestsellers/books/1112">Sea Stories</a></li></ul>`,
    });
    expect(read(html)?.bestSellerRanks).toEqual([
      { rank: 1222, category: "Books", nodeId: null },
      { rank: 7, category: "Fiction > Sea Stories", nodeId: "1112" },
    ]);
  });
  test("a child that leads to its parent: the parent is named", () => {
    const html = page({
      asin: "B0PARENT01",
      head: `<script>var x = {"parentAsin" : "B0PARENT01"};</script>`,
    });
    expect(read(html, "B0CHILD001")).toMatchObject({
      asin: "B0PARENT01",
      requestedAsin: "B0CHILD001",
      parentAsin: "B0PARENT01",
    });
    expect(read(html, "B0PARENT01")?.parentAsin).toBeNull();
  });
});
