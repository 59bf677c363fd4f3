import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { samplePdf } from "../../src/apis/pdf/samples.ts";
import { nineKilobytes } from "../fixtures/hostile-pdfs.ts";
import { pdfOf, stream } from "../fixtures/pdf-writer.ts";
import { isNightly } from "../helpers/nightly.ts";
import { type Running, startQuintet } from "../helpers/running.ts";
import { until } from "../helpers/until.ts";
import { median } from "../servers/pdf-server.ts";

const ADMIN_TOKEN = "admin-token-of-the-tests";
/** Calls of the honest account without the attack, and beside it. */
const CALLS = isNightly ? { quiet: 15, during: 25 } : { quiet: 7, during: 9 };
const HOSTILE = isNightly ? 8 : 3;
const DENSE_PAGES = 40;

let server: Running;
beforeAll(async () => {
  // As operators run it, but for an allowance that a test can use up: a second of each of the two processes.
  server = await startQuintet({
    WEB_CONCURRENCY: "2",
    SANDBOX_PROCESSES: "2",
    ADMIN_TOKEN,
    FREE_CPU_SECONDS_PER_MINUTE: "2",
    LOG_LEVEL: "error",
  });
});
afterAll(() => server[Symbol.asyncDispose]());

async function keyOf(email: string): Promise<string> {
  const answer = await fetch(`${server.url}/admin/keys`, {
    method: "POST",
    headers: { Authorization: `Bearer ${ADMIN_TOKEN}`, "Content-Type": "application/json" },
    body: JSON.stringify({ email, name: "test" }),
  });
  return ((await answer.json()) as { key: string }).key;
}

/** Sends a file on a connection of its own, as clients behind a balancer do. */
async function extract(key: string, body: Uint8Array<ArrayBuffer>, query = "", signal?: AbortSignal) {
  const began = performance.now();
  const answer = await fetch(`${server.url}/pdf/extract?${query}`, {
    method: "POST",
    headers: { "X-API-Key": key, "Content-Type": "application/pdf", Connection: "close" },
    body,
    signal: signal ?? null,
  });
  const { code } = (await answer.json()) as { code?: string };
  return { status: answer.status, code, ms: performance.now() - began, headers: answer.headers };
}

/** Pages of 20,000 characters each: some 8 ms of work for one. */
function densePdf(): Uint8Array<ArrayBuffer> {
  const numbers = Array.from({ length: DENSE_PAGES }, (_, i) => 4 + i);
  const line = "The quick brown fox jumps over a lazy dog. ".repeat(2).slice(0, 100);
  const text = Array.from({ length: 200 }, (_, i) => `1 0 0 1 40 ${780 - i * 3.6} Tm (${line}) Tj`).join(
    "\n",
  );
  const content = `${4 + DENSE_PAGES} 0 R`;
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${numbers.map((n) => `${n} 0 R`).join(" ")}] /Count ${DENSE_PAGES} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...numbers.map(
      () =>
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${content} /Resources << /Font << /F1 3 0 R >> >> >>`,
    ),
    stream(`BT /F1 3 Tf ${text} ET`),
  ]);
}

describe("the free processor time of an account", () => {
  test("is drawn on by dry runs: after some the account waits, and others do not", async () => {
    const key = await keyOf("dry@example.com");
    const file = densePdf();
    let last = await extract(key, file, "dryRun=true");
    expect(last.status).toBe(200);
    for (let i = 0; i < 40 && last.status === 200; i++) last = await extract(key, file, "dryRun=true");
    expect([last.status, last.code]).toEqual([429, "rate-limited"]);
    expect(Number(last.headers.get("retry-after"))).toBeWithin(1, 301);
    const other = await extract(await keyOf("other@example.com"), samplePdf());
    expect(other.status).toBe(200);
  });

  test("is shown to the operator by API", async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    // The processes are the primary's.
    expect(text).toMatch(/^quintet_sandbox_runs_total\{job="documents",ending="done"\} [1-9]/m);
    const of = (name: string) => Number(new RegExp(`^${name}\\{api="pdf"\\} (\\S+)`, "m").exec(text)?.[1]);
    expect(of("quintet_free_cpu_seconds_total")).toBeGreaterThan(1);
    expect(of("quintet_free_cpu_rejections_total")).toBeGreaterThan(0);
  });
});

test(`${HOSTILE} accounts with files that burn five seconds keep an honest one waiting for none of them`, async () => {
  const honest = await keyOf("honest@example.com");
  const quiet: number[] = [];
  for (let i = 0; i < CALLS.quiet; i++) quiet.push((await extract(honest, samplePdf())).ms);
  const keys = await Promise.all(Array.from({ length: HOSTILE }, (_, i) => keyOf(`hostile${i}@example.com`)));
  const file = nineKilobytes();
  const codes = new Set<string | undefined>();
  const leaving = new AbortController();
  const send = async (key: string) => {
    while (!leaving.signal.aborted) {
      const { status, code } = await extract(key, file, "", leaving.signal);
      codes.add(code);
      if (status !== 422) await Bun.sleep(200);
    }
  };
  const attack = Promise.allSettled(keys.flatMap((key) => [send(key), send(key)]));
  const during: number[] = [];
  for (let i = 0; i < CALLS.during; i++) {
    const { status, ms } = await extract(honest, samplePdf());
    expect(status).toBe(200);
    during.push(ms);
    await Bun.sleep(100);
  }
  await until("an attacker is answered", () => codes.size > 0);
  // What is under way would burn its five seconds.
  leaving.abort();
  const failed = (await attack).filter(
    (end) => end.status === "rejected" && end.reason.name !== "AbortError",
  );
  expect(failed).toEqual([]);
  // Three times the quiet time, and some air for a machine whose cores the attack shares.
  expect(median(during)).toBeLessThan(3 * median(quiet) + 300);
  // All of the answers that the attackers got say what to do.
  expect([...codes].every((code) => ["too-complex", "busy", "rate-limited"].includes(code ?? ""))).toBe(true);
});
