import { describe, expect, test } from "bun:test";
import { engines, newDatabase, sqlite } from "../../test/helpers/engines.ts";
import { rejectionOf } from "../../test/helpers/rejection.ts";
import { until } from "../../test/helpers/until.ts";
import { DataKeys } from "../accounts/data-keys.ts";
import type { Charge } from "../accounts/usage-batch.ts";
import { Problem } from "../kit/problem.ts";
import { createLog } from "../ops/log.ts";
import type { Database } from "../store/database.ts";
import type { ClaimedJob, StoredCall } from "./job.ts";
import { JobBodies } from "./job-bodies.ts";
import { type JobOutcome, JobQueue } from "./job-queue.ts";
import type { JobLimits } from "./job-storage.ts";
import { itemId, JobStore } from "./job-store.ts";
import { type RunJob, Worker } from "./worker.ts";

const postgresql = engines.find(({ name }) => name === "postgresql");

const call: StoredCall = { query: "", params: {}, fields: [], files: [], accept: null };
const item = { call, files: [] };
const of = (account: string, api = "pdf") => ({
  account,
  keyId: "key",
  mode: "live" as const,
  api,
  operation: "noop",
});
const done: JobOutcome = { state: "succeeded", response: { status: 200, headers: [], text: "{}" }, bytes: 2 };

const chargeOf = (account: string, units: number, limit = 100): Charge => ({
  account,
  plan: "p",
  meter: "m",
  period: "2026-11",
  amount: units,
  api: "pdf",
  day: "2026-11-20",
  calls: 1,
  units,
  limit,
});

/** The jobs of one database, with a clock that a test moves. */
function open(database: Database, limits?: JobLimits) {
  const clock = { now: Date.parse("2026-11-20T12:00:00Z") };
  const now = () => clock.now;
  const [log, keys] = [createLog("silent"), new DataKeys(database)];
  const bodies = new JobBodies({ database, keys, log, now });
  const queue = new JobQueue({ database, keys, log, now });
  const store = new JobStore({ database, bodies, keys, log, now, added() {}, ...(limits && { limits }) });
  const used = async () =>
    (await database.query<{ used: number }>`select used from usage`).map((row) => row.used);
  const first = async (owner = "one"): Promise<ClaimedJob> => {
    for (let flow = await queue.next(); flow !== undefined; flow = await queue.next()) {
      const [job] = await queue.claim(flow, owner, 1);
      if (job !== undefined) return job;
    }
    throw new TypeError("a job is due");
  };
  return { clock, now, bodies, queue, store, used, first };
}

