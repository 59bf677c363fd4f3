import { chmodSync, closeSync, openSync } from "node:fs";

/** Suffixes of the files that SQLite creates beside a database, with the mode of the database. */
const COMPANIONS = ["", "-wal", "-shm", "-journal"];

const OWNER_ONLY = 0o600;

function isOneOf(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

/**
 * Makes a database and its accompanying files readable and writable only for their owner, because they contain
 * email addresses. Files of another user do not change, because only that user or root can change them. Files
 * are not opened: closing one would release the locks that SQLite has on it in this process.
 */
export function makePrivate(filename: string): void {
  for (const path of COMPANIONS.map((companion) => filename + companion)) {
    try {
      chmodSync(path, OWNER_ONLY);
    } catch (error) {
      if (!isOneOf(error, "ENOENT", "EPERM")) throw error;
    }
  }
}

/** Creates an empty database that only its owner may open, if there is no file of this name. */
export function createPrivate(filename: string): void {
  try {
    closeSync(openSync(filename, "wx", OWNER_ONLY));
  } catch (error) {
    if (!isOneOf(error, "EEXIST")) throw error;
  }
}
