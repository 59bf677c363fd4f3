import { describe, expect, test } from "bun:test";
import { engines } from "../engines.ts";
import { openTestApp, type TestApp } from "../test-app.ts";
import { until } from "../until.ts";

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

const send = (app: TestApp, method: string, path: string, key: string, headers = {}, body?: BodyInit) =>
  fetch(app.url + path, { method, headers: { "X-API-Key": key, ...headers }, ...(body === undefined ? {} : { body }) });

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
    expect(await ended(app, key, id)).toMatchObject({ state: "succeeded", units: 7, resultUrl: `/jobs/${id}/result` });
    const result = await app.get(`/jobs/${id}/result`, key);
    expect(result.status).toBe(200);
    expect(result.headers.get("content-type")).toBe("application/json");
    expect(await result.json()).toMatchObject({ ok: true });
    expect(await used(app, key)).toBe(7);
  });
});
