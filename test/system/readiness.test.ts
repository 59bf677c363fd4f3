// What `/health/ready` is for: whatever makes the next request fail makes it 503 within 5 s, in the body and in one
// line of the log by its cause, and it is 200 again when that is cured.

import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { cert } from "../../src/egress/certificate.fixture.ts";
import { hasBouncer, hasPostgres, ownCluster, sharedCluster, throughBouncer } from "../helpers/postgres.ts";
import { type Running, startQuintet } from "../helpers/running.ts";
import { fill, smallDisk } from "../helpers/small-disk.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";

/** Five seconds, by the promise; a busy machine gets more. */
const WITHIN_MS = 30_000;

interface Answer {
  readonly status: number;
  readonly body: { detail?: string; checks: Record<string, string>; causes?: Record<string, string> };
}

async function ask({ url }: Running): Promise<Answer> {
  const response = await fetch(`${url}/health/ready`);
  return { status: response.status, body: (await response.json()) as Answer["body"] };
}

/** Waits until the server has this status; gives its answer. Throws in the end, with what it said instead. */
async function untilStatus(server: Running, status: number): Promise<Answer> {
  let answer = await ask(server);
  const failed = () => Promise.reject(new Error(JSON.stringify(answer)));
  await until(
    `status ${status}`,
    async () => {
      answer = await ask(server);
      return answer.status === status;
    },
    WITHIN_MS,
  ).catch(failed);
  return answer;
}

/** The server becomes unready for `cause`, says so in its log, and goes on serving what needs no database. */
async function expectCause(server: Running, cause: RegExp): Promise<void> {
  const { body } = await untilStatus(server, 503);
  expect(body.causes?.database).toMatch(cause);
  expect(body.detail).toMatch(cause);
  const line = { message: "not ready", check: "database", cause: body.causes?.database };
  // The line comes through a pipe, the response through a socket: either may be the first.
  await until("the line in the log", () =>
    server.lines().some((text) => Bun.deepMatch(line, JSON.parse(text))),
  );
  expect((await fetch(`${server.url}/v4`)).status).toBe(200);
}

/** Runs statements as the owner of a cluster. */
async function asOwner(address: string, ...statements: string[]): Promise<void> {
  const sql = new Bun.SQL({ url: address, max: 1 });
  for (const statement of statements) await sql.unsafe(statement);
  await sql.close();
}

/** The address with another user. */
const as = (user: string, address: string) => address.replace("quintet@", `${user}@`);

