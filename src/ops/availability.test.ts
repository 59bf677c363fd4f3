import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type Database, openDatabase } from "../store/database.ts";
import { migrated } from "../store/migrated.ts";
import { createAvailability } from "./availability.ts";
import { Tally } from "./tally.ts";

let database: Database;
let time = Date.parse("2026-11-20T10:00:30Z");
let up = true;
const now = () => time;
const probes = new Map([["seo", async () => up]]);
const minute = 60_000;

beforeEach(() => {
  database = migrated(openDatabase("sqlite::memory:"));
  time = Date.parse("2026-11-20T10:00:30Z");
  up = true;
});
afterEach(() => database.close());

describe("availability", () => {
  test("is unknown before anything was measured", async () => {
    const meter = createAvailability({ database, tally: new Tally(), probes, now });
    expect(await meter.report(1)).toEqual([
      { api: "seo", minutes: 0, minutesUp: 0, answered: 0, failed: 0, meanMs: null },
    ]);
  });

  test("counts each request once, 500 and 503 as our failures, and adds processes up", async () => {
    const tallies = [new Tally(), new Tally()];
    const meters = tallies.map((tally) => createAvailability({ database, tally, probes, now }));
    for (const tally of tallies) {
      const count = tally.of("seo", "audit");
      for (const status of [200, 200, 400, 502, 503, 500]) count(status, 10.25);
      tally.of("uuid", "v7")(200, 1);
    }
    for (let i = 0; i < 3; i++) for (const meter of meters) await meter.measure();
    const [seo] = (await meters[0]?.report(1)) ?? [];
    expect(seo).toMatchObject({ answered: 12, failed: 4, minutes: 1, minutesUp: 1 });
    expect(seo?.meanMs).toBeCloseTo(10.17, 1);
  });

  test("a minute in which nobody measured, or no probe was answered, is a minute down", async () => {
    const meter = createAvailability({ database, tally: new Tally(), probes, now });
    for (const [minutes, answers] of [
      [0, true],
      [1, true],
      [1, false],
      [3, true],
    ] as const) {
      time += minutes * minute;
      up = answers;
      await meter.measure();
    }
    expect(await meter.report(1)).toMatchObject([{ minutes: 6, minutesUp: 3 }]);
  });

  test("the minute under way is not down before it is probed", async () => {
    const meter = createAvailability({ database, tally: new Tally(), probes, now });
    await meter.measure();
    time += minute;
    expect(await meter.report(1)).toMatchObject([{ minutes: 1, minutesUp: 1 }]);
    await meter.measure();
    expect(await meter.report(1)).toMatchObject([{ minutes: 2, minutesUp: 2 }]);
    up = false;
    time += minute;
    await meter.measure();
    expect(await meter.report(1)).toMatchObject([{ minutes: 3, minutesUp: 2 }]);
  });

  test("one answered probe is enough for a minute, whoever asked first", async () => {
    const meter = createAvailability({ database, tally: new Tally(), probes, now });
    for (const answers of [false, true, false]) {
      up = answers;
      await meter.measure();
    }
    expect(await meter.report(1)).toMatchObject([{ minutes: 1, minutesUp: 1 }]);
  });

  test("windows end where they should, and after 30 days it is forgotten", async () => {
    const tally = new Tally();
    const meter = createAvailability({ database, tally, probes, now });
    tally.of("seo", "audit")(200, 5);
    await meter.measure();
    time += 2 * 86_400_000;
    expect(await meter.report(1)).toMatchObject([{ answered: 0, minutes: 0 }]);
    expect(await meter.report(7)).toMatchObject([{ answered: 1, minutes: 2880, minutesUp: 1 }]);
    time += 31 * 86_400_000;
    await meter.measure();
    expect(await database.query`select count(*) as n from probe`).toEqual([{ n: 1 }]);
  });

  test("what a dead database did not take is written when it is back", async () => {
    const tally = new Tally();
    let dead = true;
    const flaky: Pick<Database, "query" | "transaction"> = {
      query: database.query,
      transaction: (...given) => (dead ? Promise.reject(new Error("away")) : database.transaction(...given)),
    };
    const meter = createAvailability({ database: flaky, tally, probes, now });
    tally.of("seo", "audit")(200, 5);
    expect(meter.measure()).rejects.toThrow("away");
    dead = false;
    await meter.measure();
    expect(await meter.report(1)).toMatchObject([{ answered: 1 }]);
  });

  test("a probe that throws is a probe that was not answered", async () => {
    const throwing = new Map([["seo", () => Promise.reject(new Error("no"))]]);
    const meter = createAvailability({ database, tally: new Tally(), probes: throwing, now });
    await meter.measure();
    expect(await meter.report(1)).toMatchObject([{ minutes: 1, minutesUp: 0 }]);
  });
});
