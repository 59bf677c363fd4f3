import { describe, expect, spyOn, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { DataKeys } from "../../src/accounts/data-keys.ts";
import { JobBodies } from "../../src/jobs/job-bodies.ts";
import { createLog } from "../../src/ops/log.ts";
import { WorkRunner } from "../../src/queue/work-runner.ts";
import type { Database } from "../../src/store/database.ts";
import { migrations } from "../../src/store/migrations.ts";
import { memoryObjects } from "../fixtures/memory-objects.ts";
import { endless } from "../helpers/endless.ts";
import { type Engine, engines } from "../helpers/engines.ts";
import { openTestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";
import { fakeCrawler } from "../servers/fake-crawler.ts";

const HOUR_MS = 3_600_000;
const SITE = "https://site.example/";

/** Bytes that no compression makes short enough for a row. */
const long = () => [1, 2].map(() => crypto.getRandomValues(new Uint8Array(60_000)).toBase64()).join("");

/** A crawler whose reports are long, and which waits before its second page and before its report as a test says. */
function slowCrawler() {
  const gates = { page: Promise.resolve(), report: Promise.resolve(), reports: 0 };
  const crawler = fakeCrawler();
  const { analyze } = crawler;
  return {
    gates,
    crawler: Object.assign(crawler, {
      crawl: async (
        task: Parameters<typeof crawler.crawl>[0],
        log: Parameters<typeof crawler.crawl>[1],
      ): ReturnType<typeof crawler.crawl> => {
        for (let page = 1; page <= 2; page++) {
          const url = `${SITE}${task.id}/${page}`;
          const counts = { done: page, waiting: 1 };
          await log.add([{ units: 1, url, status: 200, data: JSON.stringify({ page }) }], counts);
          await gates.page;
        }
        return { stopReason: undefined, problem: undefined };
      },
      analyze: async (...given: Parameters<typeof analyze>): ReturnType<typeof analyze> => {
        gates.reports++;
        await gates.report;
        const [report, findings] = [gzipSync(JSON.stringify(long())), new TextEncoder().encode(long())];
        return { ...(await analyze(...given)), report, findings };
      },
    }),
  };
}

const tables = migrations.flatMap(({ sql }) =>
  [...sql.matchAll(/create table (\w+)/g)].map((match) => match[1] ?? ""),
);

/** How many rows of each table name one of these. */
async function rowsWith(database: Database, names: Iterable<string>): Promise<Record<string, number>> {
  const wanted = [...names];
  const found: Record<string, number> = {};
  for (const table of tables) {
    const rows = await database.transaction((_query, script) => script(`select * from ${table}`));
    const own = rows.filter((row) => wanted.some((name) => JSON.stringify(row).includes(name)));
    if (own.length > 0) found[table] = own.length;
  }
  return found;
}

async function open(engine: Engine) {
  const clock = { aheadMs: 0 };
  const now = () => Date.now() + clock.aheadMs;
  const objects = memoryObjects();
  const { crawler, gates } = slowCrawler();
  const app = await openTestApp({
    address: engine.address(),
    catalogue: endless,
    siteAudits: { crawler },
    jobs: { objects: objects.store },
    now,
  });
  const { database, accountDeletion, accountStore, emailQueue } = app.accounts;
  const keys = new DataKeys(database);
  const bodies = new JobBodies({ database, keys, objects: objects.store, log: createLog("silent"), now });
  const owner = async (email: string) => {
    const key = await app.key(email);
    const manager = await app.key(email, { apis: ["webhooks"] });
    const id = (await accountStore.byEmail(email))?.id ?? "";
    const send = (method: string, path: string, body?: unknown, headers = {}) =>
      fetch(app.url + path, {
        method,
        headers: {
          "X-API-Key": path === "/webhooks" ? manager : key,
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const json = async (method: string, path: string, body?: unknown, headers = {}) =>
      (await (await send(method, path, body, headers)).json()) as Record<string, unknown>;
    return { id, email, key, send, json };
  };
  /** Goes on with the deletion for some hours. */
  const finish = async () => {
    for (let hour = 0; hour < 4; hour++) {
      // What was counted before is written by then: hours pass at once here.
      await app.accounts.requestLog.flush();
      await accountDeletion.work(new AbortController().signal);
      await bodies.sweep();
      clock.aheadMs += HOUR_MS;
    }
  };
  return { app, objects, gates, clock, database, accountDeletion, emailQueue, bodies, owner, finish };
}

type Opened = Awaited<ReturnType<typeof open>>;
type Owner = Awaited<ReturnType<Opened["owner"]>>;

/** Everything that an account can have; resolves with the names by which its rows are known. */
async function fill({ app, emailQueue, database }: Opened, { id, email, send, json }: Owner) {
  const names = new Set([id, email]);
  const note = (view: Record<string, unknown>) => {
    expect(view.id).toBeString();
    names.add(String(view.id));
    return String(view.id);
  };
  const ended = (path: string) =>
    until(`${path} has ended`, async () => (await json("GET", path)).state === "succeeded");
  app.secrets.add(await app.accounts.sessions.begin(id));
  app.secrets.add(await app.accounts.signUp.makeLink(email));
  await emailQueue.enqueue("quota", email, {});
  await send("GET", "/invented/noop", undefined, { "Idempotency-Key": "one" });
  await send("POST", "/invented/batch?units=2", undefined, { "Idempotency-Key": "two" });
  const hook = await json("POST", "/webhooks", {
    url: "https://hooks.example/",
    events: "site-audit.completed",
  });
  app.secrets.add(String(hook.secret));
  note(hook);
  const later = { Prefer: "respond-async" };
  const job = note(await json("POST", "/invented/stream?size=200000", undefined, later));
  await ended(`/jobs/${job}`);
  const { url: jobLink } = await json("POST", `/jobs/${job}/link`);
  const audit = note(await json("POST", "/seo/site-audits", { url: SITE, every: "daily" }));
  await ended(`/seo/site-audits/${audit}`);
  const { schedule } = await json("GET", `/seo/site-audits/${audit}`);
  names.add(String(schedule));
  const { url: reportLink } = await json("POST", `/seo/site-audits/${audit}/share`);
  const { reports } = (await json("GET", "/seo/reports")) as { reports: Record<string, unknown>[] };
  for (const report of reports) note(report);
  await database.query`
    insert into credit_grant (id, account, plan, amount, created_at, expires_at, note)
    values (${`grant ${id}`}, ${id}, 'free', 5, '2026-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z', 'a gift')`;
  await app.accounts.requestLog.flush();
  const links = [jobLink, reportLink].map((url) => {
    app.secrets.add(String(url).replace(/.*(?:signature=|reports\/)/, ""));
    return String(url).replace("http://quintet.test", app.url);
  });
  return { names, links };
}

const statuses = (links: readonly string[]) =>
  Promise.all(links.map(async (url) => (await fetch(url)).status));

/** Tables that name a deleted account by what docs/operators.md says: who did what. */
const KEPT = ["audit"];

describe.each(engines)("a deleted account on $name", (engine) => {
  test("leaves no row, object or link but what the docs name, and other accounts lose nothing", async () => {
    const opened = await open(engine);
    await using _ = opened.app;
    const { objects, database, accountDeletion, finish } = opened;
    const [gone, other] = [await opened.owner("gone@example.com"), await opened.owner("other@example.com")];
    const kept = await fill(opened, other);
    const othersObjects = [...objects.kept.keys()];
    expect(othersObjects.length).toBeGreaterThanOrEqual(3);
    const before = await fill(opened, gone);
    expect(await statuses(before.links)).toEqual([200, 200]);
    expect(objects.kept.size).toBeGreaterThanOrEqual(2 * othersObjects.length);
    expect(Object.keys(await rowsWith(database, before.names))).toEqual(
      expect.arrayContaining(
        [
          "account",
          "api_key",
          "credit_grant",
          "data_key",
          "job",
          "job_body",
          "link",
          "mail",
          "replay",
          "request_log",
          "session",
          "shared_report",
          "site_audit",
          "site_audit_schedule",
          "site_audit_step",
          "usage",
          "usage_day",
          "key_usage_day",
          "webhook_delivery",
          "webhook_endpoint",
          "webhook_event",
        ].filter((table) => table !== "account_plan"),
      ),
    );
    const others = await rowsWith(database, kept.names);
    await accountDeletion.remove(gone.id);
    expect(await statuses(before.links)).toEqual([404, 404]);
    await finish();
    const left = await rowsWith(database, before.names);
    expect(Object.keys(left).filter((table) => !KEPT.includes(table))).toEqual([]);
    expect([...objects.kept.keys()].sort()).toEqual(othersObjects.sort());
    expect(await database.query`select account from account_deletion`).toEqual([]);
    // The other account keeps what has no end of its own within these hours.
    const { job_body, site_audit, shared_report, api_key } = await rowsWith(database, kept.names);
    expect({ job_body, site_audit, shared_report, api_key }).toEqual({
      job_body: others.job_body,
      site_audit: others.site_audit,
      shared_report: others.shared_report,
      api_key: others.api_key,
    });
    expect((await statuses(kept.links))[1]).toBe(200);
  });

  test("gets no batch whose upload ends after the deletion", async () => {
    const opened = await open(engine);
    await using app = opened.app;
    const { id, key } = await opened.owner("late@example.com");
    const { readable, writable } = new TransformStream<Uint8Array>();
    const body = writable.getWriter();
    const headers = { "X-API-Key": key, "Content-Type": "application/x-ndjson" };
    const sending = fetch(`${app.url}/batches?operation=pdf.batch`, {
      method: "POST",
      headers,
      body: readable,
    });
    await body.write(new TextEncoder().encode('{"units":1}\n'));
    await until("its key was accepted", async () => {
      const used = await opened.database
        .query`select 1 from api_key where account = ${id} and last_used_on is not null`;
      return used.length > 0;
    });
    await opened.accountDeletion.remove(id);
    await body.write(new TextEncoder().encode('{"units":1}\n'));
    await body.close();
    expect(await (await sending).json()).toMatchObject({ code: "key-revoked" });
    const { job, batch } = await rowsWith(opened.database, [id]);
    expect([job, batch]).toEqual([undefined, undefined]);
  });

  test("gets nothing from a site audit and a job that ran while it was deleted", async () => {
    using begun = spyOn(WorkRunner.prototype, "begin");
    const running = () => begun.mock.contexts.flatMap((runner) => (runner as WorkRunner<object>).running);
    const opened = await open(engine);
    await using app = opened.app;
    const { objects, gates, clock, database, accountDeletion, finish } = opened;
    const [pages, reports] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const [reading, reporting, sending] = [
      await opened.owner("reading@example.com"),
      await opened.owner("reporting@example.com"),
      await opened.owner("sending@example.com"),
    ];
    gates.report = reports.promise;
    await reporting.json("POST", "/seo/site-audits", { url: SITE });
    await until("its report is made", () => gates.reports === 1);
    gates.page = pages.promise;
    const { id } = await reading.json("POST", "/seo/site-audits", { url: SITE, every: "daily" });
    await until(
      "a page was read",
      async () => (await reading.json("GET", `/seo/site-audits/${id}`)).pages === 1,
    );
    const arrival = Promise.withResolvers<void>();
    objects.arrival = arrival.promise;
    await sending.json("POST", "/invented/stream?size=200000", undefined, { Prefer: "respond-async" });
    await until("its result is sent", () => objects.sent === 1);
    const all = [reading, reporting, sending];
    for (const { id } of all) await accountDeletion.remove(id);
    await accountDeletion.work(new AbortController().signal);
    await opened.bodies.sweep();
    expect(new Set(running()).size).toBeGreaterThanOrEqual(3);
    for (const gate of [pages, reports, arrival]) gate.resolve();
    await until("the runner and the worker have ended", () => running().length === 0);
    // Before an hour passes at once: the background deletes beside this test, for the last time after it.
    await app.accounts.requestLog.flush();
    clock.aheadMs += HOUR_MS;
    await finish();
    const names = all.flatMap(({ id, email }) => [id, email]);
    const left = await rowsWith(database, names);
    expect(Object.keys(left).filter((table) => !KEPT.includes(table))).toEqual([]);
    const rows = await Promise.all(
      ["job_body", "site_audit_step", "site_audit", "job", "site_audit_schedule", "mail", "data_key"].map(
        async (table) =>
          (await database.transaction((_query, script) => script(`select * from ${table}`))).length,
      ),
    );
    expect(rows).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(objects.kept.size).toBe(0);
    expect(
      app.lines.filter((line) => line.includes('"level":"error"') && !line.includes("not ready")),
    ).toEqual([]);
  });

  test("is deleted from a bucket that failed meanwhile, once it works again", async () => {
    const opened = await open(engine);
    await using app = opened.app;
    const { objects, database, accountDeletion, bodies, clock, finish } = opened;
    const gone = await opened.owner("gone@example.com");
    await fill(opened, gone);
    const stored = objects.kept.size;
    expect(stored).toBeGreaterThan(0);
    objects.isFailing = true;
    await accountDeletion.remove(gone.id);
    await finish();
    expect(objects.kept.size).toBe(stored);
    // It is known that something is left.
    expect(await accountDeletion.work(new AbortController().signal)).toBe(true);
    objects.isFailing = false;
    await bodies.sweep();
    clock.aheadMs += HOUR_MS;
    await finish();
    expect(objects.kept.size).toBe(0);
    expect(await database.query`select * from job_body`).toEqual([]);
    expect(await database.query`select * from account_deletion`).toEqual([]);
    expect(
      app.lines.filter((line) => line.includes('"level":"error"') && !line.includes("not ready")),
    ).toEqual([]);
  });
});
