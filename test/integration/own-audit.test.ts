import { afterAll, expect, test } from "bun:test";
import { z } from "zod";
import { apis } from "../../src/apis/default-apis.ts";
import type { Fetch } from "../../src/kit/fetch.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { createCall } from "../../src/web/call.ts";
import { guides } from "../../src/web/docs/guides.ts";
import { createVisitor } from "../../src/web/visitor.fixture.ts";
import { BASE, openDemoSend } from "../helpers/demo-send.ts";

const Report = z.object({
  score: z.object({ value: z.number() }),
  findings: z.array(z.object({ check: z.string(), points: z.number(), message: z.string() })),
});

/** A month like any other. */
const month = apis.map(({ name }) => ({
  api: name,
  minutes: 43_200,
  minutesUp: 43_200,
  answered: 9_000,
  failed: 0,
  meanMs: 20,
}));
const report = async () => new Map([[30, month]]);
const visit = createVisitor(apis, { availability: { report, history: async () => [] } });

/** The site as it is seen through the proxy that gives it TLS. */
const site: Fetch = async (url) => {
  const started = performance.now();
  const response = await visit(url);
  const body = await response.bytes();
  const headers = new Map([...response.headers].map(([name, value]) => [name, [value]]));
  headers.set("content-encoding", ["gzip"]);
  const ms = Math.round(performance.now() - started);
  return {
    url,
    status: response.status,
    headers,
    body,
    truncated: false,
    transferBytes: body.length,
    redirects: [],
    stopped: undefined,
    ttfbMs: ms,
    totalMs: ms,
  };
};

// The pages of the reference are larger than the server analyzes in its own process.
const sandbox = createSandbox({ size: 1, queue: 8, keep: 1, idleMs: 60_000, onFailure: () => {} });
afterAll(() => sandbox.close());

const paths = [
  "/",
  "/docs",
  "/docs/changelog",
  ...guides.map(({ slug }) => `/docs/${slug}`),
  ...apis.map((api) => `/docs/${api.name}`),
  "/status",
];

test.each(paths)("our own audit gives %s 100 points", async (path) => {
  const { signal } = new AbortController();
  const call = createCall(openDemoSend(apis, site, sandbox), BASE, signal);
  const audit = apis.find(({ name }) => name === "seo")?.operations.audit;
  if (audit === undefined) throw new TypeError("there is no audit");
  const answer = await call(audit, { url: BASE + path });
  const { score, findings } = Report.parse(JSON.parse(answer.body));
  expect({ score: score.value, lost: findings.filter(({ points }) => points > 0) }).toEqual({
    score: 100,
    lost: [],
  });
});
