/** Draws a whole number from 0 to `below - 1`. */
export type Random = (below: number) => number;

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
