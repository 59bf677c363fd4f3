import { describe, expect, test } from "bun:test";
import { fetched, report } from "../../../test/fixtures/seo/clean-page.ts";
import { hostileSubject, pageParsers, sitemapPumps } from "../../../test/fixtures/seo/hostile-texts.ts";
import { MEGABYTE } from "../../../test/fixtures/seo/mutants.ts";
import { casesOf, isNightly } from "../../../test/helpers/nightly.ts";
import { Problem } from "../../kit/problem.ts";
import { readSitemap } from "./analysis/sitemap-file.ts";
import { examineMeta } from "./report/head.ts";
import { printReport } from "./report/print/report.ts";
import { examine } from "./report/report.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** A text of this size, and one of four times the size. The short form finds what is quadratic too. */
const SIZE = isNightly ? 6_000 : 2_000;
const TIMES = 4;
/** A quadratic parser takes 16 times as long for it, a linear one 4 times; what is below this is noise. */
const RATIO_MAX = 8;
const NOISE_MS = 60;
/** The bound of a whole response that CONTRIBUTING states; what comes of texts of this size is far below it. */
const RESPONSE_MAX = 5 * MEGABYTE;

/** CPU time in milliseconds: a busy machine makes no text slow. */
function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Undefined for a text that is no page: its rejection is a sentence. */
function orRejected<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof Problem && error.code === "not-html" && error.message.length < 500) return undefined;
    throw error;
  }
}

/** Compares the least times of three tries each. The large text, which takes most of the time, is tried until it passes. */
function expectLinear(name: string, work: (size: number) => () => unknown): void {
  const [small, large] = [work(SIZE), work(SIZE * TIMES)];
  let took = cpuMs(large);
  if (took < NOISE_MS) return;
  const before = Math.min(cpuMs(small), cpuMs(small), cpuMs(small));
  for (let tries = 0; tries < 3 && took > before * RATIO_MAX + NOISE_MS; tries++)
    took = Math.min(took, cpuMs(large));
  if (took > before * RATIO_MAX + NOISE_MS)
    throw new Error(
      `${name}: ${before.toFixed(0)} ms, then ${took.toFixed(0)} ms for ${TIMES} times the text`,
    );
}

describe.each(pageParsers.map((parser) => [parser.name, parser] as const))("%s", (_name, parser) => {
  test(`${parser.pumps.length} hostile texts: linear time, a bounded report, no exception`, () => {
    expect(parser.pumps.length).toBeGreaterThanOrEqual(isNightly ? 20 : 12);
    // In the short form, every fourth text is reported.
    const reported = casesOf(parser.pumps, 4);
    for (const pump of parser.pumps) {
      expectLinear(pump.name, (size) => {
        const of = hostileSubject(parser, pump, size);
        return () => orRejected(() => examine(of, { keyword: "keyword", followLinks: true }));
      });
      if (!reported.includes(pump)) continue;
      const of = hostileSubject(parser, pump, SIZE);
      const audit = orRejected(() => report(of));
      if (audit === undefined) continue;
      const sizes = [audit, examineMeta(of), printReport(audit)].map((made) => JSON.stringify(made).length);
      if (Math.max(...sizes) > MEGABYTE) throw new Error(`${pump.name}: ${sizes.join(", ")} characters`);
    }
  });
});

test(`${sitemapPumps.length} hostile sitemaps: linear time, no exception, few files named`, () => {
  for (const pump of sitemapPumps) {
    expectLinear(pump.name, (size) => {
      const body = encode(pump.text(size * 10));
      return () => readSitemap(body, false, ["https://shop.example/"]);
    });
    expect(readSitemap(encode(pump.text(SIZE)), false, []).files.length).toBeLessThanOrEqual(3);
  }
});

test("gzipped sitemaps: a bomb, a cut and damage say nothing, and a sound one is read", () => {
  const own = ["https://shop.example/a"];
  const sound = encode("<urlset><url><loc> https://shop.example/a#x </loc></url></urlset>");
  expect(readSitemap(Bun.gzipSync(sound), false, own)).toMatchObject({ whole: true, lists: true });
  const bomb = Bun.gzipSync(encode(`<urlset>${" ".repeat(11 * MEGABYTE)}`));
  expect(readSitemap(bomb, false, own)).toEqual({ whole: false, lists: false, files: [] });
  const damaged = Bun.gzipSync(sound);
  damaged.fill(0xff, 12, 30);
  expect(readSitemap(damaged, false, own).whole).toBe(false);
  expect(readSitemap(Bun.gzipSync(sound).slice(0, 20), true, own).whole).toBe(false);
});

