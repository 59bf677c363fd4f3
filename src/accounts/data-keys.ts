import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { ConfigError } from "../kit/config-error.ts";
import { lazily } from "../kit/lazily.ts";
import { Problem } from "../kit/problem.ts";
import type { Database, Row } from "../store/database.ts";
import { readServerSecret } from "../store/server-secret.ts";

/** AES-256-GCM with random nonces of 96 bits (NIST SP 800-38D, section 8.2.2). */
const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** The version of sealed texts. A text of JSON, as 1.x stored it, begins otherwise. */
const VERSION = "1:";

const REMEMBERED = 1_000;

/** Keys that are wrapped again in one statement. */
const REWRAPPED = 500;

const SECRET_NAME = "data-keys";

/** The bytes are not those that were sealed with this key for this place. */
export class SealBroken extends Error {
  override readonly name = "SealBroken";
}

/** Seals bytes with AES-256-GCM: only the same key opens them, and only for the same place. */
export function seal(key: Uint8Array, place: string, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(place));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Opens what `seal` has sealed. Throws `SealBroken`. */
export function open(key: Uint8Array, place: string, sealed: Uint8Array): Buffer {
  if (sealed.byteLength < NONCE_BYTES + TAG_BYTES) throw new SealBroken("the sealed bytes are too short");
  const end = sealed.byteLength - TAG_BYTES;
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(end));
  const opened = decipher.update(sealed.subarray(NONCE_BYTES, end));
  try {
    decipher.final();
  } catch {
    throw new SealBroken("the sealed bytes were changed, or are those of another place");
  }
  return opened;
}

function cipherOf(key: Uint8Array) {
  const signingKey = new Uint8Array(hkdfSync("sha256", key, "", "quintet links", KEY_BYTES));
  const sealBytes = (place: string, bytes: Uint8Array): string =>
    VERSION + seal(key, place, bytes).toString("base64url");
  const openBytes = (place: string, stored: string): Buffer =>
    open(key, place, Buffer.from(stored.slice(VERSION.length), "base64url"));
  return {
    /** The signature of a text: an HMAC-SHA-256 with a key of the account, in base 64 for URLs. */
    sign: (text: string): string => createHmac("sha256", signingKey).update(text).digest("base64url"),
    seal: (place: string, bytes: Uint8Array): Uint8Array => seal(key, place, bytes),
    /** Throws `SealBroken`. */
    open: (place: string, sealed: Uint8Array): Buffer => open(key, place, sealed),
    sealBytes,
    openBytes,
    sealText: (place: string, text: string): string => sealBytes(place, Buffer.from(text)),
    /** Opens a text of a column; one that was stored before encryption is returned as it is. Throws `SealBroken`. */
    openText: (place: string, stored: string): string =>
      stored.startsWith(VERSION) ? openBytes(place, stored).toString("utf8") : stored,
  };
}
export type AccountCipher = ReturnType<typeof cipherOf>;

interface WrappingKey {
  /** Says in a wrapped key which one wrapped it; it tells nothing of the key. */
  readonly id: string;
  readonly key: Uint8Array;
}

function wrappingKey(secret: string): WrappingKey {
  const derive = (info: string, bytes: number) =>
    new Uint8Array(hkdfSync("sha256", secret, "quintet data keys", info, bytes));
  const id = createHash("sha256").update(derive("id", KEY_BYTES)).digest("hex").slice(0, 16);
  return { id, key: derive("key", KEY_BYTES) };
}

/** The place that a column of an account's row is sealed for. */
export function columnPlace({ account, id }: { account: string; id: string }, column: string): string {
  return [account, id, column].join("\n");
}

const placeOf = (account: string) => `data key\n${account}`;

interface WrappedKey extends Row {
  readonly wrapped_by: string;
  readonly wrapped: string;
}

function wrapKey({ id, key }: WrappingKey, account: string, dataKey: Uint8Array): WrappedKey {
  return { wrapped_by: id, wrapped: seal(key, placeOf(account), dataKey).toString("base64url") };
}

