import { z } from "zod";
import { component, object, objects } from "../../../kit/described-objects.ts";
import { severities } from "../checks/check.ts";
import { count, string, text, texts } from "../report/schema/values.ts";
import { endings } from "./crawl.ts";

/** Items of an issue that a report lists; the rest are counted. */
export const ITEMS_MAX = 100;
/** URLs that one item names. */
export const RELATED_MAX = 10;

const IssueItem = component("SeoSiteIssueItem", "One place where a site has an issue.", {
  url: string.describe("The URL that has the issue. For duplicates, the first page of the group."),
  detail: string.describe("What was found, such as the status, the text or the language."),
  related: texts
    .max(RELATED_MAX)
    .describe(
      "Other URLs of the item, at most 10: pages that link to a broken URL, pages with the same title, hops of a redirect.",
    ),
  relatedCount: count.describe("The number of all related URLs."),
});

/** An item of an issue. */
export type IssueItem = z.output<typeof IssueItem>;

const Issue = component("SeoSiteIssue", "An issue of a site, with the places where it occurs.", {
  id: string.describe("The ID of the issue. It never changes."),
  severity: z.enum(severities).describe("The severity of the issue. A notice may be intended."),
  title: string.describe("The issue as a short sentence."),
  remedy: string.describe("How to fix it."),
  count: count.describe("The number of all items."),
  items: z.array(IssueItem).max(ITEMS_MAX).describe("The items in order of URL, at most 100."),
});

const Ranked = component("SeoSiteRankedUrl", "A URL with the value that it is ranked by.", {
  url: string.describe("The URL."),
  value: count.describe("Its value."),
});

/** The report of a crawl. */
export const SiteReport = component("SeoSiteReport", "The report of a crawl.", {
  startUrl: string.describe("The URL that the crawl began with."),
  hosts: texts.describe("The host names that belong to the site."),
  startedAt: string.describe("The time of the start (ISO 8601)."),
  finishedAt: text.describe("The time of the end; null if the crawl has not ended."),
  ending: z
    .enum(endings)
    .nullable()
    .describe(
      "`complete`: every URL was read. `page-limit`, `url-limit`: a limit was reached. `unreachable`: the site stopped responding. `robots`: robots.txt forbids the start URL. Null: the crawl has not ended.",
    ),
  totals: object("The size of the site.", {
    urls: count.describe("Known URLs of the site."),
    pages: count.describe("URLs with a 2xx response. Each costs one call."),
    htmlPages: count.describe("HTML pages among them."),
    indexable: count.describe(
      "HTML pages that search engines may index: no noindex, and no canonical URL that leads to another page.",
    ),
    redirects: count.describe("URLs that redirect."),
    broken: count.describe("URLs of the site with status 4xx or 5xx, or without a response."),
    external: count.describe("Known URLs of other sites."),
    resources: count.describe("Images, scripts, style sheets and URLs of other sites that were requested."),
    bytes: count.describe("Bytes of all pages after decompression."),
  }),
  skipped: object("Known URLs of the site that were not requested, by reason.", {
    robots: count.describe("Forbidden by robots.txt."),
    pattern: count.describe("Left out by `include` or `exclude`."),
    depth: count.describe("Further away than `maxDepth`."),
    nofollow: count.describe("Linked only with nofollow."),
    trap: count.describe("Part of a set of URLs without end."),
    limit: count.describe("Beyond the limit of pages or URLs."),
  }),
  statuses: objects("URLs of the site by status.", {
    status: z.int().nullable().describe("HTTP status; null without a response."),
    count: count.describe("URLs with it."),
  }),
  depths: objects("Pages by the least number of clicks from the start URL.", {
    depth: z.int().nullable().describe("Clicks from the start URL; null if no link leads there."),
    count: count.describe("Pages at that depth."),
  }),
  score: object("Scores of the page audit, see `/seo/checks`.", {
    average: z.number().nullable().describe("The mean score of all HTML pages; null without any."),
    lowest: z.array(Ranked).describe("The pages with the lowest score, at most 10."),
  }),
  issues: z.array(Issue).describe("Issues of the site, most severe first."),
  checks: objects("Findings of the page audit by check, most frequent first.", {
    check: string.describe("The ID of the check in `/seo/checks`."),
    pages: count.describe("Pages with the finding."),
    examples: texts.describe("Some of them, at most 10."),
  }),
  templates: objects("Issues by kind of URL, most pages first, at most 50.", {
    pattern: string.describe("URLs with variable parts in braces, such as `/product/{slug}`."),
    pages: count.describe("HTML pages with such a URL."),
    example: string.describe("One of them."),
    issues: objects("Issues of these pages, most frequent first, at most 20.", {
      id: string.describe("The ID of the issue."),
      count: count.describe("Pages with it."),
    }),
  }),
  links: object("Internal links.", {
    internal: count.describe("Links between pages of the site, one for each pair of pages."),
    mostLinked: z.array(Ranked).describe("The pages that most pages link to, at most 10."),
    leastLinked: z.array(Ranked).describe("The indexable pages that fewest pages link to, at most 10."),
  }),
  slowest: z
    .array(Ranked)
    .describe("The pages with the longest time to the first byte, in milliseconds, at most 20."),
  sitemaps: objects("Sitemaps, at most 500.", {
    url: string.describe("The URL of the file."),
    status: z.int().nullable().describe("Its HTTP status; null without a response."),
    urls: count.describe("URLs that it lists."),
    error: text.describe("Why it could not be read; null if it could."),
  }),
  robotsTxt: objects("robots.txt of each host.", {
    origin: string.describe("Scheme, host and port."),
    status: z.int().nullable().describe("Its HTTP status; null without a response."),
    state: z
      .enum(["parsed", "absent", "unreachable"])
      .describe("`unreachable`: nothing on this host may be read."),
    crawlDelaySeconds: z.number().nullable().describe("The Crawl-delay for this crawler; null without one."),
  }),
  traps: objects("Sets of URLs without end. The crawl read some and skipped the rest.", {
    pattern: string.describe("The kind of URL."),
    kind: z
      .enum(["calendar", "chain", "repeating-path", "parameters", "session"])
      .describe("Why it has no end."),
    example: string.describe("An example."),
  }),
});

