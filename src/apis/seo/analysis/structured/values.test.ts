import { expect, test } from "bun:test";
import { wrongValues } from "./values.ts";

/** Properties, and values that Google can use or not. Numbers are as JSON has them. */
const values: readonly (readonly [property: string, valid: readonly unknown[], wrong: readonly unknown[]])[] =
  [
    [
      "price",
      [10, 0, "10", "10.00", "1299.5", " 10.00 ", ".99", "", null, { "@value": "10" }, ["1", 2]],
      ["10,00 €", "$10", "10,00", "1,299.00", "1.299,00", -5, "-1", "Free", "EUR 10", "{{ price }}", false],
    ],
    ["lowPrice", ["1"], ["from 1"]],
    ["priceCurrency", ["EUR", "usd", "XCG"], ["€", "EURO", "Euro", "US$", "BTC"]],
    [
      "availability",
      ["https://schema.org/InStock", "http://schema.org/OutOfStock", "schema:PreOrder", "SoldOut", "instock"],
      ["In stock", "in_stock", "true", "https://shop.example/InStock", "https://schema.org/Available"],
    ],
    ["itemCondition", ["https://schema.org/NewCondition"], ["new"]],
    ["eventStatus", ["https://schema.org/EventCancelled"], ["cancelled"]],
    [
      "datePublished",
      [
        ..."2026 2026-11 2026-11-27 20261127 2026-11-27T09:30 2026-11-27T09:30:00Z 2026-11-27T09:30:00.123+01:00".split(
          " ",
        ),
        ..."2024-02-29 2026-11-27T24:00 2026-11-27T09:30:00+0100 20261127T093000Z".split(" "),
        "2026-11-27 09:30:00",
        "2026-11-27T09:30:00 +01:00",
      ],
      [
        ..."27.11.2026 11/27/2026 2026/11/27 2026-13-01 2026-02-30 2026-00-00 0000-00-00 2026-1-5 1764230400 yesterday".split(
          " ",
        ),
        "Nov 27, 2026",
        "2026-11-27T25:00",
        "2026-11-27T09:30 PM",
      ],
    ],
    [
      "duration",
      ["PT1H30M", "P1D", "PT0M", "P1DT12H", "PT1M0.5S", "P2W"],
      ["P", "PT", "1:30", "90", "1 hour", "PT1H30"],
    ],
    ["ratingCount", [0, 12, "12", "1,234"], [-1, 4.5, "12 reviews", "many", "1.234"]],
    [
      "url",
      [
        "https://shop.example/a",
        "/a",
        "a b/c.png",
        "#a",
        "//cdn.example/a",
        "repairs",
        "https://münchen.example/ü",
      ],
      [
        "http://",
        "www.shop.example/a",
        "javascript:void(0)",
        "data:image/png;base64,AA",
        "<img src=a>",
        "Blue shoe",
        "mailto:a@b.example",
      ],
    ],
    [
      "employmentType",
      ["FULL_TIME", ["PART_TIME", "INTERN"]],
      ["Full-time", "FULL_TIME, PART_TIME", "full_time"],
    ],
    ["jobLocationType", ["TELECOMMUTE"], ["REMOTE"]],
  ];

test.each(values)("%s", (property, valid, wrong) => {
  const isWrong = (value: unknown) => wrongValues({ [property]: value }, "", []).length > 0;
  expect(valid.filter(isWrong)).toEqual([]);
  expect(wrong.filter((value) => !isWrong(value))).toEqual([]);
});

test.each([
  [{ ratingValue: 4.5 }, true],
  [{ ratingValue: "5" }, true],
  [{ ratingValue: 0 }, true],
  [{ ratingValue: "6 / 10" }, true],
  [{ ratingValue: "60%" }, true],
  [{ ratingValue: 9, bestRating: 10 }, true],
  [{ ratingValue: 9, bestRating: "10" }, true],
  [{ ratingValue: 9, bestRating: "" }, false],
  [{ ratingValue: 9 }, false],
  [{ ratingValue: 9, bestRating: 5 }, false],
  [{ ratingValue: 1, worstRating: 2 }, false],
  [{ ratingValue: -1 }, false],
  [{ ratingValue: "4,5" }, false],
  [{ ratingValue: "4.5 stars" }, false],
  [{ ratingValue: 4, bestRating: "five" }, false],
])("the rating %j", (rating, isValid) => {
  expect(wrongValues({ aggregateRating: rating }, "", []).length === 0).toBe(isValid);
  expect(wrongValues(rating, "aggregateRating", []).length === 0).toBe(isValid);
  // Ratings of films and stars of hotels have scales of their own.
  expect(wrongValues({ contentRating: { ratingValue: "PG-13" }, starRating: rating }, "", [])).toEqual([]);
});

test("the path, the value and how to write it", () => {
  const item = {
    offers: [{ price: 1 }, { priceSpecification: { price: "10,00 €" } }],
    mainEntity: { price: "x" },
  };
  expect(wrongValues(item, "", ["mainEntity"])).toEqual([
    'offers.priceSpecification.price is "10,00 €": write a number with a dot and without currency or grouping, such as 1299.50',
  ]);
  expect(
    wrongValues({ "schema:offers": { "http://schema.org/price": "x".repeat(1_000) } }, "", [])[0],
  ).toMatch(/^offers\.price is "x{59}…": write /);
});

test("properties without a rule, and of prototypes, are not judged", () => {
  const item = JSON.parse(
    '{"name": "10,00 €", "constructor": "x", "__proto__": {"price": "x"}, "address": {"streetAddress": 1}}',
  );
  expect(wrongValues(item, "", []).length).toBe(1);
  expect(wrongValues({ a: Array(100_000).fill({ price: "x" }) }, "", [])).toEqual([]);
});
