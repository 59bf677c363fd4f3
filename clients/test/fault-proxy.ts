import { createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";

/**
 * A proxy before a server that fails as real ones do. `PROXY/plan/ID/FAULT,FAULT/v7` gets the first fault on its first
 * request, the second on its second, and the server's own response from then on; `PROXY/log/ID` lists the requests.
 */
export interface FaultProxy extends AsyncDisposable {
  readonly url: string;
}

interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

const CRLF = "\r\n";
const cors = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Headers": "*, Authorization",
  "Access-Control-Allow-Methods": "GET, POST, DELETE",
  "Access-Control-Expose-Headers": "*, Retry-After, RateLimit, RateLimit-Policy, Quintet-Cost, X-Request-Id",
};

const bytesOf = (text: string) => new TextEncoder().encode(text);

function reply(status: number, type: string, body: string, headers: Record<string, string> = {}): Reply {
  return { status, headers: new Headers({ ...cors, "Content-Type": type, ...headers }), body: bytesOf(body) };
}

function problem(status: number, code: string, headers: Record<string, string>): Reply {
  const document = {
    type: "about:blank",
    title: code,
    status,
    detail: `This is ${code}.`,
    code,
    requestId: "r",
  };
  return reply(status, "application/problem+json", JSON.stringify(document), headers);
}

const html = "<!doctype html><title>Sign in</title><h1>Welcome to the hotel's network</h1>";
const dateIn = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();

/** Faults that are complete responses. */
const replies: Readonly<Record<string, () => Reply>> = {
  html: () => reply(200, "text/html; charset=utf-8", html),
  "html-502": () => reply(502, "text/html", html),
  "html-503": () => reply(503, "text/html", html, { "Retry-After": "1" }),
  "html-404": () => reply(404, "text/html", html),
  "bad-json": () => reply(200, "application/json", '["017f22e2-79b0-7cc3-98c4-dc0c'),
  "null-json": () => reply(200, "application/json", "null"),
  empty: () => reply(200, "application/json", ""),
  "no-content": () => reply(204, "application/json", ""),
  "bad-problem": () => reply(500, "application/problem+json", '{"code": 7'),
  redirect: () => reply(302, "text/plain", "", { Location: "https://elsewhere.invalid/" }),
  "429-seconds": () => problem(429, "rate-limited", { "Retry-After": "1" }),
  "429-date": () => problem(429, "rate-limited", { "Retry-After": dateIn(2), Date: dateIn(0) }),
  "429-past": () => problem(429, "rate-limited", { "Retry-After": dateIn(-3600), Date: dateIn(0) }),
  "429-nonsense": () => problem(429, "rate-limited", { "Retry-After": "soon" }),
  "429-long": () => problem(429, "quota-exceeded", { "Retry-After": "86400" }),
  "429-long-date": () => problem(429, "quota-exceeded", { "Retry-After": dateIn(86_400), Date: dateIn(0) }),
  "503-busy": () => problem(503, "busy", { "Retry-After": "1" }),
  "500-internal": () => problem(500, "internal", {}),
  "400-invalid": () => problem(400, "invalid-parameter", {}),
};

function head({ status, headers }: Reply, framing: Record<string, string>): string {
  const lines = [...headers].filter(
    ([name]) => !/^(?:content-length|transfer-encoding|connection|content-encoding)$/.test(name),
  );
  const all = [...lines, ...Object.entries(framing), ["Connection", "close"]];
  return `HTTP/1.1 ${status} X${CRLF}${all.map(([name, value]) => `${name}: ${value}${CRLF}`).join("")}${CRLF}`;
}

const chunk = (body: Uint8Array) =>
  Buffer.concat([bytesOf(body.length.toString(16) + CRLF), body, bytesOf(CRLF)]);

/** Faults in how the server's own response is sent. */
const transmissions: Readonly<Record<string, (socket: Socket, real: Reply) => void>> = {
  "stall-body": (socket, real) => {
    socket.write(head(real, { "Content-Length": String(real.body.length) }));
    socket.write(real.body.subarray(0, real.body.length / 2));
  },
  cut: (socket, real) => {
    socket.write(head(real, { "Content-Length": String(real.body.length) }));
    socket.end(real.body.subarray(0, real.body.length / 2));
  },
  "cut-chunked": (socket, real) => {
    socket.write(head(real, { "Transfer-Encoding": "chunked" }));
    socket.end(chunk(real.body.subarray(0, real.body.length / 2)));
  },
  "cut-gzip": (socket, real) => {
    const packed = gzipSync(real.body);
    socket.write(head(real, { "Content-Length": String(packed.length - 12), "Content-Encoding": "gzip" }));
    socket.end(packed.subarray(0, packed.length - 12));
  },
  "reset-body": (socket, real) => {
    socket.write(head(real, { "Content-Length": String(real.body.length) }));
    socket.write(real.body.subarray(0, real.body.length / 2), () => socket.resetAndDestroy());
  },
  // The server has run the request; its response is lost.
  lost: (socket) => void socket.resetAndDestroy(),
  drip: (socket, real) => {
    socket.write(head(real, { "Content-Length": String(real.body.length) }));
    let at = 0;
    const timer = setInterval(() => {
      if (socket.destroyed || at >= real.body.length) return clearInterval(timer);
      socket.write(real.body.subarray(at, ++at));
    }, 100);
  },
};