export type SiteReport = z.output<typeof SiteReport>;

const Change = component("SeoSiteIssueChange", "How an issue changed between two crawls.", {
  id: string.describe("The ID of the issue."),
  severity: z.enum(severities).describe("The severity of the issue."),
  title: string.describe("The issue as a short sentence."),
  before: count.describe("Items before."),
  after: count.describe("Items now."),
  newCount: count.describe("Items that were not there before."),
  fixedCount: count.describe("Items that are gone, on URLs that were read again or no longer exist."),
  remainingCount: count.describe("Items in both."),
  newItems: z.array(IssueItem).max(ITEMS_MAX).describe("New items, at most 100."),
  fixedItems: z.array(IssueItem).max(ITEMS_MAX).describe("Fixed items, at most 100."),
});

const pages = {
  count: count.describe("All of them."),
  urls: texts.max(ITEMS_MAX).describe("At most 100."),
};

/** The difference between two crawls of a site. */
export const SiteComparison = component("SeoSiteComparison", "The difference between two crawls.", {
  isWorse: z
    .boolean()
    .describe(
      "Whether there are new items of an issue that is not a notice, or the average score is lower by 1 or more.",
    ),
  newCount: count.describe("New items of all issues but notices."),
  fixedCount: count.describe("Fixed items of all issues but notices."),
  remainingCount: count.describe("Items of all issues but notices that are in both."),
  score: object("Average scores of the page audit.", {
    before: z.number().nullable().describe("The average score before."),
    after: z.number().nullable().describe("The average score now."),
  }),
  addedPages: object("Pages that were not there before.", pages),
  removedPages: object("Pages that are gone.", pages),
  issues: z.array(Change).describe("Issues with new or fixed items, most severe first."),
});

export type SiteComparison = z.output<typeof SiteComparison>;

/** The result of a crawl. Each part is gzipped JSON: how large they are is up to the site. */
export interface SiteAnalysis {
  /** The `SiteReport`: the response of the API. */
  readonly report: Uint8Array<ArrayBuffer>;
  /** All items of all issues and all page URLs: what two crawls are compared by (up to some MB). */
  readonly findings: Uint8Array<ArrayBuffer>;
  /** The `SiteOverview`. */
  readonly overview: Uint8Array<ArrayBuffer>;
  /** The average score of the pages, rounded; null without an HTML page. */
  readonly score: number | null;
}
