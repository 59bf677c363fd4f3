import { open, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "./database.ts";

/** The bytes that a folder must be able to store: more than one transaction writes. */
const ROOM_BYTES = 256 * 1024;
const PIECE = new Uint8Array(32 * 1024);

/** A row of its own for each process: two that insert the same key would wait for each other. */
const ACCOUNT = `readiness-${crypto.randomUUID()}`;

const rollBack = new Error("the probe is rolled back");

/** Inserts a counter and rolls it back: what every charge needs. Rejects with the database's error. */
export async function tryToCount(transaction: Database["countTogether"]): Promise<void> {
  try {
    await transaction(async (query) => {
      await query`insert into usage (account, plan, meter, period, used) values (${ACCOUNT}, '', '', '', 0)`;
      throw rollBack;
    });
  } catch (error) {
    if (error !== rollBack) throw error;
  }
}

/** Inserts a row into the counters' table, deletes it and commits: unlike what is rolled back, this reaches the disk. */
export async function tryToCommit(transaction: Database["countTogether"]): Promise<void> {
  await transaction(async (query) => {
    await query`insert into usage (account, plan, meter, period, used) values (${ACCOUNT}, '', '', '', 0)`;
    await query`delete from usage where account = ${ACCOUNT}`;
  });
}

/** Writes 256 KB to an unnamed file in `folder`. Rejects with the system's error, such as ENOSPC. */
export async function tryToWrite(folder: string): Promise<void> {
  const path = join(folder, `quintet-probe-${crypto.randomUUID()}`);
  await using file = await open(path, "wx", 0o600);
  await unlink(path);
  // A disk that is nearly full stores a part of a piece, and rejects the next.
  for (let written = 0; written < ROOM_BYTES; ) written += (await file.write(PIECE)).bytesWritten;
}
