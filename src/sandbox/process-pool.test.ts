import { afterEach, describe, expect, test } from "bun:test";
import { watchEventLoop } from "../../test/helpers/event-loop.ts";
import { rejectionOf } from "../../test/helpers/rejection.ts";
import { until } from "../../test/helpers/until.ts";
import { CHUNK_BYTES } from "./chunking.ts";
import { type Carried, countingBytes, type Load, sumOf } from "./echo.fixture.ts";
import type { Deed } from "./hostile.fixture.ts";
import { carrier, hostile, limits, MB, never } from "./jobs.fixture.ts";
import { createSandbox, type Sandbox } from "./sandbox.ts";

let sandbox: Sandbox;
function open(options: { size?: number; keep?: number; idleMs?: number }): Sandbox {
  sandbox = createSandbox({ size: 2, keep: 1, idleMs: 60_000, queue: 8, onFailure: () => {}, ...options });
  return sandbox;
}
afterEach(() => sandbox.close());

async function carry(load: Load, job = carrier): Promise<Carried> {
  const [carried] = await Array.fromAsync(sandbox.run(job, load, never));
  return carried ?? expect.unreachable();
}

/** Keeps a process for a second, without processor time. */
const occupy = (job: typeof hostile) =>
  Array.fromAsync(sandbox.run(job, { deed: "count", to: 10, everyMs: 100 }, never));

function countOf(name: string) {
  return sandbox.counts().find(({ job }) => job === name) ?? expect.unreachable();
}

describe("bytes", () => {
  const sizes = [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES, 3 * CHUNK_BYTES + 7];
  test("of any size go there and come back as they were", async () => {
    open({});
    for (const size of sizes) {
      const bytes = countingBytes(size).reverse();
      // A member that looks like our own bookkeeping is a member like any other.
      const carried = await carry({ bytes, give: size, slot: 3 });
      expect(carried).toMatchObject({ received: size, sum: sumOf(bytes), slot: 3 });
      expect(Buffer.from(carried.given ?? [-1]).equals(countingBytes(size))).toBe(true);
    }
  });
  test("that are a part of a buffer go without the rest of it", async () => {
    open({});
    const rest = new Uint8Array(200 * MB);
    const times: number[] = [];
    for (let round = 0; round < 3; round++) {
      const started = performance.now();
      expect((await carry({ bytes: rest.subarray(9, 19) })).received).toBe(10);
      expect((await carry({ bytes: rest.subarray(9, 9 + 2 * CHUNK_BYTES) })).received).toBe(2 * CHUNK_BYTES);
      times.push(performance.now() - started);
    }
    expect(Math.min(...times)).toBeLessThan(2_000);
  });
  test("by the ten million leave the server free for others", async () => {
    open({ size: 1 });
    await carry({});
    const bytes = new Uint8Array(20 * MB).fill(9);
    const standstill = async () => {
      const watch = watchEventLoop(1);
      expect((await carry({ bytes, give: 20 * MB })).given?.byteLength).toBe(20 * MB);
      return watch.end();
    };
    // In one message each way the server stood still for fifty milliseconds, each time; what the engine takes for its
    // garbage, it does not take each time: the bytes of a round are less than it collects garbage after.
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 20 && least >= 25; round++) least = Math.min(least, await standstill());
    expect(least).toBeLessThan(25);
  });
  test("are not sent on when the client leaves, and the process goes on", async () => {
    open({ size: 1 });
    const { pid } = await carry({});
    const leaving = new AbortController();
    const work = Array.fromAsync(sandbox.run(carrier, { bytes: new Uint8Array(100 * MB) }, leaving.signal));
    setTimeout(() => leaving.abort(), 5);
    expect(await rejectionOf(work)).toMatchObject({ code: "client-left" });
    expect(await carry({ bytes: new Uint8Array(9) })).toMatchObject({ pid, received: 9 });
  });
});

