import { describe, expect, test } from "bun:test";
import { engines } from "../engines.ts";
import { ITEM_UNITS, runUnderFaults } from "../job-faults.ts";
import { hasBouncer, sharedCluster, throughBouncer } from "../postgres.ts";

const ITEMS = 200;
const exact = {
  results: ITEMS,
  lines: ITEMS,
  indexes: ITEMS,
  charged: ITEMS * ITEM_UNITS,
  units: ITEMS * ITEM_UNITS,
  calls: ITEMS,
};

describe.each(engines)("a batch on $name whose workers are killed", (engine) => {
  test("has one result for each item, and is charged for each once", async () => {
    const tally = await runUnderFaults({ address: engine.address(), items: ITEMS, processes: 2, kills: 3 });
    expect(tally).toMatchObject(exact);
  }, 120_000);
});

describe.skipIf(!hasBouncer)("the same behind a PgBouncer that pools by transaction", () => {
  test("has one result for each item, and is charged for each once", async () => {
    const address = sharedCluster().database();
    const workerAddress = `${await throughBouncer(address)}?prepare=false`;
    const tally = await runUnderFaults({ address, workerAddress, items: ITEMS, processes: 2, kills: 3 });
    expect(tally).toMatchObject(exact);
  }, 120_000);
});
