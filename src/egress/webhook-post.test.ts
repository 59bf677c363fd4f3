import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createServer, type Server, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { rejectionOf } from "../../test/helpers/rejection.ts";
import { until } from "../../test/helpers/until.ts";
import { Problem } from "../kit/problem.ts";
import { readAllowance } from "./allowance.ts";
import { rejectedAddresses, rejectedUrls } from "./url-policy.fixture.ts";
import { checkWebhookUrl, createWebhookPost } from "./webhook-post.ts";

/** A deadline that is meant to be reached, and one that a busy machine does not reach. */
const DEADLINE = 400;
const PATIENT = 15_000;

const sockets = new Set<Socket>();
const asked: string[] = [];
let server: Server;
let port = 0;

const head = (status: string, more = "") => `HTTP/1.1 ${status}\r\n${more}\r\n`;

const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024));
/** A response with this body. */
const respond =
  (bytes: string | Uint8Array, more = "") =>
  (socket: Socket) => {
    socket.write(head("200 OK", `${more}Content-Length: ${Buffer.byteLength(bytes)}\r\n`));
    socket.end(bytes);
  };

/** Every path is a receiver with a behavior of its own. */
const receivers: Record<string, (socket: Socket) => void> = {
  "/ok": (socket) => socket.end(head("204 No Content")),
  "/text": (socket) => socket.end(`${head("200 OK", "Content-Length: 2\r\n")}ok`),
  "/error": (socket) => socket.end(head("500 Internal Server Error", "Content-Length: 0\r\n")),
  "/redirect": (socket) =>
    socket.end(
      head("307 Temporary Redirect", `Location: http://127.0.0.1:${port}/ok\r\nContent-Length: 0\r\n`),
    ),
  "/silent": () => {},
  "/slow-headers": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    const timer = setInterval(() => socket.write("X-More: yes\r\n"), 20);
    socket.on("close", () => clearInterval(timer));
  },
  "/endless": (socket) => {
    socket.write(head("200 OK", "Content-Type: text/plain\r\n"));
    const timer = setInterval(() => socket.write("more"), 20);
    socket.on("close", () => clearInterval(timer));
  },
  "/flood": (socket) => {
    socket.write(head("200 OK"));
    const piece = Buffer.alloc(64 * 1024);
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on("drain", more);
    more();
  },
  "/headers": (socket) => socket.end(head("200 OK", `X-Long: ${"x".repeat(32 * 1024)}\r\n`)),
  "/nonsense": (socket) => socket.end("what?\r\n\r\n"),
  "/closed": (socket) => socket.destroy(),
  "/html": respond("<script>alert(1)</script>\r\n\t\u00e9"),
  "/controls": respond("a\0\u0007\u001b[31mred\u202egnp\u2066.exe\u0085\ufeff!"),
  "/binary": respond(Buffer.from([0xff, 0xfe, 0, 1, 2, 0xc3, 0x28, 0xe2, 0x82])),
  "/long": respond(`${"a".repeat(999)}\u00e9${"b".repeat(2_000)}`),
  "/bomb": respond(bomb, "Content-Encoding: gzip\r\n"),
  "/stalled": (socket) => void socket.write(`${head("200 OK", "Content-Length: 9\r\n")}half`),
  "/cut": (socket) => socket.end(`${head("200 OK", "Content-Length: 9\r\n")}half`),
  "/secrets": respond(
    "ok",
    [
      "Content-Type: text/plain; \u0080\u009b31m\t\u00e9",
      "Location: https://ada:pass@example.com/sign-in?token=abc#at",
      "Set-Cookie: session=abc",
      "WWW-Authenticate: Digest nonce=abc",
      "Authorization: Bearer abc",
      "X-Api-Key: abc",
      "X-Request-Id: one",
      "x-request-id: two",
      "__proto__: abc",
      "Server: <script>alert(1)</script>",
      `Via: ${"x".repeat(2_000)}`,
      "",
    ].join("\r\n"),
  ),
  "/many": (socket) => socket.end(head("200 OK", "X-Request-Id: 1\r\n".repeat(800))),
  "/100kb": (socket) => socket.end(head("200 OK", "Server: abcdefgh\r\n".repeat(5_600))),
};

