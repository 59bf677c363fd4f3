import type { CrawlContext, CrawlOptions, CrawlStep, Ending } from "../apis/seo/site/crawl.ts";
import type { ReportingTask } from "../apis/seo/site/site-tasks.ts";
import type { Services } from "../http/metering/context.ts";
import { backgroundTenant } from "../kit/fair-queue.ts";
import type { Fetch } from "../kit/fetch.ts";
import { Problem } from "../kit/problem.ts";
import type { Run } from "../kit/sandbox.ts";
import { sleep } from "../kit/sleep.ts";
import type { State } from "../kit/state.ts";
import type { Work } from "../kit/work.ts";
import type { CrawlEnd, Crawler, CrawlTask, NewStep, StepLog } from "../site-audits/crawler.ts";
import type { StopReason } from "../site-audits/site-audit.ts";
import { problemMembers } from "../site-audits/site-audit-runner.ts";
import { crawlingApi } from "./crawling-api.ts";

type ExternalServices = Pick<Services, "fetch" | "run">;

/** Outgoing access of a crawl, with lower priority than calls that clients wait for. */
function reach({ fetch, run }: ExternalServices, requestId: string, account: string, signal: AbortSignal) {
  const work: Work = { requestId, api: crawlingApi.name, tenant: backgroundTenant(account) };
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

const STOPPED: Readonly<Record<Ending, StopReason | undefined>> = {
  complete: undefined,
  "page-limit": "page-limit",
  "url-limit": "url-limit",
  unreachable: "unreachable",
  robots: undefined,
};

/** Why a crawl read nothing. */
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

/**
 * Makes the crawler of the API as site audits use it. Processes that share a `state` keep one pace for each host; without it,
 * each crawl has a pace of its own.
 */
export function createCrawler(
  services: ExternalServices,
  state: State | undefined,
  userAgent: string,
): Crawler {
  const waitForHost = state && { waitForHost: pacer(state) };
  /** Does a task on the report of a crawl in the sandbox. */
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
    crawl: (task, log, signal) =>
      crawl(task, log, {
        ...reach(services, task.id, task.account, signal),
        ...waitForHost,
        userAgent,
        signal,
      }),
    async analyze({ id, account }, steps, signal) {
      const task = { name: "analyze", steps: await joined(steps()) } as const;
      const { report: made, ...packed } = await report(account, task, { id, signal });
      const { average } = made.score;
      return { report: JSON.stringify(made), score: average && Math.round(average), ...packed };
    },
    compare: (account, before, after) => report(account, { name: "compare", before, after }),
    export: async ({ id, account }, steps, format) =>
      report(account, { name: "export", steps: await joined(steps()), format }, { id }),
    shorten: (account, stored, items) => report(account, { name: "shorten", report: stored, items }),
    print: (account, stored, audit) => report(account, { name: "print", report: stored, audit }),
  };
}

/** How long an export or a comparison may take, in milliseconds. */
const EXPORT_MS = 60_000;

/** Runs one crawl on the log of its site audit. */
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
  return { stopReason: STOPPED[ending], problem: problem && problemMembers(problem) };
}
