import { describe, expect, test } from "bun:test";
import { consoleKeyId } from "../../src/accounts/console-tokens.ts";
import type { Database, Row, Value } from "../../src/store/database.ts";
import { engines } from "../helpers/engines.ts";
import { rejectionOf } from "../helpers/rejection.ts";
import { openTestApp, type TestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";

const DAYS = 12_000;
const EMAIL = "ada@example.com";
const MINUTE = 60_000;

async function count(app: TestApp, table: string): Promise<number> {
  const [row] = await app.accounts.database.transaction((_query, script) =>
    script(`select count(*) as n from ${table}`),
  );
  return Number(row?.n);
}

/** Gives an account so many days of usage that one request cannot delete them. */
async function makeHeavy(app: TestApp): Promise<string> {
  await app.key(EMAIL);
  const account = (await app.accounts.accountStore.byEmail(EMAIL))?.id ?? "";
  await app.accounts.database.query`
    insert into usage_day (account, api, day, calls, units)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${DAYS})
    select ${account}, 'seo', 'day ' || i, 1, 1 from n`;
  return account;
}

describe.each(engines)("the deletion of a large account on $name", (engine) => {
  test("is answered before its rows are gone, and is finished by another process after this one ended", async () => {
    const address = engine.address();
    const first = await openTestApp({ address });
    const key = await first.key(EMAIL);
    const account = await makeHeavy(first);
    expect((await first.get("/invented/noop", key)).status).toBe(200);
    await first.accounts.requestLog.flush();
    const began = performance.now();
    await first.accounts.accountDeletion.remove(account);
    const took = performance.now() - began;
    // At once for its owner: no key, no session, and the address is free.
    expect((await first.get("/invented/noop", key)).status).toBe(401);
    expect(await first.accounts.accountStore.byEmail(EMAIL)).toBeUndefined();
    expect(await count(first, "usage_day")).toBeGreaterThan(0);
    // The bound of the request is 50 ms; a busy machine gets more.
    expect(took).toBeLessThan(10_000);
    await first[Symbol.asyncDispose]();

    await using second = await openTestApp({ address });
    await until("the account is deleted", async () => (await count(second, "account")) === 0);
    for (const table of [
      "usage_day",
      "key_usage_day",
      "request_log",
      "api_key",
      "session",
      "usage",
      "mail",
    ]) {
      expect([table, await count(second, table)]).toEqual([table, 0]);
    }
  });

  test("leaves alone who signs up again with the address, and ends with what calls in progress wrote", async () => {
    let clock = Date.now();
    const address = engine.address();
    await using app = await openTestApp({
      address,
      now: () => clock,
      send: () => Promise.reject(new Error("no")),
    });
    const account = await makeHeavy(app);
    const { accountDeletion, accountStore, authenticator, emailQueue, signUp, database } = app.accounts;
    await emailQueue.enqueue("quota", EMAIL, {});
    app.secrets.add(await signUp.makeLink(EMAIL));
    clock += 1_000;
    await accountDeletion.remove(account);
    // Before its rows are gone, nothing is sent or run for it.
    await emailQueue.tell("quota", account, {}, database.query);
    expect(await count(app, "usage_day")).toBeGreaterThan(0);
    expect([await count(app, "mail"), await count(app, "link")]).toEqual([0, 0]);
    const console = authenticator.identifyById(consoleKeyId(account), account);
    expect(await rejectionOf(console)).toMatchObject({ code: "key-invalid" });
    clock += 1_000;
    const again = await accountStore.ensure(EMAIL);
    expect(again).toMatchObject({ isNew: true });
    await emailQueue.enqueue("quota", EMAIL, {});
    const link = await signUp.makeLink(EMAIL);
    app.secrets.add(link);
    await until("its usage is deleted", async () => (await count(app, "usage_day")) === 0);
    await until("one account is left", async () => (await count(app, "account")) === 1);
    // Nothing is kept but the account's id, until calls in progress have ended.
    await until("its address is forgotten", async () => {
      const [row] = await database.query`select email from account_deletion`;
      return row?.email === "";
    });
    expect(await count(app, "account_deletion")).toBe(1);
    expect(await signUp.look(link)).toBe(EMAIL);
    expect([await count(app, "mail"), await count(app, "link")]).toEqual([1, 1]);
    await database.query`insert into usage (account, plan, meter, period, used) values (${account}, 'p', 'm', '2026', 1)`;
    clock += 14 * MINUTE;
    await accountDeletion.work(new AbortController().signal);
    expect(await count(app, "account_deletion")).toBe(1);
    clock += 2 * MINUTE;
    expect(await accountDeletion.work(new AbortController().signal)).toBe(false);
    expect([await count(app, "usage"), await count(app, "account_deletion")]).toEqual([0, 0]);
    expect(await accountStore.byEmail(EMAIL)).toMatchObject({ id: again.account.id });
  });
});

describe.each(engines)("the export of a large account on $name", (engine) => {
  test("has every request in order, read in pages", async () => {
    const read: number[] = [];
    const wrap = (database: Database): Database => ({
      ...database,
      async query<R extends Row>(text: TemplateStringsArray, ...values: Value[]) {
        const rows = await database.query<R>(text, ...values);
        read.push(rows.length);
        return rows;
      },
    });
    await using app = await openTestApp({ address: engine.address(), wrap });
    await app.key(EMAIL);
    const account = (await app.accounts.accountStore.byEmail(EMAIL))?.id ?? "";
    for (const rows of [0, 499, 500, 501, 1_250]) {
      await app.accounts.database.query`delete from request_log where account = ${account}`;
      await app.accounts.database.query`
        insert into request_log (account, id, created_at, key_id, api, operation, status, units, duration_ms, request_id)
        with recursive n (i) as (select 10001 union all select i + 1 from n where i < ${10_000 + rows})
        select ${account}, 'id ' || i, '2026-11-20', 'k', 'pdf', 'noop', 200, 1, 1, 'r ' || i from n where i <= ${10_000 + rows}`;
      read.length = 0;
      const { requests = [] } = (await app.accounts.accountDeletion.exportData(account)) ?? {};
      expect(requests.map(({ requestId }) => requestId)).toEqual(
        Array.from({ length: rows }, (_, i) => `r ${10_001 + i}`),
      );
      expect(Math.max(...read)).toBeLessThanOrEqual(500);
    }
  });
});
