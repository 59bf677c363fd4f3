import { describe, expect, test } from "bun:test";
import type { Message } from "../../src/accounts/email-queue.ts";
import { makeKey } from "../../src/accounts/key-format.ts";
import { RequestFingerprint } from "../../src/http/metering/request-fingerprint.ts";
import { catalogueByApi } from "../fixtures/suite-catalogue.ts";
import { engines } from "../helpers/engines.ts";
import { testAppInProcess } from "../helpers/processes.ts";
import { ADMIN_TOKEN, openTestApp, type TestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";

async function problem(response: Response) {
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  const body = (await response.json()) as Record<string, unknown>;
  expect(body.status).toBe(response.status);
  return body;
}

async function used(app: TestApp, key: string): Promise<number> {
  const report = (await (await app.get("/usage", key)).json()) as {
    apis: { api: string; quotas: { used: number }[] }[];
  };
  return report.apis.find(({ api }) => api === "pdf")?.quotas[0]?.used ?? Number.NaN;
}

const post = (app: TestApp, path: string, key: string, headers: Record<string, string> = {}, body = "") =>
  fetch(app.url + path, { method: "POST", headers: { "X-API-Key": key, ...headers }, body });

describe.each(engines)("metered calls on $name", (engine) => {
  test("an answer says what it cost and what is left, by Bearer and by X-API-Key, on every path", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("a@example.com", { plans: ["pdf"] });
    const first = await app.get("/invented/noop", key);
    expect(first.status).toBe(200);
    expect(first.headers.get("quintet-cost")).toBe('1;unit="pages";credits=5');
    expect(first.headers.get("ratelimit-policy")).toMatch(/^"pdf";q=2000;w=\d+;quintet-unit="pages"$/);
    expect(first.headers.get("ratelimit")).toMatch(/^"pdf";r=1999;t=\d+$/);
    expect(first.headers.get("access-control-expose-headers")).toContain("RateLimit");
    const second = await app.get("/noop", undefined, { "X-API-Key": key });
    expect(second.headers.get("ratelimit")).toMatch(/^"pdf";r=1998;/);
    const third = await post(app, "/invented/batch?units=7", key);
    expect(third.headers.get("quintet-cost")).toBe('7;unit="pages";credits=35');
    expect(third.headers.get("ratelimit")).toMatch(/^"pdf";r=1991;/);
    expect(await used(app, key)).toBe(9);
  });

  test("a bundle pays in credits, and the answer says both", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("b@example.com", { plans: ["bundle"] });
    const answer = await post(app, "/invented/batch?units=4", key);
    expect(answer.headers.get("quintet-cost")).toBe('4;unit="pages";credits=20');
    expect(answer.headers.get("ratelimit")).toMatch(/^"bundle";r=117980;/);
    expect(answer.headers.get("ratelimit-policy")).toContain('quintet-unit="credits"');
  });

  test.each([
    ["pdf", 10, 3, '7;unit="pages";credits=35', /^"pdf";r=1993;/, 7],
    ["pdf", 10, 99, '0;unit="pages";credits=0', /^"pdf";r=2000;/, 0],
    ["bundle", 10, 4, '6;unit="pages";credits=30', /^"bundle";r=117970;/, 30],
    // Where a call counts one, it counts one until nothing of it was delivered.
    ["hobbyist", 10, 9, '1;unit="pages";credits=5', /^"hobbyist-pdf";r=99;/, 1],
    ["hobbyist", 10, 10, '0;unit="pages";credits=0', /^"hobbyist-pdf";r=100;/, 0],
  ])(
    "on %s, %d units of which %d are given back: the answer says what was kept",
    async (plan, units, back, cost, left, kept) => {
      await using app = await openTestApp({ address: engine.address() });
      const key = await app.key("r@example.com", { plans: [plan] });
      const answer = await post(app, `/invented/batch?units=${units}&back=${back}`, key);
      expect(answer.headers.get("quintet-cost")).toBe(cost);
      expect(answer.headers.get("ratelimit")).toMatch(left);
      expect(await used(app, key)).toBe(kept);
      // What fails after it gave a part back gives back the rest, and no more.
      const failed = await post(app, `/invented/batch?units=${units}&back=${back}&outcome=crash`, key);
      expect(failed.headers.get("ratelimit")).toMatch(left);
      expect(await used(app, key)).toBe(kept);
    },
  );

  test("a streamed answer that gives back while it is sent: the counter and the history agree with it", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("s@example.com", { plans: ["pdf"] });
    const answer = await post(app, "/invented/stream?units=10&back=4", key);
    // Said before the first byte, when nothing was given back yet.
    expect(answer.headers.get("quintet-cost")).toBe('10;unit="pages";credits=50');
    expect(await answer.text()).toBe("over\n");
    expect(await used(app, key)).toBe(6);
    const report = async () => (await (await app.get("/usage", key)).json()) as { days: object[] };
    expect((await report()).days).toMatchObject([{ api: "pdf", calls: 1, units: 6 }]);
    // Kept for its repetition, it is read to its end before its headers leave: they know.
    const once = { "Idempotency-Key": "stream-1" };
    const kept = await post(app, "/invented/stream?units=10&back=4", key, once);
    expect(kept.headers.get("quintet-cost")).toBe('6;unit="pages";credits=30');
    expect(kept.headers.get("ratelimit")).toMatch(/^"pdf";r=1988;/);
    expect(await (await post(app, "/invented/stream?units=10&back=4", key, once)).text()).toBe("over\n");
    expect(await used(app, key)).toBe(12);
    expect((await report()).days).toMatchObject([{ api: "pdf", calls: 2, units: 12 }]);
  });

  test.each([
    ["refuse", 400, "invalid-parameter"],
    ["crash", 500, "internal"],
  ])("a call that ends in %s costs nothing", async (outcome, status, code) => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("c@example.com", { plans: ["pdf"] });
    for (const answer of [
      await app.get(`/invented/noop?outcome=${outcome}`, key),
      await post(app, `/invented/batch?units=9&outcome=${outcome}`, key),
    ]) {
      expect(answer.status).toBe(status);
      expect(answer.headers.get("quintet-cost")).toBe('0;unit="pages";credits=0');
      expect(answer.headers.get("ratelimit")).toMatch(/^"pdf";r=2000;/);
      const body = await problem(answer);
      expect(body).toMatchObject({ code, charged: 0 });
      expect(JSON.stringify(body)).not.toContain("library");
    }
    expect(await used(app, key)).toBe(0);
  });

  test("an input that is not accepted costs nothing and shows what is left", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("d@example.com");
    const answer = await app.get("/invented/noop?outcome=maybe", key);
    expect(answer.headers.get("ratelimit")).toMatch(/^"hobbyist-pdf";r=100;/);
    expect(await problem(answer)).toMatchObject({
      code: "invalid-parameter",
      parameter: "outcome",
      charged: 0,
    });
  });

  test("beyond the quota: 429 with the draft's type, the policies, Retry-After, and nothing taken", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("e@example.com");
    const calls = await Promise.all(Array.from({ length: 130 }, () => app.get("/invented/noop", key)));
    expect(calls.filter(({ status }) => status === 200)).toHaveLength(100);
    const refused = calls.find(({ status }) => status === 429);
    if (refused === undefined) throw new Error("nothing was refused");
    const seconds = Number(refused.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(31 * 86_400);
    expect(refused.headers.get("ratelimit")).toMatch(/^"hobbyist-pdf";r=0;t=\d+$/);
    expect(await problem(refused)).toMatchObject({
      type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
      code: "quota-exceeded",
      "violated-policies": ["hobbyist-pdf"],
      charged: 0,
    });
    expect(await used(app, key)).toBe(100);
  });

  test("a PDF call of 26 pages is more than the free plan takes", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("f@example.com");
    const refused = await post(app, "/invented/batch?units=26", key);
    expect(refused.status).toBe(403);
    expect(await problem(refused)).toMatchObject({ code: "plan-limit", limit: 25, charged: 0 });
    expect((await post(app, "/invented/batch?units=25", key)).headers.get("ratelimit")).toMatch(/r=99;/);
  });

  test("an API that the offered price list has no free plan for is refused by plan-required", async () => {
    await using app = await openTestApp({ address: engine.address(), catalogue: catalogueByApi });
    const key = await app.key("f2@example.com");
    const refused = await app.get("/invented/noop", key);
    expect(refused.status).toBe(403);
    expect(refused.headers.get("ratelimit")).toBeNull();
    expect(await problem(refused)).toMatchObject({ code: "plan-required", charged: 0 });
  });

  test("a month of billing that began on the 31st ends on the last day of a short one, in the headers too", async () => {
    let clock = Date.parse("2028-01-31T10:00:00Z");
    await using app = await openTestApp({ address: engine.address(), now: () => clock });
    const key = await app.key("f3@example.com", { plans: ["pdf"] });
    const month = async (at: string) => {
      clock = Date.parse(at);
      const headers = (await app.get("/invented/noop", key)).headers;
      const days = Number(/w=(\d+)/.exec(headers.get("ratelimit-policy") ?? "")?.[1]) / 86_400;
      const [, left, seconds] = /r=(\d+);t=(\d+)/.exec(headers.get("ratelimit") ?? "") ?? [];
      return [days, left, new Date(clock + Number(seconds) * 1000).toISOString().slice(0, 10)];
    };
    expect(await month("2028-01-31T10:00:00Z")).toEqual([29, "1999", "2028-02-29"]);
    expect(await month("2028-02-28T23:59:59Z")).toEqual([29, "1998", "2028-02-29"]);
    expect(await month("2028-02-29T00:00:00Z")).toEqual([31, "1999", "2028-03-31"]);
    expect(await month("2028-03-31T00:00:00Z")).toEqual([30, "1999", "2028-04-30"]);
    // A clock that goes back finds the counter that it left.
    expect(await month("2028-02-28T12:00:00Z")).toEqual([29, "1997", "2028-02-29"]);
  });

  test("a plan that changes in the middle of a month pays from the next call on, and what it replaced keeps its count", async () => {
    let clock = Date.parse("2026-11-20T10:00:00Z");
    await using app = await openTestApp({ address: engine.address(), now: () => clock });
    const key = await app.key("f4@example.com", { plans: ["pdf"] });
    const account = (await app.accounts.accountStore.byEmail("f4@example.com"))?.id ?? "";
    const left = async () => {
      // On PostgreSQL the word of a change is still on its way back from the server.
      app.accounts.authenticator.forget(account);
      return (await app.get("/invented/noop", key)).headers.get("ratelimit")?.replace(/;t=\d+/, "");
    };
    expect(await left()).toBe('"pdf";r=1999');
    await app.accounts.accountStore.setPlans(account, ["bundle"]);
    expect(await left()).toBe('"bundle";r=117995');
    await app.accounts.accountStore.setPlans(account, []);
    expect(await left()).toBe('"hobbyist-pdf";r=99');
    await app.accounts.accountStore.setPlans(account, ["pdf", "bundle"]);
    expect(await left()).toBe('"pdf";r=1998');
    clock += 86_400_000;
    expect(await left()).toBe('"pdf";r=1997');
  });

  test("a stored answer is kept for 24 hours, and a request whose process died holds its key for 15 seconds", async () => {
    let clock = Date.parse("2026-11-20T10:00:00Z");
    await using app = await openTestApp({ address: engine.address(), now: () => clock });
    const key = await app.key("f5@example.com", { plans: ["pdf"] });
    const send = () => post(app, "/invented/batch?units=2", key, { "Idempotency-Key": "day" });
    expect((await send()).headers.get("idempotency-replayed")).toBeNull();
    clock += 86_400_000 - 1;
    expect((await send()).headers.get("idempotency-replayed")).toBe("true");
    clock += 1;
    expect((await send()).headers.get("idempotency-replayed")).toBeNull();
    expect(await used(app, key)).toBe(4);
    const account = (await app.accounts.accountStore.byEmail("f5@example.com"))?.id ?? "";
    const fingerprint = new RequestFingerprint("pdf.batch?units=2", new Headers()).digest();
    await app.accounts.idempotencyStore.begin(account, "cut", fingerprint);
    const cut = () => post(app, "/invented/batch?units=2", key, { "Idempotency-Key": "cut" });
    expect(await problem(await cut())).toMatchObject({ code: "request-in-progress" });
    clock += 15_000;
    expect((await cut()).status).toBe(200);
  });

  test("keys are read strictly", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("g@example.com");
    const scoped = await app.key("h@example.com", { apis: ["seo"] });
    const refusal = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await app.get(path, undefined, headers);
      const { code, charged } = await problem(answer);
      return [answer.status, code, charged];
    };
    expect(await refusal("/invented/noop")).toEqual([401, "key-missing", 0]);
    expect(await refusal("/invented/noop", { Authorization: "Basic YTpi" })).toEqual([401, "key-missing", 0]);
    expect(await refusal("/invented/noop", { "X-API-Key": "hello" })).toEqual([401, "key-invalid", 0]);
    expect(await refusal("/invented/noop", { "X-API-Key": makeKey("qt_live_") })).toEqual([
      401,
      "key-invalid",
      0,
    ]);
    expect(await refusal("/invented/noop", { "X-API-Key": key, Authorization: `Bearer ${scoped}` })).toEqual([
      401,
      "key-invalid",
      0,
    ]);
    expect(await refusal("/invented/noop", { "X-API-Key": scoped })).toEqual([403, "key-scope", 0]);
    for (const name of ["key", "api_key", "apikey", "API-KEY", "access_token", "token", "anything"]) {
      const answer = await app.get(`/invented/noop?${name}=${key}`, key);
      const body = await problem(answer);
      expect([name, answer.status, body.code]).toEqual([name, 400, "key-in-query"]);
      expect(JSON.stringify(body)).not.toContain(key);
    }
    expect((await app.get("/invented/noop", undefined)).headers.get("www-authenticate")).toContain("Bearer");
    expect((await app.get("/invented/list")).status).toBe(200);
    expect((await app.get("/v4")).status).toBe(200);
  });

  test("a revoked key is refused at once here, and within five seconds on another replica", async () => {
    const address = engine.address();
    await using app = await openTestApp({ address });
    const key = await app.key("i@example.com");
    await using other = await testAppInProcess(address);
    const statusThere = async () =>
      (await fetch(`${other.url}/noop`, { headers: { "X-API-Key": key } })).status;
    expect(await statusThere()).toBe(200);
    const account = await app.accounts.accountStore.byEmail("i@example.com");
    const [listed] = await app.accounts.keys.list(account?.id ?? "");
    await app.accounts.keys.revoke(account?.id ?? "", listed?.id ?? "");
    expect(await problem(await app.get("/invented/noop", key))).toMatchObject({ code: "key-revoked" });
    // Within five seconds, by the promise; a busy machine gets more.
    await until("the other process rejects the key", async () => (await statusThere()) !== 200);
  });

  test("a burst is stopped by rate-limited, without touching the quota", async () => {
    await using app = await openTestApp({ address: engine.address(), perSecond: 1, burst: 3 });
    const key = await app.key("j@example.com");
    const calls = await Promise.all(Array.from({ length: 10 }, () => app.get("/invented/noop", key)));
    expect(calls.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = calls.find(({ status }) => status === 429);
    expect(refused?.headers.get("retry-after")).toBe("1");
    expect(refused === undefined ? undefined : await problem(refused)).toMatchObject({
      type: "http://quintet.test/problems/rate-limited",
      code: "rate-limited",
      charged: 0,
    });
    expect(await used(app, key)).toBe(3);
  });

  test.each([
    ["a refusal after the charge", "refuse", 400],
    ["an error of our own", "crash", 500],
  ])(
    "calls that fail in a loop are stopped by rate-limited, for the whole account: %s",
    async (_title, outcome, status) => {
      await using app = await openTestApp({ address: engine.address(), freeCpuSeconds: 0.25 });
      const key = await app.key("q@example.com", { plans: ["pdf"] });
      // Rejected before any work: however often.
      for (const path of ["?outcome=maybe", "?unknown=1"]) {
        for (let i = 0; i < 5; i++) expect((await app.get(`/invented/noop${path}`, key)).status).toBe(400);
      }
      for (let i = 0; i < 3; i++) {
        expect((await app.get(`/invented/noop?outcome=${outcome}`, key)).status).toBe(status);
      }
      const stopped = await app.get("/invented/noop", key);
      expect(Number(stopped.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(Number(stopped.headers.get("retry-after"))).toBeLessThanOrEqual(20);
      const { code, detail, charged } = await problem(stopped);
      expect([code, charged]).toEqual(["rate-limited", 0]);
      expect(detail).toContain("Fix the requests that fail");
      // Another key of the account changes nothing; other accounts are not affected.
      const another = await app.key("q@example.com");
      expect((await app.get("/invented/noop", another)).status).toBe(429);
      const other = await app.key("r@example.com", { plans: ["pdf"] });
      expect((await app.get("/invented/noop", other)).status).toBe(200);
      expect([await used(app, another), await used(app, other)]).toEqual([0, 1]);
    },
  );

  test("a repeated POST is answered again and charged once; another body is refused", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("k@example.com", { plans: ["pdf"] });
    const headers = { "Idempotency-Key": "order-1", "Content-Type": "text/plain" };
    const first = await post(app, "/invented/batch?units=5", key, headers, "one");
    const again = await post(app, "/invented/batch?units=5", key, headers, "one");
    expect(await again.json()).toEqual(await first.json());
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.headers.get("quintet-cost")).toBe('0;unit="pages";credits=0');
    expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    expect(await problem(await post(app, "/invented/batch?units=5", key, headers, "two"))).toMatchObject({
      status: 422,
      code: "idempotency-mismatch",
    });
    expect(await problem(await post(app, "/invented/batch?units=6", key, headers, "one"))).toMatchObject({
      status: 422,
    });
    const asText = { ...headers, Accept: "text/plain" };
    expect(await problem(await post(app, "/invented/batch?units=5", key, asText, "one"))).toMatchObject({
      code: "idempotency-mismatch",
    });
    expect(
      await problem(await post(app, "/invented/batch", key, { "Idempotency-Key": "a b" })),
    ).toMatchObject({
      code: "invalid-idempotency-key",
    });
    expect(await used(app, key)).toBe(5);
  });

  test("a repeated POST whose response was too large to store is told so: it is neither run nor charged again", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("k2@example.com", { plans: ["pdf"] });
    const headers = { "Idempotency-Key": "large" };
    const send = () => post(app, "/invented/stream?units=5&size=2000000", key, headers);
    const first = await send();
    expect([first.status, (await first.bytes()).length]).toEqual([200, 2_000_005]);
    for (let i = 0; i < 3; i++) {
      expect(await problem(await send())).toMatchObject({
        status: 409,
        code: "response-not-stored",
        charged: 0,
      });
    }
    expect(await used(app, key)).toBe(5);
    const rows = await app.accounts.database.query`select answer, sealed from replay`;
    expect(rows).toEqual([{ answer: null, sealed: null }]);
  });

  test("of the same POST many times at once one runs; the others wait for it", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("l@example.com", { plans: ["pdf"] });
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const path = "/invented/batch?units=3&outcome=slow";
    const all = await Promise.all(Array.from({ length: 8 }, () => post(app, path, key, headers)));
    // On a busy machine, a repeat may come when the first call has ended.
    const others = all.filter(({ status, headers }) => status !== 200 || headers.has("idempotency-replayed"));
    expect(others).toHaveLength(7);
    for (const { status, headers } of others) {
      if (status !== 200) expect([status, headers.get("retry-after")]).toEqual([409, "1"]);
    }
    expect((await post(app, path, key, headers)).headers.get("idempotency-replayed")).toBe("true");
    expect(await used(app, key)).toBe(3);
  });

  test("a POST that failed may be sent again with the same key; a form with another boundary is the same", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("m@example.com", { plans: ["pdf"] });
    const failing = { "Idempotency-Key": "f" };
    const path = "/invented/batch?units=3&outcome=crash";
    expect((await post(app, path, key, failing)).status).toBe(500);
    expect((await post(app, path, key, failing)).status).toBe(500);
    const send = () => {
      const body = new FormData();
      body.append("file", new Blob([new Uint8Array([1, 2, 3])]), "a.pdf");
      return fetch(`${app.url}/invented/batch`, {
        method: "POST",
        headers: { "X-API-Key": key, "Idempotency-Key": "g" },
        body,
      });
    };
    expect((await send()).status).toBe(200);
    expect((await send()).headers.get("idempotency-replayed")).toBe("true");
    expect(await used(app, key)).toBe(1);
  });

  test("the owner gets a mail at 80 and one at 100 percent, that say what is used and until when", async () => {
    const mails: Message[] = [];
    const send = async (message: Message) => void mails.push(message);
    await using app = await openTestApp({ address: engine.address(), send });
    const key = await app.key("p@example.com");
    const call = () => app.get("/noop", key);
    for (let i = 0; i < 79; i++) await call();
    await app.accounts.charges.flush();
    expect(await app.accounts.database.query`select id from mail`).toHaveLength(0);
    // Alone: calls that are settled together and use the quota up are told once.
    await call();
    await app.accounts.charges.flush();
    await Promise.all(Array.from({ length: 39 }, call));
    await app.accounts.charges.flush();
    while (mails.length < 2) await app.accounts.emailQueue.drain();
    expect(mails.map(({ to }) => to)).toEqual(["p@example.com", "p@example.com"]);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      "You have used 100% of your Quintet quota",
      "You have used 80% of your Quintet quota",
    ]);
    const text = mails.find(({ subject }) => subject.includes("100%"))?.text;
    expect(text).toContain("You have used 100 of 100 calls for pdf on the Free plan.");
    expect(text).toMatch(
      /Your quota resets on [A-Z][a-z]{2} 1, \d{4} \(UTC\)\. Until then, calls return 429/,
    );
  });

  test("with METERING=off every call is served without a key", async () => {
    await using app = await openTestApp({ address: engine.address(), metering: false });
    const answer = await app.get("/invented/noop");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("quintet-cost")).toBeNull();
    expect((await fetch(`${app.url}/invented/batch?units=9000`, { method: "POST" })).status).toBe(200);
  });

  test("GET /usage shows periods and days; GET /plans shows what is offered", async () => {
    await using app = await openTestApp({ address: engine.address(), catalogue: catalogueByApi });
    const key = await app.key("n@example.com", { plans: ["pdf"] });
    const today = () => new Date().toISOString().slice(0, 10);
    const began = today();
    await post(app, "/invented/batch?units=7", key);
    const usage = (await (await app.get("/usage", key)).json()) as { days: { day: string }[]; apis: unknown };
    expect(usage).toMatchObject({ days: [{ api: "pdf", calls: 1, units: 7 }] });
    // Either, where midnight was in between.
    expect([began, today()]).toContain(usage.days[0]?.day ?? "");
    expect(usage.apis).toMatchObject([
      {
        api: "seo",
        unit: "calls",
        quotas: [{ policy: "seo-free", limit: 50, window: "day", remaining: 50 }],
      },
      {
        api: "pdf",
        unit: "pages",
        quotas: [
          { policy: "pdf", limit: 2000, used: 7, remaining: 1993, startsAt: `${began}T00:00:00.000Z` },
        ],
      },
      { api: "images", quotas: [] },
      { api: "profiles", quotas: [{ policy: "profiles-free", limit: 20 }] },
      { api: "products", quotas: [] },
    ]);
    // No source of profiles and products is switched on: they are not offered.
    const plans = (await (await app.get("/plans")).json()) as { plans: { id: string }[]; meters: object };
    expect(plans.plans.map(({ id }) => id)).toEqual(["seo-free", "seo-starter", "seo-pro"]);
    expect(Object.keys(plans.meters).sort()).toEqual(["images", "pdf", "seo"]);
    expect((await problem(await app.get("/usage"))).code).toBe("key-missing");
    expect((await problem(await app.get(`/usage?key=${key}`))).code).toBe("key-in-query");
  });

  test("the operator makes, lists, rolls and revokes keys and sets plans by ADMIN_TOKEN alone", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const admin = (path: string, body?: Record<string, string>, token = ADMIN_TOKEN) =>
      fetch(`${app.url}/admin${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const email = "o@example.com";
    expect((await problem(await admin("/keys", { email }, "wrong-token-of-someone"))).code).toBe(
      "unauthorized",
    );
    const made = (await (await admin("/keys", { email, apis: "pdf" })).json()) as { key: string; id: string };
    expect((await app.get("/invented/noop", made.key)).status).toBe(200);
    expect(await (await admin("/plans", { email, plan: "pdf,seo" })).json()).toMatchObject({
      plans: [{ plan: "pdf" }, { plan: "seo" }],
    });
    const rolled = await admin(`/keys/${made.id}/roll`, { email, grace: "1h" });
    expect(rolled.status).toBe(201);
    const { id } = (await rolled.json()) as { id: string };
    expect((await admin(`/keys/${id}/revoke`, { email })).status).toBe(200);
    const { keys } = (await (await admin(`/keys?email=${email}`)).json()) as { keys: object[] };
    expect(keys).toHaveLength(2);
    expect(JSON.stringify(keys)).not.toContain(made.key);
    expect((await admin(`/usage?email=${email}`)).status).toBe(200);
    for (const [path, body, code] of [
      ["/keys?email=nobody@example.com", undefined, "unknown-account"],
      ["/keys", { email: "no address" }, "invalid-parameter"],
      ["/keys", { email, apis: "everything" }, "invalid-parameter"],
      ["/keys", { email, name: "<script>" }, "invalid-parameter"],
      ["/keys", { email, more: "x" }, "invalid-body"],
      ["/keys", {}, "invalid-body"],
      ["/plans", { email, plan: "gold" }, "invalid-parameter"],
      [`/keys/${id}/revoke`, { email }, "unknown-key"],
      [`/keys/${made.id}/roll`, { email, grace: "1y" }, "invalid-parameter"],
    ] as const) {
      expect([path, (await problem(await admin(path, body))).code]).toEqual([path, code]);
    }
  });
});
