import type { z } from "zod";
import { wholeNumber } from "../kit/setting-kinds.ts";

/** The variables of how much is worked on at a time: what comes in, and the processes for strangers' files. */
export const workVariables = {
  UPLOAD_MAX_MB: wholeNumber(1, 2_000)
    .default(50)
    .describe("The maximum size of an uploaded file, in megabytes (1,000,000 bytes)."),
  SANDBOX_PROCESSES: wholeNumber(1, 256)
    .optional()
    .describe("The number of sandbox processes of each kind, for the whole server. Default: one per core."),
  SANDBOX_QUEUE: wholeNumber(0, 10_000)
    .default(32)
    .describe("The number of requests that may wait for a sandbox process. More get 503."),
  API_CONCURRENCY: wholeNumber(1, 10_000)
    .default(64)
    .describe(
      "The number of concurrent requests per paid API and process. Callers share them. Twice as many may wait; more get 503 and are not charged.",
    ),
};

/** How much is taken in and worked on at a time. */
export interface WorkConfig {
  readonly uploadMaxBytes: number;
  /** Undefined: as many as the machine has cores. */
  readonly sandboxProcesses: number | undefined;
  readonly sandboxQueue: number;
  readonly lanes: { readonly places: number; readonly queue: number };
}

/** The bounds of work as the environment has them. */
export function workConfig(data: z.output<z.ZodObject<typeof workVariables>>): WorkConfig {
  return {
    uploadMaxBytes: data.UPLOAD_MAX_MB * 1_000_000,
    sandboxProcesses: data.SANDBOX_PROCESSES,
    sandboxQueue: data.SANDBOX_QUEUE,
    lanes: { places: data.API_CONCURRENCY, queue: 2 * data.API_CONCURRENCY },
  };
}
