import { Problem } from "../kit/problem.ts";
import type { Database, Query } from "../store/database.ts";
import { type Actor, type Audit, type AuditAction, SYSTEM } from "./audit.ts";
import { hashSecret, hintOf, makeKey } from "./key-format.ts";
import { type Suspension, type SuspensionRow, suspended, suspensionOf } from "./suspension.ts";

/** A key as it may be shown: nothing of its secret but the last four characters. */
export interface KeyView {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  /** The APIs that it is for; null for all. */
  readonly apis: readonly string[] | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** The last day on which it was used (UTC date). */
  readonly lastUsedOn: string | null;
  /** Until when its revocation or rotation can be undone; null where there is nothing to undo. */
  readonly undoUntil: string | null;
}

/** A new key: the one time that it is seen whole. */
export interface NewKey extends KeyView {
  readonly key: string;
}

/** Whom a key belongs to and what it may do. */
export interface KeyHolder {
  readonly keyId: string;
  readonly account: string;
  readonly apis: readonly string[] | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedOn: string | null;
  /** Undefined where the account is not suspended. */
  readonly suspension: Suspension | undefined;
}

export interface KeysOptions {
  readonly database: Database;
  readonly audit: Audit;
  readonly prefix: string;
  now(): number;
}

/** Grace that a rolled key may be given, in milliseconds. */
export const GRACE_MAX_MS = 7 * 86_400_000;
const LIVE_MAX = 20;

/** How long a revocation or a rotation can be undone, in milliseconds. */
export const UNDO_MS = 10 * 60_000;

/** Keys that an account makes in 24 hours at most, those that replace others among them. */
const MADE_PER_DAY = 100;
const DAY_MS = 24 * 3_600_000;

type KeyRow = {
  id: string;
  account: string;
  name: string;
  hint: string;
  apis: string | null;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_on: string | null;
  /** The key that it is the successor of. */
  replaces: string | null;
};

type KeyDetail = Readonly<Record<"id" | "name", string>>;

/** Whether a text can be the ID of a key. PostgreSQL rejects a zero byte with an error. */
function isId(text: string): boolean {
  return /^[\da-f-]{36}$/.test(text);
}

function tooManyKeys(): Problem {
  return new Problem("conflict", `An account has at most ${LIVE_MAX} active keys. Revoke one first.`);
}

function apisOf(text: string | null): readonly string[] | null {
  return text === null ? null : text.split(",");
}

/** When a key was revoked or rotated; `rows` are all keys of its account. */
function endedAt({ id, revoked_at, expires_at }: KeyRow, rows: readonly KeyRow[]): string | null {
  if (revoked_at !== null) return revoked_at;
  const successor = rows.find((row) => row.replaces === id && row.revoked_at === null);
  return expires_at === null ? null : (successor?.created_at ?? null);
}

function view(row: KeyRow, undoUntil: string | null): KeyView {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    apis: apisOf(row.apis),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedOn: row.last_used_on,
    undoUntil,
  };
}

/** Makes, lists, rolls and revokes the keys of accounts, and finds a key's holder. */
export interface Keys {
  /**
   * `apis` null means all. Throws `conflict` for the 21st live key of an account, and the 101st made in 24 hours;
   * `account-suspended`.
   */
  create(account: string, name: string, apis: readonly string[] | null, by?: Actor): Promise<NewKey>;
  /** The newest first, revoked ones too. */
  list(account: string): Promise<KeyView[]>;
  /** Ends a key now, on every replica within five seconds. False where the account has no such live key. */
  revoke(account: string, id: string, by?: Actor): Promise<boolean>;
  /**
   * Creates a key of the same name and scope. The old key works for another `graceMs`; a key that the old one
   * had replaced, and that is still in its grace period, ends now. Returns undefined if the account has no such
   * live key or it was already replaced: a key has one successor, even if two are requested at once. Throws
   * `account-suspended`.
   */
  roll(account: string, id: string, graceMs: number, by?: Actor): Promise<NewKey | undefined>;
  /**
   * Undoes a revocation or a rotation of the last `UNDO_MS`: the key works again, and the one that replaced it ends. False
   * where there is nothing to undo. Throws `conflict` for an account with too many active keys; `account-suspended`.
   */
  restore(account: string, id: string, by?: Actor): Promise<boolean>;
  /** Undefined where no key has this text. */
  find(key: string): Promise<KeyHolder | undefined>;
  /** Notes that a key is in use on this day (UTC date). */
  markUsed(id: string, day: string): Promise<void>;
}

