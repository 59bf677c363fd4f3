import { nearMisses } from "./script-pages.ts";

/** A page to audit with Lighthouse and with Quintet. */
export interface FieldPage {
  readonly name: string;
  readonly html: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Status and text of robots.txt; 404 where it is left out. */
  readonly robots?: readonly [status: number, text: string];
  /** Audits of Lighthouse whose verdict differs from ours on purpose: why, with the source. */
  readonly differs?: Readonly<Record<string, string>>;
}

interface Parts {
  readonly head?: string;
  readonly body?: string;
  readonly title?: string;
  readonly description?: string;
  readonly lang?: string;
}

const TEXT =
  "<p>We repair bicycles of every make in Lisbon, in a day, at a price that we tell you before we start.</p>";

function page({
  head = "",
  body = "",
  title = "<title>Bicycle repairs in Lisbon</title>",
  description = '<meta name="description" content="We repair bicycles of every make in Lisbon, in a day.">',
  lang = "en",
}: Parts): string {
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${title}${description}${head}</head><body><h1>Bicycle repairs</h1>${TEXT}${body}</body></html>`;
}

const link = (text: string, href = "https://other.example/a") => `<p><a href="${href}">${text}</a></p>`;
const canonical = (href: string) => ({ html: page({ head: `<link rel="canonical" href="${href}">` }) });
const alternate = (lang: string, href = "https://shop.example/x") =>
  `<link rel="alternate" hreflang="${lang}" href="${href}">`;

const GOOGLE = "https://developers.google.com/search/docs";
const GOOGLEBOT = `Lighthouse fails if every crawler is kept out. Quintet fails if Google is ([robots meta tag](${GOOGLE}/crawling-indexing/robots-meta-tag)), and lists twelve crawlers in \`indexability.bots\`.`;
const IN_BODY = `Lighthouse leaves out links in the body. Quintet names their faults and says that Google does not read them there ([valid metadata](${GOOGLE}/crawling-indexing/valid-page-metadata)).`;
const OWN_PAGE = `Lighthouse leaves out \`nofollow\` links and links to the page itself. Visitors read their text all the same ([anchor text](${GOOGLE}/crawling-indexing/links-crawlable#write-good-anchor-text)).`;
const LOCAL =
  "`link-to-localhost` does not apply to pages that are served from the same machine, as those of this comparison are.";
const VISIBLE_ROLE = `Lighthouse leaves out hidden images and those with \`aria-label\`. Google reads \`alt\` ([image SEO](${GOOGLE}/appearance/google-images)).`;

/** Pages for each audit of Lighthouse's SEO category, with and without what it looks for. */
export const fieldPages: readonly FieldPage[] = [
  { name: "nothing wrong", html: page({}) },
  // is-crawlable
  { name: "meta noindex", html: page({ head: '<meta name="robots" content="noindex">' }) },
  { name: "meta none", html: page({ head: '<meta name="robots" content="none">' }) },
  {
    name: "meta noindex in upper case",
    html: page({ head: '<meta name="ROBOTS" content="NOINDEX, NOFOLLOW">' }),
  },
  { name: "meta index", html: page({ head: '<meta name="robots" content="index, follow">' }) },
  { name: "meta nofollow", html: page({ head: '<meta name="robots" content="nofollow">' }) },
  {
    name: "meta noindex for Google",
    html: page({ head: '<meta name="googlebot" content="noindex">' }),
    differs: { "is-crawlable": GOOGLEBOT },
  },
  { name: "meta noindex for Bing", html: page({ head: '<meta name="bingbot" content="noindex">' }) },
  {
    name: "unavailable_after in the past",
    html: page({ head: '<meta name="robots" content="unavailable_after: 2010-06-25">' }),
  },
  {
    name: "unavailable_after to come",
    html: page({ head: '<meta name="robots" content="unavailable_after: 2090-06-25">' }),
  },
  { name: "header noindex", html: page({}), headers: { "X-Robots-Tag": "noindex" } },
  { name: "header none", html: page({}), headers: { "X-Robots-Tag": "none" } },
  { name: "header for another crawler", html: page({}), headers: { "X-Robots-Tag": "otherbot: noindex" } },
  { name: "header noarchive", html: page({}), headers: { "X-Robots-Tag": "noarchive" } },
  { name: "robots.txt disallows all", html: page({}), robots: [200, "User-agent: *\nDisallow: /\n"] },
  {
    name: "robots.txt disallows another folder",
    html: page({}),
    robots: [200, "User-agent: *\nDisallow: /admin\n"],
  },
  {
    name: "robots.txt disallows Google",
    html: page({}),
    robots: [200, "User-agent: Googlebot\nDisallow: /\n"],
    differs: { "is-crawlable": GOOGLEBOT },
  },
  {
    name: "robots.txt allows the page",
    html: page({}),
    robots: [200, "User-agent: *\nDisallow: /\nAllow: /page\n"],
  },
  // document-title, meta-description
  { name: "no title", html: page({ title: "" }) },
  { name: "an empty title", html: page({ title: "<title></title>" }) },
  { name: "a title of white space", html: page({ title: "<title>  </title>" }) },
  { name: "the title of a drawing", html: page({ title: "", body: "<svg><title>x</title></svg>" }) },
  { name: "no description", html: page({ description: "" }) },
  {
    name: "a description after the head",
    html: page({
      description: "",
      head: '<p>Open today</p><meta name="description" content="We repair bicycles of every make in Lisbon.">',
    }),
  },
  { name: "an empty description", html: page({ description: '<meta name="description" content="">' }) },
  {
    name: "a description of white space",
    html: page({ description: '<meta name="description" content="   ">' }),
  },
  {
    name: "a description in upper case",
    html: page({ description: '<META NAME="Description" CONTENT="We repair bicycles of every make.">' }),
  },
  // http-status-code
  { name: "not found", html: page({}), status: 404 },
  { name: "gone", html: page({}), status: 410 },
  { name: "forbidden", html: page({}), status: 403 },
  { name: "server error", html: page({}), status: 500 },
  { name: "created", html: page({}), status: 201 },
  // link-text
  { name: "click here", html: page({ body: link("Click here") }) },
  {
    name: "read more, with a label",
    html: page({ body: '<p><a href="https://other.example/a" aria-label="About chains">read more</a></p>' }),
  },
  { name: "a good link text", html: page({ body: link("Chains and how to oil them") }) },
  { name: "more, in Spanish", html: page({ lang: "es", body: link("más información") }) },
  { name: "continue, in Japanese", html: page({ lang: "ja", body: link("続きを読む") }) },
  {
    name: "click here with nofollow",
    html: page({ body: '<p><a rel="nofollow" href="https://other.example/a">click here</a></p>' }),
    differs: { "link-text": OWN_PAGE },
  },
  {
    name: "click here on the page itself",
    html: page({ body: link("here", "#prices") }),
    differs: { "link-text": OWN_PAGE },
  },
  // crawlable-anchors
  { name: "javascript:void(0)", html: page({ body: link("Open the menu", "javascript:void(0)") }) },
  { name: "a without href and with onclick", html: page({ body: '<p><a onclick="go()">Prices</a></p>' }) },
  { name: "a without href", html: page({ body: "<p><a>Prices</a></p>" }) },
  { name: "a named anchor", html: page({ body: '<p><a name="top">Top</a></p>' }) },
  { name: "an invalid URL", html: page({ body: link("Prices", "https://[") }) },
  { name: "mailto", html: page({ body: link("Write to us", "mailto:a@b.example") }) },
  {
    name: "a link to a file",
    html: page({ body: link("Prices", "file:///prices.html") }),
    differs: { "crawlable-anchors": LOCAL },
  },
  {
    name: "a button role",
    html: page({ body: '<p><a role="button" href="javascript:void(0)">Menu</a></p>' }),
  },
  // robots-txt
  {
    name: "robots.txt is fine",
    html: page({}),
    robots: [200, "User-agent: *\nAllow: /\nSitemap: https://shop.example/sitemap.xml\n"],
  },
  {
    name: "robots.txt with an unknown directive",
    html: page({}),
    robots: [200, "User-agent: *\nDisallow: /a\nnonsense: 1\n"],
  },
  { name: "robots.txt with a misspelling", html: page({}), robots: [200, "User-agent: *\nDisalow: /a\n"] },
  {
    name: "robots.txt with a rule before a user agent",
    html: page({}),
    robots: [200, "Disallow: /a\nUser-agent: *\n"],
  },
  {
    name: "robots.txt with a relative sitemap",
    html: page({}),
    robots: [200, "User-agent: *\nSitemap: /s.xml\n"],
  },
  { name: "robots.txt is a page", html: page({}), robots: [200, "<!doctype html><p>Not here</p>"] },
  { name: "robots.txt fails", html: page({}), robots: [500, "error"] },
  {
    name: "robots.txt with a crawl delay",
    html: page({}),
    robots: [200, "User-agent: *\nCrawl-delay: 5\nDisallow: /a\n"],
  },
  // image-alt
  { name: "no alt", html: page({ body: '<img src="/a.png" width="9" height="9">' }) },
  { name: "alt", html: page({ body: '<img src="/a.png" alt="A wheel" width="9" height="9">' }) },
  { name: "an empty alt", html: page({ body: '<img src="/a.png" alt="" width="9" height="9">' }) },
  {
    name: "a label in place of alt",
    html: page({ body: '<img src="/a.png" aria-label="A wheel" width="9" height="9">' }),
    differs: { "image-alt": VISIBLE_ROLE },
  },
  {
    name: "a hidden image without alt",
    html: page({ body: '<img src="/a.png" style="display:none" width="9" height="9">' }),
    differs: { "image-alt": VISIBLE_ROLE },
  },
  // hreflang
  {
    name: "good translations",
    html: page({ head: alternate("en") + alternate("pt-PT") + alternate("x-default") }),
  },
  { name: "an unknown language", html: page({ head: alternate("xx") }) },
  { name: "an underscore", html: page({ head: alternate("en_GB") }) },
  { name: "a relative translation", html: page({ head: alternate("en", "/en") }) },
  {
    name: "a relative translation in the header",
    html: page({}),
    headers: { Link: '</de>; rel="alternate"; hreflang="de"' },
  },
  {
    name: "a translation in the body",
    html: page({ body: alternate("xx") }),
    differs: { hreflang: IN_BODY },
  },
  // canonical
  { name: "a good canonical", ...canonical("https://shop.example/page") },
  { name: "a relative canonical", ...canonical("/page") },
  { name: "an invalid canonical", ...canonical("https://[") },
  {
    name: "two canonicals",
    html: page({
      head: '<link rel="canonical" href="https://a.example/1"><link rel="canonical" href="https://a.example/2">',
    }),
  },
  {
    name: "a canonical in the body",
    html: page({ body: '<link rel="canonical" href="/page">' }),
    differs: { canonical: IN_BODY },
  },
  { name: "a canonical at the root", html: page({ head: '<link rel="canonical" href="ORIGIN/">' }) },
  { name: "a canonical at itself", html: page({ head: '<link rel="canonical" href="ORIGIN/page">' }) },
  {
    name: "a canonical at a translation",
    html: page({
      head: `<link rel="canonical" href="ORIGIN/de">${alternate("en", "ORIGIN/page")}${alternate("de", "ORIGIN/de")}`,
    }),
  },
  // Pages of frameworks, with their content in the HTML
  ...[
    "React 15 from a server",
    "Next.js pages router",
    "Nuxt 3 from a server",
    "Angular Universal",
    "SvelteKit from a server",
    "a login page",
    "a gallery",
    "Docusaurus",
  ].map((name) => ({ name, html: nearMisses.find((near) => near[0] === name)?.[2] ?? "" })),
];
