import { describe, expect, spyOn, test } from "bun:test";
import { unzipSync } from "fflate";
import { JobStore } from "../../src/jobs/job-store.ts";
import { hold } from "../fixtures/paid-api.ts";
import { engines } from "../helpers/engines.ts";
import { plainRequest, sendRaw } from "../helpers/raw.ts";
import { openTestApp, type TestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";

interface JobView {
  readonly id: string;
  readonly state: string;
  readonly units: number;
  readonly resultUrl: string | null;
  readonly problem: Record<string, unknown> | null;
}

const ASYNC = { Prefer: "respond-async" };

async function used(app: TestApp, key: string): Promise<number> {
  const report = (await (await app.get("/usage", key)).json()) as {
    apis: { api: string; quotas: { used: number }[] }[];
  };
  return report.apis.find(({ api }) => api === "pdf")?.quotas[0]?.used ?? Number.NaN;
}

const send = (app: TestApp, method: string, path: string, key: string, headers = {}, body?: string) =>
  fetch(app.url + path, {
    method,
    headers: { "X-API-Key": key, ...headers },
    ...(body === undefined ? {} : { body }),
  });

async function ended(app: TestApp, key: string, id: string): Promise<JobView> {
  let view: JobView | undefined;
  await until("the job has ended", async () => {
    view = (await (await app.get(`/jobs/${id}`, key)).json()) as JobView;
    return ["succeeded", "failed", "canceled"].includes(view.state);
  });
  if (view === undefined) throw new TypeError("the job has a view");
  return view;
}

describe.each(engines)("jobs on $name", (engine) => {
  test("a call with Prefer: respond-async gets 202, runs, is charged once and has its result", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("a@example.com", { plans: ["pdf"] });
    const accepted = await send(app, "POST", "/invented/batch?units=7", key, ASYNC);
    expect(accepted.status).toBe(202);
    expect(accepted.headers.get("preference-applied")).toBe("respond-async");
    expect(accepted.headers.get("quintet-cost")).toContain("0;");
    const { id } = (await accepted.json()) as JobView;
    expect(accepted.headers.get("location")).toBe(`/jobs/${id}`);
    expect(await ended(app, key, id)).toMatchObject({
      state: "succeeded",
      units: 7,
      resultUrl: `/jobs/${id}/result`,
    });
    const result = await app.get(`/jobs/${id}/result`, key);
    expect(result.status).toBe(200);
    expect(result.headers.get("content-type")).toBe("application/json");
    expect(await result.json()).toMatchObject({ ok: true });
    expect(await used(app, key)).toBe(7);
  });

  test("what fails costs nothing, and its problem is that of the call", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("b@example.com", { plans: ["pdf"] });
    const { id } = (await (
      await send(app, "GET", "/invented/noop?outcome=refuse", key, ASYNC)
    ).json()) as JobView;
    const view = await ended(app, key, id);
    expect(view).toMatchObject({
      state: "failed",
      units: 0,
      problem: { code: "invalid-parameter", status: 400 },
    });
    const result = await app.get(`/jobs/${id}/result`, key);
    expect(result.status).toBe(400);
    expect(await result.json()).toMatchObject({
      code: "invalid-parameter",
      detail: "Refused after the charge.",
    });
    // What is given back after the charge is given back to the job too.
    const partly = (await (
      await send(app, "POST", "/invented/stream?units=9&back=4", key, ASYNC)
    ).json()) as JobView;
    expect(await ended(app, key, partly.id)).toMatchObject({ state: "succeeded", units: 5 });
    expect(await used(app, key)).toBe(5);
  });

  test("input that a call rejects is rejected at once, and a quota that is used up too", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("c@example.com", { plans: ["hobbyist"] });
    expect((await send(app, "GET", "/invented/noop?outcome=nonsense", key, ASYNC)).status).toBe(400);
    expect((await send(app, "GET", "/invented/noop", "qt_live_nokey", ASYNC)).status).toBe(401);
    for (let call = 0; call < 100; call++) await send(app, "GET", "/invented/noop", key);
    const full = await send(app, "GET", "/invented/noop", key, ASYNC);
    expect(full.status).toBe(429);
    expect(await full.json()).toMatchObject({ code: "quota-exceeded" });
    const later = await send(app, "POST", "/invented/batch?units=1", key, ASYNC);
    const { id } = (await later.json()) as JobView;
    expect(await ended(app, key, id)).toMatchObject({ state: "failed", problem: { code: "quota-exceeded" } });
    expect(await used(app, key)).toBe(100);
  });

  test("only keys of the account with the scope of the API see a job", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const [own, other] = [await app.key("d@example.com"), await app.key("e@example.com")];
    const scoped = await app.key("d@example.com", { apis: ["seo"] });
    const { id } = (await (await send(app, "GET", "/invented/noop", own, ASYNC)).json()) as JobView;
    await ended(app, own, id);
    for (const key of [other, scoped]) {
      for (const path of [
        `/jobs/${id}`,
        `/jobs/${id}/result`,
        "/jobs/unknown",
        "/jobs/%00",
        "/jobs/%F0%9F%98%80",
      ]) {
        const response = await app.get(path, key);
        expect([path, response.status]).toEqual([path, 404]);
        expect(await response.json()).toMatchObject({ code: "unknown-job" });
      }
      expect((await send(app, "DELETE", `/jobs/${id}`, key)).status).toBe(404);
      expect(await (await app.get("/jobs", key)).json()).toEqual({ jobs: [], next: null });
    }
    expect((await app.get("/jobs")).status).toBe(401);
  });

  test("jobs are listed page by page, the newest first", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("f@example.com", { plans: ["pdf"] });
    const ids: string[] = [];
    for (let job = 0; job < 3; job++)
      ids.unshift(((await (await send(app, "GET", "/invented/noop", key, ASYNC)).json()) as JobView).id);
    const first = (await (await app.get("/jobs?limit=2", key)).json()) as { jobs: JobView[]; next: string };
    expect(first.jobs.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const second = await (await app.get(`/jobs?limit=2&after=${first.next}`, key)).json();
    expect(second).toMatchObject({ jobs: [{ id: ids[2] ?? "" }], next: null });
  });

  test("a repeated Idempotency-Key is the same job, also where its first response was lost", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("g@example.com", { plans: ["pdf"] });
    const once = { ...ASYNC, "Idempotency-Key": "job-1" };
    const bodies = await Promise.all(
      [1, 2, 3].map(async () => {
        const response = await send(app, "POST", "/invented/batch?units=2", key, once);
        return response.status === 202 ? ((await response.json()) as JobView).id : response.status;
      }),
    );
    // Those that come while the first is stored are told so.
    const ids = new Set(bodies.filter((one) => one !== 409));
    expect(ids.size).toBe(1);
    await app.accounts.database.query`delete from replay`;
    const again = await send(app, "POST", "/invented/batch?units=2", key, once);
    const { id } = (await again.json()) as JobView;
    expect([...ids]).toEqual([id]);
    await ended(app, key, id);
    expect(await used(app, key)).toBe(2);
  });

  test("a canceled job costs nothing and has no result", async () => {
    // Nothing runs it.
    await using app = await openTestApp({ address: engine.address(), jobs: { slots: 0 } });
    const key = await app.key("h@example.com", { plans: ["pdf"] });
    const { id } = (await (await send(app, "GET", "/invented/noop", key, ASYNC)).json()) as JobView;
    expect((await app.get(`/jobs/${id}/result`, key)).status).toBe(409);
    const canceled = await send(app, "DELETE", `/jobs/${id}`, key);
    expect(await canceled.json()).toMatchObject({ state: "canceled", units: 0 });
    expect((await app.get(`/jobs/${id}/result`, key)).status).toBe(410);
    expect(await used(app, key)).toBe(0);
  });

  test("a link to a result works without a key until it expires, and for that job only", async () => {
    let later = 0;
    await using app = await openTestApp({ address: engine.address(), now: () => Date.now() + later });
    const key = await app.key("l@example.com", { plans: ["pdf"] });
    const [one, two] = await Promise.all(
      [1, 2].map(async (units) => {
        const sent = await send(app, "POST", `/invented/batch?units=${units}`, key, ASYNC);
        const { id } = (await sent.json()) as JobView;
        await ended(app, key, id);
        return id;
      }),
    );
    const linkOf = async (id = "", query = "") => {
      const created = await send(app, "POST", `/jobs/${id}/link${query}`, key);
      expect(created.status).toBe(201);
      const { url } = (await created.json()) as { url: string };
      return url.replace(/^http:\/\/quintet\.test/, "");
    };
    const link = await linkOf(one, "?expiresIn=60");
    const other = await app.key("m@example.com");
    expect((await send(app, "POST", `/jobs/${one}/link`, other)).status).toBe(404);
    expect((await fetch(`${app.url}/jobs/${one}/link`, { method: "POST" })).status).toBe(401);
    for (const seconds of ["59", "172801", "x"])
      expect((await send(app, "POST", `/jobs/${one}/link?expiresIn=${seconds}`, key)).status).toBe(400);
    const response = await app.get(link);
    expect([response.status, response.headers.get("content-disposition")]).toEqual([200, "attachment"]);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toMatchObject({ ok: true });

    const expires = Number(/expires=(\d+)/.exec(link)?.[1]);
    for (const forged of [
      link.replace(one ?? "", two ?? ""),
      link.replace(`expires=${expires}`, `expires=${expires + 1}`),
      link.slice(0, -1),
      `${link}A`,
      link.replace(/signature=./, "signature=_"),
      link.replace(one ?? "", "01a1f985-ace8-7193-a290-1e9daeb3803b"),
      link.replace(one ?? "", "%00"),
    ]) {
      if (forged === link) continue;
      const rejected = await app.get(forged);
      expect([forged, rejected.status]).toEqual([forged, 404]);
    }
    expect((await app.get(`/jobs/${one}/download`)).status).toBe(400);
    later = 61_000;
    expect(await (await app.get(link)).json()).toMatchObject({ code: "link-expired", status: 410 });
    later = 0;
    expect((await app.get(link)).status).toBe(200);

    const { account } = await app.accounts.accountStore.ensure("l@example.com");
    await app.accounts.suspensions.suspend(account.id, "a reason");
    expect((await app.get(link)).status).toBe(403);
    await app.accounts.suspensions.lift(account.id);
    expect((await send(app, "DELETE", `/jobs/${one}`, key)).status).toBe(200);
    expect((await app.get(link)).status).toBe(410);
  });

  test("a link to the results of a batch works without a key until it expires, and for that batch only", async () => {
    let later = 0;
    await using app = await openTestApp({ address: engine.address(), now: () => Date.now() + later });
    const key = await app.key("n@example.com", { plans: ["pdf"] });
    const create = async () => {
      const json = { "Content-Type": "application/json" };
      const body = '[{"units":1},{"units":2}]';
      const sent = await send(app, "POST", "/batches?operation=pdf.batch", key, json, body);
      expect(sent.status).toBe(202);
      const { id } = (await sent.json()) as { id: string };
      await until("the batch has ended", async () => {
        const { progress } = (await (await app.get(`/batches/${id}`, key)).json()) as { progress: number };
        return progress === 1;
      });
      return id;
    };
    const [one, two] = [await create(), await create()];
    const linkOf = async (query: string) => {
      const created = await send(app, "POST", `/batches/${one}/link${query}`, key);
      expect(created.status).toBe(201);
      const { url, expiresAt } = (await created.json()) as { url: string; expiresAt: string };
      expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(60_000);
      return url.replace(/^http:\/\/quintet\.test/, "");
    };
    const zip = await linkOf("?expiresIn=60");
    const lines = await linkOf("?expiresIn=60&format=ndjson");
    const other = await app.key("o@example.com");
    expect((await send(app, "POST", `/batches/${one}/link`, other)).status).toBe(404);
    expect((await send(app, "POST", `/batches/${one}/link?format=csv`, key)).status).toBe(400);
    const packed = await app.get(zip);
    expect([packed.status, packed.headers.get("content-type")]).toEqual([200, "application/zip"]);
    expect(packed.headers.get("content-disposition")).toBe('attachment; filename="results.zip"');
    const files = unzipSync(new Uint8Array(await packed.arrayBuffer()));
    expect(Object.keys(files).sort()).toEqual(["00000.json", "00001.json", "results.ndjson"]);
    const shown = await app.get(lines);
    expect(shown.headers.get("content-disposition")).toBe("attachment");
    expect(await shown.text()).toBe(await (await app.get(`/batches/${one}/results`, key)).text());

    for (const forged of [
      zip.replace(one, two),
      zip.replace(/expires=(\d+)/, (_, seconds) => `expires=${Number(seconds) + 1}`),
      zip.slice(0, -1),
      zip.replace("/batches/", "/jobs/").replace("format=zip&", ""),
      zip.replace(one, "01a1f985-ace8-7193-a290-1e9daeb3803b"),
      zip.replace(one, "%00"),
    ]) {
      expect([forged, (await app.get(forged)).status]).toEqual([forged, 404]);
    }
    later = 61_000;
    expect(await (await app.get(zip)).json()).toMatchObject({ code: "link-expired", status: 410 });
    later = 0;
    const { account } = await app.accounts.accountStore.ensure("n@example.com");
    await app.accounts.suspensions.suspend(account.id, "a reason");
    expect((await app.get(zip)).status).toBe(403);
  });

  test("DELETE of a job that has ended deletes its result, and keeps its charge", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("k@example.com", { plans: ["pdf"] });
    const { id } = (await (await send(app, "GET", "/invented/noop", key, ASYNC)).json()) as JobView;
    expect(await ended(app, key, id)).toMatchObject({ state: "succeeded" });
    expect(await (await send(app, "DELETE", `/jobs/${id}`, key)).json()).toMatchObject({
      state: "succeeded",
    });
    expect((await app.get(`/jobs/${id}/result`, key)).status).toBe(410);
    expect(await used(app, key)).toBe(1);
  });

  test("a key that was revoked after it sent a job does not run it", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("i@example.com", { plans: ["pdf"] });
    const { account } = await app.accounts.accountStore.ensure("i@example.com");
    const other = await app.key("i@example.com");
    const [first] = (await app.accounts.keys.list(account.id)).filter(({ hint }) =>
      hint.endsWith(key.slice(-4)),
    );
    await app.accounts.keys.revoke(account.id, first?.id ?? "");
    await app.accounts.database.query`
      insert into job (id, account, key_id, api, operation, state, request, bytes, created_at, due_at, expires_at)
      values ('job', ${account.id}, ${first?.id ?? ""}, 'pdf', 'noop', 'queued',
        '{"query":"","params":{},"fields":[],"files":[],"accept":null}', 1000,
        ${new Date().toISOString()}, ${new Date().toISOString()}, ${new Date(Date.now() + 1e8).toISOString()})`;
    expect(await ended(app, other, "job")).toMatchObject({
      state: "failed",
      problem: { code: "key-revoked" },
    });
  });

  test("jobs of a test key get samples and cost nothing", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const { account } = await app.accounts.accountStore.ensure("j@example.com");
    const { key } = await app.accounts.keys.create(account.id, "t", null, { mode: "test" });
    const { id } = (await (await send(app, "POST", "/invented/batch?units=3", key, ASYNC)).json()) as JobView;
    expect(await ended(app, key, id)).toMatchObject({ state: "succeeded", units: 0 });
    expect(await used(app, key)).toBe(0);
  });

  test("without metering, calls run later too", async () => {
    await using app = await openTestApp({ address: engine.address(), metering: false });
    const { id } = (await (await send(app, "POST", "/invented/batch?units=3", "", ASYNC)).json()) as JobView;
    expect(await ended(app, "", id)).toMatchObject({ state: "succeeded", units: 0 });
  });
});