/** Reads one request; `rest` are bytes of its body that came with the head. */
async function receive(socket: Socket): Promise<Received | undefined> {
  let bytes = Buffer.alloc(0);
  let wanted: number | undefined;
  let parsed: { method: string; path: string; headers: Headers; at: number } | undefined;
  for await (const part of socket.iterator({ destroyOnReturn: false })) {
    bytes = Buffer.concat([bytes, part as Buffer]);
    if (parsed === undefined) {
      const end = bytes.indexOf(CRLF + CRLF);
      if (end < 0) continue;
      const [line = "", ...lines] = bytes.subarray(0, end).toString("latin1").split(CRLF);
      const [method = "", path = ""] = line.split(" ");
      const pairs = lines.map((text): [string, string] => {
        const colon = text.indexOf(":");
        return [text.slice(0, colon), text.slice(colon + 1).trim()];
      });
      parsed = { method, path, headers: new Headers(pairs), at: end + 4 };
      if (parsed.headers.get("transfer-encoding") === null) {
        wanted = parsed.at + Number(parsed.headers.get("content-length") ?? 0);
      }
    }
    const body = bytes.subarray(parsed.at);
    if (wanted === undefined && body.subarray(-5).toString() === `0${CRLF}${CRLF}`) {
      return { ...parsed, body: dechunked(body) };
    }
    if (wanted !== undefined && bytes.length >= wanted) return { ...parsed, body: new Uint8Array(body) };
  }
  return undefined;
}

function dechunked(body: Buffer): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = body.indexOf(CRLF, at);
    const size = Number.parseInt(body.subarray(at, end).toString(), 16);
    if (!(size > 0)) return new Uint8Array(Buffer.concat(parts));
    parts.push(body.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

async function forward(target: string, path: string, request: Received): Promise<Reply> {
  const headers = new Headers(request.headers);
  for (const name of ["host", "connection", "content-length", "transfer-encoding", "accept-encoding"]) {
    headers.delete(name);
  }
  headers.set("Accept-Encoding", "identity");
  const { method, body } = request;
  const response = await fetch(target + path, {
    method,
    headers,
    redirect: "manual",
    ...(body.length > 0 ? { body } : {}),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: new Uint8Array(await response.arrayBuffer()),
  };
}

function sendWhole(socket: Socket, answer: Reply): void {
  socket.write(head(answer, { "Content-Length": String(answer.body.length) }));
  socket.end(answer.body);
}

/** Starts a fault proxy before the server at `target`. */
export async function startFaultProxy(target: string, png?: Uint8Array<ArrayBuffer>): Promise<FaultProxy> {
  const log = new Map<
    string,
    { method: string; path: string; at: number; idempotencyKey: string | null }[]
  >();
  const serve = async (socket: Socket) => {
    const request = await receive(socket);
    if (request === undefined) return;
    if (request.method === "OPTIONS") return sendWhole(socket, reply(204, "text/plain", ""));
    const [, kind, id = "", ...rest] = request.path.split("/");
    const seen = log.get(id) ?? [];
    if (kind === "log") return sendWhole(socket, reply(200, "application/json", JSON.stringify(seen)));
    if (kind === "sample.png" && png !== undefined) {
      return sendWhole(socket, { ...reply(200, "image/png", ""), body: png });
    }
    if (kind !== "plan") return sendWhole(socket, await forward(target, request.path, request));
    const [faults = "", ...path] = rest;
    const fault = faults.split(",")[seen.length] ?? "";
    const { method, headers } = request;
    const idempotencyKey = headers.get("idempotency-key");
    log.set(id, [...seen, { method, path: `/${path.join("/")}`, at: Date.now(), idempotencyKey }]);
    if (fault === "stall") return;
    if (fault === "reset") return void socket.resetAndDestroy();
    if (fault === "close") return void socket.end();
    const whole = replies[fault]?.();
    if (whole !== undefined) return sendWhole(socket, whole);
    const real = await forward(target, `/${path.join("/")}`, request);
    (transmissions[fault] ?? sendWhole)(socket, real);
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // A client that leaves is what many of these faults are about.
    socket.on("error", () => {});
    serve(socket).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
