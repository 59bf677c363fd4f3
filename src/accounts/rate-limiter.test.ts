import { expect, test } from "bun:test";
import { createRateLimiter, type RateLimit } from "./rate-limiter.ts";

/** A guard as requests meet it: one that passes is counted. */
function passer(limit: RateLimit, now: () => number): (key: string) => number {
  const limiter = createRateLimiter(limit, now);
  return (key) => {
    const wait = limiter.wait(key);
    if (wait === 0) limiter.count(key);
    return wait;
  };
}

test("a burst passes, then one request each interval, and keys do not share", () => {
  let now = 1_000;
  const limiter = passer({ perSecond: 10, burst: 5 }, () => now);
  expect(Array.from({ length: 6 }, () => limiter("a"))).toEqual([0, 0, 0, 0, 0, 100]);
  expect(limiter("b")).toBe(0);
  now += 100;
  expect([limiter("a"), limiter("a")]).toEqual([0, 100]);
  now += 10_000;
  expect(Array.from({ length: 5 }, () => limiter("a"))).toEqual([0, 0, 0, 0, 0]);
});

test("the state says what passes now, and when the burst is whole again", () => {
  let now = 0;
  const limiter = createRateLimiter({ perSecond: 10, burst: 5 }, () => now);
  expect(limiter.state("a")).toEqual({ remaining: 5, resetMs: 0 });
  for (let i = 0; i < 5; i++) {
    expect([limiter.state("a").remaining, limiter.wait("a")]).toEqual([5 - i, 0]);
    limiter.count("a");
  }
  expect(limiter.state("a")).toEqual({ remaining: 0, resetMs: 500 });
  now += 150;
  expect(limiter.state("a")).toEqual({ remaining: 1, resetMs: 350 });
  for (let i = 0; i < 100; i++) limiter.count("a");
  expect(limiter.state("a").remaining).toBe(0);
});

test("over any stretch no more pass than the burst and the rate allow", () => {
  let now = 0;
  const limiter = passer({ perSecond: 50, burst: 100 }, () => now);
  let passed = 0;
  for (let i = 0; i < 50_000; i++) {
    now += Math.random() * 2;
    if (limiter("a") === 0) passed++;
  }
  expect(passed).toBeLessThanOrEqual(100 + (now / 1000) * 50 + 1);
  expect(passed).toBeGreaterThan((now / 1000) * 50 * 0.99);
});

test("what is counted though it should have waited is waited for, for five minutes at most", () => {
  let now = 0;
  const limiter = createRateLimiter({ perSecond: 1, burst: 60 }, () => now);
  for (let i = 0; i < 100; i++) limiter.count("a");
  expect(limiter.wait("a")).toBe(41_000);
  limiter.count("a", 5_000);
  expect(limiter.wait("a")).toBe(300_000);
  now = 300_000;
  expect(limiter.wait("a")).toBe(0);
  expect(limiter.wait("b")).toBe(0);
});

test("a flood of 150,000 keys takes bounded memory, and nobody who was not counted waits", () => {
  const limiter = createRateLimiter({ perSecond: 1, burst: 2 });
  Bun.gc(true);
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 150_000; i++) limiter.count(`2001:db8:${i.toString(16)}::/64`);
  Bun.gc(true);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(64 * 1024 * 1024);
  expect(limiter.wait("203.0.113.1")).toBe(0);
});
