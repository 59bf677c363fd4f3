import { afterEach, describe, expect, test } from "bun:test";
import { until } from "../../test/helpers/until.ts";
import type { Work } from "../kit/work.ts";
import type { Deed } from "./hostile.fixture.ts";
import { hostile, never } from "./jobs.fixture.ts";
import { createSandbox, type Sandbox } from "./sandbox.ts";

const LOOP_MS = 800;
const limits = { ...hostile.limits, progressMs: LOOP_MS, totalMs: LOOP_MS };
const job = { ...hostile, limits };
const quick: Deed = { deed: "echo", bytes: new Uint8Array(3) };

let sandbox: Sandbox;
afterEach(() => sandbox.close());

/** Makes a sandbox of one place and the reserved one, and gives what runs a job there for an account. */
function open() {
  sandbox = createSandbox({ size: 1, keep: 1, idleMs: 60_000, queue: 32, onFailure: () => {} });
  return async (tenant: string, deed: Deed, of = job) => {
    const work = { requestId: "", api: "pdf", tenant, cost: { cpuMs: 0 } } satisfies Work;
    const began = performance.now();
    const outcome = await Array.fromAsync(sandbox.run(of, deed, never, work)).then(
      () => "done",
      (error: unknown) => (error as { code: string }).code,
    );
    return { outcome, cpuMs: work.cost.cpuMs, ms: performance.now() - began };
  };
}

describe("the cost of a run", () => {
  test("is the processor time of its process, not the time that it waited", async () => {
    const run = open();
    await run("a", quick);
    const { cpuMs, ms } = await run("a", { deed: "count", to: 10, everyMs: 30 });
    expect(ms).toBeGreaterThan(300);
    expect(cpuMs).toBeWithin(0.001, ms / 2);
  });
  test("is what it had used until it was ended where the process cannot say", async () => {
    const run = open();
    const { outcome, cpuMs, ms } = await run("a", { deed: "wasm-loop" });
    expect(outcome).toBe("too-complex");
    // On a busy machine it is ended by the clock, after three times as long.
    expect(cpuMs).toBeWithin(ms < 3 * LOOP_MS ? LOOP_MS - 60 : 1, ms + 20);
  });
});

describe("accounts whose runs burn their time and fail", () => {
  test("keep an account whose runs are short out of nothing, from their first run on", async () => {
    const run = open();
    await run("honest", quick);
    let isOver = false;
    const attack = Array.from({ length: 8 }, async (_, i) => {
      while (!isOver) await run(`hostile ${i % 4}`, { deed: "wasm-loop" });
    });
    const times: number[] = [];
    for (let i = 0; i < 20; i++) {
      const { outcome, ms } = await run("honest", quick);
      expect(outcome).toBe("done");
      times.push(ms);
      await Bun.sleep(100);
    }
    isOver = true;
    await sandbox.close();
    await Promise.all(attack);
    // The first call may wait for the second process to start; none waits for the end of a hostile run.
    expect(times.toSorted((a, b) => a - b)[10] ?? Number.NaN).toBeLessThan(LOOP_MS / 2);
  });

  test("give a silent run up early where another account waits, and keep it where nobody does", async () => {
    const run = open();
    const impatient = {
      ...job,
      limits: { ...limits, progressMs: 20_000, totalMs: 20_000, contendedMs: 200 },
    };
    const alone = await run("a", { deed: "count", to: 1, everyMs: 600 }, impatient);
    expect(alone.outcome).toBe("done");
    const held = run("hostile", { deed: "wasm-loop" }, impatient);
    await until("it runs", () => sandbox.counts()[0]?.running === 1);
    // It has had no run that succeeded, so the reserved place is not for it.
    const waiting = await run("new", quick, impatient);
    expect(waiting.outcome).toBe("done");
    const { outcome, ms } = await held;
    expect(outcome).toBe("busy");
    expect(ms).toBeLessThan(10_000);
    expect(sandbox.counts()[0]?.runs.contended).toBe(1);
  });
});
