import { describe, expect, test } from "bun:test";
import { nightlyEngines } from "../helpers/engines.ts";
import { ADMIN_TOKEN, openTestApp, type TestApp } from "../helpers/test-app.ts";

type Incident = { id: string; resolvedAt: string | null; updates: { message: string }[] };

/** Sends a request, with ADMIN_TOKEN unless other headers are given. */
async function send(
  app: TestApp,
  path: string,
  body?: Record<string, unknown>,
  headers: Record<string, string> = { Authorization: `Bearer ${ADMIN_TOKEN}` },
) {
  const response = await fetch(`${app.url}/admin/incidents${path}`, {
    headers: { ...headers, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    redirect: "manual",
  });
  return { status: response.status, value: (await response.json()) as Incident & Record<string, unknown> };
}

const TEXTS = { title: "PDF calls fail", message: "We are looking into it." };

describe.each(nightlyEngines)("incidents on $name", (engine) => {
  test("are opened, updated and resolved by operators, on the status page at once and in the audit log", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const opened = await send(app, "", TEXTS);
    expect(opened).toMatchObject({
      status: 201,
      value: { resolvedAt: null, updates: [{ message: TEXTS.message }] },
    });
    const { id } = opened.value;
    // A repetition announces nothing twice.
    expect(await send(app, "", TEXTS)).toMatchObject({ status: 409, value: { code: "conflict" } });
    expect((await send(app, `/${id}`, { message: "The cause is found." })).value.updates).toHaveLength(2);
    const status = await (await app.get("/status", undefined, { Accept: "text/html" })).text();
    for (const text of ["PDF calls fail", "The cause is found."]) expect(status).toContain(text);
    const resolved = await send(app, `/${id}/resolve`, { message: "Fixed." });
    expect(resolved).toMatchObject({ status: 200, value: { id, resolvedAt: expect.any(String) } });
    for (const path of [`/${id}`, `/${id}/resolve`])
      expect(await send(app, path, { message: "More." })).toMatchObject({
        status: 409,
        value: { code: "conflict" },
      });
    expect((await send(app, "")).value).toEqual({ incidents: [resolved.value] } as never);
    const { entries } = await app.accounts.audit.list({ limit: 10 });
    expect(entries.map(({ action, actorName, detail }) => [action, actorName, detail])).toEqual(
      ["resolved", "updated", "opened"].map((what) => [`incident.${what}`, "ADMIN_TOKEN", { incident: id }]),
    );
  });

  test("are for operators alone: no key, session, form of another site or wrong token reads or writes them", async () => {
    await using app = await openTestApp({ address: engine.address(), operators: ["op@example.com"] });
    const key = await app.key("ada@example.com");
    const { account } = await app.accounts.accountStore.ensure("ada@example.com");
    const test = await app.accounts.keys.create(account.id, "test", null, { mode: "test" });
    const sessionOf = async (id: string) => {
      const token = await app.accounts.sessions.begin(id, "Firefox on Linux");
      app.secrets.add(token);
      return { Cookie: `quintet_session=${token}` };
    };
    const owner = await sessionOf(account.id);
    const operator = await sessionOf((await app.accounts.accountStore.ensure("op@example.com")).account.id);
    const { id } = (await send(app, "", TEXTS)).value;
    for (const headers of [
      {},
      { Authorization: `Bearer ${key}` },
      { Authorization: `Bearer ${test.key}` },
      { "X-API-Key": ADMIN_TOKEN },
      { Authorization: `Bearer ${ADMIN_TOKEN}x` },
      owner,
    ] as Record<string, string>[]) {
      for (const [path, body] of [
        ["", undefined],
        ["", TEXTS],
        [`/${id}`, { message: "x" }],
        [`/${id}/resolve`, { message: "x" }],
      ] as const)
        expect([headers, path, (await send(app, path, body, headers)).status]).toEqual([headers, path, 401]);
    }
    const evil = { ...operator, "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" };
    expect((await send(app, `/${id}/resolve`, { message: "x" }, evil)).status).toBe(403);
    expect(await app.accounts.incidents.list()).toMatchObject([{ id, resolvedAt: null, updates: [{}] }]);
    expect((await send(app, "", undefined, operator)).status).toBe(200);
  });

  test("with texts that are none are rejected, and hostile ones are shown as text", async () => {
    await using app = await openTestApp({ address: engine.address() });
    for (const text of [
      "",
      "  ",
      "x".repeat(501),
      "a\nb",
      "a\u0000b",
      "a\u202eb",
      "\ud800",
      "a\u001b[2J",
      null,
    ]) {
      for (const body of [
        { ...TEXTS, title: text },
        { ...TEXTS, message: text },
      ])
        expect([body, (await send(app, "", body)).status]).toEqual([body, 400]);
    }
    expect((await send(app, "", { ...TEXTS, more: "x" })).status).toBe(400);
    expect(await send(app, "/nothing", { message: "x" })).toMatchObject({
      status: 404,
      value: { code: "not-found" },
    });
    expect((await send(app, "/%00", { message: "x" })).status).toBeOneOf([400, 404]);
    const hostile = '"><script>alert(1)</script>{{7*7}}';
    expect((await send(app, "", { title: hostile, message: hostile })).status).toBe(201);
    const status = await (await app.get("/status", undefined, { Accept: "text/html" })).text();
    expect(status).toContain("&lt;script&gt;alert(1)");
    expect(status).not.toContain("<script>alert");
    expect(await app.accounts.incidents.list()).toHaveLength(1);
  });
});
