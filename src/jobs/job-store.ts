import { AccountRows } from "../accounts/account-rows.ts";
import { type AccountCipher, columnPlace } from "../accounts/data-keys.ts";
import { type KeysetPage, pageOf } from "../accounts/keyset-page.ts";
import type { QueueQuota } from "../accounts/queue-quota.ts";
import type { LoggedRequest } from "../accounts/request-log.ts";
import { type FileNames, fileNamer } from "../kit/file-name.ts";
import { Problem } from "../kit/problem.ts";
import { AccountQueue, isFinal, type WorkState } from "../queue/account-queue.ts";
import type { WorkNumbers } from "../queue/work-table.ts";
import type { Query, Script } from "../store/database.ts";
import { insertRows } from "../store/insert-rows.ts";
import { timeText } from "../store/time-text.ts";
import { batchLimited } from "./batch-limits.ts";
import {
  type BatchCounts,
  type BatchRow,
  batchCountsSchema,
  JOB_KEEP_MS,
  JOB_WORK,
  type JobFilter,
  type JobRow,
  openRow,
  ROW_BYTES,
  type StoredCall,
  storedCallSchema,
  unknownBatch,
  unknownJob,
} from "./job.ts";
import type { JobBodies } from "./job-bodies.ts";
import { announceEnded, countStates, ENDED } from "./job-events.ts";
import { type JobQueueOptions, refundCharge } from "./job-queue.ts";
import { JOB_LIMITS, type JobLimits, JobStorage } from "./job-storage.ts";

/** A file of a call. */
export interface CallFile {
  /** The name of its input member. */
  readonly name: string;
  readonly size: number;
  bytes(): Promise<Uint8Array>;
}

type JobOwner = Pick<LoggedRequest, "account" | "keyId" | "mode" | "api" | "operation">;

/** One call of a batch. */
export interface BatchItem {
  readonly call: StoredCall;
  readonly files: readonly CallFile[];
  readonly fileName?: string | undefined;
  readonly units?: number | undefined;
  /** The bytes that its result is expected to have, beside as many as its files: they are reserved. Default: 0. */
  readonly resultBytes?: number | undefined;
}

/** Rows that are inserted or changed in one statement: other statements of SQLite wait for it. */
const ROWS = 500;

/** Jobs whose files are deleted in one statement: they may be large. */
const BODIES = 20;

const INSERT_BYTES = 256 * 1024;

/** The most characters of a sealed call that lists read. Longer ones have long texts. */
const SHORT_CALL = 8_000;
const ANY_LENGTH = 2 ** 31 - 1;

/** How long requests are encrypted before others get the event loop, in milliseconds. */
const SEAL_MS = 4;

/** A batch is written within this time, in milliseconds. */
const BATCH_DEADLINE_MS = 30_000;

/** The columns of a `JobRow` without its response, which may be long. */
const JOB = `id, account, key_id, mode, api, operation, batch, place, state, created_at, started_at, finished_at, expires_at,
  attempts, units, problem, file`;

const BATCH = `id, account, mode, api, operation, size, created_at, ended_at, counts, expires_at,
  (select file from job where job.batch = batch.id and place = 0) as file`;

const withJobs = (...states: readonly WorkState[]) =>
  `exists (select 1 from job where job.batch = batch.id and job.state in (${states.map((state) => `'${state}'`).join(", ")}))`;

const BATCH_STATES: Readonly<Record<NonNullable<JobFilter["state"]>, string>> = {
  queued: withJobs("queued"),
  running: "ended_at is null",
  finished: "ended_at is not null",
  succeeded: `ended_at is not null and not ${withJobs("failed", "canceled")}`,
  failed: withJobs("failed"),
  canceled: withJobs("canceled"),
};

/** The ID of a job of a batch; they sort by their places. */
export const itemId = (batch: string, place: number) => `${batch}.${String(place).padStart(5, "0")}`;

type JobInsert = Parameters<typeof insertRows>[3][number];

interface NewJob {
  readonly id: string;
  readonly item: BatchItem;
}

/** Files of new jobs that are stored at a time: each waits for its store, and is in memory meanwhile. */
const WRITERS = 4;

/** Bytes of such files that are in memory at a time, where the largest alone has no more. */
const WRITTEN_BYTES = 32 * 1024 * 1024;

const places = (values: readonly unknown[], first: number) =>
  values.map((_, i) => `$${first + i}`).join(", ");

