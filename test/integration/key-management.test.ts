import { describe, expect, test } from "bun:test";
import { hashSecret } from "../../src/accounts/key-format.ts";
import { nightlyEngines } from "../helpers/engines.ts";
import { openTestApp, type TestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";

const at = (ip: string) => ({ "X-Forwarded-For": ip });

/** A test app with a key that manages keys, and a way to call with it. */
async function open(address: string, now = Date.now) {
  const app = await openTestApp({ address, now });
  const manager = await app.key("owner@example.com", { apis: ["keys"] });
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const { key = manager, ...rest } = headers;
    const response = await fetch(app.url + path, {
      method,
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...rest },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json = (await response.json()) as Record<string, unknown>;
    if (typeof json.key === "string") app.secrets.add(json.key);
    return { status: response.status, headers: response.headers, json };
  };
  const make = async (body: unknown = {}) => {
    const { json } = await send("POST", "/keys", body);
    return { id: String(json.id), key: String(json.key) };
  };
  return { app, manager, send, make };
}

const codeOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { code?: string }).code,
];
/** Waits for what the caches of keys are told. */
const reaches = (app: TestApp, key: string, expected: unknown, ip?: string) =>
  until(`a call gets ${String(expected)}`, async () => {
    const response = await noop(app, key, ip);
    const [status, code] = await codeOf(response);
    return status === expected || code === expected;
  });
const noop = (app: TestApp, key: string, ip = "203.0.113.7") => app.get("/noop", key, at(ip));

