import { describe, expect, test } from "bun:test";
import { engines } from "../helpers/engines.ts";
import { openTestApp, type TestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";

const LINES = { "Content-Type": "application/x-ndjson" };
const ASYNC = { Prefer: "respond-async" };

const post = (app: TestApp, path: string, key: string, headers: Record<string, string>, body?: string) =>
  fetch(app.url + path, {
    method: "POST",
    headers: { ...(key === "" ? {} : { "X-API-Key": key }), ...headers },
    ...(body === undefined ? {} : { body }),
  });

const batch = (app: TestApp, key: string, items: number, operation = "pdf.noop", item = "{}") =>
  post(app, `/batches?operation=${operation}`, key, LINES, `${item}\n`.repeat(items));

const jobs = async ({ accounts }: TestApp) => {
  const [row] = await accounts.database.query<{ jobs: number | string }>`select count(*) as jobs from job`;
  return Number(row?.jobs);
};

const testKey = async ({ accounts }: TestApp, email: string) => {
  const { account } = await accounts.accountStore.ensure(email);
  return (await accounts.keys.create(account.id, "t", null, { mode: "test" })).key;
};

describe.each(engines)("calls that wait on $name", (engine) => {
  test("are as many as the remaining quota could pay", async () => {
    await using app = await openTestApp({ address: engine.address(), jobs: { slots: 0 } });
    const key = await app.key("a@example.com", { plans: ["hobbyist"] });
    const tooMany = await batch(app, key, 101);
    expect(tooMany.status).toBe(429);
    expect(await tooMany.json()).toMatchObject({
      code: "quota-exceeded",
      detail: expect.stringMatching(/needs at least 1 page more than the remaining quota: .*100 calls left/),
    });
    // One whose cost is measured may turn out to cost nothing; 10,000 do not.
    expect((await batch(app, key, 10_000, "pdf.batch", '{"units":1}')).status).toBe(429);
    expect(await jobs(app)).toBe(0);
    expect((await batch(app, key, 60)).status).toBe(202);
    expect((await batch(app, key, 41)).status).toBe(429);
    expect((await batch(app, key, 40)).status).toBe(202);
    const single = await fetch(`${app.url}/invented/noop`, { headers: { "X-API-Key": key, ...ASYNC } });
    expect(single.status).toBe(429);
    expect(await jobs(app)).toBe(100);
    const other = await app.key("b@example.com", { plans: ["hobbyist"] });
    expect((await batch(app, other, 100)).status).toBe(202);
    // A bundle pays with its credits: 5 for one page.
    const bundle = await app.key("c@example.com", { plans: ["pdf"] });
    expect((await batch(app, bundle, 1_000)).status).toBe(202);
  });

  test("are not more where many requests come at once", async () => {
    await using app = await openTestApp({ address: engine.address(), jobs: { slots: 0 } });
    const key = await app.key("a@example.com", { plans: ["hobbyist"] });
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await batch(app, key, 30)).status),
    );
    expect(statuses.filter((status) => status === 202)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect(await jobs(app)).toBe(90);
  });

  test("with a test key are as many as an unused quota could pay, and take nothing from live ones", async () => {
    await using app = await openTestApp({ address: engine.address(), jobs: { slots: 0 } });
    const key = await app.key("a@example.com", { plans: ["hobbyist"] });
    const test = await testKey(app, "a@example.com");
    expect((await batch(app, test, 10_000)).status).toBe(429);
    expect((await batch(app, test, 100)).status).toBe(202);
    expect((await batch(app, test, 1)).status).toBe(429);
    expect((await batch(app, key, 100)).status).toBe(202);
  });

  test("without metering are limited by their storage alone", async () => {
    await using app = await openTestApp({
      address: engine.address(),
      metering: false,
      jobs: { slots: 0 },
      jobLimits: { accountBytes: 10_000_000, totalBytes: 40_000_000 },
    });
    expect((await batch(app, "", 300)).status).toBe(202);
    const full = await batch(app, "", 300);
    expect(full.status).toBe(429);
    expect(await full.json()).toMatchObject({
      code: "job-storage-full",
      detail: expect.stringContaining("this account"),
    });
  });
});

describe.each(engines)("stored results on $name", (engine) => {
  test("that do not fit fail their job, which costs nothing, and block nobody", async () => {
    await using app = await openTestApp({
      address: engine.address(),
      jobLimits: { accountBytes: 3_000_000, totalBytes: 24_000_000 },
    });
    const key = await app.key("a@example.com", { plans: ["pdf"] });
    const ended = async (of: string, size: number) => {
      const sent = await post(app, `/invented/stream?units=3&size=${size}`, of, ASYNC);
      expect(sent.status).toBe(202);
      const { id } = (await sent.json()) as { id: string };
      return until("the job has ended", async () => {
        const view = (await (await app.get(`/jobs/${id}`, of)).json()) as { state: string };
        return ["succeeded", "failed"].includes(view.state) && view;
      });
    };
    expect(await ended(key, 2_000_000)).toMatchObject({ state: "succeeded", units: 3 });
    expect(await ended(key, 2_000_000)).toMatchObject({
      state: "failed",
      units: 0,
      problem: { code: "job-storage-full", status: 429 },
    });
    expect(await ended(key, 400_000)).toMatchObject({ state: "succeeded", units: 3 });
    const other = await app.key("b@example.com", { plans: ["pdf"] });
    expect(await ended(other, 2_000_000)).toMatchObject({ state: "succeeded" });
    const rows = await app.accounts.database.query<{ used: number }>`select used from usage order by used`;
    expect(rows.map((row) => row.used)).toEqual([3, 6]);
    // The body of the one that failed was never written.
    const [bodies] = await app.accounts.database.query<{ count: number | string }>`
      select count(distinct job) as count from job_body`;
    expect(Number(bodies?.count)).toBe(3);
  });

  test("of accounts that fill the store leave space for one that stores little", async () => {
    await using app = await openTestApp({
      address: engine.address(),
      jobs: { slots: 0 },
      jobLimits: { accountBytes: 2_000_000, totalBytes: 8_000_000 },
    });
    for (let i = 0; i < 8; i++) {
      const key = await app.key(`${i}@example.com`, { plans: ["pdf"] });
      let status = 202;
      for (let sent = 0; sent < 60 && status === 202; sent++) status = (await batch(app, key, 10)).status;
      expect(status).toBe(429);
    }
    const honest = await app.key("honest@example.com", { plans: ["hobbyist"] });
    expect((await batch(app, honest, 5)).status).toBe(202);
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    const [, bytes] = /^quintet_job_storage_bytes (\d+)$/m.exec(metrics) ?? [];
    expect(Number(bytes)).toBeGreaterThan(5_000_000);
    expect(Number(bytes)).toBeLessThan(8_000_000);
    expect(metrics).toContain("quintet_job_storage_limit_bytes 8000000");
  });
});
