/**
 * Waits until `look` returns something other than `false`, `null` and `undefined`, and returns that. Looks at once,
 * then after 1 ms, then less and less often, at least every 20 ms. After `ms` it throws and says what did not happen.
 */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  ms = 100_000,
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = performance.now() + ms;
  for (let pause = 1; ; pause = Math.min(pause * 2, 20)) {
    const seen = await look();
    if (seen !== false && seen !== null && seen !== undefined) {
      return seen as Exclude<T, false | null | undefined>;
    }
    if (performance.now() > deadline) throw new Error(`waited ${ms} ms in vain: ${what}`);
    await Bun.sleep(pause);
  }
}
