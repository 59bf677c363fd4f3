import type { Caller } from "../accounts/authenticate.ts";
import type { ExportFormat, PrintedAudit } from "../kit/site-overview.ts";
import type { StopReason } from "./site-audit.ts";

/** A step of a crawl that is to be stored. */
export interface NewStep {
  /** For the request of a page of the site: its URL and its status. */
  readonly url?: string | undefined;
  readonly status?: number | null | undefined;
  /** Calls that the step costs. */
  readonly units: 0 | 1;
  /** State that the crawler needs to resume and to report. */
  readonly data: string;
}

/** Progress of a crawl. */
export interface CrawlCounts {
  readonly done: number;
  readonly waiting: number;
}

/** The account and options of a crawl. */
export interface CrawlTask {
  /** The ID of the site audit. */
  readonly id: string;
  readonly account: string;
  /** The options of the crawl as JSON. */
  readonly options: string;
}

/** Log of the steps of a crawl. */
export interface StepLog {
  /** All steps in their order, as they were added. */
  read(): AsyncIterable<string>;
  /** Stores steps and charges what they cost. Rejects where that is not possible: then the crawl ends. */
  add(steps: readonly NewStep[], counts: CrawlCounts): Promise<void>;
}

/** Outcome of a crawl. */
export interface CrawlEnd {
  readonly stopReason: StopReason | undefined;
  /** Why nothing could be read; undefined where something was. */
  readonly problem: Readonly<Record<string, unknown>> | undefined;
}

/** Results that are computed from the steps of a crawl. */
export interface Analysis {
  /** The report as JSON. */
  readonly report: string;
  /** The issues and pages by which two crawls are compared. */
  readonly findings: Uint8Array<ArrayBuffer>;
  /** A `SiteOverview` as gzipped JSON. */
  readonly overview: Uint8Array<ArrayBuffer>;
  /** The average score of the pages, rounded; null without an HTML page. */
  readonly score: number | null;
}

/** The difference between two crawls. */
export interface Comparison {
  readonly isWorse: boolean;
  readonly newCount: number;
  readonly fixedCount: number;
  readonly issues: readonly {
    readonly title: string;
    readonly before: number;
    readonly after: number;
    readonly newCount: number;
    readonly fixedCount: number;
  }[];
}

/** Crawls sites and analyzes what was read. Heavy work runs in the sandbox, with the lowest priority. */
export interface Crawler {
  /** Crawls a site, or goes on after the steps that are stored. Rejects with the reason of the signal, and what `add` rejects with. */
  crawl(task: CrawlTask, log: StepLog, signal: AbortSignal): Promise<CrawlEnd>;
  /** Analyzes the steps of a crawl, also of one that has not ended. */
  analyze(task: CrawlTask, steps: () => AsyncIterable<string>, signal: AbortSignal): Promise<Analysis>;
  compare(
    account: string,
    before: Uint8Array<ArrayBuffer>,
    after: Uint8Array<ArrayBuffer>,
  ): Promise<Comparison>;
  export(
    task: CrawlTask,
    steps: () => AsyncIterable<string>,
    format: ExportFormat,
  ): Promise<Uint8Array<ArrayBuffer>>;
  /** A report as JSON, with at most `items` entries in each list that grows with the site. */
  shorten(account: string, report: Uint8Array, items: number): Promise<Uint8Array<ArrayBuffer>>;
  /** A report as a page of HTML. */
  print(account: string, report: Uint8Array, audit: PrintedAudit): Promise<Uint8Array<ArrayBuffer>>;
}

/** Finds the caller whose rights an audit has now. Throws the problem of one that may not call any more. */
export type Identify = (keyId: string, account: string) => Promise<Caller>;
