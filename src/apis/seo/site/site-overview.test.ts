import { expect, test } from "bun:test";
import { testCrawl } from "../../../../test/fixtures/seo/crawl.ts";
import { fetchOf } from "../../../../test/fixtures/seo/generated-site.ts";
import { reportOf, TEXTS_MAX } from "./analyze-site.ts";
import { overviewOf } from "./site-overview.ts";

test("results of a site whose findings name thousands of long URLs stay small enough for the event loop", async () => {
  const body = `<!doctype html><title>A page</title><a href="/${"x".repeat(2_000)}">x</a>`;
  const headers = { "content-type": "text/html; charset=utf-8" };
  const { site } = await testCrawl(
    fetchOf(() => ({ status: 200, headers, body, ttfbMs: 1 })),
    { startUrl: "http://site.example/", maxPages: 2 },
  );
  const long = site.graph.urls.findIndex((url) => url.length > 2_000);
  const item = { number: long, detail: "x".repeat(2_000), related: Array(10).fill(long), relatedCount: 90 };
  for (const id of ["broken-link", "no-access", "link-to-redirect", "canonical-chain", "orphan"] as const) {
    site.issues.found.set(id, Array(2_000).fill(item));
    site.issues.counts.set(id, 2_000);
  }
  const report = reportOf(site);
  const overview = overviewOf(site, report);
  for (const result of [report, overview])
    expect(JSON.stringify(result).length).toBeLessThan(1.2 * TEXTS_MAX);
  const findings = overview.pages.flatMap((page) => page.findings);
  expect(findings.length).toBeGreaterThan(10_000);
  const whole = findings.filter(([, , related]) => related.length === 10).length;
  expect([whole > 300, whole < 400]).toEqual([true, true]);
  const items = report.issues
    .flatMap((issue) => issue.items)
    .filter(({ relatedCount }) => relatedCount === 90);
  expect(items.filter(({ related }) => related.length === 10).length).toBe(whole);
  expect(items.length).toBe(500);
});
