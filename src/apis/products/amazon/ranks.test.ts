import { describe, expect, test } from "bun:test";
import { page } from "../../../../test/fixtures/products/page.ts";
import { marketplaces } from "./marketplaces.ts";
import { readProduct } from "./product.ts";

interface Ranks {
  /** The label of the row. */
  readonly label: string;
  /** What is before and after the name of a category. */
  readonly top: readonly [string, string];
  readonly sub: readonly [string, string];
  /** The link behind the first rank. */
  readonly all: string;
  readonly names: readonly [string, string, string];
  /** The ranks as the text has them: 12,345 in the store and 12 in the category. */
  readonly rank?: string;
}

/** By language, in the public wording of the marketplaces. */
const languages: Readonly<Record<string, Ranks>> = {
  en: {
    label: "Best Sellers Rank",
    top: ["#12,345 in ", ""],
    sub: ["#12 in ", ""],
    all: "See Top 100 in Home & Kitchen",
    names: ["Home & Kitchen", "Small Appliances", "Kettles"],
  },
  "en without a mark": {
    label: "Best Sellers Rank",
    top: ["12,345 in ", ""],
    sub: ["12 in ", ""],
    all: "See Top 100 in Home & Kitchen",
    names: ["Home & Kitchen", "Small Appliances", "Kettles"],
  },
  es: {
    label: "Clasificación en los más vendidos de Amazon",
    top: ["nº12.345 en ", ""],
    sub: ["nº12 en ", ""],
    all: "Ver el Top 100 en Hogar y cocina",
    names: ["Hogar y cocina", "Pequeño electrodoméstico", "Hervidores"],
  },
  fr: {
    label: "Classement des meilleures ventes d'Amazon",
    top: ["12\u202f345 en ", ""],
    sub: ["12 en ", ""],
    all: "Voir les 100 premiers en Cuisine et Maison",
    names: ["Cuisine et Maison", "Petit électroménager", "Bouilloires"],
  },
  "fr in words": {
    label: "Classement des meilleures ventes d'Amazon",
    top: ["12 345 dans la catégorie ", ""],
    sub: ["n° 12 dans la catégorie ", ""],
    all: "Voir les 100 premiers",
    names: ["Cuisine et Maison", "Petit électroménager", "Bouilloires"],
  },
  pt: {
    label: "Ranking dos mais vendidos",
    top: ["Nº 12.345 em ", ""],
    sub: ["Nº 12 em ", ""],
    all: "Conheça o Top 100 na categoria Cozinha",
    names: ["Cozinha", "Eletroportáteis", "Chaleiras"],
  },
  de: {
    label: "Amazon Bestseller-Rang",
    top: ["Nr. 12.345 in ", ""],
    sub: ["Nr. 12 in ", ""],
    all: "Siehe Top 100 in Küche, Haushalt & Wohnen",
    names: ["Küche, Haushalt & Wohnen", "Kleingeräte", "Wasserkocher"],
  },
  it: {
    label: "Posizione nella classifica Bestseller di Amazon",
    top: ["n. 12.345 in ", ""],
    sub: ["n. 12 in ", ""],
    all: "Visualizza i Top 100 nella categoria Casa e cucina",
    names: ["Casa e cucina", "Piccoli elettrodomestici", "Bollitori"],
  },
  nl: {
    label: "Plaats in bestsellerlijst",
    top: ["#12.345 in ", ""],
    sub: ["#12 in ", ""],
    all: "Top 100 in Wonen & keuken bekijken",
    names: ["Wonen & keuken", "Kleine apparaten", "Waterkokers"],
  },
  sv: {
    label: "Rangordning för bästsäljare",
    top: ["#12\u00a0345 i ", ""],
    sub: ["#12 i ", ""],
    all: "Visa Topp 100 i Hem & kök",
    names: ["Hem & kök", "Små apparater", "Vattenkokare"],
  },
  pl: {
    label: "Ranking bestsellerów",
    top: ["nr 12\u00a0345 w ", ""],
    sub: ["nr 12 w ", ""],
    all: "Sprawdź pierwszą setkę w Dom i kuchnia",
    names: ["Dom i kuchnia", "Małe urządzenia", "Czajniki"],
  },
  tr: {
    label: "En Çok Satanlar Sıralaması",
    top: ["Nr. 12.345 - ", ""],
    sub: ["Nr. 12 - ", ""],
    all: "Ev ve Yaşam kategorisinde ilk 100",
    names: ["Ev ve Yaşam", "Küçük Ev Aletleri", "Su Isıtıcıları"],
  },
  "tr with the rank at the end": {
    label: "En Çok Satanlar Sıralaması",
    top: ["", " kategorisinde 12.345. sırada"],
    sub: ["", " kategorisinde 12. sırada"],
    all: "Ev ve Yaşam kategorisinde ilk 100",
    names: ["Ev ve Yaşam", "Küçük Ev Aletleri", "Su Isıtıcıları"],
  },
  ar: {
    label: "تصنيف الأفضل مبيعاً",
    top: ["\u200e#12,345 في ", ""],
    sub: ["\u200e#12 في ", ""],
    all: "اعرض أعلى 100 في المنزل والمطبخ",
    names: ["المنزل والمطبخ", "أجهزة صغيرة", "غلايات"],
  },
  "ar with its own digits": {
    label: "تصنيف الأفضل مبيعاً",
    top: ["#١٢٬٣٤٥ في ", ""],
    sub: ["#١٢ في ", ""],
    all: "اعرض أعلى ١٠٠ في المنزل والمطبخ",
    names: ["المنزل والمطبخ", "أجهزة صغيرة", "غلايات"],
  },
  hi: {
    label: "बेस्ट सेलर रैंक",
    top: ["", " में #12,345"],
    sub: ["", " में #12"],
    all: "घर और रसोई में टॉप 100 देखें",
    names: ["घर और रसोई", "छोटे उपकरण", "केतली"],
  },
  ja: {
    label: "Amazon 売れ筋ランキング",
    top: ["- 12,345位", ""],
    sub: ["- 12位", ""],
    all: "ホーム＆キッチンの売れ筋ランキングを見る",
    names: ["ホーム＆キッチン", "小型家電", "電気ケトル"],
  },
  "ja with the rank at the end": {
    label: "Amazon 売れ筋ランキング",
    top: ["", " - 12,345位"],
    sub: ["", " - 12位"],
    all: "ホーム＆キッチンの売れ筋ランキングを見る",
    names: ["ホーム＆キッチン", "小型家電", "電気ケトル"],
  },
};

