import type { KeyMode } from "../accounts/keys.ts";
import { type KeysetPage, pageOf } from "../accounts/keyset-page.ts";
import { Problem } from "../kit/problem.ts";
import type { Log } from "../ops/log.ts";
import type { Database, Script } from "../store/database.ts";
import { insertRows } from "../store/insert-rows.ts";
import { type AccountCipher, columnPlace, type DataKeys, openRow } from "./data-keys.ts";
import {
  type BatchCounts,
  type BatchRow,
  isFinal,
  JOB_DEADLINE_MS,
  JOB_KEEP_MS,
  type JobRow,
  type JobState,
  ROW_BYTES,
  type StoredCall,
  timeText,
  unknownBatch,
  unknownJob,
} from "./job.ts";
import type { JobBodies } from "./job-bodies.ts";
import { announceEnded, countStates, ENDED, type EndedJob, type JobEvents } from "./job-events.ts";
import { giveBackCharge } from "./job-queue.ts";

/** A file of a call. */
export interface CallFile {
  /** The name of its input member. */
  readonly name: string;
  readonly size: number;
  bytes(): Promise<Uint8Array>;
}

/** Whose calls jobs are, and of which operation. */
export interface JobOwner {
  readonly account: string;
  /** The ID of the key that sent them. */
  readonly keyId: string;
  readonly mode: KeyMode;
  readonly api: string;
  readonly operation: string;
}

/** Whether a job or a batch is the same as an earlier one: a fingerprint of the request and its Idempotency-Key. */
export type Repeats = string | undefined;

/** One call of a batch. */
export interface BatchItem {
  readonly call: StoredCall;
  readonly files: readonly CallFile[];
}

/** The jobs and batches of accounts. Everything that takes an account sees the jobs of that account only. */
export interface JobStore {
  /** Adds a job, or finds the one that was added for the same request. Throws `job-storage-full`. */
  create(owner: JobOwner, item: BatchItem, repeats: Repeats): Promise<JobRow>;
  /** Adds a batch and its jobs, all or none. Finds and throws as `create` does. */
  createBatch(owner: JobOwner, items: readonly BatchItem[], repeats: Repeats): Promise<BatchRow>;
  /** Throws `unknown-job`. */
  find(account: string, id: string): Promise<JobRow>;
  /** The account of a job, for who has a link to it. Throws `unknown-job`. */
  ownerOf(id: string): Promise<string>;
  /** Jobs of one mode that are not of a batch, the newest first; `after` is the last ID of the page before. */
  list(account: string, mode: KeyMode, after: string | undefined, limit: number): Promise<KeysetPage<JobRow>>;
  /** Cancels a job that has not ended; deletes the result of one that has. Throws `unknown-job`. */
  remove(account: string, id: string): Promise<JobRow>;
  /** Throws `unknown-batch`. */
  findBatch(account: string, id: string): Promise<BatchRow>;
  /** The account of a batch, for who has a link to it. Throws `unknown-batch`. */
  ownerOfBatch(id: string): Promise<string>;
  counts(batch: string): Promise<BatchCounts>;
  listBatches(
    account: string,
    mode: KeyMode,
    after: string | undefined,
    limit: number,
  ): Promise<KeysetPage<BatchRow>>;
  /** The jobs of a batch that have ended, in the order of its items, from the one after `after`. */
  ended(batch: string, after: number, limit: number): Promise<JobRow[]>;
  /** Jobs of all accounts that wait and that run, and how long the one that is due longest has waited, in seconds. */
  numbers(): Promise<JobNumbers>;
  /** Cancels the jobs of a batch that have not ended; where all have, deletes their results. Throws `unknown-batch`. */
  removeBatch(account: string, id: string): Promise<BatchRow>;
}

/** The queue of jobs in numbers. */
export interface JobNumbers {
  readonly queued: number;
  readonly running: number;
  readonly oldestSeconds: number;
}

/** Bytes that the inputs and results of one account may take, and those of all. */
export interface JobLimits {
  readonly accountBytes: number;
  readonly totalBytes: number;
}
export const JOB_LIMITS: JobLimits = { accountBytes: 500_000_000, totalBytes: 4_000_000_000 };

