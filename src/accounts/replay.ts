import { createHash } from "node:crypto";
import { Problem } from "../kit/problem.ts";
import type { Database } from "../store/database.ts";

/** An answer as it was given, to be given again. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  /** The body in base 64. */
  readonly body: string;
}

/** The right to answer a request that carries an Idempotency-Key. */
export interface Turn {
  /** Keeps the answer for the rest of the 24 hours. */
  keep(answer: StoredAnswer): Promise<void>;
  /** Forgets the request: it failed, and may be sent again. */
  release(): Promise<void>;
}

/** Answers a repeated request with what the first one was answered. */
export interface Replays {
  /**
   * Begins a request, or gives the answer of the one before. `request` is all that makes it the same: path,
   * query and body. Throws `request-in-progress` or `idempotency-mismatch`.
   */
  begin(
    account: string,
    key: string,
    request: readonly (string | Uint8Array)[],
  ): Promise<Turn | StoredAnswer>;
}

const KEEP_MS = 24 * 3_600_000;
/** A process that died does not hold a request for longer than any may run. */
const RUNNING_MS = 120_000;

export function createReplays(database: Database, now: () => number): Replays {
  const { query } = database;
  const at = (ms: number) => new Date(ms).toISOString();
  return {
    async begin(account, key, request) {
      const hash = createHash("sha256");
      for (const part of request) hash.update(part).update("\0");
      const digest = hash.digest("hex");
      // What the client chose is not stored as it is: it may mean something to it.
      const name = createHash("sha256").update(key).digest("hex");
      const owner = crypto.randomUUID();
      const [own] = await query`
        insert into replay (account, name, request, owner, answer, expires_at)
        values (${account}, ${name}, ${digest}, ${owner}, null, ${at(now() + RUNNING_MS)})
        on conflict (account, name) do update set request = excluded.request, owner = excluded.owner,
          answer = null, expires_at = excluded.expires_at
        where replay.expires_at <= ${at(now())}
        returning owner`;
      if (own !== undefined) {
        return {
          async keep(answer) {
            await query`
              update replay set answer = ${JSON.stringify(answer)}, expires_at = ${at(now() + KEEP_MS)}
              where account = ${account} and name = ${name} and owner = ${owner}`;
          },
          async release() {
            await query`delete from replay where account = ${account} and name = ${name} and owner = ${owner}`;
          },
        };
      }
      const [before] = await query<{ request: string; answer: string | null }>`
        select request, answer from replay where account = ${account} and name = ${name}`;
      if (before !== undefined && before.request !== digest) {
        throw new Problem(
          "idempotency-mismatch",
          "This Idempotency-Key was used for another request within 24 hours: send a fresh one.",
        );
      }
      if (before === undefined || before.answer === null) {
        throw new Problem(
          "request-in-progress",
          "The first request with this Idempotency-Key is still running.",
          {
            headers: { "Retry-After": "1" },
          },
        );
      }
      return JSON.parse(before.answer) as StoredAnswer;
    },
  };
}

/** Deletes what is older than it is kept. */
export async function sweepReplays(database: Database, now: number): Promise<void> {
  await database.query`delete from replay where expires_at <= ${new Date(now).toISOString()}`;
}
