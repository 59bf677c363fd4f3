import { describe, expect, test } from "bun:test";
import { engines, newDatabase } from "../../test/helpers/engines.ts";
import { rejecting } from "../../test/helpers/rejection.ts";
import { copyDatabase } from "./copy.ts";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { SUMS } from "./running-sums.ts";
import { createServerMark } from "./server-mark.ts";

const pairs = engines.flatMap((from) => engines.map((to) => [from.name, to.name, from, to] as const));

const ROWS = 11_203;

/** Rows with texts that JSON and SQL have to escape, beyond two pages. */
async function fill(database: Database): Promise<void> {
  await database.query`insert into account (id, email, created_at) values ('a1', 'a@example.com', '2026-11-20T00:00:00.000Z')`;
  await database.query`insert into account_plan (account, plan, started_on) values ('a1', 'seo', '2026-11-20')`;
  await database.query`
    insert into usage (account, plan, meter, period, used)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < cast(${ROWS} as integer))
    select 'a' || (i % 7), 'seo', 'seo', 'p' || i, i from n`;
  await database.query`insert into state (name, value, expires_at) values ('k', '{"é":null}', '2027-01-01T00:00:00.000Z')`;
  for (const name of ["", "Ä", "a\\b", `"'$1`, "\u2028", "🦜", "\u0001"]) {
    await database.query`insert into replay (account, name, request, owner, answer, expires_at, bytes)
      values ('a1', ${name}, ${name}, 'o', ${"x".repeat(50_000) + name}, '2027-01-01T00:00:00.000Z', 7)`;
  }
  await database.query`insert into availability (api, days, first_minute, last_minute, up, answered, failed, total_ms)
    values ('seo', 1, null, null, 0, 5000000000, 0, 0.125)`;
  await database.query`insert into queue_turn (queue, account, turn) values ('seo', 'a1', 3), ('pdf', 'a1', 5000000000)`;
}

const all = ({ query }: Database) =>
  Promise.all([
    query`select * from account`,
    query`select * from usage order by used`,
    query`select * from state`,
    query`select * from replay order by length(name), name`,
    query`select * from availability`,
    query`select queue, account, cast(turn as text) as turn from queue_turn order by queue`,
    query`select account, cast(bytes as integer) as bytes from response_bytes`,
  ]).then((tables) => tables.map((rows) => rows.map((row) => ({ ...row }))));

describe.each(pairs)("a copy from %s to %s", (_from, _to, from, to) => {
  test("is whole, row for row, beyond a page", async () => {
    await using source = await newDatabase(from);
    await using target = await newDatabase(to);
    await fill(source);
    const steps: string[] = [];
    const counts = await copyDatabase(source, target, {
      onProgress: (step, done, total) => void steps.push(`${step} ${done} of ${total}`),
    });
    expect(counts).toMatchObject({ account: 1, account_plan: 1, usage: ROWS, state: 1, replay: 7 });
    expect(await all(target)).toEqual(await all(source));
    const sum = Object.values(counts).reduce((a, b) => a + b, 0);
    expect(steps).toContain(`copy ${sum} of ${sum}`);
    expect(steps.at(-1)).toBe(`check ${sum} of ${sum}`);
  });

  test("overwrites nothing", async () => {
    await using source = await newDatabase(from);
    await using target = await newDatabase(to);
    await target.query`insert into usage (account, plan, meter, period, used) values ('a1', 'seo', 'seo', 'p', 7)`;
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(await rejecting(copyDatabase(source, target))).toThrow("The target has rows in usage");
    }
    expect((await target.query`select used from usage`).map((row) => row.used)).toEqual([7]);
  });

  test("goes on where it was interrupted, and only from the same source", async () => {
    await using source = await newDatabase(from);
    await using target = await newDatabase(to);
    await fill(source);
    for (let run = 0; run < 2; run++) {
      const stop = new AbortController();
      const copying = copyDatabase(source, target, {
        sourceName: "one",
        signal: stop.signal,
        onProgress: (_step, done) => done > 5_000 * (run + 1) && stop.abort(),
      });
      expect(await rejecting(copying)).toThrow("interrupted");
      expect(await rejecting(copyDatabase(source, target, { sourceName: "two" }))).toThrow(
        "another database",
      );
    }
    const [before] = await target.query<{ n: number }>`select cast(count(*) as integer) as n from usage`;
    expect(before?.n).toBeGreaterThan(5_000);
    expect(await copyDatabase(source, target, { sourceName: "one" })).toMatchObject({ usage: ROWS });
    expect(await all(target)).toEqual(await all(source));
    // The traces of the copy are gone: the target is a database like any other.
    expect(await rejecting(copyDatabase(source, target))).toThrow("The target has rows in account");
  });

  test("is not called whole where the source changed meanwhile", async () => {
    await using source = await newDatabase(from);
    await using target = await newDatabase(to);
    await fill(source);
    let change: Promise<unknown> | undefined;
    const copying = copyDatabase(source, target, {
      onProgress: (step, done) => {
        if (step === "copy" && done > 10_000)
          change ??= source.query`update usage set used = 0 where period = 'p7'`;
      },
    });
    expect(await rejecting(copying)).toThrow("differ in usage");
    expect(change).toBeDefined();
  });

  test("is refused while a server uses either database", async () => {
    await using source = await newDatabase(from);
    await using target = await newDatabase(to);
    for (const [used, what] of [
      [source, "the source"],
      [target, "the target"],
    ] as const) {
      const mark = createServerMark(used, Date.now);
      await mark.renew();
      expect(await rejecting(copyDatabase(source, target))).toThrow(`A server process uses ${what}`);
      await mark.remove();
    }
    const killed = createServerMark(source, () => Date.now() - 61_000);
    await killed.renew();
    expect(await copyDatabase(source, target)).toMatchObject({ account: 0 });
  });
});

test("a database with tables of a newer release is not copied, though this one could serve on it", async () => {
  const [engine] = engines;
  if (engine === undefined) throw new Error("no engine");
  await using source = await newDatabase(engine);
  await using target = await newDatabase(engine);
  const later = { number: 9_999, name: "later", oldestRelease: "1.0.0", sql: "create table later (id text)" };
  await migrate(source, { steps: [...migrations, later] });
  expect(await migrate(source)).toEqual([]);
  expect(await rejecting(copyDatabase(source, target))).toThrow("newer Quintet");
  expect(await rejecting(copyDatabase(target, source))).toThrow("newer Quintet");
});

test("every table but those of the moment, and sums that triggers make, is copied", async () => {
  const [engine] = engines;
  if (engine === undefined) throw new Error("no engine");
  await using source = await newDatabase(engine);
  await using target = await newDatabase(engine);
  const tables = migrations.flatMap(({ sql }) => [...sql.matchAll(/create table (\w+)/g)].map((m) => m[1]));
  const copied = Object.keys(await copyDatabase(source, target));
  expect(copied.sort()).toEqual(
    tables
      .filter((table) => !["claim", "webhook_pace", ...SUMS].includes(String(table)))
      .map(String)
      .sort(),
  );
});
