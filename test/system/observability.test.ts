import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { samples } from "../../src/apis/pdf/samples.ts";
import { type Running, runQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status?: { readonly code: number };
}

/** A collector of traces, and a site, on loopback. */
const received: { spans: Span[]; headers: Headers[]; service: unknown[] } = {
  spans: [],
  headers: [],
  service: [],
};
const collector = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    received.headers.push(request.headers);
    const body = (await request.json()) as {
      resourceSpans: { resource: { attributes: unknown[] }; scopeSpans: { spans: Span[] }[] }[];
    };
    for (const { resource, scopeSpans } of body.resourceSpans) {
      received.service.push(resource.attributes[0]);
      received.spans.push(...scopeSpans.flatMap(({ spans }) => spans));
    }
    return new Response("{}");
  },
});
const visits: Headers[] = [];
const site = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    visits.push(request.headers);
    return new Response("<!doctype html><title>A page</title>", { headers: { "Content-Type": "text/html" } });
  },
});

let server: Running;
const OUTSIDE = "4bf92f3577b34da6a3ce929d0e0e4736";
const headers: Record<string, string> = {};
const answers: Record<"audit" | "refused" | "pdf" | "broken", Response> = {} as never;
beforeAll(async () => {
  const dataDir = temporaryFolder();
  const { out } = await runQuintet({ DATA_DIR: dataDir }, "keys", "create", "trace@example.com");
  headers["X-API-Key"] = /qt_live_\w+/.exec(out)?.[0] ?? "";
  server = await startQuintet({
    LOG_LEVEL: "debug",
    DATA_DIR: dataDir,
    EGRESS_ALLOW: `127.0.0.1:${site.port},127.0.0.1:1`,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}/`,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20collector-word",
    OTEL_SERVICE_NAME: "shop",
  });
  const traceparent = `00-${OUTSIDE}-00f067aa0ba902b7-01`;
  answers.audit = await fetch(`${server.url}/seo/meta?url=http://127.0.0.1:${site.port}/`, {
    headers: { ...headers, traceparent },
  });
  answers.refused = await fetch(`${server.url}/seo/meta?url=http://127.0.0.1:1/`, { headers });
  answers.pdf = await fetch(`${server.url}/pdf/extract`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/pdf" },
    body: samples.plain.make(),
  });
  answers.broken = await fetch(`${server.url}/pdf/extract`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/pdf" },
    body: "%PDF-1.7 and nothing else",
  });
  // The log comes through a pipe, so its last line may be later than the response.
  await until("the last line of the log", () =>
    logged().some(({ message, requestId }) => message === "request" && requestId === idOf(answers.broken)),
  );
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await Promise.all([site.stop(true), collector.stop(true)]);
});

const idOf = (answer: Response) => answer.headers.get("x-request-id") ?? "";
const logged = () => server.lines().map((line) => JSON.parse(line) as Record<string, unknown>);

/** The value of a metric's row. */
async function metric(name: string, labels: Record<string, string>): Promise<number | undefined> {
  const page = await (await fetch(`${server.url}/metrics`)).text();
  const row = page
    .split("\n")
    .find(
      (line) =>
        line.startsWith(`${name}{`) &&
        Object.entries(labels).every(([key, value]) => line.includes(`${key}="${value}"`)),
    );
  return row === undefined ? undefined : Number(row.split(" ").at(-1));
}

describe("the log", () => {
  test("a fetch that fails is found by the id of its request, without the address that was asked for", () => {
    const lines = logged().filter(({ requestId }) => requestId === idOf(answers.refused));
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: "debug",
        message: "fetch failed",
        api: "seo",
        outcome: "upstream-unreachable",
        cause: "ECONNREFUSED",
      }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: "info",
        message: "a site failed a request",
        code: "upstream-unreachable",
        cause: "ECONNREFUSED",
      }),
    );
    expect(JSON.stringify(lines)).not.toContain("127.0.0.1");
  });
  test("so is a job that refuses its file", () => {
    expect(logged()).toContainEqual(
      expect.objectContaining({
        message: "job pdf failed",
        requestId: idOf(answers.broken),
        outcome: "damaged",
      }),
    );
  });
});

describe("the metrics", () => {
  test("count fetches by outcome, waits by job, refusals by API and code", async () => {
    expect(
      await metric("quintet_egress_duration_seconds_count", { api: "seo", outcome: "ok" }),
    ).toBeGreaterThan(0);
    expect(
      await metric("quintet_egress_duration_seconds_count", { api: "seo", outcome: "upstream-unreachable" }),
    ).toBe(1);
    expect(await metric("quintet_sandbox_wait_seconds_count", { job: "pdf" })).toBe(2);
    expect(await metric("quintet_refusals_total", { api: "seo", code: "upstream-unreachable" })).toBe(1);
    expect(await metric("quintet_refusals_total", { api: "pdf", code: "damaged" })).toBe(1);
    expect(await metric("quintet_api_queued", { api: "pdf" })).toBe(0);
  });
});

describe("traces", () => {
  test("a request, its charge, its fetches and its jobs are spans of one trace, whose id is the request's", async () => {
    const traceOf = (answer: Response) => idOf(answer).replaceAll("-", "");
    await until("spans come", () =>
      received.spans.some(({ traceId }) => traceId === traceOf(answers.broken)),
    );
    const spansOf = (answer: Response) => received.spans.filter(({ traceId }) => traceId === traceOf(answer));
    const [root, ...others] = spansOf(answers.audit).toSorted((a) => (a.parentSpanId === undefined ? -1 : 1));
    expect(root).toMatchObject({ name: "seo.meta", kind: 2 });
    expect(others.length).toBeGreaterThan(0);
    for (const span of others) expect(span.parentSpanId).toBe(root?.spanId ?? "");
    expect(others.map(({ name, kind }) => `${name} ${kind}`)).toContain("fetch 3");
    expect(others.filter(({ name }) => name === "charge")).toHaveLength(1);
    expect(
      spansOf(answers.pdf)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["charge", "job pdf", "pdf.extract"]);
    expect(spansOf(answers.refused).find(({ name }) => name === "fetch")?.status).toEqual({ code: 2 });
    for (const { traceId, spanId, startTimeUnixNano, endTimeUnixNano } of received.spans) {
      expect(traceId).toMatch(/^[0-9a-f]{32}$/);
      expect(spanId).toMatch(/^(?!0{16})[0-9a-f]{16}$/);
      expect(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)).toBeGreaterThanOrEqual(0n);
      expect(Math.abs(Number(BigInt(endTimeUnixNano) / 1_000_000n) - Date.now())).toBeLessThan(60_000);
    }
    expect(received.service).toContainEqual({ key: "service.name", value: { stringValue: "shop" } });
    expect(received.headers[0]?.get("authorization")).toBe("Bearer collector-word");
  });

  test("nobody's trace is joined, and nobody is told of ours", () => {
    expect(received.spans.some(({ traceId }) => traceId === OUTSIDE)).toBe(false);
    expect(visits.length).toBeGreaterThan(0);
    for (const headers of visits) {
      for (const name of ["traceparent", "tracestate", "baggage", "x-request-id"])
        expect(headers.get(name)).toBeNull();
    }
  });
});
