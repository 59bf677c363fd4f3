import type { Database, DatabaseOptions } from "./database.ts";
import { locate } from "./location.ts";
import { openPostgres } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";

/** Opens a database by its address. Nothing is connected before the first statement; each statement tries again. */
export function openDatabase(address: string, options: DatabaseOptions = {}): Database {
  const location = locate(address);
  if (location.engine === "sqlite") return openSqlite(location.filename);
  return openPostgres(location, options);
}
