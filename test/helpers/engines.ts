import { copyFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../src/store/database.ts";
import { migrate } from "../../src/store/migrate.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { afterwards } from "./afterwards.ts";
import { CONNECTIONS } from "./connections.ts";
import { isNightly } from "./nightly.ts";
import { hasBouncer, hasPostgres, sharedCluster } from "./postgres.ts";
import { folderInMemory, runFolder, temporaryFolder } from "./temporary-folder.ts";

/** An engine to run a test on. */
export interface Engine {
  readonly name: "sqlite" | "postgresql";
  /** A new database without rows. It has its tables already where the run has made a template. */
  address(): string;
  /** A new database without tables, as an installation begins with. */
  emptyAddress(): string;
}

/** Variables that name the templates of a run: databases with their tables. Copying one is faster than migrating. */
const TEMPLATES = { sqlite: "TEST_SQLITE_TEMPLATE", postgresql: "TEST_POSTGRES_TEMPLATE" } as const;

/** The variable that names the folder of the SQLite files of a run. */
const FOLDER = "TEST_SQLITE_FOLDER";
/** Memory that this folder must find free: a run has some hundred files of 1 MB. */
const MEMORY_FREE_BYTES = 4e9;

let ownFolder: string | undefined;

/**
 * The folder of the SQLite files of this run, in memory where there is enough of it. On a disk, opening and closing a file
 * takes four times the CPU time, and some 50 ms in which the process stands still.
 */
function sqliteFolder(): string {
  const given = process.env[FOLDER];
  if (given !== undefined) return given;
  if (ownFolder === undefined) {
    ownFolder = folderInMemory(MEMORY_FREE_BYTES);
    if (ownFolder === undefined) ownFolder = runFolder();
    else afterwards('rm -rf "$1"', ownFolder);
  }
  return ownFolder;
}

const newFile = () => join(temporaryFolder(sqliteFolder()), "quintet.db");
/** The engine of tests that are about other parts. */
export const sqlite: Engine = {
  name: "sqlite",
  address() {
    const [template, file] = [process.env[TEMPLATES.sqlite], newFile()];
    if (template !== undefined) copyFileSync(template, file);
    return `sqlite:${file}`;
  },
  emptyAddress: () => `sqlite:${newFile()}`,
};
const postgresql: Engine = {
  name: "postgresql",
  address: () => sharedCluster().database(process.env[TEMPLATES.postgresql]),
  emptyAddress: () => sharedCluster().database(),
};

/**
 * The engines that tests run on: those of `TEST_ENGINES` ("sqlite" for `npm test`, "postgresql" where
 * `npm run test:system` repeats them), and without it every engine that is installed.
 */
export const engines: Engine[] = [
  ...(process.env.TEST_ENGINES === "postgresql" ? [] : [sqlite]),
  ...(hasPostgres ? [postgresql] : []),
];

/**
 * The engine of system tests of parts that other tests prove on each engine: PostgreSQL, where there is one, because its
 * server and the commands share it as in an installation. In the full form, every engine.
 */
export const oneEngine: Engine[] = isNightly ? engines : engines.slice(-1);

/**
 * The engines of tests whose subject is not SQL, such as pages and contracts: `growth.test.ts` has PostgreSQL explain each of
 * their statements. Only the full form runs them on PostgreSQL.
 */
export const nightlyEngines: Engine[] = isNightly ? engines : engines.filter(({ name }) => name === "sqlite");

/** The engines of system tests that also run through PgBouncer: in the short form, PostgreSQL is tested behind it alone. */
export const besideBouncer: Engine[] = isNightly || !hasBouncer ? engines : engines.slice(0, 1);

/** Makes a template for each engine; returns the variables that name them and the folder of SQLite files, for the processes of a run. */
export async function makeTemplates(): Promise<Record<string, string>> {
  const made: Record<string, string> = { [FOLDER]: sqliteFolder() };
  for (const { name, emptyAddress } of engines) {
    const address = emptyAddress();
    const database = openDatabase(address);
    await migrate(database);
    await database.close();
    made[TEMPLATES[name]] =
      name === "sqlite" ? address.slice("sqlite:".length) : new URL(address).pathname.slice(1);
  }
  return made;
}

/** A new database with its tables; it closes with `await using` or by hand. */
export async function newDatabase(engine: Pick<Engine, "address">): Promise<Database & AsyncDisposable> {
  const database = openDatabase(engine.address(), { connections: CONNECTIONS });
  await migrate(database);
  return Object.assign(database, { [Symbol.asyncDispose]: () => database.close() });
}
