import { describe, expect, test } from "bun:test";
import { engines, newDatabase } from "../../test/helpers/engines.ts";
import { rejecting } from "../../test/helpers/rejection.ts";
import { Problem } from "../kit/problem.ts";
import { createLog } from "../ops/log.ts";
import type { Database } from "../store/database.ts";
import { migrate } from "../store/migrate.ts";
import { migrations } from "../store/migrations.ts";
import { openDatabase } from "../store/open-database.ts";
import { DataKeys } from "./data-keys.ts";
import { type LoggedRequest, REQUESTS_KEPT, RequestLog } from "./request-log.ts";

const NOW = Date.parse("2026-11-20T10:00:00.000Z");
const DAY_MS = 86_400_000;

const call = (change: Partial<LoggedRequest> = {}): LoggedRequest => ({
  account: "a",
  keyId: "k",
  mode: "live",
  api: "seo",
  operation: "audit",
  status: 200,
  code: null,
  units: 1,
  durationMs: 12.4,
  requestId: "r",
  ...change,
});

function opened(database: Database, lines: string[] = []) {
  const clock = { now: NOW };
  const log = createLog("debug", (line) => void lines.push(line));
  const keys = new DataKeys(database);
  return { clock, requests: new RequestLog({ database, keys, log, now: () => clock.now }) };
}

const all = { limit: 100 };

