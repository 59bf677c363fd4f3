import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { databaseOf } from "../app/services.ts";
import type { Config } from "../config.ts";
import { whole } from "../kit/numbers.ts";
import { UsageError } from "../kit/usage-error.ts";
import { assertExists, assertNotOpen, backUp, restore } from "../store/backup.ts";
import { copyDatabase } from "../store/copy.ts";
import { countRows } from "../store/count-rows.ts";
import type { Database } from "../store/database.ts";
import { DatabaseError } from "../store/database-error.ts";
import { ADDRESSES, isDatabaseAddress, locate } from "../store/location.ts";
import { migrate, prepareDowngrade } from "../store/migrate.ts";
import { readCommand } from "./command-forms.ts";
import { showProgress } from "./progress.ts";
import type { Screen, Terminal } from "./terminal.ts";

/** Usage lines of the commands for the database. */
export const DATABASE_USAGE = `quintet db migrate
quintet db count
quintet db backup FILE
quintet db restore FILE [--force]
quintet db copy FROM TO
quintet db downgrade 1.0.0`;

/** Commands of PostgreSQL to run instead where it is the database. */
const POSTGRES_TOOLS = {
  backup: 'pg_dump --format=custom --no-owner --file=FILE "$DATABASE_URL"',
  restore:
    'pg_restore --clean --if-exists --no-owner --single-transaction --exit-on-error --dbname="$DATABASE_URL" FILE',
} as const;

/** The file of the SQLite database. Throws a `DatabaseError` that names PostgreSQL's own command elsewhere. */
function fileOf(config: Config, command: keyof typeof POSTGRES_TOOLS): string {
  const place = locate(config.databaseUrl);
  if (place.engine === "sqlite") return place.filename;
  throw new DatabaseError(`DATABASE_URL is PostgreSQL: run ${POSTGRES_TOOLS[command]}`);
}

function sourceName(address: string): string {
  const place = locate(address);
  if (place.engine === "sqlite") return resolve(place.filename);
  const { host, pathname } = new URL(place.url);
  return `${host}${pathname}`;
}

/** Copies a database and shows how far it is. SIGINT and SIGTERM end it after the page under way. */
async function copy(
  config: Config,
  from: string,
  to: string,
  screen: Screen,
): Promise<Record<string, number>> {
  const place = locate(from);
  if (place.engine === "sqlite") {
    if (!existsSync(place.filename)) {
      throw new DatabaseError("FROM does not exist. Check its path. Nothing was copied.");
    }
    await assertNotOpen(place.filename);
  }
  const rows = (amount: number) => `${whole(amount)}${screen.isTTY ? "" : " rows"}`;
  const bars = { copy: showProgress(screen, "Copying", rows), check: showProgress(screen, "Checking", rows) };
  const stop = new AbortController();
  const abort = () => stop.abort();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, abort);
  const [source, target] = [databaseOf(config, from), databaseOf(config, to)];
  try {
    const counts = await copyDatabase(source, target, {
      sourceName: sourceName(from),
      signal: stop.signal,
      onProgress(step, done, total) {
        bars[step].to(done, total);
      },
    });
    return counts;
  } finally {
    screen.draw("");
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, abort);
    await Promise.all([source.close(), target.close()]);
  }
}

/** Runs `db migrate`, `db count`, `db backup`, `db restore`, `db copy` or `db downgrade`. Throws a `UsageError` for other words. */
export async function runDatabase(
  config: Config,
  words: readonly string[],
  { output, screen, show }: Terminal,
): Promise<void> {
  const { name, args, flags } = readCommand(DATABASE_USAGE, words);
  const [first = "", second = ""] = args;
  const withDatabase = async <Result>(run: (database: Database) => Promise<Result>): Promise<Result> => {
    const place = locate(config.databaseUrl);
    if (run !== migrate && place.engine === "sqlite") assertExists(place.filename);
    const database = databaseOf(config);
    return run(database).finally(() => database.close());
  };
  if (name === "db migrate") {
    const ran = await withDatabase(migrate);
    output.write(ran.length === 0 ? "The tables are up to date.\n" : `Done: ${ran.join(", ")}\n`);
  } else if (name === "db count") {
    show(await withDatabase(countRows));
  } else if (name === "db downgrade") {
    const hidden = await withDatabase((database) => prepareDowngrade(database, first));
    output.write(`Quintet ${first} can start on this database. Hidden from it: ${hidden.join(", ")}\n`);
  } else if (name === "db backup") {
    show(await backUp(fileOf(config, "backup"), first));
  } else if (name === "db restore") {
    show(await restore(first, fileOf(config, "restore"), flags.has("force")));
  } else {
    if (first === second || !args.every(isDatabaseAddress))
      throw new UsageError(`FROM and TO must be ${ADDRESSES}`);
    show(await copy(config, first, second, screen));
  }
}