describe("jobs of two modules", () => {
  test("never share a process: one that breaks takes nothing of the other's with it", async () => {
    open({ size: 1 });
    const { pid } = await carry({});
    expect(await rejectionOf(Array.fromAsync(sandbox.run(hostile, { deed: "crash" }, never)))).toMatchObject({
      code: "processing-failed",
    });
    const [seen] = await Array.fromAsync(sandbox.run(hostile, { deed: "look" }, never));
    expect((seen as { pid: number }).pid).not.toBe(pid);
    expect(await carry({})).toMatchObject({ pid, runs: 2 });
  });
  test("have places of their own: one that is full does not keep the other waiting", async () => {
    open({ size: 1 });
    const leaving = new AbortController();
    const held = Array.fromAsync(sandbox.run(hostile, { deed: "silence" }, leaving.signal)).catch(
      (error: unknown) => error,
    );
    await carry({});
    expect(Bun.peek.status(held)).toBe("pending");
    leaving.abort();
    expect(await held).toMatchObject({ code: "client-left" });
  });
});

describe("jobs that name one pool", () => {
  const shared = { pool: "shared", most: 1 };
  const one = { ...carrier, processes: shared };
  const other = { ...hostile, processes: shared };
  test("share its processes, and each module is loaded once", async () => {
    open({ size: 2 });
    const { pid } = await carry({}, one);
    const [seen] = await Array.fromAsync(sandbox.run(other, { deed: "look" }, never));
    expect(seen).toMatchObject({ pid });
    expect(await carry({}, one)).toMatchObject({ pid, runs: 2 });
    expect(countOf("shared")).toMatchObject({ processes: 1, runs: { done: 3 } });
  });
  test("go on in a fresh process after one that was ended", async () => {
    open({ size: 1 });
    const { pid } = await carry({}, one);
    expect(await rejectionOf(Array.fromAsync(sandbox.run(other, { deed: "crash" }, never)))).toMatchObject({
      code: "processing-failed",
    });
    const carried = await carry({}, one);
    expect(carried.runs).toBe(1);
    expect(carried.pid).not.toBe(pid);
  });
  test("run though another job of the pool does not load, before, meanwhile and after", async () => {
    open({ size: 2 });
    const broken = {
      ...one,
      name: "broken",
      module: "file:///nowhere/broken.ts",
      processes: { pool: "shared" },
    };
    const sound = { ...one, processes: { pool: "shared" } };
    const warming = sandbox.warm(broken).catch((error: unknown) => String(error));
    expect(await carry({}, sound)).toMatchObject({ received: 0 });
    expect(await warming).toContain("does not load");
    await Promise.allSettled([carry({}, broken)]);
    // More processes are started for those that wait, and none of them loads what does not load.
    const both = [1, 2].map(() => occupy({ ...other, processes: { pool: "shared" } }));
    expect(await Promise.all(both)).toHaveLength(2);
  });
  test("take turns by account: one caller's queue does not keep another's waiting", async () => {
    open({ size: 1 });
    const as = (tenant: string) => ({ requestId: "", api: "seo", tenant });
    const order: string[] = [];
    const run = async (tenant: string) => {
      await Array.fromAsync(sandbox.run(other, { deed: "count", to: 1, everyMs: 30 }, never, as(tenant)));
      order.push(tenant);
    };
    await carry({}, one);
    await Promise.all([run("many"), run("many"), run("many"), run("many"), run("few")]);
    expect(order.indexOf("few")).toBeLessThan(3);
  });
  test("have limits of their own", async () => {
    open({ size: 1 });
    const brief = { ...other, limits: { ...limits, totalMs: 100 } };
    expect(await rejectionOf(Array.fromAsync(sandbox.run(brief, { deed: "loop" }, never)))).toMatchObject({
      code: "too-complex",
    });
    expect((await carry({}, one)).runs).toBe(1);
  });
});

