import { gzipSync } from "node:zlib";
import { Problem } from "../../src/kit/problem.ts";
import type { SiteOverview } from "../../src/kit/site-overview.ts";
import type { CrawlCounts, Crawler } from "../../src/site-audits/crawler.ts";

/** A crawler without a site: it reads `maxPages` pages, one step each, and goes on after those that are stored. */
export interface FakeCrawler extends Crawler {
  /** Issues that the next report finds. */
  issues: number;
  /** Pages after which a crawl waits until it is aborted. */
  holdAfter: number | undefined;
  /** Pages that were read, again or for the first time, by their URLs. */
  readonly read: string[];
}

interface Options {
  readonly startUrl: string;
  readonly maxPages: number;
}

/** Resolves never; rejects with the reason of the signal. */
function held(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  if (signal.aborted) reject(signal.reason);
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  return promise;
}

/** An overview of pages, each of which has one issue. */
function overviewOf(pages: readonly number[]): SiteOverview {
  return {
    ...{ startedAt: "2026-11-20T00:00:00.000Z", finishedAt: null, score: 88 },
    totals: {
      ...{ urls: pages.length, pages: pages.length, htmlPages: pages.length, indexable: pages.length },
      ...{ redirects: 0, broken: 0 },
    },
    kinds: [
      {
        ...{ id: "title-missing", severity: "high", title: "Missing titles", remedy: "Write one." },
        ...{ count: pages.length, weight: 15 },
      },
    ],
    pages: pages.map((page) => ({
      ...{
        url: `https://site.example/page-${page}`,
        status: 200,
        score: 88,
        title: null,
        words: 5,
        depth: 1,
      },
      ...{ linksIn: 1, ttfbMs: 9, isIndexable: true, findings: [[0, "", []]] },
    })),
  };
}

/** Makes a crawler whose reports count the pages. A URL with `dead` has no response, one with `busy` meets a busy server once. */
export function fakeCrawler(): FakeCrawler {
  let isBusy = true;
  const crawler: FakeCrawler = {
    issues: 0,
    holdAfter: undefined,
    read: [],
    async crawl(task, log, signal) {
      const { startUrl, maxPages } = JSON.parse(task.options) as Options;
      if (startUrl.includes("dead")) {
        return {
          stopReason: "unreachable",
          problem: { code: "upstream-unreachable", detail: "No response." },
        };
      }
      if (startUrl.includes("busy") && isBusy) {
        isBusy = false;
        throw new Problem("busy", "Busy.");
      }
      const before = (await Array.fromAsync(log.read())).length;
      for (let page = before + 1; page <= maxPages; page++) {
        signal.throwIfAborted();
        if (crawler.holdAfter !== undefined && page > crawler.holdAfter) await held(signal);
        const url = `${startUrl}page-${page}`;
        crawler.read.push(url);
        const counts: CrawlCounts = { done: page, waiting: maxPages - page };
        await log.add([{ units: 1, url, status: 200, data: JSON.stringify({ page }) }], counts);
      }
      return { stopReason: undefined, problem: undefined };
    },
    async analyze(_task, steps) {
      const pages = (await Array.fromAsync(steps)).map((step) => (JSON.parse(step) as { page: number }).page);
      const report = gzipSync(JSON.stringify({ pages: pages.length, distinct: new Set(pages).size }));
      const overview = gzipSync(JSON.stringify(overviewOf(pages)));
      const findings = new TextEncoder().encode(String(crawler.issues));
      return { report, findings, overview, score: 88 };
    },
    async compare(_account, before, after) {
      const [was, is] = [before, after].map((bytes) => Number(new TextDecoder().decode(bytes)));
      const newCount = Math.max(0, (is ?? 0) - (was ?? 0));
      return {
        ...{ isWorse: newCount > 0, newCount, fixedCount: Math.max(0, (was ?? 0) - (is ?? 0)), issues: [] },
        ...{ remainingCount: 0, score: { before: null, after: null } },
        ...{ addedPages: { count: 0, urls: [] }, removedPages: { count: 0, urls: [] } },
      };
    },
    async shorten(_account, report, items) {
      const value = JSON.parse(new TextDecoder().decode(report)) as object;
      return new TextEncoder().encode(JSON.stringify({ ...value, items }));
    },
    async print(_account, _report, { url }) {
      return new TextEncoder().encode(`<title>${url}</title>`);
    },
    async export(_task, _steps, format) {
      if ("columns" in format) return new TextEncoder().encode(`${format.type} ${format.columns}`);
      return new TextEncoder().encode(format.type === "csv" ? `table\n${format.table}\n` : format.type);
    },
  };
  return crawler;
}
