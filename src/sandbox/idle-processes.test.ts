import { expect, test } from "bun:test";
import { carrier } from "./jobs.fixture.ts";
import { ProcessPool } from "./process-pool.ts";

test("runs of the background keep one process warm; others do not wait for its garbage", async () => {
  const pool = new ProcessPool({}, { size: 2, keep: 2, idleMs: 60_000 });
  try {
    const [first, last] = [await pool.take(carrier), await pool.take(carrier)];
    pool.release(first);
    pool.release(last);
    first.idleSince = Number.NEGATIVE_INFINITY;
    for (let run = 0; run < 3; run++) {
      const process = await pool.take(carrier, { spare: 1, isBackground: true });
      expect(process.pid).toBe(last.pid);
      pool.release(process);
    }
    expect((await pool.take(carrier)).pid).toBe(first.pid);
  } finally {
    pool.close();
  }
});
