import { describe, expect, test } from "bun:test";
import { Problem } from "../../src/kit/problem.ts";
import { type Database, wrapStatements } from "../../src/store/database.ts";
import { engines } from "../helpers/engines.ts";
import { openTestApp, type TestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";

const LEASE_MS = 300;
/** Longer than what was claimed for a call that did not end stays claimed, in milliseconds. */
const LATER_MS = 11 * 60_000;

/** A process that is cut off from its database for good where it charges: before that, or after it. */
function cutOff(at: "before" | "after") {
  let isCut = false;
  const gone = () => new Problem("storage-unavailable", "The process was killed.");
  const wrap = (database: Database) =>
    wrapStatements(database, async (kind, statement) => {
      if (isCut) throw gone();
      if (kind !== "count") return statement();
      if (at === "after") await statement();
      isCut = true;
      throw gone();
    });
  return { wrap, isCut: () => isCut };
}

/** The calls that were charged. */
async function used(app: TestApp): Promise<number> {
  await app.accounts.charges.flush();
  const [row] = await app.accounts.database.query<{ used: number }>`select used from usage`;
  return row?.used ?? 0;
}

const post = (app: TestApp, path: string, key: string, headers: Record<string, string> = {}) =>
  fetch(app.url + path, { method: "POST", headers: { "X-API-Key": key, ...headers } });

async function jobState(app: TestApp, key: string, id: string): Promise<string> {
  const view = (await (await app.get(`/jobs/${id}`, key)).json()) as { state: string };
  return view.state;
}

describe.each(engines)("what is paid once on $name", (engine) => {
  test.each(["before", "after"] as const)(
    "a job whose process is killed %s its charge is charged once, and the item is then paid for",
    async (at) => {
      const address = engine.address();
      const clock = { aheadMs: 0 };
      const now = () => Date.now() + clock.aheadMs;
      const cut = cutOff(at);
      await using app = await openTestApp({ address, now, jobs: { slots: 0, leaseMs: LEASE_MS } });
      const key = await app.key("a@example.com");
      const sent = await post(app, "/invented/batch?units=3&item=one", key, { Prefer: "respond-async" });
      const { id } = (await sent.json()) as { id: string };
      const jobs = { slots: 1, leaseMs: LEASE_MS };
      await using _ = await openTestApp({ address, now, wrap: cut.wrap, jobs });
      await until("the first attempt is cut off", () => cut.isCut());
      await using second = await openTestApp({ address, now, jobs });
      await until("the job has ended", async () => (await jobState(app, key, id)) === "succeeded");
      expect(await used(second)).toBe(1);
      clock.aheadMs = LATER_MS;
      expect((await post(second, "/invented/batch?units=3&item=one", key)).status).toBe(200);
      expect(await used(second)).toBe(1);
    },
  );

  test.each(["before", "after"] as const)(
    "the item of a job whose process is killed %s its charge and that is canceled is charged at its next call",
    async (at) => {
      const address = engine.address();
      const clock = { aheadMs: 0 };
      const now = () => Date.now() + clock.aheadMs;
      const cut = cutOff(at);
      await using app = await openTestApp({ address, now, jobs: { slots: 0, leaseMs: LEASE_MS } });
      const key = await app.key("c@example.com");
      const sent = await post(app, "/invented/batch?units=3&item=three", key, { Prefer: "respond-async" });
      const { id } = (await sent.json()) as { id: string };
      const jobs = { slots: 1, leaseMs: LEASE_MS };
      await using _ = await openTestApp({ address, now, wrap: cut.wrap, jobs });
      await until("the first attempt is cut off", () => cut.isCut());
      await fetch(`${app.url}/jobs/${id}`, { method: "DELETE", headers: { "X-API-Key": key } });
      expect(await used(app)).toBe(0);
      clock.aheadMs = LATER_MS;
      expect((await post(app, "/invented/batch?units=3&item=three", key)).status).toBe(200);
      expect(await used(app)).toBe(1);
    },
  );

  test("the item of a job that gives up after processes were killed is charged at its next call", async () => {
    const address = engine.address();
    const clock = { aheadMs: 0 };
    const now = () => Date.now() + clock.aheadMs;
    const cut = cutOff("after");
    const jobs = { slots: 1, leaseMs: LEASE_MS };
    await using app = await openTestApp({ address, now, jobs: { slots: 0, leaseMs: LEASE_MS } });
    const key = await app.key("d@example.com");
    const sent = await post(app, "/invented/batch?units=3&item=four", key, { Prefer: "respond-async" });
    const { id } = (await sent.json()) as { id: string };
    await using _ = await openTestApp({ address, now, wrap: cut.wrap, jobs });
    await until("the first attempt is cut off", () => cut.isCut());
    await app.accounts.database.query`update job set interruptions = 5 where id = ${id}`;
    await using second = await openTestApp({ address, now, jobs });
    await until("the job has ended", async () => (await jobState(app, key, id)) === "failed");
    clock.aheadMs = LATER_MS;
    expect((await post(second, "/invented/batch?units=3&item=four", key)).status).toBe(200);
    expect(await used(second)).toBe(1);
  });

  test.each([
    ["without a key of its own", {}],
    ["with an Idempotency-Key that is not sent again", { "Idempotency-Key": "lost" }],
  ])("the item of a killed request %s is charged at its next call", async (_, headers) => {
    const address = engine.address();
    const clock = { aheadMs: 0 };
    const now = () => Date.now() + clock.aheadMs;
    await using app = await openTestApp({ address, now });
    const key = await app.key("e@example.com");
    await using killed = await openTestApp({ address, now, wrap: cutOff("before").wrap });
    expect((await post(killed, "/invented/batch?units=3&item=five", key, headers)).status).toBe(503);
    clock.aheadMs = LATER_MS;
    expect((await post(app, "/invented/batch?units=3&item=five", key)).status).toBe(200);
    expect(await used(app)).toBe(1);
  });

  test("an item stays paid for as long as its operation says, and that of a call that failed is charged again", async () => {
    const clock = { aheadMs: 0 };
    await using app = await openTestApp({ address: engine.address(), now: () => Date.now() + clock.aheadMs });
    const key = await app.key("f@example.com");
    const path = "/invented/batch?units=3&item=seven";
    expect((await post(app, `${path}&outcome=crash`, key)).status).toBe(500);
    expect(await used(app)).toBe(0);
    for (const headers of [{}, { "Idempotency-Key": "again" }, {}]) {
      expect((await post(app, path, key, headers)).status).toBe(200);
      expect(await used(app)).toBe(1);
      clock.aheadMs += LATER_MS;
    }
  });

  test("a repeated request whose process was killed is charged once, and the item is then paid for", async () => {
    const address = engine.address();
    const clock = { aheadMs: 0 };
    const now = () => Date.now() + clock.aheadMs;
    const cut = cutOff("before");
    await using app = await openTestApp({ address, now });
    const key = await app.key("b@example.com");
    await using first = await openTestApp({ address, now, wrap: cut.wrap });
    const send = (to: TestApp) =>
      post(to, "/invented/batch?units=3&item=two", key, { "Idempotency-Key": "cut" });
    expect((await send(first)).status).toBe(503);
    clock.aheadMs = 15_000;
    expect((await send(app)).status).toBe(200);
    expect(await used(app)).toBe(1);
    clock.aheadMs += LATER_MS;
    expect((await post(app, "/invented/batch?units=3&item=two", key)).status).toBe(200);
    expect(await used(app)).toBe(1);
  });
});