test("texts that once took quadratic time take at most 1 s", () => {
  const robots = (text: string) =>
    fetched({
      robots: { state: "received", url: "https://shop.example/robots.txt", status: 200, body: encode(text) },
    });
  const octets = new Map([["content-type", ["application/octet-stream"]]]);
  const attacks = {
    "sitemap of spaces": () =>
      readSitemap(encode(`<urlset><loc>${" ".repeat(2 * MEGABYTE)}<x`), false, ["https://shop.example/"]),
    "robots.txt of spaces": () => examine(robots(`a${" ".repeat(400_000)}b`)),
    "JSON-LD of spaces": () =>
      examine(
        fetched({ body: encode(`<script type="application/ld+json">-->${" ".repeat(500_000)}x</script>`) }),
      ),
    "empty comments": () =>
      expect(() => examine(fetched({ headers: octets, body: encode(`${"<!---->".repeat(600)}x`) }))).toThrow(
        Problem,
      ),
    "noscript of brackets": () =>
      examine(fetched({ body: encode(`<script></script><noscript>${"<".repeat(MEGABYTE)}</noscript>`) })),
    "roots in roots": () =>
      examine(fetched({ body: encode(`<script></script>${'<div id="app">{{a}}'.repeat(50_000)}`) })),
    "directives of half a megabyte": () => {
      const content = "noindex,".repeat(60_000);
      const made = examine(fetched({ body: encode(`<meta name=robots content="${content}">`) }));
      expect(JSON.stringify(made).length).toBeLessThan(200_000);
    },
  };
  for (const [name, attack] of Object.entries(attacks)) {
    const took = cpuMs(attack);
    if (took > 1_000) throw new Error(`${name}: ${took.toFixed(0)} ms`);
  }
});

describe("a page that quotes much in every list has a bounded report", () => {
  // Control characters and quotes take up to six characters of JSON each.
  const fills = casesOf(["\u0001", "é", "<", '"', "\u{1f600}"], 5);
  test.each(fills.map((fill) => [JSON.stringify(fill), fill]))("%s", (_name, fill) => {
    const long = fill.repeat(Math.ceil(6_000 / fill.length));
    const lists = (i: number) =>
      `<h1>${i}${long}</h1><a href='/${i}${long}' rel='${i}${long}'>${long}</a><img src='${i}${long}' alt='${long}' width='${long}'>`;
    const metas = (i: number) =>
      `<meta property='og:x${i}' content='${long}'><meta name='twitter:x${i}' content='${long}'><meta name=robots content='noindex,${long}'><link rel=alternate hreflang='${long}' href='/${i}${long}'><link rel=canonical href='/${i}${long}'>`;
    const types = `<script type="application/ld+json">${JSON.stringify([{ "@type": Array.from({ length: 50 }, (_, i) => `${i}${fill.repeat(100)}`) }])}</script>`;
    const many = (make: (i: number) => string) => Array.from({ length: 60 }, (_, i) => make(i)).join("");
    const of = fetched({
      body: encode(`<title>${long}</title>${many(metas)}${types}</head><body>${many(lists)}`),
      headers: new Map([
        ["content-type", ["text/html"]],
        ["x-robots-tag", [`noindex ${fill.repeat(2_000)}`, "none"]],
      ]),
      robots: {
        state: "received",
        url: "https://shop.example/robots.txt",
        status: 200,
        body: encode(`User-agent: *\nDisallow: /${"*".repeat(200_000)}\n${"x\n".repeat(1_000)}`),
      },
    });
    const audit = report(of);
    for (const made of [audit, examineMeta(of), printReport(audit)])
      expect(JSON.stringify(made).length).toBeLessThan(RESPONSE_MAX);
    expect(audit.links.total).toBe(60);
    for (const { evidence } of audit.findings) expect(evidence.length).toBeLessThanOrEqual(10);
  });
});
