/** What the suite promises of every API: 99.9 % of the time there, and 2 seconds for an answer on average. */
export const TARGETS = { up: 0.999, meanMs: 2_000 } as const;

/** How many days the status page goes back. */
export const HISTORY_DAYS = 90;
