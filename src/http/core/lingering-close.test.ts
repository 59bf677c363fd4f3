import { afterEach, describe, expect, test } from "bun:test";
import { asksToClose, createLingeringClose } from "./lingering-close.ts";
import { readChunks } from "./read-body.ts";

const LINGER_MS = 100;

/** More than the socket buffers of both sides hold. */
const LARGE = 20_000_000;

let server: ReturnType<typeof Bun.serve>;
afterEach(() => server.stop(true));

/** Serves a handler that rejects every request; at most `most` connections linger. */
function serve(reject: (request: Request) => Response | Promise<Response>, most = 8, lingerMs = LINGER_MS) {
  const fetch = createLingeringClose({ patienceMs: lingerMs, deadlineMs: 5 * lingerMs }, most)(
    reject,
    asksToClose,
  );
  server = Bun.serve({ hostname: "127.0.0.1", port: 0, development: false, fetch });
}

const unauthorized = () => new Response("rejected", { status: 401 });

/** Sends a head, and so many bytes of the body that it announces. */
async function send(connection: string, announced: number | "chunked", sent = 0) {
  const began = performance.now();
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const { promise: answered, resolve: answer } = Promise.withResolvers<number>();
  const isChunked = announced === "chunked";
  const body = Buffer.alloc(sent, "x");
  const framed = isChunked ? [`${sent.toString(16)}\r\n`, body, "\r\n0\r\n\r\n"] : [body];
  const framing = isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${announced}`;
  const head = `POST / HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n${framing}\r\n\r\n`;
  let left: Uint8Array = Buffer.concat([head, ...framed].map((part) => Buffer.from(part)));
  let text = "";
  const write = (socket: Bun.Socket) => {
    left = left.subarray(Math.max(0, socket.write(left)));
  };
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: server.port ?? 0,
    socket: {
      open: write,
      drain: write,
      data(_socket, bytes) {
        text += bytes.toString("latin1");
        if (text.endsWith("rejected")) answer(performance.now() - began);
      },
      close: () => close(),
      error: () => close(),
    },
  });
  return {
    /** Milliseconds until the whole response was there. */
    answered,
    closed,
    leave: () => socket.terminate(),
    write: (bytes: Uint8Array) => void socket.write(bytes),
    /** What the client has once the connection is closed. */
    async result() {
      await closed;
      return { isSent: left.length === 0, isAnswered: text.endsWith("rejected") };
    },
  };
}

const RECEIVED = { isSent: true, isAnswered: true };

describe("a body that is rejected on a connection that closes", () => {
  test.each([
    ["before it is read", LARGE, unauthorized],
    [
      "while it is read",
      "chunked",
      async (request: Request) => {
        const pace = { patienceMs: 5_000, deadlineMs: 5_000 };
        return readChunks(request, 100_000, pace, () => {}).then(
          () => new Response("accepted"),
          unauthorized,
        );
      },
    ],
  ] as const)("%s: the client sends all of it, then reads why", async (_when, announced, reject) => {
    serve(reject, 8, 5_000);
    for (let i = 0; i < 5; i++) {
      const client = await send("Close", announced, LARGE);
      expect(await client.result()).toEqual(RECEIVED);
    }
  });

  test("and does not come is waited for as long as is allowed, and no longer", async () => {
    serve(unauthorized);
    const client = await send("close", 1_000, 10);
    expect(await client.answered).toBeGreaterThanOrEqual(LINGER_MS - 5);
    expect(await client.result()).toEqual(RECEIVED);
  });

  test("and comes steadily is waited for longer: the client reads why", async () => {
    const lingerMs = 400;
    serve(unauthorized, 8, lingerMs);
    const PIECES = 30;
    const PIECE = 10_000;
    const client = await send("close", PIECES * PIECE);
    let pieces = 0;
    // In all, longer than a client that sends nothing may take.
    const timer = setInterval(() => {
      if (pieces++ < PIECES) client.write(Buffer.alloc(PIECE));
    }, 25);
    expect(await client.result()).toEqual(RECEIVED);
    clearInterval(timer);
    expect(pieces).toBeGreaterThanOrEqual(PIECES);
  });

  test("is not waited for where too many are; one that leaves makes room", async () => {
    // Long beside what a busy machine takes for two requests.
    const lingerMs = 2_000;
    serve(unauthorized, 1, lingerMs);
    const both = [await send("close", 1_000), await send("close", 1_000)];
    expect(await Promise.race(both.map((client) => client.answered))).toBeLessThan(lingerMs - 5);
    for (const client of both) client.leave();
    let waitedMs = 0;
    while (waitedMs < lingerMs - 5) waitedMs = await (await send("close", 1_000)).answered;
  });
});

test("where the connection stays open, the response is sent at once", async () => {
  serve(unauthorized, 8, 60_000);
  const client = await send("keep-alive", 1_000);
  expect(await client.answered).toBeLessThan(30_000);
  client.leave();
});

test("a success is sent at once", async () => {
  serve(() => new Response("not rejected"), 8, 60_000);
  const client = await send("close", 1_000);
  expect(await client.answered).toBeLessThan(30_000);
});
