import { expect, test } from "bun:test";
import { countRows } from "./count-rows.ts";
import { openDatabase } from "./open-database.ts";

test("a database without tables is counted as empty", async () => {
  const database = openDatabase("sqlite::memory:");
  expect(await countRows(database)).toEqual({ tables: {}, charged: { usage: 0, usageDay: 0 } });
  await database.close();
});
