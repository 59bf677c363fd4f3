import { existsSync } from "node:fs";
import { UsageError } from "../cli/usage-error.ts";
import type { Config } from "../config.ts";
import { CopyError, copyDatabase } from "../store/copy.ts";
import { ADDRESSES, isDatabaseAddress, locate } from "../store/location.ts";
import { migrate } from "../store/migrate.ts";
import { databaseOf } from "./accounts.ts";

/** How the commands for the database are written. */
export const DATABASE_USAGE = "quintet db migrate\nquintet db copy FROM TO";

/** Runs `db migrate` or `db copy FROM TO`. Throws a `UsageError` for other words. */
export async function runDatabase(
  config: Config,
  words: readonly string[],
  print: (text: string) => void,
): Promise<void> {
  const [command, from = "", to = "", ...more] = words;
  if (command === "migrate" && words.length === 1) {
    const database = databaseOf(config);
    const ran = await migrate(database);
    await database.close();
    print(ran.length === 0 ? "The tables are up to date.\n" : `Done: ${ran.join(", ")}\n`);
  } else if (
    command === "copy" &&
    more.length === 0 &&
    from !== to &&
    [from, to].every((address) => isDatabaseAddress(address))
  ) {
    const place = locate(from);
    if (place.engine === "sqlite" && !existsSync(place.filename)) {
      throw new CopyError("There is no file at FROM: nothing was copied.");
    }
    const [source, target] = [databaseOf(config, from), databaseOf(config, to)];
    try {
      print(`${JSON.stringify(await copyDatabase(source, target), undefined, 2)}\n`);
    } finally {
      await Promise.all([source.close(), target.close()]);
    }
  } else {
    throw new UsageError(`${DATABASE_USAGE}, each ${ADDRESSES}`);
  }
}
