import { isPreparedStatementLost } from "./failure.ts";

/** Rounds that the two connections take: with other clients about, a pooler may keep them apart for a while. */
const ROUNDS = 4;

/**
 * Whether a pooler between us and PostgreSQL gives the prepared statements of one connection to another, or loses them,
 * as PgBouncer does with `pool_mode = transaction` and without `max_prepared_statements`. `first` and `second` are one
 * new connection each, with prepared statements on. Where it does, a connection may run another's statement, so no
 * statement may be sent through it. Rejects with the database's error.
 */
export async function losesStatements(first: Bun.SQL, second: Bun.SQL): Promise<boolean> {
  try {
    for (let round = 0; round < ROUNDS; round++) {
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
