import { expect, test } from "bun:test";
import { readPage } from "../read-page.ts";
import { readStructured } from "./items.ts";

function read(...blocks: unknown[]) {
  const html = blocks
    .map((block) =>
      typeof block === "string"
        ? block
        : `<script type="application/ld+json">${JSON.stringify(block)}</script>`,
    )
    .join("");
  return readStructured(readPage(new TextEncoder().encode(html), "text/html; charset=utf-8", false));
}
const context = "https://schema.org";

test.each([
  ["a complete product", { "@type": "Product", name: "x", offers: { "@type": "Offer", price: 1 } }, []],
  [
    "a range of prices",
    { "@type": "Product", name: "x", offers: { "@type": "AggregateOffer", lowPrice: 1 } },
    [],
  ],
  [
    "an offer without a price",
    { "@type": "Product", name: "x", offers: {} },
    ["offers.price or offers.lowPrice or offers.priceSpecification.price"],
  ],
  [
    "a reference says nothing against the page",
    { "@type": "Product", name: "x", offers: { "@id": "#o" } },
    [],
  ],
  [
    "a remote job",
    {
      "@type": "JobPosting",
      title: "t",
      description: "d",
      datePosted: "2026-01-01",
      hiringOrganization: "h",
      applicantLocationRequirements: {},
    },
    [],
  ],
  [
    "an event at a place without address",
    { "@type": "Event", name: "e", startDate: "2026-01-01", location: { name: "Hall" } },
    ["location.address or location.url"],
  ],
  ["a subtype", { "@type": "Restaurant", name: "r" }, ["address"]],
  ["a type with its address", { "@type": "https://schema.org/Movie", name: "m" }, ["image"]],
  [
    "a rating without a count",
    { "@type": "Movie", name: "m", image: "i", aggregateRating: { ratingValue: 4 } },
    ["aggregateRating.ratingCount or aggregateRating.reviewCount"],
  ],
  ["a type that Google shows nothing for", { "@type": "Thing" }, []],
  [
    "steps without names",
    {
      "@type": "BreadcrumbList",
      itemListElement: [
        { position: 1, item: "/a" },
        { position: 2, name: "b" },
      ],
    },
    ["itemListElement[0].name"],
  ],
] as const)("%s", (_name, node, missing) => {
  expect(read({ "@context": context, ...node }).items[0]?.missingRequired).toEqual([...missing]);
});

test("nodes are looked up where others refer to them, in any block, and ratings are parts of those that do", () => {
  const product = {
    "@context": context,
    "@graph": [
      {
        "@type": "Product",
        "@id": "#p",
        name: "x",
        offers: { "@id": "#o" },
        aggregateRating: { "@id": "#r" },
      },
      { "@type": "Offer", "@id": "#o", priceCurrency: "EUR" },
      { "@type": "Movie", name: "m", image: "i", review: { "@id": "https://elsewhere.example/#review" } },
      { "@type": "Movie", name: "loop", image: { "@id": "#loop" }, "@id": "#loop" },
    ],
  };
  const rating = { "@context": context, "@type": "AggregateRating", "@id": "#r", ratingValue: 4 };
  expect(
    read(product, rating).items.map(({ types, missingRequired }) => [types[0], missingRequired]),
  ).toEqual([
    [
      "Product",
      [
        "aggregateRating.ratingCount or aggregateRating.reviewCount",
        "offers.price or offers.lowPrice or offers.priceSpecification.price",
      ],
    ],
    ["Offer", []],
    ["Movie", []],
    ["Movie", []],
  ]);
  const [article] = read({
    "@context": context,
    "@graph": [
      { "@type": "Article", headline: "h", author: { name: "A", "@id": "#a" } },
      { "@type": "Person", "@id": "#a", url: "https://shop.example/a" },
    ],
  }).items;
  expect(article?.missingRecommended).not.toContain("author.url");
  const [group] = read({
    "@context": context,
    "@type": "ProductGroup",
    hasVariant: [{ "@type": "Product", name: "x", offers: { price: "1,234.50" } }],
  }).items;
  expect([group?.missingRequired, group?.wrongValues.length]).toEqual([["name"], 1]);
});

