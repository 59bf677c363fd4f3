import { CommandError } from "../../../kit/command.ts";

/** What is wrong with a model or with fetching it. */
export type ModelFault =
  | "unknown"
  | "not-installed"
  | "noncommercial"
  | "not-a-model"
  | "unsupported"
  | "sidecar"
  | "checksum"
  | "cut"
  | "disk"
  | "refused"
  | "no-runtime";

/** A model that cannot be used or had; the message is one line for the operator that says what to do next. */
export class ModelError extends CommandError {
  override readonly name = "ModelError";
  readonly fault: ModelFault;

  constructor(fault: ModelFault, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.fault = fault;
  }
}

/** What the system says was wrong with a file, `ENOSPC` for one; empty where it was not the system. */
export function systemCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
