import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rejectionOf } from "../../test/helpers/rejection.ts";
import { temporaryFolder } from "../../test/helpers/temporary-folder.ts";
import { backUp, restore } from "./backup.ts";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";

const folder = temporaryFolder();
let umask = 0;
beforeAll(() => {
  umask = process.umask(0o022);
});
afterAll(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true });
});

const modes = (of: string) =>
  Object.fromEntries(
    readdirSync(of).map((name) => [name, (statSync(join(of, name)).mode & 0o777).toString(8)]),
  );

/** A folder that others may read, as an operator may have made it. */
function openFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { mode: 0o755 });
  return path;
}

test("a database, its log and its index are their owner's alone in a folder that others may read", async () => {
  const path = openFolder("new");
  const database = openDatabase(`sqlite:${join(path, "quintet.db")}`);
  await migrate(database);
  expect(modes(path)).toEqual({ "quintet.db": "600", "quintet.db-shm": "600", "quintet.db-wal": "600" });
  await database.close();
});

test("one that an earlier release made for all to read becomes private when it is opened", async () => {
  const path = openFolder("old");
  const file = join(path, "quintet.db");
  const first = openDatabase(`sqlite:${file}`);
  await migrate(first);
  for (const name of readdirSync(path)) chmodSync(join(path, name), 0o644);
  const second = openDatabase(`sqlite:${file}`);
  await second.query`select 1`;
  expect(modes(path)).toEqual({ "quintet.db": "600", "quintet.db-shm": "600", "quintet.db-wal": "600" });
  await Promise.all([first.close(), second.close()]);
});

test("a file or folder that is no database keeps its mode and its bytes", async () => {
  const path = openFolder("foreign");
  const database = openDatabase(`sqlite:${path}`);
  expect(await rejectionOf(database.query`select 1`)).toMatchObject({ code: "storage-unavailable" });
  await database.close();
  expect(modes(folder).foreign).toBe("755");
  const file = join(path, "passwd");
  writeFileSync(file, "root:x:0:0:root:/root:/bin/bash\n".repeat(40), { mode: 0o644 });
  const before = readFileSync(file, "utf8");
  const other = openDatabase(`sqlite:${file}`);
  expect(await rejectionOf(other.query`select 1`)).toMatchObject({ code: "storage-unavailable" });
  await other.close();
  expect(modes(path)).toEqual({ passwd: "644" });
  expect(readFileSync(file, "utf8")).toBe(before);
});

test("a folder that Quintet makes is its owner's alone", async () => {
  const database = openDatabase(`sqlite:${join(folder, "made", "inside", "quintet.db")}`);
  await database.query`select 1`;
  expect(modes(folder).made).toBe("700");
  expect(modes(join(folder, "made"))).toEqual({ inside: "700" });
  await database.close();
});

test("backups, what is restored of one that all may read, and what is replaced by it", async () => {
  const path = openFolder("backup");
  const file = join(path, "quintet.db");
  const database = openDatabase(`sqlite:${file}`);
  await migrate(database);
  await database.close();
  await backUp(file, join(path, "copy.db"));
  expect(modes(path)["copy.db"]).toBe("600");
  for (const name of ["copy.db", "quintet.db"]) chmodSync(join(path, name), 0o644);
  await restore(join(path, "copy.db"), file, true);
  expect(modes(path)).toEqual({ "copy.db": "644", "quintet.db": "600", "quintet.db.replaced": "600" });
  writeFileSync(`${file}-wal`, "left behind by a damaged database", { mode: 0o644 });
  writeFileSync(file, "no database any more".repeat(500), { mode: 0o644 });
  await restore(join(path, "copy.db"), file, true);
  expect(modes(path)["quintet.db.replaced-2"]).toBe("600");
  expect(modes(path)["quintet.db.replaced-2-wal"]).toBe("600");
});
