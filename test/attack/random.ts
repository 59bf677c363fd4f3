/** Draws a whole number from 0 to `below - 1`. */
export type Random = (below: number) => number;

/** A generator (mulberry32) that draws the same numbers for the same seed. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** One member of a list that is not empty. */
export function pick<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[random(values.length)];
  if (value === undefined) throw new TypeError("the list is empty");
  return value;
}

/** A seed for one of many generators of a run: the same for the same name. */
export function seedOf(seed: number, name: string): number {
  let hash = seed | 0;
  for (const letter of name) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0;
  return hash >>> 0;
}
