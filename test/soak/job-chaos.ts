// `npm run chaos:jobs`: a batch on three processes that are killed at random, on SQLite, on PostgreSQL, which restarts once,
// and through PgBouncer. ITEMS=… and KILLS=… make it shorter; ENGINES=… chooses some of them.

import { join } from "node:path";
import { ITEM_UNITS, type JobFaults, runUnderFaults } from "../helpers/job-faults.ts";
import { hasBouncer, hasPostgres, ownCluster, startBouncer } from "../helpers/postgres.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const items = Number(process.env.ITEMS ?? 10_000);
const kills = Number(process.env.KILLS ?? 20);
const chosen = (process.env.ENGINES ?? "sqlite,postgresql,pgbouncer").split(",");
const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Ends every process of a cluster with SIGKILL, and starts it again. */
function restartOf(cluster: ReturnType<typeof ownCluster>): () => Promise<void> {
  return async () => {
    cluster.crash();
    cluster.start();
  };
}

async function setUp(
  engine: string,
): Promise<Pick<JobFaults, "address" | "workerAddress" | "restart"> | undefined> {
  if (engine === "sqlite") return { address: `sqlite:${join(temporaryFolder(), "quintet.db")}` };
  if (!hasPostgres || (engine === "pgbouncer" && !hasBouncer)) return undefined;
  const cluster = ownCluster();
  const address = cluster.database();
  const restart = restartOf(cluster);
  if (engine === "postgresql") return { address, restart };
  const { address: through } = await startBouncer(address);
  return { address, workerAddress: `${through}?prepare=false`, restart };
}

let failures = 0;
for (const engine of chosen) {
  const on = await setUp(engine);
  if (on === undefined) {
    print(`${engine}: not installed here`);
    continue;
  }
  const tally = await runUnderFaults({ ...on, items, kills, processes: 3, print });
  const { results, lines, indexes, charged, units, calls, attempts, seconds } = tally;
  const isExact =
    [results, lines, indexes, calls].every((count) => count === items) &&
    [charged, units].every((count) => count === items * ITEM_UNITS);
  if (!isExact) failures++;
  print(
    `${engine}: ${items} items, ${kills} kills, ${seconds.toFixed(0)} s: ${results} results (${lines} lines, ${indexes} indexes), ${attempts} starts, ${charged} units charged, ${units} units of results, ${calls} calls: ${isExact ? "exact" : "WRONG"}`,
  );
}
process.exit(failures === 0 ? 0 : 1);
