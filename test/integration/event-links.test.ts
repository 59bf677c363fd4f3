import { describe, expect, test } from "bun:test";
import { endless } from "../helpers/endless.ts";
import { nightlyEngines } from "../helpers/engines.ts";
import { readEvents } from "../helpers/sent-events.ts";
import { openTestApp, type TestApp, type TestAppOptions } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";
import { fakeCrawler } from "../servers/fake-crawler.ts";

const ASYNC = { Prefer: "respond-async" };

/** An app in which jobs wait, with a clock that a test turns. */
async function open(address: string, options: Partial<TestAppOptions> = {}) {
  const clock = { aheadMs: 0 };
  const now = () => Date.now() + clock.aheadMs;
  const app = await openTestApp({ address, now, jobs: { slots: 0 }, ...options });
  const send = (method: string, path: string, key: string, body?: string, headers = {}) =>
    fetch(app.url + path, {
      method,
      headers: { "X-API-Key": key, ...headers },
      ...(body === undefined ? {} : { body }),
    });
  const job = async (key: string) =>
    ((await (await send("POST", "/invented/batch", key, undefined, ASYNC)).json()) as { id: string }).id;
  const batch = async (key: string) => {
    const type = { "Content-Type": "application/x-ndjson" };
    const sent = await send("POST", "/batches?operation=pdf.batch", key, '{"units":1}\n{"units":2}\n', type);
    return ((await sent.json()) as { id: string }).id;
  };
  /** The path of a URL of events, whose signature no log may have. */
  const link = async (key: string, path: string, expiresIn = 60) => {
    const created = await send("POST", `${path}/events/link?expiresIn=${expiresIn}`, key);
    expect(created.status).toBe(201);
    const { eventsUrl } = (await created.json()) as { eventsUrl: string };
    app.secrets.add(new URL(eventsUrl).searchParams.get("signature") ?? "");
    return eventsUrl.replace("http://quintet.test", "");
  };
  const codeOf = async (path: string) => {
    const response = await app.get(path);
    if (response.ok) await response.body?.cancel();
    return response.ok ? response.status : ((await response.json()) as { code: string }).code;
  };
  return {
    app,
    clock,
    send,
    job,
    batch,
    link,
    codeOf,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

const keyIdOf = async (app: TestApp, email: string) => {
  const { account } = await app.accounts.accountStore.ensure(email);
  const [{ id = "" } = {}] = await app.accounts.keys.list(account.id);
  return { account: account.id, id };
};

describe.each(nightlyEngines)("URLs of events on $name", (engine) => {
  test("follow a job and a batch without a key, from any origin, to the end", async () => {
    await using of = await open(engine.address(), { jobs: {} });
    const key = await of.app.key("a@example.com", { plans: ["pdf"] });
    for (const path of [`/jobs/${await of.job(key)}`, `/batches/${await of.batch(key)}`]) {
      const url = await of.link(key, path);
      const response = await of.app.get(url, undefined, { Origin: "https://dashboard.example" });
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      const events = await readEvents(response);
      expect(events.at(-1)).toEqual({
        type: "end",
        id: "end",
        data: await (await of.app.get(path, key)).json(),
      });
      // A browser that has the end does not connect again.
      expect((await of.app.get(url, undefined, { "Last-Event-ID": "end" })).status).toBe(204);
      expect((await readEvents(await of.app.get(`${path}/events`, key))).at(-1)?.type).toBe("end");
    }
  });

  test("follow a site audit, and resume where the connection broke", async () => {
    const siteAudits = { crawler: fakeCrawler() };
    await using of = await open(engine.address(), { catalogue: endless, siteAudits });
    const key = await of.app.key("b@example.com");
    const body = JSON.stringify({ url: "https://site.example/", maxPages: 3 });
    const sent = await of.send("POST", "/seo/site-audits", key, body, { "Content-Type": "application/json" });
    const { id } = (await sent.json()) as { id: string };
    const url = await of.link(key, `/seo/site-audits/${id}`);
    const pages = await readEvents(await of.app.get(url));
    expect(pages.map(({ id: number }) => number)).toContain("1");
    const rest = await readEvents(await of.app.get(url, undefined, { "Last-Event-ID": "2" }));
    expect(rest.filter(({ type }) => type === "page").map(({ id: number }) => number)).not.toContain("2");
    expect(rest.at(-1)).toMatchObject({ type: "end", data: { id, state: "succeeded" } });
    const scoped = await of.app.key("b@example.com", { apis: ["pdf"] });
    expect((await of.send("POST", `/seo/site-audits/${id}/events/link`, scoped)).status).toBe(404);
  });

  test("open the events of that one object only, as they were signed", async () => {
    await using of = await open(engine.address());
    const key = await of.app.key("c@example.com", { plans: ["pdf"] });
    const other = await of.app.key("d@example.com", { plans: ["pdf"] });
    const [mine, second, theirs, batch] = [
      await of.job(key),
      await of.job(key),
      await of.job(other),
      await of.batch(key),
    ];
    expect((await of.send("POST", `/jobs/${theirs}/events/link`, key)).status).toBe(404);
    const url = await of.link(key, `/jobs/${mine}`);
    expect(await of.codeOf(url)).toBe(200);
    const { id: otherKey } = await keyIdOf(of.app, "d@example.com");
    const parameters = new URL(url, of.app.url).searchParams;
    const changed = (name: string, value: string) =>
      url.replace(`${name}=${parameters.get(name)}`, `${name}=${value}`);
    for (const forged of [
      url.replace(mine, second),
      url.replace(mine, theirs),
      url.replace(`/jobs/${mine}`, `/batches/${batch}`),
      url.replace(mine, "01a1f985-ace8-7193-a290-1e9daeb3803b"),
      changed("expires", String(Number(parameters.get("expires")) + 1)),
      changed("signer", otherKey),
      url.slice(0, -1),
      `${url}A`,
    ]) {
      expect([forged, await of.codeOf(forged)]).toEqual([
        forged,
        forged.startsWith("/jobs") ? "unknown-job" : "unknown-batch",
      ]);
    }
    // It shows events, and nothing else.
    const query = url.slice(url.indexOf("?"));
    for (const path of [`/jobs/${mine}/download`, `/jobs/${mine}`, `/jobs/${mine}/events`, "/jobs"]) {
      expect([path, (await of.app.get(path + query)).ok]).toEqual([path, false]);
    }
    for (const method of ["POST", "DELETE"]) {
      const response = await fetch(of.app.url + url, { method });
      expect([401, 405]).toContain(response.status);
    }
  });

  test("expire, for who connects and for who is connected", async () => {
    await using of = await open(engine.address());
    const key = await of.app.key("e@example.com", { plans: ["pdf"] });
    const url = await of.link(key, `/jobs/${await of.job(key)}`);
    const stream = await of.app.get(url);
    of.clock.aheadMs = 61_000;
    expect((await readEvents(stream)).map(({ type }) => type)).toEqual(["progress"]);
    const late = await of.app.get(url, undefined, { "Last-Event-ID": "0" });
    expect(late.headers.get("access-control-allow-origin")).toBe("*");
    expect(await late.json()).toMatchObject({ code: "link-expired", status: 410 });
    for (const seconds of [59, 86_401]) {
      const rejected = await of.send("POST", `${url.split("?")[0]}?expiresIn=${seconds}`, key);
      expect(rejected.status).toBe(400);
    }
  });

  test("end with the key that created them, and with the account", async () => {
    await using of = await open(engine.address());
    const key = await of.app.key("f@example.com", { plans: ["pdf"] });
    const { account, id } = await keyIdOf(of.app, "f@example.com");
    const path = `/jobs/${await of.job(key)}`;
    const url = await of.link(key, path);
    const streams = [await of.app.get(url), await of.app.get(`${path}/events`, key)];
    await of.app.accounts.keys.revoke(account, id);
    of.app.accounts.authenticator.forgetAll();
    expect(await of.codeOf(url)).toBe("key-revoked");
    // The streams that were open end, and their connections with them.
    for (const stream of streams) {
      expect((await readEvents(stream)).map(({ type }) => type)).toEqual(["progress"]);
    }
    const next = await of.link(await of.app.key("f@example.com"), path);
    const last = await of.app.get(next);
    await of.app.accounts.suspensions.suspend(account, "a reason");
    of.app.accounts.authenticator.forgetAll();
    expect(await of.codeOf(next)).toBe("account-suspended");
    expect((await readEvents(last)).map(({ type }) => type)).toEqual(["progress"]);
    await of.app.accounts.suspensions.lift(account);
    of.app.accounts.authenticator.forgetAll();
    expect(await of.codeOf(next)).toBe(200);
    await of.app.accounts.accountDeletion.remove(account);
    expect(await of.codeOf(next)).toBe("unknown-job");
  });

  test("of a page of a site audit end with the session", async () => {
    await using of = await open(engine.address(), {
      catalogue: endless,
      siteAudits: { slots: 0 },
      everyApi: true,
    });
    const key = await of.app.key("i@example.com");
    const { account } = await keyIdOf(of.app, "i@example.com");
    const body = JSON.stringify({ url: "https://site.example/" });
    const sent = await of.send("POST", "/seo/site-audits", key, body, { "Content-Type": "application/json" });
    const { id } = (await sent.json()) as { id: string };
    const token = await of.app.accounts.sessions.begin(account);
    of.app.secrets.add(token);
    const cookie = { Cookie: `quintet_session=${token}` };
    const stream = await of.app.get(`/account/site-audits/${id}/events`, undefined, cookie);
    await of.app.accounts.sessions.end(token);
    expect((await readEvents(stream)).map(({ type }) => type)).toEqual(["progress"]);
  });

  test("of test keys show objects of test keys, and no others", async () => {
    await using of = await open(engine.address());
    const key = await of.app.key("g@example.com", { plans: ["pdf"] });
    const { account } = await of.app.accounts.accountStore.ensure("g@example.com");
    const { key: testKey } = await of.app.accounts.keys.create(account.id, "t", null, { mode: "test" });
    const [live, tested] = [await of.job(key), await of.job(testKey)];
    expect((await of.send("POST", `/jobs/${live}/events/link`, testKey)).status).toBe(404);
    expect((await of.send("POST", `/jobs/${tested}/events/link`, key)).status).toBe(404);
    expect(await of.codeOf(await of.link(testKey, `/jobs/${tested}`))).toBe(200);
  });

  test("count among the streams of the account, and work on every replica", async () => {
    const address = engine.address();
    await using of = await open(address);
    await using replica = await open(address);
    const key = await of.app.key("h@example.com", { plans: ["pdf"] });
    const url = await of.link(key, `/jobs/${await of.job(key)}`);
    expect(await replica.codeOf(url)).toBe(200);
    const streams = await Promise.all(Array.from({ length: 20 }, () => of.app.get(url)));
    expect(await of.codeOf(url)).toBe("busy");
    for (const stream of streams) await stream.body?.cancel();
    await until("the places are free", async () => (await of.codeOf(url)) === 200);
  });

  test("work without metering", async () => {
    await using of = await open(engine.address(), { metering: false });
    const path = `/jobs/${await of.job("")}`;
    expect(await of.codeOf(await of.link("", path))).toBe(200);
  });
});
