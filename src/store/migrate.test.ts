import { describe, expect, test } from "bun:test";
import { engines } from "../../test/engines.ts";
import { inProcesses } from "../../test/processes.ts";
import { openDatabase } from "./database.ts";
import { isDatabaseAddress, locate } from "./location.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";

describe.each(engines)("migrations on $name", (engine) => {
  test("run once, however many processes start together", async () => {
    const address = engine.address();
    const ran = await inProcesses<string[]>(4, "migrate.ts", address);
    expect(ran.flat().sort()).toEqual(migrations.map((step): string => step.name).sort());
    const database = openDatabase(address);
    expect(await migrate(database)).toEqual([]);
    await database.close();
  });

  test("refuse a database of a newer program", async () => {
    const database = openDatabase(engine.address());
    await migrate(database);
    await database.query`insert into migration (number, name, applied_at) values (9999, 'later', '')`;
    await expect(migrate(database)).rejects.toThrow("newer Quintet");
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
    expect(() => locate(address)).toThrow("A database address is");
  },
);
