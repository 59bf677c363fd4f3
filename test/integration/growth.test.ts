// An installation that has grown: no statement reads a table whole, old rows go, and nobody waits for it.
import { describe, expect, test } from "bun:test";
import { accountSorts } from "../../src/accounts/account-directory.ts";
import { BillingStore } from "../../src/accounts/billing/billing-store.ts";
import { DataKeys } from "../../src/accounts/data-keys.ts";
import { LAST_ID } from "../../src/accounts/keyset-page.ts";
import { Retention } from "../../src/accounts/retention.ts";
import { applyCharges, applyRefunds, type Charge, openWriter } from "../../src/accounts/usage-batch.ts";
import { JobBodies } from "../../src/jobs/job-bodies.ts";
import { JobQueue } from "../../src/jobs/job-queue.ts";
import { JobStore } from "../../src/jobs/job-store.ts";
import { AvailabilityMeter } from "../../src/ops/availability.ts";
import { createLog } from "../../src/ops/log.ts";
import { RequestMetrics } from "../../src/ops/request-metrics.ts";
import { SiteAuditQueue } from "../../src/site-audits/site-audit-queue.ts";
import type { Database, Value } from "../../src/store/database.ts";
import { serversOn } from "../../src/store/server-mark.ts";
import { createState } from "../../src/store/state.ts";
import { WebhookLog } from "../../src/webhooks/webhook-log.ts";
import { WebhookQueue } from "../../src/webhooks/webhook-queue.ts";
import { generatedEmail, grow } from "../fixtures/growth.ts";
import { engines, newDatabase } from "../helpers/engines.ts";
import { noting, openQueryPlans, type QueryPlans } from "../helpers/query-plans.ts";
import { RETENTION } from "../helpers/retention.ts";
import { type SourceStatement, sourceStatements } from "../helpers/statements.ts";
import { ADMIN_TOKEN, openTestApp, type TestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";

/** Rows of each table that grows, where statements are run to be seen. */
const FEW_ROWS = 300;
/**
 * Rows where statements are explained: for PostgreSQL enough that reading a table by an index is worth it. SQLite keeps no
 * figures of tables, so its plans are the same for any number.
 */
const ROWS = { sqlite: FEW_ROWS, postgresql: 4_000 } as const;
const GIVEN_ROWS = process.env.GROWTH_ROWS === undefined ? undefined : Number(process.env.GROWTH_ROWS);
/** With more rows than usual, the tables take minutes to fill. */
const TIMEOUT_MS = 120_000 + (GIVEN_ROWS ?? ROWS.postgresql) * 10;

const WEEK_MS = 7 * 24 * 3_600_000;

/** Tables that stay small, with the reason. Every other table is filled by `grow`. */
const SMALL: Readonly<Record<string, string>> = {
  migration: "a row for each step of src/store/migrations.ts",
  migration_release: "a row for each step of src/store/migrations.ts",
  job_total: "a row for each of at most 16 parts",
  server_secret: "a row for each secret of the server",
  billing_price: "a row for each plan",
  plan_version: "a row for each version of a plan",
  availability: "a row for each API",
  charge_writer: "a row for each process of the last days",
  account_deletion: "accounts that are being deleted, for 15 minutes each",
};

/** Files whose statements read tables whole by their purpose, or run before tables exist. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "src/store/backup.ts": "an operator copies the whole file",
  "src/store/copy.ts": "an operator copies every table",
  "src/store/count-rows.ts": "an operator counts every table",
  "src/store/migrate.ts": "the tables of migrations",
  "src/store/migrations.ts": "steps run once",
  "src/store/running-sums.ts": "a step of a migration, and triggers that change a row by its key",
  "src/store/postgres.ts": "the connection itself",
  "src/store/sqlite.ts": "the connection itself",
  "src/store/probe.ts": "the connection itself",
  "src/ops/database-metrics.ts": "the size of the database, which the engine knows",
};

/** Statements that may read a table that grows whole: how they begin, and the reason. */
const DELIBERATE: Readonly<Record<string, string>> = {};

/** Statements that only one engine has. */
const ONLY = {
  sqlite: /\b(?:sqlite_master|json_each|most, amount)\b/,
  postgresql: /\bpg_\w+\(|collate "C"|::|set_config|for update/,
};

const form = (fields: Record<string, string>) => ({ method: "POST", body: new URLSearchParams(fields) });

/** Uses every endpoint that reads or writes the database, and every job that runs beside requests. */
async function useEverything(app: TestApp, links: string[]): Promise<void> {
  const { accounts, url } = app;
  const { database, accountStore } = accounts;
  const ok = async (pending: Promise<Response>, ...statuses: number[]): Promise<Response> => {
    const answer = await pending;
    expect([new URL(answer.url).pathname, answer.status]).toEqual([
      new URL(answer.url).pathname,
      statuses.includes(answer.status) ? answer.status : (statuses[0] ?? 200),
    ]);
    return answer;
  };
  const key = await app.key(generatedEmail(77), { plans: ["pdf"] });
  // Its data key was not made by this server.
  const { account } = await accountStore.ensure(generatedEmail(77));
  await database.query`delete from data_key where account = ${account.id}`;
  await ok(app.get("/invented/noop", key), 200);
  await ok(app.get("/noop?outcome=crash", key), 500);
  for (const back of ["", "&back=2"]) {
    const repeatable = { method: "POST", headers: { "X-API-Key": key, "Idempotency-Key": `one${back}` } };
    for (let i = 0; i < 2; i++) await ok(fetch(`${url}/invented/batch?units=9${back}`, repeatable), 200);
  }
  await ok(app.get("/usage", key), 200);
  for (const email of [generatedEmail(78), "new@example.com"])
    await ok(fetch(`${url}/signup`, form({ email })), 202);
  await accounts.signUp.settle();
  await until("both links are emailed", () => links.length >= 2);
  expect(links).toHaveLength(2);
  await ok(app.get(links[0] ?? ""), 200);
  const confirmed = await ok(fetch(url + (links[0] ?? ""), { method: "POST" }), 200);
  const headers = { Cookie: (confirmed.headers.get("set-cookie") ?? "").split(";")[0] ?? "" };
  const post = (path: string, fields: Record<string, string> = {}) =>
    ok(fetch(url + path, { ...form(fields), headers, redirect: "manual" }), 200, 201);
  await ok(fetch(`${url}/account`, { headers }), 200);
  await ok(fetch(`${url}/account`, { headers: { ...headers, Accept: "text/html" } }), 200);
  await ok(fetch(`${url}/account/requests?api=pdf&status=2xx`, { headers }), 200);
  await ok(fetch(`${url}/account/export`, { headers }), 200);
  const made = (await (await post("/account/keys", { name: "ci" })).json()) as { id: string; key: string };
  const rolled = (await (await post(`/account/keys/${made.id}/roll`, { grace: "1h" })).json()) as {
    id: string;
  };
  await post(`/account/keys/${rolled.id}/revoke`);
  const signedIn = (await (await ok(fetch(`${url}/account`, { headers }), 200)).json()) as {
    email: string;
    sessions: { id: string; isCurrent: boolean }[];
  };
  const other = await accounts.sessions.begin((await accountStore.byEmail(signedIn.email))?.id ?? "");
  app.secrets.add(other);
  const [session] = signedIn.sessions.filter(({ isCurrent }) => !isCurrent);
  if (session !== undefined) await post(`/account/sessions/${session.id}/revoke`);
  const admin = { Authorization: `Bearer ${ADMIN_TOKEN}` };
  for (const path of ["keys", "plans", "usage"]) {
    await ok(fetch(`${url}/admin/${path}?email=${generatedEmail(79)}`, { headers: admin }), 200);
  }
  await ok(fetch(`${url}/admin/keys`, { ...form({ email: generatedEmail(79) }), headers: admin }), 201);
  await ok(
    fetch(`${url}/admin/plans`, { ...form({ email: generatedEmail(79), plan: "pdf" }), headers: admin }),
    200,
  );
  await post("/account/delete", { email: signedIn.email });

  await accounts.requestLog.parametersOf("account", ["request", "other"]);
  await accounts.emailQueue.numbers();
  await accounts.emailQueue.isSignUpFull();
  await accounts.accountDeletion.work(new AbortController().signal);
  await serversOn(database, Date.now());
  const ledger = new BillingStore({ ...accounts, database, now: Date.now });
  await ledger.overdue(10);
  await ledger.subscriptions((await accountStore.byEmail(generatedEmail(40)))?.id ?? "");
  const probes = new Map([["seo", async () => true]]);
  const availability = new AvailabilityMeter({ database, requestMetrics: new RequestMetrics(), probes });
  await availability.measure();
  await availability.report();
}

const charge = (account: string): Charge => ({
  account,
  plan: "hobbyist",
  meter: "pdf",
  period: "2026-11",
  amount: 1,
  api: "pdf",
  day: "2026-11-20",
  calls: 1,
  units: 1,
  limit: 1_000,
});

async function useCharges(database: Database): Promise<void> {
  await openWriter(database, "writer", Date.now());
  const charges = [charge("one"), charge("two")];
  await applyCharges(database, { writer: "writer", number: 1 }, charges, Date.now());
  await applyRefunds(database, { writer: "writer", number: 2 }, charges, Date.now());
}

/** Runs jobs, from their creation to their deletion. */
async function useJobs(database: Database): Promise<void> {
  const [log, keys, now] = [createLog("silent"), new DataKeys(database), Date.now];
  const objects = {
    waitMs: () => 0,
    put: async () => {},
    get: async () => undefined,
    delete: async () => {},
  };
  const bodies = new JobBodies({ database, keys, objects, log, now });
  const queue = new JobQueue({ database, keys, log, now });
  const store = new JobStore({ database, bodies, keys, log, now, added() {} });
  const owner = {
    account: "of the test",
    keyId: "key",
    mode: "live",
    api: "pdf",
    operation: "extract",
  } as const;
  const { account } = owner;
  await database.query`insert into account (id, email, created_at) values (${account}, ${account}, '2026')`;
  const item = { call: { query: "", params: {}, fields: [], files: [], accept: null }, files: [] };
  const canceled = await store.createBatch(owner, [item], undefined);
  await store.removeBatch(owner.account, canceled.id);
  const job = await store.create(owner, item, "once");
  const { id } = await store.createBatch(owner, [item, item], "twice");
  expect([...(await store.callsOf(account, [job.id, `${id}.00001`])).keys()]).toHaveLength(2);
  await Promise.all([store.jobs.ownerOf(job.id), store.batches.ownerOf(id)]);
  for (const state of [undefined, "running", "finished", "succeeded", "failed"] as const) {
    const filter = { mode: owner.mode, api: owner.api, state };
    await store.list(account, filter, LAST_ID, 10);
    await store.listBatches(account, filter, LAST_ID, 10);
  }
  await store.items({ id, isFailed: true }, -1, 10);
  await store.ended(id, -1, 10);
  await queue.block(owner.account, 0);
  await queue.next();
  await queue.recover();
  const claimed = await queue.claim({ queue: owner.api, account }, "worker", 2);
  for (const lease of claimed) {
    await queue.reserve(lease, charge(owner.account));
    await queue.settle(
      lease,
      { state: "succeeded", response: { status: 200, headers: [], text: "" }, bytes: 0 },
      undefined,
    );
  }
  await bodies.write({ id: job.id, account: owner.account }, "result 1", new Uint8Array(100_000), "2026");
  await store.remove(owner.account, job.id);
  await store.removeBatch(owner.account, id);
  await store.remove(owner.account, job.id);
  await bodies.sweep();
}

async function useSiteAudits(database: Database): Promise<void> {
  const queue = new SiteAuditQueue({ database, now: Date.now });
  const account = "auditing";
  await database.query`
    insert into site_audit (id, account, key_id, url, options, state, created_at, due_at, expires_at, bytes)
    values (${account}, ${account}, 'key', 'https://example.com/', '{}', 'queued', '2026', '2026', '2099', 0)`;
  await queue.addTurn(database.query, { queue: "site-audit", account });
  await queue.recover();
  const lease = await queue.claimNext("worker of the test");
  if (lease === undefined) throw new TypeError("a site audit is due");
  await queue.renew(lease);
  await queue.add(
    lease,
    [{ units: 1, data: "{}" }],
    { done: 1, waiting: 0, progress: 0 },
    charge(lease.account),
  );
  await queue.settle(lease, { state: "queued", afterMs: 1 });
}

async function useWebhooks(database: Database): Promise<void> {
  const queue = new WebhookQueue({ database, now: () => Date.now() + WEEK_MS, onDisabled: async () => {} });
  const log = new WebhookLog(database, Date.now, () => {});
  const [due] = await queue.due("", 1);
  if (due === undefined) throw new TypeError("a delivery is due");
  const [delivery] = await queue.claim(due.id, 1);
  if (delivery === undefined) throw new TypeError("a delivery is due");
  await queue.finish(delivery, { status: 500, error: undefined, durationMs: 5 });
  expect((await log.list(due.id, { limit: 10 })).rows).not.toEqual([]);
  expect(await log.countByDay(due.id)).not.toEqual([]);
  await log.replayFailed(due.id, "2026");
  await queue.discard({ ...due, disabled_at: "2026" });
  await queue.discard({ ...due, url: null });
}

/** Uses everything, so that statements are seen that are put together when they run. */
async function ranStatements(address: string): Promise<Map<string, readonly Value[]>> {
  const statements = new Map<string, readonly Value[]>();
  const links: string[] = [];
  await using app = await openTestApp({
    address,
    wrap: (database) => noting(database, statements),
    // Its jobs and site audits are run below, and by nobody else.
    jobs: { slots: 0 },
    siteAudits: { slots: 0 },
    send: async ({ text }) => void links.push(/\/confirm\/[\w-]+/.exec(text)?.[0] ?? ""),
  });
  const { database } = app.accounts;
  await grow(database, 1, { rows: FEW_ROWS });
  statements.clear();
  await useCharges(database);
  await useJobs(database);
  await useSiteAudits(database);
  await useWebhooks(database);
  const filter = { account: "of the test", action: "key.created", actor: "owner" } as const;
  const { account, action, actor } = filter;
  for (const by of [{}, { account }, filter, { action, actor }, { actor }])
    await app.accounts.audit.list({ ...by, limit: 10 });
  for (const sort of accountSorts) {
    for (const isSuspended of [true, false])
      await app.accounts.directory.search({ text: "", sort, isSuspended, limit: 10 });
  }
  await app.accounts.directory.search({ text: crypto.randomUUID(), isSuspended: false, limit: 10 });
  await useEverything(app, links);
  const retention = new Retention({
    database,
    state: createState(database),
    days: RETENTION,
    webhookEventsKept: 0,
    webhookResponsesKept: 0,
    log: createLog("silent"),
    now: () => Date.now() + 2 * 3_600_000,
  });
  await retention.run(new AbortController().signal);
  // What the app reads when it is closed is its test's.
  return new Map(statements);
}

/** Statements that an engine runs, with their place in the source or without; those of the source without values. */
interface Known {
  readonly sql: string;
  readonly place?: string;
  readonly values?: readonly Value[];
}

function statementsOf(
  engine: Database["engine"],
  source: readonly SourceStatement[],
  ran: ReadonlyMap<string, readonly Value[]>,
): Known[] {
  const other = engine === "sqlite" ? ONLY.postgresql : ONLY.sqlite;
  const own = source.flatMap(({ place, sql }) =>
    typeof sql === "string" && !other.test(sql) ? [{ place, sql }] : [],
  );
  const seen = [...ran].flatMap(([sql, values]) =>
    /^(?:select|insert|update|delete|with)\b/.test(sql) ? [{ sql, values }] : [],
  );
  return [...own, ...seen];
}

/** Statements that read a table that grows whole, without a reason; and reasons that no statement needs. */
async function scansOf(plans: QueryPlans, statements: readonly Known[]): Promise<string[]> {
  const found: string[] = [];
  const needed = new Set<string>();
  for (const { sql, place, values } of statements) {
    const whole = (await plans.readWhole(sql, values)).filter(
      (table) => plans.rows.has(table) && SMALL[table] === undefined,
    );
    const reason = Object.keys(DELIBERATE).find((beginning) => sql.startsWith(beginning));
    if (reason !== undefined) needed.add(reason);
    else if (whole.length > 0) found.push(`${place ?? "built when it runs"} reads ${whole}: ${sql}`);
  }
  const unneeded = Object.keys(DELIBERATE).filter((beginning) => !needed.has(beginning));
  return [...found, ...unneeded.map((beginning) => `DELIBERATE names what is gone: ${beginning}`)];
}

/** Fails with what to do where there is anything in a list. */
function expectNone(found: readonly string[], advice: string): void {
  if (found.length > 0) throw new Error(`${advice}\n  ${found.join("\n  ")}`);
}

describe.each(engines)("a grown installation on $name", (engine) => {
  const count = GIVEN_ROWS ?? ROWS[engine.name];
  test(
    "no statement in the source reads a growing table whole",
    async () => {
      const source = await sourceStatements(Object.keys(LEFT_OUT));
      expect(source.length).toBeGreaterThan(290);
      const ran = await ranStatements(engine.address());
      const unseen = source.filter(
        ({ sql }) =>
          sql instanceof RegExp &&
          !ONLY[engine.name === "sqlite" ? "postgresql" : "sqlite"].test(sql.source) &&
          ![...ran.keys()].some((text) => sql.test(text)),
      );
      expectNone(
        unseen.map(({ place, sql }) => `${place}: ${sql}`),
        "No plan was seen of these statements, because their text is put together when they run. Write them as a tagged template, or run them in ranStatements (test/integration/growth.test.ts):",
      );
      await using database = await newDatabase(engine);
      await grow(database, 1, { rows: count });
      using plans = await openQueryPlans(database);
      expectNone(
        [...plans.rows].flatMap(([table, rows]) => (rows >= count * 0.9 || table in SMALL ? [] : [table])),
        "These tables have no rows in this test. Fill them in test/fixtures/growth.ts, or name them in SMALL with the reason why they stay small (test/integration/growth.test.ts):",
      );
      const statements = statementsOf(engine.name, source, ran);
      expectNone(
        await scansOf(plans, statements),
        "These statements read a table that grows whole, or an index of it. Add an index (src/store/migrations.ts) or ask for less. Where that cannot be avoided, name the statement with its reason in DELIBERATE (test/integration/growth.test.ts):",
      );
      if (GIVEN_ROWS !== undefined) {
        process.stdout.write(
          `${engine.name}: ${statements.length} plans on ${plans.rows.size} tables, ${count} rows each: no scan\n`,
        );
      }
    },
    TIMEOUT_MS,
  );
});
