import { describe, expect, test } from "bun:test";
import { chownSync, existsSync, readdirSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { migrations } from "../../src/store/migrations.ts";
import { isNightly } from "../helpers/nightly.ts";
import { hasPostgres, postgresTools, sharedCluster } from "../helpers/postgres.ts";
import { testAppInProcess } from "../helpers/processes.ts";
import { runQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { openTestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";

const ROUNDS = isNightly ? 4 : 2;
const CALLERS = 8;
/** Between two calls of one caller. */
const PAUSE_MS = 20;
/** Credits of the bundle for a call of the invented API. */
const CREDITS = 5;
const EMAIL = "load@example.com";

/** A database of its own in a new folder, with an account that has one key and a quota that lasts. */
async function installation() {
  const folder = temporaryFolder();
  const file = join(folder, "quintet.db");
  const address = `sqlite:${file}`;
  const app = await openTestApp({ address });
  const key = await app.key(EMAIL, { plans: ["bundle"] });
  await app[Symbol.asyncDispose]();
  const run = (...words: string[]) => runQuintet({ DATABASE_URL: address }, "db", ...words);
  return { folder, file, address, key, run };
}

/** What an account was charged, as a database says. */
async function chargedIn(address: string): Promise<number> {
  const sql = new SQL(address.replace("sqlite:", "sqlite://"));
  try {
    const rows: { used: number }[] = await sql`select used from usage`;
    return rows.reduce((sum, { used }) => sum + used, 0) / CREDITS;
  } finally {
    await sql.close();
  }
}

/** Calls without end, until it is stopped; counts what was answered. */
function load(url: string, key: string) {
  const counts = { acknowledged: 0, other: 0 };
  let running = true;
  const callers = Array.from({ length: CALLERS }, async () => {
    while (running) {
      const { status } = await fetch(`${url}/noop`, { headers: { "X-API-Key": key } });
      if (status === 200) counts.acknowledged++;
      else counts.other++;
      // The commands need a core too.
      await Bun.sleep(PAUSE_MS);
    }
  });
  return {
    counts,
    async stop() {
      running = false;
      await Promise.all(callers);
    },
  };
}

describe("a backup of SQLite", () => {
  test("under load is whole, disturbs nobody, and holds every charge that was answered before it", async () => {
    const { folder, address, key, run } = await installation();
    await using app = await testAppInProcess(address);
    const calls = load(app.url, key);
    for (let round = 1; round <= ROUNDS; round++) {
      await until("more calls are charged", () => calls.counts.acknowledged >= round * 50);
      const before = calls.counts.acknowledged;
      const file = join(folder, `backup-${round}.db`);
      const { code, out, err } = await runQuintet({ DATABASE_URL: address }, "db", "backup", file);
      const after = calls.counts.acknowledged + CALLERS;
      expect([code, err]).toEqual([0, ""]);
      expect(JSON.parse(out)).toEqual({ file, bytes: statSync(file).size, migration: migrations.length });
      const charged = await chargedIn(`sqlite:${file}`);
      expect(charged).toBeGreaterThanOrEqual(before);
      expect(charged).toBeLessThanOrEqual(after);
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
    await calls.stop();
    expect(calls.counts.other).toBe(0);
    // One file for each, and nothing half-written.
    const names = readdirSync(folder).filter((name) => !/^quintet\.db(-wal|-shm)?$/.test(name));
    expect(names.sort()).toEqual(Array.from({ length: ROUNDS }, (_, i) => `backup-${i + 1}.db`));
    expect((await run("backup", join(folder, "backup-1.db"))).err).toContain("already exists");
  });

  test("is refused in one line where there is nothing to copy, or no place for it", async () => {
    const { folder, file, run } = await installation();
    const nowhere = `sqlite:${join(folder, "mistyped.db")}`;
    const missing = await runQuintet({ DATABASE_URL: nowhere }, "db", "backup", join(folder, "b.db"));
    expect([missing.code, missing.err]).toEqual([
      1,
      expect.stringContaining(`quintet: There is no database at ${join(folder, "mistyped.db")}. `),
    ]);
    const unwritable = await run("backup", join(folder, "no-such-folder", "b.db"));
    expect([unwritable.code, unwritable.err.trim().split("\n").length]).toEqual([1, 1]);
    expect(unwritable.err).toContain("cannot be written");
    truncateSync(file, statSync(file).size - 4096);
    const damaged = await run("backup", join(folder, "b.db"));
    expect([damaged.code, damaged.err.trim().split("\n").length]).toEqual([1, 1]);
    expect(readdirSync(folder).filter((name) => name.startsWith("b.db"))).toEqual([]);
  });
});

describe("a restore of SQLite", () => {
  test("brings the service back as it was, and keeps what it replaced", async () => {
    const { folder, file, address, key, run } = await installation();
    const backup = join(folder, "backup.db");
    {
      await using app = await testAppInProcess(address);
      const answer = await fetch(`${app.url}/noop`, { headers: { "X-API-Key": key } });
      expect(answer.status).toBe(200);
      expect((await run("backup", backup)).code).toBe(0);
      for (let i = 0; i < 3; i++) await fetch(`${app.url}/noop`, { headers: { "X-API-Key": key } });

      const served = await run("restore", backup, "--force");
      expect([served.code, served.err]).toEqual([
        1,
        `quintet: A process of Quintet has ${file} open. Stop it first.\n`,
      ]);
      expect((await fetch(`${app.url}/noop`, { headers: { "X-API-Key": key } })).status).toBe(200);
    }
    const unasked = await run("restore", backup);
    expect([unasked.code, unasked.err]).toEqual([
      1,
      `quintet: There is a database at ${file}. Use --force to replace it and keep it as ${file}.replaced.\n`,
    ]);
    expect(await chargedIn(address)).toBe(5);

    const done = await run("restore", backup, "--force");
    expect([done.code, done.err]).toEqual([0, ""]);
    expect(JSON.parse(done.out)).toMatchObject({ file, replaced: `${file}.replaced` });
    expect(await chargedIn(`sqlite:${file}.replaced`)).toBe(5);
    expect(await chargedIn(address)).toBe(1);
    // A second one, of the right file for example, does not cost the first original.
    const twice = await run("restore", backup, "--force");
    expect(JSON.parse(twice.out)).toMatchObject({ file, replaced: `${file}.replaced-2` });
    expect(await chargedIn(`sqlite:${file}.replaced`)).toBe(5);
    await using app = await testAppInProcess(address);
    expect((await fetch(`${app.url}/noop`, { headers: { "X-API-Key": key } })).status).toBe(200);
    expect(await chargedIn(address)).toBe(2);
  });

  test("onto an empty machine needs no --force, and takes a log without its database for none of its own", async () => {
    const { folder, address, run } = await installation();
    const backup = join(folder, "backup.db");
    await run("backup", backup);
    const moved = join(folder, "elsewhere", "quintet.db");
    const restored = await runQuintet({ DATABASE_URL: `sqlite:${moved}` }, "db", "restore", backup);
    expect([restored.code, restored.err]).toEqual([0, ""]);
    const kept = await runQuintet({ DATABASE_URL: address }, "keys", "list", EMAIL);
    expect((await runQuintet({ DATABASE_URL: `sqlite:${moved}` }, "keys", "list", EMAIL)).out).toBe(kept.out);

    const orphaned = join(folder, "orphaned.db");
    await Bun.write(`${orphaned}-wal`, "of another database");
    expect((await runQuintet({ DATABASE_URL: `sqlite:${orphaned}` }, "db", "restore", backup)).code).toBe(0);
    expect((await runQuintet({ DATABASE_URL: `sqlite:${orphaned}` }, "keys", "list", EMAIL)).out).toBe(
      kept.out,
    );
  });

  test("puts a whole database in the place of a damaged one", async () => {
    const { folder, file, run } = await installation();
    const backup = join(folder, "backup.db");
    await run("backup", backup);
    for (const damage of ["", "no database at all, whatever its name says".repeat(400)]) {
      await Bun.write(file, damage);
      expect((await run("restore", backup, "--force")).code).toBe(0);
      expect((await run("migrate")).out).toBe("The tables are up to date.\n");
    }
  });

  test.each([
    ["a file that is not there", async () => {}, "File not found"],
    [
      "a text",
      async (path: string) => void (await Bun.write(path, "no database ".repeat(1_000))),
      "not a complete SQLite database",
    ],
    [
      "a backup whose end is missing",
      async (path: string, whole: string) => {
        const bytes = await Bun.file(whole).bytes();
        await Bun.write(path, bytes.subarray(0, bytes.length - 5_000));
      },
      "damaged|not a complete",
    ],
    [
      "a backup with a page of another file",
      async (path: string, whole: string) => {
        const bytes = await Bun.file(whole).bytes();
        await Bun.write(path, bytes.fill(7, 8_192, 12_288));
      },
      "damaged|not a complete",
    ],
    [
      "a database of another program",
      async (path: string) => {
        const sql = new SQL(`sqlite://${path}`);
        await sql`create table song (title text)`;
        await sql.close();
      },
      "not of Quintet",
    ],
    [
      "a backup of a newer release",
      async (path: string, whole: string) => {
        await Bun.write(path, Bun.file(whole));
        const sql = new SQL(`sqlite://${path}`);
        await sql`insert into migration values (9999, 'later', '')`;
        await sql.close();
      },
      "newer Quintet",
    ],
    [
      "a database that is in use",
      async (path: string, whole: string) => {
        await Bun.write(path, Bun.file(whole));
        await Bun.write(`${path}-wal`, "a log");
      },
      "not a backup",
    ],
  ])("refuses %s, and leaves everything as it was", async (_title, make, sentence) => {
    const { folder, file, run } = await installation();
    const [whole, path] = [join(folder, "whole.db"), join(folder, "given.db")];
    await run("backup", whole);
    await make(path, whole);
    const before = await Bun.file(file).bytes();
    const { code, out, err } = await run("restore", path, "--force");
    expect([code, out, err.trim().split("\n").length]).toEqual([1, "", 1]);
    expect(err).toMatch(new RegExp(sentence));
    expect(await Bun.file(file).bytes()).toEqual(before);
    expect(existsSync(`${file}.replaced`)).toBe(false);
    expect(readdirSync(folder).filter((name) => name.includes(".part"))).toEqual([]);
  });

  test("refuses the database itself", async () => {
    const { file, run } = await installation();
    expect((await run("restore", file, "--force")).err).toBe(`quintet: ${file} is the database itself.\n`);
  });

  test.skipIf(process.getuid?.() !== 0)(
    "as root leaves every file to whom the database belongs",
    async () => {
      const { folder, file, address, run } = await installation();
      const backup = join(folder, "backup.db");
      await run("backup", backup);
      const owners = (...names: string[]) => names.map((name) => [statSync(name).uid, statSync(name).gid]);
      chownSync(file, 12_345, 12_346);
      expect((await run("restore", backup, "--force")).code).toBe(0);
      expect(owners(file)).toEqual([[12_345, 12_346]]);
      // Nor its log and its index, which a server of that user must be able to write.
      await using app = await openTestApp({ address });
      await app.key("b@example.com");
      expect(owners(`${file}-wal`, `${file}-shm`)).toEqual([
        [12_345, 12_346],
        [12_345, 12_346],
      ]);
    },
  );
});

test.each([
  [["backup"]],
  [["backup", "a", "b"]],
  [["backup", "a", "--force"]],
  [["backup", "--fast"]],
  [["restore"]],
  [["restore", "--force"]],
  [["restore", "a", "b"]],
  [["restore", "--hard", "a"]],
])("db %p is answered with the form that it has", async (words) => {
  const { code, err } = await runQuintet({}, "db", ...words);
  expect(code).toBe(2);
  expect(err).toContain(
    words[0] === "backup" ? "quintet db backup FILE" : "quintet db restore FILE [--force]",
  );
});

describe.skipIf(!hasPostgres)("on PostgreSQL", () => {
  test("both commands name PostgreSQL's own, which under load do what they are there for", async () => {
    const [from, to] = [sharedCluster().database(), sharedCluster().database()];
    await using app = await openTestApp({ address: from });
    const key = await app.key(EMAIL, { plans: ["bundle"] });
    const calls = load(app.url, key);
    await until("50 calls are charged", () => calls.counts.acknowledged >= 50);
    const folder = temporaryFolder();
    const told = async (command: string, address: string) => {
      const { code, err } = await runQuintet({ DATABASE_URL: address }, "db", command, "FILE");
      expect(code).toBe(1);
      const [, line = ""] = /^quintet: DATABASE_URL is PostgreSQL: run (pg_.+)\n$/.exec(err) ?? [];
      const PATH = `${postgresTools}:${process.env.PATH}`;
      const shell = Bun.spawn(["sh", "-c", line], {
        cwd: folder,
        env: { PATH, DATABASE_URL: address },
        stdio: ["ignore", "inherit", "inherit"],
      });
      expect([line, await shell.exited]).toEqual([line, 0]);
    };
    const before = calls.counts.acknowledged;
    await told("backup", from);
    const after = calls.counts.acknowledged + CALLERS;
    await calls.stop();
    expect(calls.counts.other).toBe(0);
    await told("restore", to);
    const charged = await chargedIn(to);
    expect(charged).toBeGreaterThanOrEqual(before);
    expect(charged).toBeLessThanOrEqual(after);
    await using again = await openTestApp({ address: to });
    expect((await again.get("/noop", key)).status).toBe(200);
  });
});
