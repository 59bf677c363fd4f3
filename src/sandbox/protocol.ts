import type { PackedMessage } from "./chunking.ts";

/** Messages of the server to a process of the sandbox. */
export type Order =
  /** Loads a module, and compiles its code by what its `warm` runs where no run waits for it. */
  | { readonly kind: "load"; readonly module: string; readonly isWarmed: boolean }
  /** Runs a module that was loaded. */
  | { readonly kind: "start"; readonly module: string; readonly input: PackedMessage }
  /** A chunk of the input; asked for by `more`. */
  | { readonly kind: "chunk"; readonly bytes: Uint8Array }
  /** Asks for a chunk of the message. */
  | { readonly kind: "fetch" }
  | { readonly kind: "next" }
  | { readonly kind: "stop" };

/** An error of the job: the parts of a `Problem`. */
export interface ProblemParts {
  readonly code: string;
  readonly detail: string;
  readonly parameter: string | undefined;
  readonly members: Readonly<Record<string, unknown>> | undefined;
}

/** The resource usage that a process reports after a run. */
export interface ResourceUsage {
  /** Resident memory. */
  readonly bytes: number;
  /** Processor time since it started, in milliseconds. */
  readonly cpuMs: number;
}

/** A message from a sandbox process: one reply to each order. */
export type Reply =
  | ({ readonly kind: "ready" } & ResourceUsage)
  | { readonly kind: "more" }
  | { readonly kind: "message"; readonly message: PackedMessage }
  | { readonly kind: "chunk"; readonly bytes: Uint8Array }
  | ({ readonly kind: "done" } & ResourceUsage)
  | ({ readonly kind: "refused"; readonly problem: ProblemParts } & ResourceUsage)
  | { readonly kind: "failed"; readonly reason: string };
