import type { Fetch } from "../../../kit/fetch.ts";
import type { Run } from "../../../kit/sandbox.ts";

/** The most pages of one crawl. */
export const PAGES_MAX = 10_000;

/** The tables of a report that can be exported. */
export const exportTables = ["issues", "pages", "links", "templates", "sitemaps"] as const;

/** Options of a crawl. Plain data that survives JSON, so it can be stored with the crawl. */
export interface CrawlOptions {
  /** Where the crawl begins: http or https. If it redirects to another host, that host is the site. */
  readonly startUrl: string;
  /** Pages to read, 1 to `PAGES_MAX`. Only URLs that respond with 2xx count, and each of them costs one call. */
  readonly maxPages: number;
  /** Clicks from the start URL, 0 and up. URLs that are further away are counted, not read. */
  readonly maxDepth: number;
  /** Whether subdomains of the host belong to the site. The host with and without `www.` always does. */
  readonly subdomains: boolean;
  /** Patterns that start with `/`, `*` or a scheme, as in robots.txt. If there are any, a URL must match one of them; the start URL is exempt. */
  readonly include: readonly string[];
  /** URLs that match one of these patterns are not read. */
  readonly exclude: readonly string[];
  /** Requests per second to each host, 0.1 and up. A longer `Crawl-delay` in robots.txt wins, up to 10 s. */
  readonly pace: number;
  /** Whether images, scripts, style sheets and links to other sites are requested once to see if they work. Free. */
  readonly checkResources: boolean;
}

/** Reason why a crawl ended. `unreachable`: the start URL, or the last 20 URLs in a row, gave no response. */
export const endings = ["complete", "page-limit", "url-limit", "unreachable", "robots"] as const;
export type Ending = (typeof endings)[number];

/** Source of a URL. */
export type UrlSource = "start" | "link" | "redirect" | "canonical" | "hreflang" | "sitemap" | "resource";

/** Reason why a URL of the site was not requested. */
export type SkipReason = "robots" | "pattern" | "depth" | "nofollow" | "trap" | "limit";

/** A URL that the crawl has come to know. Its number is its place in the order of discovery, from 0. */
export interface KnownUrl {
  /** Normalized, see `normalizeUrl`. */
  readonly url: string;
  /** For a URL of the site that was not planned when it was found: why. */
  readonly skipped?: SkipReason | undefined;
}

/** A known URL that is to be requested. */
export interface PlannedUrl {
  readonly number: number;
  /** `page`: read and parsed. `check`: requested to see if it works. */
  readonly as: "page" | "check";
  readonly source: UrlSource;
  /** The number of the URL where it was found; absent for the start URL and sitemaps. */
  readonly from?: number;
  /** Clicks from the start URL; a sitemap counts as one. */
  readonly depth: number;
  /** Redirects in a row that led here. */
  readonly hops?: number;
}

/** The facts of an HTML page. Every list and text is bounded. */
export interface HtmlFacts {
  /** The first title, cut to 300 characters; null without one. */
  readonly title: string | null;
  readonly titles: number;
  readonly description: string | null;
  readonly descriptions: number;
  /** The text of the first h1. */
  readonly h1: string | null;
  readonly h1s: number;
  readonly lang: string | null;
  readonly words: number;
  /** The canonical URL's number; absent without one. */
  readonly canonical?: number | undefined;
  readonly canonicals: number;
  readonly noindex: boolean;
  readonly nofollow: boolean;
  /** Language and URL number, at most 200. */
  readonly hreflang: readonly (readonly [string, number])[];
  /** Unique targets of links by their numbers, at most 2,000; `-1 - n` is a link with `rel=nofollow` to `n`. */
  readonly links: readonly number[];
  /** Images, scripts and style sheets, at most 300. */
  readonly resources: readonly number[];
  /** The URL that a meta refresh leads to. */
  readonly refresh?: number | undefined;
  /** Hash of the visible text, 16 hexadecimal digits. */
  readonly textHash: string;
  /** Sketch of the text to compare it with others: see `similarity`. */
  readonly sketch: string;
  /** Findings of the page audit: check id and how often, at most 100. */
  readonly findings: readonly (readonly [string, number])[];
  /** The score of the page audit. */
  readonly score: number;
}

