import { describe, expect, test } from "bun:test";
import { engines, newDatabase } from "../../test/helpers/engines.ts";
import { DataKeys } from "../accounts/data-keys.ts";
import { createLog } from "../ops/log.ts";
import type { Database } from "../store/database.ts";
import { JobBodies } from "./job-bodies.ts";
import type { Emit } from "./job-events.ts";
import { type JobOutcome, JobQueue } from "./job-queue.ts";
import { JobStore } from "./job-store.ts";

const item = { call: { query: "", params: {}, fields: [], files: [], accept: null }, files: [] };
const owner = { account: "a", keyId: "key", mode: "live", api: "pdf", operation: "noop" } as const;
const done: JobOutcome = { state: "succeeded", response: { status: 200, headers: [], text: "{}" }, bytes: 2 };

/** Jobs whose ends are written down. */
function open(database: Database) {
  const heard: string[] = [];
  const emit: Emit = async (_query, { account, type, data }) => {
    const { id, finishedAt, succeeded, failed, canceled } = data;
    const told = type === "batch.completed" ? `${succeeded} ${failed} ${canceled}` : finishedAt !== null;
    heard.push(`${type} ${account} ${id} ${told}`);
  };
  const now = () => Date.parse("2026-11-20T12:00:00Z");
  const [log, keys] = [createLog("silent"), new DataKeys(database)];
  const queue = new JobQueue({ database, keys, log, now, emit });
  const bodies = new JobBodies({ database, keys, log, now });
  const store = new JobStore({ database, bodies, keys, log, now, added() {}, emit });
  const claim = (count: number) => queue.claim({ queue: "pdf", account: "a" }, "worker", count);
  return { heard, queue, store, claim };
}

const batchOf = (size: number) => Array.from({ length: size }, () => item);

describe.each(engines)("what is told of jobs that end on $name", (engine) => {
  test("a job is told of once, however it ends, and not while it may run again", async () => {
    await using database = await newDatabase(engine);
    const { heard, queue, store, claim } = open(database);
    const [one, two, three] = [
      await store.create(owner, item, undefined),
      await store.create(owner, item, undefined),
      await store.create(owner, item, undefined),
    ];
    const [first, second] = await claim(2);
    if (first === undefined || second === undefined) throw new TypeError("two jobs are due");
    await queue.settle(first, { state: "queued", afterMs: 0 }, undefined);
    expect(heard).toEqual([]);
    const [again] = await queue.claim({ queue: "pdf", account: "a" }, "worker", 1);
    if (again === undefined) throw new TypeError("the job is due again");
    await queue.settle(again, done, undefined);
    await queue.settle(again, done, undefined);
    await queue.settle(second, { state: "failed", problem: { code: "internal" } }, undefined);
    await store.remove("a", three.id);
    await store.remove("a", three.id);
    expect(heard).toEqual([
      `job.succeeded a ${one.id} true`,
      `job.failed a ${two.id} true`,
      `job.canceled a ${three.id} true`,
    ]);
  });

  test("a batch is told of once, when its last job ends, however many end at once", async () => {
    await using database = await newDatabase(engine);
    const { heard, queue, store, claim } = open(database);
    const { id } = await store.createBatch(owner, batchOf(20), undefined);
    const jobs = await claim(19);
    await Promise.all(jobs.map((job) => queue.settle(job, done, undefined)));
    expect(heard).toEqual([]);
    const [last] = await claim(1);
    if (last === undefined) throw new TypeError("a job is left");
    await queue.settle(last, done, undefined);
    await queue.recover();
    expect(heard).toEqual([`batch.completed a ${id} 20 0 0`]);
  });

  test("two processes that end the last jobs of a batch at once tell of it once", async () => {
    await using database = await newDatabase(engine);
    for (let round = 0; round < 10; round++) {
      const [a, b] = [open(database), open(database)];
      const { id } = await a.store.createBatch(owner, batchOf(3), undefined);
      const [one, two] = await a.claim(2);
      if (one === undefined || two === undefined) throw new TypeError("two jobs are due");
      // The third is canceled with the batch, at the same time.
      await Promise.all([
        a.queue.settle(one, done, undefined),
        b.queue.settle(two, done, undefined),
        a.store.removeBatch("a", id),
      ]);
      // What neither saw as the last is found afterwards.
      await Promise.all([a.queue.recover(), b.queue.recover()]);
      expect([...a.heard, ...b.heard]).toHaveLength(1);
      expect([...a.heard, ...b.heard][0]).toStartWith(`batch.completed a ${id} `);
      await a.store.removeBatch("a", id);
      await a.queue.recover();
      expect([...a.heard, ...b.heard]).toHaveLength(1);
    }
  });

  test("a canceled batch is told of with its counts", async () => {
    await using database = await newDatabase(engine);
    const { heard, queue, store, claim } = open(database);
    const { id } = await store.createBatch(owner, batchOf(600), undefined);
    const [first] = await claim(1);
    if (first === undefined) throw new TypeError("a job is due");
    await queue.settle(first, done, undefined);
    await store.removeBatch("a", id);
    expect(heard).toEqual([`batch.completed a ${id} 1 0 599`]);
  });
});
