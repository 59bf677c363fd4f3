import { describe, expect, test } from "bun:test";
import { catalogue, catalogueByApi } from "../../test/fixtures/suite-catalogue.ts";
import { type Catalogue, isFree, offered, readCatalogue } from "./catalogue.ts";

/** The two price lists of the suite, as its public pages print them. Typed from there, not from our data. */
const LANDING = [
  "Free | $0 | 100 calls on each of the 5 APIs a month",
  "SEO audit | $5 | 5,000 calls a month",
  "PDF extract | $5 | 2,000 pages a month",
  "Background removal | $9 | 500 images a month",
  "Profiles | $25 | 1,000 profiles a month",
  "Products | $15 | 5,000 lookups a month",
  "Bundle | $39 | 118,000 credits a month",
];
const DESCRIPTOR = [
  "Profiles, free | $0 | 20 profiles a day",
  "Profiles, Starter | $19 | 1,000 profiles a month",
  "Profiles, Pro | $59 | 10,000 profiles a month",
  "SEO audit, free | $0 | 50 calls a day",
  "SEO audit, Starter | $9 | 5,000 calls a month",
  "SEO audit, Pro | $29 | 50,000 calls a month",
];

function printed(shown: Catalogue): string[] {
  return offered(shown).map(({ title, price, grants }) => {
    const [first] = grants;
    if (first === undefined) throw new Error("a plan without grants");
    const { limit, window, counts, meter } = first;
    const unit = counts ?? (meter === "credits" ? "credits" : catalogue.meters[meter]?.unit);
    const each = grants.length > 1 ? ` on each of the ${grants.length} APIs` : "";
    expect(new Set(grants.map((grant) => `${grant.limit} ${grant.window} ${grant.counts}`)).size).toBe(1);
    return `${title} | $${Number(price.amount)} | ${limit.toLocaleString("en-US")} ${unit}${each} a ${window}`;
  });
}

describe("the catalogue says what the suite's price lists say", () => {
  test("landing", () => expect(printed(catalogue)).toEqual(LANDING));
  test("descriptor", () => expect(printed(catalogueByApi)).toEqual(DESCRIPTOR));
  test("both", () => {
    expect(catalogue.plans).toHaveLength(LANDING.length + DESCRIPTOR.length);
  });
});

test("the bundle holds the five single plans together, at the weights of the meters", () => {
  const singles = offered(catalogue).filter((plan) => !isFree(plan) && plan.id !== "bundle");
  const credits = singles.flatMap(({ grants }) =>
    grants.map(({ meter, limit }) => limit * (catalogue.meters[meter]?.credits ?? Number.NaN)),
  );
  expect(credits).toEqual([10_000, 10_000, 18_000, 50_000, 30_000]);
  expect(credits.reduce((a, b) => a + b)).toBe(118_000);
  const bundle = catalogue.plans.find(({ id }) => id === "bundle");
  expect(bundle?.grants).toMatchObject([{ meter: "credits", limit: 118_000 }]);
});

test("a PDF call on the free plan takes at most 25 pages", () => {
  const hobbyist = catalogue.plans.find((plan) => plan.id === "hobbyist");
  expect(hobbyist?.grants.filter((grant) => grant.maxUnits !== undefined)).toMatchObject([
    { meter: "pdf", maxUnits: 25 },
  ]);
  expect(hobbyist?.note).toMatch(/limited to 25 pages/);
});

test("the catalogue itself is one that is accepted, to the letter", () => {
  expect(readCatalogue(JSON.parse(JSON.stringify(catalogue)))).toEqual(catalogue);
});

test("what GET /plans shows is a catalogue that can be changed and read back", () => {
  const shown = { listing: "landing", meters: catalogue.meters, plans: offered(catalogue) };
  expect(readCatalogue(JSON.parse(JSON.stringify(shown))).plans).toEqual(offered(catalogue));
});

describe("a catalogue of the operator's is refused", () => {
  const [first] = catalogue.plans;
  test.each([
    ["without plans", { ...catalogue, plans: [] }, "plans"],
    ["with two plans of one id", { ...catalogue, plans: [first, first] }, "the same ID"],
    ["with an unknown meter", { ...catalogue, meters: {} }, "not among meters"],
    ["with an unknown member", { ...catalogue, discount: 1 }, "its root"],
    [
      "with a price in words",
      { ...catalogue, plans: [{ ...first, price: { amount: "free", currency: "USD" } }] },
      "price",
    ],
    ["that is no object", "plans", "its root"],
  ])("%s", (_, data, words) => expect(() => readCatalogue(data)).toThrow(words));
});
