import type { z } from "zod";
import { wholeNumber } from "../kit/setting-kinds.ts";

/** The variables of how much is worked on at a time: what comes in, and the processes for strangers' files. */
export const workVariables = {
  UPLOAD_MAX_MB: wholeNumber(1, 2_000)
    .default(50)
    .describe("The largest file that a request may bring, in megabytes of a million bytes."),
  UPLOAD_PATIENCE_SECONDS: wholeNumber(1, 3_600)
    .default(15)
    .describe("How long a file may take to arrive before it must have come at 10 KB a second."),
  UPLOAD_DEADLINE_SECONDS: wholeNumber(1, 3_600)
    .default(120)
    .describe("Seconds after which an upload must be complete, however fast it comes."),
  SANDBOX_PROCESSES: wholeNumber(1, 256)
    .optional()
    .describe(
      "Processes of each kind that read strangers' files, for the whole service. Default: one for each core.",
    ),
  SANDBOX_QUEUE: wholeNumber(0, 10_000)
    .default(32)
    .describe("Requests that may wait for such a process; further ones are answered 503."),
  SANDBOX_KEEP: wholeNumber(0, 256)
    .default(1)
    .describe("Processes of each kind, once used, that stay ready when nobody needs them."),
  SANDBOX_IDLE_SECONDS: wholeNumber(1, 86_400)
    .default(30)
    .describe("Seconds without work after which the other ones end and give their memory back."),
  API_CONCURRENCY: wholeNumber(1, 10_000)
    .default(64)
    .describe("Requests of one API with keys that one process works on at a time; callers share them."),
  API_QUEUE: wholeNumber(0, 100_000)
    .default(128)
    .describe(
      "Requests of one API that may wait beside them; further ones are answered 503 and not charged.",
    ),
};

/** How much is taken in and worked on at a time. */
export interface WorkConfig {
  readonly uploadMaxBytes: number;
  readonly uploadPatienceSeconds: number;
  readonly uploadDeadlineSeconds: number;
  /** Undefined: as many as the machine has cores. */
  readonly sandboxProcesses: number | undefined;
  readonly sandboxQueue: number;
  readonly sandboxKeep: number;
  readonly sandboxIdleSeconds: number;
  readonly lanes: { readonly places: number; readonly queue: number };
}

/** The bounds of work as the environment has them. */
export function workConfig(data: z.output<z.ZodObject<typeof workVariables>>): WorkConfig {
  return {
    uploadMaxBytes: data.UPLOAD_MAX_MB * 1_000_000,
    uploadPatienceSeconds: data.UPLOAD_PATIENCE_SECONDS,
    uploadDeadlineSeconds: data.UPLOAD_DEADLINE_SECONDS,
    sandboxProcesses: data.SANDBOX_PROCESSES,
    sandboxQueue: data.SANDBOX_QUEUE,
    sandboxKeep: data.SANDBOX_KEEP,
    sandboxIdleSeconds: data.SANDBOX_IDLE_SECONDS,
    lanes: { places: data.API_CONCURRENCY, queue: data.API_QUEUE },
  };
}
