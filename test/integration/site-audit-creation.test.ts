import { describe, expect, test } from "bun:test";
import { catalogue } from "../fixtures/suite-catalogue.ts";
import { endless } from "../helpers/endless.ts";
import { engines } from "../helpers/engines.ts";
import { openTestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";
import { fakeCrawler } from "../servers/fake-crawler.ts";

const SITE = "https://site.example/";

interface View {
  readonly id: string;
  readonly pages: number;
  readonly schedule: string | null;
  readonly code?: string;
}

describe.each(engines)("the creation of site audits on $name", (engine) => {
  async function open(holdAfter: number, metering = true, plans = endless) {
    const crawler = fakeCrawler();
    crawler.holdAfter = holdAfter;
    let analyses = 0;
    const { analyze } = crawler;
    crawler.analyze = (...given) => {
      analyses++;
      return analyze(...given);
    };
    const clock = { aheadMs: 0 };
    const app = await openTestApp({
      address: engine.address(),
      catalogue: plans,
      metering,
      siteAudits: { crawler },
      now: () => Date.now() + clock.aheadMs,
    });
    const key = metering ? await app.key("a@example.com") : "";
    const send = (method: string, path: string, body?: unknown, name?: string) =>
      fetch(app.url + path, {
        method,
        headers: {
          ...(metering ? { "X-API-Key": key } : {}),
          ...(name === undefined ? {} : { "Idempotency-Key": name }),
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const create = (body: Record<string, unknown> = {}, name?: string) =>
      send("POST", "/seo/site-audits", { url: SITE, ...body }, name);
    const list = async () =>
      ((await (await send("GET", "/seo/site-audits?limit=100")).json()) as { siteAudits: View[] }).siteAudits;
    const schedules = async () =>
      ((await (await send("GET", "/seo/site-audit-schedules")).json()) as { schedules: View[] }).schedules;
    return { app, clock, send, create, list, schedules, analyses: () => analyses };
  }

  test("an audit that is rejected leaves no schedule", async () => {
    const { app, create, list, schedules } = await open(0);
    await using _ = app;
    // More at once than an account may have.
    const all = await Promise.all(Array.from({ length: 30 }, () => create()));
    const codes = await Promise.all(all.map(async (response) => ((await response.json()) as View).code));
    expect(codes.filter((code) => code === undefined)).toHaveLength(20);
    expect(codes.filter((code) => code === "too-many-site-audits")).toHaveLength(10);
    expect(await list()).toHaveLength(20);
    expect((await create({ every: "daily" })).status).toBe(429);
    expect(await schedules()).toEqual([]);
  });

  test("a schedule that is one too many leaves no audit", async () => {
    const { app, send, create, list } = await open(0);
    await using _ = app;
    for (let i = 0; i < 20; i++)
      expect((await send("POST", "/seo/site-audit-schedules", { url: SITE, every: "daily" })).status).toBe(
        201,
      );
    expect((await create({ every: "daily" })).status).toBe(429);
    expect(await list()).toEqual([]);
    expect((await create()).status).toBe(202);
  });

  test.each([true, false])(
    "requests at once with one Idempotency-Key make one audit and one schedule; metering: %p",
    async (metering) => {
      const { app, send, create, list, schedules } = await open(0, metering);
      await using _ = app;
      for (let round = 0; round < 3; round++) {
        const all = await Promise.all(
          Array.from({ length: 4 }, () => create({ every: "daily" }, `audit-${round}`)),
        );
        expect(all.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
        const ids = await Promise.all(all.map(async (response) => ((await response.json()) as View).id));
        expect(new Set(ids).size).toBe(1);
      }
      expect([(await list()).length, (await schedules()).length]).toEqual([3, 3]);
      const body = { url: SITE, every: "weekly" };
      const made = await Promise.all(
        Array.from({ length: 4 }, () => send("POST", "/seo/site-audit-schedules", body, "schedule")),
      );
      expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
      expect((await schedules()).length).toBe(4);
    },
  );

  test("the report of a canceled audit is made once for all who ask for it at once", async () => {
    const { app, send, create, analyses } = await open(3);
    await using _ = app;
    const { id } = (await (await create({ maxPages: 10 })).json()) as View;
    const view = async () => (await (await send("GET", `/seo/site-audits/${id}`)).json()) as View;
    await until("three pages were read", async () => (await view()).pages === 3);
    await send("DELETE", `/seo/site-audits/${id}`);
    const reports = await Promise.all(
      Array.from({ length: 6 }, () => send("GET", `/seo/site-audits/${id}/report`)),
    );
    expect(reports.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    for (const report of reports) expect(await report.json()).toEqual({ pages: 3, distinct: 3 });
    expect(analyses()).toBe(1);
    const { query } = app.accounts.database;
    const [bodies] = await query<{
      n: number | string;
    }>`select count(*) as n from job_body where job = ${id}`;
    expect(Number(bodies?.n)).toBe(3);
    expect(app.lines.filter((line) => line.includes("request failed"))).toEqual([]);
  });

  test("a repetition is found once the quota is used up, and another body with its key is rejected", async () => {
    const { app, send, create, list } = await open(1_000, true, catalogue);
    await using _ = app;
    const first = (await (await create({ maxPages: 10_000 }, "one")).json()) as View;
    await until("the quota is used up", async () => {
      const view = (await (await send("GET", `/seo/site-audits/${first.id}`)).json()) as { state: string };
      return view.state === "succeeded";
    });
    expect((await create({ maxPages: 5 })).status).toBe(429);
    const again = await create({ maxPages: 10_000 }, "one");
    expect([again.status, ((await again.json()) as View).id]).toEqual([202, first.id]);
    const other = await create({ maxPages: 5 }, "one");
    expect([other.status, ((await other.json()) as View).code]).toEqual([422, "idempotency-mismatch"]);
    const schedule = { url: SITE, every: "daily" };
    const elsewhere = await send("POST", "/seo/site-audit-schedules", schedule, "one");
    expect([elsewhere.status, ((await elsewhere.json()) as View).code]).toEqual([
      422,
      "idempotency-mismatch",
    ]);
    expect(await list()).toHaveLength(1);
  });

  test("an audit that has expired is never the response of a repetition", async () => {
    const { app, clock, create } = await open(0);
    await using _ = app;
    const { id } = (await (await create({}, "one")).json()) as View;
    clock.aheadMs = 30 * 86_400_000 + 60_000;
    const again = await create({}, "one");
    expect(again.status).toBe(202);
    expect(((await again.json()) as View).id).not.toBe(id);
  });
});