/** The response of one URL. */
export interface PageFacts {
  readonly number: number;
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /** Why there was no response or no report: a problem code such as `upstream-timeout`. */
  readonly error?: string | undefined;
  /** For redirects: the number of the URL that it leads to. */
  readonly location?: number | undefined;
  readonly contentType: string | null;
  /** Bytes of the body after decompression; 2 MB at most. */
  readonly bytes: number;
  /** Milliseconds to the headers, and to the end of the body. */
  readonly ttfbMs: number;
  readonly totalMs: number;
  readonly html?: HtmlFacts | undefined;
  /** Of a style sheet of the site: the numbers of the URLs that it loads, at most 300. */
  readonly resources?: readonly number[] | undefined;
}

/** A step of a crawl. The steps in their order are the whole state of a crawl: it resumes from them. */
export type CrawlStep =
  | {
      readonly type: "start";
      readonly at: number;
      /** The start URL, normalized: number 0. */
      readonly url: string;
      /** The URL that it leads to after redirects; the same without any. */
      readonly home: string;
      readonly options: CrawlOptions;
      /** Host names of the site, after the redirects of the start URL. */
      readonly hosts: readonly string[];
    }
  | {
      /** robots.txt of an origin. */
      readonly type: "robots";
      readonly origin: string;
      readonly status: number | null;
      readonly state: "parsed" | "absent" | "unreachable";
      readonly crawlDelaySeconds: number | null;
      readonly sitemaps: readonly string[];
    }
  | {
      readonly type: "sitemap";
      readonly url: string;
      readonly status: number | null;
      readonly error?: string | undefined;
      readonly lists: readonly number[];
      readonly found: readonly KnownUrl[];
    }
  | {
      readonly type: "page";
      /** Why the URL was requested, see `PlannedUrl`. */
      readonly as: PlannedUrl["as"];
      readonly facts: PageFacts;
      /** URLs that this page was the first to name. Their numbers follow on those of the steps before. */
      readonly found: readonly KnownUrl[];
      readonly planned: readonly PlannedUrl[];
      /** Calls to charge for this step: 1 for a page with a 2xx response, else 0. */
      readonly units: 0 | 1;
    }
  | {
      /** Known URLs that are planned after all, as those of sitemaps, or not requested after all. */
      readonly type: "plan";
      readonly planned: readonly PlannedUrl[];
      readonly skipped: readonly (readonly [number, SkipReason])[];
    }
  | {
      /** How the site responds to a URL that does not exist. */
      readonly type: "probe";
      readonly url: string;
      readonly status: number | null;
      /** The URL that it redirects to. */
      readonly location?: string | undefined;
      readonly title?: string | null | undefined;
      readonly sketch?: string | undefined;
    }
  | {
      /** A set of URLs without end, of which no more are read. */
      readonly type: "trap";
      readonly pattern: string;
      readonly kind: "calendar" | "chain" | "repeating-path" | "parameters" | "session";
      readonly example: string;
    }
  | { readonly type: "end"; readonly at: number; readonly ending: Ending };

/**
 * Log of a crawl, which is only appended to. The crawl keeps its own queue in memory, so the store needs no queries.
 * After kill -9, a new process reads the log and goes on; a page that was fetched and not appended is fetched again and
 * charged once.
 */
export interface CrawlLog {
  /** Reads all steps in order. Called once, before the first `append`. */
  read(): AsyncIterable<CrawlStep>;
  /**
   * Stores steps durably and in order, and settles their `units` in the same transaction. Throws if that is
   * not possible, such as a `quota-exceeded`; the crawl ends then with that error, and resumes at the same place later.
   */
  append(steps: readonly CrawlStep[], progress: CrawlProgress): Promise<void>;
}

/** The progress of a crawl when steps are stored. */
export interface CrawlProgress {
  /** URLs that have been requested or given up, and URLs that are planned. */
  readonly done: number;
  readonly waiting: number;
  urlOf(number: number): string;
}

/** The time, so that a test can make it pass. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Waits; rejects with the reason of the signal when it is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** External dependencies of a crawl. */
export interface CrawlContext {
  /** The guarded egress. */
  readonly fetch: Fetch;
  /** The sandbox: pages and sitemaps are parsed in it. */
  readonly run: Run;
  /** The user agent of `fetch`; its first word is the name that robots.txt rules are looked up by. */
  readonly userAgent: string;
  readonly log: CrawlLog;
  readonly clock: Clock;
  /** Ends the crawl with its reason. Nothing is lost: it resumes from the log. */
  readonly signal: AbortSignal;
  /**
   * Waits until a request to the host may start, `intervalMs` after the last one. The crawl's own pacing when it is
   * absent; a server gives one that all its processes share.
   */
  waitForHost?(host: string, intervalMs: number, signal: AbortSignal): Promise<void>;
}