describe.each(engines)("the request log on $name", (engine) => {
  test("lists what was recorded, newest first, page by page, of the own account only", async () => {
    await using database = await newDatabase(engine);
    const { requests, clock } = opened(database);
    requests.record(call({ account: "b" }));
    for (let i = 0; i < 5; i++) {
      clock.now = NOW + i * 1_000;
      requests.record(call({ requestId: `r${i}` }));
    }
    requests.record(call({ account: "b" }));
    expect((await requests.list("a", all)).requests).toEqual([]);
    await requests.flush();
    const first = await requests.list("a", { limit: 3 });
    expect(first.requests.map(({ requestId }) => requestId)).toEqual(["r4", "r3", "r2"]);
    const second = await requests.list("a", { limit: 3, after: first.next ?? "" });
    expect(second.requests.map(({ requestId }) => requestId)).toEqual(["r1", "r0"]);
    expect(second.next).toBeNull();
    expect(second.requests[1]).toEqual({
      id: expect.any(String),
      createdAt: new Date(NOW - 13).toISOString(),
      ...{ mode: "live", api: "seo", operation: "audit", status: 200, code: null, units: 1 },
      ...{ durationMs: 12, detail: null },
      ...{ requestId: "r0", key: "k", parameters: null, keyName: null, keyHint: null },
    });
  });

  test("lists the requests with a request ID page by page, and none between them", async () => {
    await using database = await newDatabase(engine);
    const { requests, clock } = opened(database);
    for (const requestId of ["r0", "twice", "r2", "twice", "r4"]) {
      clock.now += 1_000;
      requests.record(call({ requestId, status: requestId === "r4" ? 400 : 200 }));
      requests.record(call({ requestId: "other", account: "b" }));
    }
    await requests.flush();
    const find = async (requestId: string, more = {}) => {
      const { requests: found, next } = await requests.list("a", { ...all, requestId, ...more });
      return { found: found.map((one) => one.requestId), next };
    };
    expect(await find("r2")).toEqual({ found: ["r2"], next: null });
    expect(await find("twice")).toEqual({ found: ["twice", "twice"], next: null });
    const { found, next } = await find("twice", { limit: 1 });
    expect([found, typeof next]).toEqual([["twice"], "string"]);
    expect(await find("twice", { limit: 1, after: next ?? "" })).toEqual({ found: ["twice"], next: null });
    for (const none of ["other", "", "' or 1=1 --"])
      expect([none, await find(none)]).toEqual([none, { found: [], next: null }]);
    expect((await find("r4", { status: [200, 299] })).found).toEqual([]);
  });

  test("reads parameters by the IDs of requests: of the own account, and only those that open", async () => {
    await using database = await newDatabase(engine);
    const { requests, clock } = opened(database);
    const parametersOf = (ids: readonly string[]) => requests.parametersOf("a", ids);
    const of = (url: string) => () => ({ values: { url }, omitted: [] });
    for (const id of ["r1", "r2", "' or 1=1 --"]) requests.record(call({ requestId: id }), of(id));
    requests.record(call({ requestId: "none" }));
    requests.record(call({ requestId: "r1", account: "b" }), of("of b"));
    requests.record(call({ requestId: "r3", account: "b" }), of("of b"));
    await requests.flush();
    expect([...(await parametersOf(["r1", "r3", "none", "' or 1=1 --"])).entries()].sort()).toEqual([
      ["' or 1=1 --", of("' or 1=1 --")()],
      ["r1", of("r1")()],
    ]);
    expect((await parametersOf([])).size).toBe(0);
    // What was sealed for another row or is damaged does not open; neither does anything where the key was destroyed.
    await database.query`
      update request_log set parameters = (select max(parameters) from request_log where account = 'b')
      where request_id = 'r1' and account = 'a'`;
    expect([...(await parametersOf(["r1", "r2"])).keys()]).toEqual(["r2"]);
    await database.query`delete from data_key where account = 'a'`;
    const later = new RequestLog({
      database,
      keys: new DataKeys(database),
      log: createLog("silent"),
      now: () => clock.now,
    });
    expect((await later.parametersOf("a", ["r1", "r2"])).size).toBe(0);
  });

  test("keeps parameters of requests, sealed with the key of the account", async () => {
    await using database = await newDatabase(engine);
    const { requests } = opened(database);
    const parameters = { values: { url: "https://example.com/#private" }, omitted: ["file"] };
    const detail = "url must not be private.";
    const refund = requests.record(call({ units: 3 }), () => ({ ...parameters, detail }));
    requests.record(call({ account: "b" }), () => parameters);
    await requests.flush();
    refund(1);
    await requests.flush();
    const [listed] = (await requests.list("a", all)).requests;
    expect([listed?.units, listed?.parameters, listed?.detail]).toEqual([2, parameters, detail]);
    const rows = await database.query<{ account: string; id: string; parameters: string }>`
      select account, id, parameters from request_log`;
    expect(JSON.stringify(rows)).not.toContain("private");
    // Those of another account do not open.
    const stored = rows.find(({ account }) => account === "b")?.parameters ?? "";
    await database.query`update request_log set parameters = ${stored} where account = 'a'`;
    expect((await requests.list("a", all)).requests).toMatchObject([
      { units: 2, parameters: null, detail: null },
    ]);
    // Where its key is not available, the log goes on without parameters.
    const away = { of: () => Promise.reject(new Problem("storage-unavailable", "away")) };
    const without = new RequestLog({ database, keys: away, log: createLog("silent"), now: () => NOW });
    without.record(call({ account: "b", requestId: "later" }), () => parameters);
    await without.flush();
    expect((await without.list("b", all)).requests).toMatchObject([
      { parameters: null },
      { parameters: null },
    ]);
    // Without the key of the account, a backup says nothing.
    await database.query`delete from data_key`;
    expect((await opened(database).requests.list("b", all)).requests).toMatchObject([
      { parameters: null },
      { parameters: null },
    ]);
  });

  test("lists requests of the release before, and those that it writes beside this one", async () => {
    const database = openDatabase(engine.emptyAddress());
    const { number } = migrations.find(({ name }) => name === "account-pages") ?? { number: 0 };
    await migrate(database, { steps: migrations.filter((step) => step.number < number) });
    const insert = (id: string) => database.query`
      insert into request_log
        (account, id, created_at, key_id, api, operation, status, units, duration_ms, request_id)
      values ('a', ${id}, ${new Date(NOW).toISOString()}, 'k', 'seo', 'audit', 200, 1, 1, ${id})`;
    await insert("before");
    await migrate(database);
    await insert("beside");
    const { requests } = opened(database);
    requests.record(call({ requestId: "new" }), () => ({ values: { n: "1" }, omitted: [] }));
    await requests.flush();
    const { requests: listed } = await requests.list("a", all);
    expect(listed.map(({ requestId, parameters }) => [requestId, parameters?.values])).toEqual([
      ["beside", undefined],
      ["before", undefined],
      ["new", { n: "1" }],
    ]);
    expect((await requests.list("a", { ...all, requestId: "beside" })).requests).toHaveLength(1);
    await database.close();
  });

  test("keeps no parameters of a flood beyond the first of a second, and does not ask for them", async () => {
    await using database = await newDatabase(engine);
    const { requests } = opened(database);
    let asked = 0;
    const parameters = () => {
      asked++;
      return { values: {}, omitted: [] };
    };
    for (let i = 0; i < 600; i++) requests.record(call({ account: `a${i}` }), parameters);
    expect(asked).toBe(500);
  });

  test("lists work in the background once, with its units so far, and counts each charge for its key", async () => {
    await using database = await newDatabase(engine);
    const { requests, clock } = opened(database);
    const id = Bun.randomUUIDv7("hex", NOW);
    const createdAt = new Date(NOW).toISOString();
    const input = { values: { url: "https://example.com/#private" }, omitted: [] };
    for (let units = 1; units <= 3; units++) {
      clock.now = NOW + units * 1_000;
      requests.recordWork({ ...call({ units, durationMs: units * 1_000 }), id, createdAt, input }, 1);
      // The last two are of one flush.
      if (units === 1) await requests.flush();
    }
    requests.recordWork({ ...call({ units: 3, durationMs: 9_000 }), id, createdAt, input }, 0);
    await requests.flush();
    const { requests: listed } = await requests.list("a", all);
    expect(listed).toMatchObject([{ id, createdAt, units: 3, durationMs: 9_000, key: "k", detail: null }]);
    expect(listed[0]?.parameters).toEqual({ values: { url: "https://example.com/#private" }, omitted: [] });
    expect(JSON.stringify(await database.query`select * from request_log`)).not.toContain("private");
    expect([...(await requests.usageByKey("a", ""))]).toMatchObject([{ key: "k", calls: 3, units: 3 }]);
  });

  test("filters by API, key and status, and forgets after 7 days", async () => {
    await using database = await newDatabase(engine);
    const { requests, clock } = opened(database);
    requests.record(call({ requestId: "seo" }));
    requests.record(call({ requestId: "pdf", api: "pdf", status: 429, code: "rate-limited", units: 0 }));
    requests.record(call({ requestId: "console", keyId: "console-a", status: 503, units: 0 }));
    requests.record(call({ requestId: "other", keyId: "k2" }));
    await requests.flush();
    const ids = async (filter: object) =>
      (await requests.list("a", { ...all, ...filter })).requests.map(({ requestId }) => requestId).sort();
    expect(await ids({ api: "pdf" })).toEqual(["pdf"]);
    expect(await ids({ key: "console" })).toEqual(["console"]);
    expect(await ids({ key: "k2" })).toEqual(["other"]);
    expect(await ids({ key: "' or 1=1 --" })).toEqual([]);
    expect(await ids({ status: [400, 499] })).toEqual(["pdf"]);
    expect(await ids({ status: [500, 599] })).toEqual(["console"]);
    expect(await ids({ status: [200, 299], api: "seo" })).toEqual(["other", "seo"]);
    clock.now += 7 * DAY_MS + 1_000;
    expect(await ids({})).toEqual([]);
  });

  test("counts the usage of keys, and takes back what was refunded before or after it was written", async () => {
    await using database = await newDatabase(engine);
    const { requests } = opened(database);
    requests.record(call({ units: 5 }));
    const early = requests.record(call({ units: 7 }));
    const late = requests.record(call({ units: 9, keyId: "console-a" }));
    requests.record(call({ status: 504, code: "upstream-timeout", units: 0 }));
    early(3);
    await requests.flush();
    late(4);
    await requests.flush();
    late(99);
    await requests.flush();
    expect(await requests.usageByKey("a", "2026-11-01")).toEqual([
      { day: "2026-11-20", key: "k", api: "seo", calls: 2, units: 9 },
    ]);
    expect(await requests.usageByKey("a", "2026-11-21")).toEqual([]);
    const units = (await requests.list("a", all)).requests.map((one) => one.units);
    expect(units.sort()).toEqual([0, 0, 4, 5]);
  });

  test("is bounded for each account, however many requests it sends", async () => {
    await using database = await newDatabase(engine);
    const { requests, clock } = opened(database);
    const rows = async () => {
      const [row] = await database.query<{ n: number }>`
        select cast(count(*) as integer) as n from request_log where account = 'a'`;
      return row?.n ?? 0;
    };
    // A flood in one second: a part is listed, all of it is counted.
    for (let i = 0; i < 2_000; i++) requests.record(call());
    await requests.flush();
    expect(await rows()).toBe(100);
    expect([...(await requests.usageByKey("a", "2026-11-20"))]).toMatchObject([
      { calls: 2_000, units: 2_000 },
    ]);
    await database.query`
      insert into request_log
        (account, id, created_at, key_id, api, operation, status, code, units, duration_ms, request_id)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 7000)
      select 'a', '0000' || (100000 + i), ${new Date(NOW).toISOString()}, 'k', 'seo', 'audit', 200, null, 1, 1, 'old' from n`;
    for (let flush = 0; flush < 6; flush++) {
      clock.now += 1_000;
      for (let i = 0; i < 100; i++) requests.record(call({ requestId: "new" }));
      await requests.flush();
    }
    expect(await rows()).toBeLessThan(REQUESTS_KEPT + 500);
    const { requests: newest } = await requests.list("a", { limit: 1 });
    expect(newest[0]?.requestId).toBe("new");
  });

  test("keeps what it could not write, up to a bound, and says once that some are missing", async () => {
    await using real = await newDatabase(engine);
    let isAway = true;
    const database: Database = {
      ...real,
      engine: real.engine,
      script: (...given) => (isAway ? Promise.reject(new Error("away")) : real.script(...given)),
      query: (text, ...values) => real.query(text, ...values),
    };
    const lines: string[] = [];
    const { requests } = opened(database, lines);
    requests.record(call({ requestId: "waits" }));
    expect(await rejecting(requests.flush())).toThrow("away");
    requests.record(call({ requestId: "later" }));
    isAway = false;
    await requests.flush();
    expect((await requests.list("a", all)).requests).toHaveLength(2);
    expect([...(await requests.usageByKey("a", "2026-11-20"))]).toMatchObject([{ calls: 2, units: 2 }]);
    isAway = true;
    for (let i = 0; i < 20_010; i++) requests.record(call({ account: `a${i}` }));
    expect(lines.filter((line) => line.includes("requests are missing"))).toHaveLength(1);
  });
});
