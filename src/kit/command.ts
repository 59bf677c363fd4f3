import type { OpenDownload } from "./download.ts";
import type { State } from "./state.ts";

/** A command as it was called. */
export interface CommandCall {
  readonly name: string;
  readonly args: readonly string[];
  readonly given: Readonly<Partial<Record<string, string>>>;
  readonly flags: ReadonlySet<string>;
}

/** A command that cannot be carried out; the message is one line for the operator that says what to do next. */
export class CommandError extends Error {
  override readonly name: string = "CommandError";
}

/** Progress of long work. */
export interface Progress {
  to(done: number, total: number | undefined): void;
  end(): void;
}

/** Dependencies of a command of an API. */
export interface CommandIo {
  print(text: string): void;
  show(value: unknown): void;
  note(text: string): void;
  progress(title: string, unit: (amount: number) => string): Progress;
  /** Opens downloads from a server that the operator named, which may be private. */
  downloadFrom(baseUrl: string): OpenDownload;
  /** Values that all processes and replicas share. */
  readonly state: State;
}

/** A command for the operator that an API brings, such as `quintet models pull`. */
export interface ApiCommand {
  /** How it is written, one form a line: two words, and what they take. It is read by these forms. */
  readonly usage: string;
  run(called: CommandCall, io: CommandIo): Promise<void>;
}

/** An endpoint for the operator, who sends ADMIN_TOKEN, that an API brings. */
export interface AdminEndpoint {
  readonly path: `/admin/${string}`;
  readonly methods: readonly ["GET" | "POST" | "DELETE", ...("GET" | "POST" | "DELETE")[]];
  /** The largest body that it accepts, in bytes. */
  readonly maxBytes: number;
  run(request: AdminRequest): Promise<{ readonly status: number; readonly value: unknown }>;
}

interface AdminRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  body(): Promise<Uint8Array<ArrayBuffer>>;
  readonly state: State;
}
