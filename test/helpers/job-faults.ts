import { endless } from "./endless.ts";
import { type TestAppProcess, testAppInProcess } from "./processes.ts";
import { openTestApp } from "./test-app.ts";
import { until } from "./until.ts";

/** A batch that is run by processes that are killed. */
export interface JobFaults {
  /** The database of the process that looks on. */
  readonly address: string;
  /** The database as those that run the jobs reach it. */
  readonly workerAddress?: string;
  readonly items: number;
  readonly processes: number;
  readonly kills: number;
  /** Restarts the database, in the middle. */
  restart?(): Promise<void>;
  print?(line: string): void;
}

/** What became of a batch. */
export interface JobTally {
  /** Items with exactly one result that is a success. */
  readonly results: number;
  /** Lines of results, and different indexes among them. */
  readonly lines: number;
  readonly indexes: number;
  /** Units that the account was charged, those that its jobs have, and calls of its history. */
  readonly charged: number;
  readonly units: number;
  readonly calls: number;
  /** Starts of jobs: more than items where some were interrupted. */
  readonly attempts: number;
  readonly seconds: number;
}

/** Units of an item. */
export const ITEM_UNITS = 3;

interface Progress {
  readonly state: string;
  readonly succeeded: number;
  readonly units: number;
}

/** Waits until the endpoint answers with 200, however long the database is away. */
async function persistent(get: () => Promise<Response>): Promise<Response> {
  return until(
    "the database responds",
    async () => {
      const response = await get().catch(() => undefined);
      return response?.ok === true ? response : undefined;
    },
    60_000,
  );
}

/** Runs a batch while processes are killed with SIGKILL at random moments, and counts what became of it. */
export async function runUnderFaults(on: JobFaults): Promise<JobTally> {
  const { address, workerAddress = address, items, processes, kills, restart, print = () => {} } = on;
  await using watch = await openTestApp({ address, catalogue: endless, jobs: { slots: 0, leaseMs: 2_000 } });
  const key = await watch.key("jobs@example.com", { plans: ["pdf"] });
  const workers: TestAppProcess[] = [];
  const began = performance.now();
  try {
    for (let i = 0; i < processes; i++) workers.push(await testAppInProcess(workerAddress, "jobs.ts"));
    // Some take so long that kills meet them in the middle.
    const lines = Array.from({ length: items }, (_, i) =>
      JSON.stringify({ units: ITEM_UNITS, outcome: i % 20 === 0 ? "slow" : "fine" }),
    );
    const created = await fetch(`${watch.url}/batches?operation=pdf.batch`, {
      method: "POST",
      headers: { "X-API-Key": key, "Content-Type": "application/x-ndjson" },
      body: lines.join("\n"),
    });
    const { id } = (await created.json()) as { id: string };
    const progress = async () =>
      (await (await persistent(() => watch.get(`/batches/${id}`, key))).json()) as Progress;
    for (let kill = 1; kill <= kills; kill++) {
      // In the middle of the work, wherever that is: after so many items, not after so long.
      const enough = Math.floor(((kill - 0.5 + Math.random() / 2) / (kills + 1)) * items);
      await until("more items have ended", async () => (await progress()).succeeded >= enough, 300_000);
      const which = Math.floor(Math.random() * processes);
      await workers[which]?.kill();
      workers[which] = await testAppInProcess(workerAddress, "jobs.ts");
      print(`kill ${kill} of process ${which} after ${enough} items`);
      if (restart !== undefined && kill === Math.ceil(kills / 2)) {
        await restart();
        print("the database was restarted");
      }
    }
    await until("the batch has ended", async () => (await progress()).state === "finished", 300_000);
    return await tally(watch, key, id, (performance.now() - began) / 1_000);
  } finally {
    await Promise.all(workers.map((worker) => worker.kill()));
  }
}

async function tally(
  watch: Awaited<ReturnType<typeof openTestApp>>,
  key: string,
  id: string,
  seconds: number,
): Promise<JobTally> {
  const text = await (await watch.get(`/batches/${id}/results`, key)).text();
  const results = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { index: number; state: string; units: number; result: unknown });
  const { query } = watch.accounts.database;
  const [usage] = await query<{ used: number | string }>`select coalesce(sum(used), 0) as used from usage`;
  const [days] = await query<{
    calls: number | string;
  }>`select coalesce(sum(calls), 0) as calls from usage_day`;
  const [jobs] = await query<{ attempts: number | string }>`select sum(attempts) as attempts from job`;
  return {
    results: results.filter(({ state, result }) => state === "succeeded" && result !== null).length,
    lines: results.length,
    indexes: new Set(results.map(({ index }) => index)).size,
    charged: Number(usage?.used),
    units: results.reduce((sum, { units }) => sum + units, 0),
    calls: Number(days?.calls),
    attempts: Number(jobs?.attempts),
    seconds,
  };
}
