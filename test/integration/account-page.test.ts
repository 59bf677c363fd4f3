import { describe, expect, test } from "bun:test";
import { nightlyEngines } from "../helpers/engines.ts";
import { followed } from "../helpers/follow.ts";
import { openTestApp, type TestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";

const EMAIL = "ada@example.com";

/** Someone who is signed in, with a key in use. */
async function signedIn(app: TestApp) {
  const own = await sessionOf(app);
  expect((await app.get("/invented/noop", own.key)).status).toBe(200);
  return own;
}

/** Someone who is signed in. */
async function sessionOf(app: TestApp, plans: string[] = ["pdf"]) {
  const key = await app.key(EMAIL, { plans });
  const account = await app.accounts.accountStore.byEmail(EMAIL);
  const token = await app.accounts.sessions.begin(account?.id ?? "");
  app.secrets.add(token);
  const headers = { Cookie: `quintet_session=${token}`, Accept: "text/html" };
  const open = (path: string) => fetch(app.url + path, { headers, redirect: "manual" });
  const post = (path: string, fields: Record<string, string>, more: Record<string, string> = {}) =>
    fetch(app.url + path, {
      method: "POST",
      headers: { ...headers, ...more },
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
  return { key, open, post, cookie: headers.Cookie };
}

describe.each(nightlyEngines)("the account page on $name", (engine) => {
  test("shows usage, keys, plans and what else there is, and keeps nothing in a cache", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const { open } = await signedIn(app);
    for (const [path, texts] of [
      ["/account", [EMAIL, "Calls, 7 days", "Errors, 7 days", "1 of 2,000 pages used", "pdf.noop"]],
      ["/account/keys", ["Create key", "Rotate key", "Revoke key"]],
      ["/account/plan", ["PDF extract", "Bundle", "1 of 2,000 pages used", "<svg"]],
      ["/account/webhooks", ["Create endpoint"]],
      ["/account/settings", [EMAIL, "this browser", "/account/export", "/account/delete", "/account/audit"]],
    ] as const) {
      const page = await open(path);
      expect(page.headers.get("cache-control")).toBe("no-store");
      expect(page.headers.get("content-encoding")).toBeNull();
      const html = await page.text();
      const absent = texts.filter((text) => !html.includes(text));
      expect({ path, absent }).toEqual({ path, absent: [] });
      // The entry of each page is marked, in both forms of the navigation.
      const marked = html.match(/<a href="([^"]+)"[^>]*aria-current="page"[^>]*><svg/g) ?? [];
      expect(marked.map((link) => link.includes(`"${path}"`))).toEqual([true, true]);
    }
  });

  test("a request has a page with its cost, its error and the call; nobody else sees it", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const { key, open } = await signedIn(app);
    const other = await app.key("eve@example.com", { plans: ["pdf"] });
    await app.get("/invented/noop", other, { "X-Request-Id": "of-eve" });
    await app.get("/invented/noop?nonsense=1", key, { "X-Request-Id": "of-rejected" });
    const list = await (await open("/account/requests")).text();
    const [rejected = "", succeeded = ""] = list.match(/\/account\/requests\/[\da-f-]{36}/g) ?? [];
    const page = await (await open(rejected)).text();
    for (const text of [
      ...["pdf.noop", "of-rejected", "Nothing was charged", "/problems/invalid-parameter"],
      "Unknown parameter: <code>nonsense</code>.",
    ]) {
      expect({ text, shown: page.includes(text) }).toEqual({ text, shown: true });
    }
    const inputs = await app.accounts.database.query`select * from request_log`;
    expect(JSON.stringify(inputs)).not.toContain("nonsense");
    expect(await (await open(succeeded)).text()).toContain("<dd>1 page</dd>");
    // Its parameters are in both forms of the call, and whatever they say is text.
    const hostile = '<script>alert(1)</script>"\u0007';
    await app.get(`/invented/noop?outcome=${encodeURIComponent(hostile)}`, key, {
      "X-Request-Id": "of-hostile",
    });
    await app.get(`/invented/noop?outcome=${"x".repeat(9_000)}`, key, {
      "X-Request-Id": "of-long-one",
    });
    const pageOf = async (requestId: string) => {
      const found = await (await open(`/account/requests?requestId=${requestId}`)).text();
      expect([requestId, found.match(/\/account\/requests\/[\da-f-]{36}/g)?.length]).toEqual([requestId, 1]);
      return (await open(/\/account\/requests\/[\da-f-]{36}/.exec(found)?.[0] ?? "")).text();
    };
    const shown = await pageOf("of-hostile");
    expect(shown).not.toContain("<script>alert");
    expect(shown).toContain("<code>&lt;script&gt;alert(1)&lt;/script&gt;&quot;</code>");
    expect(shown).toContain("/invented/noop?outcome=%3Cscript%3Ealert%281%29%3C/script%3E%22");
    const long = await pageOf("of-long-one");
    expect(long).toContain("These values are not stored. Enter them again: outcome.");
    expect(long).not.toContain(key);
    expect(app.lines.join()).not.toContain("alert(1)");
    expect(await (await open("/account/requests?requestId=of-eve")).text()).toContain("No requests match.");
    const eve = await app.accounts.accountStore.byEmail("eve@example.com");
    const [foreign] = (await app.accounts.requestLog.list(eve?.id ?? "", { limit: 1 })).requests;
    for (const id of [foreign?.id, rejected.slice(-36, -1), "%27", "g"]) {
      expect([id, (await open(`/account/requests/${id}`)).status]).toEqual([id, 404]);
    }
    expect((await app.get(rejected)).status).toBe(401);
  });

  test("a call is run again with a file that has to be chosen, and no command that must fail", async () => {
    await using app = await openTestApp({ address: engine.address(), everyApi: true });
    const { key, open } = await sessionOf(app);
    const headers = { Authorization: `Bearer ${key}` };
    const body = new FormData();
    body.append("file", new File(["a"], "own.pdf"));
    await fetch(`${app.url}/pdf/extract`, { method: "POST", headers, body });
    await fetch(`${app.url}/seo/audit?colour=red`, { headers });
    const list = await (await open("/account/requests")).text();
    const [noUrl = "", hadFile = ""] = list.match(/\/account\/requests\/[\da-f-]{36}/g) ?? [];
    const withFile = await (await open(hadFile)).text();
    expect(withFile).toContain("file=@YOUR_FILE.pdf");
    expect(withFile).toContain("The file is not stored. Choose it again.");
    expect(withFile).toMatch(/<input[^>]*name="file"[^>]*required/);
    expect(withFile).not.toContain("sample.pdf");
    const withoutUrl = await (await open(noUrl)).text();
    expect(withoutUrl).toContain("Run again");
    expect(withoutUrl).not.toContain("replay-curl");
  });

  test("files of a form start a batch, which a reload does not repeat; other sites start none", async () => {
    await using app = await openTestApp({ address: engine.address(), everyApi: true });
    const { open, cookie } = await sessionOf(app);
    const send = (operation: string, files: readonly string[], more: Record<string, string> = {}) => {
      const body = new FormData();
      for (const name of files) body.append("file", new File(["a"], name), name);
      return fetch(`${app.url}/account/jobs?operation=${operation}`, {
        ...{ method: "POST", body, redirect: "manual" },
        headers: { Cookie: cookie, Accept: "text/html", ...more },
      });
    };
    const started = await send("pdf.extract", ["a.txt", "b.txt"]);
    expect(started.status).toBe(303);
    const [path = "", id = ""] = (started.headers.get("location") ?? "").split("#");
    expect(path).toBe("/account/jobs");
    const html = await (await open(path)).text();
    expect(html).toContain(`<tr id="${id}">`);
    expect(html).toContain('action="/account/jobs?operation=pdf.extract"');
    for (const [operation, files, status, text] of [
      ["pdf.extract", [], 400, "A batch has 1 to 10000 items"],
      ["pdf.nothing", ["a.txt"], 400, "operation must be one of"],
    ] as const) {
      const rejected = await send(operation, files);
      expect([rejected.status, (await rejected.text()).includes(text)]).toEqual([status, true]);
    }
    const evil = { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" };
    expect((await send("pdf.extract", ["a.txt"], evil)).status).toBe(403);
    expect((await send("pdf.extract", ["a.txt"], { Cookie: "quintet_session=none" })).status).toBe(303);
    expect((await (await open("/account/jobs")).text()).match(/<tr id=/g)).toHaveLength(1);
  });

  test("shows a new key once: a reload neither makes another one nor shows it again", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const { post, cookie } = await signedIn(app);
    await app.key("eve@example.com");
    const eve = await app.accounts.accountStore.byEmail("eve@example.com");
    const other = await app.accounts.sessions.begin(eve?.id ?? "");
    const made = await post("/account/keys", { name: "ci", apis: "pdf" });
    expect([made.status, made.headers.get("location")]).toEqual([303, "/account/keys"]);
    expect(made.headers.get("cache-control")).toBe("no-store");
    const [page, reloaded] = await followed(app.url, made, cookie);
    const key = /qt_live_\w{33}/.exec(page)?.[0] ?? "no key";
    app.secrets.add(key);
    expect(page).toContain("Your new key");
    expect(reloaded).not.toContain("Your new key");
    expect(reloaded).not.toContain(key);
    expect(reloaded.match(/>ci</g)).toHaveLength(1);
    expect((await app.get("/invented/noop", key)).status).toBe(200);
    // The cookie opens for no other session, and a changed one for none.
    const [flash = ""] = made.headers.getSetCookie();
    const [name = "", value = ""] = (flash.split(";")[0] ?? "").split("=");
    for (const jar of [
      `quintet_session=${other}; ${name}=${value}`,
      `${cookie}; ${name}=${value.slice(0, -4)}AAAA`,
      `${cookie}; ${name}=AAAA`,
    ]) {
      const answer = await fetch(`${app.url}/account`, { headers: { Accept: "text/html", Cookie: jar } });
      expect(answer.status).toBe(200);
      expect(await answer.text()).not.toContain("Your new key");
    }
    app.secrets.add(other);
  });

  test("a form that is not accepted comes back with the reason and what was typed, as text; other sites get none", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const { open, post } = await sessionOf(app);
    const hostile = '"><script>alert(1)</script>';
    const fields = { name: hostile, apis: "pdf", mode: "test", allowedIps: "203.0.113.7" };
    for (const [path, sent, texts] of [
      [
        "/account/keys",
        fields,
        ["must be 1 to 40 letters", 'value="&quot;&gt;&lt;script&gt;', "203.0.113.7"],
      ],
      ["/account/keys/none", { name: "typed" }, ["no active key with this ID"]],
      ["/account/webhooks", { url: "http://127.0.0.1/", mode: "test" }, ['value="http://127.0.0.1/"']],
    ] as const) {
      const rejected = await post(path, sent);
      const html = await rejected.text();
      expect([path, rejected.status >= 400 && rejected.status < 500]).toEqual([path, true]);
      for (const text of ['<p class="notice bad" role="alert">', ...texts]) expect(html).toContain(text);
      expect(html).not.toContain("<script>alert");
      // What was typed into a form that creates something is there again, selected and open.
      const isNew = "mode" in sent;
      expect([path, /<details class="create"[^>]* open/.test(html)]).toEqual([path, isNew]);
      expect([path, html.includes('<option value="test" selected="">')]).toEqual([path, isNew]);
      const evil = { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" };
      const foreign = await post(path, sent, evil);
      expect([path, foreign.status, (await foreign.text()).includes('class="create"')]).toEqual([
        ...[path, 403, false],
      ]);
      const nobody = await post(path, sent, { Cookie: "quintet_session=none" });
      expect([path, nobody.status]).toEqual([path, 303]);
    }
    const [edited] =
      (await (await open("/account/keys")).text()).match(/(?<=\/account\/keys\/)[\da-f-]{36}/) ?? [];
    const typed = { name: "typed", expiresAt: "2031-01-01", allowedIps: "203.0.113.7, nonsense" };
    const html = await (await post(`/account/keys/${edited}`, typed)).text();
    expect(html).toContain(`<details class="confirm" name="key-${edited}" open`);
    for (const value of Object.values(typed)) expect(html).toContain(`value="${value}"`);
    expect(await (await open("/account/keys")).text()).not.toContain("typed");
  });

  test("says that a quota is used up, and until when; a key says what it was used for", async () => {
    const clock = Date.parse("2026-11-20T12:00:00Z");
    await using app = await openTestApp({ address: engine.address(), now: () => clock });
    const { key, open } = await sessionOf(app, []);
    const texts = async () =>
      Promise.all(["/account", "/account/plan"].map(async (path) => (await open(path)).text()));
    for (let i = 0; i < 2; i++) expect((await app.get("/invented/noop", key)).status).toBe(200);
    for (const html of await texts()) expect(html).not.toContain("is used up");
    await app.accounts.database.query`update usage set used = 100`;
    for (const html of await texts()) {
      expect(html.match(/is used up/g)).toHaveLength(1);
      expect(html.replaceAll(/<[^>]+>/g, "")).toMatch(
        /Calls fail with quota-exceeded until Dec \d+, 00:00 UTC\./,
      );
    }
    const keys = await (await open("/account/keys")).text();
    expect(keys).toMatch(/data-head="Calls, 31 days"[^>]*>2</);
    expect(keys).toMatch(/href="\/account\/requests\?key=[\da-f-]{36}"/);
  });

  test("lists the requests of the account's keys with filters, also those that were rejected, and no inputs", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const { key, open, cookie } = await signedIn(app);
    const other = await app.key("eve@example.com", { plans: ["pdf"] });
    expect((await app.get("/invented/noop", other, { "X-Request-Id": "of-eve" })).status).toBe(200);
    const scoped = await app.key(EMAIL, { apis: ["seo"] });
    expect((await app.get("/invented/noop", scoped, { "X-Request-Id": "of-scope" })).status).toBe(403);
    await app.get("/invented/noop?secret-input=1", key, { "X-Request-Id": "of-input-400" });
    await app.get("/invented/noop", key, { "X-Request-Id": "of-input" });
    const html = await (await open("/account/requests")).text();
    for (const text of ["pdf.noop", "key-scope", "test (qt_live_", 'data-refresh="5"']) {
      expect({ text, shown: html.includes(text) }).toEqual({ text, shown: true });
    }
    const idsOf = async (query: string) => {
      const headers = { Cookie: cookie, Accept: "application/json" };
      const listed = await (await fetch(`${app.url}/account/requests${query}`, { headers })).json();
      return (listed as { requests: { requestId: string }[] }).requests.map(({ requestId }) => requestId);
    };
    expect(await idsOf("")).toEqual(expect.arrayContaining(["of-scope", "of-input", "of-input-400"]));
    expect(await idsOf("")).not.toContain("of-eve");
    expect(html).not.toContain("secret-input");
    expect(html).not.toContain("127.0.0.1");
    const rejected = await idsOf("?status=4xx");
    expect(rejected).toContain("of-scope");
    expect(rejected).not.toContain("of-input");
    expect(await idsOf("?status=error")).toEqual(rejected);
    const page = await open("/account/requests?limit=1");
    expect(await page.text()).toMatch(/\/account\/requests\?after=[0-9a-f-]{36}/);
    expect((await open("/account/requests?status=9xx")).status).toBe(400);
    expect((await app.get("/account/requests")).status).toBe(401);
  });

  test("a result of exactly as many characters as its page shows is not said to be cut", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const { key, open } = await signedIn(app);
    for (const [size, isCut] of [
      [1_995, false],
      [1_996, true],
    ] as const) {
      const headers = { "X-API-Key": key, Prefer: "respond-async" };
      const sent = await fetch(`${app.url}/invented/stream?size=${size}`, { method: "POST", headers });
      const { id } = (await sent.json()) as { id: string };
      const page = async () => (await open(`/account/jobs/${id}`)).text();
      await until("the result is there", async () => (await page()).includes('id="result-text"'));
      expect((await page()).includes("The first 2,000 characters.")).toBe(isCut);
    }
  });

  test("the list of jobs has filters, which links and further pages keep", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const { key, open, cookie } = await sessionOf(app);
    const send = async (path: string, init: RequestInit, more: Record<string, string> = {}) => {
      const response = await fetch(app.url + path, { ...init, headers: { "X-API-Key": key, ...more } });
      return ((await response.json()) as { id: string }).id;
    };
    const job = await send("/invented/noop", {}, { Prefer: "respond-async" });
    const body = '{"outcome":"refuse"}\n{}\n';
    const batch = await send(
      "/batches?operation=pdf.noop",
      { method: "POST", body },
      {
        "Content-Type": "application/x-ndjson",
      },
    );
    const idsOf = async (query: string) => {
      const headers = { Cookie: cookie, Accept: "application/json" };
      const listed = await (await fetch(`${app.url}/account/jobs?${query}`, { headers })).json();
      return (listed as { jobs: { id: string }[] }).jobs.map(({ id }) => id);
    };
    await until("both have ended", async () => (await idsOf("state=finished")).length === 2);
    expect(await idsOf("kind=job")).toEqual([job]);
    expect(await idsOf("kind=batch&api=pdf")).toEqual([batch]);
    expect(await idsOf("state=failed")).toEqual([batch]);
    const paged = await (await open("/account/jobs?api=pdf&kind=&state=finished&limit=1")).text();
    expect(paged).toContain('<option value="finished" selected="">');
    const next =
      /href="(\/account\/jobs\?api=pdf&amp;state=finished&amp;after=[\w.-]+)"/.exec(paged)?.[1] ?? "";
    const rest = await (await open(next.replaceAll("&amp;", "&"))).text();
    expect(rest.match(/<tr id="([^"]+)"/)?.[1]).toBe(job);
    expect(rest).toContain('<a href="/account/jobs?api=pdf&amp;state=finished">First page</a>');
    const none = await (await open("/account/jobs?state=canceled")).text();
    expect(none).toContain('No jobs match. <a href="/account/jobs">Show all jobs</a>.');
    expect(none).toContain("Apply filters");
    expect(await idsOf("state=succeeded")).toEqual([job]);
    for (const query of ["state=ended", "kind=call", "api=none"])
      expect([query, (await open(`/account/jobs?${query}`)).status]).toEqual([query, 400]);
    // Inputs are not kept: what failed and why can be downloaded.
    const partly = await (await open(`/account/jobs/${batch}`)).text();
    for (const text of ["Partly failed", "1 succeeded", "1 job failed", "inputs are deleted when a job ends"])
      expect(partly).toContain(text);
    const errors = await open(`/account/jobs/${batch}/result?format=ndjson&state=failed`);
    expect(errors.headers.get("content-disposition")).toBe('attachment; filename="failed.ndjson"');
    expect(JSON.parse(await errors.text())).toMatchObject({
      index: 0,
      problem: { code: "invalid-parameter" },
    });
    expect((await open(`/account/jobs/${batch}/result?state=succeeded`)).status).toBe(400);
    const list = await (await open("/account/jobs")).text();
    expect(list).toContain("Partly failed");
    // A list has no bars of what has ended, and its forms are closed.
    expect(list).not.toContain("state-bar");
    expect(list).not.toMatch(/<details class="create"[^>]* open/);
  });

  test("lists the jobs and batches of the account, page by page; downloads their results; cancels them", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const { key, open, post } = await signedIn(app);
    expect(await (await open("/account/jobs")).text()).toContain("No jobs in the last 48 hours.");
    const headers = { "X-API-Key": key, Prefer: "respond-async" };
    const start = async (path: string, type = "", body?: string) => {
      const init = {
        method: "POST",
        headers: { ...headers, ...(type === "" ? {} : { "Content-Type": type }) },
      };
      const response = await fetch(app.url + path, body === undefined ? init : { ...init, body });
      return ((await response.json()) as { id: string }).id;
    };
    const done = await start("/invented/batch?units=2");
    const failed = (
      (await (await fetch(`${app.url}/invented/noop?outcome=refuse`, { headers })).json()) as { id: string }
    ).id;
    const batch = await start("/batches?operation=pdf.noop", "application/x-ndjson", "{}\n{}\n");
    const other = await app.key("eve@example.com", { plans: ["pdf"] });
    const foreign = (
      (await (
        await fetch(`${app.url}/invented/noop`, { headers: { ...headers, "X-API-Key": other } })
      ).json()) as { id: string }
    ).id;
    let html = "";
    await until("all have ended", async () => {
      html = await (await open("/account/jobs")).text();
      return !/class="badge[^"]*">(?:Queued|Running)/.test(html);
    });
    for (const text of [done, failed, batch, "invalid-parameter", "Batch of 2", "Succeeded"]) {
      expect({ text, shown: html.includes(text) }).toEqual({ text, shown: true });
    }
    expect(html).not.toContain(foreign);
    const first = await (await open("/account/jobs?limit=2")).text();
    expect([first.includes(batch), first.includes(failed), first.includes(done)]).toEqual([
      true,
      true,
      false,
    ]);
    const next = /\/account\/jobs\?after=([\w.-]+)/.exec(first)?.[1] ?? "";
    expect(await (await open(`/account/jobs?limit=2&after=${next}`)).text()).toContain(done);
    const result = await open(`/account/jobs/${done}/result`);
    expect(result.headers.get("content-disposition")).toStartWith("attachment");
    expect(result.headers.get("content-security-policy")).toBe("sandbox");
    expect(result.headers.get("access-control-allow-origin")).toBeNull();
    expect(await result.json()).toMatchObject({ ok: true });
    const lines = await (await open(`/account/jobs/${batch}/result?format=ndjson`)).text();
    expect(lines.trim().split("\n").length).toBe(2);
    const zip = await open(`/account/jobs/${batch}/result`);
    expect([zip.headers.get("content-type"), zip.status]).toEqual(["application/zip", 200]);
    // A second look at what has ended deletes nothing.
    for (const id of [done, batch]) {
      const canceled = await post(`/account/jobs/${id}/cancel`, {});
      expect([canceled.status, canceled.headers.get("location")]).toEqual([303, `/account/jobs/${id}`]);
    }
    expect((await open(`/account/jobs/${done}/result`)).status).toBe(200);
    for (const id of [foreign, "nonsense"]) {
      expect((await open(`/account/jobs/${id}/result`)).status).toBe(404);
      expect((await post(`/account/jobs/${id}/cancel`, {})).status).toBe(404);
    }
    for (const [id, texts] of [
      [done, ["Succeeded", "<dd>2 pages</dd>", "&quot;ok&quot;", "Open the request", `/jobs/${done}/result`]],
      [failed, ["Failed", "/problems/invalid-parameter", "Refused after the charge.", "<code>refuse</code>"]],
      [batch, ["Batch of 2", "Succeeded", `/account/jobs/${batch}.00001`, `/batches/${batch}/results`]],
      [`${batch}.00001`, ["Open the batch", "None. Unknown parameters are not logged."]],
    ] as const) {
      const page = await (await open(`/account/jobs/${id}`)).text();
      const absent = texts.filter((text) => !page.includes(text));
      expect({ id, absent }).toEqual({ id, absent: [] });
      expect(page).not.toContain("data-refresh");
    }
    const none = await (await open(`/account/jobs/${batch}?state=failed&after=x`)).text();
    expect(none).toContain("No jobs here.");
    const logged = await (await open(`/account/requests?requestId=${done}`)).text();
    const ofJob = /\/account\/requests\/[\da-f-]{36}/.exec(logged)?.[0] ?? "";
    expect(await (await open(ofJob)).text()).toContain(`/account/jobs/${done}"`);
    for (const id of [foreign, "nonsense", "%27"])
      expect([id, (await open(`/account/jobs/${id}`)).status]).toEqual([id, 404]);
    expect((await app.get(`/account/jobs/${done}`)).status).toBe(401);
    const evil = { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" };
    expect((await post(`/account/jobs/${done}/cancel`, {}, evil)).status).toBe(403);
    // A sandboxed page, or one behind a redirect of another site, has no origin that it could show.
    const opaque = { Origin: "null" };
    expect((await post(`/account/jobs/${done}/cancel`, {}, opaque)).status).toBe(403);
    const ofBrowser = { ...opaque, "Sec-Fetch-Site": "cross-site" };
    expect((await post(`/account/jobs/${done}/cancel`, {}, ofBrowser)).status).toBe(403);
    // The same site by another name, over HTTP without TLS: browsers send no Sec-Fetch-Site then.
    for (const origin of ["http://quintet.test", new URL(app.url).origin]) {
      expect((await post(`/account/jobs/${done}/cancel`, {}, { Origin: origin })).status).toBe(303);
    }
    expect((await app.get("/account/jobs")).status).toBe(401);
  });

  test("gives everything that is kept, and no hash and no token", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const { open } = await signedIn(app);
    const answer = await open("/account/export");
    expect(answer.headers.get("content-disposition")).toContain("attachment");
    const kept: unknown = await answer.json();
    expect(kept).toMatchObject({
      email: EMAIL,
      plans: [{ plan: "pdf" }],
      keys: [{ name: "test" }],
      counters: [{ used: 1 }],
      keyDays: [{ calls: 1, units: 1 }],
      requests: [{ operation: "noop", status: 200, units: 1 }],
    });
    expect(JSON.stringify(kept)).not.toMatch(/[0-9a-f]{64}/);
  });

  test("deletes the account when its address is typed: keys and sessions end, no row is left", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const { key, open, post } = await signedIn(app);
    expect(await (await open("/account/delete")).text()).toContain("Delete your account");
    expect((await post("/account/delete", { email: "eve@example.com" })).status).toBe(400);
    expect((await app.get("/invented/noop", key)).status).toBe(200);

    const left = await post("/account/delete", { email: " ADA@example.com" });
    expect([left.status, left.headers.get("location")]).toEqual([303, "/account/deleted"]);
    expect(await (await open("/account/deleted")).text()).toContain("deleted");
    expect(left.headers.get("set-cookie")).toContain("Max-Age=0");
    // Other replicas hear of it, as this one does on PostgreSQL: within five seconds, by the promise; a busy machine gets more.
    await until(
      "the key is rejected",
      async () => (await app.get("/invented/noop", key)).status === 401,
      30_000,
    );
    expect((await open("/account")).status).toBe(303);
    const { query } = app.accounts.database;
    // What the request leaves of the rows is deleted after it; the account itself is the last.
    await until("the account is deleted", async () => (await query`select id from account`).length === 0);
    expect(await query`select * from api_key`).toEqual([]);
    expect(await query`select * from session`).toEqual([]);
  });

  test("deleting an account and signing up again does not restart a quota, whatever the spelling", async () => {
    let clock = Date.parse("2026-11-20T12:00:00Z");
    await using app = await openTestApp({ address: engine.address(), now: () => clock });
    const { accountStore, accountDeletion, database } = app.accounts;
    const used = async (email: string) => {
      const { account } = await accountStore.ensure(email);
      const { apis } = await app.accounts.usage(account.id);
      return apis.find(({ api }) => api === "pdf")?.quotas.map((quota) => [quota.plan, quota.used]);
    };
    const call = async (email: string, times: number) => {
      const key = await app.key(email);
      for (let i = 0; i < times; i++) expect((await app.get("/invented/noop", key)).status).toBe(200);
    };
    const leave = async (email: string) =>
      accountDeletion.remove((await accountStore.ensure(email)).account.id);
    await call("ada@gmail.com", 3);
    await accountStore.setPlans((await accountStore.ensure("ada@gmail.com")).account.id, ["pdf"]);
    await leave("ada@gmail.com");
    expect(await used("a.d.a+again@googlemail.com")).toEqual([["hobbyist", 3]]);
    await call("a.d.a+again@googlemail.com", 2);
    await leave("a.d.a+again@googlemail.com");
    // What an account with less has used does not lower it.
    await accountStore.ensure("ada+third@gmail.com");
    await leave("ada+third@gmail.com");
    expect(await used("ada@gmail.com")).toEqual([["hobbyist", 5]]);
    expect(await used("other@gmail.com")).toEqual([["hobbyist", 0]]);
    await leave("ada@gmail.com");
    // What is kept leads to no address, and goes with the period.
    const kept = [...(await database.query`select * from former_usage`)];
    expect(JSON.stringify(kept)).not.toContain("@");
    expect(kept).toMatchObject([{ used: 5, period: "2026-11", expires_at: "2026-12-01T00:00:00.000Z" }]);
    clock = Date.parse("2026-12-01T00:00:00Z");
    expect(await used("ada@gmail.com")).toEqual([["hobbyist", 0]]);
  });

  test("lists where its owner is signed in; each session can be ended, and all at once", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const { sessions, accountStore, accountDeletion } = app.accounts;
    const { open, post } = await signedIn(app);
    const id = (await accountStore.byEmail(EMAIL))?.id ?? "";
    const [phone, other] = [await sessions.begin(id, "Safari on iPhone"), await sessions.begin(id)];
    const stranger = await sessions.begin((await accountStore.ensure("eve@example.com")).account.id, "curl");
    for (const token of [phone, other, stranger]) app.secrets.add(token);
    const html = await (await open("/account/settings")).text();
    for (const text of ["Safari on iPhone", "Unknown browser", "(this browser)", "Sign out everywhere"]) {
      expect({ text, shown: html.includes(text) }).toEqual({ text, shown: true });
    }
    expect(html).not.toContain("curl<");
    expect((await accountDeletion.exportData(id))?.sessions).toHaveLength(3);

    const idOf = async (account: string, device: string | null) =>
      (await sessions.list(account, "")).find((one) => one.device === device)?.id ?? "";
    const strange = await idOf((await accountStore.byEmail("eve@example.com"))?.id ?? "", "curl");
    expect((await post(`/account/sessions/${strange}/revoke`, {})).status).toBe(409);
    const ended = await post(`/account/sessions/${await idOf(id, "Safari on iPhone")}/revoke`, {});
    expect([ended.status, ended.headers.get("location")]).toEqual([303, "/account/settings"]);
    expect(await sessions.find(phone)).toBeUndefined();
    expect(await sessions.find(other)).toBe(id);
    const foreign = await post("/account/sign-out-everywhere", {}, { Origin: "https://evil.example" });
    expect(foreign.status).toBe(403);
    const everywhere = await post("/account/sign-out-everywhere", {});
    expect([everywhere.status, everywhere.headers.get("location")]).toEqual([303, "/"]);
    expect(everywhere.headers.get("set-cookie")).toContain("Max-Age=0");
    expect(await sessions.find(other)).toBeUndefined();
    expect(await sessions.find(stranger)).toBeString();
    expect((await open("/account")).headers.get("location")).toBe("/signup?next=%2Faccount");
  });

  test("a session of an earlier release is listed, and its day of use is noted", async () => {
    let clock = Date.parse("2026-11-20T12:00:00Z");
    await using app = await openTestApp({ address: engine.address(), now: () => clock });
    const { sessions, accountStore, database } = app.accounts;
    const { account } = await accountStore.ensure(EMAIL);
    await sessions.begin(account.id);
    await database.query`update session set created_at = null, last_used_on = null, device = null`;
    clock += 1;
    const token = await sessions.begin(account.id, "Firefox on Linux");
    clock += 86_400_000;
    expect(await sessions.find(token)).toBe(account.id);
    expect(await sessions.list(account.id, token)).toMatchObject([
      { device: "Firefox on Linux", lastUsedOn: "2026-11-21", isCurrent: true },
      { device: null, createdAt: null, lastUsedOn: null, isCurrent: false },
    ]);
  });

  test("is nobody's who is not signed in, and takes no form of another site", async () => {
    await using app = await openTestApp({ address: engine.address() });
    for (const method of ["GET", "HEAD"]) {
      for (const path of ["/account", "/account/export", "/account/delete"]) {
        const headers = { Accept: "text/html" };
        const answer = await fetch(app.url + path, { method, headers, redirect: "manual" });
        const next = `/signup?next=${encodeURIComponent(path)}`;
        expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 303, next]);
      }
    }
    const { key, post } = await signedIn(app);
    const foreign = await post("/account/delete", { email: EMAIL }, { Origin: "https://evil.example" });
    expect(foreign.status).toBe(403);
    expect((await app.get("/invented/noop", key)).status).toBe(200);
  });
});
