import { expect, test } from "bun:test";
import { getHeapSpaceStatistics } from "node:v8";
import { sqlite } from "../../test/helpers/engines.ts";
import { openTestApp } from "../../test/helpers/test-app.ts";

/** Rounds, of which the best counts. */
const ROUNDS = 3;

/** They take 40 ms to count. */
const OBJECTS = 800_000;

/** The processor time of this thread for something, in milliseconds. */
async function cpuMs(work: () => unknown): Promise<number> {
  const all: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    all.push((user + system) / 1_000);
  }
  return Math.min(...all);
}

test("a page of metrics counts no objects of the heap: other requests would wait for that", async () => {
  await using app = await openTestApp({ address: sqlite.address() });
  const objects = Array.from({ length: OBJECTS }, (_, i) => ({ i }));
  const page = async () =>
    expect(await (await app.get("/metrics")).text()).toContain("nodejs_heap_size_used_bytes");
  expect(await cpuMs(page)).toBeLessThan(await cpuMs(getHeapSpaceStatistics));
  expect(objects).toHaveLength(OBJECTS);
});
