import { describe, expect, test } from "bun:test";
import { VERSION } from "../../src/kit/version.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { endless } from "../helpers/endless.ts";
import { engines } from "../helpers/engines.ts";
import { hasPostgres, sharedCluster } from "../helpers/postgres.ts";
import { inProcesses, testAppInProcess } from "../helpers/processes.ts";
import { openTestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";

/** A step of a release to come: it touches the tables that every metered call reads and writes. */
const LATER = `
  alter table usage add column note text;
  alter table api_key add column region text not null default 'eu';
  create table ledger (id text primary key, account text not null);
  create index usage_meter on usage (meter)`;

const CALLERS = 8;

/**
 * Metered calls and UUIDs without end on an app; gives how many metered calls were answered, what was not 200, and the slowest
 * answer in ms. UUIDs need no database: their answers do not show that the app has begun to use it.
 */
function load(url: string, key: string) {
  const outcome = { answered: 0, failed: [] as unknown[], slowestMs: 0 };
  let running = true;
  const callers = Array.from({ length: CALLERS }, async (_, i) => {
    while (running) {
      const began = performance.now();
      const asked = i % 4 === 0 ? "/v7?n=10" : "/noop";
      try {
        const response = await fetch(url + asked, { headers: { "X-API-Key": key } });
        const text = await response.text();
        if (response.status !== 200) outcome.failed.push([asked, response.status, text]);
        else if (asked === "/noop") outcome.answered++;
      } catch (error) {
        outcome.failed.push([asked, String(error)]);
      }
      outcome.slowestMs = Math.max(outcome.slowestMs, performance.now() - began);
    }
  });
  return {
    outcome,
    async reaches(answers: number) {
      await until(`${answers} answers`, () => outcome.answered >= answers || outcome.failed.length > 0);
    },
    async stop() {
      running = false;
      await Promise.all(callers);
    },
  };
}

describe.each(engines)("an upgrade on $name, while a replica of the release before serves", (engine) => {
  test("disturbs no call: two replicas of the new one start at once, one of them runs its step", async () => {
    const address = engine.address();
    await using watch = await openTestApp({ address });
    const key = await watch.key("upgrade@example.com", { plans: ["bundle"] });
    await using old = await testAppInProcess(address);
    const calls = load(old.url, key);
    await calls.reaches(200);
    expect((await inProcesses<string[]>(2, "migrate.ts", address, LATER)).flat()).toEqual(["later"]);
    await calls.reaches(calls.outcome.answered + 200);
    await calls.stop();
    expect(calls.outcome.failed).toEqual([]);
    // It was there before the step, and charges after it.
    const [row] = await watch.accounts.database.query`select used, note from usage`;
    expect(Number(row?.used)).toBeGreaterThan(0);
  });

  test("one that starts anew after a step that it can serve after serves as before", async () => {
    const address = engine.address();
    const before = await openTestApp({ address });
    const key = await before.key("early@example.com");
    await before[Symbol.asyncDispose]();
    await inProcesses(1, "migrate.ts", address, LATER, VERSION);
    await using old = await openTestApp({ address });
    expect((await old.get("/noop", key)).status).toBe(200);
  });

  test("one that starts anew after a step that needs a newer release refuses calls in its typed way, and serves UUIDs", async () => {
    const address = engine.address();
    const before = await openTestApp({ address });
    const key = await before.key("early@example.com");
    await before[Symbol.asyncDispose]();
    await inProcesses(1, "migrate.ts", address, LATER);
    await using old = await openTestApp({ address });
    const answer = await old.get("/noop", key);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await answer.json()).toMatchObject({ code: "storage-unavailable", charged: 0 });
    expect(old.lines.join()).toContain("made by a newer Quintet");
    expect((await old.get("/v7")).status).toBe(200);
  });
});

describe.skipIf(!hasPostgres)("an upgrade while a backup reads every table", () => {
  test("waits for it without holding up the calls, and runs when it is over", async () => {
    const address = sharedCluster().database();
    await using app = await openTestApp({ address, catalogue: endless });
    const key = await app.key("backup@example.com", { plans: ["bundle"] });
    const calls = load(app.url, key);
    await calls.reaches(100);
    const dump = openDatabase(address);
    let migrating: Promise<string[][]> | undefined;
    await dump.transaction(async (query) => {
      // The lock of a reader, which a change of the table does not go beside.
      await query`select * from usage limit 1`;
      migrating = inProcesses<string[]>(1, "migrate.ts", address, LATER);
      // Longer than the deadline of a statement: whoever waited behind the step all that time has failed.
      await Bun.sleep(6_500);
      expect(Bun.peek.status(migrating)).toBe("pending");
    }, 30_000);
    expect(await migrating).toEqual([["later"]]);
    await calls.stop();
    await dump.close();
    expect(calls.outcome.failed).toEqual([]);
    expect(calls.outcome.slowestMs).toBeLessThan(6_000);
  });
});
