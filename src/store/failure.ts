import { Problem } from "../kit/problem.ts";

function codeOf(error: unknown): string {
  const { code, errno } = error as { code?: unknown; errno?: unknown };
  return `${typeof code === "string" ? code : ""} ${typeof errno === "string" ? errno : ""}`;
}

/**
 * What makes a database absent rather than a statement wrong: lost or refused connections, a server that
 * starts or stops (PostgreSQL classes 08, 53, 57P) or does not let us in or write (28, 3D, 25006 after a failover, 42501),
 * a file that another process has locked too long, or that is damaged.
 */
const ABSENT =
  /ERR_POSTGRES_(?:CONNECTION|IDLE|LIFETIME|TLS|AUTH)|ECONN|ETIMEDOUT|EPIPE|ENOENT|EACCES|EROFS|ENOSPC|SQLITE_(?:BUSY|LOCKED|IOERR|FULL|CANTOPEN|READONLY|CORRUPT|NOTADB)|\b(?:08|28|3D|53)\w{3}|\b57P\w\w|\b(?:25006|42501)\b/;

/**
 * What ends a transaction of counters that had to wait: deadlines of the server (55P03, 57014, 25P03), deadlocks
 * and conflicts (class 40).
 */
const DELAYED = /\b(?:55P03|57014|25P03|40\w{3})\b/;

/** A transaction whose commit was sent and not answered: it was applied, or it was not. */
export class OutcomeUnknown extends Error {
  override readonly name = "OutcomeUnknown";
  /** What to tell the caller. */
  readonly problem: unknown;

  constructor(error: unknown) {
    super("the commit was not answered");
    this.problem = unavailable(error);
  }
}

/** Whether a transaction of counters was ended by the database because it had to wait. */
export function isDelayed(error: unknown): boolean {
  return DELAYED.test(codeOf(error));
}

/**
 * Turns the failure of an absent database into the `storage-unavailable` problem; other errors are given
 * back as they came, since they are mistakes of ours or refusals of a caller's own.
 */
export function unavailable(error: unknown): unknown {
  if (error instanceof Problem) return error;
  const late = error instanceof Error && error.message === "the database did not answer in time";
  if (!late && !ABSENT.test(codeOf(error))) return error;
  return noAnswer(error);
}

/** The `storage-unavailable` problem, whatever the error was. */
export function noAnswer(error: unknown): Problem {
  return new Problem("storage-unavailable", "The database does not answer now. Try again in a few seconds.", {
    headers: { "Retry-After": "5" },
    // In one line, for the log: the stack of a lost connection says nothing.
    cause: `${codeOf(error).trim()} ${error instanceof Error ? error.message : ""}`.trim(),
  });
}

/** Whether a statement was refused because its row is there already. */
export function isDuplicate(error: unknown): boolean {
  return /SQLITE_CONSTRAINT_(?:PRIMARYKEY|UNIQUE)|\b23505\b/.test(codeOf(error));
}

/** Whether another process has the SQLite file locked at this moment. */
export function isBusy(error: unknown): boolean {
  return /SQLITE_BUSY/.test(codeOf(error));
}

/** Whether a SQLite file cannot be read as a database. */
export function isDamaged(error: unknown): boolean {
  return /SQLITE_(?:CORRUPT|NOTADB)/.test(codeOf(error));
}

/** Whether a statement gave up waiting for a table or a row that another transaction has (PostgreSQL 55P03). */
export function isLockTimeout(error: unknown): boolean {
  return /\b55P03\b/.test(codeOf(error));
}
