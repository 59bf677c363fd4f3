import type { Database, Query } from "../store/database.ts";
import { timeText } from "../store/time-text.ts";
import type { SessionView } from "./account-views.ts";
import { type Actor, type Audit, SYSTEM } from "./audit.ts";
import { hashSecret, makeToken } from "./key-format.ts";

/** Lifetime of a session, in seconds. */
export const SESSION_SECONDS = 30 * 86_400;

const ID_LENGTH = 16;

/** Sessions of people who are signed in. Only hashes of their tokens are stored. */
export class Sessions {
  readonly #database: Database;
  readonly #query: Query;
  readonly #audit: Audit;
  readonly #now: () => number;

  constructor(database: Database, audit: Audit, now: () => number) {
    this.#database = database;
    this.#query = database.query;
    this.#audit = audit;
    this.#now = now;
  }

  async begin(account: string, device?: string, by: Actor = SYSTEM, within?: Query): Promise<string> {
    const token = makeToken();
    const detail = device === undefined ? {} : { device };
    const add = async (run: Query) => {
      await run`
        insert into session (hash, account, expires_at, created_at, last_used_on, device)
        values (${hashSecret(token)}, ${account}, ${timeText(this.#now() + SESSION_SECONDS * 1000)}, ${timeText(this.#now())},
          ${timeText(this.#now()).slice(0, 10)}, ${device ?? null})`;
      await this.#audit.record(by, { action: "session.started", account, detail }, run);
    };
    await (within === undefined ? this.#database.transaction(add) : add(within));
    return token;
  }

  async find(token: string): Promise<string | undefined> {
    const hash = hashSecret(token);
    const [row] = await this.#query<{ account: string; last_used_on: string | null }>`
      select account, last_used_on from session where hash = ${hash} and expires_at > ${timeText(this.#now())}`;
    const today = timeText(this.#now()).slice(0, 10);
    if (row !== undefined && row.last_used_on !== today) {
      await this.#query`update session set last_used_on = ${today} where hash = ${hash}`;
    }
    return row?.account;
  }

  async list(account: string, token?: string): Promise<SessionView[]> {
    const rows = await this.#query<Omit<SessionView, "id" | "isCurrent"> & { hash: string }>`
      select hash, device, created_at as "createdAt", last_used_on as "lastUsedOn", expires_at as "expiresAt"
      from session
      where account = ${account} and expires_at > ${timeText(this.#now())} order by session.expires_at desc`;
    const current = token === undefined ? undefined : hashSecret(token);
    return rows.map(({ hash, ...shown }) => ({
      id: hash.slice(0, ID_LENGTH),
      ...shown,
      isCurrent: hash === current,
    }));
  }

  async end(token: string): Promise<void> {
    await this.#query`delete from session where hash = ${hashSecret(token)}`;
  }

  async revoke(account: string, id: string, by: Actor = SYSTEM): Promise<boolean> {
    // PostgreSQL answers a text with a zero byte with an error.
    if (!/^[\da-f]{16}$/.test(id)) return false;
    return this.#database.transaction(async (run) => {
      const rows = await run`
        delete from session where account = ${account} and substr(hash, 1, ${ID_LENGTH}) = ${id} returning account`;
      const event = { action: "session.revoked", account, detail: { session: id } } as const;
      if (rows.length > 0) await this.#audit.record(by, event, run);
      return rows.length > 0;
    });
  }

  async endAll(account: string, by: Actor = SYSTEM): Promise<number> {
    return this.#database.transaction(async (run) => {
      const rows = await run`delete from session where account = ${account} returning account`;
      const event = { action: "sessions.revoked", account, detail: { sessions: rows.length } } as const;
      await this.#audit.record(by, event, run);
      return rows.length;
    });
  }
}
