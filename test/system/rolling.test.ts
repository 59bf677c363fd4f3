import { describe, expect, test } from "bun:test";
import { samplePdf } from "../../src/apis/pdf/samples.ts";
import { endlessFile } from "../helpers/endless.ts";
import { isNightly } from "../helpers/nightly.ts";
import { hasPostgres, sharedCluster } from "../helpers/postgres.ts";
import { type Front, proxies } from "../helpers/proxies.ts";
import { freePort, type Running, runQuintet, startQuintet } from "../helpers/running.ts";
import { until } from "../helpers/until.ts";

/** How the replicas are restarted, one after the other. */
interface Restarts {
  /** How often each of them. */
  readonly rounds: number;
  /** How long after one is back the next one goes, in milliseconds. */
  readonly pauseMs: number;
  /** Whether there are POSTs that no proxy may send a second time. */
  readonly once: boolean;
}

/**
 * As docs/running.md has it for each proxy: nginx without a pause only where all POSTs may be repeated. The short form has
 * POSTs that may not be repeated behind Caddy only.
 */
const procedures = [
  {
    proxy: "nginx",
    restarts: [
      { rounds: isNightly ? 2 : 1, pauseMs: 0, once: false },
      ...(isNightly ? [{ rounds: 1, pauseMs: 7_000, once: true }] : []),
    ],
  },
  { proxy: "caddy", restarts: [{ rounds: 1, pauseMs: 2_000, once: true }] },
].flatMap((procedure) => {
  const found = proxies.find(({ name }) => name === procedure.proxy);
  return found === undefined ? [] : [{ ...procedure, start: found.start }];
});

const EMAIL = "rolling@example.com";
/** Between two requests of one client, so that two cores bear it, also beside other tests. */
const PAUSE_MS = isNightly ? 50 : 300;

/**
 * Seconds after which a client sends its request again; undefined where the response stands. A machine with much other
 * work is busy with or without a restart; a replica that says so because it ends is a failure here.
 */
function retryAfter(answer: Response, text: string): number | undefined {
  if (answer.status !== 503 || text.includes("shutting down")) return undefined;
  return text.includes('"code":"busy"') ? Number(answer.headers.get("Retry-After")) : undefined;
}

/** Clients of every kind on one proxy, until they are stopped. */
function load(front: Front, key: string, page: string, once: boolean) {
  const counts: Record<string, number> = {};
  const failed: string[] = [];
  let running = true;
  const client = async (kind: string, pauseMs: number, send: () => Promise<Response>) => {
    while (running) {
      try {
        const answer = await send();
        const text = await answer.text();
        const seconds = retryAfter(answer, text);
        if (seconds !== undefined) await Bun.sleep(1000 * seconds);
        else if (answer.status === 200) counts[kind] = (counts[kind] ?? 0) + 1;
        else failed.push(`${kind}: ${answer.status} ${text.slice(0, 300)}`);
      } catch (error) {
        failed.push(`${kind}: ${error}`);
      }
      await Bun.sleep(pauseMs);
    }
  };
  const authorized = { Authorization: `Bearer ${key}` };
  const pdf = { method: "POST", body: samplePdf() };
  const headers = { ...authorized, "Content-Type": "application/pdf" };
  const meta = `/seo/meta?url=${encodeURIComponent(page)}`;
  const clients = [
    ...Array.from({ length: 3 }, () => client("uuid", PAUSE_MS, () => front.get("/v7?n=5"))),
    client("seo", PAUSE_MS, () => front.get(meta, { headers: authorized })),
    ...Array.from({ length: 2 }, () =>
      client("pdf", PAUSE_MS, () =>
        front.get("/pdf/extract", {
          ...pdf,
          headers: { ...headers, "Idempotency-Key": crypto.randomUUID() },
        }),
      ),
    ),
    ...(once ? [client("pdfOnce", PAUSE_MS, () => front.get("/pdf/extract", { ...pdf, headers }))] : []),
    // The monitor that deploy/nginx.conf speaks of; Caddy asks by itself.
    ...(front.name === "nginx" ? [client("monitor", 500, () => front.get("/health/accepting"))] : []),
  ];
  return {
    counts,
    failed,
    async reaches(kind: string, count: number) {
      await until(
        `${count} answers of ${kind}`,
        () => (counts[kind] ?? 0) >= count || failed.length > 0,
        60_000,
      );
    },
    async stop() {
      running = false;
      await Promise.all(clients);
    },
  };
}

