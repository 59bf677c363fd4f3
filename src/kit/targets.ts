/** The targets of every API: 99.9% uptime, and 2 seconds per response on average. */
export const TARGETS = { up: 0.999, meanMs: 2_000 } as const;

/** Days of history on the status page. */
export const HISTORY_DAYS = 90;
