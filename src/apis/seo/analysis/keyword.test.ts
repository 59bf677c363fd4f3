import { expect, test } from "bun:test";
import { findKeyword } from "./keyword.ts";
import { readPage } from "./read-page.ts";

function find(keyword: string, html: string, address = "https://shop.example/") {
  const page = readPage(new TextEncoder().encode(html), "text/html; charset=utf-8", false);
  return findKeyword(keyword, page, new URL(address), page.titles[0]?.text ?? null, null);
}

test.each([
  ["bike", "<p>Bike, BIKE and bikes; e-bike", 3],
  ["café", "<p>Cafe\u0301 Café", 2],
  ["bike repair", "<p>bike\n repair, bike-repair, <b>bike</b> repairs", 2],
  ["c++", "<p>C++ and C", 1],
  ["自転車", "<p>中古自転車の修理と自転車", 2],
  ["ｂｉｋｅ", "<p>bike", 1],
  [".*", "<p>anything", 0],
  ["---", "<p>--- a", 0],
])("%s in %s: %i", (keyword, html, count) => {
  expect(find(keyword, html)?.count).toBe(count);
});

test("it is looked for in title, headings, description and address", () => {
  const html = "<title>Café Lisbon</title><h1>Our café</h1><p>Nothing here but a paragraph of some length.";
  expect(find("café", html, "https://shop.example/the-cafe/")).toMatchObject({
    inTitle: true,
    inH1: true,
    inDescription: false,
    inUrl: true,
    inFirstParagraph: false,
  });
  expect(find("CAFE", html, "https://shop.example/decaf%E9/")?.inUrl).toBe(false);
});
