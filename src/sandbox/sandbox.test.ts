import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { until } from "../../test/helpers/until.ts";
import { Problem } from "../kit/problem.ts";
import type { Deed } from "./hostile.fixture.ts";
import { hostile, never } from "./jobs.fixture.ts";
import { createSandbox, type Sandbox } from "./sandbox.ts";

const MB = 1024 * 1024;
const job = {
  ...hostile,
  limits: { progressMs: 300, totalMs: 900, memoryBytes: 400 * MB, keepBytes: 300 * MB },
};
const kept = { keep: 2, idleMs: 60_000 };
const bytes = new Uint8Array([1, 2, 3]);

let sandbox: Sandbox;
let failures: unknown[];
beforeAll(async () => {
  sandbox = createSandbox({ ...kept, size: 2, queue: 1, onFailure: (fields) => failures.push(fields) });
  failures = [];
  await sandbox.warm(job);
});
afterAll(() => sandbox.close());

async function all(deed: Deed, client: AbortSignal = never): Promise<unknown[]> {
  return Array.fromAsync(sandbox.run(job, deed, client));
}

async function refusal(work: Promise<unknown>): Promise<Problem> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

const count = () => sandbox.counts()[0] ?? expect.unreachable();

describe("a job", () => {
  test("gives its messages in order, bytes as bytes", async () => {
    expect(await all({ deed: "echo", bytes })).toEqual([bytes]);
    expect(await all({ deed: "count", to: 3, everyMs: 1 })).toEqual([1, 2, 3]);
  });
  test("sees nothing of our environment and of our folder", async () => {
    const [seen] = await all({ deed: "look" });
    // Bun sets this one itself for the children that are to die with it.
    expect(seen).toMatchObject({ environment: ["BUN_FEATURE_FLAG_NO_ORPHANS"], cwd: "/" });
  });
  test("stays in the same warm process from run to run", async () => {
    const before = count().recycled;
    for (let i = 0; i < 20; i++) await all({ deed: "echo", bytes });
    expect(count().recycled).toBe(before);
    expect(count().processes).toBe(2);
  });
  test("that goes on reporting may take longer than the silence that is allowed", async () => {
    expect(await all({ deed: "count", to: 4, everyMs: 150 })).toHaveLength(4);
  });
  test("refuses with its own problem, and its process goes on", async () => {
    const before = count().recycled;
    const problem = await refusal(all({ deed: "refuse" }));
    expect([problem.code, problem.message, problem.options.parameter]).toEqual([
      "invalid-parameter",
      "n must be smaller.",
      "n",
    ]);
    expect(count().recycled).toBe(before);
  });
  test("that ran out of something inside is refused, and its process goes", async () => {
    const before = count().recycled;
    expect((await refusal(all({ deed: "exhausted" }))).code).toBe("too-complex");
    expect(count().recycled).toBe(before + 1);
  });
});

describe("a hostile job ends typed and in time, and the next run is served", () => {
  const endings: [Deed["deed"], string, string][] = [
    ["loop", "too-complex", "deadline"],
    ["wasm-loop", "too-complex", "deadline"],
    ["silence", "too-complex", "deadline"],
    ["crash", "processing-failed", "crash"],
    ["throw", "processing-failed", "crash"],
  ];
  test.each(endings)("%s: %s", async (deed, code, ending) => {
    failures = [];
    const started = performance.now();
    const problem = await refusal(all({ deed } as Deed));
    expect(performance.now() - started).toBeLessThan(30_000);
    expect([problem.code, problem.status]).toEqual([code as Problem["code"], 422]);
    expect(problem.message).not.toContain("secret");
    expect(failures).toMatchObject([{ job: "hostile", cause: { ending } }]);
    expect(await all({ deed: "echo", bytes })).toEqual([bytes]);
  });
  test("memory: too-complex, by its size and not by the clock", async () => {
    const endings: unknown[] = [];
    const own = createSandbox({ ...kept, size: 1, queue: 0, onFailure: ({ cause }) => endings.push(cause) });
    const patient = { ...job, limits: { ...job.limits, progressMs: 60_000, totalMs: 60_000 } };
    const problem = await refusal(Array.fromAsync(own.run(patient, { deed: "memory" }, never)));
    expect([problem.code, endings]).toMatchObject(["too-complex", [{ ending: "memory" }]]);
    await own.close();
  });
  test("one that reports for ever is stopped by the clock of the whole", async () => {
    const started = performance.now();
    const problem = await refusal(all({ deed: "count", to: 1_000, everyMs: 20 }));
    expect(problem.code).toBe("too-complex");
    // It sleeps, so that three times its limit of processor time has passed by the clock.
    expect(performance.now() - started).toBeWithin(2_700, 20_000);
  });
  test("a neighbour's run is not touched", async () => {
    const [bad, good] = await Promise.all([
      refusal(all({ deed: "loop" })),
      all({ deed: "count", to: 10, everyMs: 40 }),
    ]);
    expect([bad.code, good.length]).toEqual(["too-complex", 10]);
  });
});

