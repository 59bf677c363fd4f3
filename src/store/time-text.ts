/**
 * The clocks of two replicas are closer than this, in milliseconds. A time that is further ahead than anything waits, and by
 * more than this, was set before the clock went back: it is over.
 */
export const SKEW_MS = 600_000;

/** Returns a time in milliseconds as tables have it: texts of UTC that sort as the times do. */
export const timeText = (ms: number) => new Date(ms).toISOString();