const sizeOf = (files: readonly CallFile[]) => files.reduce((sum, { size }) => sum + size, 0);

/** The jobs and batches of accounts. Everything that takes an account sees the jobs of that account only. */
export class JobStore {
  readonly #options: JobStoreOptions;
  readonly #query: Query;
  readonly storage: JobStorage;
  readonly #queue: AccountQueue;
  readonly jobs: AccountRows<JobRow>;
  readonly batches: AccountRows<BatchRow>;

  constructor(options: JobStoreOptions) {
    const { database, limits = JOB_LIMITS, now } = options;
    this.#options = options;
    this.#query = database.query;
    this.storage = new JobStorage(database, limits);
    this.#queue = new AccountQueue(database, JOB_WORK, now);
    const job = { columns: `${JOB}, response`, listed: `${JOB}, null as response`, unknown: unknownJob };
    this.jobs = new AccountRows(database, { table: "job", ...job }, now);
    this.batches = new AccountRows(database, { table: "batch", columns: BATCH, unknown: unknownBatch }, now);
  }

  async create(
    owner: JobOwner,
    item: BatchItem,
    idempotencyHash: string | undefined,
    quota?: QueueQuota,
  ): Promise<JobRow> {
    const { account } = owner;
    const before = await this.repeated(account, idempotencyHash);
    if (before !== undefined) return before;
    // Before anything is stored: what is rejected costs little.
    await this.#checkQuota(this.#query, owner, quota, item.units ?? 1);
    const id = Bun.randomUUIDv7();
    const cipher = await this.#options.keys.of(account);
    const file = fileNamer([item.fileName])(item.fileName);
    const row = { ...this.#rowOf(cipher, id, owner, item, file, quota), repeats: idempotencyHash ?? null };
    using _expected = await this.storage.expect(account, row.bytes);
    await this.#writeFiles(owner, [{ id, item }]);
    const { engine } = this.#options.database;
    const found = await this.#add([id], async (query, script) => {
      await this.jobs.forget(idempotencyHash, script);
      await insertRows(script, engine, "job", [row], "on conflict do nothing");
      const [own] = await query`select id from job where id = ${id}`;
      if (own !== undefined) await this.#admit(query, owner, quota);
      return own === undefined ? await this.jobs.repeated(account, idempotencyHash, script) : id;
    });
    this.#options.added(owner.api);
    return this.find(account, found ?? id);
  }

  async repeated(account: string, idempotencyHash: string | undefined): Promise<JobRow | undefined> {
    const id = await this.jobs.repeated(account, idempotencyHash);
    return id === undefined ? undefined : this.find(account, id);
  }

  async repeatedBatch(account: string, idempotencyHash: string | undefined): Promise<BatchRow | undefined> {
    const id = await this.batches.repeated(account, idempotencyHash);
    return id === undefined ? undefined : this.findBatch(account, id);
  }

  async createBatch(
    owner: JobOwner,
    items: readonly BatchItem[],
    idempotencyHash: string | undefined,
    quota?: QueueQuota,
  ): Promise<BatchRow> {
    const { account, mode, api, operation } = owner;
    const before = await this.repeatedBatch(account, idempotencyHash);
    if (before !== undefined) return before;
    const units = items.reduce((sum, item) => sum + (item.units ?? 1), 0);
    await this.#checkQuota(this.#query, owner, quota, units);
    const id = Bun.randomUUIDv7();
    const rows = await this.#batchRows(id, owner, items, quota);
    const bytes = rows.reduce((sum, row) => sum + Number(row.bytes), 0);
    using _expected = await this.storage.expect(account, bytes);
    const own = items.map((item, place) => ({ id: itemId(id, place), item }));
    await this.#writeFiles(owner, own);
    const now = this.#options.now();
    const ids = own.map((job) => job.id);
    const found = await this.#add(ids, async (query, script) => {
      await this.batches.forget(idempotencyHash, script);
      const [own] = await query`
        insert into batch (id, account, mode, api, operation, size, created_at, expires_at, repeats)
        values (${id}, ${account}, ${mode}, ${api}, ${operation}, ${items.length}, ${timeText(now)},
          ${timeText(now + JOB_KEEP_MS)}, ${idempotencyHash ?? null})
        on conflict do nothing returning id`;
      if (own === undefined) return this.batches.repeated(account, idempotencyHash, script);
      await this.#insertAll(script, rows);
      await this.#admit(query, owner, quota);
      return id;
    });
    this.#options.added(owner.api);
    return this.findBatch(account, found ?? id);
  }

  async find(account: string, id: string): Promise<JobRow> {
    return this.#open(await this.jobs.find(account, id));
  }

  async #open(row: JobRow): Promise<JobRow> {
    return openRow(await this.#options.keys.of(row.account), row, this.#options.log);
  }

  async callOf(row: Pick<JobRow, "id" | "account">): Promise<StoredCall | undefined> {
    return (await this.callsOf(row.account, [row.id], ANY_LENGTH)).get(row.id);
  }

  async callsOf(
    account: string,
    ids: readonly string[],
    most = SHORT_CALL,
  ): Promise<Map<string, StoredCall>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#options.database.script(
      `select id, account, request from job
      where id in (${places(ids, 3)}) and account = $1 and request is not null and length(request) <= $2`,
      [account, most, ...ids],
    );
    const cipher = await this.#options.keys.of(account);
    // The columns are those of the statement.
    return new Map(
      (rows as { id: string; account: string; request: string }[]).flatMap((row) => {
        const { request } = openRow(cipher, row, this.#options.log);
        return request === "" ? [] : [[row.id, storedCallSchema.parse(JSON.parse(request))]];
      }),
    );
  }

  /** The jobs of a batch in its order, from the one after `after`, without their responses. */
  async items(
    { id, isFailed }: { readonly id: string; readonly isFailed: boolean },
    after: number,
    limit: number,
  ): Promise<KeysetPage<JobRow>> {
    const columns = `${JOB}, null as response`;
    const rows = await this.#itemsOf(columns, id, after, limit + 1, isFailed ? "failed" : null);
    return pageOf(rows, limit, ({ place }) => String(place));
  }

  /** Jobs that are not of a batch, the newest first; `after` is the last ID of the page before. */
  async list(
    account: string,
    { mode, api, state }: JobFilter,
    after: string | undefined,
    limit: number,
  ): Promise<KeysetPage<JobRow>> {
    const having = { mode, api, state: state === "finished" ? "succeeded" : state };
    const page = await this.jobs.list(account, after, limit, having, "batch is null");
    return { ...page, rows: await Promise.all(page.rows.map((row) => this.#open(row))) };
  }

  async remove(account: string, id: string): Promise<JobRow> {
    const before = await this.find(account, id);
    await this.#end([id], isFinal(before.state));
    return this.find(account, id);
  }

  async findBatch(account: string, id: string): Promise<BatchRow> {
    const row = await this.batches.find(account, id);
    return this.#openBatch(await this.#options.keys.of(account), account, row);
  }

  async counts({ id, counts = null }: Pick<BatchRow, "id" | "counts">): Promise<BatchCounts> {
    return counts === null ? countStates(this.#query, id) : batchCountsSchema.parse(JSON.parse(counts));
  }

  async listBatches(
    account: string,
    { mode, api, state }: JobFilter,
    after: string | undefined,
    limit: number,
  ): Promise<KeysetPage<BatchRow>> {
    const page = await this.batches.list(account, after, limit, { mode, api }, state && BATCH_STATES[state]);
    const cipher = await this.#options.keys.of(account);
    return { ...page, rows: page.rows.map((row) => this.#openBatch(cipher, account, row)) };
  }

  #openBatch(cipher: AccountCipher, account: string, row: BatchRow): BatchRow {
    const first = { id: itemId(row.id, 0), account, file: row.file ?? null };
    return { ...row, file: openRow(cipher, first, this.#options.log).file };
  }

  async ended(batch: string, after: number, limit: number, state?: WorkState): Promise<JobRow[]> {
    return this.#itemsOf(`${JOB}, response`, batch, after, limit, state ?? null, "finished_at is not null");
  }

  async #itemsOf(
    columns: string,
    batch: string,
    after: number,
    limit: number,
    state: WorkState | null,
    where = "true",
  ): Promise<JobRow[]> {
    const rows = await this.#options.database.script(
      `select ${columns} from job where batch = $1 and place > $2 and (cast($3 as text) is null or state = $4) and ${where}
      order by place limit $5`,
      [batch, after, state, state, limit],
    );
    // The columns are those of a `JobRow`.
    return Promise.all((rows as JobRow[]).map((row) => this.#open(row)));
  }

  /** Jobs of all accounts that wait and that run, and how long the one that is due longest has waited, in seconds. */
  async numbers(): Promise<WorkNumbers & { readonly running: number }> {
    const numbers = await this.#queue.table.numbers();
    const [own] = await this.#query<{ running: number }>`
      select cast(count(*) as integer) as running from job where state = 'running'`;
    return { ...numbers, running: own?.running ?? 0 };
  }

  async removeBatch(account: string, id: string): Promise<BatchRow> {
    const row = await this.findBatch(account, id);
    const { queued, running } = await this.counts(row);
    const hasEnded = queued + running === 0;
    for (let last = -1; ; ) {
      const jobs = await this.#query<{ id: string; place: number; state: WorkState }>`
        select id, place, state from job where batch = ${id} and place > ${last} order by place limit ${ROWS}`;
      const end = jobs.filter(({ state }) => isFinal(state) === hasEnded).map((one) => one.id);
      if (end.length > 0) await this.#end(end, hasEnded);
      last = jobs.at(-1)?.place ?? 0;
      if (jobs.length < ROWS) break;
    }
    return row;
  }

  /** Fails the jobs of a batch that have not ended, because its first ones have exceeded limits. */
  async failRest(batch: string): Promise<void> {
    for (;;) {
      const jobs = await this.#query<{ id: string }>`
        select id from job where batch = ${batch} and state in ('queued', 'running') order by id limit ${ROWS}`;
      if (jobs.length === 0) return;
      const ids = jobs.map(({ id }) => id);
      await this.#end(ids, false, batchLimited());
    }
  }

  /** Cancels or fails open jobs, or deletes the results of ended ones, in one transaction. */
  async #end(
    ids: readonly string[],
    haveEnded: boolean,
    problem?: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const { database, emit, now } = this.#options;
    const at = now();
    const ended = await database.countTogether(async (query, script) => {
      if (haveEnded) {
        const sql = `update job set response = null, file = null, bytes = $1 where id in (${places(ids, 2)}) and finished_at is not null`;
        await script(sql, [ROW_BYTES, ...ids]);
        return [];
      }
      // First their charges: every transaction locks jobs, then usage, then the sums of stored bytes.
      // In one order, whatever the plan: two cancellations at once would else wait for each other (PostgreSQL).
      const lock = database.engine === "postgresql" ? " order by id for update" : "";
      const held = await script(
        `select charge from job where id in (${places(ids, 1)}) and finished_at is null${lock}`,
        [...ids],
      );
      for (const row of held) await refundCharge(query, row);
      const set = {
        finished_at: timeText(at),
        state: problem === undefined ? "canceled" : "failed",
        // Not sealed: it says nothing of the request.
        problem: problem === undefined ? null : JSON.stringify(problem),
        request: null,
        charge: null,
        bytes: ROW_BYTES,
      };
      const isOpen = `id in (${places(ids, 1)}) and finished_at is null`;
      // The columns are those of `ENDED`.
      const ended = (await this.#queue.table.releaseAll(script, isOpen, ids, set, ENDED)) as JobRow[];
      await announceEnded(query, ended, at, emit);
      return ended;
    });
    for (const { api, state } of ended) this.#options.ended?.add({ api, state });
    // One that has ended by itself meanwhile keeps its result.
    await this.#removeBodies(haveEnded ? ids : ended.map(({ id }) => id));
  }

  async #insertAll(script: Script, rows: readonly Parameters<typeof insertRows>[3][number][]): Promise<void> {
    for (let at = 0; at < rows.length; ) {
      const from = at;
      for (let bytes = 0; at < rows.length && at - from < ROWS && bytes < INSERT_BYTES; at++) {
        bytes += String(rows[at]?.request).length;
      }
      await insertRows(script, this.#options.database.engine, "job", rows.slice(from, at));
      await new Promise(setImmediate);
    }
  }

  async #batchRows(
    id: string,
    owner: JobOwner,
    items: readonly BatchItem[],
    quota: QueueQuota | undefined,
  ): Promise<JobInsert[]> {
    const cipher = await this.#options.keys.of(owner.account);
    const nameFile = fileNamer(items.map(({ fileName }) => fileName));
    const rows: JobInsert[] = [];
    let since = performance.now();
    for (const [place, item] of items.entries()) {
      const row = this.#rowOf(cipher, itemId(id, place), owner, item, nameFile(item.fileName), quota);
      rows.push({ ...row, batch: id, place });
      if (performance.now() - since < SEAL_MS) continue;
      await new Promise(setImmediate);
      since = performance.now();
    }
    return rows;
  }

  /** Adds jobs in one transaction, and resolves with the ID of these or of an earlier one. */
  async #add(
    ids: readonly string[],
    work: (query: Query, script: Script) => Promise<string | undefined>,
  ): Promise<string | undefined> {
    try {
      const found = await this.#options.database.transaction(work, BATCH_DEADLINE_MS);
      if (found === undefined || !ids.some((id) => id.startsWith(found))) await this.#removeBodies(ids);
      return found;
    } catch (error) {
      // Where the database fails, they may have been added.
      if (error instanceof Problem && error.code !== "storage-unavailable") await this.#discard(ids);
      throw error;
    }
  }

  /** Throws the error of jobs that were just added and that the account may not have; else they take turns with others. */
  async #admit(query: Query, owner: JobOwner, quota: QueueQuota | undefined): Promise<void> {
    await this.storage.check(query, owner.account);
    await this.#checkQuota(query, owner, quota, 0);
    await this.#queue.addTurn(query, { queue: owner.api, account: owner.account });
  }

  /** Throws the error of the quota where it could not pay the calls that wait and so many units more. */
  async #checkQuota(
    query: Query,
    { account, api }: JobOwner,
    quota: QueueQuota | undefined,
    more: number,
  ): Promise<void> {
    if (quota === undefined) return;
    const rows = await query<{ api: string; live_units: number | string; test_units: number | string }>`
      select api, live_units, test_units from job_waiting where account = ${account}`;
    const isTest = quota.mode === "test";
    const waiting = new Map(rows.map((row) => [row.api, Number(isTest ? row.test_units : row.live_units)]));
    waiting.set(api, (waiting.get(api) ?? 0) + more);
    const excess = quota.excess(waiting);
    if (excess <= 0) return;
    // Those that run have been charged: they are in the usage and among the units that wait.
    const [charged] = await query<{ units: number | string }>`
      select coalesce(sum(live_units), 0) as units from job
      where state = 'running' and account = ${account} and api = ${api} and charge is not null`;
    const left = excess - (isTest ? 0 : Number(charged?.units ?? 0));
    if (left > 0) throw quota.problem(left);
  }

  async #discard(ids: readonly string[]): Promise<void> {
    await this.#removeBodies(ids).catch((cause: unknown) =>
      // They expire with the jobs that never were.
      this.#options.log.debug("the files of a job that was not stored are deleted later", { cause }),
    );
  }

  async #writeFiles({ account }: JobOwner, jobs: readonly NewJob[]): Promise<void> {
    const expiresAt = timeText(this.#options.now() + JOB_KEEP_MS);
    const left = jobs.filter(({ item }) => item.files.length > 0).values();
    let hasFailed = false;
    const write = async () => {
      for (const { id, item } of left) {
        for (const { name, bytes } of item.files) {
          if (hasFailed) return;
          await this.#options.bodies.write({ id, account }, name, await bytes(), expiresAt);
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
    await this.#discard(jobs.map(({ id }) => id));
    throw failed.reason;
  }

  async #removeBodies(ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += BODIES) {
      await this.#options.bodies.remove(ids.slice(at, at + BODIES));
      await new Promise(setImmediate);
    }
  }

  #rowOf(
    cipher: AccountCipher,
    id: string,
    { account, keyId, mode, api, operation }: JobOwner,
    { call, files, units = 1, resultBytes = 0 }: BatchItem,
    file: FileNames | undefined,
    quota: QueueQuota | undefined,
  ) {
    const now = this.#options.now();
    const size = sizeOf(files);
    const sealed = (column: "request" | "file", value: object) =>
      cipher.sealText(columnPlace({ id, account }, column), JSON.stringify(value));
    const request = sealed("request", call);
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
      file: file === undefined ? null : sealed("file", file),
      // A result is about as large as the files that it is made from: that much is reserved with the input.
      bytes: ROW_BYTES + request.length + size + (resultBytes === 0 ? 0 : resultBytes + size),
      live_units: quota?.mode === "live" ? units : 0,
      test_units: quota?.mode === "test" ? units : 0,
      created_at: timeText(now),
      due_at: timeText(now),
      expires_at: timeText(now + JOB_KEEP_MS),
      attempts: 0,
      interruptions: 0,
      units: 0,
    };
  }
}

interface JobStoreOptions
  extends Pick<JobQueueOptions, "database" | "keys" | "log" | "now" | "emit" | "ended"> {
  readonly bodies: JobBodies;
  readonly limits?: JobLimits;
  added(api: string): void;
}
