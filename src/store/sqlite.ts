import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Database, Query, Row, Script, Value } from "./database.ts";
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

/** The one connection to a file, opened with the first statement. */
class Connection {
  readonly #filename: string;
  #handle: Bun.SQL | undefined;
  #connecting: Promise<Bun.SQL> | undefined;
  /** Whether a commit has reached the disk, and nothing has failed to reach it since. */
  isProven = false;

  constructor(filename: string) {
    this.#filename = filename;
  }

  /** Runs work on the connection. Rejects with `storage-unavailable` where the file cannot be used. */
  async use<T>(work: (sql: Bun.SQL) => Promise<T>): Promise<T> {
    try {
      const sql = this.#handle ?? (await this.#open());
      return await unlocked(() => work(sql));
    } catch (error) {
      if (isUnwritable(error)) this.isProven = false;
      throw unavailable(error);
    }
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }

  /** A handle that could not open its file never can: each statement tries again until one does. */
  async #open(): Promise<Bun.SQL> {
    this.#connecting ??= connect(this.#filename).finally(() => {
      this.#connecting = undefined;
    });
    this.#handle = await this.#connecting;
    return this.#handle;
  }
}

type Statements<T> = (query: Query, script: Script) => Promise<T>;

/**
 * Immediate: a transaction that reads and then writes would else fail under several processes. And the lock is had
 * before the first statement runs, so that trying again repeats none.
 */
function runImmediate<T>(sql: Bun.SQL, statements: Statements<T>): Promise<T> {
  return sql.begin("immediate", (tx) =>
    statements(
      (...of) => tx(...of),
      (text, values = []) => tx.unsafe(text, values),
    ),
  );
}

/** By hand: the library's own `begin` takes as long as the statements of a batch. */
async function runByHand<T>(sql: Bun.SQL, statements: Statements<T>, committing: () => void): Promise<T> {
  await sql.unsafe("begin immediate");
  try {
    const result = await statements(
      (...of) => sql(...of),
      (text, values = []) => sql.unsafe(text, values),
    );
    committing();
    await sql.unsafe("commit");
    return result;
  } catch (error) {
    // Some failures have ended the transaction already.
    await sql.unsafe("rollback").catch(() => {});
    throw error;
  }
}

/** Opens a file with one connection and a mutex for its transactions; the file is made with the first statement. */
export function openSqlite(filename: string): Database {
  const connection = new Connection(filename);
  const mutex = new TransactionMutex();
  const listeners: ((payload: string) => void)[] = [];
  const query: Query = <R extends Row>(text: TemplateStringsArray, ...values: Value[]) =>
    connection.use((sql) => mutex.pass<R[]>(() => sql(text, ...values)));
  const transaction: Database["transaction"] = (statements) =>
    connection.use((sql) => mutex.hold(() => runImmediate(sql, statements)));
  const countTogether: Database["countTogether"] = async (statements) => {
    let isCommitting = false;
    const committing = () => {
      isCommitting = true;
    };
    try {
      return await connection.use((sql) => mutex.hold(() => runByHand(sql, statements, committing)));
    } catch (error) {
      throw isCommitting ? new OutcomeUnknown(error) : error;
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
      if (connection.isProven) await tryToCount(countTogether);
      else await tryToCommit(countTogether);
      connection.isProven = true;
      if (filename === ":memory:") return;
      try {
        // What is rolled back never reaches the disk, so a full one shows here.
        await tryToWrite(dirname(filename));
      } catch (error) {
        throw unavailable(error);
      }
    },
    connect: async () => ({ missing: 0, isRejected: false }),
    async notify(payload) {
      for (const hear of listeners) hear(payload);
    },
    async listen(hear) {
      listeners.push(hear);
    },
    close: () => connection.close(),
  };
}
