import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { SQL } from "bun";
import type { ChargeNumbers } from "../../src/ops/metrics.ts";
import { endless } from "../helpers/endless.ts";
import { type Bouncer, type Cluster, hasBouncer, ownCluster, startBouncer } from "../helpers/postgres.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { openTestApp, type TestApp } from "../helpers/test-app.ts";

/** A replica in a process of its own that can be halted, killed and given another time. */
interface Replica {
  readonly url: string;
  signal(name: "SIGSTOP" | "SIGCONT" | "SIGKILL"): void;
  step(ms: number): void;
  numbers(): Promise<ChargeNumbers>;
  kill(): Promise<void>;
}

async function startReplica(address: string, folder: string): Promise<Replica> {
  const script = join(import.meta.dir, "..", "workers", "replica.ts");
  const child = Bun.spawn([process.execPath, script, address, folder], {
    stdio: ["pipe", "pipe", process.env.CHAOS_LOG === undefined ? "ignore" : "inherit"],
  });
  const lines = createInterface({ input: Readable.from(child.stdout) })[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value);
  const say = (line: string) => {
    child.stdin.write(`${line}\n`);
    child.stdin.flush();
  };
  return {
    url: await next(),
    signal: (name) => child.kill(name),
    step: (ms) => say(`clock ${ms}`),
    async numbers() {
      say("numbers");
      return JSON.parse(await next()) as ChargeNumbers;
    },
    async kill() {
      child.kill("SIGCONT");
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

/** What the callers of one account were told. */
interface Told {
  calls: number;
  units: number;
  rejected: number;
  /** Calls without any response: their replica was killed. */
  cut: number;
}

/** Three replicas on one PostgreSQL, one of them through PgBouncer, and callers who keep books. */
export interface Installation extends AsyncDisposable {
  readonly cluster: Cluster;
  readonly bouncer: Bouncer | undefined;
  readonly replicas: Replica[];
  /** Statements on the database itself. */
  readonly sql: Bun.SQL;
  readonly told: Map<string, Told>;
  /** Calls until it is stopped; some calls fail after their charge, some give a part back. */
  load(random: () => number): { stop(): Promise<void> };
  /** One call of an account; counted like those of the load. */
  call(
    replica: number,
    account: string,
    path: string,
    method?: string,
    idempotencyKey?: string,
  ): Promise<number>;
  restartReplica(index: number): Promise<void>;
  /** Waits until nothing is unknown or owed; then compares what was told with the database. */
  reconcile(): Promise<Books>;
}

/** What was told, and what the database says. Each must be the same three times. */
export interface Books {
  readonly told: { calls: number; units: number; rejected: number; cut: number };
  readonly differences: readonly string[];
}

const ACCOUNTS = ["a", "b", "c", "d", "e", "f"];
const CALLERS = 4;

async function keysOf(app: TestApp): Promise<Map<string, { key: string; id: string }>> {
  const keys = new Map<string, { key: string; id: string }>();
  for (const name of ACCOUNTS) {
    const key = await app.key(`${name}@example.com`, { plans: ["pdf"] });
    const id = (await app.accounts.accountStore.byEmail(`${name}@example.com`))?.id ?? "";
    keys.set(name, { key, id });
  }
  return keys;
}

export async function openInstallation(): Promise<Installation> {
  const cluster = ownCluster();
  const address = cluster.database();
  const bouncer = hasBouncer ? await startBouncer(address) : undefined;
  // The price list of the replicas: who has a plan keeps the terms that it had then.
  const app = await openTestApp({ address, catalogue: endless });
  const keys = await keysOf(app);
  await app[Symbol.asyncDispose]();
  const folders = [0, 1, 2].map(() => temporaryFolder());
  const start = (index: number) =>
    index === 2 && bouncer !== undefined
      ? startReplica(`${bouncer.address}?prepare=false`, folders[index] ?? "")
      : startReplica(address, folders[index] ?? "");
  const replicas = await Promise.all([0, 1, 2].map(start));
  const sql = new Bun.SQL({ url: address, max: 4 });
  const told = new Map(ACCOUNTS.map((name) => [name, { calls: 0, units: 0, rejected: 0, cut: 0 }]));

  const call: Installation["call"] = async (index, name, path, method = "GET", idempotencyKey) => {
    const books = told.get(name);
    const replica = replicas[index];
    if (books === undefined || replica === undefined) throw new TypeError(name);
    const headers = {
      "X-API-Key": keys.get(name)?.key ?? "",
      ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
    };
    const response = await fetch(replica.url + path, { method, headers }).catch(() => undefined);
    if (response === undefined) {
      // One that is repeated is charged for its repetition alone.
      if (idempotencyKey === undefined) books.cut++;
      return 0;
    }
    const body = (await response.json()) as { charged?: number; code?: string };
    if (response.status === 200) {
      books.calls++;
      books.units += Number(/^(\d+)/.exec(response.headers.get("quintet-cost") ?? "")?.[1]);
    } else {
      books.rejected++;
      if (body.charged !== 0)
        throw new Error(`${response.status} without charged: 0: ${JSON.stringify(body)}`);
    }
    return response.status;
  };

  const used = async (name: string) => {
    const { id = "" } = keys.get(name) ?? {};
    const [counter] = await sql<{ used: number }[]>`
      select coalesce(sum(used), 0)::integer as used from usage where account = ${id}`;
    const [days] = await sql<{ calls: number; units: number }[]>`
      select coalesce(sum(calls), 0)::integer as calls, coalesce(sum(units), 0)::integer as units
      from usage_day where account = ${id}`;
    return { counter: counter?.used ?? 0, calls: days?.calls ?? 0, units: days?.units ?? 0 };
  };

  const compare = async (): Promise<Books> => {
    const sum = { calls: 0, units: 0, rejected: 0, cut: 0 };
    const differences: string[] = [];
    for (const [name, books] of told) {
      for (const part of ["calls", "units", "rejected", "cut"] as const) sum[part] += books[part];
      const { counter, calls, units } = await used(name);
      if (books.cut === 0 && (counter !== books.units || units !== books.units || calls !== books.calls)) {
        differences.push(
          `${name}: told ${books.units} units in ${books.calls} calls, counter ${counter}, days ${units} in ${calls}`,
        );
      }
      if (counter !== units) differences.push(`${name}: counter ${counter}, days ${units}`);
    }
    return { told: sum, differences };
  };

  return {
    cluster,
    bouncer,
    replicas,
    sql,
    told,
    call,
    load(random) {
      let isOver = false;
      const callers = replicas.flatMap((_, index) =>
        Array.from({ length: CALLERS }, async () => {
          while (!isOver) {
            const name = ACCOUNTS[Math.floor(random() ** 2 * ACCOUNTS.length)] ?? "a";
            const dice = random();
            if (dice < 0.6) await call(index, name, "/noop");
            else if (dice < 0.75) await call(index, name, "/invented/batch?units=7&back=3", "POST");
            else if (dice < 0.9) await call(index, name, "/noop?outcome=crash");
            else await call(index, name, "/invented/batch?units=5&back=1&outcome=crash", "POST");
            await Bun.sleep(random() * 10);
          }
        }),
      );
      return {
        async stop() {
          isOver = true;
          await Promise.all(callers);
        },
      };
    },
    async restartReplica(index) {
      await replicas[index]?.kill();
      replicas[index] = await start(index);
    },
    async reconcile() {
      const until = performance.now() + 60_000;
      for (const replica of replicas) {
        for (;;) {
          const { unknown, owed } = await replica.numbers();
          if (unknown === 0 && owed === 0) break;
          if (performance.now() > until) throw new Error(`not settled: ${unknown} unknown, ${owed} owed`);
          await Bun.sleep(50);
        }
      }
      return compare();
    },
    async [Symbol.asyncDispose]() {
      cluster.thaw();
      await Promise.all(replicas.map((replica) => replica.kill()));
      await sql.close({ timeout: 0 });
      cluster.stop();
    },
  };
}

/** One thing that happens to an installation under load; it is over when the promise resolves. */
export type Fault = (on: Installation, random: () => number) => Promise<void>;

const between = (random: () => number, least: number, most: number) => least + random() * (most - least);

/** Locks a table for so long, or until another fault ends the connection. */
async function lockTable(on: Installation, table: string, mode: string, ms: number): Promise<void> {
  await on.sql
    .begin(async (tx) => {
      await tx.unsafe(`lock table ${table} in ${mode} mode`);
      await Bun.sleep(ms);
    })
    .catch((error: unknown) => {
      if (!(error instanceof SQL.PostgresError) || error.errno !== "57P01") throw error;
    });
}

async function freeze(on: Installation, ms: number): Promise<void> {
  on.cluster.freeze();
  await Bun.sleep(ms);
  on.cluster.thaw();
}

/** Ends or cancels what the server does for others, many times. */
async function cut(on: Installation, by: "terminate" | "cancel", random: () => number): Promise<void> {
  for (let i = 0; i < 30; i++) {
    await on.sql
      .unsafe(
        `select pg_${by}_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
        and backend_type = 'client backend' and (state <> 'idle' or random() < 0.1) and random() < ${random()}`,
      )
      .catch(() => {});
    await Bun.sleep(between(random, 5, 80));
  }
}

/** The three experiments in which charges were once wrong, and how long each lasts. */
export const known = {
  lock:
    (ms: number): Fault =>
    (on) =>
      lockTable(on, "usage", "share", ms),
  freeze:
    (ms: number): Fault =>
    (on) =>
      freeze(on, ms),
  async refundThenFreeze(on: Installation, ms: number): Promise<void> {
    for (let i = 0; i < 20; i++) await on.call(0, "a", "/noop");
    const calls = [0, 1, 2].map((index) => on.call(index, "a", "/noop?outcome=crash-later"));
    // The charge is taken by then, and the call has not failed yet.
    await Bun.sleep(150);
    await freeze(on, ms);
    await Promise.all(calls);
  },
  /** A replica is killed while it runs a POST with an Idempotency-Key, which is repeated at another one. */
  async killedWhileRunning(on: Installation): Promise<void> {
    const post = (replica: number) =>
      on.call(replica, "c", "/invented/batch?units=5&outcome=slow", "POST", "killed");
    const running = post(0);
    // The charge is taken then, and the answer is 200 ms away.
    while ((await on.sql`select 1 from replay where charge is not null`).length === 0) await Bun.sleep(2);
    await on.replicas[0]?.kill();
    await running;
    const began = performance.now();
    let status = 0;
    while (status !== 200) {
      status = await post(1);
      if (performance.now() - began > 25_000) throw new Error(`still ${status} after 25 s`);
      await Bun.sleep(500);
    }
    await on.restartReplica(0);
  },
};

const DAY_MS = 86_400_000;

/** What may happen, by name. `scale` is 1 for the long form. */
export function faults(scale: number): Record<string, Fault> {
  const pick = <T>(random: () => number, from: readonly T[]): T => {
    const one = from[Math.floor(random() * from.length)];
    if (one === undefined) throw new TypeError("nothing to pick from");
    return one;
  };
  return {
    freeze: (on, random) => freeze(on, between(random, 500, 9_000 * scale)),
    lock: (on, random) =>
      lockTable(
        on,
        pick(random, ["usage", "usage_day", "charge_writer", "api_key"]),
        pick(random, ["share", "access exclusive", "exclusive"]),
        between(random, 500, 9_000 * scale),
      ),
    terminate: (on, random) => cut(on, "terminate", random),
    cancel: (on, random) => cut(on, "cancel", random),
    async bouncer(on, random) {
      for (let i = 0; i < 3; i++) {
        await on.bouncer?.restart();
        await Bun.sleep(between(random, 100, 1_000 * scale));
      }
    },
    async clock(on, random) {
      for (let i = 0; i < 4; i++) {
        pick(random, on.replicas).step(pick(random, [-40, -1, 1, 40]) * between(random, 0.0001, 1) * DAY_MS);
        await Bun.sleep(between(random, 50, 800 * scale));
      }
    },
    async halt(on, random) {
      const replica = pick(random, on.replicas);
      replica.signal("SIGSTOP");
      await Bun.sleep(between(random, 500, 8_000 * scale));
      replica.signal("SIGCONT");
    },
  };
}
