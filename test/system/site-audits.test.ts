import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { endless } from "../helpers/endless.ts";
import { besideBouncer } from "../helpers/engines.ts";
import { isNightly } from "../helpers/nightly.ts";
import { hasBouncer, sharedCluster, throughBouncer } from "../helpers/postgres.ts";
import { type TestAppProcess, testAppInProcess } from "../helpers/processes.ts";
import { type Running, runQuintet, spawnQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { openTestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";
import { fakeCrawler } from "../servers/fake-crawler.ts";

interface View {
  readonly id: string;
  readonly state: string;
  readonly stopReason: string | null;
  readonly pages: number;
  readonly units: number;
  readonly problem: { readonly code: string; readonly detail: string } | null;
}

const PAGES = isNightly ? 400 : 200;
const KILLS = isNightly ? 3 : 1;

/** Runs one audit while the processes that run it are killed, and counts what became of it. */
async function underKills(address: string, workerAddress = address) {
  await using watch = await openTestApp({
    address,
    catalogue: endless,
    siteAudits: { slots: 0, leaseMs: 2_000, crawler: fakeCrawler() },
  });
  const key = await watch.key("audits@example.com");
  const headers = { "X-API-Key": key, "Content-Type": "application/json" };
  const body = JSON.stringify({ url: "https://site.example/", maxPages: PAGES });
  const created = await fetch(`${watch.url}/seo/site-audits`, { method: "POST", headers, body });
  const { id } = (await created.json()) as View;
  const view = async () => (await (await watch.get(`/seo/site-audits/${id}`, key)).json()) as View;
  const workers: TestAppProcess[] = [];
  try {
    for (let i = 0; i < 2; i++) workers.push(await testAppInProcess(workerAddress, "site-audits.ts"));
    for (let kill = 1; kill <= KILLS; kill++) {
      const enough = Math.floor((kill / (KILLS + 2)) * PAGES);
      await until("more pages are read", async () => (await view()).pages >= enough, 240_000);
      // Whichever runs it: both are replaced, one after the other.
      await workers.shift()?.kill();
      await workers.shift()?.kill();
      for (let i = 0; i < 2; i++) workers.push(await testAppInProcess(workerAddress, "site-audits.ts"));
    }
    await until("the audit has ended", async () => (await view()).state === "succeeded", 240_000);
    const { query } = watch.accounts.database;
    const [usage] = await query<{ n: number | string }>`select sum(used) as n from usage`;
    const [days] = await query<{ n: number | string }>`select sum(calls) as n from usage_day`;
    const report = await (await watch.get(`/seo/site-audits/${id}/report`, key)).json();
    const { pages, units } = await view();
    return { pages, units, charged: Number(usage?.n), calls: Number(days?.n), report };
  } finally {
    await Promise.all(workers.map((worker) => worker.kill()));
  }
}

const exact = {
  pages: PAGES,
  units: PAGES,
  charged: PAGES,
  calls: PAGES,
  report: { pages: PAGES, distinct: PAGES },
};

describe.each(besideBouncer)("a site audit on $name whose processes are killed", (engine) => {
  test("goes on where it was, and is charged once for each page", async () => {
    expect(await underKills(engine.address())).toEqual(exact);
  });
});

describe.skipIf(!hasBouncer)("the same behind a PgBouncer that pools by transaction", () => {
  test("goes on where it was, and is charged once for each page", async () => {
    const address = sharedCluster().database();
    expect(await underKills(address, `${await throughBouncer(address)}?prepare=false`)).toEqual(exact);
  });
});

const html = (text: string) => new Response(text, { headers: { "Content-Type": "text/html" } });

/** Sites under one origin, each with its first page in a folder. */
function hostileSites() {
  const requests: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname } = new URL(request.url);
      requests.push(pathname);
      const [, site = "", page = "0"] = pathname.split("/");
      const number = Number(page) || 0;
      if (pathname === "/robots.txt") return new Response("User-agent: *\nDisallow: /forbidden/");
      if (site === "endless")
        return html(`<title>${number}</title><a href="/endless/${number + 1}">next</a>`);
      if (site === "small") {
        const links = Array.from({ length: 40 }, (_, i) => `<a href="/small/${i + 1}">${i + 1}</a>`);
        return html(`<title>Page ${number}</title><h1>${number}</h1>${number === 0 ? links.join("") : ""}`);
      }
      if (site === "huge") return html(`<title>${number}</title>${"<p>word</p>".repeat(400_000)}`);
      if (site === "nested") return html(`${"<div>".repeat(50_000)}<a href="/nested/1">`);
      if (site === "broken") return new Response("no", { status: 500 });
      return new Response("no", { status: 404 });
    },
  });
  return { server, requests, url: (path: string) => `http://127.0.0.1:${server.port}/${path}` };
}

