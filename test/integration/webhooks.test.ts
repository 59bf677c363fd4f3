import { describe, expect, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { webhookEvents } from "../../src/app/webhook-events.ts";
import { rejectedAddresses, rejectedUrls } from "../../src/egress/url-policy.fixture.ts";
import { engines } from "../helpers/engines.ts";
import { followed } from "../helpers/follow.ts";
import { openTestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";

interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Delivery {
  readonly event: string;
  readonly type: string;
  readonly state: string;
  readonly attempts: {
    readonly status: number | null;
    readonly responseHeaders: Readonly<Record<string, string>> | null;
    readonly responseBody: string | null;
    readonly responseTruncated: boolean;
    readonly error: string | null;
  }[];
}

/** Fails unless an event has what its description says, and nothing else. */
function expectDescribed(body = ""): void {
  const event = JSON.parse(body);
  expect(webhookEvents.find(({ type }) => type === event.type)?.schema.parse(event)).toEqual(event);
}

/** A receiver on loopback, whose responses a test sets. */
function receiver() {
  const received: Received[] = [];
  const answers = new Map<string, () => Response>();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname: path } = new URL(request.url);
      received.push({ path, headers: Object.fromEntries(request.headers), body: await request.text() });
      return answers.get(path)?.() ?? new Response(null, { status: 204 });
    },
  });
  return { received, answers, host: `127.0.0.1:${server.port}`, close: () => server.stop(true) };
}

