import { expect, test } from "bun:test";
import type { Database } from "../store/database.ts";
import { OutcomeUnknown } from "../store/failure.ts";
import { openDatabase } from "../store/open-database.ts";
import { DatabaseMetrics, measured } from "./database-metrics.ts";

/** How often each kind of work ended. */
function timesOf(metrics: DatabaseMetrics): Record<string, number> {
  const times = metrics
    .durations()
    .map(({ labels, value }) => [labels.kind, value.buckets.reduce((sum, count) => sum + count, 0)]);
  return Object.fromEntries(times);
}

/** A database whose counters fail with an error. */
function failing(error: unknown): Database {
  return { ...openDatabase("sqlite::memory:"), countTogether: () => Promise.reject(error) };
}

test("everything that the database does is counted, batches of charges too", async () => {
  const metrics = new DatabaseMetrics();
  const database = measured(openDatabase("sqlite::memory:"), metrics);
  await database.query`select 1 as one`;
  await database.count`select 1 as one`;
  await database.countTogether((query) => query`select 1 as one`);
  await database.transaction((query) => query`select 1 as one`);
  expect(timesOf(metrics)).toEqual({ query: 1, count: 2, transaction: 1 });
  expect(metrics.running().map(({ value }) => value)).toEqual([0, 0, 0]);
  expect(metrics.errors().map(({ value }) => value)).toEqual([0, 0]);
  await database.close();
});

test.each([
  [
    "unavailable",
    "a commit that was not answered",
    new OutcomeUnknown({ code: "ERR_POSTGRES_CONNECTION_CLOSED" }),
  ],
  ["failed", "a statement that the database rejects", new Error("no such table")],
])("counted as %s: %s", async (reason, _title, error) => {
  const metrics = new DatabaseMetrics();
  const work = measured(failing(error), metrics).countTogether((query) => query`select 1 as one`);
  expect(await work.catch((thrown: unknown) => thrown)).toBe(error);
  expect(Object.fromEntries(metrics.errors().map(({ labels, value }) => [labels.reason, value]))).toEqual({
    unavailable: 0,
    failed: 0,
    [reason]: 1,
  });
});
