// An installation that has grown: no statement reads a table whole, old rows go, and nobody waits for it.
import { describe, expect, test } from "bun:test";
import { createBillingStore } from "../../src/accounts/billing/billing-store.ts";
import { createRetention } from "../../src/accounts/retention.ts";
import { createAvailability } from "../../src/ops/availability.ts";
import { createLog } from "../../src/ops/log.ts";
import { RequestMetrics } from "../../src/ops/request-metrics.ts";
import type { Database, Query, Script, Value } from "../../src/store/database.ts";
import { migrations } from "../../src/store/migrations.ts";
import { serversOn } from "../../src/store/server-mark.ts";
import { createState } from "../../src/store/state.ts";
import { engines } from "../engines.ts";
import { generatedEmail, grow } from "../growth.ts";
import { RETENTION } from "../retention.ts";
import { ADMIN_TOKEN, openTestApp, type TestApp } from "../test-app.ts";
import { until } from "../until.ts";

/** Of `GROWN`: small enough for every run, and large enough that each table is worth an index. */
const SCALE = 0.01;
/** Tables with so many rows count as growing. */
const GROWING = 300;

/** A database that notes each statement that it runs, once, with values it was run with. */
function watched(database: Database, statements: Map<string, Value[]>): Database {
  const note = (text: string, values: Value[]) =>
    void statements.set(text.replaceAll(/\s+/g, " ").trim(), values);
  const noting =
    (query: Query): Query =>
    (text, ...values) => {
      note(
        text.reduce((sql, part, i) => `${sql}$${i}${part}`),
        values,
      );
      return query(text, ...values);
    };
  return {
    ...database,
    query: noting(database.query),
    count: noting(database.count),
    transaction: (run, deadlineMs) =>
      database.transaction((query, script) => {
        const notingScript: Script = (sql, values = []) => {
          note(sql, values);
          return script(sql, values);
        };
        return run(noting(query), notingScript);
      }, deadlineMs),
  };
}

/** The tables of every release so far. */
const tables = new Set(
  migrations.flatMap(({ sql }) => [...sql.matchAll(/create table (\w+)/g)].map((m) => m[1] ?? "")),
);
/** Indexes of few rows of a table: one that is read whole is short. */
const partial = new Set(
  migrations.flatMap(({ sql }) =>
    [...sql.matchAll(/create index (\w+) on [^;]* where /g)].map((m) => m[1] ?? ""),
  ),
);

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly PlanNode[];
}

function nodes(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodes)];
}

/** Emails that wait are few, and the index of them alone says so: any other has those that failed or were sent too. */
function readsAllEmails(sql: string, index: string | undefined): boolean {
  return (
    sql.includes("sent_at is null") &&
    (index?.startsWith("mail_") ?? false) &&
    index !== "mail_pending" &&
    index !== "mail_pkey"
  );
}

/** The tables that a statement reads whole, by the engine's own plan; one with an order and a limit may follow an index. */
async function readWhole(database: Database, sql: string, values: Value[]): Promise<string[]> {
  const isLimited = / order by .* limit /s.test(sql);
  if (database.engine === "sqlite") {
    const plan = await database.transaction((_query, script) => script(`explain query plan ${sql}`, values));
    return plan.flatMap(({ detail }) => {
      const [, used] = / INDEX (\w+)/.exec(String(detail)) ?? [];
      if (readsAllEmails(sql, used)) return ["mail"];
      const [, table = "", index] =
        /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(String(detail)) ?? [];
      return table === "" || (index !== undefined && (isLimited || partial.has(index))) ? [] : [table];
    });
  }
  const [row] = await database.transaction(async (_query, script) => {
    // Small tables are read whole where that is faster: the question is whether they have to be.
    await script("set local enable_seqscan = off");
    return script(`explain (format json) ${sql}`, values);
  });
  const found: unknown = row?.["QUERY PLAN"];
  const [{ Plan: plan }] = (typeof found === "string" ? JSON.parse(found) : found) as [{ Plan: PlanNode }];
  return nodes(plan).flatMap((node) => {
    const type = node["Node Type"];
    if (readsAllEmails(sql, node["Index Name"])) return ["mail"];
    if (node["Relation Name"] === undefined || /^(?:ModifyTable|Bitmap|Tid)/.test(type)) return [];
    const isBounded = node["Index Cond"] !== undefined || isLimited || partial.has(node["Index Name"] ?? "");
    if (/^Index/.test(type) && isBounded) return [];
    return [node["Relation Name"]];
  });
}

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

  await accounts.emailQueue.oldestSeconds();
  await accounts.emailQueue.isSignUpFull();
  await accounts.accountDeletion.work(new AbortController().signal);
  await serversOn(database, Date.now());
  const ledger = createBillingStore({ ...accounts, database, now: Date.now });
  await ledger.overdue(10);
  await ledger.subscriptions((await accountStore.byEmail(generatedEmail(40)))?.id ?? "");
  const probes = new Map([["seo", async () => true]]);
  const availability = createAvailability({ database, requestMetrics: new RequestMetrics(), probes });
  await availability.measure();
  await availability.report();
}

describe.each(engines)("a grown installation on $name", (engine) => {
  test("no statement of a request or a job reads a growing table whole", async () => {
    const address = engine.address();
    const statements = new Map<string, Value[]>();
    const links: string[] = [];
    await using app = await openTestApp({
      address,
      wrap: (database) => watched(database, statements),
      send: async ({ text }) => void links.push(/\/confirm\/[\w-]+/.exec(text)?.[0] ?? ""),
    });
    const { database } = app.accounts;
    await grow(database, SCALE);
    statements.clear();
    await useEverything(app, links);
    const retention = createRetention({
      database,
      state: createState(database),
      days: RETENTION,
      log: createLog("silent"),
      now: () => Date.now() + 2 * 3_600_000,
    });
    await retention.run(new AbortController().signal);

    const ran = [...statements].filter(([sql]) => /^(?:select|insert|update|delete)\b/i.test(sql));
    const growing = new Set<string>();
    for (const [, table = ""] of ran.flatMap(([sql]) => [...sql.matchAll(/(?:from|into|update) (\w+)/g)])) {
      if (!tables.has(table)) continue;
      const [row] = await database.transaction((_query, script) =>
        script(`select count(*) as n from ${table}`),
      );
      if (Number(row?.n) >= GROWING) growing.add(table);
    }
    expect(growing.size).toBeGreaterThan(15);
    const found: string[] = [];
    for (const [sql, values] of ran) {
      if (/set_config|pg_/.test(sql)) continue;
      for (const table of await readWhole(database, sql, values)) {
        if (growing.has(table)) found.push(`${table}: ${sql}`);
      }
    }
    expect(ran.length).toBeGreaterThan(70);
    expect(found).toEqual([]);
  });
});
