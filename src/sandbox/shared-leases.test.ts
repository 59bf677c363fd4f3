import { afterEach, describe, expect, test } from "bun:test";
import { rejecting } from "../../test/helpers/rejection.ts";
import { until } from "../../test/helpers/until.ts";
import { CHUNK_BYTES } from "./chunking.ts";
import { type Carried, countingBytes, type Load, sumOf } from "./echo.fixture.ts";
import type { Deed } from "./hostile.fixture.ts";
import { carrier, hostile, limits, never } from "./jobs.fixture.ts";
import type { Leases } from "./lease.ts";
import { createLocalLeases, type PoolOptions } from "./local-leases.ts";
import { createSandbox, type Sandbox } from "./sandbox.ts";
import { type LeaseReply, type LeaseRequest, LeaseServer, SharedLeases } from "./shared-leases.ts";

let pools: Leases;
afterEach(() => pools.close());

/** A primary's pools. */
function open(options: Partial<PoolOptions> = {}): void {
  pools = createLocalLeases({ size: 1, keep: 1, idleMs: 60_000, queue: 8, onFailure: () => {}, ...options });
}

/** A worker of that primary: what they say to each other is cloned, and arrives later. */
function worker(): { readonly sandbox: Sandbox; readonly failures: unknown[]; end(): void } {
  const failures: unknown[] = [];
  const later = <Message>(hear: (message: Message) => void) => {
    return (message: Message) => {
      const cloned = structuredClone(message);
      setImmediate(() => hear(cloned));
    };
  };
  const server = new LeaseServer(
    pools,
    later<LeaseReply>((reply) => leases.onMessage(reply)),
  );
  const leases: SharedLeases = new SharedLeases(later<LeaseRequest>((request) => server.onMessage(request)));
  const options = { size: 1, keep: 1, idleMs: 60_000, queue: 8 };
  const sandbox = createSandbox({ ...options, onFailure: ({ cause }) => void failures.push(cause) }, leases);
  return { sandbox, failures, end: () => server.close() };
}

function carry({ sandbox }: { sandbox: Sandbox }, load: Load = {}, client = never): Promise<Carried> {
  return Array.fromAsync(sandbox.run(carrier, load, client)).then(([one]) => one ?? expect.unreachable());
}

function codeOf(run: Promise<unknown>): Promise<string> {
  return run.then(
    () => "done",
    (error: { code?: string }) => error.code ?? String(error),
  );
}

function count(job: string) {
  return pools.counts().find((pool) => pool.job === job) ?? expect.unreachable();
}

describe("workers of one primary", () => {
  test("use the same processes, one after the other", async () => {
    open();
    const [one, other] = [worker(), worker()];
    const { pid } = await carry(one);
    expect(await carry(other)).toMatchObject({ pid, runs: 2 });
    await until("both runs are counted", () => count("carrier").runs.done === 2);
    expect(count("carrier")).toMatchObject({ processes: 1, running: 0 });
    expect(one.sandbox.counts()).toEqual([]);
  });
  test("send and receive bytes in chunks", async () => {
    open();
    const bytes = countingBytes(3 * CHUNK_BYTES + 7).reverse();
    const carried = await carry(worker(), { bytes, give: 2 * CHUNK_BYTES + 1 });
    expect(carried).toMatchObject({ received: bytes.length, sum: sumOf(bytes) });
    expect(carried.given).toEqual(countingBytes(2 * CHUNK_BYTES + 1));
  });
  test("share one queue: what does not fit is told when to retry, whichever worker asks", async () => {
    open({ queue: 1 });
    const [one, other] = [worker(), worker()];
    await carry(one);
    const held = Array.fromAsync(one.sandbox.run(hostile, { deed: "count", to: 5, everyMs: 60 }, never));
    await until("one runs", () =>
      pools.counts().some(({ job, running }) => job === "hostile" && running === 1),
    );
    const waiting = codeOf(Array.fromAsync(one.sandbox.run(hostile, { deed: "look" }, never)));
    await until("one waits", () => count("hostile").queued === 1);
    const late = Array.fromAsync(other.sandbox.run(hostile, { deed: "look" }, never));
    const rejected = await late.catch((error: unknown) => error);
    expect(rejected).toMatchObject({
      code: "busy",
      options: { headers: { "Retry-After": expect.any(String) } },
    });
    await held;
    expect(await waiting).toBe("done");
  });
  test("do not queue for a client that has left already", async () => {
    open();
    const one = worker();
    const held = Array.fromAsync(one.sandbox.run(hostile, { deed: "count", to: 50, everyMs: 60 }, never));
    const gone = AbortSignal.abort();
    expect(await codeOf(Array.fromAsync(one.sandbox.run(hostile, { deed: "look" }, gone)))).toBe(
      "client-left",
    );
    expect(Bun.peek.status(held)).toBe("pending");
    await held;
  });
  test("start processes before the first run", async () => {
    open({ size: 2 });
    await worker().sandbox.warm(carrier);
    expect(count("carrier").processes).toBe(2);
    expect(
      await rejecting(worker().sandbox.warm({ ...carrier, name: "absent", module: "file:///nowhere.ts" })),
    ).toThrow("does not load");
  });
});

