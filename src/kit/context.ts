import type { Browse } from "./browse.ts";
import type { Fetch } from "./fetch.ts";
import type { Pipe, Run } from "./sandbox.ts";
import type { ShareReport } from "./shared-report.ts";
import type { State } from "./state.ts";

/** Marks a charge as one that is made only once for the same key. */
export interface Once {
  /** Tells it from everything else that this API charges the key for. */
  readonly name: string;
  readonly forMs: number;
}

/** External dependencies of a running operation. An API receives nothing else. */
export interface Context {
  /** The media type that was negotiated, one of the operation's `produces`. */
  readonly mediaType: string;
  /** Aborted when the client leaves or the deadline passes. */
  readonly signal: AbortSignal;
  /** Fetches public addresses for as long as the client stays. */
  readonly fetch: Fetch;
  readonly run: Run;
  readonly pipe: Pipe;
  readonly browse: Browse;
  /** Whether the call is a job: it must not hold up other calls of this process with work that can run in another one. */
  readonly isBackground: boolean;
  now(): number;
  /**
   * Charges this call, in the API's unit, before the work is done; refunded if the operation fails. Throws a problem if the
   * quota does not cover it. With `once`, nothing is charged again for the same key; it may be repeated before a response,
   * since that of another call may have been refunded meanwhile.
   */
  charge(units: number, once?: Once): Promise<void>;
  /** Values that all replicas share. Only APIs with keys have it: an open one must work without a database. */
  readonly state: State;
  /** Shares a report by a link. Undefined where there is no server that could show it. */
  readonly shareReport: ShareReport | undefined;
  /** Refunds a part of the charge for work that was not delivered; also after the response has begun. */
  refund(units: number): Promise<void>;
}
