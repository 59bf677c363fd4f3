import { describe, expect, test } from "bun:test";
import { severities } from "../../src/apis/seo/checks/check.ts";
import { analyzeSteps, reportOf } from "../../src/apis/seo/site/analyze-site.ts";
import { compareFindings, findingsOf } from "../../src/apis/seo/site/compare-sites.ts";
import type { CrawlStep } from "../../src/apis/seo/site/crawl.ts";
import { crawlSite } from "../../src/apis/seo/site/crawl-site.ts";
import { SiteComparison, SiteReport } from "../../src/apis/seo/site/report-schema.ts";
import { overviewOf } from "../../src/apis/seo/site/site-overview.ts";
import { tablesOf } from "../../src/apis/seo/site/site-tables.ts";
import { crawlOptions, FakeClock, MemoryLog, runHere, testCrawl } from "../fixtures/seo/crawl.ts";
import { differences, networkOf } from "../fixtures/seo/expected-crawl.ts";
import { generateSite } from "../fixtures/seo/generated-site.ts";
import { casesOf, isNightly } from "../helpers/nightly.ts";
import { seededBelow } from "../helpers/random.ts";
import { rejecting } from "../helpers/rejection.ts";

const ORIGIN = "https://site.example";
const startUrl = `${ORIGIN}/`;

/** A site with traps, and its crawl from beginning to end. */
function crawledSite(seed: number) {
  const options = { seed, size: isNightly ? 300 : 120 };
  const site = generateSite(ORIGIN, options);
  return { options, site, crawled: testCrawl(networkOf(site), { startUrl }) };
}

const sites = new Map(casesOf([1, 2, 3], 3).map((seed) => [seed, crawledSite(seed)]));

describe.each([...sites])("a generated site with traps, seed %i", (_seed, { site, crawled }) => {
  test("the crawl ends and finds exactly the seeded defects", async () => {
    const { ending, site: analyzed, log } = await crawled;
    expect(ending).toBe("complete");
    expect(differences(site, analyzed)).toEqual([]);
    const units = log.steps().filter((step) => step.type === "page" && step.units === 1);
    const counted = [...analyzed.graph.nodes.keys()].filter(
      (number) => analyzed.graph.isOk(number) && analyzed.graph.nodes[number]?.as === "page",
    );
    expect(units.length).toBe(counted.length);
  });

  test("it reads nothing that robots.txt forbids, and no page twice", async () => {
    await crawled;
    expect(site.forbidden).toEqual([]);
    const twice = [...site.requests].filter(([url, count]) => count > 1 && !/robots\.txt|\/$/.test(url));
    expect(twice.filter(([, count]) => count > 2)).toEqual([]);
  });

  test("it reads few pages of the traps", async () => {
    const { site: analyzed } = await crawled;
    const report = reportOf(analyzed);
    expect(report.totals.htmlPages).toBeLessThan(site.pages + 250);
    expect(new Set(report.traps.map(({ kind }) => kind))).toEqual(
      new Set(["session", "repeating-path", "parameters", "calendar", "chain"]),
    );
  });

  test("the report is of its schema, and its counts add up", async () => {
    const { site: analyzed } = await crawled;
    const report = SiteReport.parse(reportOf(analyzed));
    const pages = report.depths.reduce((sum, { count }) => sum + count, 0);
    expect(pages).toBe(report.totals.htmlPages);
    expect(report.templates.reduce((sum, { pages: count }) => sum + count, 0)).toBe(report.totals.htmlPages);
    for (const table of tablesOf(analyzed))
      for (const row of table.rows()) expect(row.length).toBe(table.head.length);
  });

  test("its overview has every page once, and every finding of one, the most severe kind first", async () => {
    const { site: analyzed } = await crawled;
    const report = reportOf(analyzed);
    const { kinds, pages } = overviewOf(analyzed, report);
    const urls = pages.map(({ url }) => url);
    expect(urls).toEqual([...new Set(urls)].sort());
    expect(pages.filter(({ score }) => score !== null)).toHaveLength(report.totals.htmlPages);
    expect(new Set(kinds.map(({ id }) => id)).size).toBe(kinds.length);
    const order: readonly string[] = severities;
    const ranks = kinds.map(({ severity, count }) => [order.indexOf(severity), -count]);
    expect(ranks).toEqual(ranks.toSorted(([a = 0, m = 0], [b = 0, n = 0]) => a - b || m - n));
    for (const { id, count } of report.issues) {
      const kind = kinds.findIndex((one) => one.id === id);
      const places = pages.flatMap(({ findings }) => findings.filter(([one]) => one === kind));
      expect([id, kinds[kind]?.count, places.length]).toEqual([id, count, count]);
    }
  });
});

/** A log that fails once after some steps, as a database that goes away, or a process that is killed. */
class FailingLog extends MemoryLog {
  failAfter = Number.POSITIVE_INFINITY;

  override async append(steps: readonly CrawlStep[]): Promise<void> {
    if (this.lines.length >= this.failAfter) throw new Error("the log is gone");
    await super.append(steps);
  }
}

/** After each of them, the crawl reads its log again. */
const INTERRUPTIONS = isNightly ? 15 : 5;