const at = (ms: number) => new Date(ms).toISOString();

const insert = async (run: Query, account: string, made: NewKey, replaces: string | null) => {
  await run`
    insert into api_key (id, account, hash, name, hint, apis, created_at, replaces)
    values (${made.id}, ${account}, ${hashSecret(made.key)}, ${made.name}, ${made.hint},
      ${made.apis === null ? null : made.apis.join(",")}, ${made.createdAt}, ${replaces})`;
};

/** Locks the account's row on both engines, so that two callers are counted one by one. */
const lockAccount = async (run: Query, account: string) => {
  const [row] = await run<SuspensionRow>`
    update account set email = email where id = ${account}
    returning suspended_at, suspension_reason`;
  const suspension = suspensionOf(row);
  if (suspension !== undefined) throw suspended(suspension);
};

/** Keys in the database, as hashes. */
class DatabaseKeys implements Keys {
  readonly #options: KeysOptions;

  constructor(options: KeysOptions) {
    this.#options = options;
  }

  async create(
    account: string,
    name: string,
    apis: readonly string[] | null,
    by: Actor = SYSTEM,
  ): Promise<NewKey> {
    const { database } = this.#options;
    const made = this.#fresh(name, apis);
    await database.transaction(async (run) => {
      await lockAccount(run, account);
      if ((await this.#live(run, account)).length >= LIVE_MAX) {
        throw tooManyKeys();
      }
      await this.#bound(run, account);
      await insert(run, account, made, null);
      await this.#record(run, by, account, "key.created", made);
    });
    return made;
  }

  async list(account: string): Promise<KeyView[]> {
    const { query } = this.#options.database;
    const rows = await query<KeyRow>`
      select * from api_key where account = ${account} order by created_at desc, id desc`;
    return rows.map((row) => {
      const ended = endedAt(row, rows);
      const until = ended === null ? 0 : Date.parse(ended) + UNDO_MS;
      return view(row, until > this.#options.now() ? at(until) : null);
    });
  }

  async revoke(account: string, id: string, by: Actor = SYSTEM): Promise<boolean> {
    const { database, now } = this.#options;
    if (!isId(id)) return false;
    const isRevoked = await database.transaction(async (run) => {
      const [row] = await run<{ id: string; name: string }>`
        update api_key set revoked_at = ${at(now())}
        where id = ${id} and account = ${account} and revoked_at is null returning id, name`;
      if (row !== undefined) await this.#record(run, by, account, "key.revoked", row);
      return row !== undefined;
    });
    if (isRevoked) await database.notify(account);
    return isRevoked;
  }

  async roll(account: string, id: string, graceMs: number, by: Actor = SYSTEM): Promise<NewKey | undefined> {
    const { database, now } = this.#options;
    if (!isId(id)) return undefined;
    const made = await database.transaction(async (run) => {
      await lockAccount(run, account);
      // The update comes first: it locks the row, so that of two callers one finds a key to replace.
      const [old] = await run<KeyRow>`
        update api_key set expires_at = ${at(now() + graceMs)}
        where id = ${id} and account = ${account} and revoked_at is null and expires_at is null
        returning *`;
      if (old === undefined) return undefined;
      await this.#bound(run, account);
      const successor = this.#fresh(old.name, apisOf(old.apis));
      // At most two of its line live: the new one, and one in its grace. Others of its name are not concerned.
      await run`
        update api_key set revoked_at = ${at(now())}
        where account = ${account} and id = ${old.replaces} and revoked_at is null`;
      await insert(run, account, successor, id);
      await this.#record(run, by, account, "key.rotated", { id, name: old.name });
      return successor;
    });
    if (made !== undefined) await database.notify(account);
    return made;
  }

  async restore(account: string, id: string, by: Actor = SYSTEM): Promise<boolean> {
    const { database, now } = this.#options;
    if (!isId(id)) return false;
    const isRestored = await database.transaction(async (run) => {
      await lockAccount(run, account);
      const rows = await run<KeyRow>`select * from api_key where account = ${account}`;
      const row = rows.find((one) => one.id === id);
      const ended = row === undefined ? null : endedAt(row, rows);
      if (row === undefined || ended === null || Date.parse(ended) + UNDO_MS <= now()) return false;
      if (row.revoked_at !== null && (await this.#live(run, account)).length >= LIVE_MAX) {
        throw tooManyKeys();
      }
      // The one that replaced it ends: of a line of keys, one is in use.
      await run`
        update api_key set revoked_at = ${at(now())}
        where account = ${account} and replaces = ${id} and revoked_at is null`;
      await run`update api_key set revoked_at = null, expires_at = null where id = ${id}`;
      await this.#record(run, by, account, "key.restored", row);
      return true;
    });
    if (isRestored) await database.notify(account);
    return isRestored;
  }

  async find(key: string): Promise<KeyHolder | undefined> {
    const { query } = this.#options.database;
    const [row] = await query<KeyRow & SuspensionRow>`
      select api_key.*, account.suspended_at, account.suspension_reason
      from api_key join account on account.id = api_key.account where hash = ${hashSecret(key)}`;
    if (row === undefined) return undefined;
    const { id, account, apis, expires_at, revoked_at, last_used_on } = row;
    return {
      keyId: id,
      account,
      apis: apisOf(apis),
      expiresAt: expires_at,
      revokedAt: revoked_at,
      lastUsedOn: last_used_on,
      suspension: suspensionOf(row),
    };
  }

  async markUsed(id: string, day: string): Promise<void> {
    const { query } = this.#options.database;
    await query`update api_key set last_used_on = ${day} where id = ${id}`;
  }

  #fresh(name: string, apis: readonly string[] | null): NewKey {
    const { prefix, now } = this.#options;
    const key = makeKey(prefix);
    const id = Bun.randomUUIDv7();
    const never = { expiresAt: null, revokedAt: null, lastUsedOn: null, undoUntil: null };
    return { id, name, hint: hintOf(key), apis, createdAt: at(now()), ...never, key };
  }

  #live(run: Query, account: string) {
    const { now } = this.#options;
    return run<KeyRow>`
    select * from api_key where account = ${account} and revoked_at is null
      and (expires_at is null or expires_at > ${at(now())})`;
  }

  /** A key that ends leaves its row: making and ending them in turn would fill the table. */
  async #bound(run: Query, account: string) {
    const { now } = this.#options;
    const [made] = await run<{ count: number | string }>`
      select count(*) as count from api_key where account = ${account} and created_at > ${at(now() - DAY_MS)}`;
    if (Number(made?.count) < MADE_PER_DAY) return;
    throw new Problem(
      "conflict",
      `An account can create at most ${MADE_PER_DAY} keys in 24 hours. Try again tomorrow.`,
    );
  }

  #record(run: Query, by: Actor, account: string, action: AuditAction, of: KeyDetail) {
    const { audit } = this.#options;
    return audit.record(by, { action, account, detail: { key: of.id, name: of.name } }, run);
  }
}

/** Keys are stored as hashes. Caches of key holders are told of changes by `notify(account)`. */
export function createKeys(options: KeysOptions): Keys {
  return new DatabaseKeys(options);
}
