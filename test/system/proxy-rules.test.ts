import { describe, expect, test } from "bun:test";
import { truncateSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { apis } from "../../src/apis/default-apis.ts";
import { type Front, proxies } from "../helpers/proxies.ts";
import { freePort } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";

/**
 * A replica that dies of what it is asked: it takes a whole request, and breaks the connection. To those who
 * only ask how it is, it is well.
 */
function dyingReplica() {
  const taken: string[] = [];
  const server = createServer((socket) => {
    let text = "";
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
      const [head = "", body] = text.split("\r\n\r\n");
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      if (body === undefined || body.length < length) return;
      if (head.startsWith("GET /health")) {
        socket.end("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
        return;
      }
      taken.push(head.split(" HTTP/")[0] ?? "");
      socket.destroy();
    });
  });
  const listening = Promise.withResolvers<number>();
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    listening.resolve(typeof address === "object" && address !== null ? address.port : 0);
  });
  return {
    taken,
    port: listening.promise,
    [Symbol.dispose]: () => void server.close(),
  };
}

/** A replica that answers with what it was asked. */
function echoingReplica() {
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      let body = 0;
      for await (const piece of request.body ?? []) body += piece.byteLength;
      const path = request.url.replace(/^https?:\/\/[^/]+/, "");
      return Response.json({ body, path, headers: Object.fromEntries(request.headers) });
    },
  });
}

/** Sends until the dying replica has got one of them; gives that answer. */
async function untilTaken(
  replica: ReturnType<typeof dyingReplica>,
  send: () => Promise<Response>,
): Promise<Response> {
  const before = replica.taken.length;
  return until("the replica is asked", async () => {
    const answer = await send();
    if (replica.taken.length > before) return answer;
    await answer.body?.cancel();
    return undefined;
  });
}

async function problemOf(answer: Response) {
  return {
    status: answer.status,
    type: answer.headers.get("content-type"),
    document: (await answer.json()) as Record<string, unknown>,
  };
}

const once = { "Idempotency-Key": "3f0c" };
/** Every metered operation that takes a POST, on all of its paths. */
const posts = apis.flatMap((api) =>
  Object.values(api.operations).flatMap((operation) =>
    api.access === "key" && operation.method === "POST" ? [operation.path, ...(operation.aliases ?? [])] : [],
  ),
);

