import { describe, expect, test } from "bun:test";
import { runHere, testCrawl } from "../../../../test/fixtures/seo/crawl.ts";
import { fetchOf } from "../../../../test/fixtures/seo/generated-site.ts";
import { Problem } from "../../../kit/problem.ts";
import { ruleFor } from "../../../kit/robots-txt.ts";
import type { Run } from "../../../kit/sandbox.ts";
import { readRobotsRules } from "./robots-rules.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const lines = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join("\n");

describe("the rules of a robots.txt", () => {
  test("are those of the crawler, with its longest Crawl-delay and the first sitemaps", () => {
    const text = `User-agent: other\nDisallow: /\nCrawl-delay: 9\n\nUser-agent: quintet\nDisallow: /a\nCrawl-delay: 1\n\nUser-agent: quintet\nAllow: /a/b\nCrawl-delay: 2\n`;
    const rules = readRobotsRules(
      bytesOf(text + lines(150, (i) => `Sitemap: https://example.com/${i}`)),
      "quintet",
    );
    expect(rules.groups.flatMap((group) => group.rules.map(({ pattern }) => pattern))).toEqual([
      "/a",
      "/a/b",
    ]);
    expect([rules.crawlDelaySeconds, rules.sitemaps.length]).toEqual([2, 100]);
    const allows = (path: string) =>
      ruleFor(rules, ["quintet"], new URL(path, "https://example.com")).allowed;
    expect(["/", "/a", "/a/b"].map(allows)).toEqual([true, false, true]);
    expect(readRobotsRules(bytesOf("User-agent: other\nDisallow: /"), "quintet")).toEqual({
      groups: [],
      sitemaps: [],
      crawlDelaySeconds: null,
    });
  });

  test.each([
    ["of many rules", lines(30_000, () => "Disallow: /a"), 5_000],
    ["of long rules", lines(400, () => `Disallow: /${"*a".repeat(500)}`), 99],
    ["in many groups", lines(20_000, () => "User-agent: *\nDisallow: /a"), 5_000],
  ])("are bounded in a file %s", (_, text, most) => {
    const { groups } = readRobotsRules(bytesOf(`User-agent: *\n${text}`), "quintet");
    const rules = groups.flatMap((group) => group.rules);
    expect(rules.length).toBe(most);
    expect(rules.reduce((sum, { pattern }) => sum + pattern.length, 0)).toBeLessThanOrEqual(100_000);
  });
});

describe("a crawl", () => {
  /** Crawls a site of two pages with this robots.txt, and lists the jobs that it runs in the sandbox. */
  async function crawl(robots: string, failing?: string) {
    const jobs: string[] = [];
    const requested: string[] = [];
    const fetch = fetchOf(({ pathname }) => {
      requested.push(pathname);
      const body =
        pathname === "/robots.txt" ? robots : `<title>${pathname}</title><a href="/forbidden">x</a>`;
      return { status: 200, headers: { "content-type": "text/html" }, body, ttfbMs: 1 };
    });
    const run: Run = (job, input) => {
      jobs.push(job.name);
      if (job.name === failing) throw new Problem("processing-failed", "It failed.");
      return runHere(job, input);
    };
    const { ending } = await testCrawl(fetch, { startUrl: "https://example.com/" }, { run });
    return { ending, jobs, requested };
  }
  const RULES = "User-agent: *\nDisallow: /forbidden\n";

  test("reads a short robots.txt at once and a long one in the sandbox, with the same result", async () => {
    const [short, long] = [await crawl(RULES), await crawl(RULES + lines(5_000, (i) => `Disallow: /${i}`))];
    for (const { ending, requested } of [short, long]) {
      expect(ending).toBe("complete");
      expect(requested).not.toContain("/forbidden");
    }
    expect([short, long].map(({ jobs }) => jobs.includes("seo-site-robots"))).toEqual([false, true]);
  });

  test("reads nothing where the rules cannot be read", async () => {
    const { ending, requested } = await crawl(RULES + "x".repeat(20_000), "seo-site-robots");
    expect([ending, requested]).toEqual(["unreachable", ["/robots.txt"]]);
  });
});
