import { afterAll, describe, expect, test } from "bun:test";
import { createServer, type Server, type Socket } from "node:net";
import { rejectionOf } from "../../test/helpers/rejection.ts";
import { S3Objects } from "./s3-objects.ts";
import { readS3Url } from "./s3-place.ts";

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** A store that does this with each connection, once a request has begun. */
async function storeThat(answer: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => answer(socket));
  });
  servers.push(server);
  return portOf(server);
}

async function portOf(server: Server): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

const response = (status: string, body: string, length = Buffer.byteLength(body)) =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/xml\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`;
const failure = (status: string, code: string) =>
  response(status, `<?xml version="1.0"?><Error><Code>${code}</Code><Message>m</Message></Error>`);

function open(port: number, deadlineMs = 60_000) {
  const place = readS3Url(`s3://key:secret@127.0.0.1:${port}/bucket?tls=false`);
  if (place === undefined) throw new TypeError("the URL is valid");
  const events: string[] = [];
  const objects = new S3Objects(
    place,
    {
      onFailure: (code, isRejection) => void events.push(`${isRejection ? "rejected" : "failed"} ${code}`),
      onRecovery: () => void events.push("recovered"),
    },
    deadlineMs,
  );
  return { objects, events };
}

const bytes = new Uint8Array(1_000);

// Mostly waits: for deadlines, and between attempts.
describe("a store that", () => {
  test.concurrent.each<[string, (socket: Socket) => void, string]>([
    ["says nothing", () => {}, "failed Timeout"],
    ["closes the connection", (socket) => void socket.destroy(), "failed ConnectionClosed"],
    ["speaks another protocol", (socket) => void socket.end("220 mail\r\n\r\n"), "failed ConnectionClosed"],
    ["is too busy", (socket) => void socket.end(failure("503 X", "SlowDown")), "failed SlowDown"],
    ["is full", (socket) => void socket.end(response("507 Insufficient Storage", "")), "failed UnknownError"],
    [
      "is full and says so",
      (socket) => void socket.end(failure("507 X", "InsufficientStorage")),
      "failed InsufficientStorage",
    ],
    ["fails", (socket) => void socket.end(failure("500 X", "InternalError")), "failed InternalError"],
    ["fails with a page", (socket) => void socket.end(response("502 X", "<html>")), "failed UnknownError"],
    [
      "rejects the key",
      (socket) => void socket.end(failure("403 X", "InvalidAccessKeyId")),
      "rejected InvalidAccessKeyId",
    ],
    [
      "has no such bucket",
      (socket) => void socket.end(failure("404 X", "NoSuchBucket")),
      "rejected NoSuchBucket",
    ],
  ])(
    "%s: every request is storage-unavailable with Retry-After, and it is told once",
    async (_, answer, told) => {
      const port = await storeThat(answer);
      // A store on a busy machine is late too: only one that says nothing is to be found out soon.
      const { objects, events } = open(port, told === "failed Timeout" ? 300 : undefined);
      const unavailable = {
        code: "storage-unavailable",
        options: { headers: { "Retry-After": "5" } },
      };
      expect(await rejectionOf(objects.put("name", bytes))).toMatchObject(unavailable);
      expect(events).toEqual([told]);
      expect(objects.hasFailed).toBe(true);
      expect(objects.waitMs()).toBeGreaterThan(0);
      const { requests } = objects.counts;
      // Those that follow are not sent.
      expect(await rejectionOf(objects.get("name", 2_000))).toMatchObject(unavailable);
      expect(await rejectionOf(objects.delete("name"))).toMatchObject(unavailable);
      expect(objects.counts).toEqual({ requests, failures: 1 });
      expect(events).toEqual([told]);
    },
  );

  test.concurrent("is not there: the same", async () => {
    const gone = createServer();
    servers.push(gone);
    const port = await portOf(gone);
    gone.close();
    const { objects, events } = open(port);
    expect(await rejectionOf(objects.put("name", bytes))).toMatchObject({ code: "storage-unavailable" });
    expect(events).toEqual(["failed ConnectionRefused"]);
  });

  test.concurrent("cuts an object short: it is an error", async () => {
    const port = await storeThat((socket) => void socket.end(response("200 OK", "a part", 1_000)));
    const { objects } = open(port);
    expect(await rejectionOf(objects.get("name", 2_000))).toMatchObject({ code: "storage-unavailable" });
  });

  test.concurrent("has no such object: reading gives nothing, and deleting succeeds", async () => {
    const port = await storeThat((socket) => void socket.end(failure("404 Not Found", "NoSuchKey")));
    const { objects, events } = open(port);
    expect(await objects.get("name", 2_000)).toBeUndefined();
    await objects.delete("name");
    expect(events).toEqual([]);
  });

  test.concurrent("works again after two failures: the request succeeds", async () => {
    let calls = 0;
    const port = await storeThat((socket) => {
      calls++;
      socket.end(calls < 3 ? failure("503 X", "SlowDown") : response("200 OK", ""));
    });
    const { objects, events } = open(port);
    await objects.put("name", bytes);
    expect([calls, events, objects.counts]).toEqual([3, [], { requests: 3, failures: 0 }]);
  });

  test.concurrent("rejects the key at a start: an error of the configuration, without the key", async () => {
    const port = await storeThat((socket) => void socket.end(failure("403 X", "SignatureDoesNotMatch")));
    const { objects } = open(port);
    const rejected = objects.start();
    expect(await rejectionOf(rejected)).toMatchObject({ name: "ConfigError" });
    const { message } = (await rejectionOf(rejected)) as Error;
    expect(message).toMatch(/^STORAGE_URL is not accepted: .*SignatureDoesNotMatch.*region/);
    expect(message).not.toContain("secret");
  });

  test.concurrent("is away at a start: the server starts, and tells it", async () => {
    const port = await storeThat((socket) => void socket.destroy());
    const { objects, events } = open(port);
    await objects.start();
    expect(events).toEqual(["failed ConnectionClosed"]);
  });

  test.concurrent("keeps nothing of what is written: an error of the configuration", async () => {
    const port = await storeThat((socket) => void socket.end(response("200 OK", "other")));
    expect(await rejectionOf(open(port).objects.start())).toMatchObject({ name: "ConfigError" });
  });
});