/** How long sums of sizes are used, in milliseconds; what this process adds meanwhile is added to them. */
const OWN_SUM_MS = 5_000;
const TOTAL_SUM_MS = 60_000;

/** Rows that are inserted or changed in one statement: other statements of SQLite wait for it. */
const ROWS = 500;

/** Requests of rows that are inserted in one statement, in bytes. */
const INSERT_BYTES = 256 * 1024;

/** How long requests are encrypted before others get the event loop, in milliseconds. */
const SEAL_MS = 4;

/** A batch is written within this time, in milliseconds. */
const BATCH_DEADLINE_MS = 30_000;

/** The characters of an ID: PostgreSQL rejects some others. */
const ID = /^[\w.-]{1,64}$/;

/** The ID of a job of a batch; they sort by their places. */
const itemId = (batch: string, place: number) => `${batch}.${String(place).padStart(5, "0")}`;

/** A row that is inserted. */
type JobInsert = Parameters<typeof insertRows>[3][number];

/** A job that is about to be stored. */
interface NewJob {
  readonly id: string;
  readonly item: BatchItem;
}

/** Files of new jobs that are stored at a time: each waits for its store, and is in memory meanwhile. */
const WRITERS = 4;

/** Bytes of such files that are in memory at a time, where the largest alone has no more. */
const WRITTEN_BYTES = 32 * 1024 * 1024;

const sizeOf = (files: readonly CallFile[]) => files.reduce((sum, { size }) => sum + size, 0);

function storageFull(whose: string): Problem {
  return new Problem(
    "job-storage-full",
    `The stored inputs and results of ${whose} have reached the limit. Delete jobs that have ended, or wait until they expire.`,
    { headers: { "Retry-After": "60" } },
  );
}

/** The sizes of what is stored, remembered for seconds. */
class Sizes {
  readonly #database: Database;
  readonly #limits: JobLimits;
  readonly #known = new Map<string, { readonly until: number; bytes: number }>();

  constructor(database: Database, limits: JobLimits) {
    this.#database = database;
    this.#limits = limits;
  }

  /** Throws `job-storage-full` if so many bytes exceed the limit of the account or the server; else counts them. */
  async take(account: string, bytes: number): Promise<void> {
    const { query } = this.#database;
    const { accountBytes, totalBytes } = this.#limits;
    const own = await this.#sum(
      `of ${account}`,
      OWN_SUM_MS,
      () => query<{ bytes: number | string }>`
      select coalesce(sum(bytes), 0) as bytes from job where account = ${account}`,
    );
    if (own.bytes + bytes > accountBytes) throw storageFull("this account");
    const all = await this.#sum(
      "all",
      TOTAL_SUM_MS,
      () => query<{ bytes: number | string }>`
      select coalesce(sum(bytes), 0) as bytes from job`,
    );
    if (all.bytes + bytes > totalBytes) throw storageFull("this server");
    own.bytes += bytes;
    all.bytes += bytes;
  }

  /** Forgets the sum of an account, which has deleted something. */
  forget(account: string): void {
    this.#known.delete(`of ${account}`);
  }

  async #sum(name: string, keptMs: number, read: () => Promise<{ bytes: number | string }[]>) {
    const known = this.#known.get(name);
    if (known !== undefined && known.until > performance.now()) return known;
    const [row] = await read();
    const sum = { until: performance.now() + keptMs, bytes: Number(row?.bytes ?? 0) };
    if (this.#known.size > 1_000) this.#known.clear();
    this.#known.set(name, sum);
    return sum;
  }
}

/** Jobs in the database. */
class DatabaseJobStore implements JobStore {
  readonly #database: Database;
  readonly #bodies: JobBodies;
  readonly #keys: DataKeys;
  readonly #log: Log;
  readonly #sizes: Sizes;
  readonly #now: () => number;
  readonly #added: () => void;
  readonly #events: JobEvents | undefined;

  constructor(database: Database, bodies: JobBodies, options: JobStoreOptions) {
    this.#database = database;
    this.#bodies = bodies;
    this.#keys = options.keys;
    this.#log = options.log;
    this.#sizes = new Sizes(database, options.limits ?? JOB_LIMITS);
    this.#now = options.now;
    this.#added = options.added;
    this.#events = options.events;
  }

