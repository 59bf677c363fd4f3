import type { FetchedPage } from "../../src/apis/seo/fetch/fetched-page.ts";
import { isNightly } from "../nightly.ts";
import { seededBelow } from "../random.ts";
import { fetched } from "./clean-page.ts";

// Hostile texts by parser: `prefix + unit × n + suffix`, the form of every input that makes a parser slow. Some are
// written down, the rest are drawn from the words that a parser knows, by seed.

/** A text that is pumped up to a size. */
export interface Pump {
  readonly name: string;
  /** The text, of about so many characters. */
  text(size: number): string;
}

export interface Parser {
  readonly name: string;
  readonly pumps: readonly Pump[];
  /** The text where this parser meets it. */
  place(text: string): Partial<FetchedPage>;
}

/** Texts drawn for each parser: in the short form the first ones of the long form. */
const DRAWN = isNightly ? 30 : 8;
const encode = (text: string) => new TextEncoder().encode(text);

function pump(prefix: string, unit: string, suffix: string): Pump {
  return {
    name: JSON.stringify(`${prefix.slice(0, 30)}|${unit.slice(0, 40)}|${suffix.slice(0, 30)}`),
    text: (size) =>
      prefix + unit.repeat(Math.max(1, Math.floor((size - prefix.length) / unit.length))) + suffix,
  };
}

/** Each unit differs: `make` is given its number. */
function varied(name: string, prefix: string, make: (i: number) => string, suffix = ""): Pump {
  return {
    name,
    text(size) {
      let text = prefix;
      for (let i = 0; text.length < size; i++) text += make(i);
      return text + suffix;
    },
  };
}

/** Pumps whose parts are drawn from the words of a parser. */
function drawn(words: readonly string[], seed: number, start: readonly string[] = [""]): Pump[] {
  const random = seededBelow(seed);
  const some = (most: number) =>
    Array.from({ length: random(most + 1) }, () => words[random(words.length)] ?? "").join("");
  return Array.from({ length: DRAWN }, () => {
    const unit = (words[random(words.length)] ?? " ") + some(3);
    return pump((start[random(start.length)] ?? "") + some(2), unit, some(2));
  });
}

const split = (list: string) => list.split("|");
const html = (text: string) => ({ body: encode(text) });
const head = (markup: string) => `<!doctype html><html lang=en><head><title>t</title>${markup}`;

const TAGS = split(
  "<b>|<i>|<a href=x>|<p>|</p>|</b>|<div>|</div>|<table>|<tr>|<td>|<caption>|<select>|<option>|<svg>|<math>|<mi>|<foreignObject>|<template>|</template>|<form>|<button>|<nobr>|<font size=1>|<h1>|<li>|<dd>|<ruby>|<rt>|<object>|<marquee>|<applet>|<title>|<textarea>|<script>|</script>|<style>|<noscript>|<frameset>|<body a>|<html b>|</body>|</x>|</br>|<br>|<!--|-->|<!|<?|<![CDATA[|]]>|&amp|&#x1F600;|&CounterClockwiseContourIntegral;|&not|x| |\n|<img src=a alt=b>|<input>|<p id=a>|\0|é|漢|́|👨‍👩‍👧",
);

