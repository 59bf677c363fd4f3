import { afterEach, expect, jest, test } from "bun:test";
import { createPolling } from "./polling.ts";

afterEach(() => void jest.useRealTimers());

/** Lets promises that are resolved already go on. */
const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

test("the wait doubles while nothing is found, up to its bound, and is short again after something was", async () => {
  jest.useFakeTimers();
  let looks = 0;
  let finds = false;
  const polling = createPolling({
    work: async () => {
      looks++;
      return finds;
    },
    minMs: 1_000,
    maxMs: 10_000,
  });
  polling.start();
  await settle();
  const seen: number[] = [];
  for (let second = 0; second < 60; second++) {
    const before = looks;
    jest.advanceTimersByTime(1_000);
    await settle();
    if (looks > before) seen.push(second + 1);
  }
  expect(seen).toEqual([2, 6, 14, 24, 34, 44, 54]);
  finds = true;
  jest.advanceTimersByTime(10_000);
  await settle();
  const before = looks;
  jest.advanceTimersByTime(1_000);
  await settle();
  expect(looks).toBe(before + 1);
  await polling.stop();
});

test("woken while it runs it runs once more; woken many times at once it runs once", async () => {
  let looks = 0;
  let finish = () => {};
  const polling = createPolling({
    async work() {
      looks++;
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return false;
    },
    minMs: 60_000,
    maxMs: 60_000,
  });
  const turn = () => new Promise<void>((resolve) => void setImmediate(() => setImmediate(resolve)));
  polling.wake();
  await turn();
  expect(looks).toBe(0);
  polling.start();
  for (let i = 0; i < 5; i++) polling.wake();
  await turn();
  expect(looks).toBe(1);
  finish();
  await turn();
  expect(looks).toBe(2);
  finish();
  await turn();
  expect(looks).toBe(2);
  for (let i = 0; i < 5; i++) polling.wake();
  await turn();
  expect(looks).toBe(3);
  polling.wake();
  const stopping = polling.stop();
  finish();
  await stopping;
  polling.wake();
  await turn();
  expect(looks).toBe(3);
});
