import { describe, expect, test } from "bun:test";
import { engines, newDatabase } from "../../test/engines.ts";
import { copyDatabase } from "./copy.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";

const pairs = engines.flatMap((from) => engines.map((to) => [from.name, to.name, from, to] as const));

describe.each(pairs)("a copy from %s to %s", (_from, _to, from, to) => {
  test("is whole, row for row, beyond a page", async () => {
    await using source = await newDatabase(from);
    await using target = await newDatabase(to);
    await source.query`insert into account values ('a1', 'a@example.com', '2026-11-20T00:00:00.000Z')`;
    await source.query`insert into account_plan values ('a1', 'seo', '2026-11-20')`;
    for (let i = 0; i < 1_203; i++) {
      await source.query`insert into usage values ('a1', 'seo', 'seo', ${`p${i}`}, ${i})`;
    }
    await source.query`insert into state values ('k', '{"é":null}', '2027-01-01T00:00:00.000Z')`;
    expect(await copyDatabase(source, target)).toMatchObject({
      account: 1,
      account_plan: 1,
      usage: 1_203,
      state: 1,
    });
    const all = (query: typeof source.query) =>
      Promise.all([
        query`select * from account`,
        query`select * from usage order by used`,
        query`select * from state`,
      ]).then((rows) => rows.map((of) => of.map((row) => ({ ...row }))));
    expect(await all(target.query)).toEqual(await all(source.query));
  });

  test("overwrites nothing", async () => {
    await using source = await newDatabase(from);
    await using target = await newDatabase(to);
    await target.query`insert into usage values ('a1', 'seo', 'seo', 'p', 7)`;
    await expect(copyDatabase(source, target)).rejects.toThrow("The target has rows in usage");
    expect((await target.query`select used from usage`).map((row) => row.used)).toEqual([7]);
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
  await expect(copyDatabase(source, target)).rejects.toThrow("newer Quintet");
  await expect(copyDatabase(target, source)).rejects.toThrow("newer Quintet");
});

test("every table but those of the moment is copied", async () => {
  const [engine] = engines;
  if (engine === undefined) throw new Error("no engine");
  await using source = await newDatabase(engine);
  await using target = await newDatabase(engine);
  const tables = migrations.flatMap(({ sql }) => [...sql.matchAll(/create table (\w+)/g)].map((m) => m[1]));
  const copied = Object.keys(await copyDatabase(source, target));
  expect(copied.sort()).toEqual(
    tables
      .filter((table) => table !== "claim")
      .map(String)
      .sort(),
  );
});
