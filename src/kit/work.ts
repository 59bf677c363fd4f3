/** The cost of a call so far; every step adds to it. */
export interface CallCost {
  cpuMs: number;
}

/** The owner of a piece of work: it takes turns with the work of other tenants, and the log names it. */
export interface Work {
  readonly requestId: string;
  readonly api: string;
  /** The tenant that takes turns with others: the account of the key; empty without metering. */
  readonly tenant: string;
  /** Where the processor time of the work is added up; undefined where nobody asks. */
  readonly cost?: CallCost;
}

/** Work that no request asked for, such as an example on a page. */
export const ownWork: Work = { requestId: "", api: "none", tenant: "" };
