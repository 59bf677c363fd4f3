import { describe, expect, test } from "bun:test";
import { ALL_ROWS, pageTable, readPageQuery, TABLE_ROWS } from "./page-table.ts";
import type { OverviewPage, SiteOverview } from "./site-overview.ts";

const page = (url: string, more: Partial<OverviewPage> = {}): OverviewPage => ({
  ...{ url, status: 200, score: 90, title: "Page", words: 100, depth: 1, linksIn: 1, ttfbMs: 10 },
  ...{ isIndexable: true, findings: [] },
  ...more,
});

const overview: SiteOverview = {
  ...{ startedAt: "", finishedAt: null, score: 90 },
  totals: { urls: 0, pages: 0, htmlPages: 0, indexable: 0, redirects: 0, broken: 0 },
  kinds: [
    { id: "broken-link", severity: "high", title: "", remedy: "", count: 1, weight: 15 },
    { id: "thin", severity: "low", title: "", remedy: "", count: 2, weight: 8 },
  ],
  pages: [
    page("/a", { score: 70, findings: [[1, "", []]], title: "Tea" }),
    page("/b", { status: 404, score: null, findings: [[0, "404", ["/a"]]] }),
    page("/c", {
      score: 80,
      findings: [
        [0, "", []],
        [1, "", []],
      ],
    }),
    page("/d", { status: null, score: null, ttfbMs: 0 }),
    page("/e", { status: null, score: null, ttfbMs: 0, skipped: "robots" }),
  ],
};

const urls = (query: string, of = overview) =>
  pageTable(of, readPageQuery(new URLSearchParams(query))).rows.map(({ page }) => page.url);

describe("a table of pages", () => {
  test.each([
    ["", ["/c", "/a", "/b", "/d", "/e"]],
    ["sort=score", ["/a", "/c", "/b", "/d", "/e"]],
    ["sort=score&order=desc", ["/c", "/a", "/b", "/d", "/e"]],
    ["sort=url&order=desc", ["/e", "/d", "/c", "/b", "/a"]],
    ["sort=time&order=asc", ["/a", "/b", "/c", "/d", "/e"]],
    ["sort=nonsense&order=up&page=-3", ["/c", "/a", "/b", "/d", "/e"]],
    ["issue=broken-link", ["/c", "/b"]],
    ["issue=unknown", []],
    ["status=4", ["/b"]],
    ["status=none", ["/d"]],
    ["status=skipped", ["/e"]],
    ["q=TEA", ["/a"]],
    ["q=/b&status=2", []],
  ])("is sorted and filtered by %s", (query, expected) => {
    expect(urls(query)).toEqual(expected);
  });

  test("has parts of 50 rows, also of 10,000 pages, and the last one for a number that is too high", () => {
    const pages = Array.from({ length: 10_000 }, (_, i) =>
      page(`/${String(i).padStart(5, "0")}`, { ttfbMs: i }),
    );
    const large = { ...overview, pages };
    expect(urls("sort=time", large)[0]).toBe("/09999");
    expect(urls("sort=url&page=2", large)[0]).toBe("/00050");
    expect(urls("sort=url&page=9999", large).at(-1)).toBe("/09999");
    expect(pageTable(large, readPageQuery(new URLSearchParams()))).toMatchObject({
      count: 10_000,
      pages: 200,
    });
    expect(urls("", large)).toHaveLength(TABLE_ROWS);
    expect(urls("rows=all", large)).toHaveLength(ALL_ROWS);
  });
});