const list = (node?: string) => `/gp/bestsellers/kitchen${node === undefined ? "" : `/${node}/ref=pd_zg`}`;
const link = (name: string, node?: string) => `<a href="${list(node)}">${name.replace("&", "&amp;")}</a>`;
const around = ([before, after]: readonly [string, string], name: string) => `${before}${name}${after}`;

const com = marketplaces[0];
function ranksIn(below: string) {
  if (com === undefined) throw new TypeError("no marketplace");
  return readProduct(page({ below }), { asin: "B0TEST0001", marketplace: com })?.bestSellerRanks;
}

describe.each(Object.entries(languages))("ranks in %s", (_language, words) => {
  const { label, top, sub, all, names } = words;
  const store = { rank: 12_345, category: names[0], nodeId: null };
  const first = `${around(top, names[0].replace("&", "&amp;"))} (${link(all)})`;

  test("in the table of details", () => {
    const rows = `<span>${first}</span><br><span>${around(sub, link(names[2], "430155031"))}</span>`;
    expect(
      ranksIn(`<div id="prodDetails"><table><tr><th>${label}</th><td>${rows}</td></tr></table></div>`),
    ).toEqual([store, { rank: 12, category: names[2], nodeId: "430155031" }]);
  });

  test("in the list of details", () => {
    const items = `<ul class="zg_hrsr"><li><span class="a-list-item">${around(sub, link(names[2], "430155031"))}</span></li></ul>`;
    expect(
      ranksIn(
        `<div id="detailBulletsWrapper_feature_div"><ul><li><span class="a-list-item"><span class="a-text-bold">${label}: </span> ${first} ${items}</span></li></ul></div>`,
      ),
    ).toEqual([store, { rank: 12, category: names[2], nodeId: "430155031" }]);
  });

  test("with the path to the category, as in 2017", () => {
    const path = `${link(names[0])} &gt; ${link(names[1], "430155")} &gt; <b>${link(names[2], "430155031")}</b>`;
    expect(
      ranksIn(
        `<ul><li id="SalesRank"><b>${label}:</b> ${first}<style>.zg_hrsr { margin: 0; }</style><ul class="zg_hrsr"><li class="zg_hrsr_item"><span class="zg_hrsr_rank">${sub[0].trim()}</span> <span class="zg_hrsr_ladder">${path}</span>${sub[1]}</li></ul></li></ul>`,
      ),
    ).toEqual([store, { rank: 12, category: names.join(" > "), nodeId: "430155031" }]);
  });

  test("several", () => {
    const rows = [first, around(sub, link(names[1], "430155")), around(sub, link(names[2], "430155031"))];
    expect(
      ranksIn(
        `<div id="prodDetails"><table><tr><th>${label}</th><td>${rows.map((row) => `<span>${row}</span>`).join(" ")}</td></tr></table></div>`,
      ),
    ).toEqual([
      store,
      { rank: 12, category: names[1], nodeId: "430155" },
      { rank: 12, category: names[2], nodeId: "430155031" },
    ]);
  });
});

describe("what is no rank", () => {
  test("a link to the best sellers without a number", () => {
    expect(
      ranksIn(
        `<div id="prodDetails"><table><tr><td>${link("Best Sellers in Kettles")}</td></tr></table></div>`,
      ),
    ).toEqual([]);
  });
  test("the number of another row", () => {
    expect(
      ranksIn(
        `<div id="prodDetails"><table><tr><th>Weight</th><td>12 ounces</td></tr><tr><th>Lists</th><td>${link("Kettles", "430155031")}</td></tr></table></div>`,
      ),
    ).toEqual([]);
  });
  test("links in a list of other products", () => {
    expect(ranksIn(`<div class="a-carousel">#1 in ${link("Kettles", "430155031")}</div>`)).toEqual([]);
  });
});

test("a rank without a link comes before the one with it; a path is given in full", () => {
  expect(
    ranksIn(
      `<ul><li id="SalesRank"><b>Best Sellers Rank:</b> #1,222 in Books #7 in <a href="/gp/bestsellers/books/1111">Fiction</a> &gt; <a href="/gp/bestsellers/books/1112">Sea Stories</a></li></ul>`,
    ),
  ).toEqual([
    { rank: 1222, category: "Books", nodeId: null },
    { rank: 7, category: "Fiction > Sea Stories", nodeId: "1112" },
  ]);
});
