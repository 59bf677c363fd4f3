import type { FetchedPage } from "../../src/apis/seo/fetch/fetched-page.ts";
import type { Probe, Probes } from "../../src/apis/seo/fetch/probe-results.ts";
import { CLEAN, fetched } from "./clean-page.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const robots = (text: string): Partial<FetchedPage> => ({
  robots: { state: "answered", url: "https://shop.example/robots.txt", status: 200, body: encode(text) },
});
const headers = (extra: Record<string, string[]>): Partial<FetchedPage> => ({
  headers: new Map([...fetched().headers, ...Object.entries(extra)]),
});
const swap = (from: string | RegExp, to: string) => ({ html: CLEAN.replace(from, to) });
const inHead = (markup: string) => swap("</head>", `${markup}</head>`);
const inBody = (markup: string) => swap("</body>", `${markup}</body>`);
const hop = { url: "https://shop.example/a", status: 301, location: "https://shop.example/b", ms: 1 };
const LD = '<script type="application/ld+json">';

/** What breaks the clean page, one defect a check: the check's id, and the change that it must notice. */
export const defects: readonly (readonly [
  check: string,
  change: Partial<FetchedPage> & { readonly html?: string },
])[] = [
  ["status-not-ok", { status: 404 }],
  ["status-not-ok", { status: 503 }],
  ["robots-txt-blocked", robots("User-agent: *\nDisallow: /rep")],
  ["robots-txt-blocked", robots("User-agent: googlebot\nDisallow: /*s$\n\nUser-agent: *\nAllow: /")],
  ["noindex", inHead('<meta name="robots" content="NOINDEX, follow">')],
  ["noindex", inHead('<meta name="googlebot" content="none">')],
  ["noindex", headers({ "x-robots-tag": ["otherbot: nofollow", "noindex"] })],
  ["noindex", headers({ "x-robots-tag": ["unavailable_after: 25 Jun 2010 15:00:00 GMT"] })],
  ["redirect-loop", { stopped: "loop", status: 302, redirects: [hop] }],
  [
    "robots-directive-unseen",
    { ...robots("User-agent: *\nDisallow: /"), ...inHead('<meta name="robots" content="noindex">') },
  ],
  ["robots-txt-unreachable", { robots: { state: "unreachable", url: "https://shop.example/robots.txt" } }],
  [
    "robots-txt-unreachable",
    { robots: { state: "answered", url: "https://shop.example/robots.txt", status: 500, body: encode("") } },
  ],
  ["robots-txt-invalid", robots("Disallow: /x\nUser-agent: *\nDisalow: /y")],
  ["redirect-chain", { redirects: [hop, hop] }],
  ["meta-refresh", inHead('<meta http-equiv="refresh" content="0; url=/other">')],
  [
    "js-dependent",
    {
      html: CLEAN.replace(/<body>[\s\S]*<\/body>/, '<body><div id="root"></div><script>go()</script></body>'),
    },
  ],
  ["html-too-large", { truncated: true }],
  ["head-ended-early", swap('<link rel="canonical"', '<div>x</div><link rel="canonical"')],
  ["canonical-missing", swap(/<link rel="canonical"[^>]*>/, "")],
  ["canonical-conflict", inHead('<link rel="canonical" href="https://shop.example/other">')],
  ["canonical-conflict", headers({ link: ['<https://shop.example/other>; rel="canonical"'] })],
  ["canonical-outside-head", inBody('<link rel="canonical" href="https://shop.example/repairs">')],
  ["canonical-relative", swap('rel="canonical" href="https://shop.example', 'rel="canonical" href="')],
  [
    "canonical-elsewhere",
    swap(
      'rel="canonical" href="https://shop.example/repairs"',
      'rel="canonical" href="https://shop.example/"',
    ),
  ],
  ["title-missing", swap(/<title>.*<\/title>/, "")],
  ["title-missing", swap(/<title>.*<\/title>/, "<title> </title>")],
  ["title-multiple", inHead("<title>Another title of the page</title>")],
  [
    "title-outside-head",
    {
      html: CLEAN.replace(/<title>.*<\/title>/, "").replace(
        "<body>",
        "<body><title>Bicycle repairs in Lisbon</title>",
      ),
    },
  ],
  ["title-too-long", swap("done in a day</title>", `done in a day ${"and more ".repeat(9)}</title>`)],
  ["title-too-short", swap(/<title>.*<\/title>/, "<title>Repairs</title>")],
  ["description-missing", swap(/<meta name="description"[^>]*>/, "")],
  ["description-multiple", inHead('<meta name="description" content="second">')],
  ["description-too-long", swap("the work.", `the work. ${"and more of it ".repeat(9)}`)],
  ["description-too-short", swap(/(<meta name="description" content=")[^"]*/, "$1Short.")],
  ["lang-missing", swap(' lang="en"', "")],
  ["lang-invalid", swap('lang="en"', 'lang="en_US"')],
  [
    "charset-problem",
    {
      ...swap('<meta charset="utf-8">', ""),
      headers: new Map([
        ["content-type", ["text/html"]],
        ["content-encoding", ["br"]],
      ]),
    },
  ],
  ["charset-problem", swap("Rodas", "Rodas\ufffd")],
  ["viewport-missing", swap(/<meta name="viewport"[^>]*>/, "")],
  ["h1-missing", swap("<h1>Bicycle repairs</h1>", "")],
  ["h1-multiple", inBody("<h1>Second</h1>")],
  ["heading-level-skipped", inBody("<h4>Deep</h4>")],
  [
    "thin-content",
    { html: CLEAN.replace(/<p>Our workshop[^<]*<\/p>/, "<p>Our workshop repairs bicycles.</p>") },
  ],
  ["doctype-missing", swap("<!doctype html>", "")],
  ["snippet-restricted", inHead('<meta name="robots" content="max-snippet:0">')],
  ["placeholder-text", swap("<h1>Bicycle repairs</h1>", "<h1>{{ page.title }}</h1>")],
  ["placeholder-text", swap(/<title>.*<\/title>/, "<title>Untitled document</title>")],
  ["link-not-crawlable", inBody('<a href="javascript:go()">Shop</a><a onclick="go()">More</a>')],
  ["link-text-empty", inBody('<a href="/x"><img src="/y" alt="" width="1" height="1"></a>')],
  ["link-text-generic", inBody('<a href="/x">Click here!</a>')],
  ["internal-nofollow", inBody('<a rel="nofollow" href="/x">Workshop</a>')],
  ["link-insecure", inBody('<a href="http://old.example/">Old site</a>')],
  ["link-to-localhost", inBody('<a href="http://localhost:3000/">Local site</a>')],
  ["image-alt-missing", inBody('<img src="/x" width="1" height="1">')],
  ["image-src-missing", inBody('<img data-src="/x" alt="x" width="1" height="1">')],
  ["image-dimensions-missing", inBody('<img src="/x" alt="x" width="1">')],
  ["image-alt-too-long", inBody(`<img src="/x" alt="${"long ".repeat(30)}" width="1" height="1">`)],
  ["mixed-content", inBody('<img src="http://shop.example/x" alt="x" width="1" height="1">')],
  ["og-incomplete", swap(/<meta property="og:type"[^>]*>/, "")],
  ["og-image-unusable", swap("https://shop.example/card.png", "/card.png")],
  [
    "og-url-mismatch",
    swap('"og:url" content="https://shop.example/repairs"', '"og:url" content="https://shop.example/x"'),
  ],
  ["twitter-card-missing", swap(/<meta name="twitter:card"[^>]*>/, "")],
  ["social-duplicate", inHead('<meta property="og:title" content="Another">')],
  ["jsonld-invalid", inHead(`${LD}{"@context": "https://schema.org",}</script>`)],
  [
    "jsonld-wrapped",
    inHead(`${LD}<![CDATA[{"@context": "https://schema.org", "@type": "Thing"}]]></script>`),
  ],
  [
    "schema-required-missing",
    inHead(`${LD}{"@context": "https://schema.org", "@type": "Recipe", "name": "x"}</script>`),
  ],
  [
    "schema-required-missing",
    inBody('<div itemscope itemtype="https://schema.org/Product"><p itemprop="name">Wheel</p></div>'),
  ],
  [
    "schema-required-missing",
    inHead(
      `${LD}{"@context": "https://schema.org", "@type": "Product", "name": "x", "offers": {"@type": "Offer", "priceCurrency": "EUR"}}</script>`,
    ),
  ],
  [
    "schema-required-missing",
    inHead(
      `${LD}{"@context": "https://schema.org", "@type": "Movie", "name": "x", "image": "i", "aggregateRating": {"ratingValue": 4}}</script>`,
    ),
  ],
  [
    "schema-recommended-missing",
    inHead(`${LD}{"@context": "https://schema.org", "@type": "Organization", "name": "x"}</script>`),
  ],
  ["schema-context-missing", inHead(`${LD}{"@type": "Thing"}</script>`)],
  ["structured-data-absent", swap(/<script type="application\/ld\+json">.*<\/script>/, "")],
  ["hreflang-invalid-code", swap('hreflang="pt-PT"', 'hreflang="en-UK"')],
  ["hreflang-relative", swap('hreflang="pt-PT" href="https://shop.example', 'hreflang="pt-PT" href="')],
  [
    "hreflang-no-self",
    {
      html: CLEAN.replaceAll(
        /(hreflang="(?:en|x-default)" href="https:\/\/shop\.example\/)repairs/g,
        "$1other",
      ),
    },
  ],
  ["hreflang-conflict", inHead('<link rel="alternate" hreflang="pt-PT" href="https://shop.example/pt">')],
  ["hreflang-outside-head", inBody('<link rel="alternate" hreflang="de" href="https://shop.example/de">')],
  ["hreflang-no-x-default", swap(/<link rel="alternate" hreflang="x-default"[^>]*>/, "")],
  ["not-https", { finalUrl: "http://shop.example/repairs" }],
  ["ttfb-slow", { ttfbMs: 900 }],
  ["compression-missing", { headers: new Map([["content-type", ["text/html; charset=utf-8"]]]) }],
  ["content-type-wrong", headers({ "content-type": ["text/plain; charset=utf-8"] })],
  ["url-untidy", { finalUrl: "https://shop.example/Repairs_List" }],
  ["url-parameters-many", { finalUrl: "https://shop.example/repairs?a=1&b=2&c=3&d=4" }],
];

const broken: Probe = {
  url: "https://shop.example/x",
  state: "broken",
  status: 404,
  place: { url: "https://shop.example/x" },
};

/** What further fetches can find, one a check. */
export const probeDefects: readonly (readonly [check: string, change: Partial<Probes>])[] = [
  ["canonical-target-bad", { canonical: { ...broken, problem: "The canonical URL redirects." } }],
  ["sitemap-missing", { sitemap: { found: false, lists: undefined, url: "x" } }],
  ["page-not-in-sitemap", { sitemap: { found: true, lists: false, url: "x" } }],
  ["favicon-missing", { favicon: broken }],
  ["broken-link-internal", { internal: [broken] }],
  ["broken-link-external", { external: [broken] }],
  ["link-to-redirect", { internal: [{ ...broken, state: "redirect", status: 301 }] }],
  ["image-broken", { images: [broken] }],
  ["og-image-broken", { ogImage: { ...broken, size: undefined } }],
  ["og-image-broken", { ogImage: { ...broken, state: "ok", size: { width: 150, height: 150 } } }],
  ["hreflang-no-return", { returns: [{ ...broken, state: "ok", linksBack: false }] }],
  ["https-not-enforced", { httpEnforced: false }],
  ["www-not-unified", { wwwUnified: false }],
];
