import { afterEach, expect, test } from "bun:test";
import { rejectionOf } from "../../test/helpers/rejection.ts";
import { hostile, never } from "./jobs.fixture.ts";
import type { Leases } from "./lease.ts";
import { createLocalLeases } from "./local-leases.ts";
import { createSandbox, type Sandbox } from "./sandbox.ts";

const options = { size: 1, keep: 1, idleMs: 60_000, queue: 8, onFailure: () => {} };
const looping = { ...hostile, limits: { ...hostile.limits, progressMs: 1_000, totalMs: 2_000 } };

let sandbox: Sandbox;
afterEach(() => sandbox.close());

/** A sandbox whose client leaves in the moment in which it gets its process. */
function openForLeaving(leaving: AbortController): void {
  const leases = createLocalLeases(options);
  const acquire: Leases["acquire"] = async (...request) => {
    const lease = await leases.acquire(...request);
    leaving.abort();
    return lease;
  };
  sandbox = createSandbox(options, { ...leases, acquire });
}

/** The process that runs the next job. */
async function nextPid(): Promise<number> {
  const [seen] = await Array.fromAsync(sandbox.run(hostile, { deed: "look" }, never));
  return (seen as { readonly pid: number }).pid;
}

test("for a client that left while it waited for its process, nothing is started", async () => {
  const leaving = new AbortController();
  openForLeaving(leaving);
  const run = Array.fromAsync(sandbox.run(looping, { deed: "wasm-loop" }, leaving.signal));
  expect(await rejectionOf(run)).toMatchObject({ code: "client-left" });
  expect(sandbox.counts()).toMatchObject([{ runs: { left: 1, deadline: 0 }, processes: 1 }]);
});

test("for a client that leaves between two messages, the next is not computed, and the process is fit", async () => {
  sandbox = createSandbox(options);
  const pid = await nextPid();
  const leaving = new AbortController();
  const run = sandbox.run(looping, { deed: "loop" }, leaving.signal);
  expect((await run.next()).value).toBe("looping");
  leaving.abort();
  expect(await rejectionOf(run.next())).toMatchObject({ code: "client-left" });
  expect(await nextPid()).toBe(pid);
});
