import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { apis } from "../../src/apis/index.ts";
import { samples } from "../../src/apis/pdf/samples.ts";
import { freePort, type Running, startQuintet } from "../../test/running.ts";
import { operations } from "./operations.ts";
import { createQuintet, NoAnswerError, type Problem, QuintetError } from "./quintet.ts";

let server: Running;
beforeAll(async () => {
  server = await startQuintet({ METERING: "off" });
});
afterAll(() => server[Symbol.asyncDispose]());
const client = () => createQuintet({ baseUrl: `${server.url}/` });

describe("against a running server", () => {
  test("every operation is there, with its method, path, files and media types", () => {
    for (const api of apis) {
      expect(Object.keys(operations[api.name] ?? {})).toEqual(Object.keys(api.operations));
    }
  });

  test("answers are typed data with what they say about themselves", async () => {
    const { data, requestId, status } = await client().uuid.v7({ n: 3 });
    const uuids: readonly string[] = data;
    expect([uuids.length, status]).toEqual([3, 200]);
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    const decoded = await client().uuid.decode({ uuid: "017F22E2-79B0-7CC3-98C4-DC0C0C07398F" });
    expect(decoded.data.timestamp).toBe("2022-02-22T19:22:22.000Z");
    expect((await client().seo.checks()).data.checks.length).toBeGreaterThan(50);
  });

  test("files go as blobs and bytes; another media type is another type of data", async () => {
    const bytes = samples.plain.make();
    const json = await client().pdf.extract({ file: new Blob([bytes]), dryRun: true });
    expect(json.data.usage.wouldCharge).toBe(1);
    const text = await client().pdf.extract({ file: bytes }, { accept: "text/plain" });
    const words: string = text.data;
    expect(words).toContain("This page is a sample");
  });

  test("a refusal is an error with its code, its words and its problem", async () => {
    const refused = client().uuid.v7({ n: 101 });
    await expect(refused).rejects.toBeInstanceOf(QuintetError);
    await expect(refused).rejects.toMatchObject({
      code: "invalid-parameter",
      status: 400,
      message: "n must be a whole number from 1 to 100: it is out of range.",
      problem: { parameter: "n" },
    });
    await expect(client().pdf.extract({ file: new Blob(["no PDF"]) })).rejects.toMatchObject({
      code: "not-a-pdf",
    });
  });

  test("nothing there, or something else there, is no answer", async () => {
    const nowhere = createQuintet({ baseUrl: `http://127.0.0.1:${freePort()}`, retries: 0 });
    await expect(nowhere.uuid.v4()).rejects.toBeInstanceOf(NoAnswerError);
    const page = createQuintet({
      retries: 0,
      fetch: async () => new Response("<h1>Bad gateway</h1>", { status: 502 }),
    });
    await expect(page.uuid.v4()).rejects.toBeInstanceOf(NoAnswerError);
  });
});

describe("trying again", () => {
  const problem: Problem = {
    type: "about:blank",
    title: "",
    status: 503,
    detail: "No room.",
    code: "busy",
    requestId: "",
  };
  const refusal = (more: Partial<Problem>, retryAfter: string) =>
    Response.json(
      { ...problem, ...more },
      {
        status: more.status ?? 503,
        headers: { "Retry-After": retryAfter },
      },
    );
  /** A client whose tries get these answers one after the other, and the requests that it sent. */
  function scripted(answers: (() => Response)[]) {
    const sent: Request[] = [];
    const quintet = createQuintet({
      key: "qt_live_x",
      fetch: async (request) => {
        sent.push(request);
        return answers[sent.length - 1]?.() ?? Response.json([]);
      },
    });
    return { quintet, sent };
  }

  test("is done after a 503 with Retry-After; a POST under one Idempotency-Key", async () => {
    const { quintet, sent } = scripted([() => refusal({}, "0.01"), () => Response.json({ pageCount: 1 })]);
    await quintet.pdf.extract({ file: new Blob(["x"]) });
    const keys = sent.map((request) => request.headers.get("idempotency-key"));
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys).toEqual([keys[0] ?? "", keys[0] ?? ""]);
    expect(sent[1]?.headers.get("authorization")).toBe("Bearer qt_live_x");
  });

  test("ends after two repetitions, and is not begun where waiting is long or of no use", async () => {
    const busy = scripted(Array(9).fill(() => refusal({}, "0.01")));
    await expect(busy.quintet.uuid.v4()).rejects.toMatchObject({ code: "busy", retryAfter: 0.01 });
    expect(busy.sent.length).toBe(3);
    const spent = scripted([() => refusal({ status: 429, code: "quota-exceeded" }, "3600")]);
    await expect(spent.quintet.uuid.v4()).rejects.toMatchObject({ code: "quota-exceeded", retryAfter: 3600 });
    expect(spent.sent.length).toBe(1);
  });

  test("ends with the caller's signal, also while it waits", async () => {
    const { quintet, sent } = scripted(Array(9).fill(() => refusal({}, "20")));
    const reason = new Error("enough");
    const controller = new AbortController();
    const call = quintet.uuid.v4({}, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 20);
    await expect(call).rejects.toBe(reason);
    expect(sent.length).toBe(1);
  });
});