describe.each(nightlyEngines)("keys managed by a key on $name", (engine) => {
  test("are created, listed, changed, rotated and revoked", async () => {
    const today = () => new Date().toISOString().slice(0, 10);
    const began = today();
    const { app, send, make } = await open(engine.address());
    await using _ = app;
    const made = await send("POST", "/keys", { name: "ci", apis: ["pdf"], mode: "live" });
    expect([made.status, made.json]).toMatchObject([
      201,
      { name: "ci", apis: ["pdf"], mode: "live", expiresAt: null, allowedIps: null, lastUsedOn: null },
    ]);
    const { id } = made.json;
    expect((await noop(app, String(made.json.key))).status).toBe(200);

    const changed = await send("PATCH", `/keys/${id}`, {
      name: "ci 2",
      expiresAt: "2099-01-31",
      allowedIps: ["203.0.113.7/24", "2001:db8::/48"],
    });
    expect([changed.status, changed.json]).toMatchObject([
      200,
      {
        id,
        name: "ci 2",
        expiresAt: "2099-01-31T00:00:00.000Z",
        allowedIps: ["203.0.113.0/24", "2001:db8::/48"],
      },
    ]);
    // What is left out stays; null removes.
    const cleared = await send("PATCH", `/keys/${id}`, { allowedIps: null });
    expect(cleared.json).toMatchObject({
      name: "ci 2",
      expiresAt: "2099-01-31T00:00:00.000Z",
      allowedIps: null,
    });

    const rolled = await send("POST", `/keys/${id}/roll`, { grace: "0" });
    expect(rolled.json).toMatchObject({ name: "ci 2", apis: ["pdf"], expiresAt: "2099-01-31T00:00:00.000Z" });
    expect((await noop(app, String(rolled.json.key))).status).toBe(200);
    await reaches(app, String(made.json.key), "key-revoked");
    const gone = await send("DELETE", `/keys/${rolled.json.id}`);
    expect([gone.status, gone.json]).toEqual([200, { revoked: true }]);
    await reaches(app, String(rolled.json.key), "key-revoked");

    const { keys } = (await send("GET", "/keys")).json as { keys: { id: string; lastUsedOn: string }[] };
    expect(keys).toHaveLength(3);
    expect(JSON.stringify(keys)).not.toContain(String(made.json.key));
    expect([began, today()]).toContain(keys.find((key) => key.id === id)?.lastUsedOn ?? "");
    await make();
  });

  test("need the scope keys, which a key for all APIs does not have", async () => {
    const { app, send, make } = await open(engine.address());
    await using _ = app;
    const all = await make({});
    const pdf = await make({ apis: "pdf" });
    const tested = await make({ mode: "test" });
    for (const { key } of [all, pdf, tested]) {
      for (const [method, path, body] of [
        ["GET", "/keys"],
        ["POST", "/keys", {}],
        ["PATCH", `/keys/${all.id}`, { name: "x" }],
        ["POST", `/keys/${all.id}/roll`, {}],
        ["DELETE", `/keys/${all.id}`],
      ] as const) {
        const { status, json } = await send(method, path, body, { key });
        expect([method, path, status, json.code]).toEqual([method, path, 403, "key-scope"]);
      }
    }
    // And nothing calls APIs that is for keys alone.
    expect((await send("GET", "/noop")).json).toMatchObject({ code: "key-scope" });
  });

  test("a key cannot give itself or others more than it was given", async () => {
    const { app, send, make } = await open(engine.address());
    await using _ = app;
    const { account } = await app.accounts.accountStore.ensure("owner@example.com");
    const { keys } = app.accounts;
    const own = (await keys.list(account.id)).find(({ apis }) => apis?.includes("keys"));
    const limited = await keys.create(account.id, "limited", ["keys"], { allowedIps: ["203.0.113.7"] });
    app.secrets.add(limited.key);
    const { id, key } = await make({ apis: "pdf" });
    const other = await app.accounts.accountStore.ensure("eve@example.com");
    const foreign = await keys.create(other.account.id, "foreign", null);
    const refused = async (...of: Parameters<typeof send>) => {
      const { status, json } = await send(...of);
      return [status, json.code];
    };
    expect(await refused("POST", "/keys", { apis: ["keys"] })).toEqual([403, "key-scope"]);
    expect(await refused("POST", "/keys", { apis: ["pdf", "keys"] })).toEqual([403, "key-scope"]);
    expect(await refused("PATCH", `/keys/${own?.id}`, { expiresAt: null })).toEqual([403, "key-scope"]);
    expect(await refused("PATCH", `/keys/${limited.id}`, { allowedIps: null })).toEqual([403, "key-scope"]);
    expect(await refused("POST", `/keys/${own?.id}/roll`, {})).toEqual([403, "key-scope"]);
    for (const field of ["apis", "mode", "revokedAt", "id", "account", "hash"])
      expect(await refused("PATCH", `/keys/${id}`, { [field]: "keys" })).toEqual([400, "invalid-body"]);
    for (const [method, path] of [
      ["PATCH", ""],
      ["DELETE", ""],
      ["POST", "/roll"],
    ] as const)
      expect(await refused(method, `/keys/${foreign.id}${path}`, {})).toEqual([404, "unknown-key"]);
    expect(await refused("DELETE", "/keys/..%2faccount")).toEqual([404, "unknown-key"]);
    expect(await refused("POST", "/keys", { mode: "test", apis: "keys" })).toEqual([403, "key-scope"]);
    expect((await noop(app, key)).status).toBe(200);
    // The way out when it leaked: any key ends itself.
    expect((await send("DELETE", `/keys/${own?.id}`)).status).toBe(200);
    await until("the key is revoked", async () => (await refused("GET", "/keys"))[1] === "key-revoked");
  });

  test("a repeated creation with an Idempotency-Key makes one key, and shows its secret once", async () => {
    const { app, send, manager } = await open(engine.address());
    await using _ = app;
    const headers = { "Idempotency-Key": "deploy-7" };
    const first = await send("POST", "/keys", { name: "a" }, headers);
    const again = await send("POST", "/keys", { name: "a" }, headers);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.json).toEqual({ ...first.json, key: null });
    expect([first.headers.get("idempotency-replayed"), again.headers.get("idempotency-replayed")]).toEqual([
      null,
      "true",
    ]);
    expect(again.headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
    const other = await send("POST", "/keys", { name: "b" }, headers);
    expect([other.status, other.json.code]).toEqual([422, "idempotency-mismatch"]);
    // The names of calls are others: this one is new.
    const call = await fetch(`${app.url}/invented/batch?units=1`, {
      method: "POST",
      headers: { ...headers, "X-API-Key": String(first.json.key) },
    });
    expect([call.status, call.headers.get("idempotency-replayed")]).toEqual([200, null]);
    // One that was not accepted may be sent again.
    const bad = { "Idempotency-Key": "deploy-8" };
    const past = { expiresAt: "2001-01-01" };
    for (let i = 0; i < 2; i++)
      expect((await send("POST", "/keys", past, bad)).json.code).toBe("invalid-parameter");
    expect((await send("GET", "/keys", undefined, { key: manager })).json.keys).toHaveLength(2);
  });

  test("requests that are not accepted name the field", async () => {
    const { app, send } = await open(engine.address());
    await using _ = app;
    for (const [body, parameter] of [
      [{ name: "<b>" }, "name"],
      [{ apis: "everything" }, "apis"],
      [{ mode: "sandbox" }, "mode"],
      [{ expiresAt: "soon" }, "expiresAt"],
      [{ expiresAt: "2099-02-30" }, "expiresAt"],
      [{ expiresAt: "2099-01-01T10:00" }, "expiresAt"],
      [{ expiresAt: "2020-01-01" }, "expiresAt"],
      [{ allowedIps: "203.0.113.0/33" }, "allowedIps"],
      [{ allowedIps: "localhost" }, "allowedIps"],
      [{ allowedIps: Array.from({ length: 51 }, (_, i) => `203.0.113.${i}`) }, "allowedIps"],
    ] as const) {
      const { status, json } = await send("POST", "/keys", body);
      expect([body, status, json.code, json.parameter]).toEqual([body, 400, "invalid-parameter", parameter]);
    }
  });

  test("an expired key is rejected at its time, also by caches, and works again with a later expiry", async () => {
    let now = Date.parse("2026-11-20T12:00:00Z");
    const { app, send, make } = await open(engine.address(), () => now);
    await using _ = app;
    const { id, key } = await make({ expiresAt: "2026-11-20T12:00:10+00:00" });
    expect((await noop(app, key)).status).toBe(200);
    now += 10_000;
    const over = await noop(app, key);
    expect(over.headers.get("www-authenticate")).toContain("invalid_token");
    expect(await codeOf(over)).toEqual([401, "key-expired"]);
    await send("PATCH", `/keys/${id}`, { expiresAt: "2026-11-21" });
    await reaches(app, key, 200);
    await send("PATCH", `/keys/${id}`, { expiresAt: null });
    now += 30 * 86_400_000;
    await reaches(app, key, 200);
  });

  test("an allow-list holds for the address that the proxy saw, and names it", async () => {
    const { app, send, make } = await open(engine.address());
    await using _ = app;
    const { id, key } = await make({ allowedIps: "203.0.113.0/24, 2001:db8:1::/48" });
    for (const ip of ["203.0.113.7", "::ffff:203.0.113.7", "203.0.113.7:4711", "[2001:db8:1::9]:80"])
      expect([ip, (await noop(app, key, ip)).status]).toEqual([ip, 200]);
    for (const ip of ["198.51.100.9", "203.0.113.7, 198.51.100.9", "::ffff:198.51.100.9", "2001:db8:2::1"]) {
      const response = await noop(app, key, ip);
      const problem = (await response.json()) as { code: string; detail: string; charged: number };
      expect([ip, response.status, problem.code]).toEqual([ip, 403, "ip-not-allowed"]);
      expect(problem.detail).toContain(ip.split(", ").at(-1) ?? "");
    }
    // Without the header, or with nonsense in it, the address is that of the connection.
    for (const forwarded of ["", "unknown", "203.0.113.7,", "203.0.113.7 "]) {
      const response = await app.get("/noop", key, forwarded === "" ? {} : at(forwarded));
      const isTrimmed = forwarded === "203.0.113.7 ";
      expect([forwarded, response.status]).toEqual([forwarded, isTrimmed ? 200 : 403]);
      if (!isTrimmed) expect(await response.text()).toContain("127.0.0.1");
    }
    expect(await codeOf(await app.get("/usage", key, at("198.51.100.9")))).toEqual([403, "ip-not-allowed"]);
    await send("PATCH", `/keys/${id}`, { allowedIps: ["198.51.100.9"] });
    await reaches(app, key, 200, "198.51.100.9");
  });

  test("release 1.0.0 finds no key with limits: it would ignore them", async () => {
    const { app, send, make } = await open(engine.address());
    await using _ = app;
    const found = async (key: string) => {
      const hash = hashSecret(key);
      return (await app.accounts.database.query`select id from api_key where hash = ${hash}`).length;
    };
    const plain = await make({});
    const limited = [
      await make({ mode: "test" }),
      await make({ expiresAt: "2099-01-01" }),
      await make({ allowedIps: "203.0.113.7" }),
    ];
    expect(await Promise.all([plain, ...limited].map(({ key }) => found(key)))).toEqual([1, 0, 0, 0]);
    await send("PATCH", `/keys/${plain.id}`, { allowedIps: "203.0.113.7" });
    await send("PATCH", `/keys/${limited[1]?.id}`, { expiresAt: null });
    expect(await found(plain.key)).toBe(0);
    expect(await found(limited[1]?.key ?? "")).toBe(1);
    expect((await noop(app, plain.key)).status).toBe(200);
  });

  test("what a key did is in the audit log, with the key that did it", async () => {
    const { app, make, send } = await open(engine.address());
    await using _ = app;
    const { id } = await make();
    await send("PATCH", `/keys/${id}`, { name: "renamed" });
    const { account } = await app.accounts.accountStore.ensure("owner@example.com");
    const [manager] = (await app.accounts.keys.list(account.id)).filter(({ apis }) => apis !== null);
    const { entries } = await app.accounts.audit.list({ account: account.id, limit: 2 });
    expect(entries.map(({ action, actor, detail }) => [action, actor, detail])).toEqual([
      ["key.updated", "owner", { key: id, name: "renamed", byKey: manager?.id ?? "" }],
      ["key.created", "owner", { key: id, name: "default", byKey: manager?.id ?? "" }],
    ]);
  });

  test("a change reaches another replica within 5 s", async () => {
    const address = engine.address();
    const { app, send, make } = await open(address);
    await using _ = app;
    await using replica = await openTestApp({ address });
    const { id, key } = await make();
    expect((await noop(replica, key)).status).toBe(200);
    await send("PATCH", `/keys/${id}`, { allowedIps: "198.51.100.1" });
    await reaches(replica, key, "ip-not-allowed");
  });
});