beforeAll(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.once("data", (data) => {
      const text = data.toString();
      asked.push(text);
      receivers[text.split(" ")[1] ?? ""]?.(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
});

afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

const never = new AbortController().signal;
const localPost = () =>
  createWebhookPost({ allowance: readAllowance(`127.0.0.1:${port}`), userAgent: "Quintet/test" });
const send = (path: string, deadlineMs = PATIENT) =>
  localPost()(`http://127.0.0.1:${port}${path}`, { "webhook-id": "1" }, '{"a":"é"}', never, deadlineMs);

/** A post for which every name resolves to these addresses. */
const postTo = (...addresses: string[]) =>
  createWebhookPost({
    allowance: readAllowance(""),
    userAgent: "Quintet/test",
    resolve: async () => addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
  });

describe("URLs that events are never sent to", () => {
  test.each(rejectedUrls)("%s", async (url, code) => {
    expect(() => checkWebhookUrl(url, readAllowance(""))).toThrow(expect.objectContaining({ code }));
    expect(await rejectionOf(postTo("93.184.216.34")(url, {}, "{}", never))).toMatchObject({ code });
    // With https it is no better.
    const secure = url.replace(/^http:/, "https:");
    expect(() => checkWebhookUrl(secure, readAllowance(""))).toThrow(expect.objectContaining({ code }));
  });

  test.each(rejectedAddresses)("%s: %s", async (address) => {
    const host = address.includes(":") ? `[${address}]` : address;
    const rejection = { code: "url-not-public" };
    for (const [post, url] of [
      [postTo("93.184.216.34"), `https://${host}/`],
      [postTo(address), "https://name.example/"],
      [postTo("93.184.216.34", address), "https://two.example/"],
    ] as const) {
      expect(await post(url, {}, "{}", never).catch((error: unknown) => error)).toMatchObject(rejection);
    }
  });

  test("http, unless the operator allows the target or its range", () => {
    const rejection = expect.objectContaining({ code: "url-invalid" });
    for (const url of ["http://example.com/", "http://93.184.216.34/", "HTTP://EXAMPLE.COM:8080/hook"]) {
      expect(() => checkWebhookUrl(url, readAllowance(""))).toThrow(rejection);
      expect(() => checkWebhookUrl(url, readAllowance("10.0.0.0/8"))).toThrow(rejection);
    }
    expect(checkWebhookUrl("https://example.com/hook?a=1", readAllowance("")).port).toBe("");
    expect(checkWebhookUrl("http://hooks.test:9000/", readAllowance("hooks.test:9000")).port).toBe("9000");
    expect(checkWebhookUrl("http://10.1.2.3:9000/", readAllowance("10.0.0.0/8")).port).toBe("9000");
  });
});

test("an event is one POST with its headers and bytes", async () => {
  asked.length = 0;
  expect(await send("/ok")).toEqual({ status: 204, headers: {}, body: undefined, isCut: false });
  expect(asked).toHaveLength(1);
  const [first = ""] = asked;
  expect(first).toStartWith("POST /ok HTTP/1.1\r\n");
  expect(first).toMatch(/\r\nwebhook-id: 1\r\n/);
  expect(first).toMatch(/\r\nUser-Agent: Quintet\/test\r\n/);
  expect(first).toMatch(/\r\nContent-Length: 10\r\n/);
  expect(first).toEndWith('\r\n\r\n{"a":"é"}');
});

test("the status is the outcome; a redirect is not followed", async () => {
  asked.length = 0;
  expect(await send("/text")).toMatchObject({ status: 200, body: "ok" });
  expect(await send("/error")).toMatchObject({ status: 500, body: undefined });
  expect(await send("/redirect")).toMatchObject({
    status: 307,
    headers: { location: `http://127.0.0.1:${port}/ok` },
    body: undefined,
  });
  expect(asked.map((text) => text.split(" ")[1])).toEqual(["/text", "/error", "/redirect"]);
});

test.each(["/silent", "/slow-headers"])("%s ends at the deadline", async (path) => {
  expect(await send(path, DEADLINE).catch((error: unknown) => error)).toMatchObject({
    code: "upstream-timeout",
  });
});

test.each([
  ["/endless", /^(?:more)+$/],
  ["/flood", /^\uFFFD$/],
])("%s: a response that never ends is closed, and counts", async (path, start) => {
  const before = process.memoryUsage.rss();
  const { status, body, isCut } = await send(path);
  expect([status, body, isCut]).toEqual([200, expect.stringMatching(start), true]);
  expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
  await until("the connection is closed", () => sockets.size === 0);
});

test("headers that may be secrets are left out, and the others are short, readable text", async () => {
  const { headers } = await send("/secrets");
  expect(headers).toEqual({
    "content-length": "2",
    "content-type": expect.stringMatching(/^text\/plain; [^\p{Cc}]+\t[^\p{Cc}]+$/u),
    location: "https://\u2026@example.com/sign-in?\u2026",
    server: "<script>alert(1)</script>",
    via: "x".repeat(200),
    "x-request-id": "one, two",
  });
  expect(Object.values((await send("/many")).headers)).toEqual([
    Array.from({ length: 80 }, () => "1")
      .join(", ")
      .slice(0, 200),
  ]);
  expect(await rejectionOf(send("/100kb"))).toBeInstanceOf(Problem);
});

test.each([
  ["/html", "<script>alert(1)</script>\r\n\t\u00e9", false],
  ["/controls", "a\ufffd[31mred\ufffdgnp\ufffd.exe\ufffd\ufeff!", false],
  ["/binary", "\ufffd(\ufffd", false],
  ["/long", "a".repeat(999), true],
  ["/bomb", undefined, false],
  ["/stalled", "half", true],
  ["/cut", "half", true],
])("%s: the start of the body is text", async (path, text, isCut) => {
  expect(await send(path)).toMatchObject({ status: 200, body: text, isCut });
  await until("the connection is closed", () => sockets.size === 0);
});

test.each([
  ["/headers", "upstream-invalid"],
  ["/nonsense", "upstream-invalid"],
  ["/closed", "upstream-unreachable"],
])("%s is a failure: %s", async (path, code) => {
  expect(await send(path).catch((error: unknown) => error)).toMatchObject({ code });
});

test("the end of the process ends an attempt", async () => {
  const controller = new AbortController();
  const post = localPost()(`http://127.0.0.1:${port}/silent`, {}, "{}", controller.signal);
  controller.abort(new Error("the process stops"));
  expect(await post.catch((error: unknown) => error)).toMatchObject({ message: "the process stops" });
});
