import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { engines, newDatabase } from "../../test/helpers/engines.ts";
import { rejecting } from "../../test/helpers/rejection.ts";
import type { Database } from "../store/database.ts";
import { AvailabilityMeter } from "./availability.ts";
import { RequestMetrics } from "./request-metrics.ts";

let database: Database;
let time = Date.parse("2026-11-20T10:00:30Z");
let up = true;
const now = () => time;
const probes = new Map([["seo", async () => up]]);
const minute = 60_000;

/** The figures of one window as a process reads them that has none cached. */
async function report(days: number) {
  const meter = new AvailabilityMeter({ database, requestMetrics: new RequestMetrics(), probes, now });
  return (await meter.report()).get(days) ?? [];
}

describe.each(engines)("availability on $name", (engine) => {
  beforeEach(async () => {
    database = await newDatabase(engine);
    time = Date.parse("2026-11-20T10:00:30Z");
    up = true;
  });
  afterEach(() => database.close());

  test("is unknown before anything was measured", async () => {
    expect(await report(1)).toEqual([
      { api: "seo", minutes: 0, minutesUp: 0, answered: 0, failed: 0, meanMs: null },
    ]);
  });

  test("counts each request once, 500 and 503 as our failures, and adds processes up", async () => {
    const tallies = [new RequestMetrics(), new RequestMetrics()];
    const meters = tallies.map(
      (requestMetrics) => new AvailabilityMeter({ database, requestMetrics, probes, now }),
    );
    for (const requestMetrics of tallies) {
      const count = requestMetrics.of("seo", "audit");
      for (const status of [200, 200, 400, 502, 503, 500]) count(status, 10.25);
      requestMetrics.of("uuid", "v7")(200, 1);
    }
    for (let i = 0; i < 3; i++) for (const meter of meters) await meter.measure();
    const [seo] = await report(1);
    expect(seo).toMatchObject({ answered: 12, failed: 4, minutes: 1, minutesUp: 1 });
    expect(seo?.meanMs).toBeCloseTo(10.17, 1);
  });

  test("a minute in which every call failed on our side is down, whatever the probe says, and its day shows it", async () => {
    const requestMetrics = new RequestMetrics();
    const meter = new AvailabilityMeter({ database, requestMetrics, probes, now });
    await meter.measure();
    const count = requestMetrics.of("seo", "audit");
    for (const statuses of [[500, 503], [200, 500], []]) {
      for (const status of statuses) count(status, 10);
      time += minute;
      await meter.measure();
    }
    expect(await report(1)).toMatchObject([{ minutes: 4, minutesUp: 3 }]);
    expect(await meter.history()).toEqual([{ api: "seo", day: "2026-11-20", minutes: 4, minutesUp: 3 }]);
  });

  test("a minute in which nobody measured, or no probe was answered, is a minute down", async () => {
    const meter = new AvailabilityMeter({ database, requestMetrics: new RequestMetrics(), probes, now });
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
    expect(await report(1)).toMatchObject([{ minutes: 6, minutesUp: 3 }]);
  });

  test("a day does not count the minute under way before it is probed", async () => {
    const meter = new AvailabilityMeter({ database, requestMetrics: new RequestMetrics(), probes, now });
    up = true;
    await meter.measure();
    time += minute;
    expect(await meter.history()).toEqual([{ api: "seo", day: "2026-11-20", minutes: 1, minutesUp: 1 }]);
  });

  test("the minute under way is not down before it is probed", async () => {
    const meter = new AvailabilityMeter({ database, requestMetrics: new RequestMetrics(), probes, now });
    await meter.measure();
    time += minute;
    expect(await report(1)).toMatchObject([{ minutes: 1, minutesUp: 1 }]);
    await meter.measure();
    expect(await report(1)).toMatchObject([{ minutes: 2, minutesUp: 2 }]);
    up = false;
    time += minute;
    await meter.measure();
    expect(await report(1)).toMatchObject([{ minutes: 3, minutesUp: 2 }]);
  });

  test("one answered probe is enough for a minute, whoever asked first", async () => {
    const meter = new AvailabilityMeter({ database, requestMetrics: new RequestMetrics(), probes, now });
    for (const answers of [false, true, false]) {
      up = answers;
      await meter.measure();
    }
    expect(await report(1)).toMatchObject([{ minutes: 1, minutesUp: 1 }]);
  });

  test("windows end where they should, and after 30 days nothing is left of it", async () => {
    const requestMetrics = new RequestMetrics();
    const meter = new AvailabilityMeter({ database, requestMetrics, probes, now });
    requestMetrics.of("seo", "audit")(200, 5);
    await meter.measure();
    time += 2 * 86_400_000;
    expect(await report(1)).toMatchObject([{ answered: 0, minutes: 0 }]);
    expect(await report(7)).toMatchObject([{ answered: 1, minutes: 2880, minutesUp: 1 }]);
    time += 29 * 86_400_000;
    expect(await report(30)).toMatchObject([{ answered: 0, minutes: 0 }]);
    await meter.measure();
    expect(await report(30)).toMatchObject([{ answered: 0, minutes: 1 }]);
  });

  test("what a dead database did not take is written when it is back", async () => {
    const requestMetrics = new RequestMetrics();
    let dead = true;
    const flaky: Pick<Database, "query" | "transaction"> = {
      query: database.query,
      transaction: (...given) => (dead ? Promise.reject(new Error("away")) : database.transaction(...given)),
    };
    const meter = new AvailabilityMeter({ database: flaky, requestMetrics, probes, now });
    requestMetrics.of("seo", "audit")(200, 5);
    expect(await rejecting(meter.measure())).toThrow("away");
    dead = false;
    await meter.measure();
    expect(await report(1)).toMatchObject([{ answered: 1 }]);
  });

  test("views between two measures read the database once, and never its history", async () => {
    const read: string[] = [];
    const watched: Pick<Database, "query" | "transaction"> = {
      query: (text, ...values) => {
        read.push(text.join("?"));
        return database.query(text, ...values);
      },
      transaction: database.transaction,
    };
    const meter = new AvailabilityMeter({
      database: watched,
      requestMetrics: new RequestMetrics(),
      probes,
      now,
    });
    await meter.measure();
    read.length = 0;
    await Promise.all(Array.from({ length: 50 }, () => meter.report()));
    for (let view = 0; view < 50; view++) await meter.report();
    expect(read).toHaveLength(1);
    expect(read[0]).toMatch(/ from availability$/);
    time += 5_000;
    await meter.report();
    expect(read).toHaveLength(2);
    await meter.measure();
    read.length = 0;
    await meter.report();
    expect(read).toHaveLength(1);
    time -= 3_600_000;
    await meter.report();
    expect(read).toHaveLength(2);
    time += 3_600_000;
  });

  test("a view that the database did not answer is not remembered", async () => {
    let dead = true;
    const flaky: Pick<Database, "query" | "transaction"> = {
      query: (...given) => (dead ? Promise.reject(new Error("away")) : database.query(...given)),
      transaction: database.transaction,
    };
    const meter = new AvailabilityMeter({
      database: flaky,
      requestMetrics: new RequestMetrics(),
      probes,
      now,
    });
    expect(await rejecting(meter.report())).toThrow("away");
    dead = false;
    expect((await meter.report()).get(1)).toHaveLength(1);
  });

  test("minutes that a replica of the release before wrote alone are added up", async () => {
    const meter = new AvailabilityMeter({ database, requestMetrics: new RequestMetrics(), probes, now });
    await meter.measure();
    time += minute;
    await database.query`insert into probe (api, minute, answered) values ('seo', '2026-11-20T10:01', 1)`;
    time += minute;
    await meter.measure();
    expect(await report(1)).toMatchObject([{ minutes: 3, minutesUp: 3 }]);
  });

  test("a window keeps more than 32-bit numbers of responses and milliseconds", async () => {
    for (const hour of ["2026-11-20T08", "2026-11-20T09"]) {
      await database.query`
        insert into served (api, hour, answered, failed, total_ms) values ('seo', ${hour}, 2000000000, 0, 2100000000)`;
    }
    await new AvailabilityMeter({ database, requestMetrics: new RequestMetrics(), probes, now }).measure();
    expect(await report(7)).toMatchObject([{ answered: 4_000_000_000, meanMs: 1.05 }]);
  });

  test("a probe that throws is a probe that was not answered", async () => {
    const throwing = new Map([["seo", () => Promise.reject(new Error("no"))]]);
    const meter = new AvailabilityMeter({
      database,
      requestMetrics: new RequestMetrics(),
      probes: throwing,
      now,
    });
    await meter.measure();
    expect(await report(1)).toMatchObject([{ minutes: 1, minutesUp: 0 }]);
  });
});
