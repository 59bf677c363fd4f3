// What a metered call costs: CPU of the server for each call of an operation that does nothing, and how much
// more two processes serve than one. Needs wrk. Run: node_modules/.bin/bun bench/metered.ts [postgresql://…]
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../test/engines.ts";
import { openHouse } from "../test/house.ts";

const RUNS = 5;
const SECONDS = 3;
const CONNECTIONS = 32;
/** Clock ticks a second in /proc (USER_HZ, fixed on Linux). */
const TICKS = 100;

const address = process.argv[2] ?? `sqlite:${join(temporaryFolder(), "bench.db")}`;

/** CPU time that a process has used, in milliseconds. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

interface Measured {
  readonly requestsPerSecond: number;
  readonly cpuMsPerCall: number;
}

async function load(url: string, path: string, key: string, pids: readonly number[]): Promise<Measured> {
  const before = pids.map(cpuMs);
  const wrk = Bun.spawn(
    ["wrk", "-t1", `-c${CONNECTIONS}`, `-d${SECONDS}s`, "-H", `X-API-Key: ${key}`, `${url}${path}`],
    { stdout: "pipe" },
  );
  const output = await new Response(wrk.stdout).text();
  const spent = pids.map(cpuMs).reduce((sum, ms, i) => sum + ms - (before[i] ?? 0), 0);
  if (/Non-2xx|Socket errors/.test(output)) throw new Error(output);
  const calls = Number(/(\d+) requests in/.exec(output)?.[1]);
  const rate = Number(/Requests\/sec: +([\d.]+)/.exec(output)?.[1]);
  return { requestsPerSecond: rate, cpuMsPerCall: spent / calls };
}

async function serveWith<T>(processes: number, run: (url: string, pids: number[]) => Promise<T>): Promise<T> {
  const free = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = free;
  free.stop(true);
  const worker = join(import.meta.dir, "..", "test", "workers", "serve.ts");
  const children = Array.from({ length: processes }, () =>
    Bun.spawn([process.execPath, worker, address, String(port)], { stdout: "pipe" }),
  );
  try {
    const urls = await Promise.all(
      children.map(async ({ stdout }) =>
        new TextDecoder().decode((await stdout.getReader().read()).value).trim(),
      ),
    );
    return await run(
      urls[0] ?? "",
      children.map(({ pid }) => pid),
    );
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(children.map(({ exited }) => exited));
  }
}

/** One key of an account of its own each run, so that a run does not end at its quota. */
const house = await openHouse({ address });
let accounts = 0;
async function newKey(): Promise<string> {
  const email = `bench${++accounts}@example.com`;
  const key = await house.key(email, { plans: ["bundle"] });
  // A bundle is 23,600 calls; the bench wants more.
  await house.accounts.database.query`
    insert into usage (account, plan, meter, period, used)
    select id, 'bundle', 'credits', ${new Date().toISOString().slice(0, 10)}, -2000000000
    from account where email = ${email}`;
  return key;
}

const one: Measured[] = [];
const two: Measured[] = [];
// The same without a database: what this machine, which also runs wrk, has for a second process at all.
const openOne: Measured[] = [];
const openTwo: Measured[] = [];
for (let run = 0; run < RUNS; run++) {
  const key = await newKey();
  one.push(await serveWith(1, (url, pids) => load(url, "/noop", key, pids)));
  two.push(await serveWith(2, (url, pids) => load(url, "/noop", key, pids)));
  openOne.push(await serveWith(1, (url, pids) => load(url, "/v4", key, pids)));
  openTwo.push(await serveWith(2, (url, pids) => load(url, "/v4", key, pids)));
}
const rate = (of: Measured[]) => Math.round(median(of.map(({ requestsPerSecond }) => requestsPerSecond)));
const cpu = (of: Measured[]) => Number(median(of.map(({ cpuMsPerCall }) => cpuMsPerCall)).toFixed(4));
const result = {
  engine: house.accounts.database.engine,
  cpuMsPerCall: { oneProcess: cpu(one), twoProcesses: cpu(two) },
  requestsPerSecond: { oneProcess: rate(one), twoProcesses: rate(two) },
  ratio: Number((rate(two) / rate(one)).toFixed(2)),
  ratioWithoutDatabase: Number((rate(openTwo) / rate(openOne)).toFixed(2)),
};
await house[Symbol.asyncDispose]();
process.stdout.write(`${JSON.stringify(result)}\n`);
