import { expect, test } from "bun:test";
import { CLEAN, fetched, report } from "../../../../test/fixtures/seo/clean-page.ts";
import type { FetchedPage } from "../fetch/fetched-page.ts";

type Change = Partial<FetchedPage> & { readonly html?: string };

const encode = (text: string) => new TextEncoder().encode(text);
const head = (markup: string): Change => ({ html: CLEAN.replace("</head>", `${markup}</head>`) });
const body = (markup: string): Change => ({ html: CLEAN.replace("</body>", `${markup}</body>`) });
const jsonLd = (value: unknown) =>
  `<script type="application/ld+json">${typeof value === "string" ? value : JSON.stringify(value)}</script>`;
const schema = (value: object): Change => head(jsonLd({ "@context": "https://schema.org", ...value }));
const withHeaders = (...lines: [name: string, ...values: string[]][]): Change => ({
  headers: new Map([...fetched().headers, ...lines.map(([name, ...values]) => [name, values] as const)]),
});
const robots = (text: string, status = 200): Change => ({
  robots: { state: "received", url: "https://shop.example/robots.txt", status, body: encode(text) },
});
/** The clean page at another URL: its own URLs are written as `written`, the response comes from `at`. */
const at = (url: string, written = url): Change => ({
  url,
  finalUrl: url,
  html: CLEAN.replaceAll("https://shop.example/repairs", written),
});
const without = (text: string, by = ""): Change => ({ html: CLEAN.replace(text, by) });

const job = (value: object) => ({
  "@type": "JobPosting",
  title: "T",
  description: "D",
  datePosted: "2026-01-01",
  hiringOrganization: "R",
  jobLocation: { address: "A" },
  baseSalary: { "@type": "MonetaryAmount", currency: "EUR", value },
});

