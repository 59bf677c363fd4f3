import { GrowableBuffer } from "../../../kit/growable-buffer.ts";
import { Problem } from "../../../kit/problem.ts";
import type { Job, JobLimits, Run } from "../../../kit/sandbox.ts";
import { documentProcesses, parseText } from "../../../kit/text-job.ts";
import type { CrawlLog } from "./crawl.ts";
import type { PrintedAudit } from "./print-site-report.ts";
import type { ExportFormat, SiteAnalysis, SiteComparison } from "./report-schema.ts";
import type { SiteTask } from "./site-tasks.ts";

const MB = 1024 * 1024;
/** The steps of 10,000 pages with 200 links each are 20 MB. */
const STEPS_MAX = 256 * MB;

const limits: JobLimits = {
  progressMs: 60_000,
  totalMs: 60_000,
  memoryBytes: 1_536 * MB,
  keepBytes: 220 * MB,
};

const job = {
  module: new URL("./site.worker.ts", import.meta.url).href,
  processes: documentProcesses,
  limits,
};

const analyzeJob: Job<SiteTask, SiteAnalysis> = { ...job, name: "seo-site-analyze" };
const compareJob: Job<SiteTask, SiteComparison> = { ...job, name: "seo-site-compare" };
const exportJob: Job<SiteTask, Uint8Array<ArrayBuffer>> = { ...job, name: "seo-site-export" };

const shortenJob: Job<SiteTask, Uint8Array<ArrayBuffer>> = { ...job, name: "seo-site-shorten" };
const printJob: Job<SiteTask, Uint8Array<ArrayBuffer>> = { ...job, name: "seo-site-print" };

/** The steps of a log as JSON, one a line. */
async function bytesOf(log: Pick<CrawlLog, "read">): Promise<Uint8Array<ArrayBuffer>> {
  const buffer = new GrowableBuffer(STEPS_MAX);
  const encoder = new TextEncoder();
  for await (const step of log.read()) {
    if (!buffer.add(encoder.encode(`${JSON.stringify(step)}\n`)))
      throw new Problem(
        "processing-failed",
        "The crawl is too large to analyze. Start an audit with a smaller maxPages.",
      );
  }
  return buffer.take();
}

/**
 * Analyzes the steps of a crawl in the sandbox, also of one that has not ended. Throws `busy`, and
 * `upstream-too-large` or `processing-failed` for a crawl that takes too much.
 */
export async function analyzeSite(run: Run, log: Pick<CrawlLog, "read">): Promise<SiteAnalysis> {
  return parseText(run, analyzeJob, { name: "analyze", steps: await bytesOf(log) });
}

/** Compares the `findings` of two crawls of one site in the sandbox. Throws as `analyzeSite` does. */
export function compareSites(run: Run, before: Uint8Array, after: Uint8Array): Promise<SiteComparison> {
  return parseText(run, compareJob, { name: "compare", before, after });
}

/**
 * Writes one table as CSV (UTF-8 with a byte order mark), or all tables as one XLSX file, in the sandbox. No cell is
 * run as a formula. Throws as `analyzeSite` does.
 */
export async function exportSite(
  run: Run,
  log: Pick<CrawlLog, "read">,
  format: ExportFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  return parseText(run, exportJob, { name: "export", steps: await bytesOf(log), format });
}

/** Shortens a report in the sandbox: JSON as it was stored, and with at most `items` entries in its lists. Throws as `analyzeSite` does. */
export function shortenReport(run: Run, report: Uint8Array, items: number): Promise<Uint8Array<ArrayBuffer>> {
  return parseText(run, shortenJob, { name: "shorten", report, items });
}

/** Writes a report, JSON as it was stored, as a page in the sandbox: HTML in UTF-8. Throws as `analyzeSite` does. */
export function printReport(
  run: Run,
  report: Uint8Array,
  audit: PrintedAudit,
): Promise<Uint8Array<ArrayBuffer>> {
  return parseText(run, printJob, { name: "print", report, audit });
}