describe("the queue", () => {
  test("is bounded: who finds it full is told when to come again", async () => {
    const held = [1, 2, 3].map(() => all({ deed: "count", to: 2, everyMs: 100 }));
    const problem = await refusal(all({ deed: "echo", bytes }));
    expect([problem.code, problem.status]).toEqual(["busy", 503]);
    expect(Number(problem.options.headers?.["Retry-After"])).toBeWithin(1, 61);
    expect(await Promise.all(held)).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ]);
  });
  test("is left by a client that leaves", async () => {
    const leaving = new AbortController();
    const held = [1, 2].map(() => all({ deed: "count", to: 2, everyMs: 100 }));
    const waiting = refusal(all({ deed: "echo", bytes }, leaving.signal));
    leaving.abort();
    expect((await waiting).code).toBe("client-left");
    expect(count().queued).toBe(0);
    await Promise.all(held);
  });
});

describe("a client that leaves", () => {
  test("ends a busy process soon, and its place is free", async () => {
    const leaving = new AbortController();
    const started = performance.now();
    const work = refusal(all({ deed: "silence" }, leaving.signal));
    setTimeout(() => leaving.abort(), 20);
    expect((await work).code).toBe("client-left");
    expect(performance.now() - started).toBeLessThan(30_000);
    expect(count().running).toBe(0);
    expect(await all({ deed: "echo", bytes })).toEqual([bytes]);
  });
  test("keeps the process of a job that comes to a halt by itself", async () => {
    await sandbox.warm(job);
    const leaving = new AbortController();
    const before = count().processes;
    const work = refusal(all({ deed: "count", to: 50, everyMs: 10 }, leaving.signal));
    setTimeout(() => leaving.abort(), 30);
    expect((await work).code).toBe("client-left");
    expect(count().processes).toBe(before);
  });
  test("so does an operation that has seen enough", async () => {
    for await (const message of sandbox.run(job, { deed: "count", to: 50, everyMs: 5 }, never)) {
      if (message === 2) break;
    }
    expect(count().running).toBe(0);
    expect(await all({ deed: "echo", bytes })).toEqual([bytes]);
  });
});

test("a pool whose processes retire after each run goes on beside one that is busy", async () => {
  const own = createSandbox({ ...kept, size: 2, queue: 4, onFailure: () => {} });
  const spent = { ...job, limits: { ...job.limits, progressMs: 30_000, totalMs: 60_000, keepBytes: 0 } };
  const busy = Array.fromAsync(own.run(spent, { deed: "count", to: 6, everyMs: 100 }, never));
  for (let i = 0; i < 6; i++) {
    expect(await Array.fromAsync(own.run(spent, { deed: "echo", bytes }, never))).toEqual([bytes]);
  }
  expect(await busy).toHaveLength(6);
  expect(own.counts()[0]?.recycled).toBe(7);
  await own.close();
});

test("a process in the middle of a loop ends with a server that is killed", async () => {
  const code = `
    const { createSandbox } = await import(${JSON.stringify(new URL("./sandbox.ts", import.meta.url).href)});
    const job = ${JSON.stringify({ ...job, limits: { ...job.limits, progressMs: 60_000, totalMs: 60_000 } })};
    const own = createSandbox({ size: 1, keep: 1, idleMs: 60_000, queue: 0, onFailure: () => {} });
    const client = new AbortController().signal;
    const [seen] = await Array.fromAsync(own.run(job, { deed: "look" }, client));
    void Array.fromAsync(own.run(job, { deed: "wasm-loop" }, client));
    while (own.counts()[0]?.running !== 1) await Bun.sleep(1);
    console.log(seen.pid);
    await Bun.sleep(60_000);`;
  const server = Bun.spawn([process.execPath, "-e", code], { stdout: "pipe" });
  const { value } = await server.stdout.getReader().read();
  const pid = Number(new TextDecoder().decode(value));
  expect(() => process.kill(pid, 0)).not.toThrow();
  server.kill("SIGKILL");
  const isThere = () => {
    try {
      process.kill(pid, 0);
      return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
    } catch {
      return false;
    }
  };
  await until("the process has ended", () => !isThere(), 30_000);
});

test("closing ends every process", async () => {
  const own = createSandbox({ ...kept, size: 1, queue: 0, onFailure: () => {} });
  const [seen] = await Array.fromAsync(own.run(job, { deed: "look" }, never));
  const { pid } = seen as { pid: number };
  expect(() => process.kill(pid, 0)).not.toThrow();
  await own.close();
  await until("no process is left", () => own.counts()[0]?.processes === 0);
  expect(() => process.kill(pid, 0)).toThrow();
});
