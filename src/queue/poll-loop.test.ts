import { afterEach, expect, jest, test } from "bun:test";
import { until } from "../../test/helpers/until.ts";
import { type Look, PollLoop } from "./poll-loop.ts";

afterEach(() => void jest.useRealTimers());

/** Lets promises that are resolved already go on. */
const settled = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

const nextTurn = () => new Promise(setImmediate);

/** A loop whose looks a test ends one by one. */
function open() {
  const state = { looks: 0, atOnce: 0, room: true, failures: [] as unknown[] };
  let running = 0;
  let end = Promise.withResolvers<Look>();
  const loop = new PollLoop({
    hasRoom: () => state.room,
    async look() {
      state.looks++;
      state.atOnce = Math.max(state.atOnce, ++running);
      try {
        return await end.promise;
      } finally {
        running--;
      }
    },
    failed: (cause) => void state.failures.push(cause),
  });
  /** Ends the look that runs. */
  const settle = async (result: Look | Error) => {
    const last = end;
    end = Promise.withResolvers<Look>();
    if (result instanceof Error) last.reject(result);
    else last.resolve(result);
    await nextTurn();
    // Between two looks, it waits for a turn of its own.
    await nextTurn();
  };
  return { loop, state, settle };
}

test("nothing is looked for before the start and after the end", async () => {
  const { loop, state, settle } = open();
  loop.wake();
  expect([state.looks, loop.isStopped]).toEqual([0, true]);
  loop.start();
  loop.start();
  expect([state.looks, loop.isStopped]).toEqual([1, false]);
  let hasStopped = false;
  const stopping = loop.stop().then(() => {
    hasStopped = true;
  });
  await nextTurn();
  expect(hasStopped).toBe(false);
  // What it has found is begun; it does not look again.
  await settle("more");
  await stopping;
  loop.wake();
  loop.wakeSoon();
  await nextTurn();
  expect(state.looks).toBe(1);
  loop.start();
  expect(state.looks).toBe(2);
  await settle("none");
  await loop.stop();
});

test("one look runs at a time, and it looks again where one found something or was woken meanwhile", async () => {
  const { loop, state, settle } = open();
  loop.start();
  await settle("more");
  expect(state.looks).toBe(2);
  loop.wake();
  loop.wake();
  await settle("none");
  expect(state.looks).toBe(3);
  await settle("none");
  expect([state.looks, state.atOnce]).toEqual([3, 1]);
  await loop.stop();
});

test("others have the event loop between two looks that never wait", async () => {
  let looks = 0;
  const loop = new PollLoop({
    hasRoom: () => true,
    look: async () => (++looks < 1_000 ? "more" : "none"),
    failed() {},
  });
  loop.start();
  await nextTurn();
  expect(looks).toBeLessThan(1_000);
  await until("all looks have ended", () => looks === 1_000);
  await loop.stop();
});

test("without room, nothing is looked for", async () => {
  const { loop, state, settle } = open();
  state.room = false;
  loop.start();
  expect(state.looks).toBe(0);
  state.room = true;
  loop.wakeSoon();
  loop.wakeSoon();
  await until("it looks", () => state.looks === 1);
  state.room = false;
  await settle("more");
  expect(state.looks).toBe(1);
  await loop.stop();
});

test("a look that fails is told of, and the poll looks again", async () => {
  const { loop, state, settle } = open();
  loop.start();
  const cause = new Error("the database is away");
  await settle(cause);
  expect([state.looks, state.failures]).toEqual([1, [cause]]);
  await until("the poll looks", () => state.looks === 2);
  await settle("none");
  await loop.stop();
});

test("after a look, it rests for so many times as long as the look took, and `stop` ends the rest", async () => {
  let looks = 0;
  const loop = new PollLoop({
    hasRoom: () => true,
    async look() {
      looks++;
      await nextTurn();
      return "more";
    },
    failed() {},
    restFactor: 1e9,
  });
  loop.start();
  await until("it has looked", () => looks === 1);
  await nextTurn();
  loop.wake();
  await nextTurn();
  await loop.stop();
  expect(looks).toBe(1);
});

test("the wait doubles while nothing is found, up to its bound, and is short again after something was", async () => {
  jest.useFakeTimers();
  let looks = 0;
  let found: Look = "none";
  const loop = new PollLoop({
    minMs: 1_000,
    maxMs: 10_000,
    async look() {
      looks++;
      return found;
    },
    failed() {},
  });
  loop.start(500);
  jest.advanceTimersByTime(499);
  await settled();
  expect(looks).toBe(0);
  jest.advanceTimersByTime(1);
  await settled();
  expect(looks).toBe(1);
  const seen: number[] = [];
  for (let second = 0; second < 60; second++) {
    const before = looks;
    jest.advanceTimersByTime(1_000);
    await settled();
    if (looks > before) seen.push(second + 1);
  }
  expect(seen).toEqual([2, 6, 14, 24, 34, 44, 54]);
  found = "some";
  jest.advanceTimersByTime(10_000);
  await settled();
  const before = looks;
  jest.advanceTimersByTime(1_000);
  await settled();
  expect(looks).toBe(before + 1);
  await loop.stop();
});
