import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { samplePdf } from "../src/apis/pdf/sample.ts";
import { problemKinds } from "../src/kit/problem-kinds.ts";
import { backwards, hostilePdfs } from "./hostile-pdfs.ts";
import { expectProblem } from "./problem-document.ts";
import { type Running, startQuintet } from "./running.ts";

let server: Running;
beforeAll(async () => {
  server = await startQuintet({ METERING: "off", LOG_LEVEL: "error" });
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

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
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

/** Resident memory of the server and its processes, in MiB. */
function memory(): number {
  const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, "utf8").trim().split(" ");
  const kilobytes = [String(server.pid), ...children].map((pid) =>
    Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}

test("memory comes back after the bombs", async () => {
  const bombs = hostilePdfs
    .filter(([name]) => /Flate|forms within|hundred million/.test(name))
    .map(([, make]) => make());
  const settle = async (): Promise<number> => {
    for (let i = 0; i < 40; i++) await Promise.all([plain(), plain()]);
    await Bun.sleep(500);
    return memory();
  };
  for (const bomb of bombs) await send(bomb);
  const before = await settle();
  for (let round = 0; round < 3; round++) for (const bomb of bombs) await (await send(bomb)).arrayBuffer();
  expect(await settle()).toBeLessThan(1.1 * before);
}, 60_000);

test("neighbours go on while one file takes all the time it gets", async () => {
  const alone: number[] = [];
  for (let i = 0; i < 40; i++) alone.push(await timed(plain));
  let code: string | undefined;
  const hostile = send(backwards())
    .then((answer) => answer.json())
    .then((document) => {
      code = (document as { code: string }).code;
    });
  const beside: number[] = [];
  while (code === undefined) beside.push(await timed(plain));
  await hostile;
  expect(code).toBe("too-complex");
  expect(beside.length).toBeGreaterThan(50);
  // Two milliseconds for the scheduler: on two cores the neighbour still has one.
  expect(median(beside)).toBeLessThan(2 * median(alone) + 2);
}, 30_000);

test("3,000 damaged files: no 500, no hang, and the pool is healthy after them", async () => {
  const sample = samplePdf();
  // A plain generator of its own: the same 3,000 files in each run.
  let seed = 20_261_120;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  // The bombs among them take a second each: here it is the damage that counts.
  const light = hostilePdfs.filter(([name]) => /outline|xref|length|child|mark/.test(name));
  const sources = [sample, ...light.map(([, make]) => make())];
  const mutate = (): Uint8Array<ArrayBuffer> => {
    const source = sources[random(2) === 0 ? 0 : random(sources.length)] ?? sample;
    const file = source.slice(0, random(4) === 0 ? random(source.length) + 9 : source.length);
    for (let flips = random(12); flips > 0; flips--)
      file[9 + random(Math.max(1, file.length - 9))] = random(256);
    if (random(3) === 0) {
      const other = sources[random(sources.length)] ?? sample;
      const from = random(other.length);
      file.set(other.slice(from, from + 200).slice(0, Math.max(0, file.length - 9)), 9);
    }
    return file;
  };
  const seen = new Map<number, number>();
  for (let i = 0; i < 3_000; i++) {
    const answer = await send(mutate());
    await answer.arrayBuffer();
    seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
  }
  expect([...seen.keys()].filter((status) => status !== 200 && status !== 422)).toEqual([]);
  expect(seen.get(200)).toBeGreaterThan(300);
  expect(seen.get(422)).toBeGreaterThan(300);
  await plain();
}, 120_000);
