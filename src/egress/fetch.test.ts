import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createServer, type Server, type Socket } from "node:net";
import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import type { FetchOptions } from "../kit/fetch.ts";
import { Problem } from "../kit/problem.ts";
import { readAllowance } from "./allowance.ts";
import { createFetch } from "./fetch.ts";

/** The deadline of fetches that are meant to reach it, and that of all others, which a busy machine does not reach. */
const DEADLINE = 400;
const PATIENT = 15_000;
const CAP = 5 * 1024 * 1024;
const BOMB = 64 * 1024 * 1024;

const sockets = new Set<Socket>();
const asked: string[] = [];
let server: Server;
let port = 0;

const zeros = Buffer.alloc(BOMB);
const bombs = {
  gzip: gzipSync(zeros, { level: 1 }),
  // At its usual quality, Brotli takes seconds.
  br: brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  zstd: zstdCompressSync(zeros),
  deflate: deflateSync(zeros, { level: 1 }),
};
const page = "<title>hello</title>";

function head(status: string, headers: Record<string, string | number>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join("")}\r\n`;
}

function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 20);
  socket.on("close", () => clearInterval(timer));
}

function flood(socket: Socket, piece: Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on("drain", more);
  more();
}

function coded(coding: string, body: Uint8Array) {
  return (socket: Socket) => {
    socket.write(head("200 OK", { "Content-Encoding": coding, "Content-Length": body.byteLength }));
    socket.end(body);
  };
}

const redirect =
  (location: string, status = "302 Found") =>
  (socket: Socket) =>
    socket.end(head(status, { Location: location, "Content-Length": 0 }));

/** Every path is an upstream with a behaviour of its own. */
const behaviours: Record<string, (socket: Socket) => void> = {
  "/": (socket) => socket.end(head("200 OK", { "Content-Length": page.length }) + page),
  "/404": (socket) => socket.end(`${head("404 Not Found", { "Content-Length": 2 })}no`),
  "/twice": (socket) =>
    socket.end(
      "HTTP/1.1 200 OK\r\nX-Robots-Tag: a: nofollow\r\nX-Robots-Tag: noindex\r\nContent-Length: 0\r\n\r\n",
    ),
  "/bomb-gzip": coded("gzip", bombs.gzip),
  "/bomb-br": coded("br", bombs.br),
  "/bomb-zstd": coded("zstd", bombs.zstd),
  "/bomb-deflate": coded("deflate", bombs.deflate),
  "/gzip": coded("gzip", gzipSync(page)),
  "/br": coded("br", brotliCompressSync(page)),
  "/zstd": coded("zstd", zstdCompressSync(Buffer.from(page))),
  "/deflate": coded("deflate", deflateSync(page)),
  "/deflate-raw": coded("deflate", deflateRawSync(page)),
  "/gzip-twice": coded("gzip, gzip", gzipSync(gzipSync(page))),
  "/gzip-br": coded(" GZIP,, identity ,br", brotliCompressSync(gzipSync(page))),
  "/gzip-often": coded("gzip, gzip, gzip, gzip", gzipSync(gzipSync(gzipSync(gzipSync(page))))),
  "/gzip-br-order": coded("br, gzip", brotliCompressSync(gzipSync(page))),
  "/bomb-twice": coded("gzip, br", brotliCompressSync(bombs.gzip)),
  // Members that decode to nothing, seven million bytes of them.
  "/bomb-within": coded("gzip, gzip", gzipSync(Buffer.alloc(7_000_000, gzipSync("")))),
  "/coding-unknown": coded("rot13", Buffer.from(page)),
  "/gzip-damaged": coded("gzip", Buffer.from("this is not gzip at all")),
  "/gzip-cut": coded("gzip", gzipSync(Buffer.alloc(5000, "abcdefghij")).subarray(0, 30)),
  "/endless": (socket) => {
    socket.write(head("200 OK", {}));
    flood(socket, Buffer.alloc(65_536, 97));
  },
  "/drip-body": (socket) => {
    socket.write(head("200 OK", { "Content-Length": 1_000_000 }));
    drip(socket, "x");
  },
  "/drip-headers": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    drip(socket, "X-A: b\r\n");
  },
  "/endless-1xx": (socket) => drip(socket, "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n"),
  "/silent": () => {},
  "/header-flood": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    flood(socket, Buffer.from(`X-Flood: ${"y".repeat(1000)}\r\n`));
  },
  "/short": (socket) => socket.end(`${head("200 OK", { "Content-Length": 1000 })}abc`),
  "/closed": (socket) => socket.end(),
  "/switch": (socket) =>
    socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"),
  "/nonsense": (socket) => socket.end("220 smtp.example ESMTP ready\r\n"),
  "/to-private": redirect("http://10.0.0.1/"),
  "/to-metadata": redirect("http://169.254.169.254/latest/", "307 Temporary Redirect"),
  "/to-private-name": redirect("http://private.test/"),
  "/to-other": (socket) => redirect(`http://other.test:${port}/`)(socket),
  "/to-file": redirect("file:///etc/passwd"),
  "/to-userinfo": redirect("http://a:b@page.test/"),
  "/to-port": redirect("http://93.184.216.34:22/"),
  "/loop-a": redirect("/loop-b"),
  "/loop-b": redirect("/loop-a"),
  "/hop-1": redirect("/hop-2", "301 Moved Permanently"),
  "/hop-2": redirect("/hop-3", "308 Permanent Redirect"),
  "/hop-3": redirect("/"),
};

