import { afterAll, beforeAll, expect, test } from "bun:test";
import { isNightly } from "../helpers/nightly.ts";
import { expectProblem } from "../helpers/problem-document.ts";
import { seeded } from "../helpers/random.ts";
import { sendRaw } from "../helpers/raw.ts";
import { type Running, startQuintet } from "../helpers/running.ts";

const REQUESTS = isNightly ? 6_000 : 3_000;
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120);

type Make = () => string;

function requestsFrom(random: () => number) {
  const below = (n: number) => Math.floor(random() * n);
  const pick = <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0];
  const many = (most: number, make: () => string) => Array.from({ length: below(most + 1) }, make).join("");

  const one = (makes: readonly [Make, ...Make[]]): string => pick<Make>(makes)();

  // Bytes that a request line and a header value may hold without ceasing to be HTTP.
  const anyByte = (): string => String.fromCharCode(pick([33 + below(94), 33 + below(94), 128 + below(128)]));
  const encoded = (): string =>
    `%${pick(["", "0", "00", "zz", "2F", "2f", "25", "7B", "C3%A9", "ff", "E2%82%AC", "0A", "u0041"])}`;
  const word = (): string =>
    pick([
      "v4",
      "v7",
      "validate",
      "decode",
      "health",
      "openapi.json",
      "metrics",
      "ready",
      "..",
      ".",
      "",
      "assets",
      "problems",
      "suite",
    ]);
  const digits = (count: number): string =>
    Array.from({ length: count }, () => below(16).toString(16)).join("");
  const canonical = (): string => [8, 4, 4, 4, 12].map(digits).join("-");
  const id = (): string =>
    one([canonical, () => `{${canonical()}}`, () => `urn:uuid:${canonical()}`, () => digits(32)]);
  const junk = (): string =>
    many(40, () => one([anyByte, encoded, () => pick(["/", "-", ":", "{", "}", "'", '"', "<", ";", "\\"])]));
  const bad = /[\s#]/g;
  const path = (): string =>
    one([
      () => `/${word()}`,
      () => `/${word()}/${id()}`,
      () => `/${word()}/${junk()}`,
      () => `/${many(6, () => `${one([word, junk])}/`)}`,
      () => `/${pick(["validate", "decode"])}/${anyByte().repeat(below(15_000))}`,
      () => `/${junk()}`,
    ]).replace(bad, "");
  const value = (): string =>
    one([() => String(below(130) - 10), () => junk(), () => "", encoded, () => "1".repeat(below(400)), id]);
  const pair = (): string =>
    `${pick(["n", "n", "n", "N", "count", "url", "uuid", junk(), ""])}${pick(["=", "=", "=", ""])}${value()}`;
  const query = (): string =>
    pick(["", "", `?${Array.from({ length: 1 + below(4) }, pair).join("&")}`]).replace(bad, "");
  const header = (): string =>
    one([
      () =>
        `Accept: ${pick(["text/plain", "*/*", "application/json", "text/html,*/*;q=0.8", junk(), ",".repeat(below(500)), "a/b;q=2"])}`,
      () => `X-${many(20, () => String.fromCharCode(97 + below(26)))}a: ${junk()}`,
      () => `Authorization: ${pick(["Bearer ", "Basic ", "", "bearer"])}${junk()}`,
      () => `Origin: ${junk()}`,
      () => `If-None-Match: ${junk()}`,
      () => `Range: bytes=${below(100)}-${below(100)}`,
      () => `Cookie: ${"a=b; ".repeat(below(200))}`,
      () => `X-Forwarded-For: ${junk()}`,
      () => `Content-Type: ${junk()}`,
    ]);
  const host = (): string =>
    pick(["127.0.0.1", "127.0.0.1", "127.0.0.1", "example.com:80", "[::1]", junk(), "a, b"]);
  const method = (): string =>
    pick(["GET", "GET", "GET", "GET", "HEAD", "POST", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE"]);
  return () => {
    const chosen = method();
    const target = path() + query();
    const body = chosen === "POST" || chosen === "PUT" || chosen === "PATCH" ? junk() : "";
    const rows = [`Host: ${host()}`, ...Array.from({ length: below(5) }, header)];
    if (body !== "") rows.push(`Content-Length: ${body.length}`);
    return {
      method: chosen,
      bytes: Buffer.from(`${chosen} ${target} HTTP/1.1\r\n${rows.join("\r\n")}\r\n\r\n${body}`, "latin1"),
    };
  };
}

let server: Running;
beforeAll(async () => {
  server = await startQuintet();
});
afterAll(() => server[Symbol.asyncDispose]());

test(`${REQUESTS} requests made up from seed ${SEED}: none is dropped, none is 500, every error is a problem or a page`, async () => {
  const next = requestsFrom(seeded(SEED));
  const statuses = new Map<number, number>();
  let left = REQUESTS;
  const client = async () => {
    while (left-- > 0) {
      const { method, bytes } = next();
      const shown = JSON.stringify(bytes.toString("latin1").slice(0, 300));
      const { status, headers, body } = await sendRaw(server.port, bytes);
      if (status === undefined) throw new Error(`dropped: ${shown}`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // Over 16 KiB of head Bun answers 431 by itself, without a body.
      if (status === 431 && bytes.indexOf("\r\n\r\n") > 16_000) continue;
      if (status >= 500) throw new Error(`${status}: ${shown}`);
      // A page that has moved, or the way to the prices.
      if (status < 400 && headers.location !== undefined) continue;
      // Browsers get pages: an error with its request.
      if (/\r\nAccept: [^\r]*text\/html/i.test(bytes.toString("latin1"))) {
        if (status >= 400 && headers["content-type"] === "text/html; charset=utf-8") {
          if (method !== "HEAD") expect(body).toContain(headers["x-request-id"] ?? "no request ID");
          continue;
        }
      }
      if (status >= 300 && method !== "HEAD") {
        try {
          expectProblem({
            status,
            contentType: headers["content-type"],
            body,
            requestId: headers["x-request-id"] ?? null,
          });
        } catch (cause) {
          throw new Error(`${status} without a problem document: ${shown}`, { cause });
        }
      }
    }
  };
  await Promise.all(Array.from({ length: 16 }, client));
  // The mixture reaches what it is meant to reach.
  for (const status of [200, 204, 400, 404, 405])
    expect(statuses.get(status) ?? 0).toBeGreaterThan(REQUESTS / 200);
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
});
