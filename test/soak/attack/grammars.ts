// The vocabulary of every parser that reads text of strangers: what hostile texts of its kind are made of.
// One table, read entry by entry.

/** What texts for one parser are made of. */
export interface Grammar {
  /** The most bytes of a text that the parser can be given. */
  readonly maxBytes: number;
  /** Puts what was generated where the parser looks for it. */
  frame(text: string): string;
  /** Words and marks that the parser reacts to. */
  readonly tokens: readonly string[];
  /** What opens and what closes something that nests. */
  readonly pairs: readonly (readonly [open: string, close: string])[];
  /** Prefixes and suffixes around a run of one character: what patterns backtrack on. */
  readonly edges: readonly (readonly [before: string, after: string])[];
  /** Member number i of a list; no two are the same. */
  member(i: number): string;
}

const KB = 1024;
const MB = 1024 * KB;

/** The largest page that an audit reads. */
const PAGE_MAX = 2 * MB;
/** The largest page of a site that products and profiles are read from. */
const UPSTREAM_MAX = 8 * MB - KB;
/** The largest body that one request may bring, as Base64 in JSON. */
const BODY_MAX = 66 * MB;

const page = (head: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>A page</title>${head}</head><body>${body}</body></html>`;
const identity = (text: string) => text;

const jsonTokens = [
  '"a":',
  "0,",
  '"\\u0000",',
  "1e308,",
  "[],",
  "{},",
  '"\\\\",',
  "-",
  "null,",
  '"',
  "/*",
  " ",
];
const jsonPairs = [
  ["[", "]"],
  ['{"a":', "}"],
  ['{"@graph":[', "]}"],
  ['[{"a":[', "]}]"],
] as const;
const jsonEdges = [
  ["-->", "x"],
  ['"', '\\"'],
  ["<!--", "-->x"],
  ["{", "x"],
  ["//", "\n"],
] as const;

const htmlTokens = [
  "<b>",
  "<p>",
  "<table>",
  "<td>",
  "<!--",
  "-->",
  "<!---->",
  "</x>",
  "<a href=/>",
  "<svg>",
  "<math><mi>",
  "<template>",
  "<select><option>",
  "<script>",
  "<![CDATA[",
  "&amp",
  "<font size=1>",
  "<h1>",
  "<",
  "<img srcset='a 1x,'>",
  "<meta ",
  "\0",
];
const htmlPairs = [
  ["<div>", "</div>"],
  ["<a><b>", "</b></a>"],
  ["<table><tr><td>", "</td></tr></table>"],
  ["<svg><foreignObject>", "</foreignObject></svg>"],
  ["<object><h1>", "</h1></object>"],
] as const;
const htmlEdges = [
  ["<!--", "-"],
  ["<meta content='", "'>"],
  ["<script>", "</script"],
  ["charset=", "'"],
  ["<a href='", ">"],
  ["x", "</title"],
] as const;

const priced = `<span class="a-price"><span class="a-offscreen">$1.11</span></span>`;

/** The parsers that texts are made for. */
export const grammars = {
  robots: {
    maxBytes: 600 * KB,
    frame: identity,
    tokens: [
      "User-agent: *\n",
      "Disallow: /*",
      "Allow: /",
      "*",
      "$",
      "Sitemap: http://",
      ":",
      "#",
      "%2",
      "\r",
      "﻿",
    ],
    pairs: [["Disallow: /*a", "*$\n"]],
    edges: [
      ["a", "b"],
      ["Disallow", ":"],
      ["User-agent:", "\n"],
      ["Disallow: /", "*$"],
      ["Sitemap", "x"],
      ["#", "\n:"],
    ],
    member: (i) => `User-agent: bot${i}\nDisallow: /${i}*a*b*c$\n`,
  },
  sitemap: {
    maxBytes: 2 * MB,
    frame: (text) => `<?xml version="1.0"?><urlset>${text}</urlset>`,
    tokens: [
      "<loc>",
      "</loc>",
      "<url>",
      "<!--",
      "<![CDATA[",
      "]]>",
      "&amp;",
      "&#x",
      "<sitemap>",
      "<",
      "<loc",
      "<?",
    ],
    pairs: [
      ["<url><loc>", "</loc></url>"],
      ["<sitemapindex><sitemap>", "</sitemap></sitemapindex>"],
      ["<!--", "-->"],
    ],
    edges: [
      ["<loc>", "<x"],
      ["<loc", ">"],
      ["</loc", "x"],
      ["<!--", "--"],
      ["<urlset", "<loc>"],
      ["&#", ";"],
    ],
    member: (i) => `<url><loc>http://site.example/${i}</loc><lastmod>2026-01-0${i % 10}</lastmod></url>`,
  },
  html: {
    maxBytes: PAGE_MAX,
    frame: (text) => page("", text),
    tokens: htmlTokens,
    pairs: htmlPairs,
    edges: htmlEdges,
    member: (i) => `<p id=i${i}><a href="/${i}?a=${i}">${i}</a><img src=/${i}.png>`,
  },
  "json-ld": {
    maxBytes: PAGE_MAX,
    frame: (text) => page(`<script type="application/ld+json">${text}</script>`, "x"),
    tokens: [...jsonTokens, '{"@type":"Product"},', '{"@id":"a"},', "<!--", "-->", "]]>"],
    pairs: jsonPairs,
    edges: jsonEdges,
    member: (i) => `{"@type":"Product","@id":"${i}","isRelatedTo":[{"@id":"${i + 1}"},{"@id":"${i * 7}"}]},`,
  },
  microdata: {
    maxBytes: PAGE_MAX,
    frame: (text) => page("", text),
    tokens: [
      '<div itemscope itemtype="http://schema.org/Product">',
      "<i itemprop=name>x</i>",
      "<div itemscope itemprop=a>",
      '<div vocab="http://schema.org/" typeof=Product property=a>',
      "</div>",
      "<p itemprop='a a a a'>",
    ],
    pairs: [
      ["<div itemscope itemprop=a>", "</div>"],
      ["<div typeof=Product property=offers>", "</div>"],
    ],
    edges: [
      ['<p itemprop="', '">'],
      ['<div itemscope itemref="', '">'],
      ['<div itemtype="', '">'],
      ['<div prefix="', '">'],
    ],
    member: (i) => `<div id=d${i} itemscope itemref="d${i + 1} d${i * 3} d0"><i itemprop="p${i}">x</i></div>`,
  },
  meta: {
    maxBytes: PAGE_MAX,
    frame: (text) => page(text, "x"),
    tokens: [
      "<meta name=robots content=noindex,nofollow>",
      "<meta name=googlebot content=none>",
      "<meta property=og:image content=/a>",
      "<meta http-equiv=refresh content='0;url=/'>",
      "<title>",
      "<meta name=viewport content='width=1,'>",
      "<meta name=description content='",
    ],
    pairs: [["<noscript><meta name=robots content='", "'></noscript>"]],
    edges: [
      ["<meta name=robots content='", "noindex'>"],
      ["<meta name=viewport content='", "x'>"],
      ["<meta http-equiv=refresh content='0", "x'>"],
      ["<meta name=description content='", "x'>"],
      ["<meta http-equiv=content-type content='charset", "=x'>"],
      ["<link rel=canonical href='", "x'>"],
    ],
    member: (i) =>
      `<meta name=robots content="unavailable_after: ${i}, noindex, max-snippet:${i}, googlebot: none">`,
  },
  hreflang: {
    maxBytes: PAGE_MAX,
    frame: (text) => page(text, "x"),
    tokens: [
      "<link rel=alternate hreflang=en href=/>",
      "<link rel=alternate hreflang=x-default href=/a>",
      "<link rel='alternate alternate' hreflang='en,de' href>",
      "<link rel=canonical href=/>",
    ],
    pairs: [["<link rel=alternate hreflang='", "' href=/>"]],
    edges: [
      ["<link rel=alternate hreflang='", "' href=/>"],
      ["<link rel=alternate hreflang=en href='", "'>"],
      ["<link rel='", "' hreflang=en href=/>"],
    ],
    member: (i) => `<link rel=alternate hreflang="x${i.toString(36)}-${i}" href="/${i}">`,
  },
  attributes: {
    maxBytes: PAGE_MAX,
    frame: (text) => page("", `<p ${text}>x</p>`),
    tokens: [
      "a ",
      "a=b ",
      "class='a b' ",
      'style="a:b;" ',
      "srcset='a 1x,' ",
      "'",
      '"',
      "= ",
      "/",
      "href='//[' ",
    ],
    pairs: [["a='", "' "]],
    edges: [
      ['alt="', '"'],
      ['href="http:', 'x"'],
      ['srcset="a ', ')"'],
      ['style="', '"'],
      ['lang="a', '"'],
      ["><a rel='", "' href=x"],
    ],
    member: (i) => `a${i}=${i} `,
  },
  entities: {
    maxBytes: PAGE_MAX,
    frame: (text) => page("", `<h1>${text}</h1>`),
    tokens: [
      "&",
      "&not",
      "&#1",
      "&#x10ffff;",
      "&CounterClockwiseContourIntegra",
      "&amp;lt;",
      "&#0;",
      "&notin",
      "&;",
    ],
    pairs: [["&lt;", "&gt;"]],
    edges: [
      ["&", ";"],
      ["&#", "x"],
      ["&#x", ";"],
      ["&amp", ";"],
    ],
    member: (i) => `&#${i};&#x${i.toString(16)};&a${i};`,
  },
  nesting: {
    maxBytes: PAGE_MAX,
    frame: (text) => page("", text),
    tokens: [
      "<div>",
      "<b>",
      "<a>",
      "<table>",
      "<svg><g>",
      "<ul><li>",
      "<form>",
      "<nobr>",
      "<ruby><rt>",
      "<button>",
    ],
    pairs: [...htmlPairs, ["<b><i><u>", "</u></i></b>"], ["<ul><li>", "</li></ul>"], ["<font a=1>", "<p>"]],
    edges: [
      ["<div>".repeat(20_000), "</b>"],
      ["<b>".repeat(5_000), "</p>"],
      ["<table>".repeat(5_000), "x"],
    ],
    member: (i) => `<font a=${i}>`,
  },
  "json-body": {
    maxBytes: BODY_MAX,
    frame: (text) => `{"url":${text}}`,
    tokens: jsonTokens,
    pairs: jsonPairs,
    edges: [...jsonEdges, ['"data:', ';base64,a"'], ['"', '"']],
    member: (i) => `"k${i.toString(36)}":0,`,
  },
  multipart: {
    maxBytes: 50 * MB,
    frame: (text) => `--b\r\nContent-Disposition: form-data; name="image"\r\n${text}\r\n\r\n1\r\n--b--\r\n`,
    tokens: [
      "--b\r\n",
      "\r\n--b",
      '\r\nContent-Disposition: form-data; name="a"\r\n\r\n1',
      "Content-Type: ",
      "\r\n\r\n",
      'filename="a"; ',
      "\r",
      "\n",
      ";",
      "filename*=utf-8''%41",
    ],
    pairs: [["\r\n--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c", "\r\n--c--"]],
    edges: [
      ["X: ", "\r\n"],
      ['Content-Disposition: form-data; name="', '"'],
      ["Content-Disposition: form-data; filename*=", "x"],
      ["Content-Type", ":"],
      ["Content-Disposition:", "form-data"],
    ],
    member: (i) =>
      `\r\n--b\r\nContent-Disposition: form-data; name="f${i.toString(36)}"; filename="a"\r\n\r\n1`,
  },
  mcp: {
    maxBytes: BODY_MAX,
    frame: (text) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"uuid_v4","arguments":{"n":${text}}}}`,
    tokens: [...jsonTokens, '{"jsonrpc":"2.0","id":1,"method":"tools/list"},'],
    pairs: jsonPairs,
    edges: [...jsonEdges, ['"', '"'], ["1", ""]],
    member: (i) => `"k${i.toString(36)}":${i},`,
  },
  product: {
    maxBytes: UPSTREAM_MAX,
    frame: (text) =>
      `<!doctype html><html><head><title>x</title></head><body><div id="dp"><div id="centerCol"><h1 id="title"><span id="productTitle">A kettle</span></h1>${text}</div></div></body></html>`,
    tokens: [
      priced,
      '<div id="corePriceDisplay_desktop_feature_div">',
      '<span class="a-price-whole">1',
      '<div class="twister-plus-buying-options-price-data">{',
      "<script>var dataToReturn = {",
      "'colorImages': { 'initial': [",
      '<div id="availability"><span>',
      '<table id="productDetails_techSpec_section_1"><tr><th>',
      "Best Sellers Rank #1 in ",
      '<li data-hook="review">',
      ...htmlTokens,
    ],
    pairs: [
      ...htmlPairs,
      ['<div id="buybox"><div id="desktop_buybox">', "</div></div>"],
      ["<script>{", "}</script>"],
    ],
    edges: [
      ...htmlEdges,
      ['<span class="a-offscreen">$', "</span>"],
      ['<span id="productTitle">', "</span>"],
      ["<script>jQuery.parseJSON('", "')</script>"],
      ['<div id="detailBullets_feature_div"><li>ASIN :', "</li>"],
      ['<div class="twister-plus-buying-options-price-data">{', "</div>"],
      ["Best Sellers Rank:", "#1"],
    ],
    member: (i) =>
      `<div id="d${i}" data-asin="B0${i}">${priced}<li>#${i} in <a href=/${i}>c${i}</a></li></div>`,
  },
  profile: {
    maxBytes: UPSTREAM_MAX,
    frame: (text) =>
      `<!doctype html><html><head><meta name="pageKey" content="public_profile_v3_desktop"></head><body><main><section class="top-card-layout"><h1 class="top-card-layout__title">Ines</h1></section>${text}</main></body></html>`,
    tokens: [
      '<section data-section="experience"><ul><li class="experience-item"><h3>x</h3>',
      '<span class="date-range"><time>Apr 2019</time> - Present',
      '<li class="profile-section-card">',
      '<section data-section="skills"><ul><li>',
      '<script type="application/ld+json">{"@graph":[{"@type":"Person"',
      "******",
      "&amp;amp;",
      ...htmlTokens,
    ],
    pairs: [
      ...htmlPairs,
      ['<section data-section="experience"><ul><li>', "</li></ul></section>"],
      ['<li class="experience-group"><ul>', "</ul></li>"],
    ],
    edges: [
      ...htmlEdges,
      ['<script type="application/ld+json">', "</script>"],
      ['<h1 class="top-card-layout__title">', "</h1>"],
      [
        '<section data-section="experience"><li><span class="date-range"><time>Apr',
        "2019</time></span></li>",
      ],
      ['<section data-section="summary"><p>', "</p></section>"],
      ["<h3 class=top-card-layout__first-subline><span>12", "K followers</span>"],
    ],
    member: (i) =>
      `<section data-section="experience"><li class="experience-item"><h3>t${i}</h3><h4><a href="https://www.linkedin.com/company/c${i}">c${i}</a></h4><time>${1950 + (i % 70)}</time></li></section>`,
  },
  catalogue: {
    maxBytes: 32 * MB,
    frame: (text) => `{"meters":{},"plans":[${text}]}`,
    tokens: [...jsonTokens, '{"id":"a","listing":"landing"},'],
    pairs: jsonPairs,
    edges: [...jsonEdges, ['{"id":"', '"}'], ['{"title":"', '"}']],
    member: (i) =>
      `{"id":"p${i}","listing":"landing","title":"x","price":{"amount":"1.00","currency":"USD"},"grants":[{"meter":"seo","limit":1,"window":"day"}]},`,
  },
} satisfies Record<string, Grammar>;

export type Parser = keyof typeof grammars;

/** Every parser, by name. */
export const parsers = Object.keys(grammars) as readonly Parser[];
