import { page } from "./page.ts";
import type { Trap } from "./prices.ts";

const trap = (name: string, marketplace: string, html: string, truth: Trap["truth"]): Trap => ({
  name,
  marketplace,
  html,
  truth,
});

const review = (id: string, inside: string, tag = "div") =>
  `<${tag} id="${id}" data-hook="review">${inside}</${tag}>`;
const author = `<a class="a-profile" href="/gp/profile/x"><span class="a-profile-name">Petra Privat</span></a>`;
const bars = (...labels: readonly string[]) =>
  `<ul id="histogramTable">${labels.map((label) => `<li><a aria-label="${label}" href="#"></a></li>`).join("")}</ul>`;
const rating = (title: string, count: string) =>
  `<div id="averageCustomerReviews"><span id="acrPopover" title="${title}"></span><span id="acrCustomerReviewText">${count}</span></div>`;
const byline = (text: string) => page({ center: `<a id="bylineInfo" href="/stores/x/page/1">${text}</a>` });
const place = (lead: string, line: string) =>
  page({
    center: `<span id="glow-ingress-line1">${lead}</span><span id="glow-ingress-line2">${line}</span>`,
  });

const histogram = (five: number, four: number, three: number, two: number, one: number) => ({
  histogramPercent: { "5": five, "4": four, "3": three, "2": two, "1": one },
});

