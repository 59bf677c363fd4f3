import { invalidParameter } from "../kit/parameter.ts";
import { Problem } from "../kit/problem.ts";
import type { Database, Query } from "../store/database.ts";
import { timeText } from "../store/time-text.ts";
import type { KeyView, NewKey } from "./account-views.ts";
import { type Actor, type Audit, type AuditAction, SYSTEM } from "./audit.ts";
import { IpAllowList } from "./ip-allow-list.ts";
import { hashSecret, hintOf, KEY_PREFIXES, makeKey } from "./key-format.ts";
import { lockActive } from "./lock-account.ts";
import { type SuspensionRow, suspensionOf } from "./suspension.ts";

/** The mode of a key. Calls with a live key do real work; calls with a test key are validated and get a sample response. */
export type KeyMode = "live" | "test";

/** The scope of keys that manage the keys of their account. No API has this name. */
export const KEYS_SCOPE = "keys";

/** The scope of keys that manage the webhook endpoints of their account. No API has this name. */
export const WEBHOOKS_SCOPE = "webhooks";

/** Scopes that manage an account: keys for all APIs do not have them, nor do test keys. */
export const MANAGEMENT_SCOPES: readonly string[] = [KEYS_SCOPE, WEBHOOKS_SCOPE];

/** The limits of a key besides its scope. */
export interface KeyLimits {
  /** When it stops working, as an ISO 8601 text of UTC; null for never. */
  readonly expiresAt?: string | null | undefined;
  readonly allowedIps?: readonly string[] | null | undefined;
}

/** Options of a new key. */
export interface KeyOptions extends KeyLimits {
  readonly mode?: KeyMode | undefined;
}

/** Changes to a key. Members that are absent do not change. */
export interface KeyChange extends KeyLimits {
  readonly name?: string | undefined;
}

export interface KeysOptions {
  readonly database: Database;
  readonly audit: Audit;
  now(): number;
}

const LIVE_MAX = 20;

/** Time in which a revocation or a rotation can be undone, in milliseconds. */
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
  replaces: string | null;
  hash: string;
  mode: string | null;
  ends_at: string | null;
  /** Separated by commas. */
  allowed_ips: string | null;
};

type HolderRow = Omit<KeyRow, "name" | "hint" | "created_at" | "replaces" | "hash">;

/** Columns that release 1.0.0 does not know. */
type Limits = Pick<KeyRow, "mode" | "ends_at" | "allowed_ips">;

const LIMITED = "limited ";

/** The hash as it is stored. Release 1.0.0 does not find that of a key with limits, which it would ignore. */
function storedHash(hash: string, { mode, ends_at, allowed_ips }: Limits): string {
  const isLimited = mode !== null || ends_at !== null || allowed_ips !== null;
  return `${isLimited ? LIMITED : ""}${hash.replace(LIMITED, "")}`;
}

type KeyDetail = Readonly<Record<"id" | "name", string>>;

/** Whether a text can be the ID of a key. PostgreSQL rejects a zero byte with an error. */
function isId(text: string): boolean {
  return /^[\da-f-]{36}$/.test(text);
}

function tooManyKeys(): Problem {
  return new Problem("conflict", `An account has at most ${LIVE_MAX} active keys. Revoke one first.`);
}

function listOf(text: string | null): readonly string[] | null {
  return text === null ? null : text.split(",");
}

const textOf = (list: readonly string[] | null | undefined) => list?.join(",") ?? null;

const modeOf = ({ mode }: Limits): KeyMode => (mode === "test" ? "test" : "live");

/** The earlier of two moments, of which each may be none. */
function earlier(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b < a) ? b : a;
}

/** Throws `key-scope` where a key acts on keys that manage keys: they are made and changed by people alone. */
function rejectEscalation(by: Actor, apis: readonly string[] | null): void {
  if (by.key === undefined || apis === null || !apis.includes(KEYS_SCOPE)) return;
  throw new Problem(
    "key-scope",
    "A key cannot create or change keys with the scope keys. Use the account page.",
  );
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
    mode: modeOf(row),
    apis: listOf(row.apis),
    allowedIps: listOf(row.allowed_ips),
    createdAt: row.created_at,
    expiresAt: earlier(row.expires_at, row.ends_at),
    isRotated: row.expires_at !== null,
    revokedAt: row.revoked_at,
    lastUsedOn: row.last_used_on,
    undoUntil,
  };
}

