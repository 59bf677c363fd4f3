// `npm run bench jobs`: what a job costs beside the call that it runs, how many a process runs in a second, and how much
// slower other calls are while the queue is full. If PostgreSQL's server is installed, the bare claims and completions of
// pg-boss are measured beside those of our queue. `bun bench/jobs.ts postgresql://…` uses another server.
import { join } from "node:path";
import { DataKeys } from "../src/accounts/data-keys.ts";
import { JobBodies } from "../src/jobs/job-bodies.ts";
import { type JobOutcome, JobQueue } from "../src/jobs/job-queue.ts";
import { JobStore } from "../src/jobs/job-store.ts";
import { createLog } from "../src/ops/log.ts";
import { migrate } from "../src/store/migrate.ts";
import { openDatabase } from "../src/store/open-database.ts";
import { endless } from "../test/helpers/endless.ts";
import { hasPostgres, ownCluster } from "../test/helpers/postgres.ts";
import { temporaryFolder } from "../test/helpers/temporary-folder.ts";
import { openTestApp } from "../test/helpers/test-app.ts";
import { median, quintet, start } from "./servers.ts";

const ITEMS = 2_000;

/** CPU time of this process since a moment, in milliseconds. */
function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function told(name: string, items: number, cpuMs: number, ms: number): void {
  const perSecond = (items / ms) * 1_000;
  console.log(
    `  ${name.padEnd(44)} ${(cpuMs / items).toFixed(2)} ms of CPU an item, ${perSecond.toFixed(0)} items/s`,
  );
}

/** Items of a batch over HTTP, metered, and the same calls by a client. */
async function whole(address: string): Promise<void> {
  await using app = await openTestApp({ address, catalogue: endless, level: "error" });
  const key = await app.key("bench@example.com", { plans: ["pdf"] });
  const headers = { "X-API-Key": key };
  const calls = async (count: number) => {
    for (let i = 0; i < count; i += 8)
      await Promise.all(Array.from({ length: 8 }, async () => (await app.get("/noop", key)).text()));
  };
  await calls(400);
  let [cpu, began] = [process.cpuUsage(), performance.now()];
  await calls(ITEMS);
  told("calls of a client in this process, 8 at once", ITEMS, cpuSince(cpu), performance.now() - began);
  const body = "{}\n".repeat(ITEMS);
  const type = { "Content-Type": "application/x-ndjson" };
  [cpu, began] = [process.cpuUsage(), performance.now()];
  const created = await fetch(`${app.url}/batches?operation=pdf.noop`, {
    method: "POST",
    headers: { ...headers, ...type },
    body,
  });
  if (created.status !== 202) throw new Error(await created.text());
  const { id } = (await created.json()) as { id: string };
  told("stored as a batch", ITEMS, cpuSince(cpu), performance.now() - began);
  for (;;) {
    const { state } = (await (await app.get(`/batches/${id}`, key)).json()) as { state: string };
    if (state === "finished") break;
    await Bun.sleep(100);
  }
  told("stored and run as a batch, charged", ITEMS, cpuSince(cpu), performance.now() - began);
  await app.accounts.database.query`delete from job`;
}

const done: JobOutcome = { state: "succeeded", response: { status: 200, headers: [], text: "{}" }, bytes: 2 };

/** Claims of eight and completions one by one, without calls and charges. */
async function bare(address: string): Promise<void> {
  const database = openDatabase(address);
  await migrate(database);
  const [log, now, keys] = [createLog("error"), Date.now, new DataKeys(database)];
  const queue = new JobQueue({ database, keys, log, now });
  const bodies = new JobBodies({ database, keys, log, now });
  const store = new JobStore({ database, bodies, keys, log, now, added() {} });
  const call = { query: "", params: {}, fields: [], files: [], accept: null };
  const owner = { account: "bare", keyId: "key", mode: "live", api: "pdf", operation: "noop" } as const;
  await store.createBatch(
    owner,
    Array.from({ length: ITEMS }, () => ({ call, files: [] })),
    undefined,
  );
  const [cpu, began] = [process.cpuUsage(), performance.now()];
  const flow = { queue: owner.api, account: owner.account };
  for (
    let jobs = await queue.claim(flow, "one", 8);
    jobs.length > 0;
    jobs = await queue.claim(flow, "one", 8)
  )
    await Promise.all(jobs.map((job) => queue.settle(job, done, undefined)));
  told("our queue: claims and completions", ITEMS, cpuSince(cpu), performance.now() - began);
  await database.query`delete from job`;
  await database.close();
}

/** The part of pg-boss that is measured. It is a dependency of the benches only, so its types are not there for checks. */
interface PgBossModule {
  readonly PgBoss: new (options: {
    connectionString: string;
    supervise: boolean;
    schedule: boolean;
  }) => {
    start(): Promise<unknown>;
    createQueue(name: string): Promise<unknown>;
    insert(name: string, jobs: readonly { data: object }[]): Promise<unknown>;
    fetch(name: string, options: { batchSize: number }): Promise<readonly { id: string }[]>;
    complete(name: string, id: string, data: object): Promise<unknown>;
    stop(options: { graceful: boolean }): Promise<unknown>;
  };
}