/** Pages of kinds that are on the web, and every finding but those of recommendations that they must have. */
const pages: readonly (readonly [name: string, change: Change, findings?: readonly string[]])[] = [
  ["the clean page", {}],
  // Languages and scripts
  ["Chinese with an extended language subtag", without('lang="en"', 'lang="zh-cmn-Hans"')],
  ["a language tag for private use", without('lang="en"', 'lang="x-elvish"')],
  ["a grandfathered language tag", without('lang="en"', 'lang="i-klingon"')],
  ["an underscore in the language", without('lang="en"', 'lang="pt_BR"'), ["lang-invalid"]],
  ...["english", "jp", "cz-CZ", "zh-cn-jp"].map((tag): (typeof pages)[number] => [
    `the language ${tag}, which is not registered`,
    without('lang="en"', `lang="${tag}"`),
    ["lang-invalid"],
  ]),
  ...["sh", "fil", "gsw-CH", "qaa", "nb", "EN-us", "sr-Latn-RS"].map((tag): (typeof pages)[number] => [
    `the language ${tag}`,
    without('lang="en"', `lang="${tag}"`),
  ]),
  ...["iw", "cmn-Hans", "de-1996", "es-419"].map((tag): (typeof pages)[number] => [
    `the language ${tag}, which the text is not in`,
    without('lang="en"', `lang="${tag}"`),
    ["lang-mismatch"],
  ]),
  [
    "XHTML, whose language is xml:lang",
    {
      ...withHeaders(["content-type", "application/xhtml+xml; charset=utf-8"]),
      html: CLEAN.replace('<html lang="en"', '<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"'),
    },
  ],
  ["HTML, where xml:lang means nothing", without('lang="en"', 'xml:lang="en"'), ["lang-missing"]],
  // Phones
  ...["width=1024", "WIDTH = 980, initial-scale=1", "width=device-height", "user-scalable=yes", ""].map(
    (content): (typeof pages)[number] => [
      `the viewport ${JSON.stringify(content)}`,
      { html: CLEAN.replace(/<meta name="viewport"[^>]*>/, `<meta name="viewport" content="${content}">`) },
      ["viewport-missing"],
    ],
  ),
  ...[
    "initial-scale=1",
    "width=320",
    "minimum-scale=1; width = Device-Width",
    "maximum-scale=1,width=device-width",
  ].map((content): (typeof pages)[number] => [
    `the viewport ${JSON.stringify(content)}`,
    { html: CLEAN.replace(/<meta name="viewport"[^>]*>/, `<meta name="viewport" content="${content}">`) },
  ]),
  [
    "a character of the page that is U+FFFD",
    body("<p>The replacement character � stands for others.</p>"),
    ["charset-problem"],
  ],
  [
    "bytes that are not UTF-8",
    { body: Buffer.concat([encode(CLEAN), Buffer.from([0xff])]) },
    ["charset-problem"],
  ],
  [
    "a URL of Japanese words, not too long for people",
    at(
      "https://shop.example/%E8%87%AA%E8%BB%A2%E8%BB%8A%E3%81%AE%E4%BF%AE%E7%90%86%E3%81%A8%E7%82%B9%E6%A4%9C",
    ),
  ],
  [
    "percent-encodings in lower case, as WordPress writes them",
    at("https://shop.example/%E4%BF%AE%E7%90%86", "https://shop.example/%e4%bf%ae%e7%90%86"),
  ],
  ["a plus sign in the path is no space", at("https://shop.example/c++")],
  // Canonicals
  [
    "a canonical for one medium is none",
    head(
      '<link rel="canonical" media="only screen and (max-width: 640px)" href="https://m.shop.example/repairs">',
    ),
  ],
  [
    "a canonical with hreflang is none",
    head('<link rel="canonical" hreflang="de" href="https://shop.example/reparaturen">'),
  ],
  [
    "two canonicals",
    head('<link rel="canonical" href="https://shop.example/other">'),
    ["canonical-conflict"],
  ],
  // Translations
  [
    "a feed with a language is no translation",
    head('<link rel="alternate" type="application/rss+xml" hreflang="en" href="https://shop.example/feed">'),
  ],
  [
    "region 419",
    head('<link rel="alternate" hreflang="es-419" href="https://shop.example/es">'),
    ["hreflang-invalid-code"],
  ],
  [
    "one page for Norwegian, in two codes",
    head(
      '<link rel="alternate" hreflang="nb" href="https://shop.example/no"><link rel="alternate" hreflang="no" href="https://shop.example/no">',
    ),
  ],
  [
    "one page for two languages",
    head(
      '<link rel="alternate" hreflang="de" href="https://shop.example/de"><link rel="alternate" hreflang="da" href="https://shop.example/de">',
    ),
    ["hreflang-conflict"],
  ],
  // Refresh
  ["reloads itself every five minutes", head('<meta http-equiv="refresh" content="300; url=">')],
  ["reloads itself, with quotes", head(`<meta http-equiv="refresh" content="300; URL=''">`)],
  ["reloads itself without a URL", head('<meta http-equiv="refresh" content="300;">')],
  [
    "a refresh without a semicolon",
    head('<meta http-equiv="refresh" content="0 url=/new">'),
    ["meta-refresh"],
  ],
  ["a quoted refresh", head(`<meta http-equiv="refresh" content="0;URL='/new'">`), ["meta-refresh"]],
  [
    "a refresh for browsers without scripts",
    head('<noscript><meta http-equiv="refresh" content="0;url=/nojs"></noscript>'),
  ],
  ["a refresh in the header", withHeaders(["refresh", "0; url=/new"]), ["meta-refresh"]],
  // Encodings
  [
    "two types of content: the last one counts",
    withHeaders(["content-type", "text/html; charset=latin1", "text/html; charset=utf-8"]),
  ],
  [
    "a parameter whose name ends with charset",
    withHeaders(["content-type", "text/html; xcharset=latin1; charset=utf-8"]),
  ],
  [
    "an encoding that browsers do not know, as databases name it",
    withHeaders(["content-type", "text/html; charset=utf8mb4"]),
    ["charset-problem"],
  ],
  // Texts that nobody sees, or that nobody wrote
  [
    "a title of a space that does not break",
    { html: CLEAN.replace(/<title>[^<]*/, "<title> &nbsp; ") },
    ["title-missing"],
  ],
  [
    "a description of spaces",
    without(
      "We repair bicycles of every make in Lisbon, in a day, at a price that we tell you before we start the work.",
      "&nbsp;",
    ),
    ["description-missing"],
  ],
  ["a heading of a space", without("<h1>Bicycle repairs", "<h1>&nbsp;"), ["h1-missing"]],
  ["a link of a space", body('<a href="/x">&nbsp;</a>'), ["link-text-empty"]],
  ...["%%title%% in Lisbon, in a day", "[object Object] in Lisbon"].map((text): (typeof pages)[number] => [
    `a heading that says ${text}`,
    without("<h1>Bicycle repairs", `<h1>${text}`),
    ["placeholder-text"],
  ]),
  // Links of headers
  [
    "a canonical in the header, after a title with escaped quotes",
    {
      ...withHeaders(["link", '<https://shop.example/repairs>; title="a \\"b\\", c"; rel="canonical"']),
      ...without('<link rel="canonical" href="https://shop.example/repairs">'),
    },
  ],
  [
    "a canonical in the header for another page",
    withHeaders(["link", '<https://shop.example/other>; rel=canonical; anchor="/other?page=2"']),
  ],
  ["a translation without a URL", head('<link rel="alternate" hreflang="fr">'), ["hreflang-relative"]],
  // XHTML
  [
    "XHTML with empty elements that XML closes",
    {
      ...withHeaders(["content-type", "application/xhtml+xml"]),
      html: CLEAN.replace("<html", '<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"')
        .replace("</head>", '<script src="/a.js"/><style/><title/></head>')
        .replace("<h1>", '<div id="a"/><textarea/><a href="/a" title="Prices"/><svg><path/></svg><h1>'),
    },
    ["title-multiple"],
  ],
  ["HTML, where a slash closes nothing", body('<script src="/a.js"/><p>All that follows is the script.</p>')],
  // Links
  ["a script URL with a line break", body('<a href="java\nscript:x">Open it</a>'), ["link-not-crawlable"]],
  ["localhost with a dot", body('<a href="https://localhost./a">Our new prices</a>'), ["link-to-localhost"]],
  // Transport
  [
    "an insecure image in a srcset",
    body('<img srcset="/a.png 1x, http://shop.example/b.png 2x" alt="A" width="1" height="1">'),
    ["mixed-content"],
  ],
  [
    "insecure images that the policy upgrades",
    {
      ...withHeaders(["content-security-policy", "default-src https:; upgrade-insecure-requests"]),
      ...body('<img src="http://shop.example/a.png" alt="A" width="1" height="1">'),
    },
  ],
  [
    "insecure images that a policy in the head upgrades",
    {
      html: CLEAN.replace(
        "</head>",
        '<meta http-equiv="Content-Security-Policy" content="upgrade-insecure-requests"></head>',
      ).replace("</body>", '<img src="http://shop.example/a.png" alt="A" width="1" height="1"></body>'),
    },
  ],
  [
    "an insecure image",
    body('<img src="http://shop.example/a.png" alt="A" width="1" height="1">'),
    ["mixed-content"],
  ],
  [
    "an insecure button and an insecure poster",
    body(
      '<input type="image" src="http://shop.example/a.png" alt="Go"><video poster="http://shop.example/b.png"></video>',
    ),
    ["mixed-content"],
  ],
  ["a field that loads nothing", body('<input type="text" src="http://shop.example/a.png">')],
  // Images
  [
    "a picture with sources and a lazy image",
    body('<picture><source srcset="/a.webp"><img data-src="/a.jpg" alt="A" width="1" height="1"></picture>'),
  ],
  [
    "a lazy image with a fallback",
    body(
      '<img src="data:image/gif;base64,R0" data-src="/a.jpg" alt="A" width="1" height="1"><noscript><img src="/a.jpg" alt="A"></noscript>',
    ),
  ],
  [
    "a lazy picture with a fallback",
    body(
      '<picture><source data-srcset="/a.webp"><img data-src="/a.jpg" alt="A" width="1" height="1"></picture> <noscript><img src="/a.jpg" alt="A"></noscript>',
    ),
  ],
  [
    "a lazy image and a pixel elsewhere",
    body(
      '<p><img data-src="/a.jpg" alt="A" width="1" height="1"></p><noscript><img src="/p.gif" alt=""></noscript>',
    ),
    ["image-src-missing"],
  ],
  ["a lazy image", body('<img data-src="/a.jpg" alt="A" width="1" height="1">'), ["image-src-missing"]],
  // Structured data
  [
    "a review of an item that another block has",
    head(
      jsonLd({
        "@context": "https://schema.org",
        "@type": "Product",
        "@id": "#p",
        name: "Wheel",
        offers: { price: 1 },
      }) +
        jsonLd({
          "@context": "https://schema.org",
          "@type": "Review",
          author: { "@type": "Person", "@id": "#a" },
          itemReviewed: { "@type": "Product", "@id": "#p" },
          reviewRating: { "@type": "Rating", ratingValue: 5 },
        }),
    ),
  ],
  [
    "RDFa: ratings and reviews within a product",
    body(`<div vocab="https://schema.org/" typeof="Product"><span property="name">Wheel</span>
<div property="aggregateRating" typeof="AggregateRating"><span property="ratingValue">4</span><span property="reviewCount">9</span></div>
<div property="review" typeof="Review"><span property="author">Ann</span><div property="reviewRating" typeof="Rating"><span property="ratingValue">4</span></div></div></div>`),
  ],
  [
    "RDFa: a trail",
    body(
      `<ol vocab="https://schema.org/" typeof="BreadcrumbList"><li property="itemListElement" typeof="ListItem"><a property="item" typeof="WebPage" href="/"><span property="name">Home</span></a><meta property="position" content="1"></li><li property="itemListElement" typeof="ListItem"><span property="name">Repairs</span><meta property="position" content="2"></li></ol>`,
    ),
  ],
  [
    "Microdata with itemref",
    body(`<div itemscope itemtype="https://schema.org/Product" itemref="offer"><span itemprop="name">Wheel</span></div>
<div id="offer"><span itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price">12</span></span></div>`),
  ],
  [
    "Microdata without a price",
    body(`<div itemscope itemtype="https://schema.org/Product"><span itemprop="name">Wheel</span></div>`),
    ["schema-required-missing"],
  ],
  [
    "an item of two types",
    schema({ "@type": ["Dentist", "LocalBusiness"], name: "Rodas" }),
    ["schema-required-missing"],
  ],
  [
    "a graph with references",
    schema({
      "@graph": [
        { "@type": "WebPage", mainEntity: { "@id": "#f" } },
        {
          "@type": "FAQPage",
          "@id": "#f",
          mainEntity: [{ "@type": "Question", name: "Q", acceptedAnswer: { "@type": "Answer", text: "A" } }],
        },
      ],
    }),
  ],
  [
    "a job from home",
    schema({
      "@type": "JobPosting",
      title: "T",
      description: "D",
      datePosted: "2026-01-01",
      hiringOrganization: "R",
      jobLocationType: "TELECOMMUTE",
      applicantLocationRequirements: { "@type": "Country", name: "PT" },
    }),
  ],
  [
    "aggregate offer",
    schema({
      "@type": "Product",
      name: "P",
      offers: { "@type": "AggregateOffer", lowPrice: 1, priceCurrency: "EUR" },
    }),
  ],
  [
    "a price of 0",
    schema({
      "@type": "SoftwareApplication",
      name: "P",
      offers: { price: 0 },
      aggregateRating: { ratingValue: 4, ratingCount: 1 },
    }),
  ],
  [
    "JSON-LD with a trailing comma",
    head(jsonLd('{"@context":"https://schema.org","@type":"WebSite",}')),
    ["jsonld-invalid"],
  ],
  [
    "schema.org of http with a slash",
    head(jsonLd({ "@context": "http://schema.org/", "@type": "WebSite", name: "R" })),
  ],
  [
    "a context with a vocabulary",
    head(jsonLd({ "@context": { "@vocab": "https://schema.org/" }, "@type": "WebSite" })),
  ],
  [
    "a trail in another order than its positions",
    schema({
      "@type": "BreadcrumbList",
      itemListElement: [
        { "@type": "ListItem", position: 2, name: "Repairs" },
        { "@type": "ListItem", position: 1, name: "Home", item: "https://shop.example/" },
      ],
    }),
  ],
  [
    "a trail without a link in its middle",
    schema({
      "@type": "BreadcrumbList",
      itemListElement: [
        { "@type": "ListItem", position: 1, name: "Home" },
        { "@type": "ListItem", position: 2, name: "Repairs" },
      ],
    }),
    ["schema-required-missing"],
  ],
  [
    "names with a prefix",
    head(
      jsonLd({
        "@context": { schema: "https://schema.org/" },
        "@type": "schema:Product",
        "schema:name": "Wheel",
        "schema:offers": { "@type": "schema:Offer", "schema:price": 1 },
      }),
    ),
  ],
  ...(
    [
      ["a rating of nobody", { "@type": "Product", aggregateRating: { ratingValue: 4, reviewCount: 0 } }],
      [
        "a latitude with a comma",
        { "@type": "LocalBusiness", address: "A", geo: { latitude: "48,1", longitude: 11 } },
      ],
      [
        "a longitude of no place",
        { "@type": "LocalBusiness", address: "A", geo: { latitude: 48, longitude: 200 } },
      ],
      ["a salary in words", job({ value: "40k", unitText: "YEAR" })],
      ["a salary each hour, in no word of Google", job({ value: 40, unitText: "hourly" })],
    ] as const
  ).map(([name, item]): (typeof pages)[number] => [
    name,
    schema({ name: "N", ...item }),
    ["schema-value-invalid"],
  ]),
  ["a salary", schema(job({ "@type": "QuantitativeValue", minValue: 40, maxValue: 50.5, unitText: "HOUR" }))],
  [
    "a unit of something else",
    schema({
      "@type": "Product",
      name: "P",
      offers: { price: 1 },
      additionalProperty: {
        "@type": "PropertyValue",
        name: "Length",
        value: { value: "5 to 6", unitText: "cm" },
      },
    }),
  ],
  // Cards and previews
  ...["large", "photo", "summary-large-image", " "].map((card): (typeof pages)[number] => [
    `the card ${JSON.stringify(card)}, which X does not have`,
    without("summary_large_image", card),
    ["twitter-card-missing"],
  ]),
  ["a card in another case", without("summary_large_image", "Summary")],
  [
    "a second preview image that is small",
    head(
      '<meta property="og:image" content="https://shop.example/b.png"><meta property="og:image:width" content="100">',
    ),
  ],
  // What is no link, no image and no text for anybody
  [
    "buttons and tabs that are written as links",
    body('<a role="button" onclick="go()">Open the menu</a><a role="tab" data-href="#x">Second tab</a>'),
  ],
  [
    "a hidden copy of a link, as themes put it around thumbnails",
    body(
      '<a href="/x" aria-hidden="true" tabindex="-1"><img src="/a.png" alt="" width="1" height="1"></a><a href="/x">Winter tyres</a>',
    ),
  ],
  ["a hidden link alone", body('<a href="/x" aria-hidden="true"></a>'), ["link-text-empty"]],
  ["a link within the page", body('<a href="#d">Details</a>')],
  ...['style="display: none"', "hidden", 'role="presentation"', 'aria-hidden="true"'].map(
    (how): (typeof pages)[number] => [
      `an image that is hidden by ${how}`,
      body(`<img ${how} src="/p.gif" width="1" height="1">`),
    ],
  ),
  [
    "images whose size is in their styles",
    body('<img src="/a" alt="A" style="width:9px;height: 9px"><img src="/b" alt="B" style="aspect-ratio:1">'),
  ],
  [
    "an image as wide as its text",
    body('<img src="/a" alt="A" style="height:auto">'),
    ["image-dimensions-missing"],
  ],
  [
    "a slide that a script loads",
    body('<img data-lazy="/a.jpg" alt="A" width="1" height="1">'),
    ["image-src-missing"],
  ],
  // Styles
  ...[
    body('<p style="background:url(http://cdn.example/a.png)">A'),
    head('<style>@font-face{src:url("ht\\74p://cdn.example/a.woff")}</style>'),
    head('<style>@import "http://cdn.example/a.css";</style>'),
  ].map((change, i): (typeof pages)[number] => [`an insecure file in style ${i}`, change, ["mixed-content"]]),
  [
    "styles that only name http:",
    head(
      "<style>/* url(http://a.example/) */@namespace url(http://www.w3.org/2000/svg);p{background:url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E\")}</style>",
    ),
  ],
  // Templates
  ...[
    "{% block title %}Bicycles{% endblock %}",
    "&lt;%= @title %> | Bicycles",
    "$\u007Btitle} | Bicycles",
    "Lorem ipsum",
  ].map((text): (typeof pages)[number] => [
    `a heading that says ${text}`,
    without("<h1>Bicycle repairs", `<h1>${text}`),
    ["placeholder-text"],
  ]),
  ...["What does {{ value }} mean?", "How to print [object Object]", "Lorem ipsum generator"].map(
    (text): (typeof pages)[number] => [
      `a heading about templates: ${text}`,
      without("<h1>Bicycle repairs", `<h1>${text}`),
    ],
  ),
  // UTF-8 under another name
  ...(
    [
      ["text/html; charset=iso-8859-1", "Fahrräder", ["charset-problem"]],
      ["text/html; charset=gbk", "话剧团在北京演出很多场次", ["charset-problem"]],
      ["text/html; charset=iso-8859-1", "Bicycles", []],
    ] as const
  ).map(([type, text, findings]): (typeof pages)[number] => [
    `${text} in UTF-8, sent as ${type}`,
    {
      ...withHeaders(["content-type", type]),
      html: CLEAN.replace("€€", "$")
        .replace("<h1>Bicycle repairs", `<h1>${text}`)
        .replace('<meta charset="utf-8">', ""),
    },
    findings,
  ]),
  // Structured data in parts
  ["an empty block", head(jsonLd(" \n "))],
  [
    "a graph whose nodes have the context",
    head(jsonLd({ "@graph": [{ "@context": "https://schema.org", "@type": "WebSite" }] })),
  ],
  [
    "names with a prefix of its own",
    head(jsonLd({ "@context": { s: "https://schema.org/" }, "@type": "s:Recipe", "s:name": "Soup" })),
    ["schema-required-missing"],
  ],
  ...(
    [
      { "@type": "FAQPage", mainEntity: [{ name: "A", acceptedAnswer: { text: "B" } }, { name: "C" }] },
      { "@type": "Product", offers: [{ price: 1 }, { priceCurrency: "EUR" }] },
      { "@type": "Product", review: [{ author: "A" }, { reviewBody: "B" }] },
    ] as const
  ).map((item): (typeof pages)[number] => [
    `a ${item["@type"]} with a part that is not complete: ${Object.keys(item)[1]}`,
    schema({ name: "N", ...item }),
    ["schema-required-missing"],
  ]),
  // Odd but valid HTML
  [
    "no optional tags",
    {
      html: CLEAN.replace('<html lang="en">\n<head>', "<html lang=en>")
        .replace("</head>\n<body>", "")
        .replace("</body>\n</html>", ""),
    },
  ],
  [
    "Facebook's image in noscript in the head",
    head('<noscript><img height="1" width="1" src="https://facebook.example/tr"></noscript>'),
  ],
  [
    "an image in the head",
    { html: CLEAN.replace("<title>", '<img src="/a.png" alt="A" width="1" height="1"><title>') },
    [
      "canonical-outside-head",
      "description-missing",
      "head-ended-early",
      "hreflang-outside-head",
      "title-outside-head",
    ],
  ],
  [
    "an unfilled template",
    without("<h1>Bicycle repairs</h1>", "<h1>{{ page.title }}</h1>"),
    ["placeholder-text"],
  ],
  [
    "anchors of headings",
    body('<h2 id="a">Tyres<a aria-hidden="true" tabindex="-1" href="#a"><span></span></a></h2>'),
  ],
  [
    "a link without a text",
    body('<a href="/cart"><svg><use href="#cart"></use></svg></a>'),
    ["link-text-empty"],
  ],
  ["a title in a drawing", body("<svg><title>Wheel</title></svg>")],
  // robots.txt and headers
  ["a robots.txt with a mark and CR line ends", robots("\ufeffUser-agent: *\rDisallow: /admin\r")],
  [
    "a directive in two header lines",
    withHeaders(["x-robots-tag", "otherbot: noindex", "googlebot: nofollow"]),
  ],
  [
    "noindex after a named crawler on one line",
    withHeaders(["x-robots-tag", "googlebot: nofollow, noindex"]),
    ["noindex"],
  ],
  ["robots.txt: Allow of a folder's index", robots("User-agent: *\nDisallow: /\nAllow: /repairs$\n")],
  ["robots.txt with a rule for the query", robots("User-agent: *\nDisallow: /*?\n")],
  [
    "robots.txt with terms of use for AI (Really Simple Licensing, AI Preferences)",
    robots(
      "License: https://shop.example/license.xml\nUser-agent: *\nContent-Usage: train-ai=n\nDisallow: /admin\n",
    ),
  ],
  // Redirects
  [
    "one redirect",
    {
      redirects: [{ url: "https://shop.example/old", status: 301, location: "/repairs", ms: 1 }],
      url: "https://shop.example/old",
    },
  ],
  // Icons
];

