/** The longest pause between two looks, in milliseconds. */
const PAUSE_MS = 50;

/**
 * Waits until `look` returns something other than `false`, `null` and `undefined`, and returns that. Looks at once,
 * then less and less often: each pause is a tenth of the time waited, 1 to 50 ms. After `ms` it throws and says what did
 * not happen.
 */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  ms = 100_000,
): Promise<Exclude<T, false | null | undefined>> {
  const began = performance.now();
  for (;;) {
    const seen = await look();
    if (seen !== false && seen !== null && seen !== undefined) {
      return seen as Exclude<T, false | null | undefined>;
    }
    const waitedMs = performance.now() - began;
    if (waitedMs > ms) throw new Error(`waited ${ms} ms in vain: ${what}`);
    await Bun.sleep(Math.min(PAUSE_MS, Math.max(1, waitedMs / 10)));
  }
}
