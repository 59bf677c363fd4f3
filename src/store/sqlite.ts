import { Database as File, type Statement } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { Worker } from "node:worker_threads";
import type { Database, Query, Row, Script, Value } from "./database.ts";
import { isBusy, isUnwritable, OutcomeUnknown, unavailable } from "./failure.ts";
import { createPrivate, makePrivate } from "./private-file.ts";
import { tryToCommit, tryToCount, tryToWrite } from "./probe.ts";
import { TransactionMutex } from "./transaction-mutex.ts";

/** How long to wait for a file that another process has locked, in milliseconds. */
const DEADLINE_MS = 5_000;
/** Turns of the event loop to wait before sleeping: a writer holds the lock for a few, and each attempt takes some 40 µs. */
const TURNS = 10;

/** Tries again while another process has the file locked: SQLite's own waiting would stop the event loop. */
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

/** For so long statements run in one turn of the event loop before others get it, in milliseconds. */
const TURN_MS = 2;

/**
 * Lets the event loop do other work between statements: SQLite responds within the turn that asks. Those that wait go on in
 * the order in which they came, before new ones: callers that ask again at once would else be first in each turn.
 */
class Turn {
  #began: number | undefined;
  readonly #line: (() => void)[] = [];

  async wait(): Promise<void> {
    if (this.#line.length > 0 || this.#isOver()) await this.#enter();
    if (this.#began !== undefined) return;
    this.#began = performance.now();
    setImmediate(() => {
      this.#began = undefined;
    });
  }

  /**
   * Waits in line. The immediates of each waiter let the first one go on, not itself, and end a turn that is over: code that
   * runs the event loop from within an immediate, as `expect().rejects` of Bun does, holds back the others of its turn.
   */
  #enter(): Promise<void> {
    return new Promise((resolve) => {
      let isWaiting = true;
      this.#line.push(() => {
        isWaiting = false;
        resolve();
      });
      const look = () => {
        const began = this.#began;
        setImmediate(() => {
          if (this.#began === began) this.#began = undefined;
          if (!this.#isOver()) this.#line.shift()?.();
          if (isWaiting) look();
        });
      };
      look();
    });
  }

  #isOver(): boolean {
    return this.#began !== undefined && performance.now() - this.#began > TURN_MS;
  }
}

/** Statements that a process runs once: of a new database, they would take 0.8 MB if they stayed prepared. */
const ONCE = /^\s*(?:create|alter|drop|pragma)\s/i;

/** Statements that stay prepared: more than the program has, and not those of every size of a batch. */
const PREPARED = 500;

/** A connection that prepares each statement once. `Bun.SQL` prepares a statement of SQLite for every call. */
class Handle {
  readonly #file: File;
  readonly #prepared = new Map<string, Statement<Row, Value[]>>();

  constructor(filename: string) {
    this.#file = new File(filename, { create: true, readwrite: true });
  }

  readonly query: Query = async <R extends Row>(text: TemplateStringsArray, ...values: Value[]) =>
    // The columns are those that the caller selects.
    this.#run(text.join("?"), values) as R[];

  readonly script: Script = async (text, values = []) => this.#run(text.replace(/\$(?=\d)/g, "?"), values);

  close(): void {
    // A file with statements stays open.
    for (const statement of this.#prepared.values()) statement.finalize();
    this.#prepared.clear();
    this.#file.close();
  }

  #run(text: string, values: Value[]): Row[] {
    if (ONCE.test(text)) {
      this.#file.run(text, values);
      return [];
    }
    const statement = this.#prepared.get(text) ?? this.#file.prepare<Row, Value[]>(text);
    this.#prepared.delete(text);
    this.#prepared.set(text, statement);
    if (this.#prepared.size > PREPARED) this.#forget();
    return statement.all(...values);
  }

  #forget(): void {
    const [oldest] = this.#prepared;
    if (oldest === undefined) return;
    oldest[1].finalize();
    this.#prepared.delete(oldest[0]);
  }
}

/** Each checkpoint waits for the disk: 16 MB of log between two of them instead of 4. */
const CHECKPOINTS = "wal_autocheckpoint = 4000";

/** WAL: readers do not wait for the writer. NORMAL: an acknowledged write survives a killed process. */
async function connect(filename: string): Promise<Handle> {
  if (filename !== ":memory:") {
    mkdirSync(dirname(filename), { recursive: true, mode: 0o700 });
    createPrivate(filename);
  }
  const handle = new Handle(filename);
  try {
    for (const setting of [
      "busy_timeout = 0",
      "journal_mode = wal",
      "synchronous = normal",
      "foreign_keys = on",
      CHECKPOINTS,
    ]) {
      await unlocked(() => handle.script(`pragma ${setting}`));
    }
    // Only now: a file that is no database, named by mistake, keeps its mode.
    if (filename !== ":memory:") makePrivate(filename);
  } catch (error) {
    handle.close();
    throw error;
  }
  return handle;
}

