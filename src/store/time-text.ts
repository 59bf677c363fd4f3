/** Clocks differ by less, in milliseconds. A time further ahead than that and any wait was set before the clock went back. */
export const SKEW_MS = 600_000;

/** Returns a time in milliseconds as tables have it: texts of UTC that sort as the times do. */
export const timeText = (ms: number) => new Date(ms).toISOString();
