import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { samplePdf } from "../src/apis/pdf/sample.ts";
import { problemKinds } from "../src/kit/problem.ts";
import { hostilePdfs } from "./hostile-pdfs.ts";
import { expectProblem } from "./problem-document.ts";
import { type Running, startQuintet } from "./running.ts";

let server: Running;
beforeAll(async () => {
  server = await startQuintet({ LOG_LEVEL: "error" });
  await plain();
});
afterAll(() => server[Symbol.asyncDispose]());

async function send(file: Uint8Array<ArrayBuffer>, query = ""): Promise<Response> {
  return fetch(`${server.url}/pdf/extract${query}`, {
    method: "POST",
    headers: { "Content-Type": "application/pdf", Accept: "application/json" },
    body: file,
  });
}

/** Sends a file that wants nothing, and holds its answer to be right. */
async function plain(): Promise<void> {
  const answer = await send(samplePdf());
  expect(answer.status).toBe(200);
  expect(((await answer.json()) as { text: string }).text).toStartWith("Quintet\n\nThis page is a sample.");
}

describe("a file that wants to hurt is answered typed and in time, and the next file is served", () => {
  test.each(hostilePdfs.map(([name, make]) => [name, make] as const))("%s", async (_name, make) => {
    const file = make();
    const started = performance.now();
    const answer = await send(file, "?include=outline,metadata,attachments,links,forms,annotations,words");
    const body = await answer.text();
    expect(performance.now() - started).toBeLessThan(20_000);
    const { status } = answer;
    if (status !== 200) {
      expectProblem({ status, contentType: answer.headers.get("content-type"), body }, server.url);
      expect(status).toBe(422);
      expect(Object.keys(problemKinds)).toContain(JSON.parse(body).code);
    } else expect(JSON.parse(body).pages.length).toBeGreaterThan(0);
    await plain();
  });
});

test("neighbours go on while one file takes all the time it gets", async () => {
  const [, overlapping] = hostilePdfs[0] ?? expect.unreachable();
  let isOver = false;
  const hostile = send(overlapping()).then(async (answer) => {
    isOver = true;
    return answer.status;
  });
  let served = 0;
  while (!isOver) {
    await plain();
    served++;
  }
  expect(await hostile).toBe(422);
  expect(served).toBeGreaterThan(50);
}, 30_000);
