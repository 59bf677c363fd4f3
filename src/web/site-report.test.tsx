/** @jsxImportSource hono/jsx */
import { describe, expect, test } from "bun:test";
import { readPageQuery } from "../kit/page-table.ts";
import type { OverviewPage, SiteOverview } from "../kit/site-overview.ts";
import { SitePage, SiteReport } from "./site-report.tsx";

const unread: OverviewPage = {
  ...{ url: "https://site.example/a", status: null, score: null, title: null, words: null, depth: 1 },
  ...{ linksIn: 1, ttfbMs: 0, isIndexable: null, findings: [] },
};

const overviewOf = (page: OverviewPage): SiteOverview => ({
  ...{ startedAt: "2026-11-20T10:00:00.000Z", finishedAt: null, score: 90, kinds: [], pages: [page] },
  totals: { urls: 1, pages: 0, htmlPages: 0, indexable: 0, redirects: 0, broken: 0 },
});

const textOf = (page: OverviewPage) => {
  const overview = overviewOf(page);
  const query = readPageQuery(new URLSearchParams());
  return [
    <SitePage base="/a" page={page} overview={overview} />,
    <SiteReport {...{ base: "/a", url: page.url, overview, query, change: undefined }} />,
  ].map((node) => String(node).split("<tbody>").at(-1));
};

describe("a URL of a site audit", () => {
  test.each([
    ["that robots.txt blocks", { skipped: "robots" }, '<span class="badge">Blocked by robots.txt</span>'],
    ["that was not requested", { skipped: "limit" }, '<span class="badge">Not audited</span>'],
    ["without a response", {}, '<span class="badge bad">No response</span>'],
  ])("%s says so, and has no time", (_name, more, badge) => {
    for (const html of textOf({ ...unread, ...more })) {
      expect(html).toContain(badge);
      expect(html).not.toContain("0 ms");
    }
  });
});
