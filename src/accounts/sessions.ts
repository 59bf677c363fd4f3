import type { Database } from "../store/database.ts";
import { hashSecret, makeToken } from "./key-format.ts";

/** How long a person stays signed in, in seconds. */
export const SESSION_SECONDS = 30 * 86_400;

/** People who are signed in; the database holds hashes of their tokens. */
export interface Sessions {
  /** Returns the token, to be put into a cookie. */
  begin(account: string): Promise<string>;
  /** The account of a token; undefined where it is unknown or over. */
  find(token: string): Promise<string | undefined>;
  end(token: string): Promise<void>;
}

export function createSessions(database: Database, now: () => number): Sessions {
  const { query } = database;
  const at = (ms: number) => new Date(ms).toISOString();
  return {
    async begin(account) {
      const token = makeToken();
      await query`
        insert into session (hash, account, expires_at)
        values (${hashSecret(token)}, ${account}, ${at(now() + SESSION_SECONDS * 1000)})`;
      return token;
    },
    async find(token) {
      const [row] = await query<{ account: string }>`
        select account from session where hash = ${hashSecret(token)} and expires_at > ${at(now())}`;
      return row?.account;
    },
    async end(token) {
      await query`delete from session where hash = ${hashSecret(token)}`;
    },
  };
}

/** Deletes sessions and links that are over. */
export async function sweepSessions(database: Database, now: number): Promise<void> {
  const before = new Date(now).toISOString();
  await database.query`delete from session where expires_at <= ${before}`;
  await database.query`delete from link where expires_at <= ${before}`;
}
