import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ExtractLine } from "../../src/apis/pdf/output-schema.ts";
import { samples } from "../../src/apis/pdf/samples.ts";
import { expectProblem } from "../helpers/problem-document.ts";
import { freePort, type Running, startQuintet } from "../helpers/running.ts";

const upstreamPort = freePort();
const upstream = Bun.serve({
  port: upstreamPort,
  hostname: "127.0.0.1",
  routes: {
    "/file.pdf": () => new Response(samples.plain.make()),
    "/page": () => new Response("<html>no pdf</html>"),
    "/empty.pdf": () => new Response(new Uint8Array()),
    "/gone": () => new Response("gone", { status: 404 }),
  },
});
let server: Running;
beforeAll(async () => {
  server = await startQuintet({
    METERING: "off",
    EGRESS_ALLOW: `127.0.0.1:${upstreamPort}`,
    UPLOAD_MAX_MB: "1",
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await upstream.stop(true);
});

const post = (body: Bun.BodyInit, headers: Record<string, string> = {}, query = "") =>
  fetch(`${server.url}/pdf/extract${query}`, { method: "POST", body, headers });
const pdf = { "Content-Type": "application/pdf" };
const json = { "Content-Type": "application/json" };

function form(bytes: Uint8Array<ArrayBuffer>): FormData {
  const made = new FormData();
  made.append("file", new Blob([bytes]), "a.pdf");
  return made;
}

async function refused(answer: Response): Promise<[status: number, code: string]> {
  const body = await answer.text();
  const { status } = answer;
  expectProblem({ status, contentType: answer.headers.get("content-type"), body }, server.url);
  return [status, (JSON.parse(body) as { code: string }).code];
}

describe("the three forms of a body give the same answer", () => {
  test("raw, in a form, by address", async () => {
    const answers = await Promise.all([
      post(samples.plain.make(), pdf),
      post(form(samples.plain.make())),
      post(JSON.stringify({ url: `http://127.0.0.1:${upstreamPort}/file.pdf` }), json),
      post(new URLSearchParams({ url: `http://127.0.0.1:${upstreamPort}/file.pdf` })),
    ]);
    const [first, ...others] = await Promise.all(answers.map((answer) => answer.json()));
    expect(first).toMatchObject({ pageCount: 1, pages: [{ number: 1, kind: "text" }], usage: { pages: 1 } });
    for (const other of others) expect(other).toEqual(first);
  });
});

describe("what comes back by Accept", () => {
  const as = async (type: string) => {
    const answer = await post(samples.scan.make(), { ...pdf, Accept: type });
    return [answer.headers.get("content-type"), await answer.text()] as const;
  };
  test("text/plain: a form feed between pages", async () => {
    expect(await as("text/plain")).toEqual(["text/plain; charset=utf-8", "\fRead by a machine"]);
  });
  test("text/markdown", async () => {
    expect((await as("text/markdown"))[0]).toContain("text/markdown");
  });
  test("application/x-ndjson: the file, a page a line, the bill", async () => {
    const [type, text] = await as("application/x-ndjson");
    expect(type).toBe("application/x-ndjson");
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map((line) => line.type)).toEqual(["document", "page", "page", "end"]);
    // The schema, which clients have their types from, knows every member.
    expect(lines.map((line): unknown => ExtractLine.parse(line))).toEqual(lines);
    expect(lines.at(-1)).toMatchObject({
      usage: { pages: 2 },
      warnings: [{ code: "page-is-scan", page: 1 }],
    });
  });
  test("a dry run is JSON, has no text and costs nothing", async () => {
    const answer = await post(samples.scan.make(), { ...pdf, Accept: "text/plain" }, "?dryRun=true");
    expect(await answer.json()).toMatchObject({
      text: null,
      pages: [
        { kind: "scan", text: null },
        { kind: "scan-with-text", text: null },
      ],
      usage: { pages: 0, wouldCharge: 2 },
    });
  });
});

describe("refusals", () => {
  const url = (path: string) => JSON.stringify({ url: `http://127.0.0.1:${upstreamPort}${path}` });
  test("a body over the limit", async () => {
    expect(await refused(await post(new Uint8Array(1_200_000), pdf))).toEqual([413, "payload-too-large"]);
    // And the connection, or a new one, goes on.
    expect((await post(samples.plain.make(), pdf)).status).toBe(200);
  });
  test.each([
    ["no PDF", () => post("hello", pdf), 422, "not-a-pdf"],
    ["an empty file", () => post(form(new Uint8Array())), 400, "invalid-body"],
    ["an address of an empty file", () => post(url("/empty.pdf"), json), 400, "invalid-parameter"],
    ["no media type", () => post(new Uint8Array(9)), 415, "unsupported-media-type"],
    ["nothing", () => post("{}", json), 400, "invalid-parameter"],
    ["a private address", () => post('{"url":"http://10.0.0.1/"}', json), 400, "url-not-public"],
    ["an address of a page", () => post(url("/page"), json), 422, "url-not-a-file"],
    ["an address of nothing", () => post(url("/gone"), json), 422, "url-not-a-file"],
    [
      "include of nothing known",
      () => post(samples.plain.make(), pdf, "?include=words,all"),
      400,
      "invalid-parameter",
    ],
    ["pages of no form", () => post(samples.plain.make(), pdf, "?pages=one"), 400, "invalid-parameter"],
    ["a locked file", () => post(samples.locked.make(), pdf), 422, "password-required"],
  ] as const)("%s", async (_name, send, status, code) => {
    expect(await refused(await send())).toEqual([status, code]);
  });
  test("GET is not taken", async () => {
    const answer = await fetch(`${server.url}/pdf/extract`);
    expect(answer.headers.get("allow")).toBe("POST, OPTIONS");
    expect(await refused(answer)).toEqual([405, "method-not-allowed"]);
  });
});
