import { Problem } from "../../../kit/problem.ts";
import { ModelError, systemCode } from "./model-error.ts";

/** A length for people. */
export const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;

/** What a failure is called for the operator; what is none of the disk's and none of the network's stays as it is. */
export function explain(error: unknown, name: string, done: number): unknown {
  if (error instanceof Problem) {
    return new ModelError("refused", `${name} could not be fetched. ${error.message}`, { cause: error });
  }
  const code = systemCode(error);
  if (error instanceof ModelError || code === "") return error;
  const isFull = code === "ENOSPC" || code === "EDQUOT";
  const what = isFull
    ? `The disk of MODELS_DIR is full after ${megabytes(done)}: free some of it and try again.`
    : `MODELS_DIR cannot be written to (${code}).`;
  return new ModelError("disk", what, { cause: error });
}
