import type { z } from "zod";
import { wholeNumber } from "../kit/setting-kinds.ts";

/** The variables of the size of uploads and of the sandbox. */
export const workVariables = {
  UPLOAD_MAX_MB: wholeNumber(1, 2_000)
    .default(50)
    .describe("The maximum size of an uploaded file, in megabytes (1,000,000 bytes)."),
  SANDBOX_PROCESSES: wholeNumber(1, 256)
    .optional()
    .describe("The number of sandbox processes of each kind, for the whole server. Default: one per core."),
};

/** The size of uploads and of the sandbox as the environment has it. */
export function workConfig(data: z.output<z.ZodObject<typeof workVariables>>) {
  return {
    uploadMaxBytes: data.UPLOAD_MAX_MB * 1_000_000,
    /** Undefined: as many as the machine has cores. */
    sandboxProcesses: data.SANDBOX_PROCESSES,
  };
}
export type WorkConfig = ReturnType<typeof workConfig>;
