import { CommandError } from "../../../kit/command.ts";

/** The kinds of errors of a model and of its download. */
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

/** The system's code of a file error, such as `ENOSPC`; empty for other errors. */
export function systemCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
