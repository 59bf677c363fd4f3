import type { Run } from "../../../kit/sandbox.ts";
import type { CrawlLog } from "./crawl.ts";
import type { SiteComparison, SiteReport } from "./report-schema.ts";

/**
 * What a crawl is analyzed to. `report` is the response of the API. `findings` are all items of all issues and all
 * page URLs, gzipped: store it with the report, it is what two crawls are compared by (up to some MB).
 */
export interface SiteAnalysis {
  readonly report: SiteReport;
  readonly findings: Uint8Array<ArrayBuffer>;
}

/** The tables that can be exported. */
export const exportTables = ["issues", "pages", "links", "templates", "sitemaps"] as const;
export type ExportTable = (typeof exportTables)[number];

/** Analyzes the steps of a crawl in the sandbox. Works on a crawl that has not ended, too. */
export type AnalyzeSite = (run: Run, log: Pick<CrawlLog, "read">) => Promise<SiteAnalysis>;

/** Compares the `findings` of two crawls of one site in the sandbox. */
export type CompareSites = (run: Run, before: Uint8Array, after: Uint8Array) => Promise<SiteComparison>;

/** Writes one table as CSV (UTF-8 with BOM, RFC 4180), or all tables as one XLSX file, in the sandbox. */
export type ExportSite = (
  run: Run,
  log: Pick<CrawlLog, "read">,
  format: { readonly type: "csv"; readonly table: ExportTable } | { readonly type: "xlsx" },
) => Promise<Uint8Array<ArrayBuffer>>;
