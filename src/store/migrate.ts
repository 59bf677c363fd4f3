import type { Database } from "./database.ts";
import { migrations } from "./migrations.ts";

/** The key of the advisory lock that keeps two replicas from migrating at once: any number that is ours. */
const LOCK = 7_117_853;
/** Others may be migrating before us. In milliseconds. */
const DEADLINE_MS = 60_000;

/** Splits at semicolons: no statement of a migration holds one inside. */
function statements(sql: string): string[] {
  return sql.split(";").filter((statement) => statement.trim() !== "");
}

/**
 * Brings the tables up to date: runs what `migrations` lists and this database has not had, in order, all
 * in one transaction. Returns the names of those that ran. Any number of processes may call it at once; a
 * database that is newer than this program is refused.
 */
export async function migrate(database: Database, now: () => number = Date.now): Promise<string[]> {
  return database.transaction(async (query, script) => {
    if (database.engine === "postgresql") await query`select pg_advisory_xact_lock(${LOCK})`;
    await query`create table if not exists migration (number integer primary key, name text not null, applied_at text not null)`;
    const rows = await query<{ number: number }>`select number from migration`;
    const done = new Set(rows.map((row) => row.number));
    const known = new Set<number>(migrations.map((migration) => migration.number));
    if (![...done].every((number) => known.has(number))) {
      throw new Error("The database was made by a newer Quintet: run that one, or another database");
    }
    const ran: string[] = [];
    for (const { number, name, sql } of migrations) {
      if (done.has(number)) continue;
      for (const statement of statements(sql)) await script(statement);
      await query`insert into migration (number, name, applied_at) values (${number}, ${name}, ${new Date(now()).toISOString()})`;
      ran.push(name);
    }
    return ran;
  }, DEADLINE_MS);
}