/** An app whose owner has a key that manages webhooks, one for calls, and a session. */
async function open(address: string) {
  const hooks = receiver();
  const clock = { aheadMs: 0 };
  const app = await openTestApp({ address, allow: hooks.host, now: () => Date.now() + clock.aheadMs });
  const key = await app.key("owner@example.com", { plans: ["pdf"] });
  const manager = await app.key("owner@example.com", { apis: ["webhooks"] });
  const account = (await app.accounts.accountStore.byEmail("owner@example.com"))?.id ?? "";
  const session = await app.accounts.sessions.begin(account);
  app.secrets.add(session);
  const send = async (method: string, path: string, body?: unknown, as = manager) => {
    const response = await fetch(app.url + path, {
      method,
      headers: { Authorization: `Bearer ${as}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json = (await response.json()) as Record<string, unknown>;
    if (typeof json.secret === "string") app.secrets.add(json.secret);
    return { status: response.status, json };
  };
  const make = async (path: string, events?: string) => {
    const { status, json } = await send("POST", "/webhooks", { url: `http://${hooks.host}${path}`, events });
    expect(status).toBe(201);
    return { id: String(json.id), secret: String(json.secret) };
  };
  const call = async (path: string, method = "POST") => {
    const headers = { "X-API-Key": key, Prefer: "respond-async" };
    const response = await fetch(app.url + path, { method, headers });
    expect(response.status).toBe(202);
    return ((await response.json()) as { id: string }).id;
  };
  const deliveries = async (id: string, query = "") =>
    (await send("GET", `/webhooks/${id}/deliveries${query}`)).json.deliveries as Delivery[];
  const form = (path: string, fields: Record<string, string> | [string, string][] = {}) =>
    fetch(app.url + path, {
      method: "POST",
      redirect: "manual",
      headers: { Cookie: `quintet_session=${session}`, Accept: "text/html", Origin: "http://quintet.test" },
      body: new URLSearchParams(fields),
    });
  const page = (path: string) =>
    fetch(app.url + path, { headers: { Cookie: `quintet_session=${session}`, Accept: "text/html" } });
  return {
    ...hooks,
    clock,
    app,
    key,
    manager,
    account,
    send,
    make,
    call,
    deliveries,
    form,
    page,
    cookie: `quintet_session=${session}`,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await hooks.close();
    },
  };
}

describe.each(engines)("webhooks on $name", (engine) => {
  test("jobs and batches that end are sent, as GET shows them, and verify with the reference library", async () => {
    await using of = await open(engine.address());
    const { id, secret } = await of.make("/hook");
    const job = await of.call("/invented/batch?units=7");
    const failed = await of.call("/invented/noop?outcome=refuse", "GET");
    const batch = await fetch(`${of.app.url}/batches?operation=pdf.batch`, {
      method: "POST",
      headers: { "X-API-Key": of.key, "Content-Type": "application/x-ndjson" },
      body: '{"units":1}\n{"units":2}\n',
    });
    const { id: batchId } = (await batch.json()) as { id: string };
    await until("three events have arrived", () => of.received.length >= 3);
    const events = of.received.map(({ headers, body }) => {
      return new Webhook(secret).verify(body, headers) as { type: string; data: Record<string, unknown> };
    });
    for (const { body } of of.received) expectDescribed(body);
    const dataOf = (type: string) => events.find((event) => event.type === type)?.data;
    expect(events.map(({ type }) => type).sort()).toEqual(["batch.completed", "job.failed", "job.succeeded"]);
    for (const [type, path] of [
      ["job.succeeded", `/jobs/${job}`],
      ["job.failed", `/jobs/${failed}`],
      ["batch.completed", `/batches/${batchId}`],
    ] as const) {
      expect(dataOf(type)).toEqual(
        (await (await of.app.get(path, of.key)).json()) as Record<string, unknown>,
      );
    }
    const log = await until("three deliveries are listed as delivered", async () => {
      const all = await of.deliveries(id);
      return all.filter(({ state }) => state === "delivered").length === 3 && all;
    });
    expect(log.map(({ attempts }) => attempts.map(({ status }) => status))).toEqual([[204], [204], [204]]);
    expect(new Set(log.map(({ event }) => event))).toEqual(
      new Set(of.received.map(({ headers }) => headers["webhook-id"] ?? "")),
    );
  });

  test("are created, listed, changed, rotated, tested, replayed and deleted by a key, and the audit log has it", async () => {
    await using of = await open(engine.address());
    const { id, secret } = await of.make("/hook", "batch.completed, job.failed");
    expect((await of.send("GET", "/webhooks")).json.webhooks).toMatchObject([
      { id, events: ["job.failed", "batch.completed"], enabled: true },
    ]);
    expect((await of.send("GET", `/webhooks/${id}`)).json).not.toHaveProperty("secret");
    const rolled = await of.send("POST", `/webhooks/${id}/roll`);
    expect(rolled.status).toBe(201);
    expect(rolled.json.secret).not.toBe(secret);
    const tested = await of.send("POST", `/webhooks/${id}/test`);
    expect(tested.status).toBe(202);
    await until("the test event has arrived", () => of.received.length === 1);
    const [test] = of.received;
    expectDescribed(test?.body);
    for (const one of [secret, String(rolled.json.secret)]) {
      expect(new Webhook(one).verify(test?.body ?? "", test?.headers ?? {})).toMatchObject({
        type: "webhook.test",
        data: { endpoint: id },
      });
    }
    const event = String(tested.json.event);
    await until("the attempt is recorded", async () => (await of.deliveries(id))[0]?.state === "delivered");
    expect((await of.send("POST", `/webhooks/${id}/deliveries/${event}/replay`)).json).toEqual({
      replayed: 1,
    });
    await until("the event has arrived again", () => of.received.length === 2);
    const sent = await (await of.page(`/account/webhooks/${id}/deliveries/${event}`)).text();
    for (const text of ["204 in", `<code>${event}</code>`, "webhook.", ">Resend<"])
      expect(sent).toContain(text);
    for (const path of [`${id}/deliveries/nonsense`, `nonsense/deliveries/${event}`])
      expect((await of.page(`/account/webhooks/${path}`)).status).toBe(404);
    // The page of a job leads to the delivery of its event.
    const job = await of.call("/invented/noop?outcome=refuse", "GET");
    await until("the event of the job has arrived", () => of.received.length === 3);
    const delivery = /\/account\/webhooks\/[\da-f-]+\/deliveries\/[\da-f-]+/;
    const ofJob = await (await of.page(`/account/jobs/${job}`)).text();
    expect(await (await of.page(delivery.exec(ofJob)?.[0] ?? "")).text()).toContain(job);
    expect(of.received[1]?.headers["webhook-id"]).toBe(event);
    expect((await of.send("POST", `/webhooks/${id}/replay`, { since: "2026-01-01" })).json).toEqual({
      replayed: 0,
    });
    const changed = await of.send("PATCH", `/webhooks/${id}`, { enabled: false, events: null });
    expect(changed.json).toMatchObject({ enabled: false, disabledReason: "owner", events: null });
    for (const path of ["test", "replay", `deliveries/${event}/replay`]) {
      const body = path === "replay" ? { since: "2026-01-01" } : undefined;
      expect((await of.send("POST", `/webhooks/${id}/${path}`, body)).json.code).toBe("conflict");
    }
    expect((await of.send("DELETE", `/webhooks/${id}`)).json).toEqual({ deleted: true });
    expect(await of.send("GET", `/webhooks/${id}`)).toMatchObject({ status: 404 });
    expect((await of.send("GET", `/webhooks/${id}/deliveries`)).json.code).toBe("unknown-webhook");
    const { entries } = await of.app.accounts.audit.list({ account: of.account, limit: 20 });
    expect(entries.map(({ action }) => action).filter((action) => action.startsWith("webhook."))).toEqual([
      "webhook.deleted",
      "webhook.updated",
      "webhook.rolled",
      "webhook.created",
    ]);
  });

  test("only keys with the scope webhooks manage them, and no other account sees them", async () => {
    await using of = await open(engine.address());
    const { id } = await of.make("/hook");
    const [pdf, keys, other] = [
      await of.app.key("owner@example.com", { apis: ["pdf"] }),
      await of.app.key("owner@example.com", { apis: ["keys"] }),
      await of.app.key("other@example.com", { apis: ["webhooks"] }),
    ];
    for (const key of [of.key, pdf, keys]) {
      expect(await of.send("GET", "/webhooks", undefined, key)).toMatchObject({
        status: 403,
        json: { code: "key-scope" },
      });
    }
    expect((await of.send("GET", "/webhooks", undefined, other)).json).toEqual({ webhooks: [] });
    for (const [method, path] of [
      ["GET", ""],
      ["PATCH", ""],
      ["DELETE", ""],
      ["POST", "/roll"],
      ["POST", "/test"],
      ["GET", "/deliveries"],
      ["POST", "/deliveries/01a1f985-ace8-7193-a290-1e9daeb3803b/replay"],
    ] as const) {
      const body = method === "PATCH" ? { enabled: false } : undefined;
      const { status, json } = await of.send(method, `/webhooks/${id}${path}`, body, other);
      expect([method, path, status, json.code]).toEqual([method, path, 404, "unknown-webhook"]);
    }
    expect((await of.app.get("/webhooks")).status).toBe(401);
  });

  test("URLs that are not public or not https are rejected, when they are set", async () => {
    await using of = await open(engine.address());
    const { id } = await of.make("/hook");
    for (const [url, code] of rejectedUrls.filter(([one]) => one !== "")) {
      expect([url, (await of.send("POST", "/webhooks", { url })).json.code]).toEqual([url, code]);
      expect([url, (await of.send("PATCH", `/webhooks/${id}`, { url })).json.code]).toEqual([url, code]);
    }
    for (const [address] of rejectedAddresses) {
      const url = `https://${address.includes(":") ? `[${address}]` : address}/`;
      expect([url, (await of.send("POST", "/webhooks", { url })).json.code]).toEqual([url, "url-not-public"]);
    }
    for (const url of ["http://example.com/", "http://example.com:443/"]) {
      expect((await of.send("POST", "/webhooks", { url })).json.code).toBe("url-invalid");
    }
    for (const body of [{}, { url: "" }, { url: null }, { url: "https://a.example/", events: "job.done" }]) {
      expect((await of.send("POST", "/webhooks", body)).status).toBe(400);
    }
    expect((await of.send("GET", "/webhooks")).json.webhooks).toHaveLength(1);
  });

  test("a receiver that redirects or fails is retried, and its URL is what the log says", async () => {
    await using of = await open(engine.address());
    const { id } = await of.make("/hook");
    const to = { Location: `http://${of.host}/elsewhere` };
    of.answers.set("/hook", () => new Response(null, { status: 307, headers: to }));
    await of.send("POST", `/webhooks/${id}/test`);
    const [delivery] = await until("the attempt failed", async () => {
      const all = await of.deliveries(id, "?state=pending");
      return all[0]?.attempts.length === 1 && all;
    });
    expect(delivery).toMatchObject({ type: "webhook.test", attempts: [{ status: 307, error: null }] });
    expect(of.received.map(({ path }) => path)).toEqual(["/hook"]);
    of.answers.delete("/hook");
    of.clock.aheadMs = 6_000;
    await until(
      "the second attempt succeeded",
      async () => (await of.deliveries(id))[0]?.state === "delivered",
    );
    expect((await of.deliveries(id))[0]?.attempts.map(({ status }) => status)).toEqual([204, 307]);
  });

  test("the account page manages them with forms, and shows a secret once", async () => {
    await using of = await open(engine.address());
    const url = `http://${of.host}/hook`;
    const made = await of.form("/account/webhooks", [
      ["url", url],
      ["events", "job.failed"],
      ["events", "batch.completed"],
    ]);
    const [page, again] = await followed(of.app.url, made, of.cookie);
    const secret = /whsec_[\w+/=]+/.exec(page)?.[0] ?? "";
    of.app.secrets.add(secret);
    expect(secret).toMatch(/^whsec_/);
    expect(again).not.toContain("whsec_");
    expect(again).toContain("<code>job.failed</code>, <code>batch.completed</code>");
    const id = /\/account\/webhooks\/([\da-f-]{36})/.exec(again)?.[1] ?? "";
    expect((await of.form(`/account/webhooks/${id}/test`)).headers.get("location")).toBe(
      `/account/webhooks/${id}`,
    );
    await until("the event has arrived", () => of.received.length === 1);
    const shown = await until("the page shows the delivery", async () => {
      const text = await (await of.page(`/account/webhooks/${id}`)).text();
      return text.includes("Delivered</span>") && text;
    });
    expect(shown).toContain("1 event in 7 days: 1 delivered");
    // Events of others are not counted.
    await of.app.key("other@example.com");
    const other = (await of.app.accounts.accountStore.byEmail("other@example.com"))?.id ?? "";
    expect(
      await of.app.accounts.database.query`
      update webhook_delivery set account = ${other} returning event`,
    ).toHaveLength(1);
    expect(await (await of.page("/account/webhooks")).text()).toContain("No events<");
    await of.app.accounts.database
      .query`update webhook_delivery set account = ${of.account}, state = 'failed'`;
    expect(await (await of.page("/account/webhooks")).text()).toContain(">1 failed<");
    const event = /deliveries\/([\da-f-]{36})"/.exec(shown)?.[1] ?? "";
    const resent = await of.form(`/account/webhooks/${id}/deliveries/${event}/replay`);
    expect([resent.status, resent.headers.get("location")]).toEqual([
      303,
      `/account/webhooks/${id}/deliveries/${event}`,
    ]);
    await until("the event has arrived again", () => of.received.length === 2);
    expect((await of.form(`/account/webhooks/${id}/replay`, { since: "2026-01-01" })).status).toBe(303);
    const turnedOff = await of.form(`/account/webhooks/${id}`, { enabled: "false" });
    expect(turnedOff.headers.get("location")).toBe(`/account/webhooks/${id}`);
    expect(await (await of.page("/account/webhooks")).text()).toContain("You turned it off.");
    expect((await of.form(`/account/webhooks/${id}`, { enabled: "true" })).status).toBe(303);
    const [replaced] = await followed(of.app.url, await of.form(`/account/webhooks/${id}/roll`), of.cookie);
    const rolled = /whsec_[\w+/=]+/.exec(replaced)?.[0];
    expect(rolled).not.toBe(secret);
    of.app.secrets.add(rolled ?? "");
    expect((await of.form(`/account/webhooks/${id}/delete`)).status).toBe(303);
    expect((await of.page(`/account/webhooks/${id}`)).status).toBe(404);
    const foreign = await fetch(`${of.app.url}/account/webhooks`, {
      method: "POST",
      headers: { Origin: "https://evil.example", Accept: "application/json" },
      body: new URLSearchParams({ url }),
    });
    expect(foreign.status).toBe(403);
  });

  test("an edit that is not accepted stays on the page of its endpoint, with the reason and what was typed", async () => {
    await using of = await open(engine.address());
    await of.form("/account/webhooks", { url: `http://${of.host}/hook` });
    const [{ id } = { id: "" }] = await of.app.accounts.database.query<{ id: string }>`
      select id from webhook_endpoint`;
    const path = `/account/webhooks/${id}`;
    const hostile = 'https://10.0.0.1/"><script>alert(1)</script>';
    const rejected = await of.form(path, [
      ["url", hostile],
      ["events", "job.failed"],
    ]);
    const html = await rejected.text();
    expect([rejected.status, html.includes('role="alert"'), html.includes('id="signing"')]).toEqual([
      ...[400, true, true],
    ]);
    expect(html).toContain(
      `value="${hostile.replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}"`,
    );
    expect(html).not.toContain("<script>alert");
    // The form that was sent is open, and no other one.
    expect(html.match(/<details class="confirm"[^>]* open/g)).toHaveLength(1);
    expect(html.match(/name="events" value="[\w.-]+" checked/g)).toEqual([
      'name="events" value="job.failed" checked',
    ]);
    // A button that types nothing opens no form.
    expect((await of.form(path, { enabled: "false" })).status).toBe(303);
    const test = await of.form(`${path}/test`);
    const said = await test.text();
    expect([test.status, said.includes('role="alert"'), said.includes('id="signing"')]).toEqual([
      409,
      true,
      true,
    ]);
    expect(said).not.toMatch(/<details class="confirm"[^>]* open/);
    // Nothing has changed, and another account sees neither the endpoint nor what is wrong.
    expect(await of.app.accounts.database.query`select url from webhook_endpoint`).toEqual([
      { url: `http://${of.host}/hook` },
    ]);
    await of.app.key("other@example.com");
    const other = (await of.app.accounts.accountStore.byEmail("other@example.com"))?.id ?? "";
    await of.app.accounts.database.query`update webhook_endpoint set account = ${other}`;
    const foreign = await of.form(path, { url: "https://10.0.0.1/" });
    const text = await foreign.text();
    expect([foreign.status, text.includes(of.host), text.includes('id="signing"')]).toEqual([
      404,
      false,
      false,
    ]);
  });

  test("an attempt has the response as text, for its owner; a private address gets no request", async () => {
    await using of = await open(engine.address());
    const { id } = await of.make("/hook");
    const headers = {
      "Content-Type": "text/plain",
      "Set-Cookie": "session=private",
      "X-Request-Id": "<b>1</b>",
    };
    of.answers.set(
      "/hook",
      () => new Response("<script>alert(1)</script>\0\u00e9", { status: 500, headers }),
    );
    const event = String((await of.send("POST", `/webhooks/${id}/test`)).json.event);
    const attemptOf = (sent: string) =>
      until("the attempt is recorded", async () => {
        const delivery = (await of.deliveries(id)).find((one) => one.event === sent);
        return delivery?.attempts[0];
      });
    expect(await attemptOf(event)).toMatchObject({
      status: 500,
      responseHeaders: {
        "content-length": "28",
        "content-type": "text/plain",
        date: expect.any(String),
        "x-request-id": "<b>1</b>",
      },
      responseBody: "<script>alert(1)</script>\ufffd\u00e9",
      responseTruncated: false,
    });
    const path = `/account/webhooks/${id}/deliveries/${event}`;
    const shown = await (await of.page(path)).text();
    expect(shown).toContain("&lt;script&gt;alert(1)&lt;/script&gt;\ufffd\u00e9");
    expect(shown).not.toContain("<script>alert");
    expect(shown).toContain("&lt;b&gt;1&lt;/b&gt;");
    expect(shown).not.toContain("private");
    await of.app.key("other@example.com");
    const other = (await of.app.accounts.accountStore.byEmail("other@example.com"))?.id ?? "";
    const session = await of.app.accounts.sessions.begin(other);
    of.app.secrets.add(session);
    for (const Accept of ["text/html", "application/json"]) {
      const headers = { Cookie: `quintet_session=${session}`, Accept };
      const response = await fetch(of.app.url + path, { headers });
      expect([response.status, (await response.text()).includes("alert(1)")]).toEqual([404, false]);
    }
    // A URL that was accepted before its address became one inside of the network.
    const inside = receiver();
    inside.answers.set("/", () => new Response("a secret"));
    await of.app.accounts.database.query`
      update webhook_endpoint set url = ${`https://${inside.host}/`} where id = ${id}`;
    const refused = String((await of.send("POST", `/webhooks/${id}/test`)).json.event);
    expect(await attemptOf(refused)).toMatchObject({
      status: null,
      responseBody: null,
      error: "url-not-public",
    });
    expect(inside.received).toEqual([]);
    await inside.close();
  });

  test("an endpoint's page has ten deliveries of a state, the links to the others, and JSON on lines of its own", async () => {
    await using of = await open(engine.address());
    const { id } = await of.make("/hook");
    of.answers.set("/hook", () =>
      Response.json({ error: { id: 1 }, text: "</code><script>alert(1)" }, { status: 410 }),
    );
    const { event } = (await of.send("POST", `/webhooks/${id}/test`)).json;
    const pageOf = async (query = "") => (await of.page(`/account/webhooks/${id}${query}`)).text();
    // The delivery ends before its endpoint is turned off.
    const failed = await until("the attempt has failed, and the endpoint is off", async () => {
      const text = await pageOf("?state=failed");
      return text.includes("Failed</span>") && text.includes("Turned off") && text;
    });
    expect(failed).toContain("Turned off because it returned 410 Gone.");
    expect(await pageOf("?state=delivered")).toContain(
      `No deliveries match. <a href="/account/webhooks/${id}#deliveries">Show all deliveries</a>.`,
    );
    const delivery = await (await of.page(`/account/webhooks/${id}/deliveries/${event}`)).text();
    const shown = delivery.replaceAll(/<\/?span[^>]*>/g, "").replaceAll("&quot;", '"');
    expect(shown).toContain(
      '{\n  "error": {\n    "id": 1\n  },\n  "text": "&lt;/code&gt;&lt;script&gt;alert(1)"\n}',
    );
    const { database } = of.app.accounts;
    for (let i = 0; i < 14; i++) {
      const copy = Bun.randomUUIDv7();
      await database.query`
        insert into webhook_event (id, account, type, payload, created_at, expires_at)
        select ${copy}, account, type, payload, created_at, expires_at from webhook_event where id = ${event as string}`;
      await database.query`
        insert into webhook_delivery (endpoint, event, account, state, created_at, due_at, expires_at)
        select endpoint, ${copy}, account, 'delivered', created_at, due_at, expires_at
        from webhook_delivery where event = ${event as string}`;
    }
    const eventsOf = (text: string) =>
      [...text.matchAll(/deliveries\/([\da-f-]{36})"/g)].map(([, one]) => one);
    const newest = await pageOf();
    const older = await pageOf(/\?after=[\da-f-]{36}/.exec(newest)?.[0]);
    expect([eventsOf(newest).length, eventsOf(older).length]).toEqual([10, 5]);
    expect(new Set([...eventsOf(newest), ...eventsOf(older)]).size).toBe(15);
    expect(eventsOf(await pageOf("?state=failed"))).toEqual([event as string]);
  });

  test("a deleted account leaves no webhooks, and its export has them without secrets", async () => {
    await using of = await open(engine.address());
    const { id } = await of.make("/hook");
    of.answers.set("/hook", () => new Response("thanks"));
    await of.send("POST", `/webhooks/${id}/test`);
    await until("the event has arrived", () => of.received.length === 1);
    await until("the attempt is recorded", async () => (await of.deliveries(id))[0]?.state === "delivered");
    const data = await of.app.accounts.accountDeletion.exportData(of.account);
    expect(data?.webhooks[0]).toMatchObject({ id, url: `http://${of.host}/hook` });
    expect(JSON.stringify(data)).not.toContain("whsec_");
    expect(data?.webhookEvents[0]).toMatchObject({ type: "webhook.test" });
    expect(data?.webhookAttempts[0]).toMatchObject({ endpoint: id, status: 200, responseBody: "thanks" });
    await of.app.accounts.accountDeletion.remove(of.account);
    const { database } = of.app.accounts;
    await until("all rows are gone", async () => {
      const counts = await database.transaction(async (_query, script) => {
        const rows = [];
        for (const table of ["endpoint", "event", "delivery", "attempt"]) {
          rows.push(...(await script(`select count(*) as n from webhook_${table}`)));
        }
        return rows.map(({ n }) => Number(n));
      });
      return counts.every((n) => n === 0);
    });
  });
});