  async create(owner: JobOwner, item: BatchItem, repeats: Repeats): Promise<JobRow> {
    const id = Bun.randomUUIDv7();
    const cipher = await this.#keys.of(owner.account);
    const row = { ...this.#rowOf(cipher, id, owner, item), repeats: repeats ?? null };
    await this.#sizes.take(owner.account, row.bytes);
    await this.#writeFiles(owner, [{ id, item }]);
    const { engine, query } = this.#database;
    await this.#database.transaction((_query, script) =>
      insertRows(script, engine, "job", [row], "on conflict do nothing"),
    );
    const [same] = await query<{ id: string }>`
      select id from job where repeats = ${repeats ?? id} and account = ${owner.account}`;
    if (same !== undefined && same.id !== id) await this.#bodies.remove([id]);
    this.#added();
    return this.find(owner.account, same?.id ?? id);
  }

  async createBatch(owner: JobOwner, items: readonly BatchItem[], repeats: Repeats): Promise<BatchRow> {
    const id = Bun.randomUUIDv7();
    const cipher = await this.#keys.of(owner.account);
    const rows: JobInsert[] = [];
    let since = performance.now();
    for (const [place, item] of items.entries()) {
      rows.push({ ...this.#rowOf(cipher, itemId(id, place), owner, item), batch: id, place });
      if (performance.now() - since < SEAL_MS) continue;
      await new Promise(setImmediate);
      since = performance.now();
    }
    await this.#sizes.take(
      owner.account,
      rows.reduce((sum, { bytes }) => sum + Number(bytes), 0),
    );
    const own = items.map((item, place) => ({ id: itemId(id, place), item }));
    await this.#writeFiles(owner, own);
    const { account, mode, api, operation } = owner;
    const now = this.#now();
    const found = await this.#database.transaction(async (query, script) => {
      const [own] = await query`
        insert into batch (id, account, mode, api, operation, size, created_at, expires_at, repeats)
        values (${id}, ${account}, ${mode}, ${api}, ${operation}, ${items.length}, ${timeText(now)},
          ${timeText(now + JOB_KEEP_MS)}, ${repeats ?? null})
        on conflict do nothing returning id`;
      if (own !== undefined) {
        await this.#insertAll(script, rows);
        return id;
      }
      const [same] = await query<{ id: string }>`
        select id from batch where repeats = ${repeats ?? id} and account = ${account}`;
      return same?.id ?? id;
    }, BATCH_DEADLINE_MS);
    if (found !== id) await this.#removeBodies(own.map((job) => job.id));
    this.#added();
    return this.findBatch(account, found);
  }

  async find(account: string, id: string): Promise<JobRow> {
    const { query } = this.#database;
    if (!ID.test(id)) throw unknownJob();
    const [row] = await query<JobRow>`
      select id, account, key_id, mode, api, operation, batch, place, state, created_at, started_at, finished_at,
        expires_at, attempts, units, problem, response
      from job where id = ${id} and account = ${account} and expires_at > ${timeText(this.#now())}`;
    if (row === undefined) throw unknownJob();
    return openRow(await this.#keys.of(account), row, this.#log);
  }

  async ownerOf(id: string): Promise<string> {
    const { query } = this.#database;
    if (!ID.test(id)) throw unknownJob();
    const [owner] = await query<{ account: string }>`select account from job where id = ${id}`;
    if (owner === undefined) throw unknownJob();
    return owner.account;
  }

  async list(
    account: string,
    mode: KeyMode,
    after: string | undefined,
    limit: number,
  ): Promise<KeysetPage<JobRow>> {
    const { query } = this.#database;
    const rows = await query<JobRow>`
      select id, account, key_id, mode, api, operation, batch, place, state, created_at, started_at, finished_at,
        expires_at, attempts, units, problem, null as response
      from job where account = ${account} and mode = ${mode} and batch is null
        and (cast(${after ?? null} as text) is null or id < ${after ?? null})
        and expires_at > ${timeText(this.#now())}
      order by id desc limit ${limit + 1}`;
    const cipher = await this.#keys.of(account);
    const opened = rows.map((row) => openRow(cipher, row, this.#log));
    return pageOf(opened, limit, ({ id }) => id);
  }

  async remove(account: string, id: string): Promise<JobRow> {
    const before = await this.find(account, id);
    await this.#end(account, [id], isFinal(before.state));
    return this.find(account, id);
  }

  async findBatch(account: string, id: string): Promise<BatchRow> {
    const { query } = this.#database;
    if (!ID.test(id)) throw unknownBatch();
    const [row] = await query<BatchRow>`
      select id, mode, api, operation, size, created_at, expires_at from batch
      where id = ${id} and account = ${account} and expires_at > ${timeText(this.#now())}`;
    if (row === undefined) throw unknownBatch();
    return row;
  }

  async ownerOfBatch(id: string): Promise<string> {
    const { query } = this.#database;
    if (!ID.test(id)) throw unknownBatch();
    const [owner] = await query<{ account: string }>`select account from batch where id = ${id}`;
    if (owner === undefined) throw unknownBatch();
    return owner.account;
  }

  async counts(batch: string): Promise<BatchCounts> {
    return countStates(this.#database.query, batch);
  }

  async listBatches(
    account: string,
    mode: KeyMode,
    after: string | undefined,
    limit: number,
  ): Promise<KeysetPage<BatchRow>> {
    const { query } = this.#database;
    const rows = await query<BatchRow>`
      select id, mode, api, operation, size, created_at, expires_at from batch
      where account = ${account} and mode = ${mode} and (cast(${after ?? null} as text) is null or id < ${after ?? null})
        and expires_at > ${timeText(this.#now())}
      order by id desc limit ${limit + 1}`;
    return pageOf(rows, limit, ({ id }) => id);
  }

  async ended(batch: string, after: number, limit: number): Promise<JobRow[]> {
    const { query } = this.#database;
    const rows = await query<JobRow>`
      select id, account, key_id, mode, api, operation, batch, place, state, created_at, started_at, finished_at,
        expires_at, attempts, units, problem, response
      from job where batch = ${batch} and place > ${after} and finished_at is not null
      order by place limit ${limit}`;
    return Promise.all(rows.map(async (row) => openRow(await this.#keys.of(row.account), row, this.#log)));
  }

  async numbers(): Promise<JobNumbers> {
    const { query } = this.#database;
    const [row] = await query<{ queued: number; oldest: string | null }>`
      select cast(count(*) as integer) as queued, min(due_at) as oldest from job where state = 'queued'`;
    const [own] = await query<{ running: number }>`
      select cast(count(*) as integer) as running from job where state = 'running'`;
    const oldest = row?.oldest ?? undefined;
    const oldestSeconds = oldest === undefined ? 0 : Math.max(0, (this.#now() - Date.parse(oldest)) / 1_000);
    return { queued: row?.queued ?? 0, running: own?.running ?? 0, oldestSeconds };
  }

  async removeBatch(account: string, id: string): Promise<BatchRow> {
    const row = await this.findBatch(account, id);
    const { query } = this.#database;
    const { queued, running } = await this.counts(id);
    const hasEnded = queued + running === 0;
    for (let last = -1; ; ) {
      const jobs = await query<{ id: string; place: number; state: JobState }>`
        select id, place, state from job where batch = ${id} and place > ${last} order by place limit ${ROWS}`;
      const end = jobs.filter(({ state }) => isFinal(state) === hasEnded).map((one) => one.id);
      if (end.length > 0) await this.#end(account, end, hasEnded);
      last = jobs.at(-1)?.place ?? 0;
      if (jobs.length < ROWS) break;
    }
    return row;
  }

  /** Cancels jobs that have not ended, or deletes the results of those that have, in one transaction. */
  async #end(account: string, ids: readonly string[], haveEnded: boolean): Promise<void> {
    const now = timeText(this.#now());
    const list = ids.map((_, i) => `$${i + 2}`).join(", ");
    await this.#database.countTogether(async (query, script) => {
      if (haveEnded) {
        const sql = `update job set response = null, bytes = $1 where id in (${list}) and finished_at is not null`;
        await script(sql, [ROW_BYTES, ...ids]);
        return;
      }
      // Locked in one order, so that two who cancel do not wait for each other.
      const sql = `
        update job set state = 'canceled', owner = null, lease_until = null, request = null, finished_at = $1
        where id in (${list}) and finished_at is null returning ${ENDED}, charge`;
      // The columns are those of `ENDED`, and the charge.
      const ended = (await script(sql, [now, ...ids])) as (EndedJob & { readonly charge: string | null })[];
      for (const { id, charge } of ended) {
        if (charge === null) continue;
        await giveBackCharge(query, charge);
        await query`update job set charge = null where id = ${id}`;
      }
      if (this.#events !== undefined) await announceEnded(query, this.#events, ended, now);
    });
    await this.#removeBodies(ids);
    this.#sizes.forget(account);
  }

  async #insertAll(script: Script, rows: readonly Parameters<typeof insertRows>[3][number][]): Promise<void> {
    for (let at = 0; at < rows.length; ) {
      const from = at;
      for (let bytes = 0; at < rows.length && at - from < ROWS && bytes < INSERT_BYTES; at++) {
        bytes += String(rows[at]?.request).length;
      }
      await insertRows(script, this.#database.engine, "job", rows.slice(from, at));
      await new Promise(setImmediate);
    }
  }

  /** Stores the files of new jobs. If one cannot be stored, none is kept. */
  async #writeFiles({ account }: JobOwner, jobs: readonly NewJob[]): Promise<void> {
    const expiresAt = timeText(this.#now() + JOB_KEEP_MS);
    const left = jobs.filter(({ item }) => item.files.length > 0).values();
    let hasFailed = false;
    const write = async () => {
      for (const { id, item } of left) {
        for (const { name, bytes } of item.files) {
          if (hasFailed) return;
          await this.#bodies.write({ id, account }, name, await bytes(), expiresAt);
        }
      }
    };
    const largest = Math.max(1, ...jobs.map(({ item }) => sizeOf(item.files)));
    const length = Math.min(WRITERS, Math.max(1, Math.floor(WRITTEN_BYTES / largest)));
    const writers = Array.from({ length }, () =>
      write().catch((error: unknown) => {
        hasFailed = true;
        throw error;
      }),
    );
    const ended = await Promise.allSettled(writers);
    const failed = ended.find((one) => one.status === "rejected");
    if (failed === undefined) return;
    await this.#removeBodies(jobs.map(({ id }) => id)).catch((cause: unknown) =>
      // They expire with the jobs that never were.
      this.#log.debug("the files of a job that was not stored are deleted later", { cause }),
    );
    throw failed.reason;
  }

  async #removeBodies(ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += ROWS) await this.#bodies.remove(ids.slice(at, at + ROWS));
  }

  #rowOf(
    cipher: AccountCipher,
    id: string,
    { account, keyId, mode, api, operation }: JobOwner,
    { call, files }: BatchItem,
  ) {
    const now = this.#now();
    const request = cipher.sealText(columnPlace({ id, account }, "request"), JSON.stringify(call));
    return {
      id,
      account,
      key_id: keyId,
      mode,
      api,
      operation,
      batch: null,
      place: null,
      state: "queued",
      request,
      bytes: ROW_BYTES + request.length + sizeOf(files),
      created_at: timeText(now),
      due_at: timeText(now),
      expires_at: timeText(now + JOB_KEEP_MS),
      attempts: 0,
      interruptions: 0,
      units: 0,
    };
  }
}

interface JobStoreOptions {
  readonly keys: DataKeys;
  readonly log: Log;
  readonly limits?: JobLimits;
  now(): number;
  /** Called when jobs were added, so that the worker of this process looks for them at once. */
  added(): void;
  /** Told of jobs and batches that end by being canceled. */
  readonly events?: JobEvents | undefined;
}

/** When a job that was created then must have ended, in milliseconds. */
export function deadlineOf(createdAt: string): number {
  return Date.parse(createdAt) + JOB_DEADLINE_MS;
}

/** Makes the store of jobs in a database. */
export function createJobStore(database: Database, bodies: JobBodies, options: JobStoreOptions): JobStore {
  return new DatabaseJobStore(database, bodies, options);
}
