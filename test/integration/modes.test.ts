import { describe, expect, test } from "bun:test";
import { migrate } from "../../src/store/migrate.ts";
import { migrations } from "../../src/store/migrations.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { nightlyEngines } from "../helpers/engines.ts";
import type { Document } from "../helpers/openapi-document.ts";
import { openTestApp, type TestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";
import { fakeCrawler } from "../servers/fake-crawler.ts";

/**
 * What each endpoint does with the mode of a key.
 * - object: finds objects of the mode of the key; a key of the other mode gets 404.
 * - list: lists objects of the mode of the key.
 * - creates: what it makes has the mode of the key.
 * - live: rejects test keys (403 key-scope): site audits are live, and management scopes belong to live keys.
 * - both: without a key, or about the account as a whole: objects of both modes, each with its mode.
 * - none: reads and changes no object that has a mode.
 */
type Decision = "object" | "list" | "creates" | "live" | "both" | "none";

/** A new endpoint needs an entry here. */
const decisions: Readonly<Record<string, Decision>> = {
  uuidV4: "none",
  uuidV7: "none",
  uuidValidate: "none",
  uuidValidateBatch: "none",
  uuidDecode: "none",
  uuidHealth: "none",
  pdfNoop: "creates",
  pdfBatch: "creates",
  pdfStream: "creates",
  pdfList: "none",
  listPlans: "none",
  // The quota that live calls have left: test calls cost nothing.
  readUsage: "none",
  listJobs: "list",
  readJob: "object",
  cancelJob: "object",
  readJobResult: "object",
  createJobLink: "object",
  downloadJobResult: "both",
  followJob: "object",
  createJobEventLink: "object",
  followLinkedJob: "both",
  createBatch: "creates",
  listBatches: "list",
  readBatch: "object",
  cancelBatch: "object",
  readBatchResults: "object",
  createBatchLink: "object",
  downloadBatchResults: "both",
  followBatch: "object",
  createBatchEventLink: "object",
  followLinkedBatch: "both",
  createSiteAudit: "live",
  listSiteAudits: "list",
  readSiteAudit: "object",
  removeSiteAudit: "object",
  followSiteAudit: "object",
  createSiteAuditEventLink: "object",
  followLinkedSiteAudit: "both",
  readSiteAuditReport: "object",
  compareSiteAudits: "object",
  shareSiteAudit: "object",
  unshareSiteAudit: "object",
  listSharedReports: "list",
  removeSharedReport: "object",
  createSiteAuditSchedule: "live",
  listSiteAuditSchedules: "list",
  removeSiteAuditSchedule: "object",
  listWebhooks: "live",
  createWebhook: "live",
  readWebhook: "live",
  updateWebhook: "live",
  deleteWebhook: "live",
  rollWebhook: "live",
  testWebhook: "live",
  listWebhookDeliveries: "live",
  replayWebhookDelivery: "live",
  replayWebhook: "live",
  listKeys: "live",
  createManagedKey: "live",
  updateManagedKey: "live",
  revokeManagedKey: "live",
  rollManagedKey: "live",
};

const METHODS = ["get", "post", "patch", "put", "delete"] as const;

/** An endpoint that a key, or a link, may call. */
interface Described {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

/** The endpoints of both documents that neither a session nor the operator's token opens. */
async function described(app: TestApp): Promise<Described[]> {
  const found = new Map<string, Described>();
  for (const name of ["suite", "accounts"]) {
    const document = (await (await app.get(`/${name}/openapi.json`)).json()) as Document;
    for (const [path, of] of Object.entries(document.paths)) {
      for (const method of METHODS) {
        const one = of[method];
        const security = JSON.stringify(one?.security ?? []);
        if (one === undefined || /session|admin/i.test(security) || path.startsWith("/confirm")) continue;
        // Open to everybody, and about nobody's objects: sign-up, and what payment providers send.
        if (name === "accounts" && security === "[]" && method === "post") continue;
        found.set(one.operationId, { id: one.operationId, method: method.toUpperCase(), path });
      }
    }
  }
  return [...found.values()];
}

interface Account {
  readonly app: TestApp;
  readonly crawler: ReturnType<typeof fakeCrawler>;
  readonly account: string;
  readonly live: string;
  readonly tested: string;
  /** Has the scope `webhooks`. */
  readonly manager: string;
}

async function open(address: string, allow = ""): Promise<Account> {
  const crawler = fakeCrawler();
  const app = await openTestApp({ address, siteAudits: { crawler }, allow });
  const live = await app.key("owner@example.com", { plans: ["pdf"] });
  const manager = await app.key("owner@example.com", { apis: ["webhooks"] });
  const { account } = await app.accounts.accountStore.ensure("owner@example.com");
  const { key } = await app.accounts.keys.create(account.id, "test", null, { mode: "test" });
  app.secrets.add(key);
  return { app, crawler, account: account.id, live, tested: key, manager };
}

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

async function ask(app: TestApp, key: string, path: string, { method = "GET", headers, body }: Sent = {}) {
  const response = await fetch(app.url + path, {
    method,
    headers: { "X-API-Key": key, "Content-Type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = response.headers.get("content-type")?.includes("event-stream") ? "{}" : await response.text();
  await response.body?.cancel().catch(() => {});
  return { status: response.status, text, json: /^[[{]/.test(text) ? parsed(text) : {} };
}

function parsed(text: string): Record<string, unknown> {
  const [line = "{}"] = text.split("\n");
  return JSON.parse(line) as Record<string, unknown>;
}

/** A job and a batch of a key, which have ended. */
async function objectsOf(app: TestApp, key: string) {
  const headers = { Prefer: "respond-async" };
  const job = await ask(app, key, "/invented/batch?units=2", { method: "POST", headers });
  const batch = await ask(app, key, "/batches?operation=pdf.batch", { method: "POST", body: [{ units: 1 }] });
  expect([job.status, batch.status]).toEqual([202, 202]);
  const ids = { job: String(job.json.id), batch: String(batch.json.id) };
  await until("both have ended", async () => {
    const states = [
      (await ask(app, key, `/jobs/${ids.job}`)).json.state,
      (await ask(app, key, `/batches/${ids.batch}`)).json.state,
    ];
    return states.join() === "succeeded,finished";
  });
  return ids;
}

/** A site audit that has ended, and a schedule. */
async function auditsOf(app: TestApp, key: string) {
  const body = { url: "https://site.example/", maxPages: 2 };
  const audit = await ask(app, key, "/seo/site-audits", { method: "POST", body });
  const path = "/seo/site-audit-schedules";
  const schedule = await ask(app, key, path, { method: "POST", body: { ...body, every: "daily" } });
  expect([audit.status, schedule.status]).toEqual([202, 201]);
  const ids = { audit: String(audit.json.id), schedule: String(schedule.json.id) };
  await until("the audit has ended", async () => {
    return (await ask(app, key, `/seo/site-audits/${ids.audit}`)).json.state === "succeeded";
  });
  const share = `/seo/site-audits/${ids.audit}/share`;
  expect((await ask(app, key, share, { method: "POST", body: {} })).status).toBe(201);
  const { json } = await ask(app, key, "/seo/reports");
  return { ...ids, report: (json.reports as { id: string }[])[0]?.id ?? "" };
}

type Objects = Awaited<ReturnType<typeof objectsOf>> & Partial<Awaited<ReturnType<typeof auditsOf>>>;

/** The path of an endpoint with the object that it is about. */
function pathOf({ path }: Described, of: Objects): string {
  const kinds: [string, string | undefined][] = [
    ["/jobs/", of.job],
    ["/batches/", of.batch],
    ["/seo/site-audits/", of.audit],
    ["/seo/site-audit-schedules/", of.schedule],
    ["/seo/reports/", of.report],
  ];
  const id = kinds.find(([prefix]) => path.startsWith(prefix))?.[1] ?? "none";
  const query = path.endsWith("/compare") ? `?with=${of.audit}` : "";
  return path.replace("{id}", id).replaceAll(/\{\w+\}/g, "none") + query;
}

describe.each(nightlyEngines)("the modes of keys on $name", (engine) => {
  test("every endpoint keeps objects of the other mode from a key", async () => {
    const of = await open(engine.address());
    const { app, live, tested } = of;
    await using _ = app;
    const all = await described(app);
    // An endpoint without a decision, and a decision without its endpoint.
    expect(all.map(({ id }) => id).sort()).toEqual(Object.keys(decisions).sort());
    const own = await objectsOf(app, live);
    const liveObjects: Objects = { ...own, ...(await auditsOf(app, live)) };
    const testObjects: Objects = await objectsOf(app, tested);
    const last = (a: Described, b: Described) =>
      Number(a.method === "DELETE") - Number(b.method === "DELETE");
    const sides = [
      { key: tested, own: testObjects, other: liveObjects },
      { key: live, own: liveObjects, other: testObjects },
    ];
    for (const { key, own, other } of sides) {
      for (const one of all.toSorted(last).filter(({ id }) => decisions[id] === "object")) {
        const { method } = one;
        const hidden = await ask(app, key, pathOf(one, other), { method });
        expect([one.id, hidden.status, hidden.json.code]).toEqual([
          one.id,
          404,
          expect.stringMatching(/^unknown-(job|batch|site-audit|schedule|shared-report)$/),
        ]);
        const isThere = !pathOf(one, own).includes("none") && !pathOf(one, own).includes("undefined");
        if (isThere && method !== "DELETE") {
          expect([one.id, (await ask(app, key, pathOf(one, own), { method })).status]).not.toEqual([
            one.id,
            404,
          ]);
        }
      }
      for (const one of all.filter(({ id }) => decisions[id] === "list")) {
        const { status, text } = await ask(app, key, one.path);
        expect([one.id, status]).toEqual([one.id, 200]);
        for (const id of Object.values(other)) expect(text).not.toContain(id);
        expect(text).not.toContain(key === live ? '"mode":"test"' : '"mode":"live"');
      }
    }
    for (const one of all.filter(({ id }) => decisions[id] === "live")) {
      const { method } = one;
      const body = { url: "https://site.example/", every: "daily" };
      const rejected = await ask(app, tested, pathOf(one, liveObjects), {
        method,
        ...(method === "POST" || method === "PATCH" ? { body } : {}),
      });
      expect([one.id, rejected.status, rejected.json.code]).toEqual([one.id, 403, "key-scope"]);
    }
    // Nothing was canceled or deleted on the way.
    for (const [key, objects] of [
      [live, liveObjects],
      [tested, testObjects],
    ] as const) {
      expect((await ask(app, key, `/jobs/${objects.job}/result`)).status).toBe(200);
      expect((await ask(app, key, `/batches/${objects.batch}/results`)).text).toContain('"succeeded"');
    }
    expect((await ask(app, live, `/seo/site-audits/${liveObjects.audit}/report`)).status).toBe(200);
    expect((await ask(app, live, "/seo/site-audit-schedules")).text).toContain(`${liveObjects.schedule}`);
  });

  test("objects say their mode; lists are whole pages of one mode, and the account page shows both", async () => {
    const of = await open(engine.address());
    const { app, live, tested, account } = of;
    await using _ = app;
    const liveObjects = await objectsOf(app, live);
    const tests = [await objectsOf(app, tested), await objectsOf(app, tested), await objectsOf(app, tested)];
    expect((await ask(app, live, `/jobs/${liveObjects.job}`)).json.mode).toBe("live");
    expect((await ask(app, tested, `/batches/${tests[0]?.batch}`)).json.mode).toBe("test");
    for (const [kind, name] of [
      ["jobs", "job"],
      ["batches", "batch"],
    ] as const) {
      const page = await ask(app, tested, `/${kind}?limit=2`);
      const rest = await ask(app, tested, `/${kind}?limit=2&after=${page.json.next}`);
      const ids = [page, rest].flatMap(({ json }) => (json[kind] as { id: string }[]).map(({ id }) => id));
      expect(ids).toEqual(tests.map((one) => one[name]).reverse());
      const own = (await ask(app, live, `/${kind}?limit=1`)).json;
      expect([(own[kind] as { id: string }[]).map(({ id }) => id), own.next]).toEqual([
        [liveObjects[name]],
        null,
      ]);
    }
    const session = await app.accounts.sessions.begin(account);
    app.secrets.add(session);
    const page = async (path: string, accept: string) => {
      const headers = { Cookie: `quintet_session=${session}`, Accept: accept };
      return (await fetch(app.url + path, { headers })).text();
    };
    const listed: { id: string; mode: string }[] = [];
    for (let after: string | null = ""; after !== null; ) {
      const query: string = after === "" ? "" : `&after=${after}`;
      const { jobs, next } = JSON.parse(await page(`/account/jobs?limit=3${query}`, "application/json"));
      listed.push(...jobs);
      after = next;
    }
    const all = [liveObjects, ...tests].flatMap(({ job, batch }) => [job, batch]);
    expect(listed.map(({ id }) => id)).toEqual(all.reverse());
    expect(listed.map(({ mode }) => mode)).toEqual([...Array(6).fill("test"), "live", "live"]);
    expect((await page("/account/jobs", "text/html")).match(/ Test<\/\w+>/g)).toHaveLength(6);
    const requests = JSON.parse(await page("/account/requests", "application/json")) as {
      requests: { mode: string; key: string }[];
    };
    const keys = await app.accounts.keys.list(account);
    expect(requests.requests.length).toBeGreaterThan(0);
    for (const { mode, key } of requests.requests)
      expect(mode).toBe(keys.find(({ id }) => id === key)?.mode ?? "");
  });

  test("what test keys make fires webhooks of test mode only, and events say their mode", async () => {
    const received: { path: string; body: Record<string, unknown> }[] = [];
    using hooks = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      async fetch(request) {
        const body = (await request.json()) as Record<string, unknown>;
        received.push({ path: new URL(request.url).pathname, body });
        return new Response(null, { status: 204 });
      },
    });
    const host = `127.0.0.1:${hooks.port}`;
    const { app, live, tested, manager } = await open(engine.address(), host);
    await using _ = app;
    const make = async (path: string, mode?: string) => {
      const body = { url: `http://${host}${path}`, ...(mode === undefined ? {} : { mode }) };
      const made = await ask(app, manager, "/webhooks", { method: "POST", body });
      app.secrets.add(String(made.json.secret));
      expect([made.status, made.json.mode]).toEqual([201, mode ?? "live"]);
      return String(made.json.id);
    };
    await make("/live");
    const id = await make("/test", "test");
    const odd = { url: `http://${host}/odd`, mode: "both" };
    expect((await ask(app, manager, "/webhooks", { method: "POST", body: odd })).status).toBe(400);
    await objectsOf(app, tested);
    await objectsOf(app, live);
    await until("all events have arrived", () => received.length >= 4);
    const events = received.map(({ path, body }) => [path, body.mode, (body.data as { mode: string }).mode]);
    expect(events.sort()).toEqual([
      ["/live", "live", "live"],
      ["/live", "live", "live"],
      ["/test", "test", "test"],
      ["/test", "test", "test"],
    ]);
    expect((await ask(app, manager, `/webhooks/${id}/test`, { method: "POST", body: {} })).status).toBe(202);
    await until("the test event has arrived", () => received.length === 5);
    expect(received.at(-1)).toMatchObject({ path: "/test", body: { type: "webhook.test", mode: "test" } });
  });

  test("rows from before the modes get that of their key, and are live where it is not known", async () => {
    const database = openDatabase(engine.emptyAddress());
    const before = migrations.filter(({ name }) => name !== "modes");
    const number = migrations.find(({ name }) => name === "modes")?.number ?? 0;
    await migrate(database, { steps: before.filter((step) => step.number < number) });
    const { query } = database;
    await query`insert into account (id, email, created_at) values ('a', 'a@example.com', '')`;
    for (const [id, mode] of [
      ["l", null],
      ["t", "test"],
    ] as const) {
      await query`
        insert into api_key (id, account, hash, name, hint, created_at, mode)
        values (${id}, 'a', ${id}, '', '', '', ${mode})`;
    }
    for (const key of ["l", "t", "gone"]) {
      await query`
        insert into batch (id, account, api, operation, size, created_at, expires_at)
        values (${`b-${key}`}, 'a', 'pdf', 'noop', 1, '', '')`;
      for (const [id, batch, place] of [
        [`j-${key}`, null, null],
        [`b-${key}.0`, `b-${key}`, 0],
      ] as const) {
        await query`
          insert into job (id, account, key_id, api, operation, batch, place, state, bytes, created_at, due_at, expires_at)
          values (${id}, 'a', ${key}, 'pdf', 'noop', ${batch}, ${place}, 'queued', 0, '', '', '')`;
      }
      await query`
        insert into request_log
          (account, id, created_at, key_id, api, operation, status, units, duration_ms, request_id)
        values ('a', ${`r-${key}`}, '', ${key}, 'pdf', 'noop', 200, 1, 1, '')`;
    }
    await migrate(database);
    for (const table of ["batch", "job", "request_log"]) {
      const rows = await database.transaction((_query, script) =>
        script(`select id, mode from ${table}`, []),
      );
      expect(rows.length).toBeGreaterThan(0);
      for (const { id, mode } of rows)
        expect([id, mode]).toEqual([id, String(id).includes("-t") ? "test" : "live"]);
    }
    await database.close();
  });
});
