// Lists and pages of jobs say what each job is about.
import { describe, expect, test } from "bun:test";
import type { Value } from "../../src/store/database.ts";
import { nightlyEngines } from "../helpers/engines.ts";
import { noting } from "../helpers/query-plans.ts";
import { openTestApp, type TestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";

/** A port on which nothing listens: calls fail at once. */
const AWAY = "http://127.0.0.1:1";

/** Fifty calls that fail take seconds where the machine is busy. */
const TIMEOUT_MS = 30_000;

/** Someone with a key for page metadata, who is signed in. */
async function visitor(app: TestApp, email: string) {
  const key = await app.key(email, { plans: ["seo"] });
  const account = (await app.accounts.accountStore.byEmail(email))?.id ?? "";
  const token = await app.accounts.sessions.begin(account);
  app.secrets.add(token);
  const headers = { Cookie: `quintet_session=${token}`, Accept: "text/html" };
  const open = async (path: string) => (await fetch(app.url + path, { headers })).text();
  const batch = async (urls: readonly string[]) => {
    const response = await fetch(`${app.url}/batches?operation=seo.meta`, {
      method: "POST",
      headers: { "X-API-Key": key, "Content-Type": "application/x-ndjson" },
      body: urls.map((url) => JSON.stringify({ url })).join("\n"),
    });
    return ((await response.json()) as { id: string }).id;
  };
  const job = async (url: string) => {
    const path = `/seo/meta?url=${encodeURIComponent(url)}`;
    const sent = { headers: { "X-API-Key": key, Prefer: "respond-async" } };
    return ((await (await fetch(app.url + path, sent)).json()) as { id: string }).id;
  };
  return { account, open, batch, job };
}

describe.each(nightlyEngines)("what jobs are about, on $name", (engine) => {
  test(
    "fifty jobs of a batch show their URLs with one statement; another account sees none",
    async () => {
      const statements = new Map<string, readonly Value[]>();
      await using app = await openTestApp({
        ...{ address: engine.address(), everyApi: true, allow: "127.0.0.0/8" },
        wrap: (database) => noting(database, statements),
      });
      const ada = await visitor(app, "ada@example.com");
      const eve = await visitor(app, "eve@example.com");
      const hostile = '"><script>alert(1)</script>\u202Ecod.exe';
      const urls = Array.from({ length: 50 }, (_, i) => `${AWAY}/page-${i}`);
      const id = await ada.batch([`${AWAY}/${hostile}`, ...urls.slice(1)]);
      await eve.job(`${AWAY}/of-eve`);
      await until(
        "all have ended",
        async () => !(await ada.open(`/account/jobs/${id}`)).includes("data-refresh"),
      );
      statements.clear();
      const page = await ada.open(`/account/jobs/${id}`);
      const about = [...statements].filter(([sql]) => sql.includes("request_id in ("));
      expect(about.map(([, values]) => values.length)).toEqual([1 + 50]);
      expect(page.match(/class="subject"/g)).toHaveLength(1 + 50);
      expect(page).toContain(`title="${AWAY}/page-49"`);
      for (const text of ["<script>alert", "\u202E", "of-eve"])
        expect([text, page.includes(text)]).toEqual([text, false]);
      const failed = await ada.open(`/account/jobs/${id}.00003`);
      expect(failed).toMatch(/<h1><bdi class="subject" [^>]*title="http:\/\/127\.0\.0\.1:1\/page-3">/);
      // The IDs of another account's jobs lead to nothing.
      const { requestLog } = app.accounts;
      expect((await requestLog.parametersOf(ada.account, [`${id}.00003`])).size).toBe(1);
      expect((await requestLog.parametersOf(eve.account, [`${id}.00003`])).size).toBe(0);
      // Those that do not open are left out.
      await app.accounts.database.query`
      update request_log set parameters = (select parameters from request_log where request_id = ${`${id}.00004`})
      where request_id = ${`${id}.00003`}`;
      const damaged = await ada.open(`/account/jobs/${id}`);
      expect(damaged.match(/class="subject"/g)).toHaveLength(1 + 49);
      expect(damaged).toContain("Job 3");
    },
    TIMEOUT_MS,
  );

  test("jobs that wait show the URL of their call, and ask before they are canceled", async () => {
    await using app = await openTestApp({
      ...{ address: engine.address(), everyApi: true, allow: "127.0.0.0/8", jobs: { slots: 0 } },
    });
    const { open, batch, job } = await visitor(app, "ada@example.com");
    const id = await job(`${AWAY}/waiting?token=secret-1`);
    const many = await batch([`${AWAY}/first`, `${AWAY}/${"x".repeat(1_000)}`]);
    const list = await open("/account/jobs");
    expect(list).toContain(`title="${AWAY}/waiting?token=***"`);
    expect(list.match(/class="subject"/g)).toHaveLength(2);
    expect(list).toMatch(/title="http:\/\/127\.0\.0\.1:1\/first">.*<i> and 1 more<\/i>/);
    expect(list.match(/<summary class="plain-button danger">Cancel</g)).toHaveLength(2);
    expect(await open(`/account/jobs/${id}`)).toContain(`title="${AWAY}/waiting?token=***"`);
    const page = await open(`/account/jobs/${many}`);
    expect(page).toContain(`title="${AWAY}/first"`);
    // The log keeps no long texts, and neither does the page show them.
    expect(page).not.toContain("xxxx");
    expect(page).toMatch(
      /<details class="confirm"><summary class="plain-button danger">Cancel batch<\/summary><form method="post"/,
    );
  });
});