describe.each(proxies)("$name with its file of deploy/", (proxy) => {
  const withReplicas = async (
    run: (front: Front, dying: ReturnType<typeof dyingReplica>) => Promise<void>,
  ): Promise<void> => {
    using dying = dyingReplica();
    using living = echoingReplica();
    await using front = await proxy.start([await dying.port, living.port ?? 0]);
    await run(front, dying);
  };
  /** Each with a proxy of its own: a proxy leaves a replica alone for 3 s after it failed. */
  const withReplicasEach = <Item>(
    items: readonly Item[],
    run: (item: Item, front: Front, dying: ReturnType<typeof dyingReplica>) => Promise<void>,
  ) => Promise.all(items.map((item) => withReplicas((front, dying) => run(item, front, dying))));

  test("a GET whose replica died is answered by the other one", async () => {
    await withReplicas(async (front, dying) => {
      const answer = await untilTaken(dying, () => front.get("/seo/audit?url=x"));
      expect(answer.status).toBe(200);
    });
  });

  test("a POST whose replica died is sent a second time by nobody, and refused in the form of all refusals", async () => {
    // Not metered: nothing there heeds the key.
    const sent = [...posts.map((post) => [post, {}] as const), ["/signup", once] as const];
    await withReplicasEach(sent, async ([path, headers], front, dying) => {
      const answer = await untilTaken(dying, () =>
        front.get(path, { method: "POST", body: "some bytes", headers }),
      );
      const { status, type, document } = await problemOf(answer);
      expect([path, status, type]).toEqual([path, 503, "application/problem+json"]);
      expect(document).toMatchObject({ code: "not-ready", status: 503, title: "Not ready for requests" });
      expect(answer.headers.get("retry-after")).toBe("5");
      expect(dying.taken).toEqual([`POST ${path}`]);
    });
  });

  test.skipIf(proxy.name !== "nginx")(
    "a POST with an Idempotency-Key to a metered API is answered by the other one, body and all",
    async () => {
      expect(posts.length).toBeGreaterThan(0);
      await withReplicasEach(posts, async (path, front, dying) => {
        const body = "x".repeat(1_000_000);
        const answer = await untilTaken(dying, () =>
          front.get(`${path}?a=1`, { method: "POST", body, headers: once }),
        );
        expect(answer.status).toBe(200);
        expect(await answer.json()).toMatchObject({
          body: body.length,
          path: `${path}?a=1`,
          headers: { "idempotency-key": "3f0c" },
        });
      });
    },
  );

  test("the replica hears the client's address from the proxy alone, and the name that the client used", async () => {
    using living = echoingReplica();
    await using front = await proxy.start([living.port ?? 0, living.port ?? 0]);
    const answer = await front.get("/v4", { headers: { "X-Forwarded-For": "6.6.6.6" } });
    const { headers } = (await answer.json()) as { headers: Record<string, string> };
    expect(headers["x-forwarded-for"]).toBe("127.0.0.1");
    expect(headers["x-forwarded-proto"]).toBe(front.url.split(":")[0] ?? "");
    expect(headers.host).toStartWith("127.0.0.1");
    // An escaped path arrives as it was sent: it is for Quintet to read.
    const escaped = await front.get("/decode/%7B0%2F1%7D");
    expect(await escaped.json()).toMatchObject({ path: "/decode/%7B0%2F1%7D" });
    expect(answer.headers.get("strict-transport-security")).toContain("max-age=");
  });

  // Concurrent: Caddy tries for 5 s to find a replica.
  test.concurrent("no log contains the token of a sign-in link, a signature or a key, whatever becomes of the request", async () => {
    const token = "t0kenOfALinkThatNobodyMayRead";
    const headers = { "X-API-Key": token, Authorization: `Bearer ${token}`, Cookie: `session=${token}` };
    using living = echoingReplica();
    await using front = await proxy.start([living.port ?? 0, living.port ?? 0], true);
    const signed = `/jobs/ID/events/link?expires=1&signature=${token}`;
    for (const path of [
      `/confirm/${token}`,
      `/confirm/${token}?a=1`,
      `/confirm/${token}/more`,
      signed,
      `/batches/ID/download?signature=${token}&expires=1`,
    ]) {
      expect((await front.get(path, { headers })).status).toBe(200);
      expect((await front.get(path, { method: "POST", body: "x", headers })).status).toBe(200);
    }
    await using gone = await proxy.start([freePort(), freePort()], true);
    const refused = await Promise.all(
      [`/confirm/${token}`, signed, "/v7"].map((to) => gone.get(to, { headers })),
    );
    expect(refused.map(({ status }) => status)).toEqual([503, 503, 503]);
    // Both log requests and errors; those with the token are not among them.
    await front.get("/v7?last=1");
    for (const [log, seen] of [
      [() => front.logged(), "/v7?last=1"],
      [() => gone.logged(), "/v7"],
    ] as const) {
      await until(`${seen} is logged`, async () => (await log()).includes(seen));
      expect(await log()).not.toContain(token);
    }
  });

  test.concurrent("with no replica there, the refusal says so in the form of all others", async () => {
    await using front = await proxy.start([freePort(), freePort()]);
    const { status, type, document } = await problemOf(await front.get("/v4"));
    expect([status, type]).toEqual([503, "application/problem+json"]);
    expect(document).toMatchObject({ code: "not-ready", status: 503 });
    expect(document.requestId).toMatch(/^[\da-f-]{32,36}$/);
  });

  test("a body above all limits is refused by the proxy, one of the largest upload passes", async () => {
    using living = echoingReplica();
    await using front = await proxy.start([living.port ?? 0, living.port ?? 0]);
    const file = join(temporaryFolder(), "upload");
    const send = async (bytes: number) => {
      await Bun.write(file, "");
      truncateSync(file, bytes);
      return front.get("/images/remove-bg", { method: "POST", body: Bun.file(file) });
    };
    const largest = Math.ceil((50_000_000 * 4) / 3) + 64 * 1024;
    const passed = await send(largest);
    expect(passed.status).toBe(200);
    expect(await passed.json()).toMatchObject({ body: largest });
    const { status, type, document } = await problemOf(await send(80_000_000));
    expect([status, type]).toEqual([413, "application/problem+json"]);
    expect(document).toMatchObject({ code: "payload-too-large", status: 413, charged: 0 });
  });

  test("an answer that comes in pieces is passed on in pieces", async () => {
    let client = Promise.withResolvers<void>();
    using living = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      async fetch(request) {
        if (!request.url.includes("/pdf/")) return new Response();
        // As Quintet does. Of a server that responds first, Caddy 2.6 may close the connection and end the response early.
        await request.text();
        return new Response(
          new ReadableStream({
            async start(controller) {
              controller.enqueue("first\n");
              await client.promise;
              controller.enqueue("second\n");
              controller.close();
            },
          }),
        );
      },
    });
    await using front = await proxy.start([living.port ?? 0, living.port ?? 0]);
    for (const headers of [{}, once]) {
      client = Promise.withResolvers();
      const answer = await front.get("/pdf/extract", { method: "POST", body: "x", headers });
      const got: string[] = [];
      for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        got.push(piece);
        client.resolve();
      }
      expect(got).toEqual(["first\n", "second\n"]);
    }
  });
});
