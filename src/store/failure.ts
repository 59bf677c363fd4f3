import { Problem } from "../kit/problem.ts";

function codeOf(error: unknown): string {
  const { code, errno } = error as { code?: unknown; errno?: unknown };
  return `${typeof code === "string" ? code : ""} ${typeof errno === "string" ? errno : ""}`;
}

const hasCode = (codes: RegExp) => (error: unknown) => codes.test(codeOf(error));

/** The message of the error of a statement that passed its deadline. */
export const LATE = "the database did not respond in time";

/** Reports whether a statement passed its deadline. */
export function isLate(error: unknown): boolean {
  return error instanceof Error && error.message === LATE;
}

/** Error codes of a TLS handshake that failed, as OpenSSL, Node and Bun name them. */
const TLS =
  /\bERR_(?:TLS|SSL|BORINGSSL)|_CERT\b|\bCERT_|CERT_IN_CHAIN|ISSUER_CERT|LEAF_SIGNATURE|HOSTNAME_MISMATCH|\bEPROTO\b/;

/**
 * Errors of an unavailable database, as opposed to a wrong statement: connections, certificates, servers that start or stop
 * (PostgreSQL classes 08, 53, 57P) or allow no access or writes (28, 3D, 25006, 42501), poolers that lose statements (26000,
 * 42P05), files that are locked or damaged.
 */
const ABSENT =
  /ERR_POSTGRES_(?:CONNECTION|IDLE|LIFETIME|TLS|AUTH)|ECONN|ETIMEDOUT|EPIPE|ENOENT|EACCES|EPERM|EROFS|ENOSPC|EDQUOT|SQLITE_(?:BUSY|LOCKED|IOERR|FULL|CANTOPEN|READONLY|CORRUPT|NOTADB)|\b(?:08|28|3D|53)\w{3}|\b57P\w\w|\b(?:25006|42501|42P05|26000)\b/;

/** Codes of a transaction that had to wait: deadlines (55P03, 57014, 25P03), deadlocks and conflicts (class 40). */
const DELAYED = /\b(?:55P03|57014|25P03|40\w{3})\b/;

/** A transaction whose commit was sent and had no response. It may or may not have been applied. */
export class OutcomeUnknown extends Error {
  override readonly name = "OutcomeUnknown";
  readonly problem: unknown;

  constructor(error: unknown) {
    super("the commit was not acknowledged");
    this.problem = unavailable(error);
  }
}

/** Reports whether a transaction of counters was ended by the database because it had to wait. */
export const isDelayed = hasCode(DELAYED);

/** Turns the failure of an absent database into `storage-unavailable`; other errors are given back as they came. */
export function unavailable(error: unknown): unknown {
  if (error instanceof Problem) return error;
  const code = codeOf(error);
  if (!isLate(error) && !ABSENT.test(code) && !TLS.test(code)) return error;
  return noResponse(error);
}

/** The `storage-unavailable` problem, whatever the error was. */
export function noResponse(error: unknown): Problem {
  return new Problem("storage-unavailable", "The database does not respond. Try again in a few seconds.", {
    headers: { "Retry-After": "5" },
    // In one line, for the log: the stack of a lost connection says nothing.
    cause: `${codeOf(error).trim()} ${error instanceof Error ? error.message : ""}`.trim(),
  });
}

