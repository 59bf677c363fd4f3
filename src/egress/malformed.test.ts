import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { deflateSync, gzipSync } from "node:zlib";
import type { Fetched } from "../kit/fetch.ts";
import { Problem } from "../kit/problem.ts";
import { readAllowance } from "./allowance.ts";
import { cert, key } from "./certificate.fixture.ts";
import { createFetch } from "./fetch.ts";

const DEADLINE = 400;
/** For what ends by itself: a busy machine must not look like an upstream that is late. */
const PATIENT = 15_000;
const CAP = 1024 * 1024;
const sockets = new Set<Socket>();
let port = 0;
let server: Server;
let tls: Server;
let tlsPort = 0;

/** Writes as fast as the other side takes it. */
function flood(socket: Socket, piece: Buffer | string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on("drain", more);
  more();
}

const says = (text: string) => (socket: Socket) => socket.end(Buffer.from(text, "latin1"));
const floods = (start: string, piece: string) => (socket: Socket) => {
  socket.write(Buffer.from(start, "latin1"));
  flood(socket, Buffer.from(piece.repeat(Math.ceil(16_384 / piece.length)), "latin1"));
};
const OK = "HTTP/1.1 200 OK\r\n";

/** What an upstream sends, and how the fetch may end: with a problem, or with an answer that has a limit. */
const cases: readonly (readonly [name: string, behave: (socket: Socket) => void, ends: RegExp])[] = [
  ["HTTP/0.9: a body without a head", says("<html><p>hello</html>"), /^upstream-(invalid|unreachable)$/],
  ["HTTP/2 to a question in HTTP/1.1", says("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), /^upstream-invalid$/],
  [
    "a status of four digits",
    says("HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n"),
    /^upstream-invalid$|^answered/,
  ],
  ["a status that is no number", says("HTTP/1.1 abc OK\r\n\r\n"), /^upstream-invalid$/],
  [
    "two lengths that differ",
    says(`${OK}Content-Length: 3\r\nContent-Length: 9\r\n\r\nabcdefghi`),
    /^upstream-invalid$/,
  ],
  ["a negative length", says(`${OK}Content-Length: -1\r\n\r\nabc`), /^upstream-invalid$/],
  [
    "a length and chunks",
    says(`${OK}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`),
    /^upstream-invalid$|^answered 3$/,
  ],
  [
    "more than its length",
    says(`${OK}Content-Length: 3\r\n\r\nabcdefghi`),
    /^upstream-invalid$|^answered 3$/,
  ],
  [
    "a chunk of 2^64 bytes",
    says(`${OK}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nabc`),
    /^upstream-invalid$/,
  ],
  ["a chunk that is cut", says(`${OK}Transfer-Encoding: chunked\r\n\r\n9\r\nabc`), /^upstream-invalid$/],
  [
    "chunks without an end",
    floods(`${OK}Transfer-Encoding: chunked\r\n\r\n`, "1\r\na\r\n"),
    /^upstream-(invalid|timeout)$/,
  ],
  [
    "a chunk extension without an end",
    floods(`${OK}Transfer-Encoding: chunked\r\n\r\n1;`, "x"),
    /^upstream-(invalid|timeout)$/,
  ],
  [
    "trailers without an end",
    floods(`${OK}Transfer-Encoding: chunked\r\n\r\n0\r\n`, "X-A: b\r\n"),
    /^upstream-(invalid|timeout)$|^answered 0$/,
  ],
  ["one header without an end", floods(`${OK}X-Long: `, "y"), /^upstream-invalid$/],
  ["a status line without an end", floods("HTTP/1.1 200 ", "O"), /^upstream-(invalid|timeout)$/],
  ["a flood of 1xx", floods("", "HTTP/1.1 103 Early Hints\r\n\r\n"), /^upstream-(invalid|timeout)$/],
  ["a flood of 100 Continue", floods("", "HTTP/1.1 100 Continue\r\n\r\n"), /^upstream-(invalid|timeout)$/],
  [
    "a switch of protocols that nobody asked for",
    floods("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n", "x"),
    /^upstream-/,
  ],
  [
    "control characters in a header",
    says(`${OK}X-A: a\0b\r\nContent-Length: 0\r\n\r\n`),
    /^upstream-invalid$|^answered 0$/,
  ],
  [
    "gzip whose members go on and on",
    (socket) => {
      socket.write(`${OK}Content-Encoding: gzip\r\n\r\n`);
      flood(socket, gzipSync(Buffer.alloc(65_536)));
    },
    /^upstream-(too-large|invalid|timeout)$/,
  ],
  [
    "gzip with noise after its end",
    says(
      `${OK}Content-Encoding: gzip\r\nConnection: close\r\n\r\n${gzipSync("abc").toString("latin1")}noise`,
    ),
    /^upstream-invalid$|^answered 3$/,
  ],
  [
    "deflate that says gzip",
    says(`${OK}Content-Encoding: gzip\r\n\r\n${deflateSync("abc").toString("latin1")}`),
    /^upstream-invalid$/,
  ],
  [
    "two codings in two lines",
    says(`${OK}Content-Encoding: gzip\r\nContent-Encoding: br\r\nContent-Length: 3\r\n\r\nabc`),
    /^upstream-invalid$/,
  ],
  [
    "a coding that every object of JavaScript has as a member",
    says(`${OK}Content-Encoding: constructor\r\nContent-Length: 3\r\n\r\nabc`),
    /^upstream-invalid$/,
  ],
  [
    "an unknown transfer coding",
    says(`${OK}Transfer-Encoding: gzip, chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`),
    /^upstream-invalid$|^answered/,
  ],
  [
    "a redirect with a body without an end",
    floods("HTTP/1.1 302 Found\r\nLocation: /plain\r\n\r\n", "x"),
    /^answered 2$/,
  ],
  [
    "redirects to ever new addresses",
    (socket) =>
      socket.end(`HTTP/1.1 302 Found\r\nLocation: /new-${Math.random()}\r\nContent-Length: 0\r\n\r\n`),
    /^answered 0 too-many$/,
  ],
  [
    "a redirect to nowhere",
    says("HTTP/1.1 302 Found\r\nLocation: http://[\r\nContent-Length: 0\r\n\r\n"),
    /^url-invalid$/,
  ],
  [
    "a redirect without an address",
    says("HTTP/1.1 302 Found\r\nContent-Length: 2\r\n\r\nno"),
    /^answered 2$/,
  ],
  [
    "a redirect to an empty address",
    says("HTTP/1.1 302 Found\r\nLocation: \r\nContent-Length: 0\r\n\r\n"),
    /^answered 0 loop$|^answered 0$/,
  ],
  [
    "a redirect to a socket of the system",
    says("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:2375/\r\nContent-Length: 0\r\n\r\n"),
    /^url-not-public$/,
  ],
  [
    "a redirect by another spelling of loopback",
    says("HTTP/1.1 302 Found\r\nLocation: http://0x7f.1/\r\nContent-Length: 0\r\n\r\n"),
    /^url-not-public$/,
  ],
  [
    "a reset in the middle of the body",
    (socket) => {
      socket.write(`${OK}Content-Length: 100\r\n\r\nabc`, () => setImmediate(() => socket.resetAndDestroy()));
    },
    /^upstream-(invalid|unreachable)$/,
  ],
];

beforeAll(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.once("data", (data) => {
      const path = data.toString("latin1").split(" ")[1] ?? "";
      if (path === "/plain") {
        socket.end(`${OK}Content-Length: 2\r\n\r\nhi`);
        return;
      }
      const at = path.startsWith("/new-")
        ? cases.findIndex(([name]) => name.includes("ever new"))
        : Number(path.slice(1));
      cases[at]?.[1](socket);
    });
  });
  tls = createTlsServer({ key, cert }, (socket) => socket.end(`${OK}Content-Length: 0\r\n\r\n`));
  const listen = (one: Server) =>
    new Promise<number>((resolve) => {
      one.listen(0, "127.0.0.1", () => {
        const address = one.address();
        resolve(typeof address === "object" && address !== null ? address.port : 0);
      });
    });
  port = await listen(server);
  tlsPort = await listen(tls);
});

afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
  tls.close();
});

function fetchIt(url: string, deadlineMs: number): Promise<Fetched> {
  const fetch = createFetch({
    allowance: readAllowance(`page.test:${port},other.test:${tlsPort},page.test:${tlsPort}`),
    userAgent: "Quintet test",
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
  });
  return fetch(url, { maxBytes: CAP, deadlineMs });
}

async function endOf(url: string, deadlineMs = PATIENT): Promise<string> {
  try {
    const { body, stopped } = await fetchIt(url, deadlineMs);
    return ["answered", body.byteLength, ...(stopped === undefined ? [] : [stopped])].join(" ");
  } catch (error) {
    return error instanceof Problem ? error.code : String(error);
  }
}

describe("upstreams that break the rules of HTTP", () => {
  test.each(cases.map(([name], i) => [name, i] as const))("%s", async (_name, i) => {
    const before = process.memoryUsage().rss;
    const ends = cases[i]?.[2] ?? /never/;
    const mayTimeOut = ends.test("upstream-timeout");
    expect(await endOf(`http://page.test:${port}/${i}`, mayTimeOut ? DEADLINE : PATIENT)).toMatch(ends);
    expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(40);
  });
});

describe("TLS", () => {
  test("a certificate that nobody vouches for, for this name and for another", async () => {
    expect(await endOf(`https://page.test:${tlsPort}/`)).toBe("upstream-tls");
    expect(await endOf(`https://other.test:${tlsPort}/`)).toBe("upstream-tls");
  });
  test("a server that never shakes hands", async () => {
    expect(await endOf(`https://page.test:${port}/`, DEADLINE)).toMatch(/^upstream-(timeout|tls)$/);
  });
});
