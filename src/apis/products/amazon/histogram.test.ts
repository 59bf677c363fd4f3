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

describe("buckets without a link, as pages of twelve languages have them", () => {
  const link = (label: string, inside = "") =>
    `<a class="a-size-base a-link-normal _cr-ratings-histogram_style_histogram-row-container__Vh7Di" aria-label="${label}" href="/product-reviews/B0TEST0001/ref=x">${inside}</a>`;
  const list = (...rows: readonly string[]) =>
    `<ul id="histogramTable" class="a-unordered-list a-nostyle a-vertical">${rows.map((row) => `<li class="a-align-center a-spacing-none"><span class="a-list-item">${row}</span></li>`).join("")}</ul>`;
  const table = (...rows: readonly string[]) =>
    `<table id="histogramTable" class="a-normal a-align-center a-spacing-base"><tbody>${rows.map((row) => `<tr class="a-histogram-row a-align-center">${row}</tr>`).join("")}</tbody></table>`;
  const meter = (value: string) =>
    `<div class="a-meter" role="progressbar" aria-valuenow="${value}"><div class="a-meter-bar" style="width:${value}"></div></div>`;
  const cells = (star: string, share: string) =>
    `<td class="aok-nowrap"><span class="a-size-base">${star}</span><span class="a-letter-space"></span></td><td class="a-span10">${meter("8%")}</td><td class="a-text-right a-nowrap"><span class="a-letter-space"></span><span class="a-size-base">${share}</span></td>`;

  const pages: readonly (readonly [name: string, html: string, shares: Shares])[] = [
    [
      "en: three buckets of zero, whose meters have no value",
      list(
        link("91 percent of reviews have 5 stars", `<div>5 star</div>${meter("91%")}<div>91%</div>`),
        link("9 percent of reviews have 4 stars", `<div>4 star</div>${meter("9%")}<div>9%</div>`),
        ...[3, 2, 1].map(
          (n) => `<div class="aok-inline">${n} star</div><div class="a-meter"></div><div>0%</div>`,
        ),
      ),
      [91, 9, 0, 0, 0],
    ],
    [
      "de: decimals with a comma, in a table",
      table(
        ...(
          [
            ["66,5", 5],
            ["20,5", 4],
          ] as const
        ).map(
          ([share, n]) =>
            `<td>${link(`${share} Prozent der Bewertungen haben ${n} Sterne`, `${n} Sterne`)}</td><td>${meter(share)}</td>`,
        ),
        cells("3 Sterne", "8,5\u00a0%"),
        `<td>${link("1,5 Prozent der Bewertungen haben 2 Sterne", "2 Sterne")}</td>`,
        `<td>${link("3 Prozent der Bewertungen haben 1 Stern", "1 Stern")}</td>`,
      ),
      [66.5, 20.5, 8.5, 1.5, 3],
    ],
    [
      "fr: a percentage alone, at its place",
      list(
        link("70 pour cent des évaluations ont 5 étoiles"),
        link("15 pour cent des évaluations ont 4 étoiles"),
        `${meter("8%")}<span>8\u202f%</span>`,
        link("3 pour cent des évaluations ont 2 étoiles"),
        link("4 pour cent des évaluations ont 1 étoile"),
      ),
      [70, 15, 8, 3, 4],
    ],
    [
      "ja: digits and sign of full width",
      list(
        link("星5つのレビューは64パーセントです"),
        link("星4つのレビューは21パーセントです"),
        `<div>星３つ</div>${meter("8%")}<div>８％</div>`,
        link("星2つのレビューは3パーセントです"),
        link("星1つのレビューは4パーセントです"),
      ),
      [64, 21, 8, 3, 4],
    ],
    [
      "ar: from right to left, with its digits and marks of direction",
      list(
        link("٦٦ في المائة من المراجعات لها ٥ نجوم"),
        link("٢٠ في المائة من المراجعات لها ٤ نجوم"),
        link("٨ في المائة من المراجعات لها ٣ نجوم"),
        `<bdi dir="rtl">\u200f٢ نجوم</bdi>${meter("2%")}<span dir="rtl">\u200f٢\u200f٪\u200f</span>`,
        link("٤ في المائة من المراجعات لها نجمة ١"),
      ),
      [66, 20, 8, 2, 4],
    ],
    [
      "hi: digits of Devanagari, in a table of 2017 with titles",
      table(
        ...[
          [58, 5],
          [22, 4],
        ].map(
          ([share, n]) =>
            `<td><a class="a-link-normal ${n}star" title="${share} प्रतिशत समीक्षाओं में ${n} स्टार हैं" href="/x">${n} स्टार</a></td>`,
        ),
        cells("३ स्टार", "११%"),
        ...[
          [4, 2],
          [5, 1],
        ].map(
          ([share, n]) =>
            `<td><a class="a-link-normal ${n}star" title="${share} प्रतिशत समीक्षाओं में ${n} स्टार हैं" href="/x">${n} स्टार</a></td>`,
        ),
      ),
      [58, 22, 11, 4, 5],
    ],
    [
      "es: from one star to five, with the percentage alone",
      list(
        link("Un 6 por ciento de las reseñas tienen 1 estrellas"),
        `<span class="a-size-base">5\u00a0%</span>`,
        link("Un 9 por ciento de las reseñas tienen 3 estrellas"),
        link("Un 18 por ciento de las reseñas tienen 4 estrellas"),
        link("Un 62 por ciento de las reseñas tienen 5 estrellas"),
      ),
      [62, 18, 9, 5, 6],
    ],
    [
      "it: a bucket that is missing, beside one without a link",
      list(
        link("Il 80 percento delle recensioni ha 5 stelle"),
        link("Il 11 percento delle recensioni ha 4 stelle"),
        `<span>3 stelle</span> <span class="a-text-right">5%</span>`,
        link("Il 4 percento delle recensioni ha 1 stelle"),
      ),
      [80, 11, 5, 0, 4],
    ],
    [
      "pt: rows that are neither of a table nor of a list",
      `<div id="histogramTable">${[
        [73, 5],
        [14, 4],
        [6, 3],
      ]
        .map(
          ([share, n]) =>
            `<div class="a-fixed-left-grid a-histogram-row">${link(`${share} por cento das avaliações têm ${n} estrelas`)}</div>`,
        )
        .join(
          "",
        )}<div class="a-fixed-left-grid a-histogram-row"><div>2 estrelas</div>${meter("2%")}<div>2%</div></div><div class="a-fixed-left-grid a-histogram-row">${link("5 por cento das avaliações têm 1 estrela")}</div></div>`,
      [73, 14, 6, 2, 5],
    ],
    [
      "tr: the sign first, and a label that has the percentage alone",
      list(
        link("Değerlendirmelerin yüzde 55 kadarı 5 yıldızlı"),
        `<div>4 yıldız</div><div class="a-meter" role="progressbar" aria-label="%23"></div><div>%23</div>`,
        link("Değerlendirmelerin yüzde 12 kadarı 3 yıldızlı"),
        `<div>2 yıldız</div><div class="a-meter" role="progressbar" aria-label="%3"></div><div>%3</div>`,
        link("Değerlendirmelerin yüzde 7 kadarı 1 yıldızlı"),
      ),
      [55, 23, 12, 3, 7],
    ],
    [
      "sv: a sentence that only screen readers get, without a label",
      list(
        link("48 procent av recensionerna har 5 stjärnor"),
        link("24 procent av recensionerna har 4 stjärnor"),
        link("13 procent av recensionerna har 3 stjärnor"),
        link("7 procent av recensionerna har 2 stjärnor"),
        `<span class="a-offscreen">8 procent av recensionerna har 1 stjärnor</span>${meter("8%")}`,
      ),
      [48, 24, 13, 7, 8],
    ],
    [
      "nl: less than one percent, and the label on the row itself",
      list(
        link("88 procent van de recensies heeft 5 sterren"),
        `<span aria-label="9 procent van de recensies heeft 4 sterren"></span>`,
        link("2 procent van de recensies heeft 3 sterren"),
        "<span>2 sterren</span><span>&lt;1%</span>",
        link("1 procent van de recensies heeft 1 sterren"),
      ),
      [88, 9, 2, 0, 1],
    ],
  ];
  test.each(pages)("%s", (_name, html, shares) => {
    expect(histogramIn(html)).toEqual(histogram(shares));
  });

  test.each([
    ["percentages alone, in an order that nothing tells", list("60%", "20%", "10%", "4%", "6%")],
    [
      "a percentage alone in a list of four",
      list(
        link("80 percent of reviews have 5 stars"),
        link("12 percent of reviews have 4 stars"),
        "3%",
        link("5 percent of reviews have 1 stars"),
      ),
    ],
    [
      "labels that do not keep an order",
      list(
        link("15 percent of reviews have 4 stars"),
        link("70 percent of reviews have 5 stars"),
        "8%",
        link("3 percent of reviews have 1 stars"),
        link("4 percent of reviews have 2 stars"),
      ),
    ],
  ])("not %s", (_name, html) => {
    expect(histogramIn(html)).toBeNull();
  });
});
