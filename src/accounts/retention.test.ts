import { describe, expect, test } from "bun:test";
import { engines, newDatabase } from "../../test/helpers/engines.ts";
import { RETENTION } from "../../test/helpers/retention.ts";
import { createLog } from "../ops/log.ts";
import type { Database, Row, Value } from "../store/database.ts";
import { insertRows } from "../store/insert-rows.ts";
import { createState } from "../store/state.ts";
import { Retention } from "./retention.ts";

const NOW = Date.parse("2026-11-20T10:00:00.000Z");
const DAY = 86_400_000;
const at = (daysAgo: number) => new Date(NOW - daysAgo * DAY).toISOString();
const never = new AbortController().signal;
const EVENTS_KEPT = 560;
/** Of one account, in responses to these. */
const RESPONSES_KEPT = 270;

/** Rows by table: one that is to stay and one that is to go, differing in their age in days. */
const rows: readonly (readonly [
  table: string,
  row: (id: string, age: number) => Value[],
  stays: number,
  goes: number,
])[] = [
  ["state", (id, age) => [id, "{}", at(age)], -0.01, 0],
  ["claim", (id, age) => [id, "o", at(age)], -0.01, 0.01],
  ["email_count", (id, age) => [id, 1, at(age)], -0.01, 0],
  ["server_secret", (id) => [id, "s"], 0, Number.NaN],
  ["link", (id, age) => [id, "a@example.com", at(age), null], -0.01, 0],
  ["session", (id, age) => [id, "a", at(age), null, null, null], -0.01, 0],
  ["former_usage", (id, age) => [id, "p", "m", "2026", 1, at(age)], -0.01, 0],
  ["replay", (id, age) => ["a", id, "r", "o", null, at(age), null, null, null], -0.01, 0],
  ["billing_event", (id, age) => [id, "t", at(age)], 30, 32],
  ["usage", (id, age) => [id, "p", "m", at(age).slice(0, 7), 5], 380, 450],
  ["notice", (id, age) => [id, "p", "m", at(age).slice(0, 10), 80, at(age)], 399, 402],
  ["usage_day", (id, age) => [id, "seo", at(age).slice(0, 10), 1, 1], 400, 401],
  ["key_usage_day", (id, age) => [id, "k", "seo", at(age).slice(0, 10), 1, 1], 400, 401],
  [
    "request_log",
    (id, age) => ["a", id, at(age), "k", "seo", "audit", 200, null, 1, 5, "r", "live", null],
    6.9,
    7.1,
  ],
  ["webhook_event", (id, age) => [id, "a", "job.failed", "{}", at(age), at(age)], -0.01, 0],
  ["webhook_delivery", (id, age) => ["e", id, "a", "failed", at(age), at(age), 0, 0, at(age)], -0.01, 0],
  [
    "webhook_attempt",
    (id, age) => [id, "e", "v", "a", at(age), 200, null, 1, null, at(age), null, null, 0],
    -0.01,
    0,
  ],
  ["webhook_pace", (id, age) => [id, 0, 0, at(age)], -0.01, 0],
  ["probe", (id, age) => [id, at(age).slice(0, 16), 1], 1, 4],
  ["probe_hour", (id, age) => [id, at(age).slice(0, 13), "", "", 1], 89, 92],
  ["served", (id, age) => [id, at(age).slice(0, 13), 1, 0, 1], 89, 92],
];

async function insert(database: Database, table: string, values: readonly Value[]): Promise<void> {
  const places = values.map((_, i) => `$${i + 1}`).join(", ");
  await database.transaction((_query, script) =>
    script(`insert into ${table} values (${places})`, [...values]),
  );
}

async function idsIn(database: Database, table: string, column: string): Promise<Value[]> {
  const found = await database.transaction((_query, script) =>
    script(`select ${column} as id from ${table} order by ${column}`),
  );
  return found.map(({ id = null }) => id);
}

async function opened(engine: (typeof engines)[number]) {
  const database = await newDatabase(engine);
  await database.query`insert into account (id, email, created_at) values ('a', 'a@example.com', ${at(1_000)})`;
  const clock = { now: NOW };
  const retention = () =>
    new Retention({
      database,
      state: createState(database, { now: () => clock.now }),
      days: RETENTION,
      webhookEventsKept: EVENTS_KEPT,
      webhookResponsesKept: RESPONSES_KEPT,
      log: createLog("silent"),
      now: () => clock.now,
    });
  return { database, clock, retention };
}