const htmlParser: Parser = {
  name: "HTML",
  place: html,
  pumps: [
    pump("<!doctype html>", "<div>", "x"),
    pump("", "<b><p>", ""),
    pump("", "<a><b>", ""),
    pump("", "<table>x<b>", ""),
    pump("", "<select><option>", ""),
    pump("<p ", "a ", ">"),
    varied("different attributes", "<p ", (i) => `a${i} `, ">x"),
    varied("attributes of body", "<body>", (i) => `<body a${i}>`),
    varied("different fonts", "<p>", (i) => `<font a=${i}>`, "<p>x".repeat(500)),
    varied("fonts, then paragraphs", "", (i) => (i < 300 ? `<font a=${i}>` : "<p>x")),
    varied("fonts, then ends", "", (i) => (i < 3000 ? "<b>" : "</p>")),
    varied("different ids", "", (i) => `<p id=i${i}>`),
    pump("", "<h1><object>x", ""),
    pump(`<h1>${"x".repeat(20_000)}`, "<object><h1>", ""),
    {
      name: "text in nested links",
      text: (size) => "<a href=/><object>".repeat(size / 40) + "x".repeat(size / 2),
    },
    pump("<", "x", ">"),
    pump("<p id=", "x", ">"),
    pump("<p>", "&CounterClockwiseContourIntegra", ""),
    pump("<p>", "&#1", ""),
    pump("<p>", ".", "x"),
    pump(`<html lang=en><body><p>${"word ".repeat(150)}`, ".", "x"),
    pump(`<html lang=en><p>${"word ".repeat(150)}`, "e", "x"),
    pump("<p>", "keyword", ""),
    pump("<p>", "ไทย", ""),
    pump("<p>", "ﷺ", ""),
    pump("<p>", "́", ""),
    pump("<script>", "<!--<script>", ""),
    pump(head(""), "<a href=/>here</a>", ""),
    varied("long base", `<base href="https://x.example/${"d/".repeat(5_000)}">`, (i) => `<a href=${i}>x</a>`),
    pump(`<title>${"here ".repeat(2_000)}</title>`, "<a href=x>here</a>", ""),
    pump("", '<meta charset="x', ""),
    pump('<?xml version="1.0"', ' encoding="x"', ""),
    pump("<!-", "-", ">"),
    pump("<meta charset", " ", "x"),
    pump("<meta http-equiv=content-type content='", "charset =", "'>"),
    ...drawn(TAGS, 1, ["", "<!doctype html>", "<!doctype html><body>", "<table>", "<svg>"]),
  ],
};

const octets: Parser = {
  name: "an answer without a type",
  place: (text) => ({
    ...html(text),
    headers: new Map([["content-type", ["application/octet-stream"]]]),
  }),
  pumps: [
    pump("", "<!---->", ""),
    pump("", "<!-- -->", "<p"),
    pump("", " ", "<"),
    pump("", "<!--", ""),
    pump("", "-->", "<html>"),
    ...drawn(split("<!--|-->|<!---->|<|html|<html>| |\n|-|>|!|a"), 2),
  ],
};

const ROBOTS = split(
  "User-agent: *\n|User-agent: googlebot\n|User-agent|Disallow: /|Disallow|Allow: /|Allow: /index.html\n|Sitemap: https://shop.example/s.xml\n|Sitemap:|*|$|/|:|#|?| |\t|\r|\n|\r\n|a|%41|%|%zz|é|漢|\0|Crawl-delay: 1\n|\ufeff|constructor:|__proto__: x\n",
);

const robots: Parser = {
  name: "robots.txt",
  place: (text) => ({
    finalUrl: `https://shop.example/${"ab/".repeat(600)}?${"a=b&".repeat(20)}`,
    robots: {
      state: "answered",
      url: "https://shop.example/robots.txt",
      status: 200,
      body: encode(text),
    },
  }),
  pumps: [
    pump("a", " ", "b"),
    pump("User-agent: *\nDisallow: /", "*a", "b$\n"),
    pump("User-agent: *\n", "Disallow: /*a*b*a*b*c$\n", ""),
    pump("User-agent: *\n", "Disallow: *zz\n", ""),
    pump("User-agent: *\n", "Allow: /index.html\n", ""),
    pump("User-agent: *\nDisallow: /", "a", ""),
    pump("User-agent: *\nDisallow: /", "é", ""),
    pump("User-agent: *\nDisallow: /", "%41", ""),
    pump("", "User-agent: googlebot\n", "Disallow: /"),
    pump("", "User-agent: googlebot\nDisallow: /a\n", ""),
    varied("different agents", "", (i) => `User-agent: bot${i}\n`, "Disallow: /"),
    varied("different groups", "", (i) => `User-agent: bot${i}\nDisallow: /${i}\n`),
    pump("", "x\n", ""),
    pump("", "\n", ""),
    pump("", "\r", ""),
    pump("", "#", ""),
    pump("", ":", ""),
    pump("Sitemap: https://shop.example/", "a", ""),
    pump("", "Sitemap: https://shop.example/s.xml\n", ""),
    pump("", "a b\n", ""),
    ...drawn(ROBOTS, 3, ["", "User-agent: *\n", "User-agent: *\nDisallow: /"]),
  ],
};

