import { setImmediate as nextTurn } from "node:timers/promises";
import { type AccountCipher, type DataKeys, SealBroken } from "../accounts/data-keys.ts";
import { accountDeleted, HAS_ACCOUNT } from "../accounts/lock-account.ts";
import type { S3Objects } from "../egress/s3-objects.ts";
import { Problem } from "../kit/problem.ts";
import type { Log } from "../ops/log.ts";
import type { Database, Row } from "../store/database.ts";
import { LATE_OBJECT_MS, NAMES_OBJECT } from "../store/object-rows.ts";
import { timeText } from "../store/time-text.ts";
import type { JobRow } from "./job.ts";

/** Bytes of one row: so that no statement holds up others. */
const ROW_PART_BYTES = 192 * 1024;

const OBJECT_PART_BYTES = 4 * 1024 * 1024;

/** Bodies of at most so many bytes stay in the database: an object costs a request to write, read and delete. */
const OBJECT_FROM_BYTES = 64 * 1024;

/** Objects that are deleted in one run. */
const SWEPT = 1_000;

/** Objects outside of the database, by their names. */
export type ObjectStore = Pick<S3Objects, "put" | "get" | "delete" | "waitMs">;

/** The owner of a body. */
export type BodyOwner = Pick<JobRow, "id" | "account">;

interface JobBodiesOptions {
  readonly database: Database;
  readonly keys: DataKeys;
  /** Undefined: everything is in the database. */
  readonly objects?: ObjectStore | undefined;
  readonly log: Log;
  now(): number;
}

/** The column of a part: whether more follow, and the sealed bytes in base 64 or the name of the object that has them. */
const PART = /^1([ml])([:@])(.*)$/s;

/** The place that a part is sealed for: another job, place or end of the body does not open it. */
function placeOf({ account, id }: BodyOwner, name: string, part: number, isLast: boolean): string {
  return [account, id, name, part, isLast ? "last" : "more"].join("\n");
}

/** The condition that a row is of a body that its job still has. Names of bodies are those of inputs, or `result 1`. */
const IS_OWNED = "name not like 'deleted %'";

/** The condition of the bodies of jobs, or of those with a name, after `before` values, and its values. */
function whichOf(jobs: readonly string[], name: string | undefined) {
  const values = [...jobs, ...(name === undefined ? [] : [name])];
  const which = (before = 0) => {
    const list = jobs.map((_, i) => `$${before + i + 1}`).join(", ");
    return `job in (${list})${name === undefined ? "" : ` and name = $${before + values.length}`}`;
  };
  return { which, values };
}

function unreadable(cause: string): Problem {
  return new Problem("storage-unavailable", "A stored input or result cannot be read now. Try again later.", {
    headers: { "Retry-After": "30" },
    cause,
  });
}

interface Part {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isLast: boolean;
}

/** The inputs and results of jobs that are too long for their rows, encrypted with the key of the account. */
export class JobBodies {
  readonly #options: JobBodiesOptions;
  /** The last statement about a part of each account that has any. */
  readonly #last = new Map<string, Promise<void>>();

  constructor(options: JobBodiesOptions) {
    this.#options = options;
  }

  /** How long jobs wait for the store, in milliseconds, because it has just failed; 0 if it works. */
  waitMs(): number {
    return this.#options.objects?.waitMs() ?? 0;
  }

