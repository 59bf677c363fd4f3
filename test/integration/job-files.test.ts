// Jobs of files say which file each of them is about, to their account only.
import { describe, expect, test } from "bun:test";
import { unzipSync, zipSync } from "fflate";
import { apis } from "../../src/apis/default-apis.ts";
import { Uploads } from "../../src/http/core/upload.ts";
import { JobBodies } from "../../src/jobs/job-bodies.ts";
import { JobCharges } from "../../src/jobs/job-charges.ts";
import { JobQueue } from "../../src/jobs/job-queue.ts";
import { JobStore } from "../../src/jobs/job-store.ts";
import { createRunJob } from "../../src/jobs/run-job.ts";
import { createLog } from "../../src/ops/log.ts";
import { nightlyEngines, sqlite } from "../helpers/engines.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { openTestApp, type TestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";

const TIMEOUT_MS = 60_000;
const PDF = "%PDF-1.4\n%%EOF";
const BATCH = "/batches?operation=pdf.extract&accept=text/markdown";

interface Line {
  readonly index: number;
  readonly fileName?: string;
  readonly entry?: string;
}

/** A form with a part for each `Content-Disposition`. */
function form(parts: readonly string[], content = PDF): RequestInit {
  const body = parts.map(
    (name) => `--b\r\nContent-Disposition: form-data; name="file"; ${name}\r\n\r\n${content}\r\n`,
  );
  return {
    method: "POST",
    headers: { "Content-Type": "multipart/form-data; boundary=b" },
    body: `${body.join("")}--b--`,
  };
}

const named = (name: string) => `filename="${name}"`;

/** Someone with a test key, whose calls get samples, and who is signed in. */
async function visitor(app: TestApp, email: string) {
  const { account } = await app.accounts.accountStore.ensure(email);
  await app.accounts.accountStore.setPlans(account.id, ["pdf"]);
  const { key } = await app.accounts.keys.create(account.id, "t", null, { mode: "test" });
  const session = await app.accounts.sessions.begin(account.id);
  for (const secret of [key, session]) app.secrets.add(secret);
  const send = (path: string, { headers, ...init }: RequestInit = {}) =>
    fetch(app.url + path, { ...init, headers: { ...headers, "X-API-Key": key } });
  const open = async (path: string) =>
    fetch(app.url + path, { headers: { Cookie: `quintet_session=${session}`, Accept: "text/html" } });
  const page = async (path: string) => (await open(path)).text();
  const idOf = async (response: Response) => ((await response.json()) as { id: string }).id;
  const batch = async (init: RequestInit) => {
    const response = await send(BATCH, init);
    expect(response.status).toBe(202);
    return idOf(response);
  };
  const ended = (id: string) =>
    until("the batch has ended", async () => {
      const { state } = (await (await send(`/batches/${id}`)).json()) as { state: string };
      return state === "finished";
    });
  const lines = async (id: string) => linesOf(await (await send(`/batches/${id}/results`)).text());
  return { account: account.id, send, open, page, idOf, batch, ended, lines };
}

const linesOf = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line): Line => JSON.parse(line));