const LD = split(
  '{|}|[|]|"|:|,|"@type":"Product"|"@type":["Product","Recipe"]|"@graph":[|"@context":"https://schema.org"|"offers":[|{},|"mainEntity":{|"itemListElement":[|"name":"x"| |\n|-->|<!--|]]>|//|/*|*/|<![CDATA[|\\u0041|\\|null|1|e|.|-|"@id":"a"|\u0001|é',
);

const jsonLd: Parser = {
  name: "JSON-LD",
  place: (text) => html(`${head("")}<script type="application/ld+json">${text}`),
  pumps: [
    pump("-->", " ", "x"),
    pump("", "-->", ""),
    pump("{}", " ", "-->"),
    pump("//", " ", "<!--"),
    pump("", "/*", ""),
    { name: "deep lists", text: (size) => `${"[".repeat(size / 2)}${"]".repeat(size / 2)}` },
    { name: "deep objects", text: (size) => `${'{"a":'.repeat(size / 6)}1${"}".repeat(size / 6)}` },
    pump("", "{", ""),
    pump('{"a":"', "x", ""),
    pump('{"a":"', "\\u0041", '\n"}'),
    pump('{"a":"', "\\", ""),
    pump('{"@context":"https://schema.org","@type":[', '"Product",', '"x"],"name":"a"}'),
    varied("different types", '{"@context":"https://schema.org","@type":[', (i) => `"T${i}",`, '"x"]}'),
    pump('{"@type":"BreadcrumbList","itemListElement":[', "{},", "{}]}"),
    pump('{"@type":["Product","Recipe","Event","FAQPage","QAPage"],"offers":[', "{},", "{}]}"),
    pump('{"@type":["QAPage","FAQPage","Product"],"mainEntity":[', '{"a":[{},{}]},', "{}]}"),
    pump("[", '{"@type":"Product","offers":{}},', "{}]"),
    pump("", '{}</script><script type="application/ld+json">', ""),
    pump("", 'x</script><script type="application/ld+json">', ""),
    pump('{"@type":"', "T", '"}'),
    pump('[{"@context":[', '"https://schema.org",', '"x"]}]'),
    pump("", "1", ""),
    pump("", "1e", ""),
    ...drawn(LD, 4, ["", "[", "{", '{"@context":"https://schema.org",']),
  ],
};

const ITEMS = split(
  '<div itemscope>|<div itemscope itemprop=a>|<div itemscope itemtype="http://schema.org/Product">|<i itemprop=name>|</i>|</div>|<p itemprop="a b c">|<div vocab="http://schema.org/" typeof=Product>|<p property=name>|x|word |<span itemref="a b">|<p id=a>|<meta itemprop=price content=1>|<link itemprop=url href=x>|<div itemprop=offers itemscope>|<div itemtype="| |">|é',
);

const items: Parser = {
  name: "microdata and RDFa",
  place: (text) => html(`${head("</head><body>")}${text}`),
  pumps: [
    pump("", "<div itemscope itemprop=a>", "x"),
    pump("", "<div itemscope>", "x"),
    pump("<div itemscope>", "<p itemprop=a><object>", "x".repeat(5_000)),
    pump("<div itemscope>", "<div itemprop=a>word", ""),
    pump('<div itemscope><p itemprop="', "a ", '">x'),
    varied("different properties", '<div itemscope><p itemprop="', (i) => `a${i} `, '">x'),
    pump('<div itemscope itemtype="', "http://schema.org/Product ", '">'),
    pump('<div itemscope itemtype="', "x", '">'),
    pump("", '<div vocab="http://schema.org/" typeof=Product property=a>', ""),
    pump('<div typeof="', "Product ", '">'),
    pump('<div prefix="', "a: b ", '" typeof=x>'),
    pump("", '<div itemscope itemtype="http://schema.org/Product"><i itemprop=name>x</i></div>', ""),
    pump('<div itemscope itemref="', "a ", '"><p id=a itemprop=x>'),
    ...drawn(ITEMS, 5, ["", "<div itemscope>", "<div typeof=Product>"]),
  ],
};

