import { describe, expect, test } from "bun:test";
import { page } from "../../../../test/fixtures/products/page.ts";
import { marketplaces } from "./marketplaces.ts";
import { readProduct } from "./product.ts";

const com = marketplaces[0];
function histogramIn(below: string) {
  if (com === undefined) throw new TypeError("no marketplace");
  const html = page({ below: `<span id="acrPopover" title="4.5 out of 5 stars"></span>${below}` });
  return readProduct(html, { asin: "B0TEST0001", marketplace: com })?.rating?.histogramPercent;
}

type Shares = readonly [five: number, four: number, three: number, two: number, one: number];
const histogram = ([five, four, three, two, one]: Shares) => ({
  "5": five,
  "4": four,
  "3": three,
  "2": two,
  "1": one,
});
const stars = [5, 4, 3, 2, 1];

/** A table as pages of 2017 have it: rows with a share have links with a title, rows without one have none. */
function oldTable(shares: Shares, star: (n: number) => string, title: (n: number, share: number) => string) {
  const rows = shares.map((share, i) => {
    const n = stars[i] ?? 0;
    const cell = (inside: string) =>
      share === 0
        ? inside
        : `<a class="a-link-normal ${n}star" title="${title(n, share)}" href="/x">${inside}</a>`;
    return `<tr class="a-histogram-row"><td class="aok-nowrap">${cell(star(n))}<span class="a-letter-space"></span></td><td class="a-span10">${cell(`<div class="a-meter" aria-label="${share}%"><div class="a-meter-bar" style="width: ${share}%;"></div></div>`)}</td><td class="a-text-right aok-nowrap"><span class="a-letter-space"></span>${cell(`${share}%`)}</td></tr>`;
  });
  return `<table id="histogramTable" class="a-normal a-align-middle a-spacing-base">${rows.join("")}</table>`;
}

const spread: readonly Shares[] = [
  [66, 20, 8, 2, 4],
  [90, 10, 0, 0, 0],
  [100, 0, 0, 0, 0],
  [0, 0, 0, 0, 100],
  [50, 0, 0, 0, 50],
  [97, 1, 1, 0, 0],
  [4, 5, 3, 1, 87],
  [33, 33, 33, 0, 0],
];

describe.each([
  ["en", (n: number) => `${n} star`, (n: number, share: number) => `${share}% of reviews have ${n} stars`],
  [
    "de",
    (n: number) => `${n} Sterne`,
    (n: number, share: number) => `${share}% der Rezensionen haben ${n} Sterne`,
  ],
  [
    "fr",
    (n: number) => `${n} étoiles`,
    (n: number, share: number) => `${n} étoiles représentent ${share} % des commentaires`,
  ],
  [
    "es",
    (n: number) => `${n} estrellas`,
    (n: number, share: number) => `El ${share} por ciento de las opiniones tienen ${n} estrellas`,
  ],
  [
    "it",
    (n: number) => `${n} stelle`,
    (n: number, share: number) => `${n} stelle rappresentano il ${share}% delle recensioni`,
  ],
  [
    "ja",
    (n: number) => `星${n}つ`,
    (n: number, share: number) => `レビューの${share}%に星${n}つが付いています`,
  ],
] as const)("a table of 2017 in %s", (_language, star, title) => {
  test.each(spread.map((shares) => [shares.join(" "), shares] as const))("%s", (_name, shares) => {
    expect(histogramIn(oldTable(shares, star, title))).toEqual(histogram(shares));
  });
});

describe("a table whose only texts are its cells", () => {
  const rows = (list: readonly string[], tag = "tr") =>
    `<table id="histogramTable">${list.map((text) => `<${tag} class="a-histogram-row"><td>${text}</td></${tag}>`).join("")}</table>`;
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
      "less than one percent",
      ["5 star 95%", "4 star 4%", "3 star <1%", "2 star <1%", "1 star 1%"],
      [95, 4, 0, 0, 1],
    ],
    ["a dash for none", ["5 star 95%", "4 star 5%", "3 star –", "2 star –", "1 star –"], [95, 5, 0, 0, 0]],
    [
      "German",
      ["5 Sterne 71 %", "4 Sterne 29 %", "3 Sterne 0 %", "2 Sterne 0 %", "1 Stern 0 %"],
      [71, 29, 0, 0, 0],
    ],
    [
      "Turkish, the sign first",
      ["5 yıldız %71", "4 yıldız %20", "3 yıldız %9", "2 yıldız %0", "1 yıldız %0"],
      [71, 20, 9, 0, 0],
    ],
    ["Arabic digits", ["٥ نجوم ٧١٪", "٤ نجوم ٢٠٪", "٣ نجوم ٩٪", "٢ نجوم ٠٪", "١ نجوم ٠٪"], [71, 20, 9, 0, 0]],
    ["Japanese", ["星5つ 71%", "星4つ 20%", "星3つ 9%", "星2つ 0%", "星1つ 0%"], [71, 20, 9, 0, 0]],
    [
      "from one to five",
      ["1 star 4%", "2 star 2%", "3 star 8%", "4 star 20%", "5 star 66%"],
      [66, 20, 8, 2, 4],
    ],
    [
      "decimals that add up",
      ["5 star 66.5%", "4 star 20.5%", "3 star 8%", "2 star 2%", "1 star 3%"],
      [66.5, 20.5, 8, 2, 3],
    ],
  ] as const)("%s", (_name, texts, shares) => {
    expect(histogramIn(rows(texts))).toEqual(histogram(shares));
    expect(histogramIn(rows(texts, "li"))).toEqual(histogram(shares));
  });
});