async function untilReady({ url }: Running): Promise<void> {
  await until("it is ready", async () => (await fetch(`${url}/health/ready`)).status === 200);
}

/** How many requests a process has answered since its start. */
async function answered({ url }: Running): Promise<number> {
  const page = await (await fetch(`${url}/metrics`)).text();
  const rows = page.split("\n").filter((row) => /^quintet_http_requests_total\{.*operation="v7"/.test(row));
  return rows.reduce((sum, row) => sum + Number(row.split(" ").at(-1)), 0);
}

/** Replicas that are restarted while clients call them through a proxy. */
class Cluster {
  readonly #serving = new Map<number, Running>();
  readonly #start: (port: number) => Promise<Running>;

  constructor(start: (port: number) => Promise<Running>) {
    this.#start = start;
  }

  async open(port: number): Promise<void> {
    const next = await this.#start(port);
    await untilReady(next);
    this.#serving.set(port, next);
  }

  /** Restarts each replica under load; returns the calls of each kind that were answered, none of which failed. */
  async restart(front: Front, { rounds, pauseMs, once }: Restarts, key: string, page: string) {
    const calls = load(front, key, page, once);
    await calls.reaches("pdf", 20);
    for (let round = 0; round < rounds; round++) {
      for (const [port, old] of this.#serving) {
        expect(await answered(old)).toBeGreaterThan(0);
        old.kill("SIGTERM");
        expect(await old.exited, old.lines().slice(-10).join("\n")).toBe(0);
        await this.open(port);
        await Bun.sleep(pauseMs);
      }
    }
    // Both are in use again by themselves.
    for (const one of this.#serving.values()) {
      while ((await answered(one)) === 0) await calls.reaches("uuid", (calls.counts.uuid ?? 0) + 10);
    }
    await calls.stop();
    const { failed, counts } = calls;
    expect([failed.length, failed.slice(0, 10), failed.length > 0 ? await front.logged() : ""]).toEqual([
      0,
      [],
      "",
    ]);
    for (const kind of ["uuid", "seo", "pdf", ...(once ? ["pdfOnce"] : [])]) {
      expect(counts[kind]).toBeGreaterThan(20);
    }
    return counts;
  }
}

describe.skipIf(!hasPostgres).each(procedures)("rolling restarts behind $proxy", ({ start, restarts }) => {
  test("of two replicas fail no request, and charge each answer once", async () => {
    using site = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () =>
        new Response("<title>A page</title>", { headers: { "Content-Type": "text/html; charset=utf-8" } }),
    });
    const environment = {
      DATABASE_URL: sharedCluster().database(),
      CATALOGUE_FILE: await endlessFile(),
      BURST_PER_SECOND: "1000000",
      EGRESS_ALLOW: `127.0.0.1:${site.port}`,
      TRUST_PROXY: "on",
      // As it is without being set: the numbers in deploy/ fit it.
      DRAIN_MS: "5000",
    };
    const made = await runQuintet(environment, "keys", "create", EMAIL);
    const { key } = JSON.parse(made.out) as { key: string };
    await runQuintet(environment, "plan", "set", EMAIL, "pdf,seo");

    await using started = new AsyncDisposableStack();
    const ports = [freePort(), freePort()];
    const cluster = new Cluster(async (port) =>
      started.use(await startQuintet({ ...environment, PORT: String(port) })),
    );
    for (const port of ports) await cluster.open(port);
    const front = started.use(await start(ports));
    let pages = 0;
    for (const one of restarts) {
      const { pdf = 0, pdfOnce = 0 } = await cluster.restart(
        front,
        one,
        key,
        `http://127.0.0.1:${site.port}/`,
      );
      pages += pdf + pdfOnce;
    }
    const usage = await fetch(`http://127.0.0.1:${ports[0]}/usage`, { headers: { "X-API-Key": key } });
    const { apis } = (await usage.json()) as { apis: { api: string; quotas: { used: number }[] }[] };
    const charged = apis.find(({ api }) => api === "pdf")?.quotas.reduce((sum, { used }) => sum + used, 0);
    expect(charged).toBe(pages);
  });
});