describe.each(engines)("retention on $name", (engine) => {
  test("deletes of every table what is over, and nothing else", async () => {
    const { database, retention } = await opened(engine);
    for (const [table, row, stays, goes] of rows) {
      await insert(database, table, row("stays", stays));
      if (!Number.isNaN(goes)) await insert(database, table, row("goes", goes));
    }
    const mail = (id: string, sent: number | null, failed: number | null) =>
      insert(database, "mail", [
        ...[id, "link", "a@example.com", "{}", at(500), at(500), at(500), 1],
        ...[sent === null ? null : at(sent), failed === null ? null : at(failed), null],
      ]);
    await mail("sent", 30, null);
    await mail("failed", null, 30);
    await mail("waits", null, null);
    await mail("goes: sent", 32, null);
    await mail("goes: failed", null, 32);
    const key = (id: string, expires: number | null, revoked: number | null, ends: number | null = null) =>
      insert(database, "api_key", [
        ...[id, "a", id, "n", "h", null, at(500)],
        ...[expires === null ? null : at(expires), revoked === null ? null : at(revoked), null, null],
        ...[null, ends === null ? null : at(ends), null],
      ]);
    await key("lives", null, null);
    await key("revoked", null, 89);
    await key("expired", 89, null);
    await key("goes: revoked", null, 91);
    await key("goes: expired", 91, null);
    await key("ended", null, null, 89);
    await key("goes: ended", null, null, 91);

    const deleted = await retention().run(never);
    expect(deleted).toEqual({
      ...Object.fromEntries(rows.filter(([, , , goes]) => !Number.isNaN(goes)).map(([table]) => [table, 1])),
      mail: 2,
      api_key: 3,
    });
    expect(await idsIn(database, "mail", "id")).toEqual(["failed", "sent", "waits"]);
    expect(await idsIn(database, "api_key", "id")).toEqual(["ended", "expired", "lives", "revoked"]);
    expect((await idsIn(database, "usage", "account")).concat(await idsIn(database, "probe", "api"))).toEqual(
      ["stays", "stays"],
    );
    await database.close();
  });

  test("keeps the newest webhook events of an account, with their deliveries, attempts and newest responses", async () => {
    const { database, retention } = await opened(engine);
    const extra = 300;
    const times = { account: "a", created_at: at(0), expires_at: at(-7) };
    const id = (i: number) => String(i).padStart(6, "0");
    const rowsOf = (of: (id: string) => Row) =>
      Array.from({ length: EVENTS_KEPT + extra }, (_, i) => of(id(i)));
    await insert(database, "webhook_endpoint", [
      ...["e", "a", "https://a.example/", null, "", null, null, at(0)],
      ...[null, null, null, 0, 0, "live", null],
    ]);
    await database.transaction(async (_query, script) => {
      const put = (table: string, rows: Row[]) => insertRows(script, database.engine, table, rows);
      await put(
        "webhook_event",
        rowsOf((one) => ({ ...times, id: one, type: "job.failed", payload: "{}" })),
      );
      const delivery = { ...times, endpoint: "e", state: "failed", due_at: at(0) };
      await put(
        "webhook_delivery",
        rowsOf((event) => ({ ...delivery, event })),
      );
      await put(
        "webhook_attempt",
        rowsOf((event) => ({
          ...{ ...times, id: event, endpoint: "e", event, duration_ms: 1 },
          ...{ status: 500, response_headers: "{}", response_body: "busy", response_cut: 1 },
        })),
      );
    });
    await database.query`
      insert into webhook_attempt (id, endpoint, event, account, created_at, duration_ms, expires_at, response_headers)
      values ('0', 'f', 'v', 'other', ${at(0)}, 1, ${at(-7)}, '{}')`;
    expect(await retention().run(never)).toEqual({ webhook_event: extra });
    const responses = await database.query<{ id: string; account: string }>`
      select id, account from webhook_attempt
      where response_headers is not null or response_body is not null or response_cut = 1 order by id`;
    expect(responses.map(({ account }) => account).sort()).toEqual([
      ...Array.from({ length: RESPONSES_KEPT }, () => "a"),
      "other",
    ]);
    expect(responses[1]?.id).toBe(id(EVENTS_KEPT + extra - RESPONSES_KEPT));
    await database.query`delete from webhook_attempt where account = 'other'`;
    for (const [table, column] of [
      ["webhook_event", "id"],
      ["webhook_delivery", "event"],
      ["webhook_attempt", "event"],
    ] as const) {
      const left = await idsIn(database, table, column);
      expect([left.length, left[0]]).toEqual([EVENTS_KEPT, id(extra)]);
    }
    await database.close();
  });

  test("is one process's task an hour, whoever comes first; a run that is cut short leaves it to the next", async () => {
    const { database, clock, retention } = await opened(engine);
    const fill = async (id: string) => insert(database, "link", [id, "a@example.com", at(1), null]);
    await fill("one");
    const aborted = AbortSignal.abort();
    expect(await retention().run(aborted)).toEqual({});
    const runs = await Promise.all([retention().run(never), retention().run(never), retention().run(never)]);
    expect(runs.filter((deleted) => deleted.link === 1)).toHaveLength(1);
    await fill("two");
    expect(await retention().run(never)).toEqual({});
    clock.now += 3_600_000;
    expect(await retention().run(never)).toMatchObject({ link: 1 });
    await database.close();
  });

  test("goes through more than a batch of each kind, wherever in the key the old rows are", async () => {
    const { database, retention } = await opened(engine);
    await database.query`
      insert into usage_day (account, api, day, calls, units)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 4500)
      select 'a' || (i % 900), 'seo' || (i % 7), case when i % 5 = 0 then '2020-01-01' else '2026-11-01' end, 1, 1 from n`;
    await database.query`
      insert into link (hash, email, expires_at, used_at)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 600)
      select 'h' || i, 'a@example.com', case when i % 2 = 0 then '2020' else '2027' end, null from n`;
    expect(await retention().run(never)).toEqual({ usage_day: 900, link: 300 });
    const [left] = await database.query`
      select cast(count(*) as integer) as n, min(day) as first from usage_day`;
    expect({ ...left }).toEqual({ n: 3_600, first: "2026-11-01" });
    await database.close();
  });
});
