import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Database, Query, Row, Value } from "./database.ts";
import { isBusy, isUnwritable, OutcomeUnknown, unavailable } from "./failure.ts";
import { createPrivate } from "./private-file.ts";
import { tryToCommit, tryToCount, tryToWrite } from "./probe.ts";
import { TransactionMutex } from "./transaction-mutex.ts";

/** How long to wait for a file that another process has locked, in milliseconds. */
const DEADLINE_MS = 5_000;
/** Turns of the event loop to wait before sleeping: a writer holds the lock for a few of them. */
const TURNS = 100;

/**
 * Tries again while another process has the file locked. SQLite's own waiting would stop the event loop, and
 * with it every request that needs no database.
 */
async function unlocked<T>(attempt: () => Promise<T>): Promise<T> {
  const until = performance.now() + DEADLINE_MS;
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error;
      if (tried <= TURNS) await new Promise<void>((resolve) => void setImmediate(resolve));
      else await Bun.sleep(1);
    }
  }
}

/** WAL: readers do not wait for the writer. NORMAL: an acknowledged write survives a killed process. */
async function connect(filename: string): Promise<Bun.SQL> {
  if (filename !== ":memory:") {
    mkdirSync(dirname(filename), { recursive: true, mode: 0o700 });
    createPrivate(filename);
  }
  const sql = new Bun.SQL({ adapter: "sqlite", filename });
  for (const setting of [
    "busy_timeout = 0",
    "journal_mode = wal",
    "synchronous = normal",
    "foreign_keys = on",
    // Each checkpoint waits for the disk: 16 MB of log between two of them instead of 4.
    "wal_autocheckpoint = 4000",
  ]) {
    await unlocked(async () => sql.unsafe(`pragma ${setting}`));
  }
  return sql;
}

/** Opens a file with one connection and its gate; the file is made with the first statement. */
export function openSqlite(filename: string): Database {
  const mutex = new TransactionMutex();
  const listeners: ((payload: string) => void)[] = [];
  let handle: Bun.SQL | undefined;
  let connecting: Promise<Bun.SQL> | undefined;
  /** Whether a commit has reached the disk, and nothing has failed to reach it since. */
  let isProven = false;
  const failed = (error: unknown): unknown => {
    if (isUnwritable(error)) isProven = false;
    return unavailable(error);
  };
  // A handle that could not open its file never can: each statement tries anew until one does.
  const connected = async (): Promise<Bun.SQL> => {
    connecting ??= connect(filename).finally(() => {
      connecting = undefined;
    });
    handle = await connecting;
    return handle;
  };
  const query: Query = async <R extends Row>(text: TemplateStringsArray, ...values: Value[]) => {
    try {
      const sql = handle ?? (await connected());
      return await unlocked(() => mutex.pass<R[]>(() => sql(text, ...values)));
    } catch (error) {
      throw failed(error);
    }
  };
  const transaction: Database["transaction"] = async (statements) => {
    try {
      const sql = handle ?? (await connected());
      // Immediate: a transaction that reads and then writes would else fail under several processes. And
      // the lock is had before the first statement runs, so that trying again repeats none.
      return await unlocked(() =>
        mutex.hold(() =>
          sql.begin("immediate", (tx) =>
            statements(
              (...of) => tx(...of),
              (text, values = []) => tx.unsafe(text, values),
            ),
          ),
        ),
      );
    } catch (error) {
      throw failed(error);
    }
  };
  // By hand: the library's own `begin` takes as long as the statements of a batch.
  const countTogether: Database["countTogether"] = async (statements) => {
    let isCommitting = false;
    try {
      const sql = handle ?? (await connected());
      return await unlocked(() =>
        mutex.hold(async () => {
          await sql.unsafe("begin immediate");
          try {
            const result = await statements(
              (...of) => sql(...of),
              (text, values = []) => sql.unsafe(text, values),
            );
            isCommitting = true;
            await sql.unsafe("commit");
            return result;
          } catch (error) {
            // Some failures have ended the transaction already.
            await sql.unsafe("rollback").catch(() => {});
            throw error;
          }
        }),
      );
    } catch (error) {
      const problem = failed(error);
      throw isCommitting ? new OutcomeUnknown(error) : problem;
    }
  };
  return {
    engine: "sqlite",
    query,
    count: query,
    countTogether,
    transaction,
    async probe() {
      // A commit costs a write of the disk each time, so only until the first one and after a failure.
      if (isProven) await tryToCount(countTogether);
      else await tryToCommit(countTogether);
      isProven = true;
      if (filename === ":memory:") return;
      try {
        // What is rolled back never reaches the disk, so a full one shows here.
        await tryToWrite(dirname(filename));
      } catch (error) {
        throw unavailable(error);
      }
    },
    connect: async () => 0,
    async notify(payload) {
      for (const hear of listeners) hear(payload);
    },
    async listen(hear) {
      listeners.push(hear);
    },
    close: async () => handle?.close(),
  };
}
