import { seeded } from "../random.ts";
import { CLEAN } from "./clean-page.ts";
import { traps } from "./traps.ts";

export const MEGABYTE = 1024 * 1024;

const seeds: Uint8Array[] = [
  new TextEncoder().encode(CLEAN),
  ...traps.map(({ html }) => (typeof html === "string" ? new TextEncoder().encode(html) : html)),
];
const fragments = [
  "<",
  "</",
  "<!--",
  "<script>",
  "<svg>",
  "<table>",
  "<template>",
  "<a href=",
  "<title>",
  "<select>",
  '"',
  "&#",
  "\0",
  "<math><mi>",
  "<p><b>",
  "]]>",
];

/** A page with one to eight changes: flipped bits, a cut, a turn, markup or noise in between. */
export function mutate(seed: number): Uint8Array {
  const random = seeded(seed);
  const pick = (size: number) => Math.floor(random() * size);
  let bytes = Uint8Array.from(seeds[pick(seeds.length)] ?? []);
  for (let edits = 1 + pick(8); edits > 0; edits--) {
    const at = pick(bytes.length + 1);
    switch (pick(5)) {
      case 0:
        if (at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ (1 << pick(8));
        break;
      case 1:
        bytes = bytes.slice(0, at);
        break;
      case 2:
        bytes = Uint8Array.from([...bytes.subarray(at), ...bytes.subarray(0, at)]);
        break;
      case 3: {
        const piece = new TextEncoder().encode(
          (fragments[pick(fragments.length)] ?? "").repeat(1 + pick(20)),
        );
        bytes = Uint8Array.from([...bytes.subarray(0, at), ...piece, ...bytes.subarray(at)]);
        break;
      }
      default:
        bytes = Uint8Array.from([...bytes.subarray(0, at), pick(256), pick(256), ...bytes.subarray(at)]);
    }
  }
  return bytes;
}

const many = (count: number, of: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => of(i)).join("");

/** Pages that keep a reader busy: each is repeated or cut to at most the 2 MB that are read. */
export const monsters: readonly (readonly [name: string, html: () => string])[] = [
  ["100,000 elements deep", () => "<div>".repeat(100_000)],
  ["100,000 links deep in headings", () => "<h1><a href=x><div>x".repeat(100_000)],
  ["headings in headings", () => "<h1><div>x".repeat(60_000)],
  ["200,000 attributes", () => `<div ${many(200_000, (i) => `a${i} `)}>`],
  ["10 MB of <", () => "<".repeat(10 * MEGABYTE)],
  [
    "open formatting elements, again and again",
    () => `<p>${many(3000, (i) => `<b a=${i}>`)}${"</p><p>x".repeat(3000)}`,
  ],
  ["links that are never closed", () => many(60_000, (i) => `<a href=/${i}>`)],
  ["text in tables", () => `<table>${"x<b>".repeat(80_000)}`],
  ["svg in svg", () => "<svg><g>".repeat(60_000)],
  [
    "microdata in microdata",
    () => "<div itemscope itemtype=https://schema.org/Product itemprop=a>".repeat(30_000),
  ],
  ["items side by side in items", () => "<div itemscope><p itemprop=a>x".repeat(40_000)],
  ["deep JSON-LD", () => `<script type=application/ld+json>${"[".repeat(500_000)}</script>`],
  [
    "deep JSON-LD that is valid",
    () => `<script type=application/ld+json>${'{"@graph":'.repeat(5_000)}1${"}".repeat(5_000)}</script>`,
  ],
  [
    "long JSON-LD string without an end",
    () => `<script type=application/ld+json>{"a":"${"x".repeat(MEGABYTE)}</script>`,
  ],
  ["many metas", () => "<meta property=og:title content=x>".repeat(50_000)],
  ["many hreflangs", () => many(30_000, (i) => `<link rel=alternate hreflang=en href=/${i}>`)],
  ["many canonicals", () => many(30_000, (i) => `<link rel=canonical href=/${i}>`)],
  ["a quote that never ends", () => `<a href="${"x".repeat(2 * MEGABYTE)}`],
  ["quotes in the prescan", () => `<x ${`"'`.repeat(500_000)}`],
  ["tags in the prescan that never end", () => "<meta a".repeat(200_000)],
  ["comments that never end", () => "<!--".repeat(500_000)],
  ["raw text that never ends", () => "<script>".repeat(100_000)],
  ["one word of 2 MB", () => "x".repeat(2 * MEGABYTE)],
  ["one word of 2 MB in Japanese", () => "日".repeat(600_000)],
  ["spaces", () => `<p>${" ".repeat(2 * MEGABYTE)}x`],
  ["a title of 2 MB", () => `<title>${"ab ".repeat(600_000)}</title>`],
  ["a title of combining marks", () => `<title>a${"\u0301".repeat(500_000)}</title>`],
  ["lines", () => "\n\r".repeat(500_000)],
  ["ids", () => many(60_000, (i) => `<p id=i${i}>`)],
  ["images without anything", () => "<img>".repeat(200_000)],
  [
    "a long lang and a long charset",
    () => `<html lang=${"x-".repeat(200_000)}><meta charset=${"u".repeat(200_000)}>`,
  ],
  ["refresh", () => `<meta http-equiv=refresh content="${"0;".repeat(300_000)}">`],
  ["robots directives", () => `<meta name=robots content="${"unavailable_after:x,".repeat(60_000)}">`],
  ["placeholders", () => `<title>${"{{".repeat(500_000)}</title>`],
  ["wrappers", () => `<script type=application/ld+json>${"/* ".repeat(200_000)}</script>`],
];
