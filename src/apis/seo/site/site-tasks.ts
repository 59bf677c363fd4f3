import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import type { ExportFormat, PrintedAudit, SiteOverview } from "../../../kit/site-overview.ts";
import type { FetchedPage } from "../fetch/fetched-page.ts";
import { analyzeSteps, reportOf } from "./analyze-site.ts";
import { compareFindings, findingsOf } from "./compare-sites.ts";
import type { CrawlStep } from "./crawl.ts";
import type { ReadPage } from "./page-facts.ts";
import { printSiteReport } from "./print-site-report.ts";
import type { SiteAnalysis, SiteComparison, SiteReport } from "./report-schema.ts";
import type { RobotsRules } from "./robots-rules.ts";
import { screamingFrogTable } from "./screaming-frog.ts";
import { shortReport } from "./short-report.ts";
import { overviewOf } from "./site-overview.ts";
import { tablesOf } from "./site-tables.ts";
import type { SitemapUrls } from "./sitemap-urls.ts";
import { writeCsv } from "./write-csv.ts";
import { writeXlsx } from "./write-xlsx.ts";

/** A response that the sandbox reads for a crawl. Survives a structured clone. */
type ReadingTask =
  | { readonly name: "page"; readonly fetched: Omit<FetchedPage, "body">; readonly body: Uint8Array }
  | { readonly name: "sitemap"; readonly max: number; readonly body: Uint8Array }
  | { readonly name: "robots"; readonly token: string; readonly body: Uint8Array };

/** A task on the steps or the report of a crawl. */
export type ReportingTask =
  /** `steps`: JSON, one a line. */
  | { readonly name: "analyze"; readonly steps: Uint8Array }
  | { readonly name: "export"; readonly steps: Uint8Array; readonly format: ExportFormat }
  | { readonly name: "compare"; readonly before: Uint8Array; readonly after: Uint8Array }
  /** `report`: JSON. */
  | { readonly name: "shorten"; readonly report: Uint8Array; readonly items: number }
  | { readonly name: "print"; readonly report: Uint8Array; readonly audit: PrintedAudit };

/** A task that the sandbox does for a crawl. */
export type SiteTask = ReadingTask | ReportingTask;

/** The result of each task. */
export interface SiteResults {
  readonly page: ReadPage;
  readonly sitemap: SitemapUrls;
  readonly robots: RobotsRules;
  readonly analyze: SiteAnalysis;
  readonly export: Uint8Array<ArrayBuffer>;
  readonly compare: SiteComparison;
  readonly shorten: Uint8Array<ArrayBuffer>;
  readonly print: Uint8Array<ArrayBuffer>;
}

const NEWLINE = "\n".charCodeAt(0);

/** The steps of a log, read one by one: all of them as one text would take twice their memory. */
function* readSteps(bytes: Uint8Array): Generator<CrawlStep> {
  const decoder = new TextDecoder();
  for (let from = 0; from < bytes.byteLength; ) {
    const end = bytes.indexOf(NEWLINE, from);
    const to = end < 0 ? bytes.byteLength : end;
    const step: CrawlStep = JSON.parse(decoder.decode(bytes.subarray(from, to)));
    yield step;
    from = to + 1;
  }
}

function readReport(bytes: Uint8Array): SiteReport {
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** Writes a result as it is stored. */
const packed = (result: SiteReport | SiteOverview) => new Uint8Array(gzipSync(JSON.stringify(result)));

/** Does a task on the steps or the report of a crawl. Pure. */
export function runSiteTask(task: ReportingTask): SiteResults[ReportingTask["name"]] {
  switch (task.name) {
    case "analyze": {
      const site = analyzeSteps(readSteps(task.steps));
      const report = reportOf(site);
      const { average } = report.score;
      return {
        report: packed(report),
        findings: findingsOf(site, report),
        overview: packed(overviewOf(site, report)),
        score: average && Math.round(average),
      };
    }
    case "export": {
      const { format } = task;
      const site = analyzeSteps(readSteps(task.steps));
      const tables = "columns" in format ? [screamingFrogTable(site)] : tablesOf(site);
      if (format.type === "xlsx") return writeXlsx(tables);
      if (format.type === "zip")
        return zipSync(Object.fromEntries(tables.map((table) => [`${table.name}.csv`, writeCsv(table)])));
      const [first] = tables;
      const table = "table" in format ? tables.find(({ name }) => name === format.table) : first;
      return table === undefined ? new Uint8Array() : writeCsv(table);
    }
    case "compare":
      return compareFindings(task.before, task.after);
    case "shorten":
      return new TextEncoder().encode(JSON.stringify(shortReport(readReport(task.report), task.items)));
    case "print":
      return new TextEncoder().encode(printSiteReport(readReport(task.report), task.audit));
  }
}
