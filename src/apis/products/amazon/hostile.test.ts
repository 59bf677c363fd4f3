import { expect, test } from "bun:test";
import {
  expectHarmless,
  type Hostile,
  numbered,
  problemOrResult,
  times,
} from "../../../../test/fixtures/hostile-text.ts";
import { page } from "../../../../test/fixtures/products/page.ts";
import { casesOf } from "../../../../test/helpers/nightly.ts";
import { seeded } from "../../../../test/helpers/random.ts";
import { Problem } from "../../../kit/problem.ts";
import { marketplaces } from "./marketplaces.ts";
import { readPage } from "./read-page.ts";

const ASIN = "B0TEST0001";
const [marketplace] = marketplaces;
if (marketplace === undefined) throw new TypeError("no marketplace");
const asked = { asin: ASIN, marketplace };
const encoder = new TextEncoder();

function read(body: Uint8Array, contentType = "text/html;charset=UTF-8") {
  const url = `https://www.amazon.com/dp/${ASIN}`;
  const answered = { url, status: 200, location: undefined, retryAfter: undefined, now: 0 };
  return readPage({ ...answered, body, contentType, ...asked });
}

/** Texts that are made to be slow, by what they attack. */
const hostile: Readonly<Record<string, Hostile>> = {
  "deeply nested elements": (n) => times(n, "<div>"),
  "deeply nested stock messages": (n) => times(n, '<div id="availability">In stock '),
  "deeply nested rows of offers": (n) => numbered(n, (i) => `<div id="newAccordionRow_${i}">`),
  "rows of offers side by side": (n) =>
    numbered(
      n,
      (i) =>
        `<div id="usedAccordionRow_${i}"><span class="a-price"><span class="a-offscreen">$${i}.10</span></span><input id="add-to-cart-button" name="submit.add-to-cart"></div>`,
    ),
  "ids that are almost rows": (n) => `<div id="${times(n, "AccordionRow")}-">`,
  "one attribute of everything": (n) => `<div id="dp" class="${times(n, "a ")}">`,
  "many attributes": (n) => `<div ${numbered(n, (i) => `a${i}="${i}" `)}>`,
  "entities without an end": (n) => `<div id="bylineInfo">${times(n, "&amp;#x26;&Not")}</div>`,
  "marks of JSON without JSON": (n) => times(n, '"dimensionValuesDisplayData" : {'),
  "marks of escaped JSON without its end": (n) => times(n, '"dimensions":{&quot;'),
  "marks of price data without a tag's end": (n) => times(n, "twister-plus-buying-options-price-data"),
  "price data a thousand objects deep": (n) =>
    `<div class="twister-plus-buying-options-price-data">${times(n / 2, '{"a":')}1${times(n / 10, "}")}`,
  "variants without end": (n) =>
    `"dimensionValuesDisplayData" : {${numbered(n, (i) => `"B0${String(i).padStart(8, "0")}":["red"],`)}"B0TEST0001":["x"]}`,
  "pictures without end": (n) =>
    `'colorImages': { 'initial': [${numbered(n, (i) => `{"hiRes":"https://m.example/${i}.jpg"},`)}{"large":"x"}]}`,
  "an open comment": (n) => `<!--${times(n, "<!-- ")}`,
  "open scripts": (n) => times(n, "<script>x"),
  "open scripts in a book's description": (n) =>
    `<div id="bookDescription_feature_div"><noscript>${times(n, "<script><style>")}</noscript></div>`,
  "open tags in a book's description": (n) =>
    `<div id="bookDescription_feature_div"><noscript>${times(n, "&lt;p &lt;")}</noscript></div>`,
  "blocks of prices": (n) =>
    numbered(
      n,
      (i) =>
        `<div id="corePrice_feature_div"><span class="a-price"><span class="a-offscreen">$${i}</span></span></div>`,
    ),
  "details and links to ranks": (n) =>
    `<table id="prodDetails">${numbered(n, (i) => `<tr><th>Label ${i}</th><td>#${i} in <a href="/gp/bestsellers/x/${i}0000">Things ${i}</a></td></tr>`)}</table>`,
  "ranks in one line": (n) =>
    `<div id="SalesRank">${numbered(n, (i) => `#${i} in (<a href="/gp/bestsellers/1234/">a</a>)`)}</div>`,
  "reviews without end": (n) =>
    numbered(
      n,
      (i) =>
        `<li data-hook="review" id="R2PCJK19P${i}"><span data-hook="review-body">It ${"is ".repeat(9)}</span></li>`,
    ),
  "bullets without end": (n) => `<div id="feature-bullets"><ul>${times(n, "<li>Steel</li>")}</ul></div>`,
  "authors without end": (n) =>
    `<div id="bylineInfo">${numbered(n, (i) => `<span class="author"><a class="a-link-normal">Ann ${i}</a></span>`)}</div>`,
  "digits without end": (n) => `<span id="acrCustomerReviewText">${times(n, "123456789")}</span>`,
  "spaces in every text": (n) =>
    `<div id="bylineInfo">Brand:${times(n, " \t")}x</div><div id="merchant-info">Sold by${times(n, " ")}.</div>`,
  "NULs and lone surrogates": (n) =>
    `<div id="productDescription">${times(n / 2, "\0a\ud800")}</div>"dimensionsDisplay":["${times(n / 2, "\\ud800")}"]`,
  "white space behind a mark": (n) => numbered(n, () => `"imageGalleryData" : ${" ".repeat(500)}`),
};

test.each(Object.entries(hostile).map(([name, make], i) => [name, make, i] as const))(
  "%s",
  (_name, make, i) => {
    // In the short form, one of the places, by turns.
    for (const place of casesOf(["below", "center"] as const, 2, i)) {
      const parts = (text: string) => page({ asin: ASIN, [place]: text });
      expectHarmless(make, 7, (text) => read(encoder.encode(parts(text))));
    }
  },
);

test("a page of all of them, in any order, in any encoding, is a product or a problem", () => {
  for (let seed = 1; seed <= 12; seed++) {
    const next = seeded(seed);
    const mixed = Object.values(hostile)
      .sort(() => next() - 0.5)
      .slice(0, 6)
      .map((make) => make(8_000 * next(), next))
      .join("");
    const html = page({ asin: ASIN, below: mixed });
    const utf16 = new Uint8Array(Uint16Array.from(html, (one) => one.charCodeAt(0)).buffer);
    for (const [bytes, charset] of [
      [encoder.encode(html), "shift_jis"],
      [encoder.encode(html), "utf-16le"],
      [utf16, "utf-8"],
      [encoder.encode(html).subarray(next() * 1_000), "no-such"],
    ] as const) {
      const result = problemOrResult(() => read(bytes, `text/html; charset=${charset}`));
      if (!(result instanceof Problem)) expect(result.asin).toBe(ASIN);
    }
  }
});
