import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { SQL } from "bun";
import { engines, newDatabase } from "../../test/helpers/engines.ts";
import { temporaryFolder } from "../../test/helpers/temporary-folder.ts";

const ROUNDS = 200;
const OUTSIDE = 4;

describe("writes of others beside a transaction that rolls back", () => {
  test("are all lost on a bare SQLite handle: the reason for the gate", async () => {
    await using sql = new SQL({ adapter: "sqlite", filename: join(temporaryFolder(), "bare.db") });
    await sql`create table note (id integer primary key, outside integer not null)`;
    let acknowledged = 0;
    for (let round = 0; round < ROUNDS; round++) {
      let opened = () => {};
      const open = new Promise<void>((resolve) => {
        opened = resolve;
      });
      const transaction = sql.begin(async (tx) => {
        await tx`insert into note (outside) values (0)`;
        opened();
        for (let i = 0; i < 8; i++) await tx`select 1`;
        throw new Error("roll back");
      });
      const others = open.then(() =>
        Promise.all(
          Array.from({ length: OUTSIDE }, async () => {
            await sql`insert into note (outside) values (1)`;
            acknowledged++;
          }),
        ),
      );
      await Promise.allSettled([transaction, others]);
    }
    const [row] = await sql<{ n: number }[]>`select count(*) as n from note where outside = 1`;
    expect([acknowledged, row?.n]).toEqual([ROUNDS * OUTSIDE, 0]);
  });

  test.each(engines)("are all kept by the database of $name", async (engine) => {
    await using database = await newDatabase(engine);
    let acknowledged = 0;
    for (let round = 0; round < ROUNDS; round++) {
      let opened = () => {};
      const open = new Promise<void>((resolve) => {
        opened = resolve;
      });
      const transaction = database.transaction(async (query) => {
        await query`insert into claim (name, owner, expires_at) values (${crypto.randomUUID()}, 'inside', '')`;
        opened();
        for (let i = 0; i < 8; i++) await query`select 1`;
        throw new Error("roll back");
      });
      const others = open.then(() =>
        Promise.all(
          Array.from({ length: OUTSIDE }, async () => {
            await database.query`insert into claim (name, owner, expires_at) values (${crypto.randomUUID()}, 'outside', '')`;
            acknowledged++;
          }),
        ),
      );
      const [rolledBack] = await Promise.allSettled([transaction, others]);
      expect(rolledBack.status).toBe("rejected");
    }
    const rows = await database.query<{ owner: string }>`select owner from claim`;
    expect(acknowledged).toBe(ROUNDS * OUTSIDE);
    expect(rows.map((row) => row.owner)).toEqual(Array(ROUNDS * OUTSIDE).fill("outside"));
  });
});

test.each(engines)("transactions of many callers on $name follow one another", async (engine) => {
  await using database = await newDatabase(engine);
  await database.query`insert into state (name, value, expires_at) values ('n', '0', '')`;
  await Promise.all(
    Array.from({ length: 50 }, () =>
      database.transaction(async (query) => {
        const [row] = await query<{ value: string }>`
          update state set expires_at = 'x' where name = 'n' returning value`;
        await query`update state set value = ${String(Number(row?.value) + 1)} where name = 'n'`;
      }),
    ),
  );
  const [row] = await database.query`select value from state`;
  expect(row).toEqual({ value: "50" });
});