describe("a run over a lease", () => {
  const endings: [Deed, Partial<typeof limits>, string, "crash" | "deadline" | "memory"][] = [
    [{ deed: "crash" }, {}, "processing-failed", "crash"],
    [{ deed: "loop" }, { totalMs: 150, progressMs: 150 }, "too-complex", "deadline"],
    [{ deed: "count", to: 3, everyMs: 80 }, { memoryBytes: 1 }, "too-complex", "memory"],
  ];
  test.each(endings)("%j is ended as in a process of its own", async (deed, own, code, ending) => {
    open();
    const one = worker();
    const job = { ...hostile, limits: { ...limits, ...own } };
    expect(await codeOf(Array.fromAsync(one.sandbox.run(job, deed, never)))).toBe(code);
    expect(one.failures).toMatchObject([{ ending }]);
    await until("the ending is counted", () => count("hostile").runs[ending] === 1);
    // The next run has a fresh process.
    expect(await codeOf(Array.fromAsync(one.sandbox.run(hostile, { deed: "look" }, never)))).toBe("done");
  });
  test("ends when its client leaves, while it waits and while it runs", async () => {
    open();
    const one = worker();
    const leaving = new AbortController();
    const running = codeOf(Array.fromAsync(one.sandbox.run(hostile, { deed: "loop" }, leaving.signal)));
    await until("one runs", () => pools.counts().some(({ running }) => running === 1));
    const waiting = codeOf(Array.fromAsync(one.sandbox.run(hostile, { deed: "look" }, leaving.signal)));
    await until("one waits", () => count("hostile").queued === 1);
    leaving.abort();
    expect(await Promise.all([running, waiting])).toEqual(["client-left", "client-left"]);
    await until(
      "nothing runs or waits",
      () => count("hostile").running === 0 && count("hostile").queued === 0,
    );
  });
  test("makes way for another worker's caller when it is silent for long", async () => {
    open();
    const [one, other] = [worker(), worker()];
    const job = { ...hostile, limits: { ...limits, contendedMs: 200 } };
    const work = (tenant: string) => ({ requestId: "", api: "pdf", tenant });
    const silent = codeOf(
      Array.fromAsync(one.sandbox.run(job, { deed: "wasm-loop" }, never, work("hostile"))),
    );
    await until("one runs", () => pools.counts().some(({ running }) => running === 1));
    expect(await codeOf(Array.fromAsync(other.sandbox.run(job, { deed: "look" }, never, work("new"))))).toBe(
      "done",
    );
    expect(await silent).toBe("busy");
    expect(count("hostile").runs.contended).toBe(1);
  });
});

test("a worker that ends gives back its processes and its places in the queue", async () => {
  open();
  const [one, other] = [worker(), worker()];
  await carry(one);
  const held = codeOf(Array.fromAsync(one.sandbox.run(hostile, { deed: "loop" }, never)));
  await until("one runs", () =>
    pools.counts().some(({ job, running }) => job === "hostile" && running === 1),
  );
  void codeOf(Array.fromAsync(one.sandbox.run(hostile, { deed: "look" }, never)));
  await until("one waits", () => count("hostile").queued === 1);
  one.end();
  expect(await codeOf(Array.fromAsync(other.sandbox.run(hostile, { deed: "look" }, never)))).toBe("done");
  await until("the next run is counted", () => count("hostile").runs.done === 1);
  expect(count("hostile")).toMatchObject({ running: 0, queued: 0, runs: { stopped: 1 } });
  // The process was ended with it.
  expect(await held).toBeOneOf(["busy", "client-left"]);
});
