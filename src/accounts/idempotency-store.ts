import { createHash } from "node:crypto";
import { z } from "zod";
import { Problem } from "../kit/problem.ts";
import type { Database } from "../store/database.ts";
import { deleteBatch } from "../store/delete-batch.ts";
import { SKEW_MS, timeText } from "../store/time-text.ts";
import { type AccountCipher, columnPlace, type DataKeys, SealBroken } from "./data-keys.ts";
import { type Entry, entrySchema, refundOnce } from "./usage-batch.ts";

/** A stored response, for replays. */
export interface StoredResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array<ArrayBuffer>;
}

const KEEP_MS = 24 * 3_600_000;
/** The maximum size of the stored responses of one account, in bytes as stored. */
const STORED_MAX = 50_000_000;

/** Expired responses that are deleted at once where an account needs their space. */
const EXPIRED = 25;

/** How long a process may be silent before another continues its request, in milliseconds. */
const RESERVED_MS = 15_000;
const EXTEND_MS = 5_000;
/** Reservations that end later than in so many milliseconds are from before the clock went back. */
const CLOCK_MS = RESERVED_MS + SKEW_MS;

interface RowKey {
  readonly account: string;
  readonly name: string;
}

/** What is sealed of a response: status and headers as a line of JSON, then the body. */
function packed({ status, headers, body }: StoredResponse): Uint8Array {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ status, headers })}\n`), body]);
}

function unpacked(bytes: Buffer): StoredResponse {
  const end = bytes.indexOf("\n");
  // What is sealed was packed above.
  const head = JSON.parse(bytes.toString("utf8", 0, end)) as Omit<StoredResponse, "body">;
  return { ...head, body: new Uint8Array(bytes.subarray(end + 1)) };
}

/** A response that the release before has stored, in the clear, with its body in base 64. */
function unsealed(text: string): StoredResponse {
  // What is stored was written by that release.
  const { body, ...head } = JSON.parse(text) as Omit<StoredResponse, "body"> & { readonly body: string };
  return { ...head, body: new Uint8Array(Buffer.from(body, "base64")) };
}

/** Opens a stored response. Throws `storage-unavailable` for one that was changed, or that another key has sealed. */
function opened(cipher: AccountCipher, row: RowKey, sealed: string): StoredResponse {
  try {
    return unpacked(cipher.openBytes(columnPlace({ ...row, id: row.name }, "answer"), sealed));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new Problem(
      "storage-unavailable",
      "The stored response cannot be read now. Try again later, or send a new Idempotency-Key.",
      { headers: { "Retry-After": "30" }, cause: error },
    );
  }
}

/** The name of a key in its row. The key itself is not stored: it may have a meaning for its client. */
const storedName = (key: string) => createHash("sha256").update(key).digest("hex");

/** The charge of a request, as its row has it: its name makes sure that it is given back once. */
const recorded = z.object({ name: z.string(), entry: entrySchema });

function takenOver(): Problem {
  return new Problem(
    "request-in-progress",
    "Another server is handling the request with this Idempotency-Key. Send it again.",
    { headers: { "Retry-After": "1" } },
  );
}

async function refundStored(database: Database, charge: string, now: number): Promise<void> {
  const { name, entry } = recorded.parse(JSON.parse(charge));
  await refundOnce(database, name, entry, now);
}

interface StoreOptions {
  readonly database: Database;
  readonly keys: Pick<DataKeys, "of">;
  now(): number;
  /** The maximum size of the stored responses of one account, in bytes. */
  readonly storedMax: number;
  readonly held: Map<string, HeldRequest>;
}

/** The key of the row of a request that runs in this process, and how to release one that has ended. */
interface HeldRequest extends RowKey {
  readonly release?: () => Promise<void>;
}

/** `answer` is what the release before stores, `sealed` what this one does. */
type EarlierRequest = {
  request: string;
  answer: string | null;
  sealed: string | null;
  bytes: number | null;
};

/** The right to process a request with an Idempotency-Key. */
export class Reservation {
  readonly #store: StoreOptions;
  readonly #cipher: AccountCipher;
  readonly #account: string;
  readonly #name: string;
  readonly #owner: string;

  constructor(store: StoreOptions, cipher: AccountCipher, { account, name }: RowKey, owner: string) {
    this.#store = store;
    this.#cipher = cipher;
    this.#account = account;
    this.#name = name;
    this.#owner = owner;
  }

  /** The same for every process that runs the request. */
  get holder(): string {
    return `${this.#account} ${this.#name}`;
  }

  /** Records the charge, which a process that takes over gives back. Throws `request-in-progress` where one has. */
  async record(entry: Entry): Promise<void> {
    const charge = JSON.stringify({ name: this.#owner, entry });
    const rows = await this.#store.database.query`
      update replay set charge = ${charge}
      where account = ${this.#account} and name = ${this.#name} and owner = ${this.#owner} returning owner`;
    if (rows.length === 0) throw takenOver();
  }

  /** Stores the response for 24 hours; undefined: repetitions get an error. Throws `request-in-progress`. */
  async keep(response: StoredResponse | undefined): Promise<void> {
    const { database, held, now } = this.#store;
    const until = timeText(now() + KEEP_MS);
    if (response === undefined || !(await this.#write(this.#seal(response), until))) {
      // An answer of null and no bytes: what a replica of the release before takes for a request that still runs.
      const [kept] = await database.query`
        update replay set answer = null, sealed = null, bytes = 0, charge = null, expires_at = ${until}
        where account = ${this.#account} and name = ${this.#name} and owner = ${this.#owner} returning owner`;
      if (kept === undefined) throw takenOver();
    }
    held.delete(this.#owner);
  }

  /** Removes the reservation and refunds the charge once; without a database, when it responds again. */
  async release(charge?: Entry): Promise<void> {
    try {
      await this.#drop(charge);
    } catch (error) {
      const [account, name] = [this.#account, this.#name];
      this.#store.held.set(this.#owner, { account, name, release: () => this.#drop(charge) });
      throw error;
    }
  }

  #seal(response: StoredResponse): string {
    const place = columnPlace({ account: this.#account, id: this.#name }, "answer");
    return this.#cipher.sealBytes(place, packed(response));
  }

  /** Stores the response; false if the account's stored responses reach their limit. */
  async #write(text: string, until: string): Promise<boolean> {
    const { database, now } = this.#store;
    const expired = "account = $1 and expires_at <= $2 and bytes > 0";
    for (;;) {
      if (await this.#keepWithin(text, until)) return true;
      // The sum has what expired and was not deleted yet.
      const values = [this.#account, timeText(now())];
      const deleted = await deleteBatch(database, "replay", expired, values, EXPIRED);
      if (deleted === 0) return false;
    }
  }

  /** Stores the response if the account's sum allows it, which PostgreSQL locks. */
  async #keepWithin(text: string, until: string): Promise<boolean> {
    const { database, storedMax } = this.#store;
    // ASCII. A replica of the release before takes a row with bytes and no answer for a request that still runs.
    const bytes = text.length;
    const [account, name, owner] = [this.#account, this.#name, this.#owner];
    const [kept] =
      database.engine === "sqlite"
        ? await database.query`
            update replay set sealed = ${text}, bytes = ${bytes}, charge = null, expires_at = ${until}
            where account = ${account} and name = ${name} and owner = ${owner}
              and coalesce((select bytes from response_bytes where account = ${account}), 0) <= ${storedMax - bytes}
            returning owner`
        : await database.query`
            with own as materialized (
              select owner from replay where account = ${account} and name = ${name} and owner = ${owner}
              for update),
            stored as materialized (
              select bytes from response_bytes where account = ${account} and exists (select 1 from own)
              for update)
            update replay set sealed = ${text}, bytes = ${bytes}, charge = null, expires_at = ${until}
            where account = ${account} and name = ${name} and owner = ${owner}
              and coalesce((select bytes from stored), 0) <= ${storedMax - bytes}
            returning owner`;
    return kept !== undefined;
  }

  async #drop(charge: Entry | undefined): Promise<void> {
    const { database, held, now } = this.#store;
    if (charge !== undefined) await refundOnce(database, this.#owner, charge, now());
    await database.query`
      delete from replay where account = ${this.#account} and name = ${this.#name} and owner = ${this.#owner}`;
    held.delete(this.#owner);
  }
}

function mismatch(): Problem {
  return new Problem(
    "idempotency-mismatch",
    "This Idempotency-Key was used for another request within 24 hours. Send a new one.",
  );
}

/** The error for a repetition that differs, or whose response was not stored; undefined if it can be replayed. */
function notRepeatable(before: EarlierRequest | undefined, request: string): Problem | undefined {
  if (before !== undefined && before.request !== request) return mismatch();
  if (before?.bytes === 0) {
    return new Problem(
      "response-not-stored",
      "The request with this Idempotency-Key already ran, and its response was not stored: it is larger than 1 MB, or the stored responses of the account have reached 50 MB. To run and pay for the request again, send it with a new Idempotency-Key.",
    );
  }
  return undefined;
}

/** Stores responses, and replays them for repeated requests. Nobody runs a request again but its client. */
export class IdempotencyStore {
  readonly #store: StoreOptions;
  readonly #extendMs: number;
  #extended = performance.now();

  /** `storedMax`: stored bytes of one account. `extendMs`: how often reservations are extended, in milliseconds. */
  constructor(
    database: Database,
    keys: Pick<DataKeys, "of">,
    now: () => number,
    storedMax = STORED_MAX,
    extendMs = EXTEND_MS,
  ) {
    this.#store = { database, keys, now, storedMax, held: new Map() };
    this.#extendMs = extendMs;
  }

  /** Extends the reservations of this process's requests, and releases those that had to wait for the database. */
  async extendReservations(): Promise<void> {
    const { held, now } = this.#store;
    for (const { release } of held.values()) await release?.();
    if (held.size === 0 || performance.now() - this.#extended < this.#extendMs) return;
    this.#extended = performance.now();
    const until = timeText(now() + RESERVED_MS);
    for (const [owner, { account, name }] of held) {
      await this.#store.database.query`
        update replay set expires_at = ${until}
        where account = ${account} and name = ${name} and owner = ${owner} and bytes is null`;
    }
  }

  /** Throws `idempotency-mismatch` where an earlier request has this key: this one was not accepted, so it is another. */
  async rejectOther(account: string, key: string): Promise<void> {
    const { database, now } = this.#store;
    const [before] = await database.query`
      select name from replay
      where account = ${account} and name = ${storedName(key)} and expires_at > ${timeText(now())}`;
    if (before !== undefined) throw mismatch();
  }

  /**
   * Begins a request, or returns an earlier response. `request` is its fingerprint. Throws `request-in-progress`,
   * `idempotency-mismatch`, `response-not-stored` or `storage-unavailable`.
   */
  async begin(account: string, key: string, request: string): Promise<Reservation | StoredResponse> {
    const { database, keys, held, now } = this.#store;
    const cipher = await keys.of(account);
    const name = storedName(key);
    const owner = crypto.randomUUID();
    const [own] = await database.query<{ charge: string | null }>`
      insert into replay (account, name, request, owner, answer, expires_at)
      values (${account}, ${name}, ${request}, ${owner}, null, ${timeText(now() + RESERVED_MS)})
      on conflict (account, name) do update set request = excluded.request, owner = excluded.owner,
        answer = null, sealed = null, bytes = null, expires_at = excluded.expires_at
      where replay.expires_at <= ${timeText(now())}
        or (replay.answer is null and replay.bytes is null and replay.expires_at > ${timeText(now() + CLOCK_MS)})
      returning charge`;
    if (own !== undefined) {
      if (own.charge !== null) {
        // Its process was killed after the charge: the request runs again, and is charged once.
        await refundStored(database, own.charge, now());
        await database.query`
          update replay set charge = null where account = ${account} and name = ${name} and owner = ${owner}`;
      }
      held.set(owner, { account, name });
      return new Reservation(this.#store, cipher, { account, name }, owner);
    }
    const [before] = await database.query<EarlierRequest>`
      select request, answer, sealed, bytes from replay where account = ${account} and name = ${name}`;
    const problem = notRepeatable(before, request);
    if (problem !== undefined) throw problem;
    // A replica of the release before leaves `sealed` as it was where it runs the request again.
    if (before !== undefined && before.answer !== null) return unsealed(before.answer);
    if (before?.bytes && before.sealed !== null) return opened(cipher, { account, name }, before.sealed);
    throw new Problem(
      "request-in-progress",
      "The first request with this Idempotency-Key is still running.",
      { headers: { "Retry-After": "1" } },
    );
  }
}

/** Refunds and deletes requests whose process was killed. Other expired entries are deleted by retention. */
export async function sweepIdempotencyKeys(database: Database, now: number): Promise<void> {
  const charged = await database.query<
    Record<"account" | "name" | "owner" | "charge" | "expires_at", string>
  >`
    select account, name, owner, charge, expires_at from replay
    where (expires_at <= ${timeText(now)} or expires_at > ${timeText(now + CLOCK_MS)}) and charge is not null limit 1000`;
  for (const { account, name, owner, charge, expires_at } of charged) {
    await refundStored(database, charge, now);
    await database.query`
      delete from replay where account = ${account} and name = ${name} and owner = ${owner} and expires_at = ${expires_at}`;
  }
}
