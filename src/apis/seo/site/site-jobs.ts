import { GrowableBuffer } from "../../../kit/growable-buffer.ts";
import { Problem } from "../../../kit/problem.ts";
import type { Job, JobLimits, Run } from "../../../kit/sandbox.ts";
import { documentProcesses, parseText } from "../../../kit/text-job.ts";
import type { ReportingTask, SiteResults, SiteTask } from "./site-tasks.ts";

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

/** Joins the steps of a crawl, each of which is JSON, as lines. Throws `processing-failed` for more than 256 MB. */
export async function joinSteps(steps: AsyncIterable<string>): Promise<Uint8Array<ArrayBuffer>> {
  const buffer = new GrowableBuffer(STEPS_MAX);
  const encoder = new TextEncoder();
  for await (const step of steps) {
    if (!buffer.add(encoder.encode(`${step}\n`)))
      throw new Problem(
        "processing-failed",
        "The crawl is too large to analyze. Start an audit with a smaller maxPages.",
      );
  }
  return buffer.take();
}

/**
 * Does a task on the steps of a crawl, also of one that has not ended, or on its report, in the sandbox. Throws `busy`, and
 * `upstream-too-large` or `processing-failed` for a crawl that takes too much.
 */
export function runReporting<Name extends ReportingTask["name"]>(
  run: Run,
  task: ReportingTask & { readonly name: Name },
): Promise<SiteResults[Name]> {
  const named: Job<SiteTask, SiteResults[Name]> = { ...job, name: `seo-site-${task.name}` };
  return parseText(run, named, task);
}
