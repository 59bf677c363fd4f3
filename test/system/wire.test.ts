import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { expectProblem } from "../helpers/problem-document.ts";
import { plainRequest, type RawResponse, sendRaw } from "../helpers/raw.ts";
import { type Running, startQuintet } from "../helpers/running.ts";

const A6 = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
let server: Running;
const ask = (bytes: string | Uint8Array) => sendRaw(server.port, bytes);
const get = (target: string, ...headers: string[]) => ask(plainRequest("GET", target, ...headers));

beforeAll(async () => {
  server = await startQuintet();
});
afterAll(() => server[Symbol.asyncDispose]());

function problemOf(answer: RawResponse): { code: string; detail: string } {
  const { status, headers, body } = answer;
  const code = expectProblem(
    { status, contentType: headers["content-type"], body, requestId: headers["x-request-id"] ?? null },
    server.url,
  );
  return { code, detail: JSON.parse(body).detail };
}

describe("methods", () => {
  test.each(["POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"])(
    "%s is 405 with Allow",
    async (method) => {
      const answer = await ask(plainRequest(method, "/v4", "Content-Length: 0"));
      expect(problemOf(answer).code).toBe("method-not-allowed");
      expect(answer.headers.allow).toBe("GET, HEAD, OPTIONS");
      expect(answer.headers["access-control-allow-origin"]).toBe("*");
    },
  );

  test("OPTIONS is 204 with Allow and what a browser asks before it sends", async () => {
    const answer = await ask(
      plainRequest("OPTIONS", "/v4", "Origin: https://a.example", "Access-Control-Request-Method: GET"),
    );
    expect(answer.status).toBe(204);
    expect(answer.body).toBe("");
    expect(answer.headers).toMatchObject({
      allow: "GET, HEAD, OPTIONS",
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD, OPTIONS",
      "access-control-max-age": "86400",
    });
    expect(answer.headers["access-control-allow-headers"]).toContain("X-API-Key");
  });

  test.each(["/v4", "/v7?n=3", `/decode/${A6}`, "/health", "/openapi.json", "/docs", "/problems/not-found"])(
    "HEAD %s is as GET, without the body",
    async (target) => {
      const [head, full] = [await ask(plainRequest("HEAD", target)), await get(target)];
      expect(head.status).toBe(200);
      expect(head.body).toBe("");
      expect(head.headers["content-length"]).toBe(full.headers["content-length"] ?? "");
      expect(head.headers["content-type"]).toBe(full.headers["content-type"] ?? "");
      expect(head.headers.etag).toBe(full.headers.etag);
    },
  );

  test("Allow has GET and HEAD first", async () => {
    const answer = await ask(plainRequest("PUT", "/jobs/x", "Content-Length: 0"));
    expect(answer.headers.allow).toBe("GET, HEAD, OPTIONS, DELETE");
  });

  test("HEAD of what is refused is refused alike", async () => {
    const answer = await ask(plainRequest("HEAD", "/v4?n=0"));
    expect(answer.status).toBe(400);
    expect(answer.body).toBe("");
  });
});

describe("paths", () => {
  test.each([
    ["/v4/", "/v4"],
    ["//v4", "/v4"],
    ["/V4", "/v4"],
    ["/v5", "/v4"],
    ["/x/../v4", undefined],
    ["/%76%34", undefined],
    ["/validate/", "/validate/{uuid}"],
    ["/validate/a/b", undefined],
    ["/uuid/openapi.json", "/openapi.json"],
    ["/api/v3/v4", undefined],
    ["/uuid/V7", "/v7"],
    ["/no-such-thing", undefined],
    [`/${"a".repeat(8_000)}`, undefined],
  ])("%s is 404", async (target, near) => {
    const { code, detail } = problemOf(await get(target));
    expect(code).toBe("not-found");
    if (near !== undefined) expect(detail).toContain(`The closest path is ${near}.`);
  });

  test("every method is 404 where there is nothing", async () => {
    for (const method of ["POST", "OPTIONS", "DELETE", "TRACE"]) {
      expect(problemOf(await ask(plainRequest(method, "/nothing", "Content-Length: 0"))).code).toBe(
        "not-found",
      );
    }
  });

  test.each([
    ["an encoded slash", "/validate/a%2Fb"],
    ["a bad percent sign", "/validate/%zz"],
    ["bad UTF-8, encoded", "/validate/%ff"],
    ["a NUL, encoded", "/validate/%00"],
    ["dots, encoded", "/validate/%2e%2e%2fv4"],
  ])("%s in the id is an odd character, and is not repeated", async (_name, target) => {
    const answer = await get(target);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toMatchObject({ valid: false, reason: "character" });
    expect(answer.body).not.toContain("zz");
  });

  test("bad UTF-8, raw, in the id is an odd character", async () => {
    const answer = await ask(Buffer.from(plainRequest("GET", "/validate/\xff\xfe"), "latin1"));
    expect(JSON.parse(answer.body)).toMatchObject({ valid: false, reason: "character" });
  });

  test.each([`{${A6}}`, `%7B${A6}%7D`, `urn:uuid:${A6}`, `urn%3Auuid%3A${A6}`, A6.toUpperCase()])(
    "decode reads %s",
    async (text) => {
      expect(JSON.parse((await get(`/decode/${text}`)).body)).toMatchObject({ uuid: A6, version: 7 });
    },
  );

  test("ids of up to 15 KB are answered", async () => {
    const answer = await get(`/validate/${"a".repeat(15_000)}`);
    expect(JSON.parse(answer.body)).toMatchObject({ valid: false, reason: "length" });
    expect(problemOf(await get(`/decode/${"a".repeat(15_000)}`)).code).toBe("invalid-uuid");
  });

  test("a target over 16 KiB is 431, and the connection is closed", async () => {
    const answer = await get(`/validate/${"a".repeat(17_000)}`);
    expect(answer.status).toBe(431);
    expect((await get("/health")).status).toBe(200);
  });

  test("the absolute form is answered, and the Host header wins", async () => {
    const answer = await get("http://other.example/v4?n=2");
    expect(JSON.parse(answer.body)).toBeArrayOfSize(2);
  });

  test.each(["/v4?", "/v4?&"])("%s is one UUID", async (target) => {
    expect(JSON.parse((await get(target)).body)).toBeArrayOfSize(1);
  });
});

