import { describe, expect, test } from "bun:test";
import { engines } from "../helpers/engines.ts";
import { isNightly } from "../helpers/nightly.ts";
import { hasPostgres, ownCluster } from "../helpers/postgres.ts";
import { testAppInProcess } from "../helpers/processes.ts";
import { openTestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";

const KILLS = isNightly ? 20 : 2;
const CALLERS = 8;

describe.each(engines)("kill -9 under load on $name", (engine) => {
  test(`${KILLS} times loses no acknowledged charge, and charges at most the calls in flight besides`, async () => {
    const address = engine.address();
    await using watch = await openTestApp({ address });
    const key = await watch.key("load@example.com", { plans: ["bundle"] });
    const account = (await watch.accounts.accountStore.byEmail("load@example.com"))?.id ?? "";
    let acknowledged = 0;
    let logged = 0;
    for (let kill = 1; kill <= KILLS; kill++) {
      const app = await testAppInProcess(address);
      let alive = true;
      const callers = Array.from({ length: CALLERS }, async () => {
        while (alive) {
          try {
            const answer = await fetch(`${app.url}/noop`, { headers: { "X-API-Key": key } });
            if (answer.status === 200) acknowledged++;
            else expect(answer.status).toBe(503);
          } catch {
            // Cut: whether it was charged is what is being asked.
            return;
          }
        }
      });
      // In the middle of the load, wherever that is: after so many answers, not after so long.
      const enough = acknowledged + 1 + Math.floor(Math.random() * 60);
      await until("more is answered", () => acknowledged >= enough);
      logged += await app.kill();
      alive = false;
      await Promise.all(callers);
      const report = await watch.accounts.usage(account);
      const charged = (report.apis.find(({ api }) => api === "pdf")?.quotas[0]?.used ?? 0) / 5;
      expect(charged).toBeGreaterThanOrEqual(acknowledged);
      expect(charged).toBeLessThanOrEqual(acknowledged + kill * CALLERS);
    }
    expect(acknowledged).toBeGreaterThanOrEqual(KILLS);
    // Those logs were searched for secrets too.
    expect(logged).toBeGreaterThan(KILLS);
  });
});

describe.skipIf(!hasPostgres)("while PostgreSQL is stopped", () => {
  test("keys get 503 with Retry-After within 100 ms, UUIDs are served, and all is well by itself after", async () => {
    const cluster = ownCluster();
    await using app = await openTestApp({ address: cluster.database() });
    const key = await app.key("out@example.com", { plans: ["pdf"] });
    expect((await app.get("/noop", key)).status).toBe(200);
    let refusals = 0;
    for (let outage = 1; outage <= 2; outage++) {
      cluster.stop();
      // The time of the shutdown itself was spent in this process: its timers have to catch up first.
      await app.get("/v4");
      const slowest = async () => {
        const times: number[] = [];
        for (let i = 0; i < 30; i++) {
          const began = performance.now();
          const [paid, usage, free] = await Promise.all([
            app.get("/noop", key),
            app.get("/usage", key),
            app.get("/v7?n=3"),
          ]);
          times.push(performance.now() - began);
          expect([paid.status, usage.status, free.status]).toEqual([503, 503, 200]);
          refusals += 2;
          expect(Number(paid.headers.get("retry-after"))).toBeGreaterThan(0);
          expect(await paid.json()).toMatchObject({ code: "storage-unavailable", charged: 0 });
        }
        // Nine of ten: a machine that does other things at the same time makes some wait.
        return times.sort((a, b) => a - b)[26] ?? Number.POSITIVE_INFINITY;
      };
      // What is slow by itself is slow in every round.
      let slow = await slowest();
      for (let round = 0; round < 5 && slow >= 100; round++) slow = await slowest();
      expect(slow).toBeLessThan(100);
      cluster.start();
      const answer = await until("calls are served again", async () => {
        const one = await app.get("/noop", key);
        return one.status === 200 ? one : undefined;
      });
      expect(answer.headers.get("ratelimit")).toContain(`r=${2000 - 1 - outage};`);
    }
    // Not a line for each of 120 refusals, or more on a slow machine: what is wrong, when it began and when it was over.
    const said = app.lines
      .map((line) => JSON.parse(line) as { level: string; message: string; times?: number; cause?: unknown })
      .filter(({ level }) => level !== "debug");
    expect(said.length).toBeLessThan(refusals / 10);
    expect(said.some(({ message }) => message === "calls are rejected: no database")).toBe(true);
    expect(said.find(({ times }) => times !== undefined)?.cause).toContain("ERR_POSTGRES");
    for (const line of said) expect(JSON.stringify(line)).not.toContain("    at ");
    cluster.stop();
  });

  test("an app that starts without its database serves UUIDs, and keys once it is there", async () => {
    const cluster = ownCluster();
    const address = cluster.database();
    cluster.stop();
    await using app = await openTestApp({ address });
    expect((await app.get("/v4")).status).toBe(200);
    expect((await app.get("/usage", "qt_live_nothing")).status).toBe(401);
    const answer = await fetch(`${app.url}/signup`, {
      method: "POST",
      body: new URLSearchParams({ email: "a@b.co" }),
    });
    expect(answer.status).toBe(503);
    cluster.start();
    const made = await until("a key is made", () => app.key("first@example.com").catch(() => undefined));
    expect((await app.get("/noop", made)).status).toBe(200);
    cluster.stop();
  });
});