interface BatchView {
  readonly id: string;
  readonly state: string;
  readonly size: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly units: number;
  readonly progress: number;
}

const LINES = { "Content-Type": "application/x-ndjson" };

async function finished(app: TestApp, key: string, id: string): Promise<BatchView> {
  let view: BatchView | undefined;
  await until("the batch has ended", async () => {
    view = (await (await app.get(`/batches/${id}`, key)).json()) as BatchView;
    return view.state === "finished";
  });
  if (view === undefined) throw new TypeError("the batch has a view");
  return view;
}

describe.each(engines)("batches on $name", (engine) => {
  test("each line is a call: results in order, charges of those that succeeded", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("a@example.com", { plans: ["pdf"] });
    const lines = Array.from({ length: 60 }, (_, i) =>
      JSON.stringify({ units: 2, outcome: i % 10 === 9 ? "refuse" : "fine" }),
    );
    const once = { ...LINES, "Idempotency-Key": "batch-1" };
    const accepted = await send(app, "POST", "/batches?operation=pdf.batch", key, once, lines.join("\n"));
    expect(accepted.status).toBe(202);
    const { id, size } = (await accepted.json()) as BatchView;
    expect(size).toBe(60);
    expect(accepted.headers.get("location")).toBe(`/batches/${id}`);
    const again = await send(app, "POST", "/batches?operation=pdf.batch", key, once, lines.join("\n"));
    expect(await again.json()).toMatchObject({ id });
    expect(await finished(app, key, id)).toMatchObject({ succeeded: 54, failed: 6, units: 108, progress: 1 });
    expect(await used(app, key)).toBe(108);
    const text = await (await app.get(`/batches/${id}/results`, key)).text();
    const results = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(results.map(({ index }) => index)).toEqual(lines.map((_, i) => i));
    expect(results[0]).toMatchObject({ state: "succeeded", units: 2, result: { ok: true }, problem: null });
    expect(results[9]).toMatchObject({
      state: "failed",
      units: 0,
      result: null,
      problem: { code: "invalid-parameter" },
    });
    const rest = await (await app.get(`/batches/${id}/results?after=57`, key)).text();
    expect(rest.trim().split("\n")).toHaveLength(2);
    const zip = await app.get(`/batches/${id}/results`, key, { Accept: "application/zip" });
    expect(zip.headers.get("content-type")).toBe("application/zip");
    const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
    expect(Object.keys(files)).toHaveLength(55);
    expect(JSON.parse(new TextDecoder().decode(files["00000.json"]))).toMatchObject({ ok: true });
    expect((await app.get("/jobs", key)).status).toBe(200);
    expect(await (await app.get("/jobs", key)).json()).toEqual({ jobs: [], next: null });
    expect(await (await app.get("/batches", key)).json()).toMatchObject({ batches: [{ id }], next: null });
    const other = await app.key("b@example.com");
    expect((await app.get(`/batches/${id}`, other)).status).toBe(404);
    expect((await app.get(`/batches/${id}/results`, other)).status).toBe(404);
    expect((await send(app, "DELETE", `/batches/${id}`, other)).status).toBe(404);
  });

  test.each([
    ["an operation that is not there", "pdf.none", "{}", /operation must be one of .*pdf\.noop/],
    ["a free operation", "pdf.list", "{}", /operation must be one of/],
    ["no lines", "pdf.noop", "", /1 to 10000 items\.$/],
    ["too many lines", "pdf.noop", "{}\n".repeat(10_001), /1 to 10000 items\. Send the others/],
    [
      "a line that is not JSON",
      "pdf.noop",
      "{}\n{",
      /Item 1: The text is not JSON in UTF-8. Send one JSON object per line/,
    ],
    ["a line that is no object", "pdf.noop", "[]", /Item 0: Each item must be a JSON object/],
    ["an unknown parameter", "pdf.noop", '{}\n{"n":1}', /Item 1: Unknown parameter/],
    ["a value that is not accepted", "pdf.batch", '{"units":1.5}', /Item 0: units/],
    ["an object in a value", "pdf.batch", '{"units":{}}', /Item 0: Each parameter/],
  ])("%s is rejected, and nothing is stored", async (_, operation, body, detail) => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("a@example.com", { plans: ["pdf"] });
    const response = await send(app, "POST", `/batches?operation=${operation}`, key, LINES, body);
    expect(response.status).toBe(400);
    expect(((await response.json()) as { detail: string }).detail).toMatch(detail);
    const [row] = await app.accounts.database.query<{
      jobs: number | string;
    }>`select count(*) as jobs from job`;
    expect(Number(row?.jobs)).toBe(0);
  });

  test("a body of another type, and a key without the scope", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("a@example.com", { plans: ["pdf"] });
    const seo = await app.key("a@example.com", { apis: ["seo"] });
    const text = { "Content-Type": "text/html" };
    expect((await send(app, "POST", "/batches?operation=pdf.noop", key, text, "{}")).status).toBe(415);
    expect((await send(app, "POST", "/batches?operation=pdf.noop", seo, LINES, "{}")).status).toBe(403);
    expect((await send(app, "POST", "/batches?operation=pdf.noop", "", LINES, "{}")).status).toBe(401);
  });

  test("a canceled batch ends, and costs what had ended", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("a@example.com", { plans: ["pdf"] });
    const lines = `${JSON.stringify({ outcome: "slow" })}\n`.repeat(100);
    const { id } = (await (
      await send(app, "POST", "/batches?operation=pdf.noop", key, LINES, lines)
    ).json()) as BatchView;
    const canceled = (await (await send(app, "DELETE", `/batches/${id}`, key)).json()) as BatchView;
    expect(canceled.state).toBe("finished");
    await until("charges are settled", async () => (await used(app, key)) === canceled.succeeded);
    const [stored] = await app.accounts.database.query<{ counts: string }>`select counts from batch`;
    expect(canceled).toMatchObject(JSON.parse(stored?.counts ?? ""));
    const deleted = (await (await send(app, "DELETE", `/batches/${id}`, key)).json()) as BatchView;
    expect(deleted.state).toBe("finished");
  });

  test("jobs that are canceled while they run are no errors: not in the request log, nor in metrics and usage", async () => {
    await using app = await openTestApp({ address: engine.address(), jobs: { leaseMs: 300 } });
    const key = await app.key("a@example.com", { plans: ["pdf"] });
    const lines = `${JSON.stringify({ outcome: "until-aborted" })}\n`.repeat(8);
    const { id } = (await (
      await send(app, "POST", "/batches?operation=pdf.noop", key, LINES, lines)
    ).json()) as BatchView;
    const runs = () => app.concurrency().reduce((sum, { running }) => sum + running, 0);
    await until("some run", () => runs() > 0);
    const canceled = await (await send(app, "DELETE", `/batches/${id}`, key)).json();
    expect(canceled).toMatchObject({ state: "finished", canceled: 8, failed: 0, units: 0 });
    await until("their calls have ended", () => runs() === 0);
    // One that fails is an error.
    const failed = await send(app, "GET", "/invented/noop?outcome=refuse", key, ASYNC);
    const view = await ended(app, key, ((await failed.json()) as JobView).id);
    const { requestLog, database } = app.accounts;
    await requestLog.flush();
    expect([
      view.state,
      await database.query`select status, request_id as id from request_log where status >= 400`,
    ]).toEqual(["failed", [{ status: 400, id: view.id }]]);
    expect(await database.query`select * from key_usage_day`).toEqual([]);
    expect(await used(app, key)).toBe(0);
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    expect(metrics).toContain('operation="noop",status="400"} 1\n');
    expect(metrics).not.toContain('status="499"');
  });

  test("a call that completes after its job was canceled is neither in the request log nor in the usage of its key", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("a@example.com", { plans: ["pdf"] });
    const accepted = await send(app, "GET", "/invented/noop?outcome=slow", key, ASYNC);
    const { id } = (await accepted.json()) as JobView;
    const runs = () => app.concurrency().reduce((sum, { running }) => sum + running, 0);
    await until("it runs", () => runs() > 0);
    const canceled = await (await send(app, "DELETE", `/jobs/${id}`, key)).json();
    expect(canceled).toMatchObject({ state: "canceled", units: 0 });
    await until("its call has ended", () => runs() === 0);
    const { requestLog, database } = app.accounts;
    await requestLog.flush();
    // Only the call that made the job.
    expect(await database.query`select status, units from request_log`).toEqual([{ status: 202, units: 0 }]);
    expect(await database.query`select * from key_usage_day`).toEqual([]);
  });

  test("a long result of a job that was canceled meanwhile is not kept", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("a@example.com", { plans: ["pdf"] });
    const call = hold();
    const path = "/invented/stream?outcome=held&size=19000";
    const { id } = (await (await send(app, "POST", path, key, ASYNC)).json()) as JobView;
    const runs = () => app.concurrency().reduce((sum, { running }) => sum + running, 0);
    await until("it runs", () => runs() > 0);
    await send(app, "DELETE", `/jobs/${id}`, key);
    call.release();
    await until("its call has ended", () => runs() === 0);
    await until(
      "its result is deleted",
      async () => (await app.accounts.database.query`select 1 from job_body`).length === 0,
    );
    expect(await app.accounts.database.query`select job, name from job_body`).toEqual([]);
  });

  test("an account that is deleted leaves no job, and its data has its jobs", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("a@example.com", { plans: ["pdf"] });
    const { account } = await app.accounts.accountStore.ensure("a@example.com");
    const { id } = (await (
      await send(app, "POST", "/batches?operation=pdf.noop", key, LINES, "{}\n{}")
    ).json()) as BatchView;
    await finished(app, key, id);
    expect((await app.accounts.accountDeletion.exportData(account.id))?.jobs).toHaveLength(2);
    const { ended } = JobStore.prototype;
    using _read = spyOn(JobStore.prototype, "ended").mockImplementationOnce(async function (
      this: JobStore,
      ...of: Parameters<typeof ended>
    ) {
      await app.accounts.accountDeletion.remove(account.id);
      return ended.apply(this, of);
    });
    // Its results, which are read meanwhile, do not look complete.
    const request = plainRequest("GET", `/batches/${id}/results`, `X-API-Key: ${key}`);
    expect((await sendRaw(app.server.port, request)).status).toBeUndefined();
    const { query } = app.accounts.database;
    await until("it is deleted", async () => {
      await app.accounts.accountDeletion.work(new AbortController().signal);
      return (await query`select id from job union all select id from batch`).length === 0;
    });
  });
});
