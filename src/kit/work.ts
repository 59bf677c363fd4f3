/** What a piece of work belongs to: so it takes turns with the work of others, and can be found in the log. */
export interface Work {
  /** The request that it is done for. */
  readonly requestId: string;
  /** The API that was asked. */
  readonly api: string;
  /** Who takes turns with whom: the account behind the key; empty where nobody is asked for one. */
  readonly payer: string;
}

/** Work that no request asked for, such as an example on a page. */
export const ownWork: Work = { requestId: "", api: "none", payer: "" };
