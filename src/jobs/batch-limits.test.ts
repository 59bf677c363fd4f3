import { describe, expect, test } from "bun:test";
import { engines, newDatabase } from "../../test/helpers/engines.ts";
import { DataKeys } from "../accounts/data-keys.ts";
import { createLog } from "../ops/log.ts";
import { counts } from "../ops/work-metrics.ts";
import type { Database } from "../store/database.ts";
import type { ClaimedJob, StoredCall } from "./job.ts";
import { JobBodies } from "./job-bodies.ts";
import type { Emit } from "./job-events.ts";
import { type JobOutcome, JobQueue } from "./job-queue.ts";
import { JobStore } from "./job-store.ts";

const call: StoredCall = { query: "", params: {}, fields: [], files: ["file"], accept: null };
const file = { name: "file", size: 4, bytes: async () => new Uint8Array(4) };
const owner = { account: "a", keyId: "key", mode: "live", api: "pdf", operation: "noop" } as const;
const failed = (code: string): JobOutcome => ({
  state: "failed",
  problem: { code, detail: "It is too much." },
});
const done: JobOutcome = { state: "succeeded", response: { status: 200, headers: [], text: "{}" }, bytes: 2 };

async function open(database: Database) {
  await database.query`insert into account (id, email, created_at) values ('a', 'a@example.com', '2026')`;
  const [log, keys, now] = [createLog("silent"), new DataKeys(database), Date.now];
  const bodies = new JobBodies({ database, keys, log, now });
  const told: string[] = [];
  const emit: Emit = async (_query, { data }) => void told.push(`${data.id} ${data.failed}`);
  const ended = counts("quintet_jobs_ended_total", "Jobs.");
  const store = new JobStore({ database, bodies, keys, log, now, added() {}, emit, ended });
  const limited = (batch: string) => store.failRest(batch);
  const queue = new JobQueue({ database, keys, log, now, emit, limited, ended });
  const batchOf = (items: number) =>
    store.createBatch(
      owner,
      Array.from({ length: items }, () => ({ call, files: [file] })),
      undefined,
    );
  const claim = (count: number): Promise<ClaimedJob[]> =>
    queue.claim({ queue: "pdf", account: "a" }, "w", count);
  return { store, queue, batchOf, claim, told, ended };
}

describe.each(engines)("a batch whose items exceed limits on $name", (engine) => {
  test("fails as a whole once its first 20 have; nothing of it is left in the store", async () => {
    await using database = await newDatabase(engine);
    const { store, queue, batchOf, claim, told, ended } = await open(database);
    const { id } = await batchOf(600);
    const first = await claim(22);
    for (const job of first.slice(0, 19)) await queue.settle(job, failed("too-complex"), undefined);
    expect(await store.counts({ id })).toMatchObject({ queued: 578, failed: 19 });
    for (const job of first.slice(19, 20)) await queue.settle(job, failed("payload-too-large"), undefined);
    expect(await store.counts({ id })).toMatchObject({ queued: 0, running: 0, failed: 600, units: 0 });
    expect(told).toEqual([`${id} 600`]);
    expect(ended.report().values).toMatchObject([{ labels: { api: "pdf", state: "failed" }, value: 600 }]);
    // Those that still run have lost their leases.
    expect(await queue.settle(first[20] as ClaimedJob, done, undefined)).toBe(false);
    const [last] = await store.ended(id, 598, 1);
    expect(JSON.parse(String(last?.problem))).toMatchObject({
      code: "too-complex",
      status: 422,
      detail: expect.stringContaining("first 20 items"),
    });
    const bodies = await database.query`select job from job_body where job > ${`${id}.00019`}`;
    expect(bodies).toEqual([]);
    const [sum] = await database.query<{ bytes: number | string }>`select bytes from job_bytes`;
    expect(Number(sum?.bytes)).toBe(600_000);
  });

  test("goes on where one of the first succeeds, or fails for another reason", async () => {
    await using database = await newDatabase(engine);
    const { store, queue, batchOf, claim } = await open(database);
    for (const other of [done, failed("upstream-timeout")]) {
      const { id } = await batchOf(60);
      const jobs = await claim(40);
      for (const [i, job] of jobs.entries())
        await queue.settle(job, i === 7 ? other : failed("too-complex"), undefined);
      expect(await store.counts({ id })).toMatchObject({ queued: 20 });
      await store.removeBatch("a", id);
    }
  });

  test("is ended by another process where the first one was killed", async () => {
    await using database = await newDatabase(engine);
    const { store, queue, batchOf } = await open(database);
    const { id } = await batchOf(30);
    await database.query`update batch set limited = 20 where id = ${id}`;
    await queue.recover();
    expect(await store.counts({ id })).toMatchObject({ queued: 0, failed: 30 });
  });
});
