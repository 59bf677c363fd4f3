import { describe, expect, spyOn, test } from "bun:test";
import { unzipSync } from "fflate";
import type { JobRow } from "./job.ts";
import { PIECE_BYTES } from "./result-text.ts";
import { type JobBody, resultsResponse } from "./results.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const nextTurn = () => new Promise(setImmediate);

function row(place: number, fields: Partial<JobRow> = {}): JobRow {
  const state = "succeeded" as const;
  const times = { created_at: "", started_at: null, finished_at: "", expires_at: "" };
  const rest = {
    key_id: "k",
    mode: "live" as const,
    api: "pdf",
    operation: "extract",
    problem: null,
    response: null,
  };
  const own = { id: `batch.${place}`, account: "a", batch: "batch", place, state, attempts: 1, units: 2 };
  return { ...own, ...times, ...rest, ...fields };
}

/** The results of jobs, `perPage` rows at a time. */
function responseTo(
  jobs: readonly JobRow[],
  open: (job: JobRow) => JobBody | undefined,
  accept: string | null = null,
  perPage = 2,
): Response {
  const page = async (after: number) => jobs.filter(({ place }) => Number(place) > after).slice(0, perPage);
  return resultsResponse({ after: -1, page, open: async (job) => open(job) }, accept, "request");
}

async function linesOf(response: Response): Promise<Record<string, unknown>[]> {
  const lines = (await response.text()).split("\n");
  expect(lines.pop()).toBe("");
  return lines.map((line) => JSON.parse(line));
}

/** A text in pieces of so many bytes, which end within characters. */
function cut(text: string, size: number): Uint8Array<ArrayBuffer>[] {
  const bytes = bytesOf(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.slice(i * size, i * size + size),
  );
}

const ODD = `\u{feff}"quoted" \\ größe \u{1f600}\r\n\u2028\u0000\ttab ${"€".repeat(70_000)}`;

describe("a line of results", () => {
  test.each([
    ["application/json", '{"a":1}', { a: 1 }],
    ["application/json; charset=utf-8", '{\r\n  "a": "\\n",\n  "b": [1,\n2]\n}\n', { a: "\n", b: [1, 2] }],
    ["application/ld+json", JSON.stringify(ODD), ODD],
    ["application/json", "", null],
    ["text/markdown", "", ""],
    ["text/markdown; charset=utf-8", ODD, ODD.slice(1)],
    ["application/x-ndjson", '{"a":1}\n{"a":2}\n', '{"a":1}\n{"a":2}\n'],
    ["image/png", "bytes", null],
    ["", "bytes", null],
  ])("has a response of type %p as a value, however it was cut", async (type, text, result) => {
    for (const size of [1, 7, 100_000, 10_000_000]) {
      const content = cut(text, text.length > 1_000 ? Math.max(size, 997) : size);
      const [line] = await linesOf(responseTo([row(0)], () => ({ type, content })));
      expect(line).toEqual({
        index: 0,
        job: "batch.0",
        state: "succeeded",
        units: 2,
        result,
        resultUrl: "/jobs/batch.0/result",
        problem: null,
      });
    }
  });

  test("has the problem of a job that failed, and nothing of one whose response was deleted", async () => {
    const problem = '{"code":"busy","detail":"a \\"text\\"\\n"}';
    const failed = row(0, { state: "failed", units: 0, problem });
    const jobs = [failed, row(1), row(2, { state: "canceled" })];
    expect(await linesOf(responseTo(jobs, () => undefined))).toMatchObject([
      { index: 0, state: "failed", result: null, resultUrl: null, problem: JSON.parse(problem) },
      { index: 1, state: "succeeded", result: null, resultUrl: "/jobs/batch.1/result", problem: null },
      { index: 2, state: "canceled", result: null, resultUrl: null, problem: null },
    ]);
  });
});

