import { expect, test } from "bun:test";
import { Asin, asinIn, ProductUrl } from "./asin.ts";

test.each([
  ["B07JH148DF", "B07JH148DF"],
  ["b07jh148df", "B07JH148DF"],
  ["0241401127", "0241401127"],
  ["978-0-241-40112-5", "0241401127"],
  ["080442957X", "080442957X"],
])("%s is %s", (text, asin) => {
  expect(Asin.parse(text)).toBe(asin);
});

test.each([
  "",
  "B07JH148D",
  "B07JH148DFX",
  "0241401128",
  "9780241401126",
  "9791234567896",
  "B07JH148D/",
  "В07JH148DF",
])("%p is refused", (text) => {
  expect(() => Asin.parse(text)).toThrow();
});

test.each([
  ["https://www.amazon.de/Some-Words/dp/B07JH148DF/ref=x?th=1", "de"],
  ["https://amazon.co.uk/gp/product/B07JH148DF", "co.uk"],
  ["www.amazon.com.br/gp/aw/d/B07JH148DF?x", "com.br"],
  ["https://www.amazon.co.jp/exec/obidos/ASIN/b07jh148df/", "co.jp"],
  ["https://www.amazon.es/-/pt/dp/B07JH148DF", "es"],
  ["https://m.amazon.in/dp/product/B07JH148DF", "in"],
])("%s", (url, name) => {
  expect(ProductUrl.parse(url)).toMatchObject({ asin: "B07JH148DF", marketplace: { name } });
});

test.each([
  "https://a.co/d/abc",
  "https://amzn.to/3abc",
  "https://www.amazon.de/",
  "https://www.amazon.example/dp/B07JH148DF",
  "https://www.amazon.de.evil.example/dp/B07JH148DF",
  "https://evil.example/amazon.de/dp/B07JH148DF",
  "https://notamazon.de/dp/B07JH148DF",
  "no address",
  "https://www.amazon.de/dp/B07JH148DFF",
])("%s is refused", (url) => {
  expect(() => ProductUrl.parse(url)).toThrow();
});

test("an address without a product has no ASIN", () => {
  expect(asinIn(undefined)).toBeUndefined();
  expect(asinIn("/b?node=1")).toBeUndefined();
});
