import { expect, test } from "bun:test";
import { SiteReport } from "./report-schema.ts";
import { shortReport } from "./short-report.ts";

const count = 40;
const list = <T>(of: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => of(i));
const ranked = list((value) => ({ url: `https://example.com/${value}`, value }));
const counts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, count]));

const report = SiteReport.parse({
  startUrl: "https://example.com/",
  hosts: list((i) => `${i}.example.com`),
  startedAt: "",
  finishedAt: null,
  ending: "complete",
  totals: counts(
    "urls",
    "pages",
    "htmlPages",
    "indexable",
    "redirects",
    "broken",
    "external",
    "resources",
    "bytes",
  ),
  skipped: counts("robots", "pattern", "depth", "nofollow", "trap", "limit"),
  statuses: list((status) => ({ status, count })),
  depths: list((depth) => ({ depth, count })),
  score: { average: 1, lowest: ranked },
  issues: list((i) => ({
    id: `issue-${i}`,
    severity: "high",
    title: "",
    remedy: "",
    count,
    items: ranked.map(({ url }) => ({ url, detail: "", related: Array(10).fill(url), relatedCount: count })),
  })),
  checks: list((i) => ({ check: `check-${i}`, pages: count, examples: list(String) })),
  templates: list((i) => ({
    pattern: `/${i}`,
    pages: count,
    example: "",
    issues: list((id) => ({ id: `${id}`, count })),
  })),
  links: { internal: count, mostLinked: ranked, leastLinked: ranked },
  slowest: ranked,
  sitemaps: list((i) => ({ url: `${i}`, status: 200, urls: count, error: null })),
  robotsTxt: list((i) => ({ origin: `${i}`, status: 200, state: "parsed", crawlDelaySeconds: null })),
  traps: list((i) => ({ pattern: `${i}`, kind: "calendar", example: "" })),
});

/** The lengths of all lists, by their path. */
function lengths(value: unknown, path = ""): [string, number][] {
  if (Array.isArray(value))
    return [[path, value.length], ...value.slice(0, 1).flatMap((one) => lengths(one, `${path}[]`))];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => lengths(inner, `${path}.${name}`));
}

test.each([0, 1, 3])(
  "no list that grows with the site has more than %p entries; what is counted stays",
  (items) => {
    const short = SiteReport.parse(shortReport(report, items));
    const complete = [".issues", ".checks", ".statuses", ".depths"];
    for (const [path, length] of lengths(short)) {
      expect([path, length]).toEqual([path, complete.includes(path) ? count : items]);
    }
    expect(short.issues.map(({ id, count: all }) => [id, all])).toEqual(
      report.issues.map(({ id, count: all }) => [id, all]),
    );
    expect(short.totals).toEqual(report.totals);
  },
);

test("a report with fewer entries stays as it is", () => {
  expect(shortReport(report, 100)).toEqual(report);
});
