import type { Job, Run } from "../../kit/sandbox.ts";
import { parseText, textLimits, textProcesses } from "../../kit/text-job.ts";
import { analyses, type Results, type Tasks } from "./analysis.ts";

/** A text to analyze in a process of the sandbox. */
export interface Order<Name extends keyof Tasks> {
  readonly name: Name;
  readonly task: Tasks[Name];
  readonly body: Uint8Array;
}

/** Texts of up to so many bytes are analyzed in this process: see CONTRIBUTING for the figures. */
export const INLINE_MAX = 64 * 1024;

function jobOf<Name extends keyof Tasks>(name: Name): Job<Order<Name>, Results[Name]> {
  return {
    name: `seo-${name}`,
    module: new URL("./analysis.worker.ts", import.meta.url).href,
    limits: textLimits,
    processes: textProcesses,
  };
}

/**
 * Analyzes a stranger's text: at once where it is small, in a process of the sandbox where it is not. Throws
 * `busy`, `processing-failed` and `upstream-too-large`, see `parseText`.
 */
export async function analyze<Name extends keyof Tasks>(
  run: Run,
  name: Name,
  task: Tasks[Name],
  body: Uint8Array,
): Promise<Results[Name]> {
  if (body.byteLength <= INLINE_MAX) return analyses[name](task, body);
  return parseText(run, jobOf(name), { name, task, body });
}
