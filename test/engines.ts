import { join } from "node:path";
import type { Database } from "../src/store/database.ts";
import { migrate } from "../src/store/migrate.ts";
import { openDatabase } from "../src/store/open-database.ts";
import { hasPostgres, sharedCluster } from "./postgres.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** An engine to run a test on: `address` makes a new, empty database. */
export interface Engine {
  readonly name: "sqlite" | "postgresql";
  address(): string;
}

const sqlite: Engine = {
  name: "sqlite",
  address: () => `sqlite:${join(temporaryFolder(), "quintet.db")}`,
};
const postgresql: Engine = { name: "postgresql", address: () => sharedCluster().database() };

/**
 * The engines that tests run on: those of `TEST_ENGINES` ("sqlite" for `npm test`, "postgresql" where
 * `npm run test:system` repeats them), and without it every engine that is installed.
 */
export const engines: Engine[] = [
  ...(process.env.TEST_ENGINES === "postgresql" ? [] : [sqlite]),
  ...(hasPostgres ? [postgresql] : []),
];

/** A new database with its tables; it closes with `await using` or by hand. */
export async function newDatabase(engine: Engine): Promise<Database & AsyncDisposable> {
  const database = openDatabase(engine.address());
  await migrate(database);
  return Object.assign(database, { [Symbol.asyncDispose]: () => database.close() });
}
