import { Problem } from "./problem.ts";
import type { ProblemCode } from "./problem-kinds.ts";
import type { Job, JobLimits, JobProcesses, Run } from "./sandbox.ts";

const MB = 1024 * 1024;

/**
 * Jobs that read HTML and PDF share processes: one with both parsers takes 110 MB, one for each 170 MB. Garbage is collected
 * after each 16 MB that a run allocates, since the engine alone collects late.
 */
export const documentProcesses: JobProcesses = {
  pool: "documents",
  environment: { BUN_JSC_gcMaxHeapSize: "16000000" },
};

/** Limits for one text. A page of 1 MB takes 0.2 s and 200 MB; a text that needs more is hostile. */
export const textLimits: JobLimits = {
  progressMs: 5_000,
  contendedMs: 1_000,
  totalMs: 5_000,
  memoryBytes: 384 * MB,
  keepBytes: 220 * MB,
};

/** Error codes of text jobs besides `upstream-too-large`, for the descriptors of operations. */
export const textProblems: readonly ProblemCode[] = ["busy", "processing-failed"];

/** Runs a job that parses a text from a URL. Throws as `Run` does, and `upstream-too-large`. */
export async function parseText<Input, Result>(
  run: Run,
  job: Job<Input, Result>,
  input: Input,
): Promise<Result> {
  try {
    // To the end: a run that is left early says nothing of the memory that its process holds.
    const [result] = await Array.fromAsync(run(job, input));
    if (result === undefined) throw new TypeError(`the job ${job.name} gave no result`);
    return result;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === "too-complex") {
      throw new Problem("upstream-too-large", "The page took too long to analyze.", {
        parameter: "url",
        cause: error.options.cause,
      });
    }
    if (error.code !== "processing-failed") throw error;
    throw new Problem("processing-failed", "The page could not be analyzed.", {
      parameter: "url",
      cause: error.options.cause,
    });
  }
}