describe.each(engines)("the queue of jobs on $name", (engine) => {
  test("each job is leased to one of many workers, the oldest first", async () => {
    await using database = await newDatabase(engine);
    const { queue, store } = open(database);
    const { id } = await store.createBatch(
      of("a"),
      Array.from({ length: 50 }, () => item),
      undefined,
    );
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, i) => queue.claim({ queue: "pdf", account: "a" }, `worker ${i}`, 8)),
    );
    const ids = claims.flat().map((job) => job.id);
    expect(new Set(ids).size).toBe(50);
    expect(ids).toHaveLength(50);
    expect(await store.counts({ id })).toMatchObject({ queued: 0, running: 50 });
    expect(await queue.next(undefined)).toBeUndefined();
  });

  test("its numbers: what waits, what runs, and how long the oldest has been due", async () => {
    await using database = await newDatabase(engine);
    const { clock, store, first } = open(database);
    expect(await store.numbers()).toEqual({ waiting: 0, running: 0, oldestSeconds: 0 });
    await store.create(of("a"), item, undefined);
    clock.now += 60_000;
    await store.create(of("b"), item, undefined);
    expect(await store.numbers()).toEqual({ waiting: 2, running: 0, oldestSeconds: 60 });
    await first();
    expect(await store.numbers()).toEqual({ waiting: 1, running: 1, oldestSeconds: 0 });
  });

  test("flows come one after the other: an account with many jobs does not hold up the others", async () => {
    await using database = await newDatabase(engine);
    const { queue, store } = open(database);
    await store.createBatch(of("a"), [item, item], undefined);
    await store.create(of("b"), item, undefined);
    await store.create(of("a", "seo"), item, undefined);
    expect(await queue.next(new Set(["seo"]))).toMatchObject({ queue: "seo", account: "a" });
    expect(await queue.next(new Set(["images"]))).toBeUndefined();
    const flows = [];
    for (let flow = await queue.next(); flow !== undefined; flow = await queue.next()) {
      const [job] = await queue.claim(flow, "one", 1);
      if (job !== undefined) flows.push({ api: job.api, account: job.account });
    }
    expect(flows).toEqual([
      { api: "pdf", account: "a" },
      { api: "pdf", account: "b" },
      { api: "seo", account: "a" },
      { api: "pdf", account: "a" },
    ]);
  });

  test("a lease that ends puts the job back with its charge, which the next attempt gives back", async () => {
    await using database = await newDatabase(engine);
    const { clock, queue, store, used, first } = open(database);
    const { id } = await store.create(of("a"), item, undefined);
    const lost = await first("killed");
    expect(await queue.reserve(lost, chargeOf("a", 5))).toBe(5);
    expect(await queue.recover()).toBe(0);
    clock.now += 14_000;
    expect(await queue.renew(lost)).toBe(true);
    clock.now += 14_000;
    expect(await queue.recover()).toBe(0);
    clock.now += 2_000;
    expect(await queue.recover()).toBe(1);
    const next = await first("other");
    expect(next).toMatchObject({ id, attempts: 2, interruptions: 1 });
    expect(next.charge).not.toBeNull();
    // The one that was taken for dead comes back: nothing that it does counts.
    expect(await queue.settle(lost, done, chargeOf("a", 5))).toBe(false);
    expect(await queue.refundAttempt(lost)).toBe(false);
    expect(await rejectionOf(queue.reserve(lost, chargeOf("a", 5)))).toMatchObject({ code: "client-left" });
    expect(await queue.renew(lost)).toBe(false);
    expect(await queue.refundAttempt(next)).toBe(true);
    expect(await used()).toEqual([0]);
    expect(await queue.reserve(next, chargeOf("a", 7))).toBe(7);
    expect(await queue.settle(next, done, { ...chargeOf("a", 6) })).toBe(true);
    expect(await used()).toEqual([6]);
    expect(await store.find("a", id)).toMatchObject({ state: "succeeded", units: 6, attempts: 2 });
    expect(await queue.settle(next, done, undefined)).toBe(false);
    expect(await used()).toEqual([6]);
  });

  test("a charge that the quota does not cover changes nothing, and one job is charged once", async () => {
    await using database = await newDatabase(engine);
    const { queue, store, used, first } = open(database);
    await store.create(of("a"), item, undefined);
    const job = await first();
    expect(await queue.reserve(job, chargeOf("a", 5, 4))).toBeUndefined();
    expect(await used()).toEqual([]);
    expect(await queue.reserve(job, chargeOf("a", 3, 4))).toBe(3);
    expect(await rejectionOf(queue.reserve(job, chargeOf("a", 1, 4)))).toBeInstanceOf(Problem);
    const failed: JobOutcome = { state: "failed", problem: { code: "internal" } };
    expect(await queue.settle(job, failed, undefined)).toBe(true);
    expect(await used()).toEqual([0]);
  });

  test("a job that is put back is due later, and keeps no charge", async () => {
    await using database = await newDatabase(engine);
    const { clock, queue, store, used, first } = open(database);
    await store.create(of("a"), item, undefined);
    const job = await first();
    await queue.reserve(job, chargeOf("a", 3));
    expect(await queue.settle(job, { state: "queued", afterMs: 1_000 }, undefined)).toBe(true);
    expect(await used()).toEqual([0]);
    expect(await queue.claim({ queue: "pdf", account: "a" }, "two", 1)).toEqual([]);
    clock.now += 1_000;
    expect(await first("two")).toMatchObject({ attempts: 2, interruptions: 0, charge: null });
  });

  test("a running job that is canceled is given back at once, and its worker loses it", async () => {
    await using database = await newDatabase(engine);
    const { queue, store, used, first } = open(database);
    const { id } = await store.create(of("a"), item, undefined);
    const job = await first();
    await queue.reserve(job, chargeOf("a", 3));
    expect(await store.remove("a", id)).toMatchObject({ state: "canceled" });
    expect(await used()).toEqual([0]);
    expect(await queue.renew(job)).toBe(false);
    expect(await queue.settle(job, done, chargeOf("a", 3))).toBe(false);
    expect(await used()).toEqual([0]);
  });

  test("a job that ends while it is being canceled keeps its result, alone and in a batch", async () => {
    await using database = await newDatabase(engine);
    await database.query`insert into account (id, email, created_at) values ('a', 'a@example.com', '2026-01-01')`;
    const { bodies, queue, first } = open(database);
    let job: ClaimedJob | undefined;
    // The worker is faster than the transaction of the cancellation.
    const late: Database = {
      ...database,
      async countTogether(statements) {
        if (job === undefined) throw new TypeError("a job runs");
        await bodies.write(job, "result 1", new Uint8Array(20_000), job.expires_at);
        const response = { status: 200, headers: [], body: "result 1" };
        await queue.settle(job, { state: "succeeded", response, bytes: 20_000 }, undefined);
        return database.countTogether(statements);
      },
    };
    const { store } = open(late);
    const { id } = await store.create(of("a"), item, undefined);
    job = await first();
    expect(await store.remove("a", id)).toMatchObject({ state: "succeeded" });
    expect(await bodies.read(job, "result 1")).toBeDefined();
    const batch = await store.createBatch(of("a"), [item], undefined);
    job = await first();
    expect(await store.counts(await store.removeBatch("a", batch.id))).toMatchObject({ succeeded: 1 });
    expect(await bodies.read(job, "result 1")).toBeDefined();
  });

  test("inputs and results have a limit; deleting those that have ended frees it", async () => {
    await using database = await newDatabase(engine);
    const { queue, store, first } = open(database, { accountBytes: 4_000, totalBytes: 6_000 });
    const { id } = await store.createBatch(of("a"), [item, item, item], undefined);
    const full = { code: "job-storage-full" };
    expect(await rejectionOf(store.create(of("a"), item, undefined))).toMatchObject(full);
    await store.create(of("b"), item, undefined);
    expect(await rejectionOf(store.createBatch(of("b"), [item, item], undefined))).toMatchObject(full);
    await store.removeBatch("a", id);
    const job = await first();
    expect(job.account).toBe("b");
    await queue.settle(job, { ...done, bytes: 9_000 }, undefined);
    await store.remove("b", job.id);
    await database.query`delete from job where account = 'a'`;
    await store.create(of("c"), item, undefined);
  });
});

