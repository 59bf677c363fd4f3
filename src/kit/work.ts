/** The cost of a call so far; every step adds to it. */
export interface CallCost {
  /** Processor time of the processes that worked for it, in milliseconds. */
  cpuMs: number;
}

/** What a piece of work belongs to: so it takes turns with the work of others, and can be found in the log. */
export interface Work {
  /** The request that it is done for. */
  readonly requestId: string;
  /** The API that was asked. */
  readonly api: string;
  /** Who takes turns with whom: the account behind the key; empty where nobody is asked for one. */
  readonly tenant: string;
  /** Where the processor time of the work is added up; undefined where nobody asks. */
  readonly cost?: CallCost;
}

/** Work that no request asked for, such as an example on a page. */
export const ownWork: Work = { requestId: "", api: "none", tenant: "" };
