import { afterAll, beforeAll, expect, test } from "bun:test";
import { samplePdf } from "../../src/apis/pdf/samples.ts";
import { millionPages } from "../fixtures/hostile-pdfs.ts";
import { type Running, runQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

let server: Running;
let key = "";

beforeAll(async () => {
  const environment = { DATA_DIR: temporaryFolder() };
  key = JSON.parse((await runQuintet(environment, "keys", "create", "reader@example.com")).out).key;
  server = await startQuintet(environment);
});
afterAll(() => server[Symbol.asyncDispose]());

function extract(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
  query = "",
): Promise<Response> {
  return fetch(`${server.url}/pdf/extract${query}`, {
    method: "POST",
    body,
    headers: { "X-API-Key": key, "Content-Type": "application/pdf", ...headers },
  });
}

async function used(): Promise<number> {
  const answer = await fetch(`${server.url}/usage`, { headers: { "X-API-Key": key } });
  const { apis }: { apis: { api: string; quotas: { used: number }[] }[] } = JSON.parse(await answer.text());
  return apis.find(({ api }) => api === "pdf")?.quotas[0]?.used ?? Number.NaN;
}

test("a call without a key is refused before its file is read", async () => {
  const answer = await extract(samplePdf(), { "X-API-Key": "" });
  expect(answer.status).toBe(401);
});

test("a file costs its pages, and the answer says so", async () => {
  const before = await used();
  const answer = await extract(samplePdf());
  expect(answer.status).toBe(200);
  expect(answer.headers.get("quintet-cost")).toStartWith('1;unit="pages"');
  expect(await used()).toBe(before + 1);
});

test("the same request with an Idempotency-Key is answered again and charged once", async () => {
  const before = await used();
  const once = { "Idempotency-Key": crypto.randomUUID() };
  const first = await extract(samplePdf(), once);
  const second = await extract(samplePdf(), once);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.headers.get("idempotency-replayed")).toBe("true");
  expect(await second.text()).toBe(await first.text());
  expect(await used()).toBe(before + 1);
  expect((await extract("another file", once)).status).toBe(422);
});

test("pages that are claimed and not there cost nothing, one by one or by the million", async () => {
  const before = await used();
  expect((await extract(millionPages())).status).toBe(422);
  const one = await extract(millionPages(), {}, "?pages=1");
  expect(await one.json()).toMatchObject({ usage: { pages: 0 }, warnings: [{ code: "page-unreadable" }] });
  expect(await used()).toBe(before);
});

test.each([
  ["what is no PDF", () => extract("plain text")],
  ["a page that is not there", () => extract(samplePdf(), {}, "?pages=9")],
  ["an option that is not known", () => extract(samplePdf(), {}, "?page=1")],
  [
    "an address that is not public",
    () => extract('{"url":"http://127.0.0.1/a.pdf"}', { "Content-Type": "application/json" }),
  ],
  ["a dry run", () => extract(samplePdf(), {}, "?dryRun=true")],
])("%s costs nothing", async (_name, call) => {
  const before = await used();
  const answer = await call();
  if (answer.status !== 200) expect(await answer.json()).toMatchObject({ charged: 0 });
  expect(await used()).toBe(before);
});

test("a streamed answer costs the same", async () => {
  const before = await used();
  const answer = await extract(samplePdf(), { Accept: "application/x-ndjson" });
  const lines = (await answer.text())
    .trim()
    .split("\n")
    .map((line): { type: string } => JSON.parse(line));
  expect(lines.map(({ type }) => type)).toEqual(["document", "page", "end"]);
  expect(await used()).toBe(before + 1);
});
