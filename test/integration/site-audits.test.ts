import { describe, expect, test } from "bun:test";
import type { Message } from "../../src/accounts/email-queue.ts";
import { endless } from "../helpers/endless.ts";
import { engines } from "../helpers/engines.ts";
import { readEvents } from "../helpers/sent-events.ts";
import { openTestApp, type TestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";
import { fakeCrawler } from "../servers/fake-crawler.ts";

interface View {
  readonly id: string;
  readonly state: string;
  readonly stopReason: string | null;
  readonly pages: number;
  readonly units: number;
  readonly progress: number;
  readonly schedule: string | null;
  readonly reportUrl: string | null;
  readonly options: Record<string, unknown>;
  readonly problem: Record<string, unknown> | null;
}

const send = (
  app: TestApp,
  method: string,
  path: string,
  key: string,
  body?: unknown,
  headers: Record<string, string> = {},
) =>
  fetch(app.url + path, {
    method,
    headers: {
      "X-API-Key": key,
      ...headers,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const SITE = "https://site.example/";

async function start(app: TestApp, key: string, body: Record<string, unknown>): Promise<View> {
  const response = await send(app, "POST", "/seo/site-audits", key, { url: SITE, ...body });
  const view = (await response.json()) as View;
  expect(response.status).toBe(202);
  expect(view.state).toBe("queued");
  expect(response.headers.get("location")).toBe(`/seo/site-audits/${view.id}`);
  return view;
}

const viewOf = async (app: TestApp, key: string, id: string) =>
  (await (await app.get(`/seo/site-audits/${id}`, key)).json()) as View;

async function reached(app: TestApp, key: string, id: string, test: (view: View) => boolean): Promise<View> {
  let view: View | undefined;
  await until("the audit is as far", async () => {
    view = await viewOf(app, key, id);
    return test(view);
  });
  if (view === undefined) throw new TypeError("the audit has a view");
  return view;
}

const ended = (app: TestApp, key: string, id: string) =>
  reached(app, key, id, ({ state }) => state !== "queued" && state !== "running");

async function used(app: TestApp): Promise<{ used: number; calls: number }> {
  const { query } = app.accounts.database;
  const [usage] = await query<{ n: number | string }>`select coalesce(sum(used), 0) as n from usage`;
  const [days] = await query<{ n: number | string }>`select coalesce(sum(calls), 0) as n from usage_day`;
  return { used: Number(usage?.n), calls: Number(days?.n) };
}

describe.each(engines)("site audits on $name", (engine) => {
  test("an audit runs, charges each page once and has a report in every format", async () => {
    const crawler = fakeCrawler();
    await using app = await openTestApp({
      address: engine.address(),
      catalogue: endless,
      siteAudits: { crawler },
    });
    const key = await app.key("a@example.com");
    const body = { maxPages: 12, exclude: ["/cart/", "*.pdf$"], checkLinks: false };
    const { id, options } = await start(app, key, body);
    expect(options).toMatchObject({
      maxPages: 12,
      exclude: ["/cart/", "*.pdf$"],
      delayMs: 500,
      checkLinks: false,
    });
    const done = await ended(app, key, id);
    expect(done).toMatchObject({
      state: "succeeded",
      stopReason: null,
      pages: 12,
      units: 12,
      progress: 1,
      problem: null,
    });
    expect(await used(app)).toEqual({ used: 12, calls: 12 });
    const { database, requestLog } = app.accounts;
    await requestLog.flush();
    const [owner] = await database.query<{ account: string; key_id: string }>`
      select account, key_id from site_audit`;
    const { requests } = await requestLog.list(owner?.account ?? "", { limit: 10 });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      operation: "siteAudit",
      units: 12,
      key: owner?.key_id,
      requestId: id,
    });
    const byKey = await requestLog.usageByKey(owner?.account ?? "", "");
    expect([...byKey]).toMatchObject([{ key: owner?.key_id, api: "seo", calls: 12, units: 12 }]);
    const report = (query: string, headers = {}) =>
      app.get(`/seo/site-audits/${id}/report${query}`, key, headers);
    expect(await (await report("")).json()).toEqual({ pages: 12, distinct: 12 });
    expect(await (await report("?items=5")).json()).toEqual({ pages: 12, distinct: 12, items: 5 });
    expect((await report("?items=101")).status).toBe(400);
    expect(await (await report("?format=html&items=5")).text()).toBe(`<title>${SITE}</title>`);
    const csv = await report("?format=csv&table=pages");
    expect(csv.headers.get("content-disposition")).toMatch(
      /^attachment; filename="site\.example-[\d-]+-pages\.csv"$/,
    );
    expect(await csv.text()).toBe("table\npages\n");
    expect(await (await report("", { Accept: "text/csv" })).text()).toBe("table\nissues\n");
    expect(await (await report("?format=zip")).text()).toBe("zip");
    const sheet = await report("?format=xlsx");
    expect(sheet.headers.get("content-type")).toContain("spreadsheetml");
    expect((await report("?format=csv&table=nonsense")).status).toBe(400);
    for (const [query, type] of [
      ["?format=csv&table=pages", "csv"],
      ["?format=xlsx", "xlsx"],
    ]) {
      const frog = await report(`${query}&columns=screaming-frog`);
      expect(await frog.text()).toBe(`${type} screaming-frog`);
      expect(frog.headers.get("content-disposition")).toEndWith(`-internal_all.${type}"`);
    }
    for (const query of ["?format=csv", "?format=csv&table=links", "?format=json", "?format=zip", "?"]) {
      const rejected = await report(`${query}&columns=screaming-frog`);
      expect(await rejected.json()).toMatchObject({ code: "invalid-parameter", parameter: "columns" });
    }
  });

  test("an Idempotency-Key repeats an audit, and is rejected with other options", async () => {
    await using app = await openTestApp({
      address: engine.address(),
      catalogue: endless,
      siteAudits: { crawler: fakeCrawler() },
    });
    const key = await app.key("b@example.com");
    const post = async (maxPages: number) => {
      const body = { url: SITE, maxPages, every: "daily" };
      const response = await send(app, "POST", "/seo/site-audits", key, body, { "Idempotency-Key": "one" });
      return { status: response.status, view: (await response.json()) as View & { code?: string } };
    };
    const first = await post(1);
    expect((await post(1)).view.id).toBe(first.view.id);
    expect(await post(2)).toMatchObject({ status: 422, view: { code: "idempotency-mismatch" } });
    const { schedules } = (await (await app.get("/seo/site-audit-schedules", key)).json()) as {
      schedules: unknown[];
    };
    expect(schedules).toHaveLength(1);
  });

  test("what is not accepted is rejected at once", async () => {
    await using app = await openTestApp({
      address: engine.address(),
      siteAudits: { crawler: fakeCrawler() },
    });
    const key = await app.key("c@example.com");
    for (const [body, code] of [
      [{}, "invalid-parameter"],
      [{ url: "ftp://site.example/" }, "url-invalid"],
      [{ url: "http://127.0.0.1/" }, "url-not-public"],
      [{ url: SITE, maxPages: 0 }, "invalid-parameter"],
      [{ url: SITE, maxPages: 10_001 }, "invalid-parameter"],
      [{ url: SITE, maxPages: "many" }, "invalid-parameter"],
      [{ url: SITE, include: ["["] }, "invalid-parameter"],
      [{ url: SITE, delayMs: 1 }, "invalid-parameter"],
      [{ url: SITE, every: "hourly" }, "invalid-parameter"],
      [{ url: SITE, nonsense: 1 }, "invalid-body"],
    ] as const) {
      const response = await send(app, "POST", "/seo/site-audits", key, body);
      expect([body, await response.json()]).toEqual([body, expect.objectContaining({ status: 400, code })]);
    }
    expect((await send(app, "POST", "/seo/site-audits", "qt_live_nokey", { url: SITE })).status).toBe(401);
  });

  test("only keys of the account with the scope see an audit", async () => {
    await using app = await openTestApp({
      address: engine.address(),
      catalogue: endless,
      siteAudits: { crawler: fakeCrawler() },
    });
    const [own, other] = [await app.key("d@example.com"), await app.key("e@example.com")];
    const scoped = await app.key("d@example.com", { apis: ["pdf"] });
    const { id } = await start(app, own, { maxPages: 1, every: "weekly" });
    const { schedule } = await ended(app, own, id);
    for (const key of [other, scoped]) {
      for (const [method, path] of [
        ["GET", `/seo/site-audits/${id}`],
        ["DELETE", `/seo/site-audits/${id}`],
        ["GET", `/seo/site-audits/${id}/events`],
        ["GET", `/seo/site-audits/${id}/report`],
        ["POST", `/seo/site-audits/${id}/share`],
        ["GET", `/seo/site-audits/${id}/compare?with=${id}`],
        ["DELETE", `/seo/site-audit-schedules/${schedule}`],
        ["GET", "/seo/site-audits/%00"],
        ["GET", "/seo/site-audits/%F0%9F%98%80"],
      ] as const) {
        expect([method, path, (await send(app, method, path, key)).status]).toEqual([method, path, 404]);
      }
    }
    for (const path of ["site-audits", "reports", "site-audit-schedules"]) {
      for (const key of [other, scoped]) {
        const response = await app.get(`/seo/${path}`, key);
        const [list] = Object.values((await response.json()) as Record<string, unknown>);
        expect([path, response.status, list]).toEqual([path, 200, []]);
      }
    }
    const removal = await send(app, "DELETE", `/seo/site-audit-schedules/${schedule}`, scoped);
    expect(await removal.json()).toMatchObject({ code: "unknown-schedule" });
  });

  test("a quota that is used up ends an audit with the pages that were read", async () => {
    await using app = await openTestApp({
      address: engine.address(),
      siteAudits: { crawler: fakeCrawler() },
    });
    const key = await app.key("f@example.com", { plans: ["hobbyist"] });
    const { id } = await start(app, key, { maxPages: 150 });
    const view = await ended(app, key, id);
    expect(view).toMatchObject({ state: "succeeded", stopReason: "quota-exceeded", pages: 100, units: 100 });
    expect(await (await app.get(`/seo/site-audits/${id}/report`, key)).json()).toEqual({
      pages: 100,
      distinct: 100,
    });
    const next = await send(app, "POST", "/seo/site-audits", key, { url: SITE });
    expect([next.status, await next.json()]).toEqual([
      429,
      expect.objectContaining({ code: "quota-exceeded" }),
    ]);
  });

  test("a canceled audit keeps its charges and reports what was read; deleting it leaves nothing", async () => {
    const crawler = fakeCrawler();
    crawler.holdAfter = 3;
    await using app = await openTestApp({
      address: engine.address(),
      catalogue: endless,
      siteAudits: { crawler, leaseMs: 400 },
    });
    const key = await app.key("g@example.com");
    const { id } = await start(app, key, { maxPages: 50 });
    await reached(app, key, id, ({ pages }) => pages === 3);
    expect((await app.get(`/seo/site-audits/${id}/report`, key)).status).toBe(409);
    const canceled = (await (await send(app, "DELETE", `/seo/site-audits/${id}`, key)).json()) as View;
    expect(canceled).toMatchObject({ state: "canceled", stopReason: "canceled", pages: 3, units: 3 });
    expect(await (await app.get(`/seo/site-audits/${id}/report`, key)).json()).toEqual({
      pages: 3,
      distinct: 3,
    });
    // Its place is free again.
    const second = await start(app, key, { maxPages: 2 });
    expect(await ended(app, key, second.id)).toMatchObject({ state: "succeeded", pages: 2 });
    expect((await send(app, "DELETE", `/seo/site-audits/${id}`, key)).status).toBe(200);
    expect((await app.get(`/seo/site-audits/${id}`, key)).status).toBe(404);
    const { query } = app.accounts.database;
    expect(await query`select number from site_audit_step where audit = ${id}`).toEqual([]);
    expect(await query`select part from job_body where job = ${id}`).toEqual([]);
    expect(await used(app)).toEqual({ used: 5, calls: 5 });
  });

  test("an audit that is deleted while its report is being made leaves nothing", async () => {
    const crawler = fakeCrawler();
    crawler.holdAfter = 3;
    const analysis = Promise.withResolvers<void>();
    const deleted = Promise.withResolvers<void>();
    const slow = {
      ...crawler,
      async analyze(...of: Parameters<typeof crawler.analyze>) {
        analysis.resolve();
        await deleted.promise;
        return crawler.analyze(...of);
      },
    };
    await using app = await openTestApp({
      address: engine.address(),
      catalogue: endless,
      siteAudits: { crawler: slow },
    });
    const key = await app.key("g@example.com");
    const { id } = await start(app, key, { maxPages: 50 });
    await reached(app, key, id, ({ pages }) => pages === 3);
    await send(app, "DELETE", `/seo/site-audits/${id}`, key);
    const report = app.get(`/seo/site-audits/${id}/report`, key);
    await analysis.promise;
    expect((await send(app, "DELETE", `/seo/site-audits/${id}`, key)).status).toBe(200);
    deleted.resolve();
    expect((await report).status).toBe(404);
    expect(await app.accounts.database.query`select name from job_body`).toEqual([]);
  });

  test("an audit that is deleted while it is being shared has no link", async () => {
    const crawler = fakeCrawler();
    const printing = Promise.withResolvers<void>();
    const deleted = Promise.withResolvers<void>();
    const slow = {
      ...crawler,
      async print(...of: Parameters<typeof crawler.print>) {
        printing.resolve();
        await deleted.promise;
        return crawler.print(...of);
      },
    };
    await using app = await openTestApp({
      address: engine.address(),
      catalogue: endless,
      siteAudits: { crawler: slow },
    });
    const key = await app.key("g@example.com");
    const { id } = await start(app, key, { maxPages: 2 });
    await ended(app, key, id);
    const shared = send(app, "POST", `/seo/site-audits/${id}/share`, key);
    await printing.promise;
    expect((await send(app, "DELETE", `/seo/site-audits/${id}`, key)).status).toBe(200);
    deleted.resolve();
    expect((await shared).status).toBe(404);
    expect(await (await app.get("/seo/reports", key)).json()).toMatchObject({ reports: [] });
  });

  test("an account runs one audit at a time and has a limit of those that wait", async () => {
    const crawler = fakeCrawler();
    crawler.holdAfter = 0;
    await using app = await openTestApp({
      address: engine.address(),
      catalogue: endless,
      siteAudits: { crawler },
    });
    const [key, other] = [await app.key("h@example.com"), await app.key("i@example.com")];
    const audits = [];
    for (let i = 0; i < 20; i++) audits.push(await start(app, key, { maxPages: 1 }));
    const rejected = await send(app, "POST", "/seo/site-audits", key, { url: SITE });
    expect([rejected.status, await rejected.json()]).toEqual([
      429,
      expect.objectContaining({ code: "too-many-site-audits" }),
    ]);
    const own = await start(app, other, { maxPages: 1 });
    await reached(app, other, own.id, ({ state }) => state === "running");
    const states = await Promise.all(audits.map(async ({ id }) => (await viewOf(app, key, id)).state));
    expect(states.filter((state) => state === "running")).toHaveLength(1);
  });

  test("accounts take turns: an audit that takes long leaves its slot to one that waits, and goes on after it", async () => {
    const crawler = fakeCrawler();
    crawler.holdAfter = 2;
    let time = Date.now();
    await using app = await openTestApp({
      address: engine.address(),
      catalogue: endless,
      siteAudits: { crawler, slots: 1, leaseMs: 60_000 },
      now: () => time,
    });
    const [key, other] = [await app.key("t@example.com"), await app.key("u@example.com")];
    const long = await start(app, key, { url: "https://long.example/", maxPages: 10 });
    await reached(app, key, long.id, ({ pages }) => pages === 2);
    const further = [];
    for (const url of ["https://a.example/", "https://b.example/"]) {
      further.push(await start(app, key, { url, maxPages: 3 }));
    }
    const short = await start(app, other, { url: "https://short.example/", maxPages: 2 });
    time += 10_000;
    expect((await viewOf(app, key, long.id)).state).toBe("running");
    // The next turn is not held.
    crawler.holdAfter = undefined;
    time += 6_000;
    expect(await ended(app, other, short.id)).toMatchObject({ state: "succeeded", pages: 2 });
    for (const { id } of [long, ...further]) {
      expect(await ended(app, key, id)).toMatchObject({ state: "succeeded" });
    }
    const sites = [...new Set(crawler.read.map((url) => new URL(url).hostname))];
    expect(sites.slice(0, 2)).toEqual(["long.example", "short.example"]);
    expect(new Set(crawler.read).size).toBe(crawler.read.length);
    expect(await used(app)).toEqual({ used: 18, calls: 18 });
  });

  test("an audit that has read nothing in its turn keeps its slot until it has", async () => {
    const crawler = fakeCrawler();
    crawler.holdAfter = 0;
    let time = Date.now();
    let looks = 0;
    await using app = await openTestApp({
      address: engine.address(),
      catalogue: endless,
      siteAudits: { crawler, slots: 1, leaseMs: 600_000 },
      now: () => time,
      // Schedules and turns are looked at together.
      wrap: (database) => ({
        ...database,
        query(text, ...values) {
          if (text.join("?").includes("from site_audit_schedule")) looks++;
          return database.query(text, ...values);
        },
      }),
    });
    const [key, other] = [await app.key("v@example.com"), await app.key("w@example.com")];
    const first = await start(app, key, { maxPages: 3 });
    await reached(app, key, first.id, ({ state }) => state === "running");
    const second = await start(app, other, { maxPages: 3 });
    time += 300_000;
    const before = looks;
    await until("the runner has looked for turns that ended", () => looks >= before + 2);
    expect([(await viewOf(app, key, first.id)).state, (await viewOf(app, other, second.id)).state]).toEqual([
      "running",
      "queued",
    ]);
  });

  test("a site without a response fails with its problem and costs nothing; a busy server is tried again", async () => {
    const crawler = fakeCrawler();
    const options = { address: engine.address(), catalogue: endless };
    // Created where nothing runs: an audit that fails at once could have ended before its creation is answered.
    await using app = await openTestApp({ ...options, siteAudits: { crawler, slots: 0 } });
    const key = await app.key("j@example.com");
    const dead = await start(app, key, { url: "https://dead.example/" });
    await using _worker = await openTestApp({ ...options, siteAudits: { crawler } });
    expect(await ended(app, key, dead.id)).toMatchObject({
      state: "failed",
      units: 0,
      reportUrl: null,
      problem: { code: "upstream-unreachable" },
    });
    expect((await app.get(`/seo/site-audits/${dead.id}/report`, key)).status).toBe(410);
    const busy = await start(app, key, { url: "https://busy.example/", maxPages: 2 });
    expect(await ended(app, key, busy.id)).toMatchObject({ state: "succeeded", pages: 2 });
  });

  test("a key that is revoked ends its audit", async () => {
    const crawler = fakeCrawler();
    const address = engine.address();
    const options = { address, catalogue: endless };
    await using app = await openTestApp({ ...options, siteAudits: { crawler, slots: 0 } });
    const key = await app.key("k@example.com");
    const { id } = await start(app, key, { maxPages: 2 });
    const { query } = app.accounts.database;
    await query`update api_key set revoked_at = ${new Date().toISOString()}`;
    const reader = await app.key("k@example.com");
    await using _worker = await openTestApp({ ...options, siteAudits: { crawler } });
    expect(await ended(app, reader, id)).toMatchObject({
      state: "failed",
      units: 0,
      problem: { code: "key-revoked" },
    });
  });

  test("events tell each page once, also over several connections, and end with the audit", async () => {
    const crawler = fakeCrawler();
    crawler.holdAfter = 4;
    await using app = await openTestApp({
      address: engine.address(),
      catalogue: endless,
      siteAudits: { crawler, leaseMs: 400 },
    });
    const key = await app.key("l@example.com");
    const { id } = await start(app, key, { maxPages: 6 });
    const path = `/seo/site-audits/${id}/events`;
    const first = await readEvents(
      await app.get(path, key),
      ({ type, id: last }) => type === "page" && last === "3",
    );
    expect(first.filter(({ type }) => type === "page").map(({ id: number }) => number)).toEqual([
      "1",
      "2",
      "3",
    ]);
    expect(first.find(({ type }) => type === "page")?.data).toMatchObject({
      number: 1,
      url: `${SITE}page-1`,
      status: 200,
    });
    await send(app, "DELETE", `/seo/site-audits/${id}`, key);
    const rest = await readEvents(await app.get(path, key, { "Last-Event-ID": "3" }));
    expect(rest.filter(({ type }) => type === "page").map(({ id: number }) => number)).toEqual(["4"]);
    expect(rest.at(-1)).toMatchObject({ type: "end", id: "end", data: { state: "canceled", pages: 4 } });
    // A browser that connects again is told to stay away.
    expect((await app.get(path, key, { "Last-Event-ID": "end" })).status).toBe(204);
  });

  test("a page of another origin may resume events", async () => {
    await using app = await openTestApp({
      address: engine.address(),
      catalogue: endless,
      siteAudits: { crawler: fakeCrawler() },
    });
    const key = await app.key("o@example.com");
    const { id } = await start(app, key, { maxPages: 2 });
    await ended(app, key, id);
    const path = `/seo/site-audits/${id}/events`;
    // As a browser asks before it sends these headers (Fetch, section 4.8).
    const preflight = await fetch(app.url + path, {
      method: "OPTIONS",
      headers: {
        Origin: "https://dashboard.example",
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "authorization,last-event-id",
      },
    });
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    const allowed = preflight.headers.get("access-control-allow-headers")?.toLowerCase().split(", ");
    expect(allowed).toEqual(expect.arrayContaining(["authorization", "last-event-id"]));
    for (const [last, status] of [
      ["1", 200],
      ["end", 204],
    ] as const) {
      const origin = "https://dashboard.example";
      const response = await app.get(path, key, { Origin: origin, "Last-Event-ID": last });
      await response.body?.cancel();
      expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([status, "*"]);
    }
  });

  test("the number of streams is limited, and one that is left is free again", async () => {
    const crawler = fakeCrawler();
    crawler.holdAfter = 0;
    await using app = await openTestApp({
      address: engine.address(),
      catalogue: endless,
      siteAudits: { crawler },
    });
    const key = await app.key("m@example.com");
    const { id } = await start(app, key, { maxPages: 1 });
    const path = `/seo/site-audits/${id}/events`;
    const streams = await Promise.all(Array.from({ length: 20 }, () => app.get(path, key)));
    expect(streams.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect((await app.get(path, key)).status).toBe(503);
    await streams[0]?.body?.cancel();
    await until("the place is free", async () => {
      const response = await app.get(path, key);
      await response.body?.cancel();
      return response.status === 200;
    });
    for (const stream of streams.slice(1)) await stream.body?.cancel();
  });

  test("two audits are compared, and a report is shared by a link", async () => {
    const crawler = fakeCrawler();
    await using app = await openTestApp({
      address: engine.address(),
      catalogue: endless,
      siteAudits: { crawler },
    });
    const key = await app.key("n@example.com");
    const before = await start(app, key, { maxPages: 1 });
    await ended(app, key, before.id);
    crawler.issues = 2;
    const after = await start(app, key, { maxPages: 1 });
    await ended(app, key, after.id);
    const compare = await app.get(`/seo/site-audits/${after.id}/compare?with=${before.id}`, key);
    expect(await compare.json()).toMatchObject({ isWorse: true, newCount: 2, fixedCount: 0 });
  });

  test("a schedule starts one audit an interval, makes up for one missed run, and tells when a site got worse", async () => {
    const crawler = fakeCrawler();
    const sent: Message[] = [];
    let clock = Date.parse("2026-03-01T10:00:00Z");
    await using app = await openTestApp({
      address: engine.address(),
      catalogue: endless,
      siteAudits: { crawler },
      now: () => clock,
      send: async (message) => void sent.push(message),
    });
    const key = await app.key("o@example.com");
    const created = await send(app, "POST", "/seo/site-audit-schedules", key, {
      url: SITE,
      every: "daily",
      maxPages: 2,
    });
    expect([created.status, await created.json()]).toEqual([
      201,
      expect.objectContaining({ every: "daily", nextAt: "2026-03-02T10:00:00.000Z" }),
    ]);
    const audits = async () =>
      ((await (await app.get("/seo/site-audits", key)).json()) as { siteAudits: View[] }).siteAudits;
    const run = async (days: number, count: number) => {
      clock += days * 86_400_000;
      await until("the audits have ended", async () => {
        const all = await audits();
        return all.length === count && all.every(({ state }) => state === "succeeded");
      });
    };
    expect(await audits()).toEqual([]);
    await run(1, 1);
    // Five runs were missed: one is made up for.
    crawler.issues = 3;
    await run(5.5, 2);
    const { schedules } = (await (await app.get("/seo/site-audit-schedules", key)).json()) as {
      schedules: { id: string; nextAt: string }[];
    };
    expect(schedules[0]?.nextAt).toBe("2026-03-08T10:00:00.000Z");
    await until("the email was sent", () => sent.length === 1);
    expect(sent[0]?.subject).toBe(`Your scheduled audit of ${SITE} got worse`);
    expect(sent[0]?.text).toContain("New issues: 3\n");
    // No change, no email.
    await run(1, 3);
    expect((await send(app, "DELETE", `/seo/site-audit-schedules/${schedules[0]?.id}`, key)).status).toBe(
      200,
    );
    expect(sent).toHaveLength(1);
  });

  test("an account that is deleted takes its audits with it, and its export has them", async () => {
    const crawler = fakeCrawler();
    await using app = await openTestApp({
      address: engine.address(),
      catalogue: endless,
      siteAudits: { crawler },
    });
    const key = await app.key("p@example.com");
    const { id } = await start(app, key, { maxPages: 2, every: "weekly" });
    await ended(app, key, id);
    const { accounts } = app;
    const { account } = await accounts.accountStore.ensure("p@example.com");
    const data = await accounts.accountDeletion.exportData(account.id);
    expect(JSON.parse(JSON.stringify(data))).toMatchObject({
      siteAudits: [{ id, pages: 2 }],
      siteAuditSchedules: [{ url: SITE }],
    });
    await accounts.accountDeletion.remove(account.id);
    await until("no row is left", async () => {
      await accounts.accountDeletion.work(new AbortController().signal);
      const { query } = accounts.database;
      const rows = await query<{ n: number | string }>`
        select (select count(*) from site_audit) + (select count(*) from site_audit_step)
          + (select count(*) from site_audit_schedule) + (select count(*) from job_body) as n`;
      return Number(rows[0]?.n) === 0;
    });
  });
});
