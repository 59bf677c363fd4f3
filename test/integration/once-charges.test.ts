import { describe, expect, test } from "bun:test";
import { Problem } from "../../src/kit/problem.ts";
import { type Database, wrapStatements } from "../../src/store/database.ts";
import { engines } from "../helpers/engines.ts";
import { openTestApp, type TestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";

const LEASE_MS = 300;

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
      const cut = cutOff(at);
      await using app = await openTestApp({ address, jobs: { slots: 0, leaseMs: LEASE_MS } });
      const key = await app.key("a@example.com");
      const sent = await post(app, "/invented/batch?units=3&item=one", key, { Prefer: "respond-async" });
      const { id } = (await sent.json()) as { id: string };
      await using _ = await openTestApp({ address, wrap: cut.wrap, jobs: { slots: 1, leaseMs: LEASE_MS } });
      await until("the first attempt is cut off", () => cut.isCut());
      await using second = await openTestApp({ address, jobs: { slots: 1, leaseMs: LEASE_MS } });
      await until("the job has ended", async () => (await jobState(app, key, id)) === "succeeded");
      expect(await used(second)).toBe(1);
      expect((await post(second, "/invented/batch?units=3&item=one", key)).status).toBe(200);
      expect(await used(second)).toBe(1);
    },
  );

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
    expect((await post(app, "/invented/batch?units=3&item=two", key)).status).toBe(200);
    expect(await used(app)).toBe(1);
  });
});