describe.each(engines)("a worker on $name", (engine) => {
  const log = createLog("silent");
  const start = (database: Database, run: RunJob, apis = ["pdf"]) => {
    const on = open(database);
    const worker = new Worker({ ...on, run, apis: new Set(apis), log, slots: 4 });
    worker.start();
    return { ...on, worker };
  };
  const finishedIn = (database: Database) => async () =>
    (await database.query`select id from job where finished_at is null`).length === 0;

  test("runs as many jobs at a time as it has slots, those of its APIs only", async () => {
    await using database = await newDatabase(engine);
    let [running, most] = [0, 0];
    const { store, worker } = start(database, async () => {
      running++;
      most = Math.max(most, running);
      // Two at once at least: the first waits for the second.
      await until("another one runs", () => most > 1);
      running--;
      return done;
    });
    const { id } = await store.create(of("a", "seo"), item, undefined);
    await store.createBatch(
      of("a"),
      Array.from({ length: 20 }, () => item),
      undefined,
    );
    worker.wake();
    await until("all have ended", async () => {
      const rows = await database.query`select id from job where finished_at is null`;
      return rows.length === 1;
    });
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
    expect(await store.find("a", id)).toMatchObject({ state: "queued" });
    await worker.stop(0);
  });

  test("leaves slots for other APIs while the jobs of one are slow", async () => {
    await using database = await newDatabase(engine);
    const slow = Promise.withResolvers<void>();
    const ran: string[] = [];
    const run: RunJob = async ({ api }) => {
      ran.push(api);
      if (api === "images") await slow.promise;
      return done;
    };
    const { store, worker } = start(database, run, ["images", "pdf"]);
    const many = Array.from({ length: 6 }, () => item);
    await store.createBatch(of("a", "images"), many, undefined);
    worker.wake();
    await until("slow jobs run", () => ran.length === 3);
    const { id } = await store.createBatch(of("b"), many, undefined);
    worker.wake();
    await until("all quick jobs have ended", async () => (await store.counts({ id })).succeeded === 6);
    expect(ran.filter((api) => api === "images")).toHaveLength(3);
    slow.resolve();
    await until("all have ended", finishedIn(database));
    await worker.stop(0);
  });

  test("that is stopped puts what it runs back, without a charge", async () => {
    await using database = await newDatabase(engine);
    let hasBegun = false;
    const { store, worker, queue, used } = start(database, async (job, _charges, signal) => {
      await queue.reserve(job, chargeOf("a", 3));
      hasBegun = true;
      await until("it is aborted", () => signal.aborted);
      return { state: "queued", afterMs: 0 };
    });
    const { id } = await store.create(of("a"), item, undefined);
    worker.wake();
    await until("it runs", () => hasBegun);
    await worker.stop(10);
    expect(await store.find("a", id)).toMatchObject({ state: "queued" });
    expect(await used()).toEqual([0]);
  });

  test("gives up a job that has lost five workers, and one that is older than a day", async () => {
    await using database = await newDatabase(engine);
    const { store } = open(database);
    const poison = await store.create(of("a"), item, undefined);
    const old = await store.create(of("a"), item, undefined);
    await database.query`update job set interruptions = 5 where id = ${poison.id}`;
    await database.query`update job set created_at = '2026-11-19T11:00:00.000Z' where id = ${old.id}`;
    const { worker } = start(database, () => Promise.reject(new TypeError("neither is run")));
    await until("both have ended", finishedIn(database));
    for (const [{ id }, code] of [
      [poison, "job-interrupted"],
      [old, "job-expired"],
    ] as const) {
      const { problem } = await store.find("a", id);
      expect(JSON.parse(problem ?? "{}")).toMatchObject({ code });
    }
    await worker.stop(0);
  });

  test("goes on when the database was away", async () => {
    await using database = await newDatabase(engine);
    let failures = 0;
    const flaky: Database = {
      ...database,
      countTogether: async (statements) => {
        if (failures++ < 3) throw new Problem("storage-unavailable", "Away.");
        return database.countTogether(statements);
      },
    };
    const { store, worker } = start(flaky, async () => done);
    await store.create(of("a"), item, undefined);
    worker.wake();
    await until("it has ended", finishedIn(database));
    expect(failures).toBe(4);
    await worker.stop(0);
  });
});

test.skipIf(postgresql === undefined)(
  "on PostgreSQL, cancellations lock jobs in the order of their IDs, so that they never wait for each other",
  async () => {
    await using database = await newDatabase(postgresql ?? sqlite);
    const { store } = open(database);
    const { id } = await store.createBatch(
      of("a"),
      Array.from({ length: 500 }, () => item),
      undefined,
    );
    // Its row is now behind those of the others.
    await database.script("update job set request = repeat('x', 3000) where id = $1", [itemId(id, 0)]);
    const isHeld = Promise.withResolvers<void>();
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = database.transaction(async (query) => {
      await query`select id from job where id = ${itemId(id, 0)} for update`;
      isHeld.resolve();
      await promise;
    });
    await isHeld.promise;
    const canceled = store.removeBatch("a", id);
    await until("it waits for the first job", async () => {
      const waiting = await database.query`select 1 from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database()`;
      return waiting.length > 0;
    });
    const others = await database.query`select id from job where batch = ${id} for update skip locked`;
    resolve();
    await Promise.all([first, canceled]);
    expect(others).toHaveLength(499);
  },
);
