import { Problem } from "../kit/problem.ts";
import { type Database, wrapStatements } from "./database.ts";
import { DatabaseError } from "./database-error.ts";
import { migrate } from "./migrate.ts";

/** A database that migrates before the first statement. Each statement tries again: it may be away when the process starts. */
export function migrateOnFirstUse(database: Database): Database {
  let done = false;
  let doing: Promise<void> | undefined;
  const ensure = async (): Promise<void> => {
    doing ??= migrate(database)
      .then(() => {
        done = true;
      })
      .catch((error: unknown) => {
        if (!(error instanceof DatabaseError)) throw error;
        // An older release that starts beside a newer one: its callers are for other replicas.
        throw new Problem("storage-unavailable", "This replica cannot use its database. Try again.", {
          headers: { "Retry-After": "5" },
          cause: error.message,
        });
      })
      .finally(() => {
        doing = undefined;
      });
    return doing;
  };
  const migrated = wrapStatements(database, async (_, statement) => {
    if (!done) await ensure();
    return statement();
  });
  return {
    ...migrated,
    async probe() {
      if (!done) await ensure();
      return database.probe();
    },
  };
}