beforeAll(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.once("data", (data) => {
      const request = data.toString("latin1");
      asked.push(request);
      (behaviours[request.split(" ")[1] ?? ""] ?? ((s: Socket) => s.destroy()))(socket);
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

const names: Record<string, string[]> = { "page.test": ["127.0.0.1"], "private.test": ["10.0.0.1"] };

function fetcher(
  allow = `page.test:${port},127.0.0.1:${port}`,
  resolver?: (host: string) => Promise<string[]>,
) {
  return createFetch({
    allowance: readAllowance(allow),
    userAgent: "Quintet/1.0.0 (+http://localhost:8080)",
    resolve: async (host) => {
      const found = resolver ? await resolver(host) : names[host];
      if (found === undefined) throw Object.assign(new Error("not found"), { code: "ENOTFOUND" });
      return found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    },
  });
}

const limits: FetchOptions = { maxBytes: CAP, deadlineMs: PATIENT };
/** For fetches that are meant to reach their deadline, or may. */
const short: FetchOptions = { ...limits, deadlineMs: DEADLINE };
const at = (path: string) => `http://page.test:${port}${path}`;

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "answered";
  } catch (error) {
    return error instanceof Problem ? error.code : String(error);
  }
}

describe("an answer", () => {
  test("comes with status, body and headers, and tells the upstream who asks", async () => {
    const got = await fetcher()(at("/"), limits);
    expect([got.status, Buffer.from(got.body).toString(), got.truncated]).toEqual([200, page, false]);
    expect(asked.at(-1)).toContain("User-Agent: Quintet/1.0.0 (+http://localhost:8080)\r\n");
    expect(asked.at(-1)).not.toMatch(/cookie|authorization/i);
  });
  test("any status is an answer", async () => expect((await fetcher()(at("/404"), limits)).status).toBe(404));
  test("repeated headers stay apart", async () => {
    expect((await fetcher()(at("/twice"), limits)).headers.get("x-robots-tag")).toEqual([
      "a: nofollow",
      "noindex",
    ]);
  });
  test.each(["/gzip", "/br", "/zstd", "/deflate", "/deflate-raw", "/gzip-twice", "/gzip-br"])(
    "%s is inflated",
    async (path) => {
      expect(Buffer.from((await fetcher()(at(path), limits)).body).toString()).toBe(page);
    },
  );
  test("redirects are followed and listed", async () => {
    const got = await fetcher()(at("/hop-1"), limits);
    expect(got.url).toBe(at("/"));
    expect(got.redirects.map(({ status, location }) => [status, location])).toEqual([
      [301, at("/hop-2")],
      [308, at("/hop-3")],
      [302, at("/")],
    ]);
  });
  test("a loop and one redirect too many end where they are", async () => {
    expect(await fetcher()(at("/loop-a"), limits)).toMatchObject({ status: 302, stopped: "loop" });
    const got = await fetcher()(at("/hop-1"), { ...limits, maxRedirects: 2 });
    expect(got).toMatchObject({ status: 302, stopped: "too-many", url: at("/hop-3") });
  });
});

describe("hostile upstreams", () => {
  const expected: [path: string, code: string][] = [
    ["/bomb-gzip", "upstream-too-large"],
    ["/bomb-br", "upstream-too-large"],
    ["/bomb-zstd", "upstream-too-large"],
    ["/bomb-deflate", "upstream-too-large"],
    ["/endless", "upstream-too-large"],
    ["/bomb-twice", "upstream-too-large"],
    ["/bomb-within", "upstream-too-large"],
    ["/gzip-often", "upstream-invalid"],
    ["/gzip-br-order", "upstream-invalid"],
    ["/coding-unknown", "upstream-invalid"],
    ["/gzip-damaged", "upstream-invalid"],
    ["/gzip-cut", "upstream-invalid"],
    ["/short", "upstream-invalid"],
    ["/header-flood", "upstream-invalid"],
    ["/switch", "upstream-invalid"],
    ["/nonsense", "upstream-invalid"],
    ["/closed", "upstream-unreachable"],
    ["/drip-body", "upstream-timeout"],
    ["/drip-headers", "upstream-timeout"],
    ["/endless-1xx", "upstream-timeout"],
    ["/silent", "upstream-timeout"],
    ["/to-private", "url-not-public"],
    ["/to-metadata", "url-not-public"],
    ["/to-private-name", "url-not-public"],
    ["/to-file", "url-invalid"],
    ["/to-userinfo", "url-invalid"],
    ["/to-port", "url-invalid"],
  ];
  test.each(expected)("%s ends as %s, in time and in little memory", async (path, code) => {
    const before = process.memoryUsage().rss;
    const started = performance.now();
    expect(await codeOf(fetcher()(at(path), code === "upstream-timeout" ? short : limits))).toBe(code);
    expect(performance.now() - started).toBeLessThan(PATIENT);
    expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(40);
  });
  test("a body over the limit is cut where the caller wants it cut", async () => {
    const got = await fetcher()(at("/bomb-br"), { ...limits, overflow: "truncate" });
    expect([got.body.byteLength, got.truncated]).toEqual([CAP, true]);
  });
  test("a port that speaks no TLS, and a silent one", async () => {
    const fetch = fetcher();
    expect(await codeOf(fetch(`https://page.test:${port}/`, short))).toMatch(
      /^upstream-(tls|timeout|unreachable)$/,
    );
  });
  test("a certificate that nobody vouches for", async () => {
    const { key, cert } = await import("./certificate.fixture.ts");
    const tls = Bun.serve({ port: 0, tls: { key, cert }, fetch: () => new Response("secret") });
    const fetch = fetcher(`page.test:${tls.port}`);
    expect(await codeOf(fetch(`https://page.test:${tls.port}/`, limits))).toBe("upstream-tls");
    await tls.stop(true);
  });
  test("a name without an address, and a port where nobody listens", async () => {
    expect(await codeOf(fetcher()("http://nowhere.test/", limits))).toBe("upstream-unreachable");
    expect(await codeOf(fetcher("127.0.0.1:9")("http://127.0.0.1:9/", limits))).toBe("upstream-unreachable");
  });
  test("a resolver that never answers", async () => {
    const fetch = fetcher("", () => new Promise(() => {}));
    expect(await codeOf(fetch("http://slow.test/", short))).toBe("upstream-timeout");
  });
  test("nothing of the upstream is told", async () => {
    const said = (await fetcher()(at("/nonsense"), limits).catch((error: Error) => error)) as Error;
    expect(said.message).not.toMatch(/smtp|ESMTP|127\.0\.0\.1|HPE_/);
  });
});

test("a POST has its body and its length, and its redirects are not followed", async () => {
  const options = {
    ...limits,
    method: "POST",
    body: "é",
    headers: { "Content-Type": "text/plain" },
  } as const;
  expect((await fetcher()(at("/"), options)).status).toBe(200);
  expect(asked.at(-1)).toMatch(/^POST \/ HTTP\/1\.1\r\n.*Content-Length: 2\r\n/s);
  const moved = await fetcher()(at("/to-private"), options);
  expect([moved.status >= 300 && moved.status < 400, moved.redirects]).toEqual([true, []]);
});

describe("names", () => {
  test("one private address among public ones refuses them all", async () => {
    const fetch = fetcher("", async () => ["93.184.216.34", "10.0.0.1"]);
    expect(await codeOf(fetch("http://mixed.test/", limits))).toBe("url-not-public");
  });
  test.each(["10.0.0.1", "::1", "169.254.169.254", "64:ff9b::7f00:1", "fd00:ec2::254"])(
    "a name for %s",
    async (ip) => {
      expect(await codeOf(fetcher("", async () => [ip])("http://evil.test/", limits))).toBe("url-not-public");
    },
  );
  test("a name is resolved once for a request, so it cannot be rebound", async () => {
    let times = 0;
    const fetch = fetcher(`127.0.0.0/8`, async () => (times++ === 0 ? ["127.0.0.1"] : ["10.0.0.1"]));
    await codeOf(fetch("http://rebind.test:8080/", limits));
    expect(times).toBe(1);
    expect(await codeOf(fetch("http://rebind.test:8080/", limits))).toBe("url-not-public");
  });
});

describe("the caller", () => {
  test("a proxy in the environment is not used", async () => {
    process.env.HTTP_PROXY = "http://127.0.0.1:9";
    try {
      expect((await fetcher()(at("/"), limits)).status).toBe(200);
    } finally {
      delete process.env.HTTP_PROXY;
    }
  });
  test("leaving ends the fetch at once", async () => {
    const leaving = new AbortController();
    const work = fetcher()(at("/silent"), limits, leaving.signal);
    setTimeout(() => leaving.abort(new Error("left")), 20);
    const started = performance.now();
    expect(await codeOf(work)).toBe("Error: left");
    expect(performance.now() - started).toBeLessThan(PATIENT / 2);
  });
  test("no more than four requests are at one host at a time, and none is lost", async () => {
    const fetch = fetcher();
    const slow = Array.from({ length: 4 }, () => codeOf(fetch(at("/silent"), short)));
    const started = performance.now();
    const late = await codeOf(fetch(at("/"), limits));
    expect([late, performance.now() - started > DEADLINE / 2]).toEqual(["answered", true]);
    expect(await Promise.all(slow)).toEqual(Array(4).fill("upstream-timeout"));
  });
});

describe("who admits requests by address", () => {
  /** Fetches a URL, whose host has these addresses; gives what `admit` was asked, and the code of the result. */
  async function admitting(path: string, addresses: readonly string[], isAdmitted = true) {
    const questions: (readonly string[])[] = [];
    const before = asked.length;
    const code = await codeOf(
      fetcher(`page.test:${port}`, async () => [...addresses])(at(path), {
        ...limits,
        maxRedirects: 0,
        async admit(all) {
          questions.push(all);
          if (!isAdmitted) throw new Problem("client-left", "The crawl was canceled.");
        },
      }),
    );
    return { questions, code, requests: asked.length - before };
  }

  test("is asked before the request, with the addresses that it connects to", async () => {
    expect(await admitting("/", ["127.0.0.1"])).toEqual({
      questions: [["127.0.0.1"]],
      code: "answered",
      requests: 1,
    });
  });

  test("keeps a request from being sent", async () => {
    const { code, requests } = await admitting("/", ["127.0.0.1"], false);
    expect([code, requests]).toEqual(["client-left", 0]);
  });

  test("is asked about a few addresses of a host that names hundreds, and no others are connected to", async () => {
    const addresses = ["127.0.0.1", ...Array.from({ length: 200 }, (_, i) => `127.0.1.${i + 1}`)];
    const { questions, code } = await admitting("/", addresses);
    expect(code).toBe("answered");
    expect(questions).toHaveLength(1);
    expect(questions[0]?.length).toBeLessThan(10);
    expect(questions[0]?.[0]).toBe("127.0.0.1");
  });

  test("is asked again about another host that it redirects to, which is connected to at its own addresses", async () => {
    const questions: (readonly string[])[] = [];
    const fetch = fetcher(`page.test:${port},other.test:${port}`, async (host) =>
      host === "page.test" ? ["127.0.0.1", "127.0.1.1"] : ["127.0.0.1"],
    );
    const got = await fetch(at("/to-other"), {
      ...limits,
      async admit(all) {
        questions.push(all);
      },
    });
    expect([got.url, got.status]).toEqual([`http://other.test:${port}/`, 200]);
    expect(questions).toEqual([["127.0.0.1", "127.0.1.1"], ["127.0.0.1"]]);
  });

  test("is not asked about a host that cannot be resolved", async () => {
    const { questions, code } = await admitting("/", []);
    expect([questions, code]).toEqual([[], "upstream-unreachable"]);
  });
});