test("circles of references end", () => {
  const many = (id: string) => Array.from({ length: 900 }, () => ({ "@id": id }));
  const graph = ["#a", "#b"].map((id, i) => ({
    "@type": "QAPage",
    "@id": id,
    mainEntity: many(i === 0 ? "#b" : "#a"),
    acceptedAnswer: many("#a"),
    suggestedAnswer: many("#b"),
  }));
  expect(read({ "@context": context, "@graph": graph }).items).toHaveLength(2);
});

test.each([
  ["that everyone knows", "schema:", ""],
  [
    "that the page declares",
    "s.o:",
    ' prefix="og: https://ogp.me/ns#  s.o:\nhttp://schema.org/ x: https://x.example/"',
  ],
])(
  "RDFa of Google's examples, with a prefix %s: the items of `rel` are those of the item around them",
  (_name, prefix, declared) => {
    const { items } = read(
      `<main${declared}><div typeof="schema:Product"><div property="schema:name" content="x"></div>
<div rel="schema:review"><div typeof="schema:Review"><div rel="schema:author"><div typeof="schema:Person"><b property="schema:name">A</b></div></div>
<div rel="schema:reviewRating" typeof="schema:Rating"><b property="schema:ratingValue">6</b></div></div></div></div>
<p rel="nofollow"><b typeof="schema:Thing"></b></p></main>`.replaceAll("schema:", prefix),
    );
    expect(
      items.map(({ types, missingRequired, wrongValues }) => [types, missingRequired, wrongValues.length]),
    ).toEqual([
      [["Product"], [], 1],
      [["Thing"], [], 0],
    ]);
  },
);

test("nodes are found in lists and graphs", () => {
  const { items, contextless } = read(
    {
      "@context": context,
      "@graph": [
        { "@type": "WebPage", breadcrumb: { "@type": "BreadcrumbList", itemListElement: [] } },
        { "@type": ["Article", "Thing"], mainEntity: { "@type": "Product", "@id": "#p" } },
      ],
    },
    [{ "@context": context, "@type": "Recipe" }],
  );
  expect(items.map(({ types }) => types)).toEqual([
    ["WebPage"],
    ["BreadcrumbList"],
    ["Article", "Thing"],
    ["Recipe"],
  ]);
  expect(contextless).toEqual([]);
});

test("broken blocks say where, and wrapped ones are read", () => {
  const script = (text: string) => `<script type="application/ld+json">${text}</script>`;
  const { items, invalidBlocks, wrappedBlocks } = read(
    script('// <![CDATA[\n{"@context": "https://schema.org", "@type": "Thing"}\n// ]]>'),
    script('{"a": 1 /* why */}'),
    script('{"a": "line\nbreak"}'),
    script("{'a': 1}"),
    script(""),
  );
  expect([items.length, wrappedBlocks.length, invalidBlocks.length]).toEqual([1, 1, 3]);
  for (const { message, place } of invalidBlocks)
    expect([message.endsWith("."), (place.line ?? 0) > 0]).toEqual([true, true]);
});

test("microdata and RDFa nest, and other vocabularies are not held against Google's table", () => {
  const { items } = read(
    '<div itemscope itemtype="https://schema.org/Product"><b itemprop=name>x</b><p itemprop=offers itemscope itemtype="https://schema.org/Offer"><meta itemprop=price content=1></p></div>',
    '<div vocab="https://schema.org/" typeof="Recipe"><b property="name">Soup</b></div>',
    '<div typeof="foaf:Document"><b property="dc:title">x</b></div>',
  );
  expect(items.map(({ syntax, types, missingRequired }) => [syntax, types, missingRequired])).toEqual([
    ["microdata", ["Product"], []],
    ["rdfa", ["Recipe"], ["image"]],
    ["rdfa", ["foaf:Document"], []],
  ]);
});
