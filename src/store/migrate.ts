import { VERSION } from "../kit/version.ts";
import type { Database, Query } from "./database.ts";
import { DatabaseError } from "./database-error.ts";
import { isLockTimeout } from "./failure.ts";
import { type Migration, migrations } from "./migrations.ts";

/** The key of the advisory lock that keeps two replicas from migrating at once: any number that is ours. */
const LOCK = 7_117_853;
/** Others may be migrating before us. In milliseconds. */
const DEADLINE_MS = 60_000;
/** How long a step may wait for a table that is being read, in milliseconds: later statements on it wait behind the step. */
const TABLE_LOCK_MS = 2_000;
const PAUSE_MS = 1_000;

/** The release that starts only on the steps that it knows, and how many those are. Later ones go by `oldestRelease`. */
const FIRST = { release: "1.0.0", steps: 7 } as const;

/** One step that a database has had. */
export interface AppliedMigration {
  readonly number: number;
  /** The oldest release that can serve after it; null where the program that ran the step did not record it. */
  readonly oldestRelease: string | null;
}

interface MigrateOptions {
  now?(): number;
  /** For tests: other steps than those of this release. */
  readonly steps?: readonly Migration[];
  /** For tests: another release than this one. */
  readonly release?: string;
  /** Also rejects unknown steps after which this release can serve: for programs that must know every table. */
  readonly onlyKnown?: boolean;
}

/** The applied steps that `release` does not know and that need a newer one or do not say which. */
export function stepsTooNew(
  applied: readonly AppliedMigration[],
  steps: readonly Migration[] = migrations,
  release: string = VERSION,
): AppliedMigration[] {
  const known = new Set(steps.map(({ number }) => number));
  return applied.filter(
    ({ number, oldestRelease }) =>
      !known.has(number) && (oldestRelease === null || Bun.semver.order(oldestRelease, release) > 0),
  );
}

function statements(sql: string): string[] {
  return sql.split(";").filter((statement) => statement.trim() !== "");
}

async function prepare(database: Database, query: Query): Promise<void> {
  if (database.engine === "postgresql") {
    await query`select pg_advisory_xact_lock(${LOCK})`;
    await query`select set_config('lock_timeout', ${`${TABLE_LOCK_MS}ms`}, true)`;
  }
  await query`create table if not exists migration (number integer primary key, name text not null, applied_at text not null)`;
  // A table of its own: a column would lock the table against a pg_dump, and 1.0.0 reads every row of the other.
  await query`
    create table if not exists migration_release (
      number integer primary key, name text not null, applied_at text not null, oldest_release text not null)`;
}

async function appliedIn(query: Query): Promise<AppliedMigration[]> {
  const rows = await query<{ number: number; oldest_release: string | null }>`
    select migration.number, oldest_release
    from migration left join migration_release on migration_release.number = migration.number`;
  return rows.map(({ number, oldest_release }) => ({ number, oldestRelease: oldest_release }));
}

async function attempt(database: Database, options: MigrateOptions) {
  const { now = Date.now, release = VERSION } = options;
  const steps: readonly Migration[] = options.steps ?? migrations;
  return database.transaction(async (query, script) => {
    await prepare(database, query);
    // Steps that `prepareDowngrade` hid from 1.0.0 have run all the same.
    await query`
      insert into migration (number, name, applied_at)
      select number, name, applied_at from migration_release where number not in (select number from migration)`;
    const applied = await appliedIn(query);
    const [tooNew] = stepsTooNew(applied, steps, options.onlyKnown === true ? "0.0.0" : release);
    if (tooNew !== undefined) {
      throw new DatabaseError(
        tooNew.oldestRelease === null || options.onlyKnown === true
          ? "The database was made by a newer Quintet. Run that release, or use another database."
          : `The database was made by a newer Quintet: run ${tooNew.oldestRelease} or later, or another database.`,
      );
    }
    const done = new Map(applied.map((step) => [step.number, step]));
    const ran: string[] = [];
    for (const { number, name, oldestRelease, sql, engine } of steps) {
      const before = done.get(number);
      const at = new Date(now()).toISOString();
      if (before === undefined) {
        const own = engine?.[database.engine] ?? [];
        for (const statement of [...statements(sql), ...own]) await script(statement);
        await query`insert into migration (number, name, applied_at) values (${number}, ${name}, ${at})`;
        ran.push(name);
      }
      if (before === undefined || before.oldestRelease === null) {
        await query`
          insert into migration_release (number, name, applied_at, oldest_release)
          values (${number}, ${name}, ${at}, ${oldestRelease})`;
      }
    }
    return ran;
  }, DEADLINE_MS);
}

async function untilUnlocked<T>(run: () => Promise<T>): Promise<T> {
  const until = performance.now() + DEADLINE_MS;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() > until) throw error;
      await Bun.sleep(PAUSE_MS);
    }
  }
}

/**
 * Runs what `migrations` lists and this database has not had, in one transaction, and returns its names. Any number of
 * processes may call it while others serve: it waits for a table for `TABLE_LOCK_MS` at a time, for a minute. Throws a
 * `DatabaseError` for steps of a newer release that this one cannot serve after.
 */
export async function migrate(database: Database, options: MigrateOptions = {}): Promise<string[]> {
  return untilUnlocked(() => attempt(database, options));
}

/**
 * Hides the steps that release 1.0.0 does not know, and returns their names; `migrate` shows them again. Throws a
 * `DatabaseError` where 1.0.0 cannot serve, and for another release.
 */
export async function prepareDowngrade(
  database: Database,
  release: string,
  steps: readonly Migration[] = migrations,
): Promise<string[]> {
  if (release !== FIRST.release) {
    throw new DatabaseError(
      `Only a downgrade to ${FIRST.release} needs this command. Start the other release: it accepts this database, or says which release it needs.`,
    );
  }
  await migrate(database, { steps });
  return untilUnlocked(() =>
    database.transaction(async (query) => {
      await prepare(database, query);
      const [tooNew] = stepsTooNew(
        await appliedIn(query),
        steps.filter(({ number }) => number <= FIRST.steps),
        release,
      );
      if (tooNew !== undefined) {
        throw new DatabaseError(
          `${release} cannot serve on this database, which needs ${tooNew.oldestRelease ?? "a newer release"} or later. Restore a backup from before the upgrade.`,
        );
      }
      const hidden = await query<{ name: string }>`
        delete from migration where number > ${FIRST.steps} returning name`;
      return hidden.map(({ name }) => name);
    }, DEADLINE_MS),
  );
}