class Connection {
  readonly #filename: string;
  #handle: Handle | undefined;
  #connecting: Promise<Handle> | undefined;
  readonly #turn = new Turn();
  /** Whether a commit has reached the disk, and nothing has failed to reach it since. */
  isProven = false;

  constructor(filename: string) {
    this.#filename = filename;
  }

  /** Runs work on the connection. Rejects with `storage-unavailable` where the file cannot be used. */
  async use<T>(work: (handle: Handle) => Promise<T>): Promise<T> {
    await this.#turn.wait();
    try {
      const handle = this.#handle ?? (await this.#open());
      return await unlocked(() => work(handle));
    } catch (error) {
      if (isUnwritable(error)) this.isProven = false;
      throw unavailable(error);
    }
  }

  async close(): Promise<void> {
    this.#handle?.close();
  }

  async #open(): Promise<Handle> {
    this.#connecting ??= connect(this.#filename).finally(() => {
      this.#connecting = undefined;
    });
    this.#handle = await this.#connecting;
    return this.#handle;
  }
}

type Statements<T> = (query: Query, script: Script) => Promise<T>;

/** Immediate: the lock is had before the first statement, so that trying again repeats none. */
async function runImmediate<T>(
  { query, script }: Handle,
  statements: Statements<T>,
  committing: () => void = () => {},
): Promise<T> {
  await script("begin immediate");
  try {
    const result = await statements(query, script);
    committing();
    await script("commit");
    return result;
  } catch (error) {
    // Some failures have ended the transaction already.
    await script("rollback").catch(() => {});
    throw error;
  }
}

/** Pages that a transaction adds before its log is copied on a thread: of 4 MB, copying takes some 30 ms. */
const LARGE_PAGES = 1_000;

async function pagesOf(script: Script): Promise<number> {
  const [row] = await script(
    "select page_count - freelist_count as pages from pragma_page_count, pragma_freelist_count",
  );
  return Number(row?.pages ?? 0);
}

/** Copies the log into the file on a thread: 19 MB take 150 ms. The next commit copies the rest. */
async function copyLog(filename: string, { script }: Handle): Promise<void> {
  await new Promise((resolve) => {
    const thread = new Worker(new URL("checkpoint.worker.ts", import.meta.url), { workerData: filename });
    thread.once("error", resolve).once("exit", resolve);
  }).catch(() => {});
  await script(`pragma ${CHECKPOINTS}`);
}

/** Transactions that may be large: the log of those that are is copied without stopping the event loop. */
function createLargeTransactions(filename: string) {
  let copied = Promise.resolve();
  return {
    async run<T>(handle: Handle, statements: Statements<T>): Promise<T> {
      let isLarge = false;
      const measured: Statements<T> = async (query, script) => {
        const before = await pagesOf(script);
        const result = await statements(query, script);
        isLarge = (await pagesOf(script)) - before > LARGE_PAGES;
        if (isLarge) await script("pragma wal_autocheckpoint = 0");
        return result;
      };
      return runImmediate(handle, measured).finally(() => {
        if (isLarge) copied = copied.then(() => copyLog(filename, handle)).catch(() => {});
      });
    },
    copied: () => copied,
  };
}

/** Opens a file with one connection and a mutex for its transactions; the file is made with the first statement. */
export function openSqlite(filename: string): Database {
  const connection = new Connection(filename);
  const mutex = new TransactionMutex();
  const large = createLargeTransactions(filename);
  const listeners: ((payload: string) => void)[] = [];
  const query: Query = <R extends Row>(text: TemplateStringsArray, ...values: Value[]) =>
    connection.use((handle) => mutex.pass(() => handle.query<R>(text, ...values)));
  const script: Script = (text, values) =>
    connection.use((handle) => mutex.pass(() => handle.script(text, values)));
  const transaction: Database["transaction"] = (statements, deadlineMs) =>
    connection.use((handle) =>
      mutex.hold(() => (deadlineMs === undefined ? runImmediate : large.run)(handle, statements)),
    );
  const countTogether: Database["countTogether"] = async (statements) => {
    let isCommitting = false;
    const committing = () => {
      isCommitting = true;
    };
    try {
      return await connection.use((handle) => mutex.hold(() => runImmediate(handle, statements, committing)));
    } catch (error) {
      throw isCommitting ? new OutcomeUnknown(error) : error;
    }
  };
  return {
    engine: "sqlite",
    query,
    script,
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
    async close() {
      await large.copied();
      await connection.close();
    },
  };
}
