/** One row as both engines give it: integers and texts, nothing else. */
export type Row = Readonly<Record<string, string | number | null>>;
/** Values of a statement. No boolean, Date or undefined: the engines differ on each. */
export type Value = string | number | null;

/** Runs one statement. Values in `${}` are always bound, never inserted into the text. */
export type Query = <R extends Row = Row>(text: TemplateStringsArray, ...values: Value[]) => Promise<R[]>;

/** Runs SQL text that is joined from constants, with values for its `$1`, `$2`… */
export type Script = (sql: string, values?: Value[]) => Promise<Row[]>;

/** The database, with the same interface for both engines. */
export interface Database {
  readonly engine: "sqlite" | "postgresql";
  readonly query: Query;
  /** Like `query`, for a statement whose text is joined from constants. */
  readonly script: Script;
  /** Like `query`, on the connections of counters. */
  readonly count: Query;
  /**
   * Runs statements on counters as one transaction with a deadline. Rejects with `OutcomeUnknown` if the commit had no
   * response; after any other error nothing was applied and nothing will be.
   */
  countTogether<T>(statements: (query: Query, script: Script) => Promise<T>): Promise<T>;
  /** Runs statements that hold together or not at all. `database.query` inside would never end. */
  transaction<T>(statements: (query: Query, script: Script) => Promise<T>, deadlineMs?: number): Promise<T>;
  /** Checks connections, one write (rolled back), and disk space on SQLite. Rejects with the reason. */
  probe(): Promise<void>;
  connect(): Promise<OpenedConnections>;
  /** Tells every process on this database, this one at once and perhaps twice; on SQLite only this one. */
  notify(payload: string): Promise<void>;
  /** Calls `listener` with each payload. It reconnects after a lost connection. */
  listen(listener: (payload: string) => void): Promise<void>;
  close(): Promise<void>;
}

/** Connections of a process that were opened. */
export interface OpenedConnections {
  /** How many were not seen open. */
  readonly missing: number;
  /** Whether the server rejects more connections (SQLSTATE 53300). Otherwise they are busy, or slow to open. */
  readonly isRejected: boolean;
}

/** Options of opening a database. */
export interface DatabaseOptions {
  /** Connections to PostgreSQL at most, of all pools together. */
  readonly connections?: number;
}

/** Kind of a statement: by itself, on the connections of counters, or in a transaction. */
export type StatementKind = "query" | "count" | "transaction";

/** A database whose statements are run by `run`. */
export function wrapStatements(
  database: Database,
  run: <T>(kind: StatementKind, statement: () => Promise<T>) => Promise<T>,
): Database {
  const { query, script, count, countTogether, transaction } = database;
  return {
    ...database,
    query: (text, ...values) => run("query", () => query(text, ...values)),
    script: (text, values) => run("query", () => script(text, values)),
    count: (text, ...values) => run("count", () => count(text, ...values)),
    countTogether: (statements) => run("count", () => countTogether(statements)),
    transaction: (statements, deadlineMs) => run("transaction", () => transaction(statements, deadlineMs)),
  };
}
