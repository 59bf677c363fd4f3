import { chmodSync, closeSync, openSync } from "node:fs";

/** Suffixes of the files that SQLite creates beside a database, with the mode of the database. */
const COMPANIONS = ["", "-wal", "-shm", "-journal"];

const OWNER_ONLY = 0o600;

function isOneOf(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

/** Makes a database and its companions private. Files are not opened: closing one would release the locks of SQLite on it. */
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
