import { expect, test } from "bun:test";
import { createReadiness } from "./readiness.ts";

test("ready while every check is", async () => {
  const readiness = createReadiness({ database: async () => {}, mail: async () => {} });
  expect(await readiness.report()).toEqual({ ready: true, checks: { database: "ok", mail: "ok" } });
});

test("not ready when one fails, and it says which", async () => {
  const broken = () => Promise.reject(new Error("a secret address"));
  const readiness = createReadiness({ database: broken, mail: async () => {} });
  expect(await readiness.report()).toEqual({ ready: false, checks: { database: "failed", mail: "ok" } });
});

test("a check that never answers has failed after a second", async () => {
  const readiness = createReadiness({ database: () => new Promise(() => {}) });
  const began = performance.now();
  expect((await readiness.report()).ready).toBe(false);
  expect(performance.now() - began).toBeLessThan(2_000);
});

test("not ready once it drains, whatever the checks say", async () => {
  const readiness = createReadiness({ database: async () => {} });
  expect(readiness.isDraining).toBe(false);
  readiness.drain();
  expect(readiness.isDraining).toBe(true);
  expect(await readiness.report()).toEqual({ ready: false, checks: { database: "ok", draining: "failed" } });
});

test("a warning is reported and leaves the process ready", async () => {
  let isRaised = false;
  const readiness = createReadiness({ database: async () => {} }, { eventLoop: () => isRaised });
  expect(await readiness.report()).toEqual({ ready: true, checks: { database: "ok", eventLoop: "ok" } });
  isRaised = true;
  expect(await readiness.report()).toEqual({ ready: true, checks: { database: "ok", eventLoop: "warn" } });
});
