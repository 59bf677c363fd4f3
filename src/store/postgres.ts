import type { Database, DatabaseOptions, Query, Row, Script, Value } from "./database.ts";
import { isDelayed, noAnswer, OutcomeUnknown, unavailable } from "./failure.ts";

/** How long a statement may take before its caller is told that the database is not there, in milliseconds. */
const DEADLINE_MS = 5_000;
const CHANNEL = "quintet";
/**
 * Begins a transaction of counters. The deadlines are the server's own and shorter than ours, so that it ends what we
 * no longer wait for; also where this process hangs with rows locked. Local to the transaction: PgBouncer passes that.
 * A migration that waits for a table (`migrate`, at most 2 s) holds up the statements behind it: they wait for longer.
 */
const BEGIN = `begin; set local statement_timeout = 3500; set local lock_timeout = 3000;
  set local idle_in_transaction_session_timeout = 3000`;

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
 * Runs a transaction whose commit is sent only while its caller waits. So a deadline before that means that it will
 * never be applied, whatever the server still does; after it, that nobody knows.
 */
async function countTogether<T>(
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
    throw isDelayed(error) ? noAnswer(error) : unavailable(error);
  }
}

/**
 * Opens two pools of connections, one of them for counters: those of a busy key wait for each other, and nothing
 * else is to wait with them. Without `prepare` there is one for both. Nothing is connected before the first
 * statement.
 */
export function openPostgres(
  url: string,
  { connections = 8, prepare = true, durableCounters = true }: DatabaseOptions,
): Database {
  const options = { url, max: connections, prepare, connectionTimeout: DEADLINE_MS / 1000 } as const;
  const sql = new Bun.SQL(options);
  const counters = prepare ? new Bun.SQL(options) : sql;
  const begin = durableCounters ? BEGIN : `${BEGIN}; set local synchronous_commit = off`;
  const on = (pool: Bun.SQL): Query => {
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
    countTogether: (statements) => countTogether(counters, begin, statements),
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
      // Without an end to it, a server that hangs would keep a process that was told to stop for ever.
      const most = { timeout: DEADLINE_MS / 1000 };
      await Promise.all([sql.close(most), ...(counters === sql ? [] : [counters.close(most)])]);
    },
  };
}
