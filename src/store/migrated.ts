import type { Database, Query } from "./database.ts";
import { migrate } from "./migrate.ts";

/**
 * A database that brings its tables up to date before the first statement. One that is away when the
 * process starts is no reason not to start: each statement tries anew.
 */
export function migrated(database: Database): Database {
  let done = false;
  let doing: Promise<void> | undefined;
  const ensure = async (): Promise<void> => {
    doing ??= migrate(database)
      .then(() => {
        done = true;
      })
      .finally(() => {
        doing = undefined;
      });
    return doing;
  };
  const after = (run: Query): Query => {
    return async (text, ...values) => {
      if (!done) await ensure();
      return run(text, ...values);
    };
  };
  return {
    ...database,
    query: after(database.query),
    count: after(database.count),
    async transaction(statements, deadlineMs) {
      if (!done) await ensure();
      return database.transaction(statements, deadlineMs);
    },
  };
}