const METAS = split(
  "<meta name=robots content=noindex>|<meta name=robots content='|noindex,|none,|unavailable_after:|unavailable_after: 1 Jan 2000,|'>|max-snippet:20,| |,|:|;|<meta name=googlebot content=none>|<meta name=description content='|<meta property=og:title content=x>|<meta property=og:image content=/a>|<meta name=twitter:card content=x>|<meta name=viewport content='|width=1,|<meta http-equiv=refresh content='0;url=|<meta http-equiv=refresh content='|0;|<meta charset=utf-8>|<meta itemprop=a content=b>|\t|\n|a|é|\u0001|&quot;",
);

const metas: Parser = {
  name: "metas",
  place: (text) => html(`<!doctype html><html><head>${text}`),
  pumps: [
    pump('<meta name=robots content="', "noindex,", '">'),
    pump('<meta name=robots content="', "unavailable_after: 1 Jan 2000,", '">'),
    pump('<meta name=robots content="', "unavailable_after:", '">'),
    pump('<meta name=robots content="unavailable_after:', " ", 'x">'),
    pump('<meta name=robots content="', ",", '">'),
    pump("", "<meta name=robots content=noindex,nofollow>", ""),
    pump("", "<meta name=googlebot content=none>", ""),
    pump('<meta http-equiv=refresh content="0', " ", 'x">'),
    pump('<meta http-equiv=refresh content="', "0;", '">'),
    pump("", "<meta http-equiv=refresh content='0;url=/a'>", ""),
    pump('<meta name=viewport content="', "width=1,", '">'),
    pump("", "<meta property=og:image content=/a>", ""),
    pump('<meta property=og:title content="', "x", '">'),
    pump('<meta property=og:title content="', "\u0001", '">'),
    varied("different og tags", "", (i) => `<meta property=og:x${i} content=x>`),
    varied("different metas", "", (i) => `<meta name=n${i} content="${"x".repeat(50)}">`),
    pump('<meta name="', "og:", '" content=x>'),
    pump('<meta name=description content="', "\t \n", 'x">'),
    pump("<title>", " ", "x</title>"),
    pump("<title>", "a ", "</title>"),
    pump("", "<title>a</title>", ""),
    pump('<link rel=canonical href="', " ", 'x">'),
    pump('<link rel="', "a ", '" href=x>'),
    ...drawn(METAS, 6),
  ],
};

const HREFLANGS = split(
  "<link rel=alternate hreflang=de href=/de>|<link rel=alternate hreflang=x-default href=/>|<link rel=alternate hreflang='|<link rel='alternate |' href=/a>|href='|/a|de-|-|en-US|x-default| |<link rel=canonical href=/a>|<link rel=alternate type=application/rss+xml href=/f>|é|#|?|'|>|https://x.example/|\n",
);

const hreflangs: Parser = {
  name: "hreflang lists",
  place: (text) => html(`<!doctype html><html><head>${text}`),
  pumps: [
    pump("", "<link rel=alternate hreflang=de href=/de>", ""),
    varied("different languages", "", (i) => `<link rel=alternate hreflang=x${i} href=/${i}>`),
    varied("one language", "", (i) => `<link rel=alternate hreflang=de href=/${i}>`),
    varied("one URL", "", (i) => `<link rel=alternate hreflang=x${i} href=/>`),
    varied("canonicals", "", (i) => `<link rel=canonical href=/${i}>`),
    varied(
      "canonical and translations",
      "<link rel=canonical href=/de>",
      (i) => `<link rel=alternate hreflang=de href=/de?${i}>`,
    ),
    pump('<link rel=alternate href=/ hreflang="', "a-", '">'),
    pump('<link rel=alternate hreflang=de href="', "../", '">'),
    pump('<link rel=alternate hreflang=de href="', "é", '">'),
    pump('<link rel="', "alternate ", '" hreflang=de href=/>'),
    pump("", "<link rel=alternate type=application/rss+xml href=/f>", ""),
    pump(`<base href="/${"a/".repeat(2_000)}">`, "<link rel=alternate hreflang=de href=x>", ""),
    ...drawn(HREFLANGS, 7),
  ],
};

