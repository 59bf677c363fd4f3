import { describe, expect, test } from "bun:test";
import { engines } from "../../test/helpers/engines.ts";
import { inProcesses } from "../../test/helpers/processes.ts";
import { rejecting } from "../../test/helpers/rejection.ts";
import { isDatabaseAddress, locate } from "./location.ts";
import { migrate, prepareDowngrade } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { openDatabase } from "./open-database.ts";

/** A step of a release to come, after which `oldestRelease` can serve. */
const later = (oldestRelease: string) => ({
  number: 9_999,
  name: "later",
  oldestRelease,
  sql: "create table later (id text primary key)",
});

describe.each(engines)("migrations on $name", (engine) => {
  test("run once, however many processes start together", async () => {
    const address = engine.emptyAddress();
    const ran = await inProcesses<string[]>(4, "migrate.ts", address);
    expect(ran.flat().sort()).toEqual(migrations.map((step): string => step.name).sort());
    const database = openDatabase(address);
    expect(await migrate(database)).toEqual([]);
    await database.close();
  });

  test("refuse a step that they do not know and that does not say which release can serve after it", async () => {
    const database = openDatabase(engine.emptyAddress());
    await migrate(database);
    await database.query`insert into migration (number, name, applied_at) values (9999, 'later', '')`;
    expect(await rejecting(migrate(database))).toThrow("newer Quintet");
    await database.close();
  });

  test.each([
    ["2.9.0", "3.0.0", undefined],
    ["2.9.0", "2.9.1", undefined],
    ["2.9.0", "2.10.0", undefined],
    ["2.10.0", "2.9.0", "run 2.10.0 or later"],
    ["3.0.0", "2.99.99", "run 3.0.0 or later"],
    ["3.0.0", "3.0.0-rc.1", "run 3.0.0 or later"],
  ])(
    "accept a step of a newer release that %s can serve after, as %s: %p",
    async (oldest, release, rejection) => {
      const database = openDatabase(engine.emptyAddress());
      await migrate(database, { steps: [...migrations, later(oldest)] });
      const started = migrate(database, { release });
      if (rejection === undefined) expect(await started).toEqual([]);
      else expect(await rejecting(started)).toThrow(rejection);
      await database.close();
    },
  );

  test("record which release can serve after steps that an older program ran", async () => {
    const database = openDatabase(engine.emptyAddress());
    await migrate(database);
    await database.query`drop table migration_release`;
    expect(await migrate(database)).toEqual([]);
    const [row] = await database.query<{ steps: number }>`
      select cast(count(*) as integer) as steps from migration_release where oldest_release = '1.0.0'`;
    expect(row?.steps).toBe(migrations.length);
    await database.close();
  });

  test("hide from 1.0.0 what it does not know, and run nothing again after it", async () => {
    const database = openDatabase(engine.emptyAddress());
    const steps = [...migrations, later("1.0.0")];
    await migrate(database, { steps });
    expect((await prepareDowngrade(database, "1.0.0", steps)).sort()).toEqual(
      steps.flatMap(({ number, name }): string[] => (number > 7 ? [name] : [])).sort(),
    );
    const [row] = await database.query<{ last: number }>`select max(number) as last from migration`;
    expect(row?.last).toBe(7);
    // Twice is once.
    expect(await prepareDowngrade(database, "1.0.0", steps)).toHaveLength(steps.length - 7);
    expect(await migrate(database, { steps })).toEqual([]);
    const [after] = await database.query<{ last: number }>`select max(number) as last from migration`;
    expect(after?.last).toBe(9_999);
    await database.close();
  });

  test("prepare no downgrade to a release that cannot serve, nor to one that needs none", async () => {
    const database = openDatabase(engine.emptyAddress());
    const steps = [...migrations, later("1.1.0")];
    expect(await rejecting(prepareDowngrade(database, "1.0.0", steps))).toThrow("needs 1.1.0 or later");
    expect(await rejecting(prepareDowngrade(database, "1.1.0", steps))).toThrow("Only a downgrade to 1.0.0");
    const [row] = await database.query<{ last: number }>`select max(number) as last from migration`;
    expect(row?.last).toBe(9_999);
    await database.close();
  });
});

test("steps are numbered without gaps", () => {
  expect(migrations.map((step) => step.number as number)).toEqual(migrations.map((_, i) => i + 1));
});

test.each([
  ["sqlite:data/q.db", "data/q.db"],
  ["sqlite:///var/q.db", "/var/q.db"],
  ["sqlite:/var/q.db", "/var/q.db"],
])("%s is a file", (address, filename) => {
  expect(locate(address)).toEqual({ engine: "sqlite", filename });
});

test.each(["", "mysql://x/y", "sqlite:", "quintet.db", "postgres:", "sqlite:a?b"])(
  "%p is no address of a database, and the refusal does not repeat it",
  (address) => {
    expect(isDatabaseAddress(address)).toBe(false);
    expect(() => locate(address)).toThrow("A database URL is");
  },
);
