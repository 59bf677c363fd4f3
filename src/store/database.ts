import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { SQL } from "bun";
import { isBusy, unavailable } from "./failure.ts";
import { Gate } from "./gate.ts";
import { locate } from "./location.ts";

/** One row as both engines give it: integers and texts, nothing else. */
export type Row = Readonly<Record<string, string | number | null>>;
/** What a statement may be given. No boolean, no Date, no undefined: the engines differ on each. */
export type Value = string | number | null;

/** Runs one statement; values stand between `${}` and are always bound, never pasted. */
export type Query = <R extends Row = Row>(text: TemplateStringsArray, ...values: Value[]) => Promise<R[]>;

/** Runs SQL text made elsewhere, with values for its `$1`, `$2`… For migrations and copies. */
export type Script = (sql: string, values?: Value[]) => Promise<Row[]>;

/** The database, the same to all who use it whichever engine stands behind. */
export interface Database {
  readonly engine: "sqlite" | "postgresql";
  /** One statement that commits by itself. */
  readonly query: Query;
  /**
   * Like `query`, for counters: on PostgreSQL it does not wait for the disk. A crash of the database server
   * (not of this process) may forget the last moments, in the customer's favour.
   */
  readonly count: Query;
  /**
   * Runs statements that hold together or not at all. Nothing but its own queries belongs inside: one of
   * `database.query` would wait for ever for the end of the transaction.
   */
  transaction<T>(statements: (query: Query, script: Script) => Promise<T>, deadlineMs?: number): Promise<T>;
  /** Tells every process on this database, this one included. On SQLite this process alone hears it. */
  notify(payload: string): Promise<void>;
  /** Calls `hear` with each payload; it goes on by itself after a lost connection. */
  listen(hear: (payload: string) => void): Promise<void>;
  close(): Promise<void>;
}

/** How long a statement may take before its caller is told that the database is not there, in milliseconds. */
const DEADLINE_MS = 5_000;
const CHANNEL = "quintet";

/** How to open a database, beyond its address. */
export interface DatabaseOptions {
  /** Connections to PostgreSQL for each of the two pools. */
  readonly connections?: number;
  /** False where PgBouncer pools by transaction in between: its connections forget prepared statements. */
  readonly prepare?: boolean;
}

async function within<T>(pending: Promise<T>, deadlineMs = DEADLINE_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the database did not answer in time")), deadlineMs);
  });
  try {
    return await Promise.race([pending, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * WAL: readers do not wait for the writer. NORMAL: an acknowledged write survives a killed process. The
 * busy timeout does not cover the change to WAL, which processes that start together all attempt.
 */
async function connectSqlite(filename: string): Promise<SQL> {
  mkdirSync(dirname(filename), { recursive: true, mode: 0o700 });
  const sql = new SQL({ adapter: "sqlite", filename });
  const until = performance.now() + DEADLINE_MS;
  for (;;) {
    try {
      await sql.unsafe("pragma busy_timeout = 5000");
      await sql.unsafe("pragma journal_mode = wal");
      await sql.unsafe("pragma synchronous = normal");
      await sql.unsafe("pragma foreign_keys = on");
      return sql;
    } catch (error) {
      if (performance.now() > until || !isBusy(error)) throw error;
      await Bun.sleep(10);
    }
  }
}

function openSqlite(filename: string): Database {
  const gate = new Gate();
  const listeners: ((payload: string) => void)[] = [];
  let handle: SQL | undefined;
  let connecting: Promise<SQL> | undefined;
  // A handle that could not open its file never can: each statement tries anew until one does.
  const connect = async (): Promise<SQL> => {
    connecting ??= connectSqlite(filename).finally(() => {
      connecting = undefined;
    });
    handle = await connecting;
    return handle;
  };
  const query: Query = async <R extends Row>(text: TemplateStringsArray, ...values: Value[]) => {
    try {
      const sql = handle ?? (await connect());
      return await gate.pass<R[]>(() => sql(text, ...values));
    } catch (error) {
      throw unavailable(error);
    }
  };
  return {
    engine: "sqlite",
    query,
    count: query,
    async transaction(statements) {
      try {
        const sql = handle ?? (await connect());
        // Immediate: a transaction that first reads and then writes would else fail under several processes.
        return await gate.hold(() =>
          sql.begin("immediate", (tx) =>
            statements(
              (...of) => tx(...of),
              (text, values = []) => tx.unsafe(text, values),
            ),
          ),
        );
      } catch (error) {
        throw unavailable(error);
      }
    },
    async notify(payload) {
      for (const hear of listeners) hear(payload);
    },
    async listen(hear) {
      listeners.push(hear);
    },
    close: async () => handle?.close(),
  };
}

function openPostgres(url: string, { connections = 8, prepare = true }: DatabaseOptions): Database {
  const common = { url, max: connections, prepare, connectionTimeout: DEADLINE_MS / 1000 } as const;
  const sql = new SQL(common);
  const counters = new SQL({ ...common, connection: { synchronous_commit: "off" } });
  const on = (pool: SQL): Query => {
    return async <R extends Row>(text: TemplateStringsArray, ...values: Value[]) => {
      try {
        return await within<R[]>(pool(text, ...values));
      } catch (error) {
        throw unavailable(error);
      }
    };
  };
  const query = on(sql);
  return {
    engine: "postgresql",
    query,
    count: on(counters),
    async transaction(statements, deadlineMs) {
      try {
        const begun = sql.begin((tx) =>
          statements(
            (...of) => tx(...of),
            (text, values = []) => tx.unsafe(text, values),
          ),
        );
        return await within(begun, deadlineMs);
      } catch (error) {
        throw unavailable(error);
      }
    },
    async notify(payload) {
      await query`select pg_notify(${CHANNEL}, ${payload})`;
    },
    async listen(hear) {
      await sql.listen(CHANNEL, hear);
    },
    async close() {
      await Promise.all([sql.close(), counters.close()]);
    },
  };
}

/**
 * Opens a database by its address (`locate` says which are known). Nothing is connected yet on PostgreSQL:
 * a server that is down shows with the first statement, as `storage-unavailable`, and is tried anew by each.
 */
export function openDatabase(address: string, options: DatabaseOptions = {}): Database {
  const location = locate(address);
  return location.engine === "sqlite" ? openSqlite(location.filename) : openPostgres(location.url, options);
}