  /** Stores bytes under a name of the job. Rejects with `storage-unavailable`, and `key-revoked` for a deleted account. */
  async write(of: BodyOwner, name: string, bytes: Uint8Array, expiresAt: string): Promise<void> {
    const { keys, objects } = this.#options;
    await this.checkAccount(of.account);
    await this.remove([of.id], name);
    const cipher = await keys.of(of.account);
    const store = bytes.byteLength > OBJECT_FROM_BYTES ? objects : undefined;
    const partBytes = store === undefined ? ROW_PART_BYTES : OBJECT_PART_BYTES;
    const last = Math.max(0, Math.ceil(bytes.byteLength / partBytes) - 1);
    for (let part = 0; part <= last; part++) {
      const isLast = part === last;
      const piece = bytes.subarray(part * partBytes, (part + 1) * partBytes);
      const sealed = cipher.seal(placeOf(of, name, part, isLast), piece);
      const mark = isLast ? "1l" : "1m";
      if (store === undefined) {
        const text = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength).toString("base64url");
        await this.#insert(of, name, part, `${mark}:${text}`, expiresAt);
        // SQLite has inserted it in this turn of the event loop: the next part is for the next one.
        await nextTurn();
        continue;
      }
      const object = crypto.randomUUID();
      // The row comes first: there is no object that no row names.
      const data = `${mark}@${object}`;
      await this.#insert(of, name, part, data, expiresAt);
      try {
        await store.put(object, sealed);
      } catch (error) {
        await this.#postpone(of.id, name);
        throw error;
      }
      await this.#keepNamed(of, name, part, data);
    }
  }

  /** Reads a body in pieces, of which the first is checked when it resolves. Rejects with `storage-unavailable`. */
  async read(of: BodyOwner, name: string): Promise<AsyncGenerator<Uint8Array<ArrayBuffer>> | undefined> {
    const cipher = await this.#options.keys.of(of.account);
    const first = await this.#part(cipher, of, name, 0);
    return first && this.#pieces(cipher, of, name, first);
  }

  /** Deletes all bodies of jobs, or those with a name. Objects that cannot be deleted now are deleted by `sweep`. */
  async remove(jobs: readonly string[], name?: string): Promise<void> {
    const { which, values } = whichOf(jobs, name);
    const objects = await this.#options.database.transaction(async (_query, script) => {
      await script(`delete from job_body where ${which()} and not ${NAMES_OBJECT}`, values);
      return script(`select 1 as found from job_body where ${which()} and ${IS_OWNED} limit 1`, values);
    });
    if (objects.length === 0) return;
    for (const row of await this.#detach(jobs, name)) if (!(await this.#delete(row))) return;
  }

  /** Deletes objects whose time is over. Ends early when the store fails; the next run goes on. */
  async sweep(): Promise<void> {
    const { database, objects, log, now } = this.#options;
    if (objects === undefined) return;
    const due = await database.script(
      `select job, name, part, data from job_body where expires_at <= $1 and ${NAMES_OBJECT} limit ${SWEPT}`,
      [timeText(now())],
    );
    let deleted = 0;
    for (const row of due) {
      if (!(await this.#delete(row))) break;
      deleted++;
    }
    if (deleted > 0) log.info("expired inputs and results were deleted from the object store", { deleted });
  }

  async *#pieces(
    cipher: AccountCipher,
    of: BodyOwner,
    name: string,
    first: Part,
  ): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    yield first.bytes;
    for (let part = 1, { isLast } = first; !isLast; part++) {
      const next = await this.#part(cipher, of, name, part);
      if (next === undefined) throw unreadable(`part ${part} of a body is missing`);
      yield next.bytes;
      await nextTurn();
      isLast = next.isLast;
    }
  }

  async #part(cipher: AccountCipher, of: BodyOwner, name: string, part: number): Promise<Part | undefined> {
    const [row] = await this.#inTurn(
      of.account,
      () => this.#options.database.query<{ data: string }>`
        select data from job_body where job = ${of.id} and name = ${name} and part = ${part}`,
    );
    if (row === undefined) return undefined;
    const [, mark, kind, rest = ""] = PART.exec(row.data) ?? [];
    const isLast = mark === "l";
    const sealed = kind === "@" ? await this.#object(rest) : Buffer.from(rest, "base64url");
    try {
      return { bytes: new Uint8Array(cipher.open(placeOf(of, name, part, isLast), sealed)), isLast };
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      this.#options.log.error("a stored body of a job is damaged", { job: of.id, reason: error.message });
      throw unreadable(error.message);
    }
  }

  /** Runs a statement after those of its account before it: statements of other accounts wait for one of them at most. */
  #inTurn<T>(account: string, statement: () => Promise<T>): Promise<T> {
    const done = (this.#last.get(account) ?? Promise.resolve()).then(statement);
    const ended: Promise<void> = Promise.allSettled([done]).then(() => {
      if (this.#last.get(account) === ended) this.#last.delete(account);
    });
    this.#last.set(account, ended);
    return done;
  }

  async #object(name: string): Promise<Uint8Array> {
    const { objects } = this.#options;
    if (objects === undefined) throw unreadable("the body is in an object store, and STORAGE_URL is not set");
    const bytes = await objects.get(name, OBJECT_PART_BYTES + 1_024);
    if (bytes === undefined) throw unreadable("the object of a body is missing");
    return bytes;
  }

  /** Throws `key-revoked` for an account that was deleted. */
  async checkAccount(account: string): Promise<void> {
    const found = await this.#options.database.script(`select 1 as found where ${HAS_ACCOUNT}`, [account]);
    if (found.length === 0) throw accountDeleted();
  }

  async #insert(of: BodyOwner, name: string, part: number, data: string, expiresAt: string): Promise<void> {
    const rows = await this.#inTurn(of.account, () =>
      this.#options.database.script(
        `insert into job_body (account, job, name, part, data, expires_at)
          select $1, $2, $3, cast($4 as integer), $5, $6 where ${HAS_ACCOUNT} returning part`,
        [of.account, of.id, name, part, data, expiresAt],
      ),
    );
    if (rows.length === 0) throw accountDeleted();
  }

  /** Deletes an object whose row was deleted while it was stored: no row would name it. */
  async #keepNamed({ account, id }: BodyOwner, name: string, part: number, data: string): Promise<void> {
    const { database, now } = this.#options;
    const statement = `select part from job_body where ${HAS_ACCOUNT} and job = $2 and data = $3`;
    const own = await database.script(statement, [account, id, data]);
    if (own.length > 0) return;
    // Not of the account: it may be gone, and `sweep` needs no more than the row.
    const row = { job: id, name: `deleted ${crypto.randomUUID()} ${name}`, part, data };
    await database.query`
      insert into job_body (job, name, part, data, expires_at)
      values (${id}, ${row.name}, ${part}, ${data}, ${timeText(now())})`;
    await this.#delete(row);
    await this.checkAccount(account);
  }

  /** Gives rows of objects another name, so that their job no longer has them, and lets `sweep` delete their objects. */
  #detach(jobs: readonly string[], name?: string, waitMs = 0): Promise<Row[]> {
    const { database, now } = this.#options;
    const { which, values } = whichOf(jobs, name);
    const statement = `
      update job_body set name = 'deleted ' || $1 || ' ' || name, expires_at = $2
      where ${which(2)} and ${NAMES_OBJECT} and ${IS_OWNED} returning job, name, part, data`;
    const given = [crypto.randomUUID(), timeText(now() + waitMs), ...values];
    return database.script(statement, given);
  }

  /** Lets the parts of a body that was not written to its end be deleted once no request can write one any more. */
  async #postpone(job: string, name: string): Promise<void> {
    try {
      await this.#detach([job], name, LATE_OBJECT_MS);
    } catch (cause) {
      // They expire with the job.
      this.#options.log.debug("parts of a body are deleted later", { job, cause });
    }
  }

  /** Deletes an object and its row; after an account was deleted, later once more: a killed process may have sent it. */
  async #delete(row: Row): Promise<boolean> {
    const { database, objects, log, now } = this.#options;
    const object = PART.exec(String(row.data))?.[3];
    if (objects === undefined || object === undefined) return false;
    try {
      await objects.delete(object);
    } catch (cause) {
      log.debug("an object is deleted later", { cause });
      return false;
    }
    const { job = "", name = "", part = 0 } = row;
    await database.transaction(async (query) => {
      const again = timeText(now() + LATE_OBJECT_MS);
      const kept = await query`
        update job_body set expires_at = ${again}
        where job = ${job} and name = ${name} and part = ${part} and exists (
          select 1 from account_deletion as deletion
          where deletion.account = job_body.account and deletion.requested_at > ${timeText(now() - LATE_OBJECT_MS)})
        returning part`;
      if (kept.length === 0) {
        await query`delete from job_body where job = ${job} and name = ${name} and part = ${part}`;
      }
    });
    return true;
  }
}

/** Joins the pieces of a body. */
export async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  const [only] = all;
  return new Uint8Array(all.length === 1 && only !== undefined ? only : Buffer.concat(all));
}
