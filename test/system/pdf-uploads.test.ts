import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { backwards } from "../fixtures/hostile-pdfs.ts";
import { type Running, startQuintet } from "../helpers/running.ts";
import { until } from "../helpers/until.ts";
import { send, sendPlain } from "../servers/pdf-server.ts";

let server: Running;
beforeAll(async () => {
  server = await startQuintet({
    METERING: "off",
    LOG_LEVEL: "error",
    UPLOAD_MAX_MB: "2",
    SANDBOX_PROCESSES: "1",
  });
  await sendPlain(server);
});
afterAll(() => server[Symbol.asyncDispose]());

/** The value of a number at /metrics; 0 where it has none yet. */
async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const line = text.split("\n").find((one) => one.startsWith(name));
  return Number(line?.split(" ").at(-1) ?? 0);
}

const RUNNING = 'quintet_sandbox_running{job="documents"}';
const LEFT = 'quintet_sandbox_runs_total{job="documents",ending="left"}';

interface Upload {
  /** What the server has answered so far. */
  answer(): string;
  readonly closed: Promise<void>;
  write(bytes: string | Uint8Array): void;
  end(): void;
}

/** A connection that sends a body as it pleases. */
async function begin(headers: string): Promise<Upload> {
  let answer = "";
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: server.port,
    socket: {
      data: (_socket, bytes) => {
        answer += bytes.toString("latin1");
      },
      close: () => resolve(),
      error: () => resolve(),
    },
  });
  socket.write(
    `POST /pdf/extract HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/pdf\r\n${headers}\r\n\r\n`,
  );
  return {
    answer: () => answer,
    closed,
    write: (bytes) => void socket.write(bytes),
    end: () => socket.terminate(),
  };
}

/** More than one process and its queue take. */
const MANY = 40;

describe("an upload", () => {
  test("that trickles or stops in its middle is ended after 15 s, and says why; others are served meanwhile", async () => {
    const began = performance.now();
    const uploads = await Promise.all(Array.from({ length: MANY }, () => begin("Content-Length: 1000000")));
    const stopped = await Promise.all(["Content-Length: 1000000", "Transfer-Encoding: chunked"].map(begin));
    for (const [i, upload] of stopped.entries()) upload.write(i === 0 ? "%PDF-1.7 " : "9\r\n%PDF-1.7 \r\n");
    const trickle = setInterval(() => {
      for (const upload of uploads) upload.write("%");
    }, 100);
    await sendPlain(server);
    const all = [...uploads, ...stopped];
    await until("every upload is answered", () => all.every((upload) => upload.answer() !== ""));
    clearInterval(trickle);
    expect(performance.now() - began).toBeGreaterThan(14_000);
    for (const upload of all) {
      expect(upload.answer()).toStartWith("HTTP/1.1 408");
      expect(upload.answer()).toContain('"code":"upload-too-slow"');
      upload.end();
    }
    await sendPlain(server);
  });
  test("over the cap is refused before its end, with a length and without", async () => {
    const announced = await begin("Content-Length: 3000000");
    await until("413", async () => announced.answer().startsWith("HTTP/1.1 413"));
    announced.end();
    const chunked = await begin("Transfer-Encoding: chunked");
    const chunk = Buffer.concat([Buffer.from("10000\r\n"), Buffer.alloc(0x10000), Buffer.from("\r\n")]);
    for (let i = 0; i < 40 && chunked.answer() === ""; i++) {
      chunked.write(chunk);
      await Bun.sleep(1);
    }
    await until("413", async () => chunked.answer().startsWith("HTTP/1.1 413"));
    chunked.end();
    await sendPlain(server);
  });
  test("whose client leaves in its middle leaves nothing behind", async () => {
    // Each holds a megabyte; sixteen of them are what one process holds.
    for (let i = 0; i < 40; i++) {
      const upload = await begin("Content-Length: 1900000");
      upload.write(new Uint8Array(1_000_000));
      upload.end();
    }
    await until(
      "the place is free again",
      async () => (await send(server, backwards(), "pages=9")).status === 422,
    );
    await sendPlain(server);
  });
});

describe("a client that leaves", () => {
  test("frees the process that works for it, though it is in the middle of a loop", async () => {
    const before = await metric(LEFT);
    const leaving = new AbortController();
    const work = fetch(`${server.url}/pdf/extract`, {
      method: "POST",
      headers: { "Content-Type": "application/pdf" },
      body: backwards(),
      signal: leaving.signal,
    }).catch(() => undefined);
    await until("the run has begun", async () => (await metric(RUNNING)) === 1);
    leaving.abort();
    await work;
    await until("the run has ended", async () => (await metric(RUNNING)) === 0);
    await until("it is counted", async () => (await metric(LEFT)) === before + 1);
    await sendPlain(server);
  });
});
