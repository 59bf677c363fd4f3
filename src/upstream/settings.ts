/** Limits of requests to a site. Times are in milliseconds; 0 switches a limit off. */
export interface Settings {
  /** The base URL of the site, with `{host}` instead of its host name. */
  readonly baseUrl: string;
  /** The User-Agent; its first word is the token for robots.txt. */
  readonly userAgent: string;
  /** Whether robots.txt is read and kept, or the operator has the site's permission. */
  readonly robots: "respect" | "permitted";
  /** The variable that holds `robots`, for the problem that says no. */
  readonly robotsVariable: string;
  /** The maximum number of concurrent requests with one `limitKey`, over all replicas. */
  readonly concurrency: number;
  /** From the start of one request to the start of the next, over all replicas; up to a second is added. */
  readonly minIntervalMs: number;
  /** The maximum number of requests with one `limitKey` per day (UTC). */
  readonly dailyCap: number;
  /** How long requests with one `limitKey` are paused after a block; doubled with each further block, up to `circuitMaxMs`. */
  readonly circuitMs: number;
  readonly circuitMaxMs: number;
  /** Further tries after a failed connection or a fault of the site; never after a block. */
  readonly retries: number;
  /** How long a copy is fresh, may be served if reading fails, and is stored. In milliseconds. */
  readonly freshMs: number;
  readonly staleMs: number;
  readonly keepMs: number;
  /** How long it is remembered that an item does not exist, in milliseconds. */
  readonly absentMs: number;
  /** How long a caller is kept waiting for a free moment. */
  readonly maxWaitMs: number;
  /** The deadline of one request, in milliseconds. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}
