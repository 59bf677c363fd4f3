import type { CrawlContext, CrawlOptions, CrawlStep, Ending } from "../apis/seo/site/crawl.ts";
import type { SiteComparison } from "../apis/seo/site/report-schema.ts";
import type { ReportingTask } from "../apis/seo/site/site-tasks.ts";
import type { Services } from "../http/metering/context.ts";
import { backgroundTenant } from "../kit/fair-queue.ts";
import type { Fetch } from "../kit/fetch.ts";
import { Problem } from "../kit/problem.ts";
import type { Run } from "../kit/sandbox.ts";
import type { ExportFormat, PrintedAudit } from "../kit/site-overview.ts";
import { sleep } from "../kit/sleep.ts";
import type { State } from "../kit/state.ts";
import type { Work } from "../kit/work.ts";
import { problemMembers, SITE_AUDIT_API, type StopReason } from "./site-audit.ts";

/** A step of a crawl that is to be stored. */
export interface NewStep {
  /** For the request of a page of the site: its URL and its status. */
  readonly url?: string | undefined;
  readonly status?: number | null | undefined;
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
  readonly id: string;
  readonly account: string;
  readonly options: string;
}

/** Log of the steps of a crawl. */
export interface StepLog {
  /** All steps in their order, as they were added. */
  read(): AsyncIterable<string>;
  /** Stores steps and charges what they cost. Rejects where that is not possible: then the crawl ends. */
  add(steps: readonly NewStep[], counts: CrawlCounts): Promise<void>;
}

interface CrawlEnd {
  readonly stopReason: StopReason | undefined;
  /** Why nothing could be read; undefined where something was. */
  readonly problem: Readonly<Record<string, unknown>> | undefined;
}

/** The difference between two crawls. */
export type Comparison = SiteComparison;

type ExternalServices = Pick<Services, "fetch" | "run">;

/** Outgoing access of a crawl, with lower priority than calls that clients wait for. */
function reach({ fetch, run }: ExternalServices, requestId: string, account: string, signal: AbortSignal) {
  const work: Work = { requestId, api: SITE_AUDIT_API, tenant: backgroundTenant(account) };
  const fetchFor: Fetch = (url, options) => fetch(url, options, signal, work);
  const runFor: Run = (job, input) => run(job, input, signal, work);
  return { fetch: fetchFor, run: runFor };
}

/** A pace for each host that all processes of the server share. */
function pacer(state: State) {
  return async (host: string, intervalMs: number, signal: AbortSignal): Promise<void> => {
    while ((await state.claim(`crawl pace ${host}`, intervalMs)) === undefined) {
      signal.throwIfAborted();
      await Bun.sleep(Math.max(10, intervalMs / 5));
    }
  };
}

function problemOf(ending: Ending, error: string | undefined): Problem | undefined {
  if (ending === "robots") {
    const detail =
      "The robots.txt of the site does not allow this server to read the URL where the audit begins.";
    return new Problem("robots-disallowed", detail);
  }
  const known = [
    "upstream-timeout",
    "upstream-tls",
    "upstream-invalid",
    "url-not-public",
    "url-invalid",
  ] as const;
  const code = known.find((one) => one === error) ?? "upstream-unreachable";
  const detail =
    ending === "unreachable"
      ? "The site did not respond. Check its URL, then start the audit again."
      : "No page of the site responded with a 2xx status. Check its URL, then start the audit again.";
  return new Problem(code, detail);
}

/** How long an export or a comparison may take, in milliseconds. */
const EXPORT_MS = 60_000;

type Bytes = Uint8Array<ArrayBuffer>;

/** Makes what crawls sites and analyzes them, in the sandbox with the lowest priority. `state` shares the pace of each host. */
export function createCrawler(services: ExternalServices, state: State | undefined, userAgent: string) {
  const waitForHost = state && { waitForHost: pacer(state) };
  const report = async <Name extends ReportingTask["name"]>(
    account: string,
    task: ReportingTask & { readonly name: Name },
    { id = "", signal = AbortSignal.timeout(EXPORT_MS) } = {},
  ) => {
    const { runReporting } = await import("../apis/seo/site/site-jobs.ts");
    return runReporting<Name>(reach(services, id, account, signal).run, task);
  };
  const joined = async (steps: AsyncIterable<string>) => {
    const { joinSteps } = await import("../apis/seo/site/site-jobs.ts");
    return joinSteps(steps);
  };
  return {
    /** Crawls a site, or goes on after the steps that are stored. Rejects with the reason of the signal, and what `add` rejects with. */
    crawl: (task: CrawlTask, log: StepLog, signal: AbortSignal): Promise<CrawlEnd> =>
      crawl(task, log, {
        ...reach(services, task.id, task.account, signal),
        ...waitForHost,
        userAgent,
        signal,
      }),
    analyze: async ({ id, account }: CrawlTask, steps: AsyncIterable<string>, signal: AbortSignal) =>
      report(account, { name: "analyze", steps: await joined(steps) }, { id, signal }),
    compare: (account: string, before: Bytes, after: Bytes): Promise<Comparison> =>
      report(account, { name: "compare", before, after }),
    export: async ({ id, account }: CrawlTask, steps: AsyncIterable<string>, format: ExportFormat) =>
      report(account, { name: "export", steps: await joined(steps), format }, { id }),
    shorten: (account: string, stored: Uint8Array, items: number) =>
      report(account, { name: "shorten", report: stored, items }),
    print: (account: string, stored: Uint8Array, audit: PrintedAudit) =>
      report(account, { name: "print", report: stored, audit }),
  };
}
export type Crawler = ReturnType<typeof createCrawler>;

async function crawl(
  task: CrawlTask,
  log: StepLog,
  context: Omit<CrawlContext, "log" | "clock">,
): Promise<CrawlEnd> {
  const { crawlSite } = await import("../apis/seo/site/crawl-site.ts");
  let pages = 0;
  let error: string | undefined;
  const ending = await crawlSite(JSON.parse(task.options) as CrawlOptions, {
    ...context,
    clock: { now: Date.now, sleep },
    log: {
      async *read() {
        for await (const text of log.read()) {
          const step = JSON.parse(text) as CrawlStep;
          if (step.type === "page") pages += step.units;
          yield step;
        }
      },
      async append(steps, { done, waiting, urlOf }) {
        const rows = steps.map((step): NewStep => {
          const data = JSON.stringify(step);
          if (step.type !== "page") return { units: 0, data };
          const { number, status } = step.facts;
          pages += step.units;
          error = step.facts.error ?? error;
          return { units: step.units, data, url: step.as === "page" ? urlOf(number) : undefined, status };
        });
        await log.add(rows, { done, waiting });
      },
    },
  });
  const problem = pages === 0 ? problemOf(ending, error) : undefined;
  const stopReason = ending === "complete" || ending === "robots" ? undefined : ending;
  return { stopReason, problem: problem && problemMembers(problem) };
}