/** `egress` reads headers of up to 16 KB. */
const HEADERS_MAX = 16_000;
const LINKS = split(
  '<|>|<a>|;|;rel=canonical|;rel=|;rel="|"|=|,| |\t|a|hreflang=de|;*=a|</a>; rel=alternate; hreflang=de,|\'|canonical |é',
);

const linkHeaders: Parser = {
  name: "headers",
  place: (text) => {
    const value = text.slice(0, HEADERS_MAX);
    return {
      headers: new Map([
        ["content-type", [`text/html; charset=${value.slice(0, 4_000)}`]],
        ["link", [value]],
        ["x-robots-tag", [value]],
      ]),
    };
  },
  pumps: [
    pump("", "<", ""),
    pump("<a>", ";", ""),
    pump("<a>;", " ", "x"),
    pump("<a>;rel=", " ", "x"),
    pump("<a>", ";a=b", ""),
    pump("<a>", ';a="', ""),
    pump("<a>;", "a", "="),
    pump("", '<a>;rel="canonical",', ""),
    pump("", "<a>;rel=alternate;hreflang=de,", ""),
    pump('<a>;rel="', "canonical ", '"'),
    pump("", "a:", ""),
    pump("", "unavailable_after:", ""),
    pump("unavailable_after:", " ", "x"),
    pump("charset", " ", "x"),
    pump("", "charset=", ""),
    pump("", "googlebot: noindex,", ""),
    ...drawn(LINKS, 8),
  ],
};

/** The parsers of a page, its headers and its robots.txt, each with hostile texts. */
export const pageParsers: readonly Parser[] = [
  htmlParser,
  octets,
  robots,
  jsonLd,
  items,
  metas,
  hreflangs,
  linkHeaders,
];

const SITEMAP = split(
  "<urlset>|<sitemapindex>|<loc>|</loc>|<url>|</url>|<s:loc>|<|/|>| |\n|&amp;|&|http://x.example/|a|<!--|-->|<![CDATA[|]]>|\0|é|<x|:",
);

/** Hostile sitemaps. */
export const sitemapPumps: readonly Pump[] = [
  pump("<urlset><loc>", " ", "<x"),
  pump("<urlset>", "<loc> ", "<x"),
  pump("<urlset><loc>", "a ", "<x"),
  pump("<urlset>", "<loc>", ""),
  pump("<urlset>", "<loc></loc>", ""),
  pump("<urlset>", "<loc>a</loc>", ""),
  pump("<sitemapindex>", "<loc>a</loc>", ""),
  pump("<sitemapindex><loc>", "a", "</loc>"),
  pump("<urlset>", "<", ""),
  pump("<", "a", ":loc>"),
  pump("<urlset>", "<a:", "loc>"),
  pump("<urlset><loc>", "&amp;", "</loc>"),
  pump("<urlset><loc>", "&", "</loc>"),
  pump("", "<urlset", ""),
  pump("", "<sitemapindex", ""),
  pump("", " ", "<urlset>"),
  pump("<", "\n", "urlset>"),
  ...drawn(SITEMAP, 9, ["", "<urlset>", "<sitemapindex>"]),
];

/** A page, or an answer, with a hostile text of about so many characters in it. */
export function hostileSubject({ place }: Parser, { text }: Pump, size: number): FetchedPage {
  return fetched(place(text(size)));
}