const insert = async (run: Query, account: string, made: NewKey, replaces: string | null) => {
  const limits: Limits = {
    mode: made.mode === "test" ? "test" : null,
    ends_at: made.expiresAt,
    allowed_ips: textOf(made.allowedIps),
  };
  await run`
    insert into api_key (id, account, hash, name, hint, apis, created_at, replaces, mode, ends_at, allowed_ips)
    values (${made.id}, ${account}, ${storedHash(hashSecret(made.key), limits)}, ${made.name}, ${made.hint},
      ${textOf(made.apis)}, ${made.createdAt}, ${replaces}, ${limits.mode}, ${limits.ends_at},
      ${limits.allowed_ips})`;
};

function holderOf(row: HolderRow & SuspensionRow) {
  const { id, account, apis, expires_at, ends_at, allowed_ips, revoked_at, last_used_on } = row;
  const allowedIps = listOf(allowed_ips);
  return {
    keyId: id,
    account,
    mode: modeOf(row),
    apis: listOf(apis),
    /** Undefined where it works from everywhere. */
    allowList: allowedIps === null ? undefined : new IpAllowList(allowedIps),
    /** When it stops working by its owner's choice. */
    endsAt: ends_at,
    /** When it stops working because it was rotated. */
    expiresAt: expires_at,
    revokedAt: revoked_at,
    lastUsedOn: last_used_on,
    suspension: suspensionOf(row),
  };
}
export type KeyHolder = ReturnType<typeof holderOf>;

/** The keys of accounts, stored as hashes. Changes are told to caches by `notify(account)`. */
export class Keys {
  readonly #options: KeysOptions;
  readonly #query: Query;

  constructor(options: KeysOptions) {
    this.#options = options;
    this.#query = options.database.query;
  }

