import { open, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "./database.ts";

/** What a folder must be able to take: more than one transaction of ours writes. */
const ROOM = new Uint8Array(256 * 1024);

/** A row of its own for each process: two that insert the same key would wait for each other. */
const ACCOUNT = `readiness-${crypto.randomUUID()}`;

/** How long PostgreSQL may work on or wait for the row, in milliseconds. After that, nobody waits for the outcome. */
const STATEMENT_MS = 1_500;

const rollBack = new Error("the probe is rolled back");

/** Limits the work of a transaction on PostgreSQL, which goes on after its caller has given up. */
export const LIMIT_STATEMENTS = `set local statement_timeout = ${STATEMENT_MS}`;

/**
 * Inserts a row into the counters' table and rolls it back: what every charge needs, without a trace. `before` is run
 * first, in the same transaction. Rejects with the database's error.
 */
export async function tryToCount(transaction: Database["transaction"], before?: string): Promise<void> {
  try {
    await transaction(async (query, script) => {
      if (before !== undefined) await script(before);
      await query`insert into usage (account, plan, meter, period, used) values (${ACCOUNT}, '', '', '', 0)`;
      throw rollBack;
    });
  } catch (error) {
    if (error !== rollBack) throw error;
  }
}

/** Inserts a row into the counters' table, deletes it and commits: unlike what is rolled back, this reaches the disk. */
export async function tryToCommit(transaction: Database["transaction"]): Promise<void> {
  await transaction(async (query) => {
    await query`insert into usage (account, plan, meter, period, used) values (${ACCOUNT}, '', '', '', 0)`;
    await query`delete from usage where account = ${ACCOUNT}`;
  });
}

/**
 * Writes 256 KB to a file in `folder` that has no name by then, so nothing remains even after a crash. Rejects with the
 * system's error, such as ENOSPC, EDQUOT or EROFS.
 */
export async function tryToWrite(folder: string): Promise<void> {
  const path = join(folder, `quintet-probe-${crypto.randomUUID()}`);
  const file = await open(path, "wx", 0o600);
  try {
    await unlink(path);
    await file.write(ROOM);
  } finally {
    await file.close();
  }
}