describe("the crawler behind site audits", () => {
  let sites: ReturnType<typeof hostileSites>;
  let server: Running;

  beforeAll(async () => {
    sites = hostileSites();
    const port = sites.server.port;
    server = await startQuintet({ METERING: "off", EGRESS_ALLOW: `127.0.0.1:${port},127.0.0.1:9` });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await sites.server.stop(true);
  });

  async function start(base: string, body: Record<string, unknown>): Promise<View> {
    const response = await fetch(`${base}/seo/site-audits`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ delayMs: 100, ...body }),
    });
    return (await response.json()) as View;
  }
  const read = async (base: string, id: string) =>
    (await (await fetch(`${base}/seo/site-audits/${id}`)).json()) as View;
  async function audited(body: Record<string, unknown>): Promise<View> {
    const { id } = await start(server.url, body);
    let view: View | undefined;
    await until(
      "the audit has ended",
      async () => {
        view = await read(server.url, id);
        return view.state === "succeeded" || view.state === "failed";
      },
      120_000,
    );
    if (view === undefined) throw new TypeError("the audit has a view");
    return view;
  }

  test("a site without an end is left at the limit, and its report has every format", async () => {
    const view = await audited({ url: sites.url("small/"), maxPages: 8 });
    expect(view).toMatchObject({ state: "succeeded", stopReason: "page-limit", pages: 8 });
    const report = (query: string) => fetch(`${server.url}/seo/site-audits/${view.id}/report${query}`);
    expect(await (await report("")).json()).toMatchObject({ totals: { pages: 8 }, ending: "page-limit" });
    expect(await (await report("?format=csv&table=pages")).text()).toContain("/small/3");
    expect((await (await report("?format=xlsx")).bytes()).subarray(0, 2)).toEqual(
      new TextEncoder().encode("PK"),
    );
    const short = (await (await report("?items=1")).json()) as {
      issues: { count: number; items: unknown[] }[];
    };
    expect(short.issues.length).toBeGreaterThan(0);
    for (const { count, items } of short.issues) expect([count, items.length]).toEqual([count, 1]);
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
    const result = await client.callTool({ name: "site_audit_read", arguments: { id: view.id } });
    await client.close();
    expect(result.structuredContent).toMatchObject({
      audit: { id: view.id, state: "succeeded" },
      report: { ending: "page-limit", totals: { pages: 8 } },
    });
    expect(JSON.stringify(result.structuredContent).length).toBeLessThan(60_000);
    const page = await report("?format=html");
    expect(page.headers.get("content-security-policy")).toContain("sandbox");
    expect(await page.text()).toContain("The audit reached its page limit.");
    const shared = await fetch(`${server.url}/seo/site-audits/${view.id}/share`, { method: "POST" });
    const { url } = (await shared.json()) as { url: string };
    expect(await (await fetch(url)).text()).toContain("Site audit of");
    const again = await audited({ url: sites.url("small/"), maxPages: 8 });
    const compared = await fetch(`${server.url}/seo/site-audits/${again.id}/compare?with=${view.id}`);
    expect(await compared.json()).toMatchObject({ isWorse: false, newCount: 0 });
  });

  test("pages that are too much for a parser end their own page", async () => {
    for (const url of [sites.url("huge/"), sites.url("nested/")]) {
      const view = await audited({ url, maxPages: 3 });
      expect([url, view.state]).toEqual([url, "succeeded"]);
    }
  });

  test("a site that cannot be read fails with what is wrong, and costs nothing", async () => {
    for (const [url, code] of [
      [sites.url("forbidden/"), "robots-disallowed"],
      ["http://site.invalid/", "upstream-unreachable"],
      ["http://127.0.0.1:9/", "upstream-unreachable"],
      [sites.url("broken/"), "upstream-unreachable"],
      [sites.url("missing/"), "upstream-unreachable"],
    ] as const) {
      const { state, units, problem } = await audited({ url, maxPages: 3 });
      expect([url, state, units, problem?.code]).toEqual([url, "failed", 0, code]);
      expect(problem?.detail).not.toBe("");
    }
  });

  test("commands audit a site on the server, write its report, list and delete it", async () => {
    const environment = { QUINTET_SERVER: server.url };
    const file = join(temporaryFolder(), "report.json");
    const options = ["--max-pages", "3", "--delay-ms", "100", "--exclude", "/none/,/never/", "--out", file];
    const made = await runQuintet(environment, "seo", "site", sites.url("small/"), ...options);
    expect([made.err, made.out]).toEqual([expect.stringContaining(file), expect.stringContaining("3 pages")]);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ totals: { pages: 3 } });
    const list = await runQuintet(environment, "site-audits", "list", "--limit", "1");
    const [{ id }] = JSON.parse(list.out).siteAudits as [View];
    const table = ["site-audits", "report", id, "--format", "csv", "--table", "pages"] as const;
    expect((await runQuintet(environment, ...table)).out).toContain(sites.url("small/"));
    const removed = await runQuintet(environment, "site-audits", "delete", id);
    expect(JSON.parse(removed.out)).toMatchObject({ id });
    const gone = await runQuintet(environment, "site-audits", "get", id);
    expect([gone.code, gone.err]).toEqual([1, expect.stringContaining("(unknown-site-audit)")]);
    const nowhere = await runQuintet({ QUINTET_SERVER: "http://127.0.0.1:9" }, "seo", "site", "a.example");
    expect(nowhere.err).toContain("No response from http://127.0.0.1:9.");
  });

  test("an audit survives kill -9 and SIGTERM of its server, and `quintet work` goes on with it", async () => {
    const folder = temporaryFolder();
    const environment = { METERING: "off", EGRESS_ALLOW: `127.0.0.1:${sites.server.port}`, DATA_DIR: folder };
    const reached = (running: Running, id: string, pages: number) =>
      until("more pages are read", async () => (await read(running.url, id)).pages >= pages);
    sites.requests.length = 0;
    let id = "";
    {
      await using first = await startQuintet(environment);
      id = (await start(first.url, { url: sites.url("small/"), maxPages: 60, checkLinks: false })).id;
      await reached(first, id, 8);
      first.kill("SIGKILL");
      await first.exited;
    }
    {
      await using second = await startQuintet(environment);
      await reached(second, id, 16);
      second.kill("SIGTERM");
      expect(await second.exited).toBe(0);
    }
    const worker = spawnQuintet(environment, ["work", "--apis", "seo"]);
    await using third = await startQuintet({ ...environment });
    await until("it has ended", async () => (await read(third.url, id)).state === "succeeded");
    worker.kill("SIGTERM");
    expect(await worker.exited).toBe(0);
    expect(await read(third.url, id)).toMatchObject({ pages: 41, stopReason: null });
    // Only the pages under way when the first server was killed are read again.
    const again = sites.requests.filter((path) => path.startsWith("/small/")).length - 41;
    expect(again).toBeLessThanOrEqual(16);
  });
});

test("quintet seo site is known to the command", async () => {
  const { out } = await runQuintet({}, "seo", "--help");
  expect(out).toContain("quintet seo site URL");
});