/** Findings that cost nothing and that a test of another thing should not have to avoid. */
const ADVICE = new Set(["schema-recommended-missing", "h1-multiple"]);

test.each(pages)("%s", (_name, change, expected = []) => {
  const found = report(fetched(change)).findings.map(({ check }) => check);
  expect(found.filter((check) => !ADVICE.has(check)).sort()).toEqual([...expected].sort());
});

test("what matters of a wrong encoding, and what changes nothing, is told by the severity", () => {
  const severityOf = (change: Change) => report(fetched(change)).findings.map(({ severity }) => severity)[0];
  const type = "text/html; charset=iso-8859-1";
  const directive = (content: string) => head(`<meta name="robots" content="${content}">`);
  expect([
    severityOf(withHeaders(["content-type", type])),
    severityOf(directive("index follow")),
    severityOf(directive("noindex nofollow")),
  ]).toEqual(["high", "notice", "medium"]);
});

test("a redirect loop and an empty response say the cause alone", () => {
  const html = withHeaders(["content-type", "text/html"]).headers;
  const plain = new Map<string, string[]>();
  const hop = { url: "https://shop.example/a", status: 302, location: "https://shop.example/b", ms: 1 };
  const causes = [html, plain].flatMap((headers) =>
    [
      { headers, status: 302, stopped: "loop", redirects: [hop], html: "" },
      { headers, status: 302, stopped: "too-many", redirects: [hop], html: "<p>Moved" },
      { headers, status: 404, html: "" },
      { headers, status: 503, html: "\n" },
    ].map((change) => report(fetched(change as Change)).findings.map(({ check }) => check)),
  );
  const each = [["redirect-loop"], ["redirect-loop"], ["status-not-ok"], ["status-not-ok"]];
  expect(causes).toEqual([...each, ...each]);
  for (const status of [200, 204, 205]) {
    const { findings, indexability, score } = report(fetched({ headers: html ?? plain, status, html: "" }));
    expect(findings.map(({ check }) => check)).toEqual(["response-empty"]);
    expect([indexability.verdict, indexability.reasons.map(({ check }) => check)]).toEqual([
      "FAIL",
      ["response-empty"],
    ]);
    expect([indexability.bots.googlebot?.indexable, score.confidence]).toEqual([false, "low"]);
  }
});
