import { heapSize } from "bun:jsc";
import { expect, test } from "bun:test";
import { CrawlState } from "../../src/apis/seo/site/crawl-state.ts";
import type { ReadHtml } from "../../src/apis/seo/site/page-facts.ts";
import { StepMaker } from "../../src/apis/seo/site/page-step.ts";
import { SiteScope } from "../../src/apis/seo/site/site-scope.ts";
import { sketchOf } from "../../src/apis/seo/site/text-sketch.ts";
import { crawlOptions } from "../fixtures/seo/crawl.ts";

const html = (number: number, links: readonly string[]): ReadHtml => ({
  title: `Page ${number} ${"x".repeat(280)}`,
  titles: 1,
  description: null,
  descriptions: 0,
  h1: null,
  h1s: 0,
  lang: null,
  words: 100,
  canonicals: 0,
  canonicalUrl: undefined,
  noindex: false,
  nofollow: false,
  hreflangUrls: [],
  foundLinks: links.map((url) => ({ url, nofollow: false, hadSession: false })),
  resourceUrls: [],
  refreshUrl: undefined,
  textHash: String(number).padStart(16, "0"),
  sketch: sketchOf(`page ${Bun.hash(String(number))} and ${Bun.hash(String(-number))} with words`),
  findings: [],
  score: 50,
});

test("10,000 pages with 500 new links each, of URLs as long as may be, take less than 150 MB", () => {
  const options = crawlOptions({ startUrl: "https://example.com/" });
  const state = new CrawlState();
  state.start({
    type: "start",
    at: 0,
    url: options.startUrl,
    home: options.startUrl,
    options,
    hosts: ["example.com"],
  });
  const maker = new StepMaker(state, new SiteScope(["example.com"], options), options);
  Bun.gc(true);
  const before = heapSize();
  let pages = 0;
  for (
    let planned = state.take("page");
    planned !== undefined && pages < 10_000;
    planned = state.take("page")
  ) {
    const links = Array.from({ length: pages < 400 ? 500 : 5 }, (_, i) => {
      const long = i % 20 === 0 ? `?token=${String(i).padStart(12, "a1")}&q=${"q".repeat(1_900)}` : "";
      return `https://example.com/f${pages}/${pages}-${i}${long}`;
    });
    const facts = { status: 200, contentType: "text/html", bytes: 1, ttfbMs: 1, totalMs: 1 };
    maker.make({ planned, facts, html: html(pages, links) });
    pages++;
  }
  Bun.gc(true);
  expect(pages).toBe(10_000);
  expect(heapSize() - before).toBeLessThan(150 * 1024 * 1024);
  expect(state.urls.length).toBeLessThanOrEqual(200_000);
});

test("a crawl of redirects without pages ends, whatever they are", () => {
  const options = crawlOptions({ startUrl: "https://example.com/", maxPages: 10 });
  const state = new CrawlState();
  state.start({
    type: "start",
    at: 0,
    url: options.startUrl,
    home: options.startUrl,
    options,
    hosts: ["example.com"],
  });
  const maker = new StepMaker(state, new SiteScope(["example.com"], options), options);
  let requests = 0;
  for (let planned = state.take("page"); planned !== undefined; planned = state.take("page")) {
    if (state.isFull(options, 0) !== undefined) break;
    requests++;
    const facts = { status: 302, contentType: null, bytes: 0, ttfbMs: 1, totalMs: 1 };
    maker.make({ planned, facts, locationUrl: `https://example.com/${requests}` });
  }
  expect(requests).toBeLessThanOrEqual(130);
});