/** Measures pg-boss. */
async function peer(address: string): Promise<void> {
  const name = "pg-boss";
  const { PgBoss }: PgBossModule = await import(name);
  const boss = new PgBoss({ connectionString: address, supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue("noop");
  await boss.insert(
    "noop",
    Array.from({ length: ITEMS }, () => ({ data: {} })),
  );
  const [cpu, began] = [process.cpuUsage(), performance.now()];
  for (
    let jobs = await boss.fetch("noop", { batchSize: 8 });
    jobs.length > 0;
    jobs = await boss.fetch("noop", { batchSize: 8 })
  )
    await Promise.all(jobs.map(({ id }) => boss.complete("noop", id, { ok: true })));
  told("pg-boss: claims and completions", ITEMS, cpuSince(cpu), performance.now() - began);
  await boss.stop({ graceful: false });
}

const ROUNDS = 7;
const CALLS = 150;
/** The pause of a client between two calls, in milliseconds: it is a person or a page, not a load test. */
const PAUSE_MS = 5;

/** The p99 of `/seo/meta` for a client that calls one after the other, with an empty queue and with a full one, in turns. */
async function interactive(): Promise<void> {
  const page = `<!doctype html><title>A page</title><meta name="description" content="x">${"<p>Some text and <a href=/a>a link</a>.</p>".repeat(400)}`;
  const site = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => new Response(page, { headers: { "Content-Type": "text/html; charset=utf-8" } }),
  });
  process.env.EGRESS_ALLOW = `127.0.0.1:${site.port}`;
  process.env.METERING = "off";
  process.env.DATA_DIR = temporaryFolder();
  process.env.DATABASE_URL = "";
  const { port, process: child } = await start({ ...quintet, isFree: true }, "/health");
  const base = `http://127.0.0.1:${port}`;
  let number = 0;
  const round = async () => {
    const times: number[] = [];
    for (let call = 0; call < CALLS; call++) {
      const url = encodeURIComponent(`${site.url.href}${number++}`);
      const began = performance.now();
      const response = await fetch(`${base}/seo/meta?url=${url}`);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`the call got ${response.status}`);
      times.push(performance.now() - began);
      await Bun.sleep(PAUSE_MS);
    }
    times.sort((a, b) => a - b);
    return { p50: times[Math.floor(CALLS * 0.5)] ?? 0, p99: times[Math.floor(CALLS * 0.99)] ?? 0 };
  };
  await round();
  const found = { empty: [] as { p50: number; p99: number }[], full: [] as { p50: number; p99: number }[] };
  for (let i = 0; i < ROUNDS; i++) {
    found.empty.push(await round());
    const lines = Array.from({ length: 10_000 }, () =>
      JSON.stringify({ url: `${site.url.href}${number++}` }),
    );
    const created = await fetch(`${base}/batches?operation=seo.meta`, {
      method: "POST",
      headers: { "Content-Type": "application/x-ndjson" },
      body: lines.join("\n"),
    });
    const { id } = (await created.json()) as { id: string };
    found.full.push(await round());
    const ended = (await (await fetch(`${base}/batches/${id}`)).json()) as { progress: number };
    console.log(
      `  round ${i + 1}: ${(100 * ended.progress).toFixed(1)}% of the queue was run during the calls`,
    );
    await fetch(`${base}/batches/${id}`, { method: "DELETE" });
    await fetch(`${base}/batches/${id}`, { method: "DELETE" });
  }
  child.kill("SIGKILL");
  await site.stop(true);
  for (const part of ["p50", "p99"] as const) {
    const [empty, full] = [
      median(found.empty.map((one) => one[part])),
      median(found.full.map((one) => one[part])),
    ];
    const ratio = full / empty;
    const target = part === "p99" ? `  target ≤ 1.5×: ${ratio <= 1.5 ? "held" : "MISSED"}` : "";
    console.log(
      `Response time of /seo/meta with 10,000 queued jobs, relative to an empty queue, ${part} (${full.toFixed(1)} ms, ${empty.toFixed(1)} ms): ${ratio.toFixed(2)}×${target}`,
    );
  }
}

function addresses(): readonly string[] {
  const given = process.argv[2];
  if (given !== undefined) return [given];
  const sqlite = `sqlite:${join(temporaryFolder(), "bench.db")}`;
  return hasPostgres ? [sqlite, ownCluster().database()] : [sqlite];
}

for (const address of addresses()) {
  console.log(`jobs on ${address.split(":")[0]}: ${ITEMS} items of an operation that does nothing`);
  await whole(address);
  await bare(address);
  if (address.startsWith("postgres")) await peer(address);
}
console.log("calls beside 10,000 jobs, on sqlite");
await interactive();
process.exit(0);