describe.skipIf(!hasPostgres)("on PostgreSQL", () => {
  test.each([
    [0, "at the start"],
    [1, "later, for one of its pools"],
  ])("a role that may have only %d connections, %s", async (limit) => {
    const address = sharedCluster().database();
    const name = new URL(address).pathname.slice(1);
    const role = `limited_${name}`;
    await asOwner(
      address,
      `create role ${role} login connection limit ${limit}`,
      `grant all on schema public to ${role}`,
    );
    await using server = await startQuintet({ DATABASE_URL: as(role, address) });
    await expectCause(server, /no free connection/);
    await asOwner(address, `alter role ${role} connection limit -1`);
    await untilStatus(server, 200);
    // It may have worked for a moment before, with some connections: it asks for the others again after 30 s.
    await until(
      "all connections are open",
      async () => (await ask(server)).body.checks.connections === "ok",
      60_000,
    );
  });

  test("a server whose max_connections are taken, and one that gives some: it says how many are missing", async () => {
    const cluster = ownCluster({ maxConnections: 20 });
    const address = cluster.database();
    await asOwner(address, "create role app login", "grant all on schema public to app");
    // Two clients, so that only the connections of one become free: the server never gets all that it wants.
    const take = async (max: number) => {
      const taken = new Bun.SQL({ url: as("app", address), max });
      await Promise.all(Array.from({ length: max }, () => taken`select pg_sleep(0.2)`));
      return taken;
    };
    const some = await take(9);
    const others = await take(8);
    await using server = await startQuintet({
      DATABASE_URL: as("app", address),
      DATABASE_CONNECTIONS: "10",
    });
    await expectCause(server, /no free connection.*max_connections/);
    await others.close({ timeout: 0 });
    expect((await untilStatus(server, 200)).body.checks.connections).toBe("warn");
    await until("the line in the log", () =>
      server.lines().some((line) => line.includes("PostgreSQL rejects some of the connections")),
    );
    await some.close({ timeout: 0 });
    cluster.stop();
  });

  test("a database that becomes read-only, as after a failover", async () => {
    const address = sharedCluster().database();
    const name = new URL(address).pathname.slice(1);
    await using server = await startQuintet({ DATABASE_URL: address });
    await untilStatus(server, 200);
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`;
    await asOwner(address, `alter database ${name} set default_transaction_read_only = on`, cut);
    await expectCause(server, /read-only/);
    await asOwner(
      address,
      `set transaction_read_only = off; alter database ${name} reset default_transaction_read_only`,
      cut,
    );
    await untilStatus(server, 200);
  });

  test("a counters' table that another session has locked", async () => {
    const address = sharedCluster().database();
    await using server = await startQuintet({ DATABASE_URL: address });
    await untilStatus(server, 200);
    const other = new Bun.SQL({ url: address, max: 1 });
    const { promise: end, resolve: release } = Promise.withResolvers<void>();
    const locked = other.begin(async (tx) => {
      await tx`lock table usage in share mode`;
      await end;
    });
    await expectCause(server, /lock/);
    release();
    await locked;
    await untilStatus(server, 200);
    await other.close();
  });

  test("a server that is frozen, and one that is stopped", async () => {
    const cluster = ownCluster();
    await using server = await startQuintet({ DATABASE_URL: cluster.database() });
    await untilStatus(server, 200);
    cluster.freeze();
    await expectCause(server, /did not respond in time/);
    cluster.thaw();
    await untilStatus(server, 200);
    cluster.stop();
    await expectCause(server, /cannot be reached|starting, stopping/);
    cluster.start();
    await untilStatus(server, 200);
    cluster.stop();
  });

  test("a certificate that nobody vouches for, and one that the operator names", async () => {
    const cluster = ownCluster({ tls: true });
    const address = cluster.database();
    await using server = await startQuintet({ DATABASE_URL: `${address}?sslmode=verify-full` });
    await expectCause(server, /certificate of the database server is not trusted/);
    const form = { method: "POST", body: new URLSearchParams({ email: "someone@example.com" }) };
    expect((await fetch(`${server.url}/signup`, form)).status).toBe(503);
    const path = join(temporaryFolder(), "ca.crt");
    await Bun.write(path, cert);
    await using trusting = await startQuintet({
      DATABASE_URL: `${address}?sslmode=verify-ca&sslrootcert=${path}`,
    });
    await untilStatus(trusting, 200);
    cluster.stop();
  });
});

describe.skipIf(!hasBouncer)("behind a PgBouncer that pools by transaction", () => {
  test("without prepare=false it is not ready and no call gets through; with it, it is ready", async () => {
    const address = await throughBouncer(sharedCluster().database());
    await using server = await startQuintet({ DATABASE_URL: address });
    await expectCause(server, /pooler.*\?prepare=false/);
    const form = { method: "POST", body: new URLSearchParams({ email: "someone@example.com" }) };
    expect((await fetch(`${server.url}/signup`, form)).status).toBe(503);
    for (const environment of [
      { DATABASE_URL: `${address}?prepare=false` },
      { DATABASE_URL: address, DATABASE_PREPARE: "off" },
    ]) {
      await using cured = await startQuintet(environment);
      await untilStatus(cured, 200);
      expect((await fetch(`${cured.url}/signup`, form)).status).toBe(202);
    }
  });
});

describe("on SQLite", () => {
  test("a full disk", async () => {
    const disk = smallDisk();
    if (disk === undefined) return;
    try {
      await using server = await startQuintet({ DATA_DIR: disk.folder });
      await untilStatus(server, 200);
      const empty = fill(disk.folder);
      await expectCause(server, /disk is full/);
      empty();
      await untilStatus(server, 200);
    } finally {
      disk.unmount();
    }
  });

  test("a file that another process keeps locked", async () => {
    const folder = temporaryFolder();
    await using server = await startQuintet({ DATA_DIR: folder });
    await untilStatus(server, 200);
    using other = new Database(join(folder, "quintet.db"));
    other.run("begin exclusive");
    await expectCause(server, /lock|did not respond in time/);
    other.run("rollback");
    await untilStatus(server, 200);
  });
});
