import type { Database, DatabaseOptions } from "./database.ts";
import { locate } from "./location.ts";
import { openPostgres } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";

/**
 * Opens a database by its address (`locate` says which are known). Nothing is connected yet on PostgreSQL:
 * a server that is down shows with the first statement, as `storage-unavailable`, and each statement tries again.
 */
export function openDatabase(address: string, options: DatabaseOptions = {}): Database {
  const location = locate(address);
  if (location.engine === "sqlite") return openSqlite(location.filename);
  return openPostgres(location, options);
}
