import { expect } from "bun:test";
import { Problem } from "../src/kit/problem.ts";
import { seeded } from "./random.ts";

/** Makes a hostile text of about `size` characters. */
export type Hostile = (size: number, random: () => number) => string;

/** So many copies of a text that they have `size` characters together. */
export const times = (size: number, text: string): string =>
  text.repeat(Math.max(1, Math.floor(size / text.length)));

/** Copies of what a number is put into, until they have `size` characters. */
export function numbered(size: number, part: (n: number) => string): string {
  const parts: string[] = [];
  for (let [n, length] = [0, 0]; length < size; n++) {
    const one = part(n);
    parts.push(one);
    length += one.length;
  }
  return parts.join("");
}

/** Runs a reader that may throw a problem and nothing else; gives what it read. */
export function problemOrResult<Result>(read: () => Result): Result | Problem {
  try {
    return read();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

const SMALL = 40_000;
const FACTOR = 4;
const NOISE_MS = 150;

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const leastOf2 = (work: () => unknown): number => Math.min(cpuMs(work), cpuMs(work));

/**
 * Holds a reader to its promises on a hostile text: a problem or a result of 2 MB at most, and a time that grows with
 * the text: four times the text may take eight times as long (a quadratic reader takes sixteen), or 150 ms.
 */
export function expectHarmless(hostile: Hostile, seed: number, read: (text: string) => unknown): void {
  const [small, large] = [hostile(SMALL, seeded(seed)), hostile(SMALL * FACTOR, seeded(seed))];
  let result: unknown;
  const first = cpuMs(() => {
    result = problemOrResult(() => read(large));
  });
  const json = result instanceof Problem ? result.message : JSON.stringify(result);
  expect(json.length).toBeLessThan(2_000_000);
  if (first < NOISE_MS) return;
  let [before, after] = [0, 0];
  // Another round if the machine had other work: a quadratic reader takes too long in each.
  for (let round = 0; round < 3 && after >= before * FACTOR * 2; round++) {
    after = leastOf2(() => problemOrResult(() => read(large)));
    if (after < NOISE_MS) return;
    before = leastOf2(() => problemOrResult(() => read(small)));
  }
  expect(after).toBeLessThan(before * FACTOR * 2);
}
