import { describe, expect, test } from "bun:test";
import { engines, newDatabase } from "../../test/helpers/engines.ts";
import { DataKeys } from "../accounts/data-keys.ts";
import { createLog } from "../ops/log.ts";
import type { Database } from "../store/database.ts";
import type { JobFilter } from "./job.ts";
import { JobBodies } from "./job-bodies.ts";
import { type JobOutcome, JobQueue } from "./job-queue.ts";
import { JobStore } from "./job-store.ts";

const item = { call: { query: "", params: {}, fields: [], files: [], accept: null }, files: [] };
const owner = { account: "a", keyId: "key", mode: "live", api: "pdf", operation: "noop" } as const;
const done: JobOutcome = { state: "succeeded", response: { status: 200, headers: [], text: "{}" }, bytes: 2 };
const failed: JobOutcome = { state: "failed", problem: { code: "internal" } };

/** Jobs and batches in every state, by their names here. */
async function filled(database: Database) {
  const now = () => Date.parse("2026-11-20T12:00:00Z");
  const [log, keys] = [createLog("silent"), new DataKeys(database)];
  const queue = new JobQueue({ database, keys, log, now });
  const bodies = new JobBodies({ database, keys, log, now });
  const store = new JobStore({ database, bodies, keys, log, now, added() {} });
  const names = new Map<string, string>();
  const add = async (name: string, size = 0, api = "pdf") => {
    const of = { ...owner, api };
    const items = Array.from({ length: size }, () => item);
    const { id } =
      size === 0 ? await store.create(of, item, undefined) : await store.createBatch(of, items, undefined);
    names.set(id, name);
    return id;
  };
  const run = async (...outcomes: readonly JobOutcome[]) => {
    const claimed = await queue.claim({ queue: "pdf", account: "a" }, "worker", outcomes.length);
    for (const [at, job] of claimed.entries()) await queue.settle(job, outcomes[at] ?? done, undefined);
  };
  await add("succeeded");
  await run(done);
  await add("failed");
  await run(failed);
  await store.remove("a", await add("canceled"));
  await add("mixed batch", 2);
  await run(done, failed);
  await store.removeBatch("a", await add("canceled batch", 1));
  await add("running");
  await queue.claim({ queue: "pdf", account: "a" }, "worker", 1);
  await add("waiting batch", 2);
  await add("queued", 0, "seo");
  return { store, names };
}

describe.each(engines)("lists of jobs on $name", (engine) => {
  test("are filtered by API and state; batches are found by the states of their jobs too", async () => {
    await using database = await newDatabase(engine);
    const { store, names } = await filled(database);
    const listed = async (filter: Omit<JobFilter, "mode">, after?: string) => {
      const jobs = await store.list("a", { mode: "live", ...filter }, after, 10);
      const batches = await store.listBatches("a", { mode: "live", ...filter }, after, 10);
      return [...jobs.rows, ...batches.rows].map(({ id }) => names.get(id));
    };
    expect(await listed({})).toHaveLength(8);
    expect(await listed({ state: "queued" })).toEqual(["queued", "waiting batch"]);
    expect(await listed({ state: "running" })).toEqual(["running", "waiting batch"]);
    expect(await listed({ state: "finished" })).toEqual(["succeeded", "canceled batch", "mixed batch"]);
    expect(await listed({ state: "failed" })).toEqual(["failed", "mixed batch"]);
    expect(await listed({ state: "canceled" })).toEqual(["canceled", "canceled batch"]);
    expect(await listed({ api: "seo" })).toEqual(["queued"]);
    expect(await listed({ api: "pdf", state: "queued" })).toEqual(["waiting batch"]);
    const [first = ""] = [...names].find(([, name]) => name === "mixed batch") ?? [];
    expect(await listed({ state: "finished" }, first)).toEqual(["succeeded"]);
  });
});
