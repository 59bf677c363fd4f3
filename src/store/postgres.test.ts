import { describe, expect, test } from "bun:test";
import { hasBouncer, hasPostgres, sharedCluster, throughBouncer } from "../../test/helpers/postgres.ts";
import { rejecting, rejectionOf } from "../../test/helpers/rejection.ts";
import { until } from "../../test/helpers/until.ts";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";

async function connectionsTo(address: string): Promise<number> {
  const sql = new Bun.SQL({ url: address, max: 1 });
  const name = new URL(address).pathname.slice(1);
  const [row] = await sql`select count(*)::integer as number from pg_stat_activity
    where datname = ${name} and pid <> pg_backend_pid()`;
  await sql.close();
  return Number(row?.number);
}

describe.skipIf(!hasPostgres)("the connections of one process to PostgreSQL", () => {
  test.each([1, 2, 3, 4, 10])("%d are opened, and not one more under load", async (connections) => {
    const address = sharedCluster().database();
    const database = openDatabase(address, { connections });
    await migrate(database);
    await database.listen(() => {});
    expect(await database.connect()).toMatchObject({ isRejected: false });
    expect(await connectionsTo(address)).toBe(connections);
    const { query, count } = database;
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? query : count)`select pg_sleep(0.005)`),
    );
    await database.probe();
    expect(await connectionsTo(address)).toBe(connections);
    await database.close();
  });

  test("connections that are in use are not called rejected", async () => {
    const database = openDatabase(sharedCluster().database(), { connections: 10 });
    await database.query`select 1`;
    const { promise: end, resolve: release } = Promise.withResolvers<void>();
    const held = Array.from({ length: 3 }, () =>
      database.transaction(async (query) => {
        await query`select 1`;
        await end;
      }, 60_000),
    );
    const opened = await database.connect();
    release();
    await Promise.all(held);
    expect(opened.missing).toBeGreaterThan(0);
    expect(opened.isRejected).toBe(false);
    await database.close();
  });

  test("connections over the limit of a role are called rejected", async () => {
    const address = sharedCluster().database();
    const role = `limited_${new URL(address).pathname.slice(1)}`;
    const owner = new Bun.SQL({ url: address, max: 1 });
    await owner.unsafe(`create role ${role} login connection limit 4`);
    await owner.close();
    const database = openDatabase(address.replace("quintet@", `${role}@`), { connections: 10 });
    const opened = await database.connect();
    expect(opened.missing).toBeGreaterThanOrEqual(5);
    expect(opened.isRejected).toBe(true);
    await database.close();
  });

  test("those that began while the database was read-only are replaced once it is not", async () => {
    const address = sharedCluster().database();
    const owner = new Bun.SQL({ url: address, max: 1 });
    const setting = `alter database ${new URL(address).pathname.slice(1)} set default_transaction_read_only =`;
    const before = openDatabase(address);
    await migrate(before);
    await before.close();
    await owner.unsafe(`${setting} on`);
    const database = openDatabase(address, { connections: 4 });
    const heard: string[] = [];
    await database.listen((news) => void heard.push(news));
    await Promise.all([database.query`select 1`, database.count`select 1`]);
    await owner.unsafe(`${setting} off`);
    expect(await rejectionOf(database.probe())).toMatchObject({ code: "storage-unavailable" });
    await database.probe();
    await database.query`insert into server_secret (name, value) values ('a', 'b')`;
    await owner`select pg_notify('quintet', 'news')`;
    await until("it hears others again", () => heard.includes("news"));
    expect(await connectionsTo(address)).toBeLessThanOrEqual(4 + 1);
    await Promise.all([database.close(), owner.close()]);
  });

  test("a probe leaves no row, and its transaction ends", async () => {
    const address = sharedCluster().database();
    const database = openDatabase(address);
    await migrate(database);
    await Promise.all([database.probe(), database.probe(), database.probe()]);
    expect(await database.query`select 1 from usage`).toHaveLength(0);
    expect(
      await database.query`select 1 from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`,
    ).toHaveLength(0);
    await database.close();
  });

  test.each([
    ["", "on"],
    ["?durable_counters=false", "off"],
    ["?options=-c synchronous_commit=remote_apply", "remote_apply"],
  ])(
    "charges wait for the disk of a server that waits for none, unless told otherwise: %s",
    async (how, setting) => {
      const address = sharedCluster().database();
      const database = openDatabase(address + how);
      const asked = await database.countTogether((query) => query`show synchronous_commit`);
      expect(asked).toEqual([{ synchronous_commit: setting }]);
      await database.close();
    },
  );

  test("with two of them notifications are heard", async () => {
    const address = sharedCluster().database();
    const [database, other] = [openDatabase(address, { connections: 2 }), openDatabase(address)];
    const { promise: heard, resolve } = Promise.withResolvers<string>();
    await database.listen(resolve);
    await other.notify("hello");
    expect(await heard).toBe("hello");
    await Promise.all([database.close(), other.close()]);
  });

  test("with one of them a process hears its own notifications, before they are sent", async () => {
    const database = openDatabase(sharedCluster().database(), { connections: 1 });
    const heard: string[] = [];
    await database.listen((payload) => void heard.push(payload));
    const sent = database.notify("hello");
    expect(heard).toEqual(["hello"]);
    await sent;
    await database.close();
  });
});

describe.skipIf(!hasBouncer)("through a PgBouncer that pools by transaction", () => {
  test("no statement is sent without ?prepare=false, and every one with it", async () => {
    const address = await throughBouncer(sharedCluster().database());
    const database = openDatabase(address);
    for (const statement of [database.query, database.count]) {
      expect(await rejectionOf(statement`create table wrong (a integer)`)).toMatchObject({
        code: "storage-unavailable",
      });
    }
    expect(await rejecting(database.transaction((query) => query`create table wrong (a integer)`))).toThrow();
    expect(await rejecting(database.probe())).toThrow();
    await database.close();
    const right = openDatabase(`${address}?prepare=false`);
    await migrate(right);
    await right.probe();
    expect(await right.query`select 1 from pg_tables where tablename = 'wrong'`).toHaveLength(0);
    await right.close();
  });
});