describe.each(nightlyEngines)("jobs of files on $name", (engine) => {
  test(
    "show their names in lists, pages, lines and ZIP files, as harmless text",
    async () => {
      await using app = await openTestApp({ address: engine.address(), everyApi: true });
      const [ada, eve] = [await visitor(app, "ada@example.com"), await visitor(app, "eve@example.com")];
      const id = await ada.batch(
        form([
          named("invoice.pdf"),
          named("Invoice.PDF"),
          named("../../etc/passwd"),
          named("a\u202egpj.exe"),
          named("<img src=x onerror=alert(1)>%0D%0Aline\0end.pdf"),
          named(`${"x".repeat(7_000)}-the-end.pdf`),
          "filename=\"e.pdf\"; filename*=UTF-8''%E2%82%AC.pdf",
          named("blob"),
          named(""),
        ]),
      );
      await ada.ended(id);
      const lines = await ada.lines(id);
      const img = "<img src=x onerror=alert(1)> lineend.pdf";
      const long = `${"x".repeat(59)}…${"x".repeat(48)}-the-end.pdf`;
      const names = ["invoice.pdf", "Invoice.PDF", "passwd", "agpj.exe", img, long, "€.pdf"];
      expect(lines.map(({ fileName }) => fileName)).toEqual([...names, undefined, undefined]);

      const page = await ada.page(`/account/jobs/${id}`);
      expect(page.match(/th scope="row"><a [^>]*><bdi class="subject"/g)).toHaveLength(names.length);
      const about = /<h1><bdi class="subject" [^>]*title="invoice\.pdf">.*<i> and 8 more<\/i>/;
      expect(page).toMatch(about);
      const list = await ada.page("/account/jobs");
      expect(list).toMatch(/<bdi class="subject" [^>]*title="invoice\.pdf">.*<i> and 8 more<\/i>/);
      // The list of another account has none of it.
      expect(await eve.page("/account/jobs")).not.toContain("invoice.pdf");
      for (const text of ['title="invoice.pdf"', 'title="€.pdf"', `title="${long}"`, "Job 8"])
        expect(page).toContain(text);
      for (const text of ["<img src=x", "\u202e", "etc/"]) expect(page).not.toContain(text);
      const job = await ada.page(`/account/jobs/${id}.00000`);
      expect(job).toMatch(/<h1><bdi class="subject" [^>]*title="invoice\.pdf">/);
      expect(await (await ada.send(`/jobs/${id}.00006`)).json()).toMatchObject({ fileName: "€.pdf" });

      const zip = await ada.send(`/batches/${id}/results`, { headers: { Accept: "application/zip" } });
      const files = unzipSync(await zip.bytes());
      const stem = long.slice(0, -4);
      const entries = [
        ...["invoice.md", "Invoice (2).md", "passwd.md", "agpj.md"],
        ...["_img src=x onerror=alert(1)_ lineend.md", `${stem}.md`, "€.md", "00007.md", "00008.md"],
      ];
      expect(Object.keys(files)).toEqual([...entries, "results.ndjson"]);
      const own = linesOf(new TextDecoder().decode(files["results.ndjson"]));
      expect(own.map(({ entry }) => entry)).toEqual(entries);
      // What comes after an item has the same names.
      const rest = await ada.send(`/batches/${id}/results?after=0`, {
        headers: { Accept: "application/zip" },
      });
      expect(Object.keys(unzipSync(await rest.bytes()))[0]).toBe("Invoice (2).md");

      for (const [place, name] of [
        [1, 'filename="Invoice (2).md"'],
        [6, "filename=\"_.md\"; filename*=UTF-8''%E2%82%AC.md"],
        [7, 'filename="result"'],
      ] as const) {
        const { headers } = await ada.open(`/account/jobs/${id}.0000${place}/result`);
        expect(headers.get("content-disposition")).toBe(`attachment; ${name}`);
      }
      const { url } = (await (await ada.send(`/jobs/${id}.00001/link`, { method: "POST" })).json()) as {
        url: string;
      };
      const { headers } = await fetch(url.replace("http://quintet.test", app.url));
      expect(headers.get("content-disposition")).toBe('attachment; filename="Invoice (2).md"');

      // Nobody else sees any of it.
      expect(await eve.page("/account/jobs")).not.toContain("invoice");
      for (const path of [`/jobs/${id}.00000`, `/batches/${id}/results`, `/jobs/${id}.00000/result`])
        expect((await eve.send(path)).status).toBe(404);
      expect((await eve.open(`/account/jobs/${id}`)).status).toBe(404);
    },
    TIMEOUT_MS,
  );

  test(
    "a raw body has the name of its Content-Disposition, cleaned as that of a part",
    async () => {
      await using app = await openTestApp({ address: engine.address(), everyApi: true });
      const ada = await visitor(app, "ada@example.com");
      const send = (disposition: string) =>
        ada.send("/pdf/extract", {
          method: "POST",
          headers: {
            "Content-Type": "application/pdf",
            Prefer: "respond-async",
            "Idempotency-Key": "one",
            "Content-Disposition": disposition,
          },
          body: PDF,
        });
      const id = await ada.idOf(await send("attachment; filename*=UTF-8''..%2Fsecret-name%E2%80%AE.pdf"));
      expect(await (await ada.send(`/jobs/${id}`)).json()).toMatchObject({ fileName: "secret-name.pdf" });
      for (const table of ["job", "replay"]) {
        const rows = await app.accounts.database.transaction((_query, script) =>
          script(`select * from ${table}`, []),
        );
        expect([table, rows.length, JSON.stringify(rows).includes("secret-name")]).toEqual([table, 1, false]);
      }
      // The same bytes under another name are another request, as with a form.
      expect((await send("attachment; filename=other.pdf")).status).toBe(422);
    },
    TIMEOUT_MS,
  );

  test(
    "are sealed, exported, and deleted with the result or the account",
    async () => {
      await using app = await openTestApp({ address: engine.address(), everyApi: true });
      const { query } = app.accounts.database;
      const ada = await visitor(app, "ada@example.com");
      await query`
        insert into webhook_endpoint (id, account, mode, url, secret, created_at)
        values ('hook', ${ada.account}, 'test', 'http://127.0.0.1:1/', '', '2026')`;
      const call = form([named("secret-name.pdf")]);
      const once = { ...call.headers, Prefer: "respond-async", "Idempotency-Key": "one" };
      const created = await ada.send("/pdf/extract", { ...call, headers: once });
      const { id, fileName } = (await created.json()) as { id: string; fileName?: string };
      expect(fileName).toBeUndefined();
      const inUrl = { method: "POST", headers: { Prefer: "respond-async" } };
      const url = encodeURIComponent("https://user:pass@a.example/b/secret-name.pdf?token=1");
      const linked = await ada.idOf(await ada.send(`/pdf/extract?url=${url}`, inUrl));
      await until("both have ended", async () => {
        const rows = await query`select id from job where finished_at is null`;
        return rows.length === 0;
      });
      for (const one of [id, linked])
        expect(await (await ada.send(`/jobs/${one}`)).json()).toMatchObject({ fileName: "secret-name.pdf" });
      expect(await ada.page("/account/jobs")).toContain('title="secret-name.pdf"');
      const exported = await app.accounts.accountDeletion.exportData(ada.account);
      expect(exported?.jobs).toMatchObject([
        { fileName: "secret-name.pdf" },
        { fileName: "secret-name.pdf" },
      ]);
      // Neither jobs, stored responses nor events have the name in clear.
      for (const rows of [
        await query`select * from job`,
        await query`select * from replay`,
        await query`select * from webhook_event`,
      ])
        for (const row of rows) expect(Buffer.from(JSON.stringify(row)).includes("secret-name")).toBe(false);
      expect((await query`select id from webhook_event`).length).toBeGreaterThan(0);

      // The same bytes under another name are another request, whose results would have another name.
      const renamed = await ada.send("/pdf/extract", { ...form([named("other.pdf")]), headers: once });
      expect([renamed.status, ((await renamed.json()) as { code: string }).code]).toEqual([
        422,
        "idempotency-mismatch",
      ]);
      const same = await ada.send("/pdf/extract", { ...call, headers: once });
      expect(await same.json()).toMatchObject({ id });

      // A name that was sealed for another job does not open.
      await query`update job set file = (select max(file) from job where id = ${linked}) where id = ${id}`;
      expect(await (await ada.send(`/jobs/${id}`)).json()).not.toHaveProperty("fileName");
      await ada.send(`/jobs/${linked}`, { method: "DELETE" });
      expect(await query`select file from job where id = ${linked}`).toEqual([{ file: null }]);
      expect(await (await ada.send(`/jobs/${linked}`)).json()).not.toHaveProperty("fileName");
      const { accountDeletion } = app.accounts;
      await accountDeletion.remove(ada.account);
      await until("nothing of the account is left", async () => {
        await accountDeletion.work(new AbortController().signal);
        const left = await query`select file from job union all select wrapped from data_key`;
        return left.length === 0;
      });
    },
    TIMEOUT_MS,
  );

  test(
    "a ZIP file of 1,000 files has 1,000 names, and jobs of the release before have none",
    async () => {
      await using app = await openTestApp({ address: engine.address(), everyApi: true, jobs: { slots: 0 } });
      const ada = await visitor(app, "ada@example.com");
      const bytes = Buffer.from(PDF);
      const all = Array.from(
        { length: 1_000 },
        (_, i) => [`folder-${i}/page ${i % 500}.pdf`, bytes] as const,
      );
      const long = `${"x".repeat(10_000)}.pdf`;
      const body = zipSync({ ...Object.fromEntries(all), "../up.pdf": bytes, [long]: bytes });
      const id = await ada.batch({ method: "POST", headers: { "Content-Type": "application/zip" }, body });
      const page = await ada.page(`/account/jobs/${id}`);
      expect(page.match(/class="subject"/g)).toHaveLength(1 + 50);
      expect(page).toContain('title="page 49.pdf"');
      expect(await (await ada.send(`/jobs/${id}.00999`)).json()).toMatchObject({ fileName: "page 499.pdf" });
      expect(await (await ada.send(`/jobs/${id}.01000`)).json()).toMatchObject({ fileName: "up.pdf" });
      const cut = `${"x".repeat(59)}…${"x".repeat(56)}.pdf`;
      expect(await (await ada.send(`/jobs/${id}.01001`)).json()).toMatchObject({ fileName: cut });
      const { query } = app.accounts.database;
      await query`update job set file = null where id = ${`${id}.00000`}`;
      const after = await ada.page(`/account/jobs/${id}`);
      expect(after.match(/class="subject"/g)).toHaveLength(49);
      expect(after).toContain("<h1>pdf.extract</h1>");
      expect(after).toContain("Job 1");
      expect(await (await ada.send(`/jobs/${id}.00000`)).json()).not.toHaveProperty("fileName");
    },
    TIMEOUT_MS,
  );
});

