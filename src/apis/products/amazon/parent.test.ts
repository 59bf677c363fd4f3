import { describe, expect, test } from "bun:test";
import { page } from "../../../../test/fixtures/products/page.ts";
import { marketplaces } from "./marketplaces.ts";
import { readProduct } from "./product.ts";

const PARENT = "B0PARENT01";
const CHILD = "B0CHILD001";
const SIBLING = "B0CHILD002";

const com = marketplaces[0];
function read(html: string, asin: string) {
  if (com === undefined) throw new TypeError("no marketplace");
  const { asin: shown, requestedAsin, parentAsin } = readProduct(html, { asin, marketplace: com }) ?? {};
  return { asin: shown, requestedAsin, parentAsin };
}

const script = (text: string) => `<script type="text/javascript">${text}</script>`;
const twister = (parent: string, ...children: readonly string[]) =>
  script(
    `P.register('twister-js-init-dpx-data', function() { var dataToReturn = {"dimensionsDisplay" : ["Color"], "parentAsin" : "${parent}", "dimensionValuesDisplayData" : {${children.map((one, i) => `"${one}":["Color ${i}"]`).join(",")}}, "unselectedDimCount" : 0}; return dataToReturn; });`,
  );

describe("a request that leads to another product of its family", () => {
  test.each([
    ["a child leads to its parent", { asin: PARENT, head: twister(PARENT, CHILD, SIBLING) }, CHILD, PARENT],
    ["a child leads to a sibling", { asin: SIBLING, head: twister(PARENT, CHILD, SIBLING) }, CHILD, PARENT],
    ["a child is shown", { asin: CHILD, head: twister(PARENT, CHILD, SIBLING) }, CHILD, PARENT],
    ["a parent leads to a child", { asin: CHILD, head: twister(PARENT, CHILD, SIBLING) }, PARENT, PARENT],
    ["a parent is shown", { asin: PARENT, head: twister(PARENT, CHILD, SIBLING) }, PARENT, null],
    ["a family of one", { asin: CHILD, head: twister(PARENT, CHILD) }, CHILD, PARENT],
    ["its own parent", { asin: CHILD, head: twister(CHILD, CHILD) }, CHILD, null],
    [
      "the canonical URL is the parent's",
      { asin: CHILD, canonical: PARENT, head: twister(PARENT, CHILD) },
      CHILD,
      PARENT,
    ],
    [
      "the parent is named in snake case",
      { asin: PARENT, head: script(`var x = {"parent_asin":"${PARENT}"};`) },
      CHILD,
      PARENT,
    ],
    [
      "the parent is named in JSON within a string",
      { asin: PARENT, head: script(`var x = jQuery.parseJSON('{"a":1,"parentAsin":"${PARENT}"}');`) },
      CHILD,
      PARENT,
    ],
    [
      "the parent is named in escaped JSON",
      { asin: CHILD, head: script(`var x = "{\\"parentAsin\\":\\"${PARENT}\\"}";`) },
      CHILD,
      PARENT,
    ],
    [
      "the parent is named with single quotes",
      { asin: CHILD, head: script(`var x = {'parentAsin' : '${PARENT}'};`) },
      CHILD,
      PARENT,
    ],
    [
      "only the variants say it",
      {
        asin: PARENT,
        head: script(`var x = {"dimensionValuesDisplayData" : {"${CHILD}":["Red"],"${SIBLING}":["Blue"]}};`),
      },
      CHILD,
      PARENT,
    ],
    ["an ISBN is a child", { asin: "0241401127", head: twister(PARENT, "0241401127") }, "0241401127", PARENT],
  ] as const)("%s", (_name, parts, asked, parentAsin) => {
    expect(read(page(parts), asked)).toEqual({ asin: parts.asin, requestedAsin: asked, parentAsin });
  });
});

describe("what names no parent", () => {
  test.each([
    ["nothing", { asin: CHILD }],
    ["an empty text", { asin: CHILD, head: script(`var x = {"parentAsin":""};`) }],
    ["null", { asin: CHILD, head: script(`var x = {"parentAsin":null};`) }],
    ["the word null", { asin: CHILD, head: script(`var x = {"parentAsin":"null"};`) }],
    ["a text that is no ASIN", { asin: CHILD, head: script(`var x = {"parentAsin":"B0<script>"};`) }],
    [
      "the parent of another product",
      {
        asin: CHILD,
        below: `<div class="a-carousel"><div data-a-carousel-options='{"parentAsin":"${SIBLING}"}'></div></div>`,
      },
    ],
    [
      "variants of which the shown product is one",
      {
        asin: SIBLING,
        head: script(`var x = {"dimensionValuesDisplayData" : {"${CHILD}":["Red"],"${SIBLING}":["Blue"]}};`),
      },
    ],
  ] as const)("%s", (_name, parts) => {
    expect(read(page(parts), CHILD).parentAsin).toBeNull();
  });
});
