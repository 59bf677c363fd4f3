import { describe, expect, spyOn, test } from "bun:test";
import { paidApi } from "../../test/fixtures/paid-api.ts";
import type { Send } from "../http/core/in-process.ts";
import { batchTools } from "../jobs/batch-tools.ts";
import { UsageError } from "../kit/usage-error.ts";
import { siteAuditTools } from "../site-audits/site-audit-tools.ts";
import type { Tool } from "./tools.ts";

const BASE = "http://quintet.test";
const caller = { headers: {} };

function named(tools: readonly Tool[], name: string): Tool {
  const found = tools.find((tool) => tool.name === name);
  if (found === undefined) throw new TypeError(`there is a tool ${name}`);
  return found;
}

describe("batch_read", () => {
  const line = (index: number, result: unknown, more: object = {}) =>
    `${JSON.stringify({ index, job: `b.${index}`, state: "succeeded", units: 1, result, resultUrl: `/jobs/b.${index}/result`, problem: null, ...more })}\n`;

  /** Reads a batch whose results are these texts, in pieces of 64 KB, and counts what was taken of them. */
  async function read(texts: Iterable<string>, given: object = {}) {
    let taken = 0;
    const pieces = (async function* () {
      for (const text of texts) {
        for (let at = 0; at < text.length; at += 65_536) {
          taken++;
          yield new TextEncoder().encode(text.slice(at, at + 65_536));
        }
      }
    })();
    const send: Send = async (path) =>
      path.endsWith("/results") ? new Response(pieces) : Response.json({ state: "running" });
    const tool = named(batchTools([paidApi], send, BASE), "batch_read");
    const { structuredContent } = await tool.call({ id: "b", ...given }, caller);
    return { ...(structuredContent as { results: { index: number }[]; nextAfter: number | null }), taken };
  }

  test("leaves out a result that is too long, however long it is, without parsing it", async () => {
    using parse = spyOn(JSON, "parse");
    const long = ["a".repeat(60_000), "b".repeat(200_000), '{"c":"\\n"},"result":'.repeat(300_000)];
    const { results, nextAfter } = await read([
      line(0, "short"),
      ...long.map((text, i) => line(i + 1, text)),
    ]);
    expect(results).toEqual([
      {
        index: 0,
        job: "b.0",
        state: "succeeded",
        units: 1,
        result: "short",
        resultUrl: "/jobs/b.0/result",
        problem: null,
      },
      ...long.map((_, i) => JSON.parse(line(i + 1, null))),
    ]);
    expect(nextAfter).toBeNull();
    const longest = Math.max(...parse.mock.calls.map(([text]) => text.length));
    expect(longest).toBeLessThan(110_000);
  });

  test("keeps the problem of a failed item for which there is no room", async () => {
    const problem = { code: "busy", detail: "x".repeat(500) };
    const { results } = await read([line(0, null, { state: "failed", resultUrl: null, problem })], {
      maxCharacters: 1,
    });
    expect(results).toMatchObject([{ state: "failed", result: null, problem }]);
  });

  test.each([
    ["short results", 2_000],
    ["results that are left out", 10_000],
  ])("reads no further than what fits of %s: at most 2,500 tokens", async (_, characters) => {
    const endless = (function* () {
      for (let i = 0; ; i++) yield line(i, "x".repeat(characters));
    })();
    const { results, nextAfter, taken } = await read(endless);
    expect(results.length).toBeGreaterThan(2);
    expect(nextAfter).toBe(results.length - 1);
    expect(JSON.stringify(results).length / 4).toBeLessThan(2_400);
    expect(taken).toBeLessThan(100);
  });

  test("says how long to wait before it is read again", async () => {
    expect(await read([])).toMatchObject({ readAgainAfterSeconds: 5 });
  });
});

describe("site_audit_read", () => {
  const issue = { id: "broken-link", count: 90_000 };

  /** Reads an audit whose report has so many characters for each entry of its lists. */
  async function read(perItem: number, given: object = {}, reportUrl: string | null = "/report") {
    const asked: (string | null)[] = [];
    const send: Send = async (path, request) => {
      if (!path.endsWith("/report")) return Response.json({ id: "a", reportUrl });
      const items = new URL(request.url).searchParams.get("items");
      asked.push(items);
      const issues = [{ ...issue, items: "x".repeat(perItem * Number(items)) }];
      return Response.json({ ending: "complete", issues, sitemaps: ["left out"] });
    };
    const tools = siteAuditTools([{ ...paidApi, name: "seo" }], send, BASE);
    const result = await named(tools, "site_audit_read").call({ id: "a", ...given }, caller);
    return { asked, report: (result.structuredContent as { report: Record<string, unknown> | null }).report };
  }

  test("has the report in short, with fewer entries where it is too long", async () => {
    const few = await read(100);
    expect(few).toMatchObject({ asked: ["3"], report: { ending: "complete", issues: [issue] } });
    expect(few.report).not.toHaveProperty("sitemaps");
    expect((await read(100, { items: 50 })).asked).toEqual(["50"]);
    expect((await read(100, { id: "\ud800" })).asked).toEqual(["3"]);
    expect((await read(40_000)).asked).toEqual(["3", "1"]);
    expect(await read(400_000, { items: 1 })).toMatchObject({
      asked: ["1", "0"],
      report: { issues: [issue] },
    });
    expect((await read(400_000, { items: 0 })).asked).toEqual(["0"]);
  });

  test("has no report before there is one, and is not offered without the API that crawls", async () => {
    expect(await read(1, {}, null)).toEqual({ asked: [], report: null });
    expect(siteAuditTools([paidApi], async () => new Response(), BASE)).toEqual([]);
  });
});

describe("what no tool expects", () => {
  const failing = (error: Error) =>
    named(
      batchTools(
        [paidApi],
        async () => {
          throw error;
        },
        BASE,
      ),
      "batch_read",
    );

  test("is logged, and the caller learns no more than over HTTP: an ID for the operator", async () => {
    const failures: [string, unknown][] = [];
    const error = new TypeError("/srv/quintet/secret.db is locked");
    const onFailure = (requestId: string, cause: unknown) => void failures.push([requestId, cause]);
    const result = await failing(error).call({ id: "b" }, { ...caller, onFailure });
    expect(result).toMatchObject({ isError: true, structuredContent: { code: "internal", status: 500 } });
    expect(JSON.stringify(result)).not.toContain("secret");
    expect(failures).toEqual([[String(result.structuredContent?.requestId), error]]);
  });

  test("but what to do about a server that does not respond is told", async () => {
    const error = new UsageError("No response from http://x. Check QUINTET_SERVER.");
    const failures: unknown[] = [];
    const result = await failing(error).call(
      { id: "b" },
      { ...caller, onFailure: () => failures.push(error) },
    );
    expect(result).toMatchObject({ isError: true, content: [{ type: "text", text: error.message }] });
    expect(failures).toEqual([]);
  });

  test.each(["ключ", "a b", "a\r\nX-API-Key: b", "", "x".repeat(129), "\ud800"])(
    "such as the idempotencyKey %j, is the argument's own error",
    async (idempotencyKey) => {
      const send: Send = async () => Response.json({});
      const tool = named(batchTools([paidApi], send, BASE), "batch_start");
      const inputs = [{ n: 1 }];
      const given = {
        operation: `${paidApi.name}.${Object.keys(paidApi.operations)[0]}`,
        inputs,
        idempotencyKey,
      };
      const { structuredContent } = await tool.call(given, caller);
      expect(structuredContent).toMatchObject({ code: "invalid-parameter", parameter: "idempotencyKey" });
    },
  );
});
