import type { Database } from "../store/database.ts";
import { hashSecret, makeToken } from "./key-format.ts";

/** How long a person stays signed in, in seconds. */
export const SESSION_SECONDS = 30 * 86_400;

/** A session as its owner sees it. */
export interface SessionView {
  /** The first 16 digits of its token's hash: it names the session and opens nothing. */
  readonly id: string;
  /** Browser and system, such as "Firefox on Linux"; null where it is not known. */
  readonly device: string | null;
  readonly createdAt: string | null;
  /** The last day on which it was used (UTC date). */
  readonly lastUsedOn: string | null;
  readonly expiresAt: string;
  /** Whether it is the one that asks. */
  readonly isCurrent: boolean;
}

/** People who are signed in; the database holds hashes of their tokens. */
export interface Sessions {
  /** Begins a session, on a device where it is known (`deviceOf`). Returns the token, to be put into a cookie. */
  begin(account: string, device?: string): Promise<string>;
  /** The account of a token; undefined where it is unknown or expired. Notes the day of use. */
  find(token: string): Promise<string | undefined>;
  /** Sessions of an account, the newest first; `token` is the one that asks. */
  list(account: string, token: string): Promise<SessionView[]>;
  end(token: string): Promise<void>;
  /** Ends one session of an account by its id. False where it has none such. */
  revoke(account: string, id: string): Promise<boolean>;
  /** Ends every session of an account. */
  endAll(account: string): Promise<void>;
}

const ID_LENGTH = 16;
const idOf = (hash: string) => hash.slice(0, ID_LENGTH);

export function createSessions(database: Database, now: () => number): Sessions {
  const { query } = database;
  const at = (ms: number) => new Date(ms).toISOString();
  return {
    async begin(account, device) {
      const token = makeToken();
      await query`
        insert into session (hash, account, expires_at, created_at, last_used_on, device)
        values (${hashSecret(token)}, ${account}, ${at(now() + SESSION_SECONDS * 1000)}, ${at(now())},
          ${at(now()).slice(0, 10)}, ${device ?? null})`;
      return token;
    },
    async find(token) {
      const hash = hashSecret(token);
      const [row] = await query<{ account: string; last_used_on: string | null }>`
        select account, last_used_on from session where hash = ${hash} and expires_at > ${at(now())}`;
      const today = at(now()).slice(0, 10);
      if (row !== undefined && row.last_used_on !== today) {
        await query`update session set last_used_on = ${today} where hash = ${hash}`;
      }
      return row?.account;
    },
    async list(account, token) {
      const rows = await query<{
        hash: string;
        expires_at: string;
        created_at: string | null;
        last_used_on: string | null;
        device: string | null;
      }>`
        select hash, expires_at, created_at, last_used_on, device from session
        where account = ${account} and expires_at > ${at(now())} order by expires_at desc`;
      const current = hashSecret(token);
      return rows.map(({ hash, expires_at, created_at, last_used_on, device }) => ({
        id: idOf(hash),
        device,
        createdAt: created_at,
        lastUsedOn: last_used_on,
        expiresAt: expires_at,
        isCurrent: hash === current,
      }));
    },
    async end(token) {
      await query`delete from session where hash = ${hashSecret(token)}`;
    },
    async revoke(account, id) {
      // PostgreSQL answers a text with a zero byte with an error.
      if (!/^[\da-f]{16}$/.test(id)) return false;
      const rows = await query`
        delete from session where account = ${account} and substr(hash, 1, ${ID_LENGTH}) = ${id} returning account`;
      return rows.length > 0;
    },
    async endAll(account) {
      await query`delete from session where account = ${account}`;
    },
  };
}
