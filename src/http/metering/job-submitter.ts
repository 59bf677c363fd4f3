import type { Caller } from "../../accounts/authenticate.ts";
import type { CreateOnceDeps } from "./create-once.ts";

/** A call that is stored to run later, with the bytes of its files. */
export interface Submission {
  readonly api: string;
  readonly operation: string;
  readonly caller: Caller;
  readonly call: {
    readonly query: string;
    readonly params: Record<string, string>;
    readonly fields: readonly [string, string][];
    readonly files: readonly string[];
    readonly accept: string | null;
  };
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly fileName: string | undefined;
  readonly units: number | undefined;
  /** The size of an ordinary response, in bytes. */
  readonly resultBytes: number;
  readonly idempotencyHash: string | undefined;
}

/** Stores calls as jobs. */
export interface JobSubmitter {
  /** Where requests with an `Idempotency-Key` are stored. */
  readonly once: CreateOnceDeps;
  repeated(
    account: string,
    idempotencyHash: string | undefined,
  ): Promise<{ readonly id: string } | undefined>;
  submit(submission: Submission): Promise<{ readonly id: string }>;
}
