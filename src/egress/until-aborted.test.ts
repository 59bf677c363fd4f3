import { expect, test } from "bun:test";
import { rejecting } from "../../test/helpers/rejection.ts";
import { until } from "../../test/helpers/until.ts";
import { untilAborted } from "./until-aborted.ts";

const never = new Promise<never>(() => {});

test("rejects with the reason when the signal fires", async () => {
  const controller = new AbortController();
  const rejection = untilAborted(never, controller.signal);
  controller.abort(new Error("late"));
  expect(await rejecting(rejection)).toThrow("late");
});

test("rejects at once where it has fired before, and the work may fail later", async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  expect(await rejecting(untilAborted(promise, AbortSignal.abort(new Error("late"))))).toThrow("late");
  reject(new Error("too late"));
});

test("ends as the work does", async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(Promise.resolve("result"), signal)).toBe("result");
  expect(await rejecting(untilAborted(Promise.reject(new Error("failed")), signal))).toThrow("failed");
});

test("the signal of a long task keeps no result alive", async () => {
  const { signal } = new AbortController();
  let collected = 0;
  const registry = new FinalizationRegistry(() => void collected++);
  for (let i = 0; i < 20; i++) {
    const result = { bytes: new Uint8Array(1_000_000) };
    registry.register(result, undefined);
    await untilAborted(Promise.resolve(result), signal);
  }
  await until("most results are collected", () => {
    Bun.gc(true);
    return collected >= 15;
  });
  expect(signal.aborted).toBe(false);
});
