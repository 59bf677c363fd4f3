import { describe, expect, test } from "bun:test";
import { engines, nightlyEngines } from "../helpers/engines.ts";
import { rejecting } from "../helpers/rejection.ts";
import { ADMIN_TOKEN, openTestApp, type TestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";

const HTML = { Accept: "text/html" };
const BEARER = { Authorization: `Bearer ${ADMIN_TOKEN}` };

/** Calls an address as the holder of ADMIN_TOKEN. */
async function admin(app: TestApp, path: string, body?: unknown) {
  const answer = await fetch(app.url + path, {
    headers: { ...BEARER, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  return { status: answer.status, value: (await answer.json()) as Record<string, unknown> };
}

async function session(app: TestApp, account: string): Promise<Record<string, string>> {
  const token = await app.accounts.sessions.begin(account, "Firefox on Linux");
  app.secrets.add(token);
  return { Cookie: `quintet_session=${token}` };
}

async function accountOf(app: TestApp, email: string): Promise<string> {
  return (await app.accounts.accountStore.ensure(email)).account.id;
}

describe("forms of operators that are not accepted", () => {
  /** Sends a form of the operator's pages as a browser does. */
  const send = async (app: TestApp, path: string, fields: Record<string, string>) => {
    const response = await fetch(app.url + path, {
      method: "POST",
      redirect: "manual",
      headers: { ...BEARER, ...HTML, "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    });
    return { status: response.status, html: await response.text() };
  };
  const message = (html: string) => /<p class="notice bad" role="alert">([^<]*)<\/p>/.exec(html)?.[1];

  test("an account's page says what is wrong, and its forms have what was typed", async () => {
    await using app = await openTestApp({ address: "sqlite::memory:" });
    const id = await accountOf(app, "ada@example.com");
    const path = (act: string) => `/admin/accounts/${id}/${act}`;
    const credits = await send(app, path("credits"), { amount: "0", days: "30", note: "For <the> outage" });
    expect(credits.status).toBe(400);
    expect(message(credits.html)).toContain("amount must be");
    expect(credits.html).toContain('name="days" type="number" min="1" max="3650" value="30"');
    expect(credits.html).toContain('value="For &lt;the&gt; outage"');
    const reason = await send(app, path("suspend"), { reason: "x".repeat(201) });
    expect([reason.status, message(reason.html)]).toEqual([400, expect.stringContaining("reason")]);
    expect(reason.html).toContain(`value="${"x".repeat(201)}"`);
    const wrong = await send(app, path("delete"), { email: "eve@example.com" });
    expect([wrong.status, message(wrong.html)]).toEqual([
      400,
      expect.stringContaining("Nothing was deleted"),
    ]);
    expect(wrong.html).toContain('value="eve@example.com"');
    const plan = await send(app, path("plans"), { plan: "none" });
    expect([plan.status, message(plan.html)]).toEqual([400, expect.stringContaining("plan must be")]);
    const lifted = await send(app, path("unsuspend"), {});
    expect([lifted.status, message(lifted.html)]).toEqual([409, "The account is not suspended."]);
    const key = await send(app, path("keys/revoke"), { key: "none" });
    expect([key.status, message(key.html)]).toEqual([404, "The account has no active key with this ID."]);
    for (const { html } of [credits, reason, wrong, plan, lifted, key]) {
      expect(html).toContain("<h1>ada@example.com</h1>");
      expect(html.match(/role="alert"/g)?.length).toBe(1);
    }
    const unknown = await send(app, `/admin/accounts/${crypto.randomUUID()}/suspend`, { reason: "None" });
    expect([unknown.status, message(unknown.html)]).toEqual([404, undefined]);
  });

  test("the page of plans says what is wrong with a move, and has the plan that was chosen", async () => {
    await using app = await openTestApp({ address: "sqlite::memory:" });
    const id = await accountOf(app, "ada@example.com");
    await app.accounts.accountStore.setPlans(id, ["pdf"]);
    const sent = { from: "pdf", version: "7", to: "seo" };
    const { status, html } = await send(app, "/admin/plan-versions/move", sent);
    expect([status, message(html)]).toEqual([400, expect.stringContaining("version must be")]);
    expect(html).toContain("<h1>Plans</h1>");
    expect(await app.accounts.accountStore.heldPlans(id)).toMatchObject([{ plan: "pdf" }]);
  });

  test("another site's form and one without an operator get no page of an account", async () => {
    await using app = await openTestApp({ address: "sqlite::memory:", operators: ["ops@example.com"] });
    const id = await accountOf(app, "ada@example.com");
    const ops = await session(app, await accountOf(app, "ops@example.com"));
    const sent = async (headers: Record<string, string>) => {
      const body = new URLSearchParams({ amount: "0" });
      const of = { method: "POST", redirect: "manual", headers: { ...HTML, ...headers }, body } as const;
      const response = await fetch(`${app.url}/admin/accounts/${id}/credits`, of);
      return [response.status, (await response.text()).includes("ada@example.com")];
    };
    expect(await sent(ops)).toEqual([400, true]);
    expect(await sent({ ...ops, "Sec-Fetch-Site": "cross-site" })).toEqual([403, false]);
    expect(await sent({})).toEqual([303, false]);
  });
});

describe.each(nightlyEngines)("suspending an account on $name", (engine) => {
  test("every API, page, act, new key and sign-in gets 403 within 5 s on every replica, and lifting it ends that", async () => {
    const address = engine.address();
    await using app = await openTestApp({ address });
    await using other = await openTestApp({ address });
    const key = await app.key("ada@example.com");
    const account = await accountOf(app, "ada@example.com");
    const cookie = await session(app, account);
    // After the first call, a replay of its stored response.
    const repeat = (from: TestApp) =>
      fetch(`${from.url}/invented/batch`, {
        method: "POST",
        headers: { Authorization: `Bearer ${key}`, "Idempotency-Key": "one" },
      }).then(({ status }) => status);
    // Both replicas remember the key.
    expect([await repeat(app), await repeat(other)]).toEqual([200, 200]);

    expect(await admin(app, `/admin/accounts/${account}/suspend`, { reason: "Card testing" })).toEqual({
      status: 200,
      value: { suspended: true },
    });
    for (const replica of [app, other]) {
      await until("the replica rejects the account", async () => (await repeat(replica)) === 403);
      const call = await replica.get("/invented/noop", key);
      expect(await call.json()).toMatchObject({
        code: "account-suspended",
        charged: 0,
        reason: "Card testing",
        detail: "This account is suspended: Card testing. Contact the operator.",
      });
      expect((await replica.get("/usage", key)).status).toBe(403);
      for (const path of ["/account", "/account/export", "/account/audit", "/account/delete"]) {
        expect([path, (await replica.get(path, undefined, cookie)).status]).toEqual([path, 403]);
      }
      for (const path of ["/account/keys", "/account/delete", "/account/plan", "/account/billing"]) {
        const answer = await fetch(replica.url + path, { method: "POST", headers: cookie });
        expect([path, answer.status]).toEqual([path, 403]);
      }
      const link = await replica.accounts.signUp.makeLink("ada@example.com");
      app.secrets.add(link);
      other.secrets.add(link);
      const confirmed = await fetch(`${replica.url}/confirm/${link}`, { method: "POST", headers: HTML });
      expect(confirmed.status).toBe(403);
      expect(await confirmed.text()).toContain("Card testing");
      expect(await rejecting(replica.accounts.keys.create(account, "more", null))).toThrow("suspended");
      // Another spelling of the mailbox opens no new account.
      expect(
        await rejecting(replica.accounts.accountStore.ensure("ADA+2@example.com".toLowerCase())),
      ).toThrow("suspended");
    }
    expect((await admin(app, `/admin/accounts/${account}/unsuspend`, {})).status).toBe(200);
    expect((await admin(app, `/admin/accounts/${account}/unsuspend`, {})).value.code).toBe("conflict");
    for (const replica of [app, other])
      await until("the replica serves the account again", async () => (await repeat(replica)) === 200);

    const { value } = await admin(app, `/admin/audit?account=${account}`);
    const entries = value.entries as { action: string; actor: string; actorName: string | null }[];
    expect(entries.filter(({ action }) => action.includes("suspended"))).toMatchObject([
      { action: "account.unsuspended", actor: "operator", actorName: "ADMIN_TOKEN" },
      { action: "account.suspended", actor: "operator", detail: { reason: "Card testing" } },
    ]);
    const own = (await (await app.get("/account/audit", undefined, cookie)).json()) as {
      entries: object[];
    };
    expect(own.entries).toHaveLength(entries.length);
    expect(JSON.stringify(own)).not.toContain("ADMIN_TOKEN");
  });
});

describe.each(engines)("the operator's list of accounts on $name", (engine) => {
  test("is paged by key, searched by address and id, and takes no text for a pattern", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const emails = [
      "zoe@x.test",
      "al_ice@x.test",
      "al%ice@x.test",
      "alice@x.test",
      "Alina@x.test",
      "al.b@x.test",
    ];
    const ids: string[] = [];
    for (const email of emails) ids.push(await accountOf(app, email.toLowerCase()));
    const list = async (query: string) => (await admin(app, `/admin/accounts${query}`)).value;
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: Record<string, unknown> = await list(`?limit=2${after === null ? "" : `&after=${after}`}`);
      seen.push(...(page.accounts as { id: string }[]).map(({ id }) => id));
      after = page.next as string | null;
    } while (after !== null);
    expect(seen).toEqual(ids.toReversed());
    // Every order is paged without a gap, and a search is sorted by address whatever else is asked for.
    const walk = async (query: string) => {
      const walked: string[] = [];
      let next: string | null = "";
      while (next !== null) {
        const from: string = next === "" ? "" : `&after=${encodeURIComponent(next)}`;
        const page = await list(`${query}&limit=2${from}`);
        walked.push(...(page.accounts as { email: string }[]).map(({ email }) => email));
        next = page.next as string | null;
      }
      return walked;
    };
    const lower = emails.map((email) => email.toLowerCase());
    expect(await walk("?sort=oldest")).toEqual(lower);
    expect(await walk("?sort=email")).toEqual(lower.toSorted());
    expect(await walk("?q=al&sort=oldest")).toEqual(lower.slice(1).toSorted());
    const found = async (q: string, more = "") =>
      ((await list(`?q=${encodeURIComponent(q)}${more}`)).accounts as { email: string }[]).map(
        ({ email }) => email,
      );
    expect(await found("AL")).toEqual(
      emails
        .slice(1)
        .map((email) => email.toLowerCase())
        .sort(),
    );
    expect(await found("al_")).toEqual(["al_ice@x.test"]);
    expect(await found("al%")).toEqual(["al%ice@x.test"]);
    expect(await found(ids[0] ?? "")).toEqual(["zoe@x.test"]);
    const key = await app.accounts.keys.create(ids[3] ?? "", "x", null);
    expect(await found(key.id)).toEqual(["alice@x.test"]);
    expect(await found("nobody")).toEqual([]);
    const first = await list("?q=al&limit=2");
    expect(
      ((await list(`?q=al&limit=2&after=${encodeURIComponent(String(first.next))}`)).accounts as object[])
        .length,
    ).toBe(2);
    await app.accounts.suspensions.suspend(ids[4] ?? "", "spam");
    expect(await found("al", "&state=suspended")).toEqual(["alina@x.test"]);
    expect((await list("?state=suspended")).accounts).toMatchObject([{ suspension: { reason: "spam" } }]);
    for (const sort of ["oldest", "email"])
      expect(await walk(`?state=suspended&sort=${sort}`)).toEqual(["alina@x.test"]);
    for (const query of [
      "?q=%00",
      "?after=%00",
      "?limit=0",
      "?limit=101",
      "?state=all",
      "?q=é",
      "?sort=id",
    ]) {
      expect([query, (await admin(app, `/admin/accounts${query}`)).status]).toEqual([query, 400]);
    }
    for (const id of ["x", "%00", crypto.randomUUID(), "' or 1=1 --"]) {
      expect((await admin(app, `/admin/accounts/${encodeURIComponent(id)}`)).value.code).toBe(
        "unknown-account",
      );
    }
  });

  test("is a CSV file for operators alone, without formulas, and the audit log says who took it", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const ids = [await accountOf(app, "ada@x.test"), await accountOf(app, "=cmd|x@x.test")];
    const take = (headers: Record<string, string>) =>
      fetch(`${app.url}/admin/accounts.csv`, { headers, redirect: "manual" });
    const session = await app.accounts.sessions.begin(ids[0] ?? "");
    app.secrets.add(session);
    const own = { Cookie: `quintet_session=${session}` };
    expect((await take({})).status).toBe(401);
    expect((await take(own)).status).toBe(401);
    expect((await take({ ...own, Accept: "text/html" })).headers.get("location")).toBe("/admin/sign-in");
    const file = await take({ Authorization: `Bearer ${ADMIN_TOKEN}` });
    expect(file.headers.get("content-disposition")).toContain("accounts.csv");
    const lines = (await file.text()).trimEnd().split("\r\n");
    expect(lines.map((line) => line.split(",")[1])).toEqual(["email", `"'=cmd|x@x.test"`, "ada@x.test"]);
    const { entries } = await app.accounts.audit.list({ limit: 1 });
    expect(entries).toMatchObject([{ action: "account.exported", account: null, actor: "operator" }]);
  });

  test("says how many there are, and leads to the page before in every order", async () => {
    await using app = await openTestApp({ address: engine.address() });
    for (const name of ["a", "b", "c", "d", "e"]) await accountOf(app, `${name}@x.test`);
    const { directory } = app.accounts;
    for (const sort of ["newest", "oldest", "email"] as const) {
      const search = { text: "", isSuspended: false, sort, limit: 2 };
      const second = (await directory.search(search)).next ?? undefined;
      const third = (await directory.search({ ...search, after: second })).next ?? undefined;
      const places = [undefined, second, third].map((after) => directory.place({ ...search, after }));
      expect(await Promise.all(places)).toEqual([
        { count: 5, before: 0, previous: undefined },
        { count: 5, before: 2, previous: undefined },
        { count: 5, before: 4, previous: second },
      ]);
    }
    const unknown = await directory.place({ text: "", isSuspended: false, after: "x", limit: 2 });
    expect(unknown).toEqual({ count: 5, before: undefined, previous: undefined });
  });

  test("shows everything about one, and deletes, exports, grants credits and ends sessions", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("ada@example.com", { plans: ["pdf"] });
    const account = await accountOf(app, "ada@example.com");
    await session(app, account);
    expect((await app.get("/invented/noop", key)).status).toBe(200);
    const path = `/admin/accounts/${account}`;
    expect((await admin(app, path)).value).toMatchObject({
      email: "ada@example.com",
      suspension: null,
      plans: [{ plan: "pdf", version: 1 }],
      keyList: [{ name: "test" }],
      sessions: [{ device: "Firefox on Linux", isCurrent: false }],
    });
    expect((await admin(app, `${path}/credits`, { amount: "500", note: "sorry" })).value).toMatchObject({
      amount: 500,
      used: 0,
      note: "sorry",
    });
    for (const amount of ["0", "-1", "1.5", "9999999999", "1e3", ""]) {
      expect([amount, (await admin(app, `${path}/credits`, { amount })).status]).toEqual([amount, 400]);
    }
    for (const reason of ["", " ", "a\nb", "a\u0000b", "x".repeat(201)]) {
      expect((await admin(app, `${path}/suspend`, { reason })).status).toBe(400);
    }
    expect((await admin(app, `${path}/plans`, { plan: "pdf,seo" })).value).toMatchObject({
      plans: [{ plan: "pdf" }, { plan: "seo" }],
    });
    expect((await admin(app, `${path}/plans`, {})).value).toEqual({ plans: [] });
    expect((await admin(app, `${path}/plans`, { plan: "gold" })).status).toBe(400);
    expect((await admin(app, `${path}/sessions/revoke`, {})).value).toEqual({ revoked: 1 });
    const { value: kept } = await admin(app, `${path}/export`);
    expect(kept).toMatchObject({ email: "ada@example.com", credits: [{ amount: 500 }] });
    expect(JSON.stringify(kept.audit)).not.toContain("ADMIN_TOKEN");
    const [listed] = (await admin(app, path)).value.keyList as { id: string }[];
    expect((await admin(app, `${path}/keys/revoke`, { key: listed?.id })).value).toEqual({ revoked: true });
    expect((await admin(app, `${path}/keys/revoke`, { key: "x" })).value.code).toBe("unknown-key");
    expect((await admin(app, `${path}/delete`, { email: "eve@example.com" })).status).toBe(400);
    expect((await admin(app, `${path}/delete`, { email: "ada@example.com" })).value).toEqual({
      deleted: true,
    });
    expect((await admin(app, path)).status).toBe(404);
    const { value } = await admin(app, `/admin/audit?account=${account}&limit=100`);
    expect((value.entries as { action: string }[]).map(({ action }) => action)).toEqual([
      "account.deleted",
      "key.revoked",
      "account.exported",
      "sessions.revoked",
      "plans.changed",
      "plans.changed",
      "credits.granted",
      "session.started",
      "key.created",
      "plans.changed",
      "account.created",
    ]);
    expect(JSON.stringify(value)).not.toContain("ada@example.com");
  });
});

describe.each(nightlyEngines)("who may open /admin on $name", (engine) => {
  test("the token by a form or a header, an operator by email; nobody else, and no form of another site", async () => {
    await using app = await openTestApp({ address: engine.address(), operators: ["ops@example.com"] });
    const eve = await session(app, await accountOf(app, "eve@example.com"));
    const ops = await session(app, await accountOf(app, "ops@example.com"));
    const victim = await accountOf(app, "ada@example.com");
    const open = (headers: Record<string, string>, path = "/admin/accounts") =>
      fetch(app.url + path, { headers, redirect: "manual" });
    expect((await open({})).status).toBe(401);
    expect((await open({ Authorization: "Bearer wrong" })).status).toBe(401);
    expect((await open(eve)).status).toBe(401);
    expect((await open({ ...eve, ...HTML })).headers.get("location")).toBe("/admin/sign-in");
    const page = await open({ ...ops, ...HTML });
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await page.text()).toContain("ada@example.com");

    const signIn = (token: string, more: Record<string, string> = {}) =>
      fetch(`${app.url}/admin/sign-in`, {
        method: "POST",
        headers: { ...HTML, ...more },
        body: new URLSearchParams({ token }),
        redirect: "manual",
      });
    expect((await signIn("wrong")).status).toBe(401);
    expect((await signIn(ADMIN_TOKEN, { Origin: "https://evil.test" })).status).toBe(403);
    const signed = await signIn(ADMIN_TOKEN);
    expect(signed.status).toBe(303);
    const given = signed.headers.get("set-cookie") ?? "";
    expect(given).toContain("HttpOnly; SameSite=Strict; Max-Age=43200");
    expect(given).not.toContain(ADMIN_TOKEN);
    const cookie = { Cookie: given.split(";")[0] ?? "" };
    expect((await open(cookie)).status).toBe(200);
    for (const forged of [
      cookie.Cookie.replace(/=\d/, "=9"),
      cookie.Cookie.slice(0, -1) + (cookie.Cookie.endsWith("0") ? "1" : "0"),
      "quintet_admin=99999999999.",
      "quintet_admin=",
    ]) {
      expect([forged, (await open({ Cookie: forged })).status]).toEqual([forged, 401]);
    }
    for (const headers of [cookie, ops]) {
      const foreign = await fetch(`${app.url}/admin/accounts/${victim}/suspend`, {
        method: "POST",
        headers: { ...headers, "Sec-Fetch-Site": "cross-site" },
        body: new URLSearchParams({ reason: "x" }),
      });
      expect(foreign.status).toBe(403);
    }
    const done = await fetch(`${app.url}/admin/accounts/${victim}/suspend`, {
      method: "POST",
      headers: { ...ops, ...HTML },
      body: new URLSearchParams({ reason: "x" }),
      redirect: "manual",
    });
    expect([done.status, done.headers.get("location")]).toEqual([303, `/admin/accounts/${victim}#suspended`]);
    const { entries } = await app.accounts.audit.list({ account: victim, limit: 1 });
    expect(entries).toMatchObject([{ action: "account.suspended", actorName: "ops@example.com" }]);
    // A suspended operator is none.
    await app.accounts.suspensions.suspend(
      (await app.accounts.accountStore.byEmail("ops@example.com"))?.id ?? "",
      "x",
    );
    expect((await open(ops)).status).toBe(403);
  });

  test("guesses of the token are bounded", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const guess = () =>
      fetch(`${app.url}/admin/sign-in`, {
        method: "POST",
        headers: { "X-Forwarded-For": "203.0.113.9" },
        body: new URLSearchParams({ token: "guess" }),
      });
    const statuses = [];
    for (let i = 0; i < 40; i++) statuses.push((await guess()).status);
    expect(statuses.at(0)).toBe(401);
    expect(statuses.at(-1)).toBe(429);
    // The same by the header, also of one who asks for a page; and who has the token is not locked out.
    const header = (token: string, accept: string) =>
      fetch(`${app.url}/admin/accounts`, {
        headers: { "X-Forwarded-For": "203.0.114.9", Authorization: `Bearer ${token}`, Accept: accept },
        redirect: "manual",
      }).then(({ status }) => status);
    const guesses = [];
    for (let i = 0; i < 40; i++) guesses.push(await header("guess", "text/html"));
    expect([guesses.at(0), guesses.at(-1)]).toEqual([303, 429]);
    expect(await header(ADMIN_TOKEN, "application/json")).toBe(200);
  });
});

describe.each(engines)("the audit log on $name", (engine) => {
  test("refuses to be changed, and lets go only of what is old", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const { database } = app.accounts;
    await accountOf(app, "ada@example.com");
    expect(await rejecting(database.query`update audit set action = 'nothing'`)).toThrow("append-only");
    expect(await rejecting(database.query`delete from audit`)).toThrow("append-only");
    expect((await app.accounts.audit.list({ limit: 10 })).entries).toHaveLength(1);
  });

  test("is filtered by account, event and actor, and shows details in words and hostile ones as text", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const hostile = "<img src=x onerror=alert(1)>";
    const [ada, eve] = [await accountOf(app, "ada@example.com"), await accountOf(app, "eve@example.com")];
    await app.accounts.keys.create(ada, "ci", null);
    await admin(app, `/admin/accounts/${ada}/credits`, { amount: "50000" });
    await admin(app, `/admin/accounts/${eve}/suspend`, { reason: hostile });
    const actions = async (query: string) =>
      ((await admin(app, `/admin/audit${query}`)).value.entries as { action: string }[]).map(
        ({ action }) => action,
      );
    const ofAda = ["credits.granted", "key.created", "account.created"];
    expect(await actions(`?account=${ada}`)).toEqual(ofAda);
    expect(await actions("?account=ADA@example.com")).toEqual(ofAda);
    expect(await actions("?account=nobody@example.com")).toEqual([]);
    expect(await actions("?action=account.created")).toEqual(["account.created", "account.created"]);
    expect(await actions("?actor=operator")).toEqual(["account.suspended", "credits.granted"]);
    expect(await actions(`?account=${ada}&actor=operator`)).toEqual(["credits.granted"]);
    expect(await actions(`?account=${ada}&action=account.suspended`)).toEqual([]);
    expect(await actions("?action=account.suspended&actor=owner")).toEqual([]);
    for (const query of ["?action=%25", "?action=key", "?actor=%25"])
      expect([query, (await admin(app, `/admin/audit${query}`)).status]).toEqual([query, 400]);
    const page = async (path: string) =>
      (await fetch(app.url + path, { headers: { ...BEARER, ...HTML } })).text();
    const html = await page("/admin/audit?account=&action=&actor=");
    expect(html).not.toContain(hostile);
    for (const text of ["50,000 credits, expire ", "“ci”", "Account suspended", "&lt;img src=x"])
      expect(html).toContain(text);
    expect(html).toContain(`<a href="/admin/accounts/${ada}">ada@example.com</a>`);
    const filtered = await page(`/admin/audit?account=${encodeURIComponent('"><script>')}&actor=owner`);
    expect(filtered).not.toContain("<script>");
    expect(filtered).toContain("No entries match.");
  });
});

test("the log of a request has the ids of its account and key, and no key", async () => {
  const [engine] = engines;
  if (engine === undefined) throw new Error("no engine");
  await using app = await openTestApp({ address: engine.address() });
  const key = await app.key("ada@example.com");
  const account = await accountOf(app, "ada@example.com");
  const [{ id = "" } = {}] = await app.accounts.keys.list(account);
  const cookie = await session(app, account);
  const lineOf = (operation: string) =>
    JSON.parse(app.lines.find((line) => line.includes(`"operation":"${operation}"`)) ?? "{}") as object;
  await app.get("/invented/noop", key);
  await app.get("/usage", key);
  await app.get("/account", undefined, cookie);
  await app.get("/v4");
  expect(lineOf("pdf.noop")).toMatchObject({ status: 200, account, key: id });
  expect(lineOf("accounts.readUsage")).toMatchObject({ account, key: id });
  expect(lineOf("accounts.readAccount")).toMatchObject({ account });
  expect(lineOf("uuid.v4")).not.toHaveProperty("account");
  // Failures too: these lines are written at every level.
  await app.get("/invented/noop?outcome=crash", key);
  expect(app.lines.find((line) => line.includes("request failed"))).toContain(`"key":"${id}"`);
});
