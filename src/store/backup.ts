import {
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseError } from "./database-error.ts";
import { isBusy, isDamaged } from "./failure.ts";
import { type AppliedMigration, stepsTooNew } from "./migrate.ts";
import { makePrivate } from "./private-file.ts";

/** Throws a `DatabaseError` without a file at `filename`: the commands that read it would make an empty one. */
export function assertExists(filename: string): void {
  if (existsSync(filename)) return;
  throw new DatabaseError(
    `There is no database at ${resolve(filename)}. Set DATA_DIR or DATABASE_URL as your server has it, or start the server first.`,
  );
}

const WAIT_MS = 5_000;

/** A backup that was made or restored. */
export interface Backup {
  readonly file: string;
  readonly bytes: number;
  readonly migration: number;
  /** Restored over a database: where that one is now. */
  readonly replaced?: string;
}

async function onFile<T>(filename: string, use: (sql: Bun.SQL) => Promise<T>): Promise<T> {
  const sql = new Bun.SQL({ adapter: "sqlite", filename, create: false, readwrite: true });
  try {
    await sql.unsafe(`pragma busy_timeout = ${WAIT_MS}`);
    return await use(sql);
  } finally {
    await sql.close();
  }
}

const words = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function appliedIn(sql: Bun.SQL): Promise<AppliedMigration[]> {
  const [recorded] = await sql.unsafe("select 1 from sqlite_master where name = 'migration_release'");
  const rows: { number: number; oldestRelease: string | null }[] = await sql.unsafe(
    recorded === undefined
      ? "select number, null as oldestRelease from migration"
      : "select migration.number, oldest_release as oldestRelease from migration left join migration_release using (number)",
  );
  return rows;
}

/** Reads every page of a file and returns the migration step of its tables. Throws if it is no complete database. */
async function examine(filename: string, called: string): Promise<number> {
  return onFile(filename, async (sql) => {
    const found: { integrity_check: string }[] = await sql.unsafe("pragma integrity_check(1)");
    const orphans: unknown[] = await sql.unsafe("pragma foreign_key_check");
    if (found[0]?.integrity_check !== "ok" || orphans.length > 0) {
      throw new DatabaseError(`${called} is damaged: it fails SQLite's integrity_check. Use another backup.`);
    }
    const tables: unknown[] = await sql.unsafe("select 1 from sqlite_master where name = 'migration'");
    if (tables.length === 0)
      throw new DatabaseError(
        `${called} is a database, but not of Quintet. Name a backup that quintet db backup made.`,
      );
    const applied = await appliedIn(sql);
    if (stepsTooNew(applied).length > 0) {
      throw new DatabaseError(`${called} was made by a newer Quintet. Run that release.`);
    }
    return Math.max(0, ...applied.map(({ number }) => number));
  }).catch((error: unknown) => {
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(`${called} is not a complete SQLite database: ${words(error)}.`);
  });
}

function flush(path: string): void {
  const handle = openSync(path, "r");
  fsyncSync(handle);
  closeSync(handle);
}

/** Makes a file under a name of the moment, and gives it its own when it is whole; else nothing stays behind. */
async function inPart<T>(file: string, write: (part: string) => Promise<T>): Promise<T> {
  const part = `${file}.${process.pid}.part`;
  try {
    // Made beforehand, because it holds email addresses: for its owner alone.
    closeSync(openSync(part, "wx", 0o600));
    const result = await write(part);
    flush(part);
    renameSync(part, file);
    flush(dirname(resolve(file)));
    return result;
  } catch (error) {
    for (const left of ["", "-journal", "-wal", "-shm"]) rmSync(part + left, { force: true });
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(`${file} cannot be written: ${words(error)}.`);
  }
}

/**
 * Writes a snapshot of an SQLite database while servers write, with every acknowledged charge. `file` appears complete and
 * checked, and overwrites nothing. Throws a `DatabaseError`.
 */
export async function backUp(filename: string, file: string): Promise<Backup> {
  assertExists(filename);
  if (existsSync(file)) throw new DatabaseError(`${file} already exists. Name a new file.`);
  const migration = await inPart(file, async (part) => {
    await onFile(filename, (sql) => sql.unsafe("vacuum into $1", [part])).catch((error: unknown) => {
      throw isDamaged(error) ? new DatabaseError(`${filename} is damaged: ${words(error)}.`) : error;
    });
    return examine(part, "The copy");
  });
  return { file, bytes: statSync(file).size, migration };
}

/** Runs statements that need a file for themselves. Throws a `DatabaseError` while a process has it open. */
async function runAlone(sql: Bun.SQL, filename: string, ...statements: readonly string[]): Promise<void> {
  try {
    for (const one of ["pragma locking_mode = exclusive", ...statements]) await sql.unsafe(one);
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new DatabaseError(`A process of Quintet has ${filename} open. Stop it first.`);
  }
}

/** Throws a `DatabaseError` if a process has the SQLite database at `filename` open. Changes nothing. */
export async function assertNotOpen(filename: string): Promise<void> {
  await onFile(filename, (sql) => runAlone(sql, filename, "begin exclusive", "rollback"));
}

/** The new name of a database that is replaced, in the same folder. It is not used yet. */
function asideOf(filename: string): string {
  const first = `${filename}.replaced`;
  for (let number = 1; ; number++) {
    const aside = number === 1 ? first : `${first}-${number}`;
    if (!existsSync(aside)) return aside;
  }
}

/** Renames the database and its log. Throws while any process has it open: changing the mode needs an exclusive lock. */
async function setAside(filename: string, aside: string): Promise<void> {
  if (existsSync(filename)) {
    await onFile(filename, async (sql) => {
      await runAlone(sql, filename, "pragma journal_mode = delete", "begin exclusive").catch((error) => {
        // Damaged beyond opening: that is what the backup is for.
        if (!isDamaged(error)) throw error;
      });
      renameSync(filename, aside);
    });
  }
  // A log without its database would be taken for that of the next one; of a damaged one it is all that may be left.
  for (const log of ["-wal", "-journal"]) {
    if (existsSync(filename + log)) renameSync(filename + log, aside + log);
  }
  rmSync(`${filename}-shm`, { force: true });
  makePrivate(aside);
}

/** Replaces an SQLite database with a checked backup; `force` keeps one with rows by another name. Throws a `DatabaseError`. */
export async function restore(file: string, filename: string, force: boolean): Promise<Backup> {
  if (!existsSync(file)) throw new DatabaseError(`File not found: ${file}`);
  if (existsSync(`${file}-wal`)) {
    throw new DatabaseError(`${file} has a write-ahead log, so it is a database in use, not a backup.`);
  }
  const present = existsSync(filename);
  if (present && realpathSync(file) === realpathSync(filename)) {
    throw new DatabaseError(`${file} is the database itself.`);
  }
  const aside = asideOf(filename);
  if (present && !force) {
    throw new DatabaseError(
      `There is a database at ${filename}. Use --force to replace it and keep it as ${aside}.`,
    );
  }
  mkdirSync(dirname(filename), { recursive: true, mode: 0o700 });
  const migration = await inPart(filename, async (part) => {
    copyFileSync(file, part);
    makePrivate(part);
    const number = await examine(part, file);
    // The user who restores may be root; the one who serves is not.
    if (process.getuid?.() === 0) {
      const { uid, gid } = statSync(present ? filename : dirname(resolve(filename)));
      chownSync(part, uid, gid);
    }
    flush(part);
    await setAside(filename, aside);
    return number;
  });
  return { file: filename, bytes: statSync(filename).size, migration, ...(present && { replaced: aside }) };
}