/** One page for each trap of what is not a price. */
export const factTraps: readonly Trap[] = [
  trap(
    "entities are decoded once",
    "com",
    page({ title: "Salt &amp; Pepper&nbsp;&quot;Mill&quot; &amp;lt; 5" }),
    { title: 'Salt & Pepper "Mill" &lt; 5' },
  ),
  trap("stars out of five", "com", page({ center: rating("4.6 out of 5 stars", "5,064 customer reviews") }), {
    rating: { average: 4.6, count: 5064 },
  }),
  trap(
    "a comma, and a point that groups",
    "com.br",
    page({ center: rating("4,1 de 5 estrelas", "1.033 avaliações") }),
    { rating: { average: 4.1, count: 1033 } },
  ),
  trap(
    "a comma that groups, in brackets",
    "com",
    page({ center: rating("5.0 out of 5 stars", "(184,046)") }),
    { rating: { average: 5, count: 184046 } },
  ),
  trap("five comes first", "co.jp", page({ center: rating("5つ星のうち4.3", "1,234個の評価") }), {
    rating: { average: 4.3, count: 1234 },
  }),
  trap(
    "a narrow space that groups",
    "fr",
    page({ center: rating("4,5 sur 5 étoiles", "1 234 évaluations") }),
    { rating: { average: 4.5, count: 1234 } },
  ),
  trap(
    "percent before stars",
    "es",
    page({
      below: bars(
        "Un 64 por ciento de las reseñas tienen 5 estrellas",
        "Un 22 por ciento de las reseñas tienen 4 estrellas",
        "Un 7 por ciento de las reseñas tienen 3 estrellas",
        "Un 2 por ciento de las reseñas tienen 2 estrellas",
        "Un 5 por ciento de las reseñas tienen 1 estrella",
      ),
      center: rating("4,3 de 5", "972"),
    }),
    { rating: histogram(64, 22, 7, 2, 5) },
  ),
  trap(
    "stars before percent, with a bar that is missing",
    "com",
    page({
      below: bars(
        "5 stars represent 96% of rating",
        "4 stars represent 3% of rating",
        "1 stars represent 1% of rating",
      ),
      center: rating("4.8 out of 5", "9"),
    }),
    { rating: histogram(96, 3, 0, 0, 1) },
  ),
  trap(
    "counts in place of percents",
    "in",
    page({
      below: bars("5 stars 412", "4 stars 122", "3 stars 80", "2 stars 40", "1 stars 20"),
      center: rating("4.1 out of 5", "674"),
    }),
    { rating: { histogramPercent: null } },
  ),
  trap(
    "nothing but a link back",
    "com",
    page({
      below: `<div id="wayfinding-breadcrumbs_feature_div"><a href="/s?k=kettle">Back to results</a></div>`,
    }),
    { breadcrumbs: [] },
  ),
  trap(
    "the way down",
    "com",
    page({
      below: `<div id="wayfinding-breadcrumbs_feature_div"><a href="/b?ie=UTF8&amp;node=1">Home &amp; Kitchen</a> › <a href="/b?node=23">Kettles</a></div>`,
    }),
    {
      breadcrumbs: [
        { name: "Home & Kitchen", nodeId: "1" },
        { name: "Kettles", nodeId: "23" },
      ],
    },
  ),
  trap(
    "ranks in a table",
    "com",
    page({
      below: `<div id="prodDetails"><table><tr><th>Best Sellers Rank</th><td><span>#1,280 in Industrial &amp; Scientific (<a href="/gp/bestsellers/industrial/ref=x">See Top 100 in Industrial &amp; Scientific</a>)</span> <span>#3 in <a href="/gp/bestsellers/industrial/256160011/ref=y">Duct Tape</a></span></td></tr></table></div>`,
    }),
    {
      bestSellerRanks: [
        { rank: 1280, category: "Industrial & Scientific", nodeId: null },
        { rank: 3, category: "Duct Tape", nodeId: "256160011" },
      ],
    },
  ),
  trap(
    "a rank whose link does not name its category",
    "co.uk",
    page({
      below: `<table><tr id="SalesRank"><td class="label">Best Sellers Rank</td><td class="value">1,234 in Kitchen &amp; Home (<a href="/gp/bestsellers/kitchen">See top 100</a>)</td></tr></table>`,
    }),
    { bestSellerRanks: [{ rank: 1234, category: "Kitchen & Home" }] },
  ),
  trap(
    "a rank before its category, as in Japan",
    "co.jp",
    page({
      below: `<ul><li id="SalesRank"><b>Amazon 売れ筋ランキング:</b> - 1,234位ホーム＆キッチン (<a href="/gp/bestsellers/kitchen">ホーム＆キッチンの売れ筋ランキングを見る</a>)</li></ul>`,
    }),
    { bestSellerRanks: [{ rank: 1234, category: "ホーム＆キッチン" }] },
  ),
  trap(
    "ranks with a ladder, English digits on a Spanish page",
    "es",
    page({
      below: `<ul><li id="SalesRank"><b>Clasificación:</b> nº1,643,215 en Libros (<a href="/gp/bestsellers/books">Ver el Top 100 en Libros</a>) <ul><li class="zg_hrsr_item"><span class="zg_hrsr_rank">nº 5</span> en <a href="/gp/bestsellers/books/111">Ficción</a> &gt; <b><a href="/gp/bestsellers/books/2222">Poesía</a></b></li></ul></li></ul>`,
    }),
    {
      bestSellerRanks: [
        { rank: 1643215, category: "Libros", nodeId: null },
        { rank: 5, category: "Ficción > Poesía", nodeId: "2222" },
      ],
    },
  ),
  trap(
    "marks of direction round a colon; an ISBN of the wrong length",
    "co.uk",
    page({
      below: `<div id="detailBullets_feature_div"><ul><li><span class="a-list-item"><span class="a-text-bold">ISBN-10 \u200f : \u200e</span><span>9780241401125</span></span></li><li><span class="a-list-item"><span class="a-text-bold">Item model number \u200f : \u200e</span><span>X-1</span></span></li></ul></div>`,
    }),
    {
      details: { "ISBN-10": "9780241401125", "Item model number": "X-1" },
      identifiers: { isbn10: null, isbn13: "9780241401125", model: "X-1" },
    },
  ),
  trap(
    "a bullet that asks for a car is none",
    "com",
    page({
      center: `<div id="feature-bullets"><ul><li id="replacementPartsFitmentBullet" class="aok-hidden"><span class="a-list-item">Make sure this fits</span></li><li><span class="a-list-item">Holds a litre</span></li><li class="aok-hidden"><span class="a-list-item">Hidden</span></li></ul></div>`,
    }),
    { bullets: ["Holds a litre"] },
  ),
  ...(
    [
      ["Visit the Gorilla Store", "Gorilla"],
      ["Visita la tienda de Hercules", "Hercules"],
      ["Visite a loja Tramontina", "Tramontina"],
      ["Marca: Bosch", "Bosch"],
      ["Besuche den Philips-Store", "Philips"],
      ["Visiter la boutique Moulinex", "Moulinex"],
      ["アイリスオーヤマのストアを表示", "アイリスオーヤマ"],
      ["Visita lo Store di Bialetti", "Bialetti"],
    ] as const
  ).map(([text, brand]) => trap(`the brand in "${text}"`, "com", byline(text), { brand, bylineRaw: text })),
  trap("a phrase that is not known", "com", byline("Gå till Kettle, butiken: alla"), {
    brand: null,
    bylineRaw: "Gå till Kettle, butiken: alla",
  }),
  ...(
    [
      ["Deliver to", "Springfield 00000", "Springfield 00000"],
      ["Delivering to Coimbatore 641015", "Update location", "Coimbatore 641015"],
      ["Hello Petra", "Select your address", null],
      ["Olá", "Selecione o endereço", null],
      ["Enviar a", "Estados Unidos", "Estados Unidos"],
    ] as const
  ).map(([lead, line, deliveryLocation]) =>
    trap(`the place in "${lead} / ${line}"`, "com", place(lead, line), { deliveryLocation }),
  ),
  ...(
    [
      ["Deliver to&nbsp;", "Springfield 00000", "Springfield 00000"],
      ["Deliver to", "Germany", "Germany"],
      ["Delivery to", "London SW1A 1", "London SW1A 1"],
      ["Liefern nach", "Berlin 10115", "Berlin 10115"],
      ["Lieferung an", "Petra - Wien 1010", "Wien 1010"],
      ["Livrer à", "Lyon 69001", "Lyon 69001"],
      ["Enviar a", "Madrid 28001", "Madrid 28001"],
      ["Consegna a", "Torino 10121", "Torino 10121"],
      ["Bezorgen in", "Utrecht 3511", "Utrecht 3511"],
      ["Entregar em", "Recife 50000", "Recife 50000"],
      ["Hello", "Petra", null],
      ["Deliver to", "Select your address", null],
    ] as const
  ).flatMap(([verb, where, deliveryLocation]) =>
    [
      `<div id="contextualIngressPtLabel_deliveryShortLine"><span>${verb}</span> <span>${where}</span></div>`,
      `<span id="glow-ingress-single-line">${verb} ${where}</span>`,
    ].map((center) =>
      trap(`the place in the box: ${verb} ${where} in ${center.slice(1, 40)}`, "com", page({ center }), {
        deliveryLocation,
      }),
    ),
  ),
  trap(
    "pictures: no large one, a plus in the name",
    "com",
    page({
      below: `<script>var data = {\n 'colorImages': { 'initial': [{"hiRes":null,"thumb":"t","large":"https://m.media-amazon.com/images/I/41a%2BbL._AC_.jpg","main":{"https://m.media-amazon.com/images/I/41a%2BbL._AC_SX300_.jpg":[300,200]},"variant":"MAIN"}]},\n 'colorToAsin': {'initial': {}} };</script>`,
    }),
    {
      images: [
        { id: "41a+bL", url: "https://m.media-amazon.com/images/I/41a%2BbL._AC_.jpg", variant: "MAIN" },
      ],
    },
  ),
  trap(
    "the picture in the page alone",
    "com",
    page({
      below: `<img id="landingImage" data-a-dynamic-image='{"https://m.media-amazon.com/images/I/51x._SX300_.jpg":[300,200],"https://m.media-amazon.com/images/I/51x._SX600_.jpg":[600,400]}'>`,
    }),
    { images: [{ id: "51x", width: 600, height: 400 }] },
  ),
  trap(
    "variants, with an empty list before them",
    "com",
    page({
      head: `<script>x={"dimensionValuesDisplayData":{},"dimensionsDisplay":[]}</script><script>y={"dimensionValuesDisplayData" : {"B0TEST0001":["Black","2 Pack"],"B0TEST0002":["White","2 Pack"]},\n"dimensionsDisplay" : ["Color","Size"],"parentAsin" : "B097JJZ9SG"}</script>`,
    }),
    {
      variants: {
        dimensions: ["Color", "Size"],
        items: [
          { asin: "B0TEST0001", values: ["Black", "2 Pack"], selected: true },
          { asin: "B0TEST0002", selected: false },
        ],
      },
      parentAsin: "B097JJZ9SG",
    },
  ),
  trap(
    "the authors of reviews of 2017 are no contributors",
    "com",
    page({
      below: review(
        "R2PCJK19PII6SY",
        `<span class="author"><a class="author" href="/gp/profile/x">Petra Privat</a></span><a data-hook="review-title">Fine</a>`,
      ),
    }),
    { contributors: [], reviews: [{ title: "Fine" }] },
  ),
  trap(
    "reviews: hidden words, and no author",
    "com",
    page({
      below: `${review("R2PCJK19PII6SY", `${author}<a data-hook="review-title"><i data-hook="review-star-rating"><span class="a-icon-alt">3.0 out of 5 stars</span></i> <span>Roll is very small</span></a><span data-hook="review-date">Reviewed in the United States on March 22, 2026</span><span data-hook="avp-badge">Verified Purchase</span><span data-hook="review-body"><div data-hook="review-collapsed"><span>It is <br>tiny.</span></div><a class="a-expander-prompt">Read more</a></span><span data-hook="helpful-vote-statement">1,022 people found this helpful</span>`)}
${review("R1NEWLAYOUT26", `${author}<span data-hook="reviewTitle">Bem bom</span><i data-hook="cmps-review-star-rating"><span class="a-icon-alt">4,0 de 5 estrelas</span></i><span data-hook="review-date">Avaliado no Brasil em 6 de abril de 2020</span><div data-hook="reviewText">Gostei.</div>`, "li")}`,
    }),
    {
      reviews: [
        {
          id: "R2PCJK19PII6SY",
          rating: 3,
          title: "Roll is very small",
          date: { value: "2026-03-22", precision: "day" },
          text: "It is tiny.",
          verified: true,
          helpful: 1022,
        },
        {
          id: "R1NEWLAYOUT26",
          rating: 4,
          title: "Bem bom",
          date: { value: "2020-04-06" },
          text: "Gostei.",
          verified: false,
          helpful: null,
        },
      ],
    },
  ),
  trap(
    "a flag for a deal, and how many were bought",
    "com",
    page({
      center: `<div id="dealBadge_feature_div"><span>Limited time deal</span></div><div id="acBadge_feature_div"><span> </span></div><span id="social-proofing-faceout-title-tk_bought">2K+ bought in past month</span>`,
    }),
    { badges: ["deal"], boughtPastMonth: { atLeast: 2000 } },
  ),
];
