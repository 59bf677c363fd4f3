import { describe, expect, test } from "bun:test";
import { chmodSync, readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { DataKeys } from "../../src/accounts/data-keys.ts";
import { samplePdf } from "../../src/apis/pdf/samples.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { endlessFile } from "../helpers/endless.ts";
import { SHORT_LIVED } from "../helpers/engine-settings.ts";
import { type Engine, engines } from "../helpers/engines.ts";
import { postgresTools } from "../helpers/postgres.ts";
import { entry, freePort, runQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";
import { fileAt } from "../recorders/generated.ts";

const script = Bun.fileURLToPath(fileAt("deploy/backup.sh"));

interface Counts {
  readonly tables: Readonly<Record<string, number>>;
  readonly charged: { readonly usage: number; readonly usageDay: number };
}

/** Runs deploy/backup.sh as an operator does, on a database of a test. */
async function backup(environment: Readonly<Record<string, string>>, ...words: string[]) {
  const child = Bun.spawn(["sh", script, ...words], {
    env: {
      ...SHORT_LIVED,
      PATH: `${postgresTools}:${process.env.PATH}`,
      QUINTET: `${process.execPath} --no-env-file ${entry}`,
      DRILL_PORT: String(freePort()),
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

/** Where a drill restores to: nothing for SQLite, an empty database on PostgreSQL. */
const emptyPlace = (engine: Engine): Record<string, string> =>
  engine.name === "sqlite" ? {} : { DRILL_DATABASE_URL: engine.emptyAddress() };

const postgres = engines.find(({ name }) => name === "postgresql");

const countsOf = async (address: string) =>
  JSON.parse((await runQuintet({ DATABASE_URL: address }, "db", "count")).out) as Counts;

/** Between two calls of one caller. */
const PAUSE_MS = 150;

/** An account whose quota does not end, and callers that use it up until they are stopped. */
async function serving(address: string) {
  const environment = {
    DATABASE_URL: address,
    CATALOGUE_FILE: await endlessFile(),
    BURST_PER_SECOND: "100000",
    SANDBOX_PROCESSES: "1",
  };
  const made = await runQuintet(environment, "keys", "create", "drill@example.com");
  const { key } = JSON.parse(made.out) as { key: string };
  const server = await startQuintet(environment);
  const counts = { answered: 0, failed: [] as number[] };
  let running = true;
  const callers = Array.from({ length: 4 }, async () => {
    while (running) {
      const { status } = await fetch(`${server.url}/pdf/extract`, {
        method: "POST",
        headers: { "X-API-Key": key, "Content-Type": "application/pdf" },
        body: samplePdf(),
      });
      if (status === 200) counts.answered++;
      else counts.failed.push(status);
      // The commands need a core too.
      await Bun.sleep(PAUSE_MS);
    }
  });
  return {
    counts,
    async reaches(answers: number) {
      await until(`${answers} answers`, () => counts.answered >= answers || counts.failed.length > 0);
    },
    async [Symbol.asyncDispose]() {
      running = false;
      await Promise.all(callers);
      server.kill("SIGTERM");
      await server.exited;
      await server[Symbol.asyncDispose]();
    },
  };
}

describe.each(engines)("the backup of $name", (engine) => {
  test("under load restores into an empty place: every charge that was answered before it, and every row", async () => {
    const address = engine.address();
    const folder = temporaryFolder();
    const environment = { DATABASE_URL: address, BACKUP_DIR: folder };
    {
      await using load = await serving(address);
      await load.reaches(40);
      const before = load.counts.answered;
      const made = await backup(environment);
      const after = load.counts.answered + 4;
      expect([made.code, made.err]).toEqual([0, ""]);
      await load.reaches(after + 20);
      const drill = await backup({ ...environment, ...emptyPlace(engine) }, "drill");
      expect(drill.code === 0 ? "" : drill.err).toBe("");
      const { tables, charged } = JSON.parse(drill.out) as Counts;
      expect([tables.account, tables.api_key]).toEqual([1, 1]);
      expect(charged.usage).toBeGreaterThanOrEqual(before);
      expect(charged.usage).toBeLessThanOrEqual(after);
      expect(load.counts.failed).toEqual([]);
    }
    // And at rest: the same rows, the same charges.
    expect((await backup(environment)).code).toBe(0);
    const live = await countsOf(address);
    const drill = await backup({ ...environment, ...emptyPlace(engine) }, "drill");
    const restored = JSON.parse(drill.out) as Counts;
    expect(restored.charged).toEqual(live.charged);
    expect(live.charged.usage).toBe(live.charged.usageDay);
    expect(restored.tables).toEqual(live.tables);
  });

  test("keeps as many as it is told, for the owner alone, and nothing half done", async () => {
    const address = engine.address();
    await runQuintet({ DATABASE_URL: address }, "keys", "create", "rotation@example.com");
    const folder = temporaryFolder();
    const end = engine.name === "sqlite" ? "db" : "dump";
    for (const name of ["2020-01-01T000000Z", "2020-01-02T000000Z", "2020-01-03T000000Z"]) {
      await Bun.write(join(folder, `daily-${name}.${end}`), "old");
    }
    for (const week of ["2019-W51", "2019-W52"])
      await Bun.write(join(folder, `weekly-${week}.${end}`), "old");
    await Bun.write(join(folder, ".part-1"), "left behind");
    await Bun.write(join(folder, "notes.txt"), "the operator's own");
    const environment = { DATABASE_URL: address, BACKUP_DIR: folder, BACKUP_DAYS: "3", BACKUP_WEEKS: "1" };
    const { code, err } = await backup(environment);
    expect([code, err]).toEqual([0, ""]);
    const names = readdirSync(folder).sort();
    expect(names.filter((name) => name.startsWith("daily-2020"))).toEqual([
      `daily-2020-01-02T000000Z.${end}`,
      `daily-2020-01-03T000000Z.${end}`,
    ]);
    expect(names.filter((name) => name.startsWith("daily-"))).toHaveLength(3);
    const [weekly = "", ...more] = names.filter((name) => name.startsWith("weekly-"));
    expect([more, weekly.startsWith("weekly-2019")]).toEqual([[], false]);
    expect(names.filter((name) => !/^(?:daily|weekly)-/.test(name))).toEqual([".lock", "notes.txt"]);
    expect(statSync(join(folder, weekly)).mode & 0o777).toBe(0o600);
  });

  test("that fails deletes nothing, and says in a line what is wrong", async () => {
    const folder = temporaryFolder();
    const old = join(folder, "daily-2020-01-01T000000Z.db");
    await Bun.write(old, "old");
    const away =
      engine.name === "sqlite"
        ? `sqlite:${join(folder, "missing.db")}`
        : `postgresql://quintet:p%40ss%5Cword@127.0.0.1:${freePort()}/quintet`;
    const environment = { DATABASE_URL: away, BACKUP_DIR: folder, BACKUP_DAYS: "1" };
    const failed = await backup(environment);
    expect(failed.code).toBe(1);
    expect(failed.err).toContain("backup: ");
    expect(failed.err).not.toContain("p%40ss");
    expect(readdirSync(folder).sort()).toEqual([".lock", "daily-2020-01-01T000000Z.db"]);
    for (const wrong of ["0", "-1", "x", "1.5"]) {
      const { code, err } = await backup({ ...environment, BACKUP_DAYS: wrong });
      expect([code, err]).toEqual([
        1,
        "backup: BACKUP_DAYS and BACKUP_WEEKS must be whole numbers from 1.\n",
      ]);
    }
  });

  test("that is old, damaged or not there fails its drill", async () => {
    const address = engine.address();
    await runQuintet({ DATABASE_URL: address }, "keys", "create", "damaged@example.com");
    const folder = temporaryFolder();
    const environment = { DATABASE_URL: address, BACKUP_DIR: folder, ...emptyPlace(engine) };
    expect((await backup(environment, "drill")).err).toContain("there is no backup");
    expect((await backup(environment)).code).toBe(0);
    const name = readdirSync(folder).find((file) => file.startsWith("daily-")) ?? "";
    const file = join(folder, name);
    const whole = await Bun.file(file).bytes();
    await Bun.write(file, whole.slice(0, whole.length / 2));
    const cut = await backup(environment, "drill");
    expect([cut.code, cut.out]).toEqual([1, ""]);
    await Bun.write(file, whole);
    const day = Date.now() / 1_000 - 27 * 3_600;
    utimesSync(file, day, day);
    expect((await backup(environment, "drill")).err).toContain("is older than 26 hours");
    expect((await backup({ ...environment, DRILL_HOURS: "48" }, "drill")).code).toBe(0);
  });
});

test.each([
  ["postgresql://quintet:plain@db.example.com:5432/quintet?sslmode=disable", "plain", "?sslmode=disable"],
  // What follows an escape may be a digit.
  ["postgres://quintet:%211%40%2F%5Cn%3A$x@db.example.com/quintet", "!1@/\\n:$x", ""],
  ["postgresql://quintet:%C3%A9%200@db.example.com/quintet", "é 0", ""],
  ["postgresql://quintet@db.example.com/quintet", "", ""],
  ["postgresql:///quintet?host=/run/postgresql", "", "?host=/run/postgresql"],
  // Parameters that only Quintet knows.
  ["postgresql://quintet:a@db/quintet?prepare=false", "a", ""],
  [
    "postgresql://quintet@db/quintet?durable_counters=false&sslmode=require&prepare=false",
    "",
    "?sslmode=require",
  ],
  [
    "postgresql://quintet@db/quintet?sslmode=require&prepare=false&options=-c%20a",
    "",
    "?sslmode=require&options=-c%20a",
  ],
])(
  "pg_dump is given the password of %s by its environment, and no argument holds it",
  async (url, password, parameters) => {
    const folder = temporaryFolder();
    const [programs, said] = [join(folder, "bin"), join(folder, "said.json")];
    const program = `#!/bin/sh\nprintf '%s\\n' "$PGPASSWORD" "$@" >${said}\nfor a; do case $a in --file=*) : >"\${a#--file=}";; esac; done\n`;
    for (const name of ["pg_dump", "pg_restore"]) {
      await Bun.write(join(programs, name), name === "pg_dump" ? program : "#!/bin/sh\n");
      chmodSync(join(programs, name), 0o755);
    }
    const { code, err } = await backup({
      DATABASE_URL: url,
      BACKUP_DIR: join(folder, "backups"),
      PATH: `${programs}:${process.env.PATH}`,
    });
    expect([code, err]).toEqual([0, ""]);
    const [given, ...words] = (await Bun.file(said).text()).trimEnd().split("\n");
    expect(given).toBe(password);
    const address = url.replace(/:[^:/@]*@/, "@").replace(/\?.*/, parameters);
    expect(words.at(-1)).toBe(`--dbname=${address}`);
  },
);

test("a backup and its drill work with an address in a file, a key for encryption and plans of a catalogue", async () => {
  const folder = temporaryFolder();
  const address = `sqlite:${join(folder, "quintet.db")}`;
  const [secret, plans] = [join(folder, "address"), join(folder, "catalogue.json")];
  await Bun.write(secret, `${address}\n`);
  await Bun.write(plans, (await Bun.file(await endlessFile()).text()).replace('"id":"seo"', '"id":"gold"'));
  const environment = {
    DATABASE_URL_FILE: secret,
    ENCRYPTION_KEY: "k".repeat(32),
    CATALOGUE_FILE: plans,
    BACKUP_DIR: join(folder, "backups"),
  };
  await runQuintet(environment, "keys", "create", "secret@example.com");
  const database = openDatabase(address);
  await new DataKeys(database, [environment.ENCRYPTION_KEY]).of("an account");
  await database.close();
  expect((await runQuintet(environment, "plan", "set", "secret@example.com", "gold")).err).toBe("");
  expect((await backup(environment)).code).toBe(0);
  const { code, err } = await backup(environment, "drill");
  expect([code, err]).toEqual([0, expect.stringContaining("is complete")]);
});

test.skipIf(postgres === undefined)(
  "a drill runs no job of the backup, which its server still runs",
  async () => {
    const [address, copy] = [postgres?.address() ?? "", postgres?.emptyAddress() ?? ""];
    const environment = { DATABASE_URL: address, BACKUP_DIR: temporaryFolder(), DRILL_DATABASE_URL: copy };
    const made = await runQuintet(environment, "keys", "create", "jobs@example.com");
    const { key } = JSON.parse(made.out) as { key: string };
    const server = await startQuintet(environment);
    const created = await fetch(`${server.url}/batches?operation=seo.meta`, {
      method: "POST",
      headers: { "X-API-Key": key, "Content-Type": "application/json" },
      body: JSON.stringify(Array.from({ length: 90 }, () => ({ url: "https://example.invalid/" }))),
    });
    expect(created.status).toBe(202);
    server.kill("SIGKILL");
    await server.exited;
    const jobs = async (url: string) => {
      const database = openDatabase(url);
      const states = await database.query`
      select state, attempts, interruptions, count(*) as jobs from job group by state, attempts, interruptions
      order by state, attempts, interruptions`;
      await database.close();
      return states;
    };
    expect((await backup(environment)).code).toBe(0);
    expect((await backup(environment, "drill")).code).toBe(0);
    expect(await jobs(copy)).toEqual(await jobs(address));
  },
);

test("a drill does not take another server for its own", async () => {
  const folder = temporaryFolder();
  const address = `sqlite:${join(folder, "quintet.db")}`;
  await runQuintet({ DATABASE_URL: address }, "keys", "create", "port@example.com");
  const environment = { DATABASE_URL: address, BACKUP_DIR: join(folder, "backups") };
  expect((await backup(environment)).code).toBe(0);
  using other = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("ready") });
  const { code, err } = await backup({ ...environment, DRILL_PORT: String(other.port) }, "drill");
  expect([code, err]).toEqual([1, `backup: port ${other.port} is in use. Set DRILL_PORT to a free port.\n`]);
});

test("a drill never restores into the server's own database", async () => {
  const own = "postgresql://127.0.0.1:1/quintet";
  const folder = temporaryFolder();
  await Bun.write(join(folder, "daily-2026-11-20T031500Z.dump"), "a dump");
  const { code, err } = await backup(
    { DATABASE_URL: own, DRILL_DATABASE_URL: own, BACKUP_DIR: folder },
    "drill",
  );
  expect([code, err]).toEqual([1, "backup: DRILL_DATABASE_URL is the server's own database.\n"]);
});

test.each(engines)("the count of rows on $name is of every table", async (engine) => {
  const address = engine.address();
  await runQuintet({ DATABASE_URL: address }, "keys", "create", "count@example.com");
  const { tables } = await countsOf(address);
  const database = openDatabase(address);
  const [row] = await database.query<{ n: number }>`select cast(count(*) as integer) as n from migration`;
  await database.close();
  expect(tables).toMatchObject({ account: 1, api_key: 1, usage: 0, migration: row?.n ?? 0 });
});
