import { describe, expect, test } from "bun:test";
import { CLOCK_BACK_ALLOWANCE, createV7 } from "./generate.ts";

/** A UUID with the true time of its creation and the replica that created it. */
interface Created {
  readonly at: number;
  readonly replica: number;
  readonly uuid: string;
}

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
function pseudoRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Creates UUIDs on replicas in random turns. `offset` is how far the clock of a replica is from the true time, in
 * milliseconds. Several replicas often create UUIDs in one millisecond.
 */
function createOn(
  replicas: number,
  count: number,
  seed: number,
  offset: (replica: number, made: number) => number,
): Created[] {
  const random = pseudoRandom(seed);
  let now = 1_800_000_000_000;
  let made = 0;
  const generators = Array.from({ length: replicas }, (_, replica) =>
    createV7({ now: () => Math.floor(now + offset(replica, made)) }),
  );
  const bytes = new Uint8Array(16);
  return Array.from({ length: count }, () => {
    const replica = Math.floor(random() * replicas);
    generators[replica]?.(bytes, 1);
    made += 1;
    const created = { at: now, replica, uuid: bytes.toHex() };
    if (random() < 0.3) now += random() * 4;
    return created;
  });
}

/** Pairs that are in the wrong order although the second was created more than `ms` after the first. */
function inversions(list: readonly Created[], ms: number): number {
  let wrong = 0;
  let from = 0;
  let greatest = "";
  // The greatest of all that were created more than `ms` before is enough to compare with.
  for (const { at, uuid } of list) {
    for (let one = list[from]; one !== undefined && at - one.at > ms; one = list[++from]) {
      if (one.uuid > greatest) greatest = one.uuid;
    }
    if (uuid <= greatest) wrong += 1;
  }
  return wrong;
}

const isUnique = (list: readonly Created[]) => new Set(list.map(({ uuid }) => uuid)).size === list.length;

describe("replicas whose clocks differ by at most S ms", () => {
  test.each([
    [2, 0],
    [3, 1],
    [8, 5],
    [8, 250],
    [16, 40],
  ])("%d replicas, S = %d: later by more than S + 1 ms sorts after, and none is equal", (replicas, skew) => {
    for (const seed of [1, 2, 3]) {
      const list = createOn(replicas, 20_000, seed, (replica) => (skew * replica) / (replicas - 1));
      expect(inversions(list, skew + 1)).toBe(0);
      expect(isUnique(list)).toBe(true);
      for (let replica = 0; replica < replicas; replica++) {
        const own = list.filter((one) => one.replica === replica).map(({ uuid }) => uuid);
        expect(own.toSorted()).toEqual(own);
      }
    }
  });

  test("nothing is promised below that: with S = 250, neighbors are often in the other order", () => {
    const list = createOn(8, 20_000, 4, (replica) => (250 * replica) / 7);
    expect(inversions(list, 100)).toBeGreaterThan(100);
  });

  test("clocks that wander within S", () => {
    const skew = 30;
    const list = createOn(6, 30_000, 5, (replica, made) => (skew / 2) * (1 + Math.sin(made / 500 + replica)));
    expect(inversions(list, skew + 1)).toBe(0);
    expect(isUnique(list)).toBe(true);
  });

  test("one clock steps back by up to 10 s: its process is ahead by that step, and no more", () => {
    for (const step of [500, 3_000, CLOCK_BACK_ALLOWANCE]) {
      const list = createOn(4, 30_000, 6, (replica, made) => (replica === 1 && made > 10_000 ? -step : 0));
      expect(inversions(list, step + 1)).toBe(0);
      expect(isUnique(list)).toBe(true);
      const own = list.filter(({ replica }) => replica === 1).map(({ uuid }) => uuid);
      expect(own.toSorted()).toEqual(own);
    }
  });
});

test("100 replicas of one frozen millisecond make no duplicate in 200,000", () => {
  const generators = Array.from({ length: 100 }, () => createV7({ now: () => 1_800_000_000_000 }));
  const bytes = new Uint8Array(16 * 100);
  const seen = new Set<string>();
  for (let round = 0; round < 20; round++) {
    for (const generate of generators) {
      generate(bytes, 100);
      for (let i = 0; i < 100; i++) seen.add(bytes.subarray(16 * i, 16 * i + 16).toHex());
    }
  }
  expect(seen.size).toBe(200_000);
});
