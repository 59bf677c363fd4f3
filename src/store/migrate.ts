import type { Database } from "./database.ts";
import { isLockTimeout } from "./failure.ts";
import { migrations } from "./migrations.ts";
import { DatabaseRefusal } from "./refusal.ts";

/** The key of the advisory lock that keeps two replicas from migrating at once: any number that is ours. */
const LOCK = 7_117_853;
/** Others may be migrating before us. In milliseconds. */
const DEADLINE_MS = 60_000;
/**
 * How long a step may wait for a table that somebody reads, such as a pg_dump: whoever comes after it to the
 * same table, and be it only to read, waits behind it. In milliseconds, well under a statement's own deadline.
 */
const TABLE_LOCK_MS = 2_000;
/** How long others have the table for themselves before the next attempt. */
const PAUSE_MS = 1_000;

/**
 * One step: its number, its name, and statements for both engines that are separated by semicolons. `engine` lists
 * the statements after them that only one engine understands, each a text of its own.
 */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  readonly engine?: Readonly<Record<Database["engine"], readonly string[]>>;
}

export interface MigrateOptions {
  now?(): number;
  /** For tests: other steps than those of this release. */
  readonly steps?: readonly Migration[];
}

/** Splits at semicolons: no statement of a migration holds one inside. */
function statements(sql: string): string[] {
  return sql.split(";").filter((statement) => statement.trim() !== "");
}

async function attempt(database: Database, { now = Date.now, steps = migrations }: MigrateOptions) {
  return database.transaction(async (query, script) => {
    if (database.engine === "postgresql") {
      await query`select pg_advisory_xact_lock(${LOCK})`;
      await query`select set_config('lock_timeout', ${`${TABLE_LOCK_MS}ms`}, true)`;
    }
    await query`create table if not exists migration (number integer primary key, name text not null, applied_at text not null)`;
    const rows = await query<{ number: number }>`select number from migration`;
    const done = new Set(rows.map((row) => row.number));
    const known = new Set<number>(steps.map((step) => step.number));
    if (![...done].every((number) => known.has(number))) {
      throw new DatabaseRefusal(
        "The database was made by a newer Quintet: run that one, or another database.",
      );
    }
    const ran: string[] = [];
    for (const { number, name, sql, engine } of steps) {
      if (done.has(number)) continue;
      const own = engine?.[database.engine] ?? [];
      for (const statement of [...statements(sql), ...own]) await script(statement);
      await query`insert into migration (number, name, applied_at) values (${number}, ${name}, ${new Date(now()).toISOString()})`;
      ran.push(name);
    }
    return ran;
  }, DEADLINE_MS);
}

/**
 * Brings the tables up to date: runs what `migrations` lists and this database has not had, in order, all
 * in one transaction. Returns the names of those that ran. Any number of processes may call it at once, and
 * others may serve meanwhile: on PostgreSQL it waits for a table for at most `TABLE_LOCK_MS` at a time, and
 * tries again for a minute. A database that is newer than this program is refused with a `DatabaseRefusal`.
 */
export async function migrate(database: Database, options: MigrateOptions = {}): Promise<string[]> {
  const until = performance.now() + DEADLINE_MS;
  for (;;) {
    try {
      return await attempt(database, options);
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() > until) throw error;
      await Bun.sleep(PAUSE_MS);
    }
  }
}
