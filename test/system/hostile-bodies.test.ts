import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { samples } from "../../src/apis/pdf/samples.ts";
import { problemKinds } from "../../src/kit/problem-kinds.ts";
import { type HostileBody, hostileMessages, hostileUploads } from "../fixtures/hostile-bodies.ts";
import { AS_SERVED } from "../helpers/engine-settings.ts";
import { casesOf } from "../helpers/nightly.ts";
import { type Running, runQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";

/** Of the bodies, in bytes: more than the largest file as Base64. */
const SIZE = 3_000_000;

/** What a request to the UUID service may wait meanwhile, in milliseconds; the machine of the tests is shared. */
const STALL_MS = 1_000;

/** What the server may grow by, in MB. */
const GROWTH_MB = 250;

/** A connection on which a body begins and does not end. */
async function begin(head: string, bytes: Uint8Array) {
  let answer = "";
  let sent = 0;
  const write = (socket: Bun.Socket) => {
    while (sent < bytes.length) {
      const taken = socket.write(bytes.subarray(sent));
      if (taken <= 0) return;
      sent += taken;
    }
  };
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: server.port,
    socket: {
      data: (_socket, text) => {
        answer += text.toString("latin1");
      },
      drain: write,
      close: () => {},
      error: () => {},
    },
  });
  socket.write(`POST ${head}\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
  write(socket);
  return { answer: () => answer, isSent: () => sent === bytes.length, end: () => socket.terminate() };
}

const data = temporaryFolder();
const environment = {
  ...AS_SERVED,
  DATA_DIR: data,
  UPLOAD_MAX_MB: "2",
  FREE_CPU_SECONDS_PER_MINUTE: "100000",
  LOG_LEVEL: "warn",
};
let server: Running;
let key = "";
let otherKey = "";

async function newKey(email: string): Promise<string> {
  const { out } = await runQuintet(environment, "keys", "create", email);
  return z.object({ key: z.string() }).parse(JSON.parse(out)).key;
}

beforeAll(async () => {
  key = await newKey("hostile@example.com");
  otherKey = await newKey("honest@example.com");
  server = await startQuintet(environment);
});
afterAll(() => server[Symbol.asyncDispose]());

const residentMb = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]) / 1_024;

/** Runs `work` while somebody else asks for UUIDs; gives the longest wait, in milliseconds. */
async function longestWait(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let isOver = false;
  const probe = async () => {
    while (!isOver) {
      const began = performance.now();
      const response = await fetch(`${server.url}/v4`);
      await response.text();
      expect(response.status).toBe(200);
      longest = Math.max(longest, performance.now() - began);
      await Bun.sleep(5);
    }
  };
  const probing = probe();
  try {
    await work();
  } finally {
    isOver = true;
    await probing;
  }
  return longest;
}

/** The longest wait in the best of three rounds at most: other programs of the machine stop us in some of them. */
async function shortestStall(work: () => Promise<void>): Promise<number> {
  let wait = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3 && wait >= STALL_MS; round++) wait = Math.min(wait, await longestWait(work));
  return wait;
}

const Refusal = z.object({ code: z.enum(Object.keys(problemKinds) as [string, ...string[]]) });
const RpcError = z.object({
  jsonrpc: z.literal("2.0"),
  error: z.object({ code: z.int(), message: z.string() }),
});

const post = (path: string, { type, bytes }: HostileBody, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { method: "POST", headers: { "Content-Type": type, ...headers }, body: bytes });

describe.each(casesOf([1, 2], 2))("hostile bodies of seed %d", (seed) => {
  test("for an upload: each is a typed error, and nobody else waits", async () => {
    const bodies = hostileUploads(SIZE, seed);
    const before = residentMb();
    const wait = await shortestStall(async () => {
      for (const body of bodies) {
        const response = await post("/images/remove-bg", body, { "X-API-Key": key });
        const { code } = Refusal.parse(await response.json());
        const seen = { type: body.type, kind: body.kind, status: response.status, code };
        expect([seen, response.status >= 400 && response.status < 423]).toEqual([seen, true]);
      }
    });
    expect(wait).toBeLessThan(STALL_MS);
    expect(residentMb() - before).toBeLessThan(GROWTH_MB);
  });

  test.each([
    ["without a key", SIZE, false],
    ["without a key, small enough to be read", 900_000, false],
    ["with a key", SIZE, true],
  ])("for MCP %s: each is a typed error, and nobody else waits", async (_name, size, isKeyed) => {
    const bodies = hostileMessages(size, seed);
    const before = residentMb();
    const accept = { Accept: "application/json, text/event-stream" };
    const headers = isKeyed ? { ...accept, "X-API-Key": key } : accept;
    const wait = await shortestStall(async () => {
      for (const body of bodies) {
        const response = await post("/mcp", body, headers);
        const text = await response.text();
        // A tool that was called says what was wrong with its argument in its result.
        if (response.status === 200) expect(text).toMatch(/"isError":true|"error":\{"code":/);
        else RpcError.parse(JSON.parse(text));
        const seen = { kind: body.kind, status: response.status };
        expect([seen, response.status < 423]).toEqual([seen, true]);
        if (!isKeyed && size === SIZE) expect(response.status).toBe(401);
      }
    });
    expect(wait).toBeLessThan(STALL_MS);
    expect(residentMb() - before).toBeLessThan(GROWTH_MB);
  });
});

describe("bodies that do not end", () => {
  test("one account holds its share with uploads that lack a byte; another is served meanwhile", async () => {
    const head = `/pdf/extract HTTP/1.1\r\nX-API-Key: ${key}\r\nContent-Type: application/pdf\r\nContent-Length: 2000000`;
    const held = await Promise.all(Array.from({ length: 8 }, () => begin(head, new Uint8Array(1_999_999))));
    // Four of them are its share; nothing is read of the others.
    await until("four uploads are sent", () => held.filter((upload) => upload.isSent()).length >= 4);
    for (const pdf of [
      samples.plain.make(),
      Buffer.concat([samples.plain.make(), new Uint8Array(1_500_000)]),
    ]) {
      const body = { kind: "honest", type: "application/pdf", bytes: Buffer.from(pdf) };
      const response = await post("/pdf/extract", body, { "X-API-Key": otherKey });
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining("pages")]);
    }
    expect(held.filter((upload) => upload.answer() === "").length).toBe(8);
    for (const upload of held) upload.end();
  });

  test("messages of 60 MB without a key are refused before they are read", async () => {
    const before = residentMb();
    const head = "/mcp HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 60000000";
    const held = await Promise.all(
      Array.from({ length: 20 }, () => begin(head, Buffer.alloc(2_000_000, "["))),
    );
    await until("every message is answered", () =>
      held.every((message) => message.answer().includes("\r\n\r\n")),
    );
    for (const message of held) {
      expect(message.answer()).toStartWith("HTTP/1.1 401");
      expect(message.answer()).toContain('"code":"key-missing"');
      message.end();
    }
    expect(residentMb() - before).toBeLessThan(50);
  });

  test.each(["/mcp", "/images/remove-bg", "/signup"])(
    "a client of %s that sends all of a body before it reads why that is rejected can read it",
    async (path) => {
      const type = path === "/images/remove-bg" ? "image/png" : "application/json";
      const keyed = path === "/images/remove-bg" ? `\r\nX-API-Key: ${key}` : "";
      const head = `${path} HTTP/1.1\r\nConnection: close${keyed}\r\nContent-Type: ${type}\r\nContent-Length: 60000000`;
      for (let i = 0; i < 5; i++) {
        const client = await begin(head, Buffer.alloc(60_000_000, "["));
        await until(
          "the body is sent and answered",
          () => client.isSent() && client.answer().includes("\r\n\r\n"),
        );
        expect(client.answer()).toStartWith(path === "/mcp" ? "HTTP/1.1 401" : "HTTP/1.1 413");
      }
    },
  );

  test("a body of the account pages that stops is ended", async () => {
    const head = "/signup HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 1000";
    const { answer, end } = await begin(head, Buffer.from('{"email":"'));
    await until("408", () => answer().startsWith("HTTP/1.1 408"));
    end();
  });
});
