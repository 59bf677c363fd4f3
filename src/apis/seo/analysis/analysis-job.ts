import type { Context } from "../../../kit/context.ts";
import { Problem } from "../../../kit/problem.ts";
import type { Job, JobLimits, Run } from "../../../kit/sandbox.ts";
import { documentProcesses, parseText, textLimits } from "../../../kit/text-job.ts";
import { TooMuchEffort } from "./read-page.ts";
import { isGzipped } from "./sitemap-file.ts";
import { analyses, type Results, type Tasks } from "./tasks.ts";

/** A text to analyze in a sandbox process. */
export interface Order<Name extends keyof Tasks> {
  readonly name: Name;
  readonly task: Tasks[Name];
  readonly body: Uint8Array;
}

/**
 * Texts within these bounds are analyzed in the server's own process. The slowest one found within them takes
 * about 20 ms (CONTRIBUTING); ordinary pages have a tag for every 30 bytes.
 */
const INLINE_BYTES = 64 * 1024;
const INLINE_TAGS = 3_000;
const INLINE_EFFORT = { elementsMax: 6_000 };
/** The longest URL of a page that is analyzed inline: each link may be resolved against it. */
const INLINE_URL = 2_048;

/** Pages that the audited page refers to get less time than the page itself. */
const PROBE_LIMITS: JobLimits = { ...textLimits, progressMs: 2_000, totalMs: 2_000 };

const TAG_OPEN = "<".charCodeAt(0);

function tagsIn(body: Uint8Array): number {
  let tags = 0;
  for (let at = body.indexOf(TAG_OPEN); at >= 0; at = body.indexOf(TAG_OPEN, at + 1)) tags++;
  return tags;
}

function isSmall(task: Tasks[keyof Tasks], body: Uint8Array): boolean {
  const fetched = "fetched" in task ? task.fetched : undefined;
  const robots = fetched?.robots.state === "received" ? fetched.robots.body.byteLength : 0;
  return (
    body.byteLength + robots <= INLINE_BYTES &&
    (fetched?.finalUrl.length ?? 0) <= INLINE_URL &&
    !isGzipped(body) &&
    tagsIn(body) <= INLINE_TAGS
  );
}

/**
 * Analyzes an untrusted text: in this process where that is sure to be quick and `isInline` allows it, else in a sandbox
 * process. Throws
 * `busy`, `processing-failed` and `upstream-too-large`, see `parseText`.
 */
export async function analyze<Name extends keyof Tasks>(
  run: Run,
  name: Name,
  task: Tasks[Name],
  body: Uint8Array,
  limits = textLimits,
  isInline = true,
): Promise<Results[Name]> {
  if (isInline && isSmall(task, body)) {
    try {
      return analyses[name](task, body, INLINE_EFFORT);
    } catch (error) {
      if (!(error instanceof TooMuchEffort)) throw error;
    }
  }
  const job: Job<Order<Name>, Results[Name]> = {
    name: `seo-${name}`,
    module: new URL("./analysis.worker.ts", import.meta.url).href,
    limits,
    processes: documentProcesses,
  };
  return parseText(run, job, { name, task, body });
}

/** Analyzes a text for a call: one of a job always in a sandbox process. Throws as `analyze` does. */
export function analyzeFor<Name extends keyof Tasks>(
  { run, isBackground }: Pick<Context, "run" | "isBackground">,
  name: Name,
  task: Tasks[Name],
  body: Uint8Array,
): Promise<Results[Name]> {
  return analyze(run, name, task, body, textLimits, !isBackground);
}

/** Analyzes what an audit fetched beside its page; undefined where that is not known. */
export type AnalyzeProbe = <Name extends keyof Tasks>(
  name: Name,
  task: Tasks[Name],
  body: Uint8Array,
) => Promise<Results[Name] | undefined>;

/**
 * Analyzes what one audit fetches beside its page. A text that takes too long, or that no process is free for, leaves
 * that part of the report unknown, and so does every text after it: a page may name a dozen of them.
 */
export function createProbeAnalyzer(run: Run, isInline = true): AnalyzeProbe {
  let hasFailed = false;
  return async (name, task, body) => {
    if (hasFailed) return undefined;
    try {
      return await analyze(run, name, task, body, PROBE_LIMITS, isInline);
    } catch (error) {
      if (!(error instanceof Problem) || error.code === "client-left") throw error;
      hasFailed = true;
      return undefined;
    }
  };
}
