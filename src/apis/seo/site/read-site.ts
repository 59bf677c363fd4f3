import type { Fetched } from "../../../kit/fetch.ts";
import { Problem } from "../../../kit/problem.ts";
import type { Job, JobLimits } from "../../../kit/sandbox.ts";
import { documentProcesses, parseText, textLimits } from "../../../kit/text-job.ts";
import { fetchedPage } from "../fetch/fetch-page.ts";
import type { CrawlContext } from "./crawl.ts";
import type { ReadPage } from "./page-facts.ts";
import { type RobotsRules, readRobotsRules } from "./robots-rules.ts";
import type { SiteTask } from "./site-tasks.ts";
import type { SitemapUrls } from "./sitemap-urls.ts";

/** A crawl that finds no free process waits so long, and so often, before it ends. */
const BUSY_MS = 2_000;
const BUSY_TIMES = 60;

const SITEMAP_LIMITS: JobLimits = { ...textLimits, progressMs: 20_000, totalMs: 20_000 };

const job = {
  module: new URL("./site.worker.ts", import.meta.url).href,
  processes: documentProcesses,
};

const pageJob: Job<SiteTask, ReadPage> = { ...job, name: "seo-site-page", limits: textLimits };
const sitemapJob: Job<SiteTask, SitemapUrls> = { ...job, name: "seo-site-sitemap", limits: SITEMAP_LIMITS };

const robotsJob: Job<SiteTask, RobotsRules> = { ...job, name: "seo-site-robots", limits: textLimits };

/** A robots.txt of at most so many bytes is read at once: that takes 3 ms of the processor at most. */
const ROBOTS_INLINE_MAX = 16 * 1024;

/** The parts of a crawl that run tasks in the sandbox. */
export type Sandbox = Pick<CrawlContext, "run" | "clock" | "signal">;

/** Runs a task, and again while no process is free. Gives a problem code for a text that cannot be read. */
async function runTask<Result>(
  { run, clock, signal }: Sandbox,
  job: Job<SiteTask, Result>,
  task: SiteTask,
): Promise<Result | string> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await parseText(run, job, task);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Problem)) throw error;
      if (error.code === "upstream-too-large" || error.code === "processing-failed") return error.code;
      if (error.code !== "busy" || attempt >= BUSY_TIMES) throw error;
      await clock.sleep(BUSY_MS, signal);
    }
  }
}

/** Reads the facts of a response in the sandbox; a problem code where that takes too much. */
export function readPage(sandbox: Sandbox, asked: string, page: Fetched): Promise<ReadPage | string> {
  const { body, ...fetched } = fetchedPage(asked, page, sandbox.clock.now());
  return runTask(sandbox, pageJob, { name: "page", fetched, body });
}

/** Reads the URLs of a sitemap in the sandbox, at most `max`. */
export function readSitemap(sandbox: Sandbox, body: Uint8Array, max: number): Promise<SitemapUrls | string> {
  return runTask(sandbox, sitemapJob, { name: "sitemap", max, body });
}

/** Reads what a robots.txt says to the crawler that goes by `token`: a long one in the sandbox. */
export async function readRobots(
  sandbox: Sandbox,
  body: Uint8Array,
  token: string,
): Promise<RobotsRules | string> {
  if (body.byteLength <= ROBOTS_INLINE_MAX) return readRobotsRules(body, token);
  return runTask(sandbox, robotsJob, { name: "robots", token, body });
}
