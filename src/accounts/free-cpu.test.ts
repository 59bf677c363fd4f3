import { expect, test } from "bun:test";
import { freeCpuLimit } from "./free-cpu.ts";
import { createRateLimiter } from "./rate-limiter.ts";

function allowance(secondsPerMinute: number) {
  const clock = { now: 0 };
  return { clock, cpu: createRateLimiter(freeCpuLimit(secondsPerMinute), () => clock.now) };
}

test("an account may use its seconds at once; then it waits until they are refilled, and others do not", () => {
  const { clock, cpu } = allowance(30);
  for (let i = 0; i < 6; i++) {
    expect(cpu.wait("a")).toBe(0);
    cpu.count("a", 5_000);
  }
  expect(cpu.wait("a")).toBeWithin(1, 1_000);
  expect(cpu.wait("b")).toBe(0);
  clock.now += 1_000;
  expect(cpu.wait("a")).toBe(0);
  cpu.count("a", 5_000);
  // Five seconds at half a second each second.
  expect(cpu.wait("a")).toBeWithin(9_000, 10_001);
});

test("what calls drew that were under way together is waited for, for five minutes at most", () => {
  const { cpu } = allowance(30);
  for (let i = 0; i < 10; i++) cpu.count("a", 5_000);
  expect(cpu.wait("a")).toBeWithin(39_000, 41_000);
  for (let i = 0; i < 1_000; i++) cpu.count("a", 20_000);
  expect(cpu.wait("a")).toBe(300_000);
});

test("calls of a millisecond may come by the thousand, calls of a tenth of a second five each second", () => {
  const { clock, cpu } = allowance(30);
  for (let i = 0; i < 20_000; i++) {
    expect(cpu.wait("cheap")).toBe(0);
    cpu.count("cheap", 1);
  }
  let failed = 0;
  for (; clock.now < 10 * 60_000; clock.now += 50) {
    if (cpu.wait("failing") > 0) continue;
    cpu.count("failing", 100);
    failed++;
  }
  expect(failed).toBeWithin(3_000, 3_310);
});