describe("a job decides", () => {
  test("how many processes it has at most, within what the operator allows", async () => {
    open({ size: 2 });
    await sandbox.warm({ ...carrier, processes: { most: 1 } });
    await sandbox.warm({ ...hostile, processes: { most: 9 } });
    expect([countOf("carrier").processes, countOf("hostile").processes]).toEqual([1, 2]);
  });
  test("what runs in a process before its first run, unless that is waited for", async () => {
    open({ size: 1 });
    expect((await carry({})).isWarm).toBe(false);
    await sandbox.close();
    open({ size: 1 });
    await sandbox.warm(carrier);
    expect((await carry({})).isWarm).toBe(true);
  });
  test("what its processes are made with", async () => {
    open({});
    const made = { ...carrier, processes: { environment: { MALLOC_ARENA_MAX: "2" } } };
    expect(await carry({}, made)).toMatchObject({ environment: ["MALLOC_ARENA_MAX"] });
  });
  test("the limits of a single run", async () => {
    open({ size: 1 });
    const pids = async (memoryBytes: number) => {
      const job = { ...hostile, limits: { ...limits, memoryBytes } };
      await Array.fromAsync(sandbox.run(job, { deed: "count", to: 3, everyMs: 60 }, never));
      return countOf("hostile").runs;
    };
    expect(await rejectionOf(pids(1))).toMatchObject({ code: "too-complex" });
    expect(await pids(700 * MB)).toMatchObject({ memory: 1, done: 1 });
  });
});

describe("processes without work", () => {
  test("end after their time, but for those that are kept", async () => {
    open({ size: 3, keep: 1, idleMs: 700 });
    await sandbox.warm(hostile);
    const { processes, retired, memoryBytes } = countOf("hostile");
    // On a busy machine the first has ended before the third has started, which then is not missing.
    const started = processes + retired;
    expect(started).toBeWithin(2, 4);
    expect(memoryBytes).toBeGreaterThan(processes * 10 * MB);
    await until("one process is left", () => countOf("hostile").processes === 1);
    expect(countOf("hostile").retired).toBe(started - 1);
    // The one that is left serves on, and more come when they are needed.
    const runs = Promise.all([1, 2, 3].map(() => occupy(hostile)));
    // Not afterwards: those that ended their runs first may have ended themselves by then.
    await until("more than one is there", () => countOf("hostile").processes > 1);
    await runs;
  });
  test("collect the garbage of a large run once, not after each small one that follows", async () => {
    open({ size: 1 });
    const sandboxed = async (deed: Deed, times: number) => {
      const work = { requestId: "", api: "seo", tenant: "", cost: { cpuMs: 0 } };
      for (let i = 0; i < times; i++) await Array.fromAsync(sandbox.run(hostile, deed, never, work));
      return work.cost.cpuMs;
    };
    const large = await sandboxed({ deed: "keep", objects: 1_000_000 }, 1);
    expect(countOf("hostile").memoryBytes).toBeGreaterThan(120 * MB);
    // The first small one may still pay for what the engine does by itself.
    await sandboxed({ deed: "echo", bytes: new Uint8Array() }, 1);
    expect(await sandboxed({ deed: "echo", bytes: new Uint8Array() }, 20)).toBeLessThan(large);
  });
  test("all end where a job keeps none, and the next run starts one", async () => {
    open({ size: 2, keep: 2 });
    const job = { ...carrier, processes: { keep: 0, idleMs: 100 } };
    const { pid } = await carry({}, job);
    await until("no process is left", () => countOf("carrier").processes === 0);
    expect((await carry({}, job)).pid).not.toBe(pid);
  });
  test("are as many as worked at once", async () => {
    open({ size: 8 });
    for (let i = 0; i < 5; i++) await carry({});
    expect(countOf("carrier").processes).toBe(1);
    await Promise.all([carry({}), carry({})]);
    await carry({});
    expect(countOf("carrier").processes).toBe(2);
  });
});
