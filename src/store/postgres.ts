import type { Database, DatabaseOptions, Query, Row, Script, Value } from "./database.ts";
import {
  isConnectionLimit,
  isDelayed,
  isLate,
  isPreparedStatementLost,
  isReadOnly,
  LATE,
  noResponse,
  OutcomeUnknown,
  unavailable,
} from "./failure.ts";
import type { Location } from "./location.ts";
import { tryToCount } from "./probe.ts";

/** How long a statement may take before its caller is told that the database is not there, in milliseconds. */
const DEADLINE_MS = 5_000;
const CHANNEL = "quintet";
/** Begins a transaction of counters, with deadlines of the server's own that are shorter than ours. */
const BEGIN = `begin; set local statement_timeout = 3500; set local lock_timeout = 3000;
  set local idle_in_transaction_session_timeout = 3000`;
/** An acknowledged charge is on the disk, also where the server's setting is off; a stricter one than `on` stays. */
const DURABLE = `select set_config('synchronous_commit', 'on', true)
  where current_setting('synchronous_commit') = 'off'`;

async function within<T>(pending: Promise<T>, deadlineMs = DEADLINE_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(LATE)), deadlineMs);
  });
  try {
    return await Promise.race([pending, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Rounds that the two connections take: with other clients about, a pooler may keep them apart for a while. */
const POOLER_ROUNDS = 4;

/**
 * Whether a pooler gives the prepared statements of one connection to another, or loses them, as PgBouncer does without
 * `max_prepared_statements`: then no statement may be sent through it. `first` and `second` are new connections.
 */
async function losesStatements(first: Bun.SQL, second: Bun.SQL): Promise<boolean> {
  try {
    for (let round = 0; round < POOLER_ROUNDS; round++) {
      const [own] = await first`select 'first' as sender, ${round}::integer as round`;
      const [other] = await second`select ${round}::integer as round, 'second' as sender`;
      if (own?.sender !== "first" || other?.sender !== "second") return true;
    }
    return false;
  } catch (error) {
    if (isPreparedStatementLost(error)) return true;
    throw error;
  }
}

/** Error codes behind a pooler that loses prepared statements; see `explainFailure`. */
const lostStatements = Object.assign(new Error("a connection pooler loses prepared statements"), {
  code: "26000",
});

async function isLossy(options: Bun.SQL.Options): Promise<boolean> {
  const [first, second] = [1, 2].map(() => new Bun.SQL({ ...options, max: 1 })) as [Bun.SQL, Bun.SQL];
  try {
    return await within(losesStatements(first, second));
  } catch (error) {
    // Without a second connection the check cannot run; the pools will show whether connections are missing.
    if (isConnectionLimit(error)) return false;
    throw error;
  } finally {
    await within(Promise.all([first.close({ timeout: 0 }), second.close({ timeout: 0 })]));
  }
}

/** Makes the contact that every statement waits for; behind a pooler that loses prepared statements it rejects. */
function createContact(options: Bun.SQL.Options | undefined, open: () => Promise<void>) {
  let known: "safe" | "lost" | undefined;
  let asking: Promise<void> | undefined;
  const ask = async (): Promise<void> => {
    if (options !== undefined && (await isLossy(options))) {
      known = "lost";
      return;
    }
    await within(open());
    known = "safe";
  };
  return {
    /** Resolves where prepared statements are safe. Rejects where they are not; checks again only with `again`. */
    async established(again: boolean = false): Promise<void> {
      if (known === "safe") return;
      if (known === undefined || again) {
        asking ??= ask().finally(() => {
          asking = undefined;
        });
        await asking;
      }
      if (known === "lost") throw lostStatements;
    },
    /** Forgets what is known: a statement was lost all the same. */
    invalidate(): void {
      known = undefined;
    },
  };
}

/** Rounds in which a pool is given work for all its connections; the library opens them as it sees fit. */
const OPENING_ROUNDS = 3;

/** Opens the connections of a pool by using all at once. Resolves to the number that were not seen, which may just be busy. */
async function openAll(pool: Bun.SQL, size: number): Promise<number> {
  const opened = new Set<unknown>();
  const use = async (): Promise<void> => {
    const [row] = await pool`select pg_backend_pid() as pid, pg_sleep(0.05)`;
    opened.add(row?.pid);
  };
  const rounds = async (): Promise<void> => {
    for (let round = 0; round < OPENING_ROUNDS && opened.size < size; round++) {
      await Promise.allSettled(Array.from({ length: size }, use));
    }
  };
  await within(rounds()).catch((error: unknown) => {
    // Statements that wait for busy connections: those that responded are counted.
    if (!isLate(error)) throw error;
  });
  return Math.max(0, size - opened.size);
}

async function rejectsConnections(options: Bun.SQL.Options): Promise<boolean> {
  const one = new Bun.SQL({ ...options, max: 1 });
  try {
    await within(one`select 1`.simple());
    return false;
  } catch (error) {
    // Any other failure shows in the statements that requests send.
    return isConnectionLimit(error);
  } finally {
    await one.close({ timeout: 0 });
  }
}

/** Runs a transaction whose commit is sent only while its caller waits: a deadline before that means that it is never applied. */
async function runTogether<T>(
  pool: Bun.SQL,
  begin: string,
  statements: (query: Query, script: Script) => Promise<T>,
): Promise<T> {
  let isAbandoned = false;
  let isCommitting = false;
  const run = async (): Promise<T> => {
    const connection = await pool.reserve();
    try {
      if (isAbandoned) throw new Error("abandoned");
      await connection.unsafe(begin).simple();
      const result = await statements(
        (...of) => connection(...of),
        (text, values = []) => connection.unsafe(text, values),
      );
      if (isAbandoned) throw new Error("abandoned");
      isCommitting = true;
      await connection.unsafe("commit").simple();
      return result;
    } catch (error) {
      // Where the connection is lost, so is the transaction.
      if (!isCommitting)
        await connection
          .unsafe("rollback")
          .simple()
          .catch(() => {});
      throw error;
    } finally {
      connection.release();
    }
  };
  try {
    return await within(run());
  } catch (error) {
    if (isCommitting) throw new OutcomeUnknown(error);
    isAbandoned = true;
    throw isDelayed(error) ? noResponse(error) : error;
  }
}

interface Common {
  readonly url: string;
  readonly prepare: boolean;
  readonly connectionTimeout: number;
}

interface Pools {
  readonly sql: Bun.SQL;
  /** For counters; `sql` itself where there is no other. */
  readonly counters: Bun.SQL;
  readonly all: readonly (readonly [pool: Bun.SQL, size: number])[];
  /** Whether one more connection is left for notifications. */
  readonly canListen: boolean;
}

/**
 * Makes pools of together `connections` connections: one for notifications, the rest shared by the counters and all else.
 * Counters have their own pool where statements are prepared and there are three: those of a busy key wait for each other.
 */
function openPools(common: Common, connections: number): Pools {
  const canListen = connections > 1;
  const available = connections - (canListen ? 1 : 0);
  const forCounters = common.prepare ? Math.floor(available / 2) : 0;
  const sql = new Bun.SQL({ ...common, max: available - forCounters });
  if (forCounters === 0) return { sql, counters: sql, all: [[sql, available]], canListen };
  const counters = new Bun.SQL({ ...common, max: forCounters });
  const all = [
    [sql, available - forCounters],
    [counters, forCounters],
  ] as const;
  return { sql, counters, all, canListen };
}

/** The pools of a process, which `renew` replaces: a session stays read-only after its database no longer is. */
function createPools(common: Common, connections: number) {
  let pools = openPools(common, connections);
  let renewed = Number.NEGATIVE_INFINITY;
  // Without a limit, a server that hangs would keep a stopping process alive.
  const close = ({ all }: Pools) =>
    Promise.all(all.map(([pool]) => pool.close({ timeout: DEADLINE_MS / 1000 })));
  return {
    get now() {
      return pools;
    },
    /** False where that was done a moment ago. */
    renew(): boolean {
      if (performance.now() - renewed < DEADLINE_MS) return false;
      renewed = performance.now();
      close(pools).catch(() => {});
      pools = openPools(common, connections);
      return true;
    },
    close: () => close(pools),
  };
}

function createSubscription(pools: () => Pools) {
  let hear: ((payload: string) => void) | undefined;
  let subscribed: Promise<unknown> | undefined;
  return {
    /** Called with each payload, from the next `open` on. */
    to(listener: (payload: string) => void): void {
      hear = listener;
    },
    notifyHere(payload: string): void {
      hear?.(payload);
    },
    async open(): Promise<void> {
      // With one connection there is none to spare: keys that were revoked elsewhere are forgotten within seconds.
      const { sql, canListen } = pools();
      if (hear === undefined || !canListen) return;
      subscribed ??= sql.listen(CHANNEL, hear).catch((error: unknown) => {
        subscribed = undefined;
        throw error;
      });
      await subscribed;
    },
    /** Lets the next `open` subscribe again: the pool before is closed. */
    end(): void {
      subscribed = undefined;
    },
  };
}

/** Makes the function that runs work once there is contact, and tells an absent database from a wrong statement. */
function guardedBy(contact: ReturnType<typeof createContact>, renew: () => void) {
  return async <T>(work: () => Promise<T>, again = false): Promise<T> => {
    try {
      await contact.established(again);
      return await work();
    } catch (error) {
      if (error !== lostStatements && isPreparedStatementLost(error)) contact.invalidate();
      if (isReadOnly(error)) renew();
      throw unavailable(error);
    }
  };
}

function runTransaction<T>(
  sql: Bun.SQL,
  statements: (query: Query, script: Script) => Promise<T>,
): Promise<T> {
  return sql.begin((tx) =>
    statements(
      (...of) => tx(...of),
      (text, values = []) => tx.unsafe(text, values),
    ),
  );
}

/** Opens PostgreSQL with at most `connections` connections. Nothing is connected before the first statement. */
export function openPostgres(
  { url, prepare, durableCounters }: Extract<Location, { engine: "postgresql" }>,
  { connections = 10 }: DatabaseOptions,
): Database {
  const common: Common = { url, prepare, connectionTimeout: DEADLINE_MS / 1000 };
  const pools = createPools(common, connections);
  const begin = `${BEGIN}; ${durableCounters ? DURABLE : "set local synchronous_commit = off"}`;
  const subscription = createSubscription(() => pools.now);
  // First, because the other pool could take all that the server has left.
  const contact = createContact(prepare ? common : undefined, async () => {
    await pools.now.counters`select 1`;
    await subscription.open();
  });
  const guarded = guardedBy(contact, () => {
    if (pools.renew()) subscription.end();
  });
  const countTogether: Database["countTogether"] = (statements) =>
    guarded(() => runTogether(pools.now.counters, begin, statements));
  const on = (name: "sql" | "counters"): Query => {
    return <R extends Row>(text: TemplateStringsArray, ...values: Value[]) =>
      guarded(() => within<R[]>(pools.now[name](text, ...values)));
  };
  const transaction: Database["transaction"] = (statements, deadlineMs) =>
    guarded(() => within(runTransaction(pools.now.sql, statements), deadlineMs));
  const query = on("sql");
  return {
    engine: "postgresql",
    query,
    script: (text, values = []) => guarded(() => within<Row[]>(pools.now.sql.unsafe(text, values))),
    count: on("counters"),
    countTogether,
    transaction,
    async probe() {
      await guarded(() => within(subscription.open()), true);
      await Promise.all([query`select 1`, tryToCount(countTogether)]);
    },
    async connect() {
      await contact.established();
      const unseen = await Promise.all(pools.now.all.map(([pool, size]) => openAll(pool, size)));
      const missing = unseen.reduce((sum, number) => sum + number, 0);
      return { missing, isRejected: missing > 0 && (await rejectsConnections(common)) };
    },
    async notify(payload) {
      // At once, though a notification takes its time and a pooler may carry none.
      subscription.notifyHere(payload);
      await query`select pg_notify(${CHANNEL}, ${payload})`;
    },
    async listen(hear) {
      subscription.to(hear);
      await guarded(() => within(subscription.open()));
    },
    async close() {
      await pools.close();
    },
  };
}
