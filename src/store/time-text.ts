/** Returns a time in milliseconds as tables have it: texts of UTC that sort as the times do. */
export const timeText = (ms: number) => new Date(ms).toISOString();
