import { describe, expect, test } from "bun:test";
import { endless } from "../helpers/endless.ts";
import { nightlyEngines } from "../helpers/engines.ts";
import { openTestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";
import { fakeCrawler } from "../servers/fake-crawler.ts";

const SITE = "https://site.example/";

describe.each(nightlyEngines)("shared site audits on $name", (engine) => {
  async function open() {
    const app = await openTestApp({
      address: engine.address(),
      catalogue: endless,
      siteAudits: { crawler: fakeCrawler() },
    });
    const owner = async (email: string) => {
      const key = await app.key(email);
      const account = (await app.accounts.accountStore.byEmail(email))?.id ?? "";
      const send = (method: string, path: string, body?: unknown) =>
        fetch(app.url + path, {
          method,
          headers: {
            "X-API-Key": key,
            ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
      const audit = async () => {
        const { id } = (await (
          await send("POST", "/seo/site-audits", { url: SITE, maxPages: 2 })
        ).json()) as {
          id: string;
        };
        await until("the audit has ended", async () => {
          const view = (await (await send("GET", `/seo/site-audits/${id}`)).json()) as { state: string };
          return view.state === "succeeded";
        });
        return id;
      };
      const share = async (id: string) => {
        const { url } = (await (await send("POST", `/seo/site-audits/${id}/share`)).json()) as {
          url: string;
        };
        app.secrets.add(url.replace(/.*\//, ""));
        return url.replace("http://quintet.test", app.url);
      };
      const list = async () =>
        ((await (await send("GET", "/seo/reports")).json()) as { reports: { id: string; url: string }[] })
          .reports;
      return { account, send, audit, share, list };
    };
    return { app, owner };
  }

  test("an audit has one link, which its owner lists and revokes", async () => {
    const { app, owner } = await open();
    await using _ = app;
    const [own, other] = [await owner("a@example.com"), await owner("b@example.com")];
    const id = await own.audit();
    const links = await Promise.all(Array.from({ length: 6 }, () => own.share(id)));
    expect(new Set(links).size).toBe(1);
    const link = links[0] ?? "";
    expect((await fetch(link)).status).toBe(200);
    const reports = await own.list();
    expect(reports).toMatchObject([{ url: SITE }]);
    const [{ id: report } = { id: "" }] = reports;
    expect(await other.list()).toEqual([]);
    expect((await other.send("DELETE", `/seo/reports/${report}`)).status).toBe(404);
    expect((await other.send("DELETE", `/seo/site-audits/${id}/share`)).status).toBe(404);
    expect((await fetch(link)).status).toBe(200);
    expect((await own.send("DELETE", `/seo/reports/${report}`)).status).toBe(200);
    expect((await fetch(link)).status).toBe(404);
    const next = await own.share(id);
    expect(next).not.toBe(link);
    expect((await own.send("DELETE", `/seo/site-audits/${id}/share`)).status).toBe(200);
    expect((await own.send("DELETE", `/seo/site-audits/${id}/share`)).status).toBe(404);
    expect((await fetch(next)).status).toBe(404);
    expect(await own.list()).toEqual([]);
  });

  test("a link goes with its audit and with its account", async () => {
    const { app, owner } = await open();
    await using _ = app;
    const own = await owner("a@example.com");
    const [first, second] = [await own.audit(), await own.audit()];
    const [of, other] = [await own.share(first), await own.share(second)];
    expect((await own.send("DELETE", `/seo/site-audits/${first}`)).status).toBe(200);
    expect([(await fetch(of)).status, (await fetch(other)).status]).toEqual([404, 200]);
    await app.accounts.accountDeletion.remove(own.account);
    expect((await fetch(other)).status).toBe(404);
  });

  test("an audit that was canceled shows the pages that it has read", async () => {
    const crawler = Object.assign(fakeCrawler(), { holdAfter: 1 });
    await using app = await openTestApp({
      address: engine.address(),
      catalogue: endless,
      siteAudits: { crawler },
    });
    const key = await app.key("a@example.com");
    const account = (await app.accounts.accountStore.byEmail("a@example.com"))?.id ?? "";
    const session = await app.accounts.sessions.begin(account);
    app.secrets.add(session);
    const headers = { "X-API-Key": key, "Content-Type": "application/json" };
    const body = JSON.stringify({ url: SITE, maxPages: 2 });
    const started = await fetch(`${app.url}/seo/site-audits`, { method: "POST", headers, body });
    const { id } = (await started.json()) as { id: string };
    await until("a page is read", async () => {
      const view = await (await app.get(`/seo/site-audits/${id}`, key)).json();
      return (view as { pages: number }).pages === 1;
    });
    const page = `${app.url}/account/site-audits/${id}`;
    const own = { Cookie: `quintet_session=${session}`, Accept: "text/html", Origin: "http://quintet.test" };
    expect(await (await fetch(page, { headers: own })).text()).toContain("data-follow");
    const canceled = await fetch(`${page}/remove`, { method: "POST", headers: own, redirect: "manual" });
    expect(canceled.headers.get("location")).toBe(`/account/site-audits/${id}`);
    const html = await (await fetch(page, { headers: own })).text();
    for (const text of ["Canceled", "canceled before every page was read", "Score: 88 of 100", "page-1"])
      expect([text, html.includes(text)]).toEqual([text, true]);
    const file = await fetch(`${page}/report?format=csv&table=pages&columns=screaming-frog`, {
      headers: own,
    });
    expect(file.headers.get("content-disposition")).toContain("internal_all.csv");
  });

  test("the page of an audit shows its link and revokes it", async () => {
    const { app, owner } = await open();
    await using _ = app;
    const own = await owner("a@example.com");
    const id = await own.audit();
    const session = await app.accounts.sessions.begin(own.account);
    app.secrets.add(session);
    const headers = {
      Cookie: `quintet_session=${session}`,
      Origin: "http://quintet.test",
      Accept: "text/html",
    };
    const page = async () => (await fetch(`${app.url}/account/site-audits/${id}`, { headers })).text();
    const post = (act: string) =>
      fetch(`${app.url}/account/site-audits/${id}/${act}`, { method: "POST", headers, redirect: "manual" });
    expect(await page()).toContain(">Share</button>");
    expect((await post("share")).status).toBe(303);
    const shown = await page();
    const token = /\/reports\/([\w-]{32})/.exec(shown)?.[1] ?? "";
    app.secrets.add(token);
    expect(shown).toContain("Revoke link");
    // The link shows the report of the page, without what its owner can do.
    const shared = await (await fetch(`${app.url}/reports/${token}?sort=url&order=desc&q=PAGE`)).text();
    for (const text of ["Score: 88 of 100", "Missing titles", "page-1", 'aria-sort="descending"']) {
      expect({ text, shown: shown.includes(text), shared: shared.includes(text) }).toEqual({
        ...{ text, shown: true, shared: true },
      });
    }
    const [, table = ""] = shared.split('id="pages"');
    expect(table.indexOf("page-2")).toBeLessThan(table.indexOf("page-1"));
    expect(shared).not.toMatch(/method="post"|\/account|Your account/);
    for (const [path, status] of [
      [`/reports/${token}/pages/0`, 200],
      [`/reports/${token}/pages/2`, 404],
      [`/reports/${token}/pages/x`, 404],
      [`/reports/${"a".repeat(32)}/pages/0`, 404],
    ] as const)
      expect([path, (await fetch(app.url + path)).status]).toEqual([path, status]);
    const opened = await fetch(`${app.url}/account/site-audits/${id}/pages/1`, { headers });
    expect(await opened.text()).toContain("Missing titles");
    const other = await owner("b@example.com");
    const foreign = await app.accounts.sessions.begin(other.account);
    app.secrets.add(foreign);
    for (const path of [`/account/site-audits/${id}`, `/account/site-audits/${id}/pages/0`]) {
      const stranger = await fetch(app.url + path, {
        headers: { ...headers, Cookie: `quintet_session=${foreign}` },
      });
      expect([path, stranger.status]).toEqual([path, 404]);
    }
    // A second audit says what changed since the first.
    const second = await fetch(`${app.url}/account/site-audits/${await own.audit()}`, { headers });
    expect(await second.text()).toContain("No issue is new or fixed.");
    expect((await post("unshare")).status).toBe(303);
    expect((await fetch(`${app.url}/reports/${token}/pages/0`)).status).toBe(404);
    expect(await page()).toContain(">Share</button>");
    expect((await fetch(`${app.url}/reports/${token}`)).status).toBe(404);
  });
});