const EXPLANATIONS: readonly (readonly [codes: RegExp, explanation: string])[] = [
  [
    /\b42P05\b|\b26000\b/,
    "A connection pooler in front of PostgreSQL loses prepared statements, as PgBouncer does with pool_mode = transaction. Add ?prepare=false to DATABASE_URL and restart.",
  ],
  [
    /\b53300\b/,
    "PostgreSQL has no free connection for this process. Raise max_connections or the connection limit of the role, or lower DATABASE_CONNECTIONS.",
  ],
  [
    /\b25006\b/,
    "PostgreSQL is read-only: it is a standby, or default_transaction_read_only is on. Point DATABASE_URL at the primary server.",
  ],
  [
    /\b53100\b|ENOSPC|EDQUOT|EFBIG|SQLITE_FULL/,
    "The disk is full. Free some space, or move the data to a larger disk.",
  ],
  [
    /TLS_NOT_AVAILABLE/,
    "The database server does not offer TLS, and sslmode in DATABASE_URL requires it. Turn TLS on at the server, or set sslmode=disable on a network you trust.",
  ],
  [
    TLS,
    "The TLS certificate of the database server is not trusted, or it names another host. Add sslrootcert=PATH with its CA to DATABASE_URL, or correct the certificate.",
  ],
  [
    /\b28\w{3}|_AUTH/,
    "PostgreSQL rejects the user or the password in DATABASE_URL. Correct them and restart.",
  ],
  [/\b3D000\b/, "PostgreSQL has no database with the name in DATABASE_URL. Create it, or correct the name."],
  [
    /\b42501\b/,
    "The database user lacks privileges on Quintet's tables or schema. Grant them, or make it the owner of the database.",
  ],
  [/\b57P\w\w/, "PostgreSQL is starting, stopping or recovering."],
  [
    /\b(?:55P03|57014)\b|SQLITE_(?:BUSY|LOCKED)/,
    "Another session holds a lock that every charge needs. Find it and end it.",
  ],
  [
    /SQLITE_READONLY|EROFS|EACCES|EPERM/,
    "The database file or its folder cannot be written. Check owner, mode and mount options.",
  ],
  [
    /SQLITE_(?:CORRUPT|NOTADB)/,
    "The database file is damaged. Stop the server and restore a backup: quintet db restore FILE.",
  ],
  [
    /SQLITE_IOERR_(?:WRITE|FSYNC|TRUNCATE|SHMSIZE)/,
    "The disk does not accept more data: it is full, over a quota or a file size limit, or failing.",
  ],
  [
    /SQLITE_(?:IOERR|CANTOPEN)|ENOENT/,
    "The database file cannot be opened or read. Check the folder and the disk.",
  ],
  [
    /CONNECTION_TIMEOUT|ETIMEDOUT|did not respond/,
    "The database did not respond in time. It is overloaded, frozen, or waits for a lock.",
  ],
  [
    /ERR_POSTGRES_(?:CONNECTION|IDLE|LIFETIME)|ECONN|EPIPE|\b08\w{3}/,
    "The database server cannot be reached. Check that it runs and that DATABASE_URL names its host and port.",
  ],
  [/newer Quintet/, "The database was made by a newer release of Quintet. Run that release."],
];

/** Explains a failure of the database or the disk to the operator. The text is ours and holds no name, address or secret. */
export function explainFailure(error: unknown): string {
  if (error instanceof OutcomeUnknown) return explainFailure(error.problem);
  const { cause } = error instanceof Problem ? error.options : {};
  const text =
    typeof cause === "string" ? cause : `${codeOf(error)} ${error instanceof Error ? error.message : ""}`;
  // A code first, because the message of an error may hold any word.
  const [code = ""] = /^\S*(?: \w{5}\b)?/.exec(text.trim()) ?? [];
  const found =
    EXPLANATIONS.find(([codes]) => codes.test(code)) ?? EXPLANATIONS.find(([codes]) => codes.test(text));
  return found?.[1] ?? "The database rejects what every request needs. The log has the error.";
}

/** Reports whether a pooler between us and PostgreSQL lost or mixed up prepared statements. */
export const isPreparedStatementLost = hasCode(/\b(?:42P05|26000)\b/);

/** Reports whether PostgreSQL rejected a connection because of the limit of the server or of the role. */
export const isConnectionLimit = hasCode(/\b53300\b/);

/** Reports whether PostgreSQL takes no write in this session: it is of a standby, or was read-only when it began. */
export const isReadOnly = hasCode(/\b25006\b/);

/** Reports whether a statement failed because its row exists already. */
export const isDuplicate = hasCode(/SQLITE_CONSTRAINT_(?:PRIMARYKEY|UNIQUE)|\b23505\b/);

/** Reports whether another process has the SQLite file locked at this moment. */
export const isBusy = hasCode(/SQLITE_BUSY/);

/** Reports whether a SQLite file, or the disk it is on, takes no write. */
export const isUnwritable = hasCode(/SQLITE_(?:FULL|IOERR|READONLY)/);

/** Reports whether a SQLite file cannot be read as a database. */
export const isDamaged = hasCode(/SQLITE_(?:CORRUPT|NOTADB)/);

/** Reports whether a statement gave up waiting for a table or a row that another transaction has (PostgreSQL 55P03). */
export const isLockTimeout = hasCode(/\b55P03\b/);