  /**
   * `within` is the transaction it is a part of. Throws `conflict` for the 21st active key and the 101st of a day,
   * `account-suspended`, `invalid-parameter` for a past expiry, `key-scope` where a key makes one that manages keys.
   */
  async create(
    account: string,
    name: string,
    apis: readonly string[] | null,
    options: KeyOptions = {},
    by: Actor = SYSTEM,
    within?: Query,
  ): Promise<NewKey> {
    rejectEscalation(by, apis);
    const managed = apis?.find((name) => MANAGEMENT_SCOPES.includes(name));
    if (options.mode === "test" && managed !== undefined) {
      throw invalidParameter(
        "apis",
        `A test key cannot have the scope ${managed}. Create a live key for that.`,
      );
    }
    this.#checkExpiry(options.expiresAt);
    const made = this.#fresh(name, apis, options);
    const add = async (run: Query) => {
      await lockActive(run, account);
      if ((await this.#live(run, account)).length >= LIVE_MAX) throw tooManyKeys();
      await this.#bound(run, account);
      await insert(run, account, made, null);
      await this.#record(run, by, account, "key.created", made);
    };
    await (within === undefined ? this.#options.database.transaction(add) : add(within));
    return made;
  }

  /** Changes a key; undefined where the account has no such key that was not revoked. Throws as `create` does. */
  async update(
    account: string,
    id: string,
    change: KeyChange,
    by: Actor = SYSTEM,
  ): Promise<KeyView | undefined> {
    const { database } = this.#options;
    if (!isId(id)) return undefined;
    const isChanged = await database.transaction(async (run) => {
      await lockActive(run, account);
      const [old] = await run<KeyRow>`
        select * from api_key where id = ${id} and account = ${account} and revoked_at is null`;
      if (old === undefined) return false;
      rejectEscalation(by, listOf(old.apis));
      const { name = old.name, expiresAt = old.ends_at, allowedIps = listOf(old.allowed_ips) } = change;
      if (expiresAt !== old.ends_at) {
        this.#checkExpiry(expiresAt);
        // One that has expired and gets a later expiry works again.
        const live = await this.#live(run, account);
        if (!live.some((one) => one.id === id) && live.length >= LIVE_MAX) throw tooManyKeys();
      }
      const limits: Limits = { mode: old.mode, ends_at: expiresAt, allowed_ips: textOf(allowedIps) };
      await run`
        update api_key set name = ${name}, ends_at = ${limits.ends_at}, allowed_ips = ${limits.allowed_ips},
          hash = ${storedHash(old.hash, limits)}
        where id = ${id}`;
      await this.#record(run, by, account, "key.updated", { id, name });
      return true;
    });
    if (!isChanged) return undefined;
    await database.notify(account);
    return (await this.list(account)).find((key) => key.id === id);
  }

  /** The newest first, revoked ones too. */
  async list(account: string, query = this.#query): Promise<KeyView[]> {
    const rows = await query<KeyRow>`
      select * from api_key where account = ${account} order by created_at desc, id desc`;
    return rows.map((row) => {
      const ended = endedAt(row, rows);
      const until = ended === null ? 0 : Date.parse(ended) + UNDO_MS;
      return view(row, until > this.#options.now() ? timeText(until) : null);
    });
  }

  /** Ends a key now, on every replica within five seconds. False where the account has no such live key. */
  async revoke(account: string, id: string, by: Actor = SYSTEM): Promise<boolean> {
    const { database, now } = this.#options;
    if (!isId(id)) return false;
    const isRevoked = await database.transaction(async (run) => {
      const [row] = await run<{ id: string; name: string }>`
        update api_key set revoked_at = ${timeText(now())}
        where id = ${id} and account = ${account} and revoked_at is null returning id, name`;
      if (row !== undefined) await this.#record(run, by, account, "key.revoked", row);
      return row !== undefined;
    });
    if (isRevoked) await database.notify(account);
    return isRevoked;
  }

  /**
   * Replaces a key by one with the same limits. The old key works for `graceMs`; the one that it had replaced ends.
   * Undefined if there is no such live key, or it was replaced. Throws `account-suspended`.
   */
  async roll(account: string, id: string, graceMs: number, by: Actor = SYSTEM): Promise<NewKey | undefined> {
    const { database, now } = this.#options;
    if (!isId(id)) return undefined;
    const made = await database.transaction(async (run) => {
      await lockActive(run, account);
      // The update comes first: it locks the row, so that of two callers one finds a key to replace.
      const [old] = await run<KeyRow>`
        update api_key set expires_at = ${timeText(now() + graceMs)}
        where id = ${id} and account = ${account} and revoked_at is null and expires_at is null
          and (ends_at is null or ends_at > ${timeText(now())})
        returning *`;
      if (old === undefined) return undefined;
      rejectEscalation(by, listOf(old.apis));
      await this.#bound(run, account);
      const successor = this.#fresh(old.name, listOf(old.apis), {
        mode: modeOf(old),
        expiresAt: old.ends_at,
        allowedIps: listOf(old.allowed_ips),
      });
      // At most two of its line live: the new one, and one in its grace. Others of its name are not concerned.
      await run`
        update api_key set revoked_at = ${timeText(now())}
        where account = ${account} and id = ${old.replaces} and revoked_at is null`;
      await insert(run, account, successor, id);
      await this.#record(run, by, account, "key.rotated", { id, name: old.name });
      return successor;
    });
    if (made !== undefined) await database.notify(account);
    return made;
  }

  /** Undoes a revocation or rotation within `UNDO_MS`; false without one. Throws `conflict` and `account-suspended`. */
  async restore(account: string, id: string, by: Actor = SYSTEM): Promise<boolean> {
    const { database, now } = this.#options;
    if (!isId(id)) return false;
    const isRestored = await database.transaction(async (run) => {
      await lockActive(run, account);
      const rows = await run<KeyRow>`select * from api_key where account = ${account}`;
      const row = rows.find((one) => one.id === id);
      const ended = row === undefined ? null : endedAt(row, rows);
      if (row === undefined || ended === null || Date.parse(ended) + UNDO_MS <= now()) return false;
      if (row.revoked_at !== null && (await this.#live(run, account)).length >= LIVE_MAX) {
        throw tooManyKeys();
      }
      // Those that replaced it end, however often: of a line of keys, one is in use, beside those in their grace.
      const line = [row];
      for (const one of line) {
        const isNext = ({ id, replaces }: KeyRow) => replaces === one.id || id === one.replaces;
        line.push(...rows.filter((other) => !line.includes(other) && isNext(other)));
      }
      for (const other of line) {
        if (other.id < id && other.expires_at !== null) continue;
        await run`
          update api_key set revoked_at = ${timeText(now())} where id = ${other.id} and revoked_at is null`;
      }
      await run`update api_key set revoked_at = null, expires_at = null where id = ${id}`;
      await this.#record(run, by, account, "key.restored", row);
      return true;
    });
    if (isRestored) await database.notify(account);
    return isRestored;
  }

  find(key: string): Promise<KeyHolder | undefined> {
    const hash = hashSecret(key);
    return this.#holder("hash in ($1, $2)", [hash, LIMITED + hash]);
  }

  async findById(id: string): Promise<KeyHolder | undefined> {
    return isId(id) ? this.#holder("api_key.id = $1", [id]) : undefined;
  }

  async #holder(where: string, values: string[]): Promise<KeyHolder | undefined> {
    // Columns by name: PostgreSQL ends a prepared `select *` with an error when an upgrade adds a column.
    const [row] = await this.#options.database.script(
      `select api_key.id, api_key.account, apis, mode, ends_at, allowed_ips, api_key.expires_at, revoked_at, last_used_on,
        suspended_at, suspension_reason
      from api_key join account on account.id = api_key.account where ${where}`,
      values,
    );
    return row && holderOf(row as HolderRow & SuspensionRow);
  }

  async markUsed(id: string, day: string): Promise<void> {
    await this.#query`update api_key set last_used_on = ${day} where id = ${id}`;
  }

  #fresh(
    name: string,
    apis: readonly string[] | null,
    { mode = "live", expiresAt = null, allowedIps = null }: KeyOptions,
  ): NewKey {
    const key = makeKey(KEY_PREFIXES[mode]);
    const id = Bun.randomUUIDv7();
    const never = { isRotated: false, revokedAt: null, lastUsedOn: null, undoUntil: null };
    const limits = { mode, apis, allowedIps, createdAt: timeText(this.#options.now()), expiresAt };
    return { id, name, hint: hintOf(key), ...limits, ...never, key };
  }

  /** Throws `invalid-parameter` for an expiry in the past. */
  #checkExpiry(expiresAt: string | null | undefined): void {
    if (expiresAt === null || expiresAt === undefined || expiresAt > timeText(this.#options.now())) return;
    throw invalidParameter("expiresAt", "expiresAt must be in the future. To end a key now, revoke it.");
  }

  #live(run: Query, account: string) {
    const { now } = this.#options;
    return run<KeyRow>`
    select * from api_key where account = ${account} and revoked_at is null
      and (expires_at is null or expires_at > ${timeText(now())})
      and (ends_at is null or ends_at > ${timeText(now())})`;
  }

  /** A key that ends leaves its row: making and ending them in turn would fill the table. */
  async #bound(run: Query, account: string) {
    const { now } = this.#options;
    const [made] = await run<{ count: number | string }>`
      select count(*) as count from api_key where account = ${account} and created_at > ${timeText(now() - DAY_MS)}`;
    if (Number(made?.count) < MADE_PER_DAY) return;
    throw new Problem(
      "conflict",
      `An account can create at most ${MADE_PER_DAY} keys in 24 hours. Try again tomorrow.`,
    );
  }

  #record(run: Query, by: Actor, account: string, action: AuditAction, of: KeyDetail) {
    const detail = { key: of.id, name: of.name, ...(by.key === undefined ? {} : { byKey: by.key }) };
    return this.#options.audit.record(by, { action, account, detail }, run);
  }
}
