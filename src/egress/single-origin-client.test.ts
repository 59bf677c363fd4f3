import { describe, expect, test } from "bun:test";
import { rejecting } from "../../test/helpers/rejection.ts";
import { readAllowance } from "./allowance.ts";
import { createSingleOriginClient } from "./single-origin-client.ts";

const allowance = readAllowance("");
const soon = () => AbortSignal.timeout(5_000);

function serve(answer: (request: Request) => Response | Promise<Response>) {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: answer });
  return { origin: `http://127.0.0.1:${server.port}`, [Symbol.dispose]: () => void server.stop(true) };
}

describe("an exchange", () => {
  test("sends method, headers and body to its origin and gives the whole answer", async () => {
    using target = serve(async (request) =>
      Response.json(
        { method: request.method, key: request.headers.get("idempotency-key"), body: await request.text() },
        { status: 402, headers: { "Request-Id": "req_1" } },
      ),
    );
    const exchange = createSingleOriginClient({ origin: target.origin, allowance });
    const headers = [
      ["Idempotency-Key", "k"],
      ["Content-Length", "3"],
    ] as const;
    const answer = await exchange(`${target.origin}/v1/x`, {
      method: "POST",
      headers,
      body: "a=b",
      signal: soon(),
    });
    expect([answer.status, answer.headers.get("request-id")]).toEqual([402, "req_1"]);
    expect(await answer.json()).toEqual({ method: "POST", key: "k", body: "a=b" });
  });

  test("leads to no other host and follows nothing", async () => {
    using other = serve(() => new Response("reached"));
    using target = serve(() => Response.redirect(other.origin, 302));
    const exchange = createSingleOriginClient({ origin: target.origin, allowance });
    const request = { method: "GET", headers: [], signal: soon() };
    expect((await exchange(target.origin, request)).status).toBe(302);
    for (const address of [
      other.origin,
      "http://169.254.169.254/",
      "https://example.com/",
      "file:///etc/passwd",
    ]) {
      expect(await rejecting(exchange(address, request))).toThrow();
    }
  });

  test("undoes gzip, refuses a bomb, and ends with its signal", async () => {
    using target = serve((request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/hang") return new Promise<Response>(() => {});
      if (pathname === "/drip") {
        return new Response(
          new ReadableStream({
            async pull(controller) {
              controller.enqueue(new Uint8Array(1));
              await Bun.sleep(20);
            },
          }),
        );
      }
      const text = pathname === "/bomb" ? "x".repeat(20_000_000) : '{"a":1}';
      return new Response(Bun.gzipSync(text), { headers: { "Content-Encoding": "gzip" } });
    });
    const exchange = createSingleOriginClient({ origin: target.origin, allowance });
    const get = (path: string, ms: number) =>
      exchange(target.origin + path, { method: "GET", headers: [], signal: AbortSignal.timeout(ms) });
    expect(await (await get("/", 5_000)).json()).toEqual({ a: 1 });
    expect(await rejecting(get("/bomb", 5_000))).toThrow("8 MB");
    for (const path of ["/hang", "/drip"]) {
      const started = performance.now();
      expect(await rejecting(get(path, 150))).toThrow();
      expect(performance.now() - started).toBeLessThan(20_000);
    }
  });

  test("a dead host is the socket's error", async () => {
    const target = serve(() => new Response());
    target[Symbol.dispose]();
    const exchange = createSingleOriginClient({ origin: target.origin, allowance });
    expect(
      await rejecting(exchange(target.origin, { method: "GET", headers: [], signal: soon() })),
    ).toThrow();
  });
});
