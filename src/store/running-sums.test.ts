import { describe, expect, test } from "bun:test";
import { engines, newDatabase } from "../../test/engines.ts";
import { seededBelow } from "../../test/random.ts";
import type { Database } from "./database.ts";
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
    const database = openDatabase(engine.address());
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
    await expect(failed).rejects.toThrow("it fails");
    expect((await sums(database)).kept).toEqual(kept);
    await database.close();
  });
});
