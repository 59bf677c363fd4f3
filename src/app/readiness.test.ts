import { expect, test } from "bun:test";
import { createLog } from "../ops/log.ts";
import { databaseCheck } from "./readiness.ts";

async function report(opened: { missing: number; isRejected: boolean }) {
  const lines: string[] = [];
  const log = createLog("info", (line) => void lines.push(line));
  const { check, isShort } = databaseCheck({ probe: async () => {}, connect: async () => opened }, log);
  await check();
  await check();
  return { lines, isShort: isShort() };
}

test("only connections that PostgreSQL rejects are a warning, and each cause is logged once with its own words", async () => {
  const rejected = await report({ missing: 3, isRejected: true });
  expect(rejected).toEqual({ lines: [expect.stringContaining("PostgreSQL rejects some")], isShort: true });
  const busy = await report({ missing: 3, isRejected: false });
  expect(busy).toEqual({ lines: [expect.stringContaining("are in use, or")], isShort: false });
  expect(busy.lines.join()).not.toContain("rejects");
  expect(await report({ missing: 0, isRejected: false })).toEqual({ lines: [], isShort: false });
});

test("connections that take long to open do not fail the check", async () => {
  const { promise, resolve } = Promise.withResolvers<{ missing: number; isRejected: boolean }>();
  const { check } = databaseCheck({ probe: async () => {}, connect: () => promise }, createLog("silent"));
  await check();
  resolve({ missing: 0, isRejected: false });
  await check();
});
