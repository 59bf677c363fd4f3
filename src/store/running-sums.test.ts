import { describe, expect, test } from "bun:test";
import { engines, newDatabase } from "../../test/helpers/engines.ts";
import { seededBelow } from "../../test/helpers/random.ts";
import { rejecting } from "../../test/helpers/rejection.ts";
import type { Database, Row } from "./database.ts";
import { insertRows } from "./insert-rows.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { openDatabase } from "./open-database.ts";

const NOW = "2026-11-20T10:00:00.000Z";

/** Every sum, and what it should be. */
async function sums({ query }: Database) {
  const kept = await query<{ account: string; bytes: number | string }>`
    select account, bytes from response_bytes order by account`;
  const real = await query<{ account: string; bytes: number | string }>`
    select account, sum(bytes) as bytes from replay where bytes > 0 group by account order by account`;
  const plain = (rows: typeof kept) => rows.map(({ account, bytes }) => [account, Number(bytes)]);
  return { kept: plain(kept), real: plain(real) };
}

/** Every sum of jobs, and what it should be. */
async function jobSums({ query }: Database) {
  const bytes = await query`select account, bytes from job_bytes order by account`;
  const realBytes =
    await query`select account, sum(bytes) as bytes from job group by account order by account`;
  const waiting =
    await query`select account, api, live_units, test_units from job_waiting order by account, api`;
  const realWaiting = await query`
    select account, api, sum(live_units) as live_units, sum(test_units) as test_units from job
    where finished_at is null group by account, api having sum(live_units) + sum(test_units) > 0
    order by account, api`;
  const [total] = await query<{
    bytes: number | string;
  }>`select coalesce(sum(bytes), 0) as bytes from job_total`;
  const plain = (rows: readonly Row[]) => JSON.stringify(rows.map((row) => Object.values(row).map(String)));
  const all = realBytes.reduce((sum, row) => sum + Number(row.bytes), 0);
  return {
    kept: [plain(bytes), plain(waiting), Number(total?.bytes)],
    real: [plain(realBytes), plain(realWaiting), all],
  };
}

/** The statement that adds jobs with these numbers, from one list. */
const jobRow = (account: string, i: number, bytes: number) => ({
  id: `${account} ${i}`,
  account,
  key_id: "k",
  api: i % 2 === 0 ? "pdf" : "seo",
  operation: "o",
  state: "queued",
  bytes,
  created_at: NOW,
  due_at: NOW,
  expires_at: NOW,
  live_units: i % 3,
  test_units: i % 4 === 0 ? 1 : 0,
});

const numbers = (database: Database, count: number) =>
  database.engine === "sqlite"
    ? `(with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n) as n`
    : `generate_series(1, ${count}) as n (i)`;

describe.each(engines)("the sums of stored responses on $name", (engine) => {
  test("are those of the rows after any statements, alone and many at once", async () => {
    await using database = await newDatabase(engine);
    const { query } = database;
    const next = seededBelow(20_261_120);
    const step = async () => {
      const [account, name, bytes] = [`a${next(3)}`, `n${next(8)}`, next(5) * 100];
      const kind = next(5);
      if (kind < 2) {
        await query`
          insert into replay (account, name, request, owner, answer, bytes, expires_at)
          values (${account}, ${name}, 'r', 'o', null, ${bytes}, ${NOW})
          on conflict (account, name) do update set bytes = null`;
      } else if (kind === 2) {
        await query`update replay set bytes = ${bytes} where account = ${account} and name = ${name}`;
      } else if (kind === 3) await query`delete from replay where account = ${account} and name = ${name}`;
      else await query`delete from replay where name = ${name}`;
    };
    for (let round = 0; round < 12; round++) {
      await Promise.all(Array.from({ length: 8 }, step));
      const { kept, real } = await sums(database);
      expect(kept).toEqual(real);
    }
    await query`delete from replay`;
    expect(await sums(database)).toEqual({ kept: [], real: [] });
  });

  test("are right after an upgrade, and a transaction that is rolled back changes none", async () => {
    const database = openDatabase(engine.emptyAddress());
    const before = migrations.findIndex(({ name }) => name === "response-sizes");
    await migrate(database, { steps: migrations.slice(0, before) });
    await database.transaction((_query, script) =>
      script(`insert into replay (account, name, request, owner, answer, bytes, expires_at)
        select 'a' || (i % 100), 'n' || i, 'r', 'o', 'x', case i % 3 when 0 then null else i end, '${NOW}'
        from ${numbers(database, 10_000)}`),
    );
    await migrate(database);
    const { kept, real } = await sums(database);
    expect(kept).toEqual(real);
    expect(kept).toHaveLength(100);
    const failed = database.transaction(async (query) => {
      await query`delete from replay`;
      throw new RangeError("it fails");
    });
    expect(await rejecting(failed)).toThrow("it fails");
    expect((await sums(database)).kept).toEqual(kept);
    await database.close();
  });
});

describe.each(engines)("the sums of jobs on $name", (engine) => {
  test("are those of the rows after any statements, alone and many at once", async () => {
    await using database = await newDatabase(engine);
    const { query } = database;
    const next = seededBelow(42);
    let added = 0;
    // Statements that change several jobs lock them in one order. Without it PostgreSQL ends one of two with a deadlock.
    const lock = engine.name === "postgresql" ? "for update" : "";
    const change = (verb: string, where: string, limit: number) =>
      database.transaction((_query, script) =>
        script(`${verb} where id in (select id from job where ${where} order by id limit ${limit} ${lock})`),
      );
    const step = async () => {
      const account = `a${next(3)}`;
      const kind = next(6);
      if (kind < 2) {
        const rows = Array.from({ length: 1 + next(20) }, () => jobRow(account, added++, 1_000 + next(9)));
        await database.transaction((_query, script) => insertRows(script, engine.name, "job", rows));
      } else if (kind === 2) {
        const end = `update job set finished_at = '${NOW}', bytes = ${next(5_000)}, state = 'succeeded'`;
        await change(end, `account = '${account}' and finished_at is null`, next(9));
      } else if (kind === 3) {
        const start = `update job set state = 'running', due_at = '${NOW}'`;
        await change(start, `account = '${account}'`, 1_000);
      } else if (kind === 4) {
        await change("delete from job", `account = '${account}'`, next(9));
      } else {
        await query`update job set bytes = bytes + ${next(100)} where id = ${`${account} ${next(50)}`}`;
      }
    };
    for (let round = 0; round < 12; round++) {
      await Promise.all(Array.from({ length: 6 }, step));
      const { kept, real } = await jobSums(database);
      expect(kept).toEqual(real);
    }
    await query`delete from job`;
    expect((await jobSums(database)).kept).toEqual(["[]", "[]", 0]);
  });

  test("are right after an upgrade", async () => {
    const database = openDatabase(engine.emptyAddress());
    const before = migrations.findIndex(({ name }) => name === "job-sizes");
    await migrate(database, { steps: migrations.slice(0, before) });
    const rows = Array.from({ length: 3_000 }, (_, i) => {
      const { live_units: _live, test_units: _test, ...row } = jobRow(`a${i % 50}`, i, 1_000 + i);
      return { ...row, ...(i % 5 === 0 ? { state: "succeeded", finished_at: NOW } : { finished_at: null }) };
    });
    await database.transaction((_query, script) => insertRows(script, engine.name, "job", rows));
    await migrate(database);
    const { kept, real } = await jobSums(database);
    expect(kept).toEqual(real);
    await database.close();
  });
});
