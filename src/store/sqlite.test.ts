import { expect, test } from "bun:test";
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { rejecting } from "../../test/helpers/rejection.ts";
import { temporaryFolder } from "../../test/helpers/temporary-folder.ts";
import { until } from "../../test/helpers/until.ts";
import { openSqlite } from "./sqlite.ts";

const openFile = () => openSqlite(join(temporaryFolder(), "a.db"));

test("values of a script go to the places that their numbers name, however often and in whatever order", async () => {
  const database = openFile();
  const rows = await database.transaction(async (_query, script) =>
    script("select $2 as b, $1 as a, $2 as c, '$.x' as path", ["one", 2]),
  );
  expect(rows).toEqual([{ b: 2, a: "one", c: 2, path: "$.x" }]);
  await database.close();
});

test("a statement that was prepared sees what other connections change: rows, columns and indexes", async () => {
  const filename = join(temporaryFolder(), "a.db");
  const [one, other] = [openSqlite(filename), openSqlite(filename)];
  await one.query`create table thing (id integer primary key, name text)`;
  const all = () => one.query`select * from thing order by id`;
  expect(await all()).toEqual([]);
  await other.query`insert into thing (id, name) values (1, 'a')`;
  expect(await all()).toEqual([{ id: 1, name: "a" }]);
  await other.query`alter table thing add column size integer`;
  await other.query`create index thing_name on thing (name)`;
  expect(await all()).toEqual([{ id: 1, name: "a", size: null }]);
  await other.query`drop table thing`;
  expect(await rejecting(all())).toThrow("no such table");
  await Promise.all([one.close(), other.close()]);
});

test("more different statements than stay prepared give their own rows, and leave the file free", async () => {
  const database = openFile();
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 700; i++) {
      const [row] = await database.transaction((_query, script) =>
        script(`select ${i} as n, $1 as v`, ["x"]),
      );
      expect(row).toEqual({ n: i, v: "x" });
    }
  }
  await database.close();
  expect(await rejecting(database.query`select 1 as one`)).toThrow();
});

test("a statement that fails can be run again with other values", async () => {
  const database = openFile();
  await database.query`create table thing (id integer primary key)`;
  const add = (id: number) => database.query`insert into thing (id) values (${id}) returning id`;
  expect(await add(1)).toEqual([{ id: 1 }]);
  for (let i = 0; i < 3; i++) expect(await rejecting(add(1))).toThrow("UNIQUE");
  expect(await add(2)).toEqual([{ id: 2 }]);
  await database.close();
});

test("the event loop has turns while many callers run statements that are answered at once", async () => {
  const database = openFile();
  await database.query`create table thing (id integer primary key, name text)`;
  let isRunning = true;
  let turns = 0;
  const turn = () => {
    turns++;
    if (isRunning) setImmediate(turn);
  };
  setImmediate(turn);
  const caller = async () => {
    for (let i = 0; i < 200; i++) await database.query`insert into thing (name) values ('a')`;
  };
  await Promise.all(Array.from({ length: 50 }, caller));
  isRunning = false;
  // Without turns between statements it would be one. Counted, because a busy machine may pause any of them.
  expect(turns).toBeGreaterThan(20);
  await database.close();
});

test.if(process.platform === "linux")(
  "statements on a file that is no database leave no file open",
  async () => {
    const filename = join(temporaryFolder(), "a.db");
    writeFileSync(filename, "not a database ".repeat(100));
    const database = openSqlite(filename);
    const openFiles = () => readdirSync("/proc/self/fd").length;
    const before = openFiles();
    for (let i = 0; i < 20; i++) expect(await rejecting(database.query`select 1 as one`)).toThrow("database");
    expect(openFiles() - before).toBeLessThan(10);
    await database.close();
  },
);

test("the log of a large transaction is copied into the file on a thread", async () => {
  const filename = join(temporaryFolder(), "a.db");
  const database = openSqlite(filename);
  await database.query`create table thing (id integer primary key, data text)`;
  const ROUNDS = 3;
  const BYTES = 8_000_000;
  for (let round = 1; round <= ROUNDS; round++) {
    await database.transaction(async (query) => {
      for (let i = 0; i < 8; i++)
        await query`insert into thing (data) values (${String(i).repeat(BYTES / 8)})`;
    }, 60_000);
    // Fewer bytes than the log has before a commit copies it.
    await until("the thread has copied the log", () => statSync(filename).size > round * BYTES);
    await database.query`insert into thing (data) values ('small')`;
  }
  await database.close();
  const again = openSqlite(filename);
  expect(await again.query`select count(*) as count, sum(length(data)) as bytes from thing`).toEqual([
    { count: ROUNDS * 9, bytes: ROUNDS * (BYTES + 5) },
  ]);
  await again.close();
});

test("a statement waits for one of each other caller at most, though these ask again at once", async () => {
  const database = openFile();
  const CALLERS = 8;
  const counter = { ended: 0, isOver: false };
  const ask = async () => {
    while (!counter.isOver) {
      // Longer than a turn may take.
      await database.query`with recursive number (n) as (select 1 union all select n + 1 from number where n < 20000)
        select count(*) as count from number`;
      counter.ended++;
      // A test of code that lets it wait for ever has to end.
      counter.isOver ||= counter.ended > 500;
      await nextTurn();
    }
  };
  const callers = Array.from({ length: CALLERS }, ask);
  await until("all have asked", () => counter.ended > CALLERS);
  const waited: number[] = [];
  for (let i = 0; i < 3; i++) {
    const before = counter.ended;
    await database.query`select 1`;
    waited.push(counter.ended - before);
  }
  counter.isOver = true;
  await Promise.all(callers);
  expect(Math.max(...waited)).toBeLessThanOrEqual(CALLERS);
  await database.close();
});

test("statements go on while a caller within an immediate runs the event loop, as expect().rejects does", async () => {
  const database = openSqlite(":memory:");
  await database.query`select 1`;
  const take = (ms: number) => {
    const until = performance.now() + ms;
    while (performance.now() < until);
  };
  // The loop that Bun runs there sleeps until a timer, though immediates wait.
  const waking = setInterval(() => {}, 1);
  for (let round = 0; round < 20; round++) {
    const others = Array.from({ length: 3 }, async () => {
      for (let i = 0; i < 3; i++) {
        await database.query`select 1`;
        take(1);
      }
    });
    await database.query`select 1`;
    // Longer than a turn may take: the next ones wait.
    take(3);
    const waiting = Array.from({ length: 3 }, () => database.query`select 1`);
    await waiting[0];
    expect(database.query`select 1 from nowhere`).rejects.toThrow("no such table");
    await Promise.all([...others, ...waiting]);
  }
  clearInterval(waking);
  await database.close();
});