describe("Host", () => {
  test("HTTP/1.0 without one is served, its query read", async () => {
    expect(JSON.parse((await ask("GET /health HTTP/1.0\r\n\r\n")).body)).toEqual({
      status: "ok",
      version: "1.0.0",
    });
    expect(JSON.parse((await ask("GET /v4?n=2 HTTP/1.0\r\n\r\n")).body)).toBeArrayOfSize(2);
    expect(problemOf(await ask("GET /v4/ HTTP/1.0\r\n\r\n")).detail).toContain("/v4.");
  });

  test("HTTP/1.1 without one is 400", async () => {
    expect((await ask("GET /v4 HTTP/1.1\r\n\r\n")).status).toBe(400);
  });

  test.each([
    ["two", "Host: a\r\nHost: b"],
    ["a path in it", "Host: x/y?"],
    ["a user in it", "Host: user@example.com"],
    ["nothing in it", "Host: "],
    ["a space in it", "Host: a b"],
    ["a port that is none", "Host: example.com:80a"],
    ["an angle bracket", "Host: <script>"],
  ])("%s is 400", async (_name, host) => {
    const answer = await ask(`GET /v4 HTTP/1.1\r\n${host}\r\n\r\n`);
    expect(problemOf(answer).code).toBe("invalid-host");
  });

  test.each([
    "example.com",
    "example.com:8080",
    "EXAMPLE.com.",
    "127.0.0.1:1",
    "[::1]:8080",
    "[2001:db8::1]",
    "my_host",
    "a-b.c",
  ])("%s is served", async (host) => {
    expect((await ask(`GET /v4 HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).status).toBe(200);
  });

  test("nothing in an answer comes from it", async () => {
    const answer = await ask("GET /v4?n=0 HTTP/1.1\r\nHost: evil.example\r\n\r\n");
    expect(answer.body + JSON.stringify(answer.headers)).not.toContain("evil");
  });
});

describe("what is not HTTP is closed and harms nobody", () => {
  test.each([
    ["a lower-case method", "get /v4 HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["an unknown method", "BREW /v4 HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["no slash", "GET v4 HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["two lengths", "POST /v4 HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"],
    [
      "length and chunks",
      "POST /v4 HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["binary", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
  ])("%s", async (_name, bytes) => {
    const { status } = await ask(`${bytes}\r\n\r\n`);
    expect(status === undefined || status === 400).toBe(true);
    expect((await get("/health")).status).toBe(200);
  });

  test("a body nobody asked for is refused as a problem, however long it says it is", async () => {
    const answer = await ask(plainRequest("POST", "/v4", "Content-Length: 99999999999"));
    expect(problemOf(answer).code).toBe("method-not-allowed");
  });
});

describe("headers", () => {
  test.each(["/v4", "/v7?n=100"])(
    "%s is never cached, varies by Accept, and any page may read it",
    async (target) => {
      expect((await get(target)).headers).toMatchObject({
        "cache-control": "no-store",
        vary: "Accept",
        "access-control-allow-origin": "*",
        "x-content-type-options": "nosniff",
        "content-type": "application/json",
      });
    },
  );

  test.each([`/validate/${A6}`, `/decode/${A6}`])("%s may be cached", async (target) => {
    expect((await get(target)).headers["cache-control"]).toBe("public, max-age=86400");
  });

  test("every answer has a request id of its own, a version 7", async () => {
    const answers = await Promise.all(
      ["/v4", "/nothing", "/v4?n=0", "/", "/health", "/openapi.json"].map((t) => get(t)),
    );
    const ids = answers.map(({ headers }) => headers["x-request-id"] ?? "");
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });

  test.each([
    ["text/plain", "text/plain; charset=utf-8"],
    ["text/plain, application/json;q=0.5", "text/plain; charset=utf-8"],
    ["text/*;q=0.9, application/json;q=0.1", "text/plain; charset=utf-8"],
    ["application/json, text/plain", "application/json"],
    ["text/plain;q=0.5, application/json", "application/json"],
    ["*/*", "application/json"],
    ["text/html", "application/json"],
    ["image/png, text/plain;q=0", "application/json"],
    [";;;,,=", "application/json"],
  ])("Accept: %s gives %s", async (accept, type) => {
    const answer = await get("/v7?n=2", `Accept: ${accept}`);
    expect(answer.headers["content-type"]).toBe(type);
    if (type.startsWith("text/")) expect(answer.body).toMatch(/^[0-9a-f-]{36}\n[0-9a-f-]{36}\n$/);
    else expect(JSON.parse(answer.body)).toBeArrayOfSize(2);
  });
});

describe("headers for clients", () => {
  test("a well-formed X-Request-Id is kept; any other gets a new one", async () => {
    for (const own of ["order-7.retry:1", "0af7651916cd43dd8448eb211c80319c", "A"]) {
      const answer = await fetch(`${server.url}/v4`, { headers: { "X-Request-Id": own } });
      expect(answer.headers.get("x-request-id")).toBe(own);
      const problem = await fetch(`${server.url}/v4?n=0`, { headers: { "X-Request-Id": own } });
      expect(((await problem.json()) as { requestId: string }).requestId).toBe(own);
    }
    for (const wrong of ["a b", "<script>", `${"a".repeat(129)}`, "-a", "a\u00e9"]) {
      const answer = await fetch(`${server.url}/v4`, { headers: { "X-Request-Id": wrong } });
      expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test("a browser may send traceparent and read what clients need", async () => {
    const preflight = await fetch(`${server.url}/seo/audit`, { method: "OPTIONS" });
    const allowed = preflight.headers.get("access-control-allow-headers")?.toLowerCase() ?? "";
    for (const name of ["traceparent", "x-request-id", "if-none-match", "idempotency-key", "authorization"]) {
      expect(allowed.split(", ")).toContain(name);
    }
    const answer = await fetch(`${server.url}/seo/audit`);
    const exposed = answer.headers.get("access-control-expose-headers")?.toLowerCase() ?? "";
    for (const name of [
      "x-request-id",
      "ratelimit",
      "quintet-cost",
      "retry-after",
      "server-timing",
      "etag",
    ]) {
      expect(exposed.split(", ")).toContain(name);
    }
  });

  test("HEAD has a Date, and what is worked on a Server-Timing", async () => {
    for (const path of ["/v4", "/openapi.json", "/seo/checks"]) {
      expect((await fetch(server.url + path, { method: "HEAD" })).headers.get("date")).toMatch(/ GMT$/);
    }
    expect((await fetch(`${server.url}/seo/checks`)).headers.get("server-timing")).toMatch(/^app;dur=\d/);
  });

  test("documents and what is deterministic are compressed, tagged and not sent twice", async () => {
    for (const path of ["/suite/openapi.json", "/openapi.yaml", "/seo/checks"]) {
      const raw = (headers: Record<string, string>) =>
        fetch(server.url + path, { headers, decompress: false } as RequestInit);
      for (const coding of ["gzip", "br", "zstd"]) {
        const answer = await raw({ "Accept-Encoding": coding });
        expect([path, answer.headers.get("content-encoding")]).toEqual([path, coding]);
        const tag = answer.headers.get("etag") ?? "";
        const again = await raw({ "Accept-Encoding": coding, "If-None-Match": tag });
        expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
        expect(again.headers.get("x-request-id")).not.toBeNull();
      }
      expect((await raw({ "Accept-Encoding": "identity" })).headers.has("content-encoding")).toBe(false);
    }
    const uuids = await fetch(`${server.url}/v4?n=100`, { headers: { "Accept-Encoding": "gzip" } });
    expect([uuids.headers.has("content-encoding"), uuids.headers.has("etag")]).toEqual([false, false]);
  });
});

describe("Expect: 100-continue", () => {
  const body = '["017f22e2-79b0-7cc3-98c4-dc0c0c07398f"]';
  const head = (expect: string) =>
    plainRequest(
      "POST",
      "/validate",
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
      `Expect: ${expect}`,
    );

  test("in lower case gets 100 before the body is sent", async () => {
    expect((await ask(head("100-continue"))).status).toBe(100);
  });

  test("with a capital C gets an error that says what to do, not silence", async () => {
    const answer = await ask(head("100-Continue"));
    const { code, detail } = problemOf(answer);
    expect([answer.status, code]).toEqual([417, "expectation-failed"]);
    expect(detail).toContain("lower case");
    expect(answer.headers.connection).toBe("close");
  });

  test("with a capital C and a body that comes without a 100 response is served", async () => {
    expect((await ask(head("100-Continue") + body)).status).toBe(200);
  });
});