test("a ZIP file has each response as it was stored, and a line for each job that it has", async () => {
  const jobs = [
    row(0),
    row(1, { state: "failed", problem: '{"code":"busy"}' }),
    row(2),
    row(3),
    row(5),
    row(6),
  ];
  const bodies = new Map<number | null, JobBody>([
    [0, { type: "application/json", content: cut('{\n"a":1}', 3) }],
    [2, { type: "image/png", content: cut(ODD, 100_000) }],
    [3, { type: "a/b", content: [] }],
    [5, { type: "application/x-ndjson; charset=utf-8", content: cut("{}\n", 3) }],
    [6, { type: "text/html; charset=utf-8", content: cut("<p>", 3) }],
  ]);
  let pages = 0;
  const page = async (after: number) => {
    // One that ends after the files were written is not in the file.
    if (++pages === 3) jobs.push(row(7));
    return jobs.filter(({ place }) => Number(place) > after);
  };
  const source = { after: -1, page, open: async ({ place }: JobRow) => bodies.get(place) };
  const files = unzipSync(await resultsResponse(source, "application/zip", "request").bytes());
  expect(pages).toBe(4);
  expect(Object.keys(files)).toEqual([
    ...["00000.json", "00002.png", "00003.bin", "00005.ndjson", "00006.html", "results.ndjson"],
  ]);
  expect(files["00000.json"]).toEqual(bytesOf('{\n"a":1}'));
  expect(files["00002.png"]).toEqual(bytesOf(ODD));
  const lines = await linesOf(new Response(files["results.ndjson"]));
  expect(lines.map(({ index, result, problem }) => [index, result, problem])).toEqual([
    [0, null, null],
    [1, null, { code: "busy" }],
    [2, null, null],
    [3, null, null],
    [5, null, null],
    [6, null, null],
  ]);
});

describe.each(["application/x-ndjson", "application/zip"])("long results as %s", (accept) => {
  const STORED_BYTES = 192 * 1024;
  const PIECES = 40;
  /** What is between the store and the client: a piece of the store, one that is filled, and one that waits to be sent. */
  const AHEAD_BYTES = STORED_BYTES + 4 * PIECE_BYTES;

  /** A batch of two long results, and what was read of them. */
  function long() {
    const read = { bytes: 0, closed: 0 };
    async function* content() {
      try {
        for (let i = 0; i < PIECES; i++) {
          const piece = new Uint8Array(STORED_BYTES).fill(0x20);
          if (i === 0) piece[0] = 0x31;
          read.bytes += piece.byteLength;
          yield piece;
        }
      } finally {
        read.closed++;
      }
    }
    const open = () => ({ type: "application/json", content: content() });
    const { body } = responseTo([row(0), row(1)], open, accept);
    if (body === null) throw new TypeError("the response has a body");
    return { reader: body.getReader(), read };
  }

  test("are sent in small pieces, read no further than the client, parsed nowhere, and leave turns to others", async () => {
    using parse = spyOn(JSON, "parse");
    const { reader, read } = long();
    let turns = 0;
    let isDone = false;
    const turn = () => {
      turns++;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    let received = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      expect(value.byteLength).toBeLessThanOrEqual(PIECE_BYTES);
      received += value.byteLength;
      expect(read.bytes - received).toBeLessThanOrEqual(AHEAD_BYTES);
    }
    isDone = true;
    expect(received).toBeGreaterThan(2 * PIECES * STORED_BYTES);
    expect(turns).toBeGreaterThanOrEqual(Math.floor(received / PIECE_BYTES) - 1);
    expect(parse).not.toHaveBeenCalled();
  });

  test("wait for a client that stops to read, and end with one that leaves", async () => {
    const { reader, read } = long();
    await reader.read();
    for (let turn = 0; turn < 100; turn++) await nextTurn();
    expect(read.bytes).toBeLessThanOrEqual(AHEAD_BYTES);
    await reader.cancel();
    expect(read.closed).toBe(1);
  });
});

test("many short results leave turns to others before they are sent", async () => {
  const jobs = Array.from({ length: 200 }, (_, i) => row(i));
  // Each takes a millisecond of the loop, and all of them are no longer than a piece.
  const open = () => {
    for (const until = performance.now() + 1; performance.now() < until; );
    return { type: "application/json", content: [bytesOf("1")] };
  };
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns++;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const lines = await linesOf(responseTo(jobs, open));
  isDone = true;
  expect(lines).toHaveLength(200);
  expect(turns).toBeGreaterThanOrEqual(25);
});
