import { expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { readSitemapUrls } from "./sitemap-urls.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const set = (...locations: string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locations.map((one) => `<url><loc>${one}</loc></url>`).join("")}</urlset>`;
const A = "https://example.com/a?x=1&y=2";
const written = "https://example.com/a?x=1&amp;y=2";

test.each([
  ["plain", bytes(set(written))],
  ["gzipped", gzipSync(set(written))],
  ["gzipped and cut off", gzipSync(set(written) + " ".repeat(100_000)).subarray(0, -20)],
  ["with white space", bytes(set(`\n  ${written}\n`))],
  ["CDATA", bytes(set("<![CDATA[https://example.com/a?x=1&y=2]]>"))],
  ["numeric entities", bytes(set("https://example.com/a?x=1&#38;y=2", "https://example.com/a?x=1&#x26;y=2"))],
  ["with a prefix", bytes(set(written).replaceAll("<loc", "<sm:loc").replaceAll("urlset", "sm:urlset"))],
  ["a list of lines", bytes(`${A}\r\n\n${A}\n`)],
  ["with a byte order mark", bytes(`\ufeff${A}\n`)],
  ["UTF-16", Buffer.from(`\ufeff${set(written)}`, "utf16le")],
  ["RSS", bytes(`<rss><channel><item><link>${written}</link></item></channel></rss>`)],
  ["Atom", bytes(`<feed><entry><link rel="alternate" href="${written}"/></entry></feed>`)],
])("reads a sitemap: %s", (_name, body) => {
  expect(readSitemapUrls(body, 10)).toEqual({ isIndex: false, urls: [A] });
});

test("references that XML does not have stay as they are, and those to no character are the replacement character", () => {
  const body = bytes(
    set("https://example.com/?a&nbsp;&bogus;&lt;", "https://example.com/?b&#0;&#xD800;&#x110000;"),
  );
  expect(readSitemapUrls(body, 10).urls).toEqual([
    "https://example.com/?a&nbsp;&bogus;%3C",
    "https://example.com/?b%EF%BF%BD%EF%BF%BD%EF%BF%BD",
  ]);
});

test("reads an index", () => {
  const index = "<sitemapindex><sitemap><loc>https://example.com/1.xml</loc></sitemap></sitemapindex>";
  expect(readSitemapUrls(bytes(index), 10)).toEqual({
    isIndex: true,
    urls: ["https://example.com/1.xml"],
  });
});

test("leaves out what is beyond the limit and what is no URL", () => {
  const body = bytes(
    set("https://a.example/1", "https://a.example/2", "https://a.example/3", "/relative", "ftp://a.example/"),
  );
  expect(readSitemapUrls(body, 2)).toEqual({
    isIndex: false,
    urls: ["https://a.example/1", "https://a.example/2"],
  });
});

test.each([
  ["an HTML page", bytes("<!doctype html><title>Not found</title>"), "not-a-sitemap"],
  ["nothing", new Uint8Array(), "not-a-sitemap"],
  ["damaged gzip", new Uint8Array([0x1f, 0x8b, 8, 1, 2, 3, 4, 5, 6, 7, 8, 9]), "damaged"],
  ["a bomb", gzipSync(Buffer.alloc(60 * 1024 * 1024, " ")), "too-large"],
] as const)("says why it cannot read %s", (_name, body, error) => {
  expect(readSitemapUrls(body, 10)).toEqual({ isIndex: false, error, urls: [] });
});

test("hostile files take linear time", () => {
  const start = process.cpuUsage().user;
  for (const part of ["<loc>", "<loc ", "<loc><![CDATA[", "&#x", "<link ", "<link>", "http://a"]) {
    const many = part.repeat(200_000);
    readSitemapUrls(bytes(`<urlset>${many}`), 1_000);
    readSitemapUrls(bytes(`<rss>${many}`), 1_000);
  }
  expect(process.cpuUsage().user - start).toBeLessThan(8_000_000);
});
