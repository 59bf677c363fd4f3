// `npm run bench metered`, or `bun bench/metered.ts postgresql://…`: what a metered call of an operation that
// does nothing costs the server, and how much more two processes serve than one. Needs wrk, which takes the
// least from the cores that the servers are to have. Beside it two controls of the same weight and less: the
// same call without metering, and a UUID. On a machine with two cores wrk needs a part of them too, so the
// bench also prints what its own CPU figures say of two free cores: two processes that wait for nothing
// serve 2 × the calls of a CPU second.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../test/helpers/running.ts";
import { temporaryFolder } from "../test/helpers/temporary-folder.ts";
import { openTestApp } from "../test/helpers/test-app.ts";
import { cpuNanoseconds, median, writeKeyScript } from "./servers.ts";

const RUNS = 5;
const SECONDS = 3;
const CONNECTIONS = 32;
/** Keys of as many accounts: all calls of one key would be one counter. */
const KEYS = 100;
/** Clock ticks a second in /proc (USER_HZ, fixed on Linux). */
const TICKS = 100;

if (Bun.which("wrk") === null) {
  console.log("metered: SKIPPED, because wrk is not installed (Debian: apt-get install wrk)");
  process.exit(0);
}
const folder = temporaryFolder();
const address = process.argv[2] ?? `sqlite:${join(folder, "bench.db")}`;

interface Measured {
  readonly perSecond: number;
  /** CPU of all servers for each call, in microseconds. */
  readonly serverUs: number;
  readonly clientUs: number;
}

/** CPU time that has passed on all cores for anybody, idle time left out, in nanoseconds. */
function busyNanoseconds(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] =
    readFileSync("/proc/stat", "utf8").split("\n")[0]?.split(/\s+/).slice(1).map(Number) ?? [];
  return ((user + nice + system + irq + softirq) * 1e9) / TICKS;
}

/** Cores that programs other than ours have used while we measured: the figures want them near 0. */
const others: number[] = [];

async function load(url: string, path: string, script: string, pids: readonly number[]): Promise<Measured> {
  const used = () => pids.map(cpuNanoseconds).reduce((a, b) => a + b, 0);
  const [before, busy, began] = [used(), busyNanoseconds(), performance.now()];
  const wrk = Bun.spawn(["wrk", "-t1", `-c${CONNECTIONS}`, `-d${SECONDS}s`, "-s", script, `${url}${path}`], {
    stdout: "pipe",
  });
  const output = await new Response(wrk.stdout).text();
  await wrk.exited;
  const server = used() - before;
  const client = Number(wrk.resourceUsage()?.cpuTime.total ?? 0) * 1_000;
  const elapsed = (performance.now() - began) * 1e6;
  others.push((busyNanoseconds() - busy - server - client) / elapsed);
  if (/Non-2xx|Socket errors/.test(output)) throw new Error(output);
  const calls = Number(/(\d+) requests in/.exec(output)?.[1]);
  const perSecond = Number(/Requests\/sec: +([\d.]+)/.exec(output)?.[1]);
  return { perSecond, serverUs: server / calls / 1_000, clientUs: client / calls / 1_000 };
}

async function serveWith<T>(
  processes: number,
  metering: "on" | "off",
  run: (url: string, pids: number[]) => Promise<T>,
): Promise<T> {
  const port = String(freePort());
  const worker = join(import.meta.dir, "..", "test", "workers", "serve.ts");
  const children = Array.from({ length: processes }, () =>
    Bun.spawn([process.execPath, worker, address, port, metering], { stdout: "pipe" }),
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

const app = await openTestApp({ address });

let accounts = 0;

/** A script for wrk that goes round keys of as many new accounts. */
async function scriptOf(count: number): Promise<string> {
  const keys: string[] = [];
  for (let i = 0; i < count; i++) {
    keys.push(await app.key(`bench${++accounts}@example.com`, { plans: ["bundle"] }));
  }
  return writeKeyScript(join(folder, `keys-${accounts}.lua`), keys);
}

const cases = {
  "metered, 100 keys": { path: "/noop", metering: "on", keys: KEYS },
  "metered, one key": { path: "/noop", metering: "on", keys: 1 },
  "control: not metered": { path: "/noop", metering: "off", keys: 1 },
  "control: a UUID": { path: "/v4", metering: "on", keys: 1 },
} as const;
const measured = new Map<string, { one: Measured[]; two: Measured[] }>();
for (const name of Object.keys(cases)) measured.set(name, { one: [], two: [] });
// Round and round, so that what else the machine does falls on all of them alike.
for (let run = 0; run < RUNS; run++) {
  for (const [name, { path, metering, keys }] of Object.entries(cases)) {
    const script = await scriptOf(keys);
    const { one, two } = measured.get(name) ?? { one: [], two: [] };
    one.push(await serveWith(1, metering, (url, pids) => load(url, path, script, pids)));
    two.push(await serveWith(2, metering, (url, pids) => load(url, path, script, pids)));
  }
}
const { engine } = app.accounts.database;
await app[Symbol.asyncDispose]();

const of = (list: Measured[], figure: keyof Measured) => median(list.map((one) => one[figure]));
const pad = (value: string | number, width: number) => String(value).padStart(width);
console.log(
  `${engine}, ${CONNECTIONS} connections, ${navigator.hardwareConcurrency} cores, of which other programs used ${median(others).toFixed(2)} (median; at most ${Math.max(...others).toFixed(2)}); medians of ${RUNS} runs of ${SECONDS} s\n`,
);
console.log(`${"".padEnd(22)}   calls/s: one     two  ratio   CPU us a call: one    two  wrk   by CPU`);
for (const [name, { one, two }] of measured) {
  const ratio = median(two.map(({ perSecond }, i) => perSecond / (one[i]?.perSecond ?? Number.NaN)));
  const [oneUs, twoUs, wrkUs] = [of(one, "serverUs"), of(two, "serverUs"), of(two, "clientUs")];
  console.log(
    `${name.padEnd(22)} ${pad(of(one, "perSecond").toFixed(0), 14)} ${pad(of(two, "perSecond").toFixed(0), 7)} ${pad(ratio.toFixed(2), 6)} ${pad(oneUs.toFixed(1), 20)} ${pad(twoUs.toFixed(1), 6)} ${pad(wrkUs.toFixed(1), 4)} ${pad(((2 * oneUs) / twoUs).toFixed(2), 8)}`,
  );
}
const paid = measured.get("metered, 100 keys");
const cost = of(paid?.one ?? [], "serverUs") / 1_000;
const gain = median(
  (paid?.two ?? []).map(({ perSecond }, i) => perSecond / (paid?.one[i]?.perSecond ?? Number.NaN)),
);
const verdict = (isHeld: boolean) => (isHeld ? "held" : "MISSED");
console.log(`\nCPU time of a metered call: ${cost.toFixed(3)} ms  target ≤ 0.3 ms: ${verdict(cost <= 0.3)}`);
const byCpu = (2 * of(paid?.one ?? [], "serverUs")) / of(paid?.two ?? [], "serverUs");
console.log(
  `Throughput of two processes, relative to one (${byCpu.toFixed(2)}× by CPU time): ${gain.toFixed(2)}×  target ≥ 1.3×: ${verdict(gain >= 1.3)}`,
);
if (median(others) > 0.2) console.log("Other programs used the cores too, so the ratio is not reliable.");
process.exit(0);
