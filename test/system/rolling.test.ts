import { describe, expect, test } from "bun:test";
import { samplePdf } from "../../src/apis/pdf/samples.ts";
import { endlessFile } from "../helpers/endless.ts";
import { isNightly } from "../helpers/nightly.ts";
import { hasPostgres, sharedCluster } from "../helpers/postgres.ts";
import { type Front, proxies } from "../helpers/proxies.ts";
import { freePort, type Running, runQuintet, startQuintet } from "../helpers/running.ts";
import { until } from "../helpers/until.ts";

/**
 * How the replicas are restarted, as docs/running.md has it: how often each, how long after one is back the next
 * one goes, and whether there are POSTs that no proxy may send a second time.
 */
const procedures = [
  { proxy: "nginx", rounds: isNightly ? 2 : 1, pauseMs: 0, once: false, title: "without a pause" },
  { proxy: "nginx", rounds: 1, pauseMs: 7_000, once: true, title: "and POSTs without an Idempotency-Key" },
  { proxy: "caddy", rounds: 1, pauseMs: 2_000, once: true, title: "and POSTs without an Idempotency-Key" },
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

describe.skipIf(!hasPostgres).each(procedures)("a rolling restart behind $proxy, $title", (procedure) => {
  const { rounds, pauseMs, once } = procedure;
  test(`fails no request, and charges each answer once, with ${rounds} restarts of each of two replicas`, async () => {
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
      SANDBOX_PROCESSES: "1",
      TRUST_PROXY: "on",
      // As it is without being set: the numbers in deploy/ fit it.
      DRAIN_MS: "5000",
    };
    const made = await runQuintet(environment, "keys", "create", EMAIL);
    const { key } = JSON.parse(made.out) as { key: string };
    await runQuintet(environment, "plan", "set", EMAIL, "pdf,seo");

    await using started = new AsyncDisposableStack();
    const ports = [freePort(), freePort()];
    const start = async (port: number) =>
      started.use(await startQuintet({ ...environment, PORT: String(port) }));
    const serving = new Map<number, Running>();
    for (const port of ports) serving.set(port, await start(port));
    const front = started.use(await procedure.start(ports));
    const calls = load(front, key, `http://127.0.0.1:${site.port}/`, once);
    await calls.reaches("pdf", 20);
    for (let round = 0; round < rounds; round++) {
      for (const [port, old] of serving) {
        expect(await answered(old)).toBeGreaterThan(0);
        old.kill("SIGTERM");
        expect(await old.exited, old.lines().slice(-10).join("\n")).toBe(0);
        const next = await start(port);
        await untilReady(next);
        serving.set(port, next);
        await Bun.sleep(pauseMs);
      }
    }
    // Both are in use again by themselves.
    for (const one of serving.values()) {
      while ((await answered(one)) === 0) await calls.reaches("uuid", (calls.counts.uuid ?? 0) + 10);
    }
    await calls.stop();

    const { failed, counts } = calls;
    expect([failed.length, failed.slice(0, 10), failed.length > 0 ? await front.logged() : ""]).toEqual([
      0,
      [],
      "",
    ]);
    const kinds = ["uuid", "seo", "pdf", ...(once ? ["pdfOnce"] : [])];
    for (const kind of kinds) expect(counts[kind]).toBeGreaterThan(20);
    const usage = await fetch(`http://127.0.0.1:${ports[0]}/usage`, { headers: { "X-API-Key": key } });
    const { apis } = (await usage.json()) as { apis: { api: string; quotas: { used: number }[] }[] };
    const charged = apis.find(({ api }) => api === "pdf")?.quotas.reduce((sum, { used }) => sum + used, 0);
    expect(charged).toBe((counts.pdf ?? 0) + (counts.pdfOnce ?? 0));
  });
});
