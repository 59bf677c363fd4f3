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
  /**
   * Keeps the answer for 24 hours; undefined says that it is too large. Where it is, or the answers of the account
   * take up their limit, only the fact is kept: the request does not run again, and its repetition is told so.
   */
  keep(answer: StoredAnswer | undefined): Promise<void>;
  /** Forgets the request: it failed, and may be sent again. */
  release(): Promise<void>;
}

/** Answers a repeated request with what the first one was answered. */
export interface Replays {
  /**
   * Begins a request, or gives the answer of the one before. `request` is all that makes it the same: path,
   * query and body. Throws `request-in-progress`, `idempotency-mismatch` or `response-not-stored`.
   */
  begin(
    account: string,
    key: string,
    request: readonly (string | Uint8Array)[],
  ): Promise<Turn | StoredAnswer>;
}

const KEEP_MS = 24 * 3_600_000;
/** Answers of one account take up so many bytes at most, as they are stored. */
const STORED_MAX = 50_000_000;

/** A process that died does not hold a request for longer than any may run. */
const RUNNING_MS = 120_000;

/** `storedMax`: bytes that the answers of one account take up at most. */
export function createReplays(database: Database, now: () => number, storedMax = STORED_MAX): Replays {
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
          answer = null, bytes = null, expires_at = excluded.expires_at
        where replay.expires_at <= ${at(now())}
        returning owner`;
      if (own !== undefined) {
        return {
          async keep(answer) {
            const until = at(now() + KEEP_MS);
            if (answer !== undefined) {
              const text = JSON.stringify(answer);
              const bytes = Buffer.byteLength(text);
              // Two that are kept at once on PostgreSQL may both find room: the limit is exceeded by those.
              const [kept] = await query`
                update replay set answer = ${text}, bytes = ${bytes}, expires_at = ${until}
                where account = ${account} and name = ${name} and owner = ${owner}
                  and (select coalesce(sum(bytes), 0) from replay
                    where account = ${account} and expires_at > ${at(now())}) <= ${storedMax - bytes}
                returning owner`;
              if (kept !== undefined) return;
            }
            // An answer of null and no bytes: what a replica of the release before takes for a request that still runs.
            await query`
              update replay set answer = null, bytes = 0, expires_at = ${until}
              where account = ${account} and name = ${name} and owner = ${owner}`;
          },
          async release() {
            await query`delete from replay where account = ${account} and name = ${name} and owner = ${owner}`;
          },
        };
      }
      const [before] = await query<{ request: string; answer: string | null; bytes: number | null }>`
        select request, answer, bytes from replay where account = ${account} and name = ${name}`;
      if (before !== undefined && before.request !== digest) {
        throw new Problem(
          "idempotency-mismatch",
          "This Idempotency-Key was used for another request within 24 hours: send a fresh one.",
        );
      }
      if (before?.bytes === 0) {
        throw new Problem(
          "response-not-stored",
          "The request with this Idempotency-Key has run and is not run again. Its response was not stored: it has more than 1 MB, or the stored responses of the account take up 50 MB. To run and pay for the request again, send it with a new Idempotency-Key.",
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