function unwrap(
  keys: readonly WrappingKey[],
  account: string,
  { wrapped_by, wrapped }: WrappedKey,
): Uint8Array {
  const of = keys.find(({ id }) => id === wrapped_by);
  if (of !== undefined) return open(of.key, placeOf(account), Buffer.from(wrapped, "base64url"));
  throw new Problem(
    "storage-unavailable",
    "The server cannot read or store the data of this account. Try again later.",
    { headers: { "Retry-After": "60" }, cause: "ENCRYPTION_KEY does not contain the key of this account" },
  );
}

/** The data keys of accounts. Each is random, and stored wrapped by a key of the server: who deletes it deletes the data. */
export class DataKeys {
  readonly #database: Database;
  /** Those of the operator, the newest first. */
  readonly #given: readonly WrappingKey[];
  readonly #ciphers = new Map<string, Promise<AccountCipher>>();
  readonly #wrappingKeys = lazily(() => this.#readWrapping());

  /** `secrets`: the keys of the operator, the newest first; empty uses one of the database. */
  constructor(database: Database, secrets: readonly string[] = []) {
    this.#database = database;
    this.#given = secrets.map(wrappingKey);
  }

  /** The cipher of an account, whose key is made with the first use. Rejects where the database is unavailable. */
  of(account: string): Promise<AccountCipher> {
    const known = this.#ciphers.get(account);
    if (known !== undefined) return known;
    const [oldest] = this.#ciphers.keys();
    if (oldest !== undefined && this.#ciphers.size >= REMEMBERED) this.#ciphers.delete(oldest);
    const made = this.#read(account).then(cipherOf);
    this.#ciphers.set(account, made);
    made.catch(() => this.#ciphers.delete(account));
    return made;
  }

  /** Wraps keys again that an earlier key of the server wraps. Throws a `ConfigError` if the server lacks that key. */
  async rotate(): Promise<void> {
    const keys = await this.#wrappingKeys();
    for (let last = ""; ; ) {
      // One step of the index for each key of the server, however many accounts there are.
      const [next] = await this.#database.query<{ id: string }>`
        select wrapped_by as id from data_key where wrapped_by > ${last} order by wrapped_by limit 1`;
      if (next === undefined) return;
      last = next.id;
      if (keys.every(({ id }) => id !== last)) {
        throw new ConfigError(
          this.#given.length === 0
            ? "ENCRYPTION_KEY is not set, but data of accounts is encrypted with one. Set it to the key that was used before."
            : "ENCRYPTION_KEY is not accepted: data of accounts is encrypted with another key. Add that key after the new one, separated by a comma.",
        );
      }
      if (last !== keys[0].id) await this.#rewrap(keys, last);
    }
  }

  async #rewrap(keys: readonly [WrappingKey, ...WrappingKey[]], id: string): Promise<void> {
    for (;;) {
      const rows = await this.#database.transaction(async (run) => {
        const found = await run<WrappedKey & { account: string }>`
          select account, wrapped_by, wrapped from data_key where wrapped_by = ${id} limit ${REWRAPPED}`;
        for (const row of found) {
          const next = wrapKey(keys[0], row.account, unwrap(keys, row.account, row));
          await run`
            update data_key set wrapped_by = ${next.wrapped_by}, wrapped = ${next.wrapped}
            where account = ${row.account} and wrapped_by = ${id}`;
        }
        return found;
      });
      if (rows.length < REWRAPPED) return;
    }
  }

  async #read(account: string): Promise<Uint8Array> {
    const { query } = this.#database;
    const keys = await this.#wrappingKeys();
    const find = async () =>
      (await query<WrappedKey>`select wrapped_by, wrapped from data_key where account = ${account}`)[0];
    const found = await find();
    if (found !== undefined) return unwrap(keys, account, found);
    const made = wrapKey(keys[0], account, randomBytes(KEY_BYTES));
    await query`
      insert into data_key (account, wrapped_by, wrapped) values (${account}, ${made.wrapped_by}, ${made.wrapped})
      on conflict (account) do nothing`;
    // Another process may have been first.
    return unwrap(keys, account, (await find()) ?? made);
  }

  /** The operator's keys, and the one in the database, which wraps where there is no other. */
  async #readWrapping(): Promise<readonly [WrappingKey, ...WrappingKey[]]> {
    const own = wrappingKey(await readServerSecret(this.#database, SECRET_NAME));
    const [newest, ...older] = this.#given;
    return newest === undefined ? [own] : [newest, ...older, own];
  }
}