describe("a crawl that is interrupted", () => {
  const { options, crawled: uninterrupted } = sites.get(1) ?? expect.unreachable();

  test("goes on where it was, and comes to the same result with the same charges", async () => {
    const whole = await uninterrupted;
    const below = seededBelow(5);
    const log = new FailingLog();
    const site = generateSite(ORIGIN, options);
    const world = {
      fetch: networkOf(site),
      run: runHere,
      userAgent: "Quintet/1.0",
      log,
      clock: new FakeClock(),
      signal: new AbortController().signal,
    };
    let interruptions = 0;
    for (;;) {
      log.failAfter = log.lines.length + 1 + below(60);
      if (interruptions >= INTERRUPTIONS) log.failAfter = Number.POSITIVE_INFINITY;
      try {
        await crawlSite(crawlOptions({ startUrl }), world);
        break;
      } catch (error) {
        expect(String(error)).toContain("the log is gone");
        interruptions++;
      }
    }
    expect(interruptions).toBe(INTERRUPTIONS);
    const again = analyzeSteps(log.steps());
    expect(differences(site, again)).toEqual([]);
    const pagesOf = (steps: readonly CrawlStep[]) =>
      steps.flatMap((step) =>
        step.type === "page" && step.as === "page" && step.units === 1 ? step.facts.number : [],
      );
    const numbers = pagesOf(log.steps());
    expect(new Set(numbers).size).toBe(numbers.length);
    const urls = (steps: readonly CrawlStep[], { graph }: typeof again) =>
      pagesOf(steps)
        .map((number) => graph.urlOf(number))
        .filter((url) => !site.isTrap(url))
        .sort();
    expect(urls(log.steps(), again)).toEqual(urls(whole.log.steps(), whole.site));
  });

  test("ends at once with the reason of its signal", async () => {
    const abort = new AbortController();
    let requests = 0;
    const fetch = networkOf(generateSite(ORIGIN, options), () => {
      requests++;
      if (requests === 50) abort.abort(new Error("the lease is lost"));
    });
    const crawl = testCrawl(fetch, { startUrl }, { signal: abort.signal });
    expect(await rejecting(crawl)).toThrow("the lease is lost");
    await crawl.catch(() => {});
    expect(requests).toBeLessThan(60);
  });

  test("is over once it has ended: another run requests nothing", async () => {
    const { log, ending } = await uninterrupted;
    const again = await testCrawl(
      networkOf(generateSite(ORIGIN, options), () => expect.unreachable()),
      { startUrl },
      { log },
    );
    expect(again.ending).toBe(ending);
  });
});

describe("two crawls of a site", () => {
  const newCrawl = async (seed: number, maxPages: number) =>
    (
      await testCrawl(networkOf(generateSite(ORIGIN, { seed, size: isNightly ? 300 : 120, traps: false })), {
        startUrl,
        maxPages,
      })
    ).site;
  const crawled = new Map<string, ReturnType<typeof newCrawl>>();
  /** Nothing changes what a crawl has found, so each is made once. */
  const crawlOf = (seed: number, maxPages = 10_000) => {
    const name = `${seed} ${maxPages}`;
    const crawl = crawled.get(name) ?? newCrawl(seed, maxPages);
    crawled.set(name, crawl);
    return crawl;
  };

  const four = crawlOf(4);

  test("that is the same have no difference", async () => {
    const [one, other] = await Promise.all([four, newCrawl(4, 10_000)]);
    const comparison = SiteComparison.parse(compareFindings(findingsOf(one), findingsOf(other)));
    expect(comparison).toMatchObject({
      isWorse: false,
      newCount: 0,
      fixedCount: 0,
      issues: [],
      addedPages: { count: 0 },
    });
    expect(comparison.remainingCount).toBeGreaterThan(50);
  });

  test("are compared by all items", async () => {
    const [one, two] = [findingsOf(await four), findingsOf(await crawlOf(5))];
    const comparison = compareFindings(one, two);
    expect(comparison.isWorse).toBe(true);
    expect(comparison.newCount).toBeGreaterThan(20);
    expect(comparison.fixedCount).toBeGreaterThan(20);
  });

  test.each([2, 30, 60, 90])(
    "of which one ended after %d pages have nothing fixed that it has not seen",
    async (maxPages) => {
      const short = compareFindings(findingsOf(await four), findingsOf(await crawlOf(4, maxPages)));
      expect(
        short.issues
          .filter(({ fixedCount }) => fixedCount > 0)
          .map(({ id, fixedItems }) => ({ id, fixedItems })),
      ).toEqual([]);
      expect(short.removedPages.count).toBe(0);
    },
  );

  test.each([2, 30, 60])(
    "of which the first ended after %d pages have nothing new where only the second has been",
    async (maxPages) => {
      const short = await crawlOf(4, maxPages);
      const comparison = compareFindings(findingsOf(short), findingsOf(await four));
      const read = new Set(
        [...short.graph.nodes.keys()]
          .filter((number) => short.graph.nodes[number])
          .map((number) => short.graph.urlOf(number)),
      );
      const items = comparison.issues.flatMap(({ newItems }) => newItems);
      expect(items.filter(({ url, related }) => ![url, ...related].some((one) => read.has(one)))).toEqual([]);
      expect(comparison.newCount).toBeLessThan(
        compareFindings(findingsOf(await crawlOf(5)), findingsOf(await four)).newCount,
      );
    },
  );
});
