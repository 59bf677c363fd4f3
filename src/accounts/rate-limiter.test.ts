import { expect, test } from "bun:test";
import { type BurstLimit, createGuard } from "./rate-limiter.ts";

/** A guard as requests meet it: one that passes is counted. */
function passer(limit: BurstLimit, now: () => number): (key: string) => number {
  const guard = createGuard(limit, now);
  return (key) => {
    const wait = guard.wait(key);
    if (wait === 0) guard.count(key);
    return wait;
  };
}

test("a burst passes, then one request each interval, and keys do not share", () => {
  let now = 1_000;
  const guard = passer({ perSecond: 10, burst: 5 }, () => now);
  expect(Array.from({ length: 6 }, () => guard("a"))).toEqual([0, 0, 0, 0, 0, 100]);
  expect(guard("b")).toBe(0);
  now += 100;
  expect([guard("a"), guard("a")]).toEqual([0, 100]);
  now += 10_000;
  expect(Array.from({ length: 5 }, () => guard("a"))).toEqual([0, 0, 0, 0, 0]);
});

test("over any stretch no more pass than the burst and the rate allow", () => {
  let now = 0;
  const guard = passer({ perSecond: 50, burst: 100 }, () => now);
  let passed = 0;
  for (let i = 0; i < 50_000; i++) {
    now += Math.random() * 2;
    if (guard("a") === 0) passed++;
  }
  expect(passed).toBeLessThanOrEqual(100 + (now / 1000) * 50 + 1);
  expect(passed).toBeGreaterThan((now / 1000) * 50 * 0.99);
});

test("what is counted though it should have waited is waited for, for five minutes at most", () => {
  let now = 0;
  const guard = createGuard({ perSecond: 1, burst: 60 }, () => now);
  for (let i = 0; i < 100; i++) guard.count("a");
  expect(guard.wait("a")).toBe(41_000);
  guard.count("a", 5_000);
  expect(guard.wait("a")).toBe(300_000);
  now = 300_000;
  expect(guard.wait("a")).toBe(0);
  expect(guard.wait("b")).toBe(0);
});
