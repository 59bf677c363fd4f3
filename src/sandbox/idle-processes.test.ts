import { describe, expect, spyOn, test } from "bun:test";
import { carrier, never } from "./jobs.fixture.ts";
import type { Lease } from "./lease.ts";
import { createLocalLeases } from "./local-leases.ts";
import { ProcessPool } from "./process-pool.ts";

test("patient runs keep one process warm; others do not wait for its garbage", async () => {
  const pool = new ProcessPool({}, { size: 2, keep: 2, idleMs: 60_000 });
  try {
    const [first, last] = [await pool.take(carrier), await pool.take(carrier)];
    pool.release(first);
    pool.release(last);
    first.idleSince = Number.NEGATIVE_INFINITY;
    for (let run = 0; run < 3; run++) {
      const process = await pool.take(carrier, { spare: 1, isPatient: true });
      expect(process.pid).toBe(last.pid);
      pool.release(process);
    }
    expect((await pool.take(carrier)).pid).toBe(first.pid);
  } finally {
    pool.close();
  }
});

describe("runs that take long", () => {
  /** Leases as many processes at once as each round says; gives those of each round, and how many there are. */
  async function runLong(tenant: string, rounds: readonly number[]) {
    const leases = createLocalLeases({ size: 2, keep: 2, idleMs: 60_000, queue: 8, onFailure() {} });
    const began = performance.now();
    let passed = 0;
    // Rounds follow each other so closely that the last process may still collect its garbage, and no other.
    using _clock = spyOn(performance, "now").mockImplementation(() => began + 100 * passed);
    try {
      const pids: number[][] = [];
      for (const count of rounds) {
        passed++;
        const held: Lease[] = [];
        while (held.length < count)
          held.push(await leases.acquire(carrier, { requestId: "", tenant }, never));
        pids.push(held.map(({ process }) => process.pid));
        for (const { end } of held) end({ cpuMs: 400, failed: false, counted: "done", process: "fit" });
      }
      return { pids, processes: leases.counts()[0]?.processes };
    } finally {
      leases.close();
    }
  }

  test("use the process that they made warm and large, and leave the other as it is", async () => {
    const { pids, processes } = await runLong("a", [1, 1, 1, 1, 1, 1]);
    expect(processes).toBe(2);
    expect(new Set(pids.slice(1).flat()).size).toBe(1);
  });
  test("start no reserved process where there are no accounts that could use it", async () => {
    expect((await runLong("", [2, 2])).processes).toBe(2);
  });
});
