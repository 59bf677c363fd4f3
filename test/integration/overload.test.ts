import { describe, expect, test } from "bun:test";
import { hold } from "../fixtures/paid-api.ts";
import { engines } from "../helpers/engines.ts";
import { openTestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";

const SLOW_MS = 200;

type App = Awaited<ReturnType<typeof openTestApp>>;

/** Waits until so many requests are worked on or wait. */
const full = (app: App, requests: number) =>
  until(`${requests} requests arrived`, () =>
    app.concurrency().some(({ running, queued }) => running + queued === requests),
  );

async function usedBy(app: App, key: string): Promise<number> {
  const usage = (await (await app.get("/usage", key)).json()) as {
    apis: { api: string; quotas: { used: number }[] }[];
  };
  return usage.apis.find(({ api }) => api === "pdf")?.quotas[0]?.used ?? 0;
}

describe.each(engines)("more requests than places, on $name", (engine) => {
  test("those that find the queue full get 503 with Retry-After and are not charged, the others are served", async () => {
    await using app = await openTestApp({ address: engine.address(), concurrency: { places: 2, queue: 4 } });
    const key = await app.key("crowd@example.com", { plans: ["pdf"] });
    const { release } = hold();
    let ended = 0;
    const calls = Array.from({ length: 20 }, () =>
      app.get("/invented/noop?outcome=held", key).finally(() => ended++),
    );
    await until("the calls that find the queue full have ended", () => ended === 14);
    release();
    const answers = await Promise.all(calls);
    const of = (status: number) => answers.filter((answer) => answer.status === status);
    expect([of(200).length, of(503).length]).toEqual([6, 14]);
    for (const answer of of(503)) {
      expect(Number(answer.headers.get("retry-after"))).toBeWithin(1, 61);
      expect(await answer.json()).toMatchObject({ code: "busy", charged: 0 });
    }
    expect(await usedBy(app, key)).toBe(6);
  });
});

describe("one heavy caller", () => {
  test("with 200 requests waiting does not keep another's one request from its place", async () => {
    await using app = await openTestApp({
      address: "sqlite::memory:",
      concurrency: { places: 1, queue: 256 },
    });
    const heavy = await app.key("heavy@example.com", { plans: ["pdf"] });
    const light = await app.key("light@example.com", { plans: ["pdf"] });
    const leaving = new AbortController();
    const crowd = Array.from({ length: 200 }, () =>
      fetch(`${app.url}/invented/noop?outcome=slow`, {
        headers: { "X-API-Key": heavy },
        signal: leaving.signal,
      }).catch(() => undefined),
    );
    // The crowd is served one after the other by now.
    await crowd[0];
    const began = performance.now();
    const answer = await app.get("/invented/noop?outcome=slow", light);
    const waitedMs = performance.now() - began;
    leaving.abort();
    await Promise.all(crowd);
    expect(answer.status).toBe(200);
    // What is under way, and its own; a machine with other work to do is given some air. Behind the crowd it would be 200 times.
    expect(waitedMs).toBeLessThan(20 * SLOW_MS);
  });

  test("that fills places and queue keeps nobody else out: further places are for those who hold none", async () => {
    await using app = await openTestApp({ address: "sqlite::memory:", concurrency: { places: 1, queue: 8 } });
    const heavy = await app.key("heavy@example.com", { plans: ["pdf"] });
    const light = await app.key("light@example.com", { plans: ["pdf"] });
    const crowd = Array.from({ length: 9 }, () => app.get("/invented/noop?outcome=slow", heavy));
    await full(app, 9);
    const answer = await app.get("/invented/noop?outcome=slow", light);
    const statuses = (await Promise.all(crowd)).map(({ status }) => status);
    expect([answer.status, statuses.filter((status) => status === 503).length]).toEqual([200, 0]);
    expect([await usedBy(app, heavy), await usedBy(app, light)]).toEqual([9, 1]);
  });
});

test("what needs no place is answered while every place is taken", async () => {
  await using app = await openTestApp({ address: "sqlite::memory:", concurrency: { places: 1, queue: 1 } });
  const key = await app.key("full@example.com", { plans: ["pdf"] });
  const { release } = hold();
  const held = [1, 2].map(() => app.get("/invented/noop?outcome=held", key));
  await full(app, 2);
  const others = await Promise.all(
    ["/v4", "/usage", "/invented/list", "/plans"].map((path) => app.get(path, key)),
  );
  release();
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
});