describe("sentences that only screen readers get", () => {
  const bars = (labels: readonly string[]) =>
    `<ul id="histogramTable">${labels.map((label) => `<li><a aria-label="${label}" href="#"></a></li>`).join("")}</ul>`;
  const said = (sentence: (n: number, share: number) => string, shares: Shares) =>
    bars(shares.map((share, i) => sentence(stars[i] ?? 0, share)));
  test.each([
    ["en, words", (n: number, share: number) => `${share} percent of reviews have ${n} stars`],
    ["en, sign", (n: number, share: number) => `${n} stars represent ${share}% of rating`],
    ["de", (n: number, share: number) => `${share} Prozent der Bewertungen haben ${n} Sterne`],
    ["es", (n: number, share: number) => `Un ${share} por ciento de las reseñas tienen ${n} estrellas`],
    ["fr", (n: number, share: number) => `${share} pour cent des évaluations ont ${n} étoiles`],
    ["pt", (n: number, share: number) => `${share} por cento das avaliações têm ${n} estrelas`],
    ["nl", (n: number, share: number) => `${share} procent van de recensies heeft ${n} sterren`],
    ["sv", (n: number, share: number) => `${share} procent av recensionerna har ${n} stjärnor`],
    ["pl", (n: number, share: number) => `${share} procent recenzji ma ${n} gwiazdki`],
    ["tr", (n: number, share: number) => `Değerlendirmelerin yüzde ${share} kadarı ${n} yıldızlı`],
    ["ar", (n: number, share: number) => `${share} في المائة من المراجعات لها ${n} نجوم`],
    ["hi", (n: number, share: number) => `${share} प्रतिशत समीक्षाओं में ${n} स्टार हैं`],
    ["ja", (n: number, share: number) => `星${n}つのレビューは${share}パーセントです`],
  ] as const)("%s", (_language, sentence) => {
    for (const shares of [
      [64, 22, 7, 2, 5],
      [98, 2, 0, 0, 0],
      [5, 4, 3, 2, 86],
      [0, 0, 1, 4, 95],
    ] as const) {
      expect(histogramIn(said(sentence, shares))).toEqual(histogram(shares));
    }
  });
});

describe("numbers that are no shares", () => {
  test.each([
    [
      "counts in the cells",
      `<table id="histogramTable">${[120, 30, 4, 1, 2].map((n, i) => `<tr><td>${5 - i} star</td><td>${n}</td></tr>`).join("")}</table>`,
    ],
    [
      "counts in brackets",
      `<table id="histogramTable">${[120, 30, 4, 1, 2].map((n, i) => `<tr><td>${5 - i} star</td><td>(${n})</td></tr>`).join("")}</table>`,
    ],
    [
      "counts as labels",
      `<ul id="histogramTable">${[412, 122, 80, 40, 20].map((n, i) => `<li><a aria-label="${5 - i} stars ${n}"></a></li>`).join("")}</ul>`,
    ],
    ["percent of half a page", `<table id="histogramTable"><tr><td>5 star 40%</td></tr></table>`],
    ["an empty table", `<table id="histogramTable"></table>`],
    [
      "a table of another product",
      `<div class="a-carousel"><table><tr><td>5 star 100%</td></tr></table></div>`,
    ],
  ])("%s", (_name, below) => {
    expect(histogramIn(below)).toBeNull();
  });
});

describe.each([
  [
    "en",
    (n: number) => `${n} star`,
    (n: number, share: number) => `${share} percent of reviews have ${n} stars`,
  ],
  [
    "de",
    (n: number) => `${n} Sterne`,
    (n: number, share: number) => `${share} Prozent der Bewertungen haben ${n} Sterne`,
  ],
  [
    "fr",
    (n: number) => `${n} étoiles`,
    (n: number, share: number) => `${share} pour cent des évaluations ont ${n} étoiles`,
  ],
  [
    "es",
    (n: number) => `${n} estrellas`,
    (n: number, share: number) => `Un ${share} por ciento de las reseñas tienen ${n} estrellas`,
  ],
  [
    "pt",
    (n: number) => `${n} estrelas`,
    (n: number, share: number) => `${share} por cento das avaliações têm ${n} estrelas`,
  ],
  [
    "ja",
    (n: number) => `星${n}つ`,
    (n: number, share: number) => `星${n}つのレビューは${share}パーセントです`,
  ],
] as const)("in %s", (_language, star, sentence) => {
  test.each(stars)("the share of %i stars that alone has no link", (alone) => {
    const shares: Shares = [60, 20, 10, 4, 6];
    const rows = shares.map((share, i) => {
      const n = stars[i] ?? 0;
      const text = `<span>${star(n)}</span> <div class="a-meter-none"></div> <span>${share}%</span>`;
      return n === alone
        ? `<li>${text}</li>`
        : `<li><a class="a-link-normal" aria-label="${sentence(n, share)}" href="/x"><span class="bar"></span></a></li>`;
    });
    expect(histogramIn(`<ul id="histogramTable">${rows.join("")}</ul>`)).toEqual(histogram(shares));
  });
});
