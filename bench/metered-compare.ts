// `bun bench/metered-compare.ts FOLDER`: what a metered call costs the server here, and in another checkout (with its
// node_modules) of the same product. Both take turns on the same database, so that what else the machine does falls on both.
// Needs wrk.
import { join } from "node:path";
import { freePort } from "../test/running.ts";
import { temporaryFolder } from "../test/temporary-folder.ts";
import { openTestApp } from "../test/test-app.ts";
import { cpuNanoseconds, median, writeKeyScript } from "./servers.ts";

const ROUNDS = 6;
const WARM_SECONDS = 1;
const SECONDS = 4;
const KEYS = 100;

const [other] = process.argv.slice(2);
if (other === undefined) throw new Error("Name the folder of the other checkout.");
const folder = temporaryFolder();
const address = `sqlite:${join(folder, "bench.db")}`;
const app = await openTestApp({ address });
const keys: string[] = [];
for (let i = 0; i < KEYS; i++) keys.push(await app.key(`bench${i}@example.com`, { plans: ["bundle"] }));
await app.server.stop(0);
const script = await writeKeyScript(join(folder, "keys.lua"), keys);

/** Calls for so many seconds and gives how many were answered. */
async function load(url: string, seconds: number): Promise<number> {
  const wrk = Bun.spawn(["wrk", "-t1", "-c32", `-d${seconds}s`, "-s", script, `${url}/noop`], {
    stdout: "pipe",
  });
  const output = await new Response(wrk.stdout).text();
  if (/Non-2xx|Socket errors/.test(output)) throw new Error(output);
  return Number(/(\d+) requests in/.exec(output)?.[1]);
}

/** CPU time of a metered call of the server in a checkout, in microseconds. */
async function costIn(tree: string): Promise<number> {
  const worker = join(tree, "test", "workers", "serve.ts");
  const server = Bun.spawn([process.execPath, worker, address, String(freePort()), "on"], {
    stdout: "pipe",
    cwd: tree,
  });
  try {
    const url = new TextDecoder().decode((await server.stdout.getReader().read()).value).trim();
    await load(url, WARM_SECONDS);
    const before = cpuNanoseconds(server.pid);
    const calls = await load(url, SECONDS);
    return (cpuNanoseconds(server.pid) - before) / calls / 1_000;
  } finally {
    server.kill("SIGKILL");
    await server.exited;
  }
}

const here = join(import.meta.dir, "..");
const costs: { ours: number; theirs: number }[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const first = await costIn(round % 2 === 0 ? here : other);
  const second = await costIn(round % 2 === 0 ? other : here);
  costs.push(round % 2 === 0 ? { ours: first, theirs: second } : { ours: second, theirs: first });
}
const ours = median(costs.map((cost) => cost.ours));
const theirs = median(costs.map((cost) => cost.theirs));
const ratio = median(costs.map((cost) => cost.ours / cost.theirs));
console.log(
  `CPU of a metered call: ${ours.toFixed(1)} µs here, ${theirs.toFixed(1)} µs there; median ratio of ${ROUNDS} rounds ${ratio.toFixed(2)}`,
);
process.exit(0);
