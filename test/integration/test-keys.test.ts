import { describe, expect, test } from "bun:test";
import { nightlyEngines } from "../helpers/engines.ts";
import { openTestApp, type TestApp } from "../helpers/test-app.ts";

/** A test app with a live and a test key of one account. */
async function open(address: string, options: Partial<Parameters<typeof openTestApp>[0]> = {}) {
  const app = await openTestApp({ address, ...options });
  const live = await app.key("owner@example.com");
  const { account } = await app.accounts.accountStore.ensure("owner@example.com");
  const made = await app.accounts.keys.create(account.id, "test", null, { mode: "test" });
  app.secrets.add(made.key);
  return { app, live, tested: made.key, account: account.id };
}

const post = (app: TestApp, key: string, path: string, headers: Record<string, string> = {}) =>
  fetch(app.url + path, { method: "POST", headers: { "X-API-Key": key, ...headers } });

const told = ({ status, headers }: Response) => [
  status,
  headers.get("quintet-mode"),
  headers.get("quintet-cost")?.split(";")[0],
  /;r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1],
];

describe.each(nightlyEngines)("test keys on $name", (engine) => {
  test("look like test keys, are never charged, and tell the quota that live keys have", async () => {
    const { app, live, tested } = await open(engine.address());
    await using _ = app;
    expect(tested).toMatch(/^qt_test_[0-9A-Za-z]{33}$/);
    expect(told(await app.get("/noop", live))).toEqual([200, null, "1", "99"]);
    for (let i = 0; i < 3; i++) {
      const response = await app.get("/noop", tested);
      expect(told(response)).toEqual([200, "test", "0", "99"]);
      expect(response.headers.get("access-control-expose-headers")).toContain("Quintet-Mode");
      // What the operation would count is not there: it did not run.
      expect(await response.json()).toEqual({ ok: true, run: 0 });
    }
    expect(told(await post(app, tested, "/invented/batch?units=50"))).toEqual([200, "test", "0", "99"]);
    expect(told(await app.get("/noop", live))).toEqual([200, null, "1", "98"]);
  });

  test("work when the quota is used up", async () => {
    const { app, live, tested } = await open(engine.address());
    await using _ = app;
    await Promise.all(Array.from({ length: 100 }, () => app.get("/noop", live)));
    expect((await app.get("/noop", live)).status).toBe(429);
    expect(told(await app.get("/noop", tested))).toEqual([200, "test", "0", "0"]);
  });

  test("get the errors of live keys for what is not valid", async () => {
    const { app, tested } = await open(engine.address());
    await using _ = app;
    const bad = await app.get("/noop?outcome=odd", tested);
    expect(told(bad)).toEqual([400, "test", "0", "100"]);
    expect(await bad.json()).toMatchObject({ code: "invalid-parameter", parameter: "outcome", charged: 0 });
    expect((await app.get("/noop?colour=red", tested)).status).toBe(400);
    expect((await app.get("/invented/batch", tested)).status).toBe(405);
    // A live key would get what it asks the operation to do.
    expect((await app.get("/noop?outcome=crash", tested)).status).toBe(200);
  });

  test("an error is returned on request, with its headers and members", async () => {
    const { app, live, tested } = await open(engine.address());
    await using _ = app;
    const prefer = (example: string) => app.get("/noop", tested, { Prefer: example });
    const quota = await prefer("example=quota-exceeded");
    expect(told(quota)).toEqual([429, "test", "0", "0"]);
    expect(Number(quota.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await quota.json()).toMatchObject({
      code: "quota-exceeded",
      charged: 0,
      resetsAt: expect.anything(),
    });
    const fast = await prefer('return=minimal, example="rate-limited"');
    expect([fast.status, fast.headers.get("retry-after"), fast.headers.get("ratelimit")]).toEqual([
      429,
      "2",
      '"burst";r=0;t=2',
    ]);
    const down = await prefer("example=storage-unavailable");
    expect([down.status, down.headers.get("retry-after")]).toEqual([503, "2"]);
    const unknown = await prefer("example=no-foreground");
    expect(await unknown.json()).toMatchObject({ code: "invalid-parameter", parameter: "Prefer" });
    // A preference that is not ours is ignored, and a live key gets real responses alone.
    expect((await prefer("handling=lenient")).status).toBe(200);
    const real = await app.get("/noop", live, { Prefer: "example=quota-exceeded" });
    expect(told(real)).toEqual([200, null, "1", "99"]);
  });

  test("an Idempotency-Key of a live call and of a test call are two", async () => {
    const { app, live, tested } = await open(engine.address());
    await using _ = app;
    const headers = { "Idempotency-Key": "order-1" };
    const call = async (key: string, path = "/invented/batch?units=3") => {
      const response = await post(app, key, path, headers);
      return [response.status, response.headers.get("idempotency-replayed"), await response.text()];
    };
    const first = await call(tested);
    expect(first).toEqual([200, null, JSON.stringify({ ok: true, run: 0 })]);
    expect(await call(tested)).toEqual([200, "true", first[2] as string]);
    const [status, replayed, body] = await call(live, "/invented/batch?units=4");
    expect([status, replayed]).toEqual([200, null]);
    expect(body).not.toBe(first[2] as string);
    expect((await call(tested, "/invented/batch?units=5"))[0]).toBe(422);
    const again = await post(app, live, "/invented/batch?units=4", headers);
    expect([again.status, again.headers.get("quintet-mode")]).toEqual([200, null]);
    expect(again.headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
    const repeated = await post(app, tested, "/invented/batch?units=3", headers);
    expect(told(repeated)).toEqual([200, "test", "0", "99"]);
  });

  test("have a rate of their own, and do not use up what live calls may fail", async () => {
    const { app, live, tested } = await open(engine.address(), {
      perSecond: 0.01,
      burst: 2,
      freeCpuSeconds: 1,
    });
    await using _ = app;
    for (let i = 0; i < 2; i++) expect((await app.get("/noop", tested)).status).toBe(200);
    const fast = await app.get("/noop", tested);
    expect([fast.status, fast.headers.get("ratelimit-policy")?.split(";")[0]]).toEqual([429, '"burst"']);
    expect((await app.get("/noop", live)).status).toBe(200);
  });

  test("work over MCP, where the result says so", async () => {
    const { app, tested, live } = await open(engine.address());
    await using _ = app;
    const call = async (key: string) => {
      const response = await fetch(`${app.url}/mcp`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Accept: "application/json, text/event-stream",
          Authorization: `Bearer ${key}`,
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "pdf_noop", arguments: {} },
        }),
      });
      return response.text();
    };
    const result = await call(tested);
    expect(result).toContain('"quintet-mode":"test"');
    expect(result).toContain('"run":0');
    expect(await call(live)).not.toContain("quintet-mode");
  });

  test("and their allow-lists hold over MCP, for the address of the agent", async () => {
    const { app, account } = await open(engine.address());
    await using _ = app;
    const options = { allowedIps: ["203.0.113.7"] };
    const { key } = await app.accounts.keys.create(account, "agent", null, options);
    app.secrets.add(key);
    const call = async (ip: string, padding = "") => {
      const params = { name: "pdf_noop", arguments: {}, _meta: { padding } };
      const response = await fetch(`${app.url}/mcp`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Accept: "application/json, text/event-stream",
          "X-API-Key": key,
          "X-Forwarded-For": ip,
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
      });
      return response.text();
    };
    expect(await call("203.0.113.7")).toContain('"ok":true');
    expect(await call("198.51.100.9")).toContain("ip-not-allowed");
    expect(await call("198.51.100.9", "x".repeat(1_100_000))).toContain("ip-not-allowed");
  });

  test("do not matter to the UUID service, which knows no keys", async () => {
    const { app, tested } = await open(engine.address());
    await using _ = app;
    const response = await app.get("/v4", tested);
    expect([response.status, response.headers.get("quintet-mode")]).toEqual([200, null]);
  });
});
