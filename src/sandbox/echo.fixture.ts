import type { Steps } from "../kit/sandbox.ts";

/** Bytes that the job for tests takes, and how many it is to give back. */
export interface Load {
  readonly bytes?: Uint8Array;
  readonly give?: number;
  readonly slot?: number;
}

/** What it says of them, of its process and of what that was made with. */
export interface Carried {
  readonly pid: number;
  /** Runs of this process so far. */
  readonly runs: number;
  /** Whether `warm` was called. */
  readonly isWarm: boolean;
  readonly environment: readonly string[];
  readonly received: number;
  readonly sum: number;
  readonly slot: number | undefined;
  readonly given: Uint8Array | undefined;
}

let isWarm = false;
let runs = 0;

export async function warm(): Promise<void> {
  isWarm = true;
}

/** Bytes that count. */
export function countingBytes(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  for (let i = 0; i < size; i++) bytes[i] = i;
  return bytes;
}

export function sumOf(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum = (Math.imul(sum, 31) + byte) >>> 0;
  return sum;
}

/** A job that carries bytes to and fro. */
export const run: Steps<Load, Carried> = function* ({ bytes = new Uint8Array(), give, slot }) {
  runs++;
  const environment = Object.keys(process.env).filter((name) => !name.startsWith("BUN_"));
  const given = give === undefined ? undefined : countingBytes(give);
  const received = bytes.byteLength;
  yield { pid: process.pid, runs, isWarm, environment, received, sum: sumOf(bytes), slot, given };
};