test("a job whose file finds a full disk runs again later, and so do the others of its account", async () => {
  await using app = await openTestApp({ address: sqlite.address(), jobs: { slots: 0 } });
  const { accounts } = app;
  const { account } = await accounts.accountStore.ensure("ada@example.com");
  const shared = {
    database: accounts.database,
    keys: accounts.dataKeys,
    log: createLog("silent"),
    now: Date.now,
  };
  const bodies = new JobBodies(shared);
  const [queue, store] = [new JobQueue(shared), new JobStore({ ...shared, bodies, added() {} })];
  const owner = { account: account.id, keyId: "", mode: "live", api: "pdf", operation: "extract" } as const;
  const file = { name: "file", size: 2_000_000, bytes: async () => new Uint8Array(2_000_000) };
  const call = { query: "", params: {}, fields: [], files: ["file"], accept: null };
  await store.create(owner, { call, files: [file] }, undefined);
  const [job] = await queue.claim({ queue: "pdf", account: account.id }, "one", 1);
  if (job === undefined) throw new TypeError("a job is due");
  const uploads = new Uploads({
    ...{ maxBytes: 4_000_000, patienceMs: 1_000, deadlineMs: 1_000, inMemory: 1 },
    ...{ folders: [temporaryFolder()], keepFreeBytes: Number.MAX_SAFE_INTEGER },
  });
  const run = createRunJob({
    ...{ apis, uploads, queue, bodies, storage: store.storage, accounts, metering: false },
    baseUrl: app.url,
    call: () => Promise.reject(new TypeError("a call without its file does not run")),
  });
  expect(await run(job, new JobCharges(queue, job), new AbortController().signal)).toEqual({
    ...{ state: "queued", afterMs: 60_000, pauseMs: 60_000 },
  });
});
