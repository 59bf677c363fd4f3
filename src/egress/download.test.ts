import { describe, expect, test } from "bun:test";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { rejectionOf } from "../../test/helpers/rejection.ts";
import { readAllowance } from "./allowance.ts";
import { createDownload } from "./download.ts";

const open = (allow: string) =>
  createDownload({ allowance: readAllowance(allow), userAgent: "Quintet/test" });

async function serve(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/file`,
    target: `127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const options = { silenceMs: 5_000, parameter: "UPSTREAM_URLS" };

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  return Buffer.concat(await Array.fromAsync(body)).toString();
}

describe("a download", () => {
  test("gives status, headers and body, and asks for the file as it is", async () => {
    await using server = await serve((request, response) => {
      const { range, "accept-encoding": coding, "user-agent": agent } = request.headers;
      response
        .writeHead(206, { ETag: '"a"' })
        .end(JSON.stringify([range, coding, agent, request.headers.cookie]));
    });
    const answer = await open(server.target)(server.url, { ...options, headers: { Range: "bytes=5-" } });
    expect([answer.status, answer.headers.get("etag")]).toEqual([206, ['"a"']]);
    expect(JSON.parse(await textOf(answer.body))).toEqual(["bytes=5-", "identity", "Quintet/test", null]);
  });

  test("follows five redirects and no more", async () => {
    await using server = await serve((request, response) => {
      const hop = Number(new URL(request.url ?? "", "http://x").searchParams.get("hop"));
      if (hop === 6) response.end("there");
      else response.writeHead(302, { Location: `?hop=${hop + 1}` }).end();
    });
    expect((await open(server.target)(`${server.url}?hop=0`, options)).status).toBe(302);
    expect(await textOf((await open(server.target)(`${server.url}?hop=1`, options)).body)).toBe("there");
  });

  test.each([
    ["file:///etc/passwd", "url-invalid"],
    ["http://169.254.169.254/latest/meta-data", "url-not-public"],
    ["http://user:secret@example.com/", "url-invalid"],
    ["http://127.0.0.1:1/", "url-not-public"],
  ])("does not follow a redirect to %s", async (location, code) => {
    await using server = await serve(
      (_, response) => void response.writeHead(302, { Location: location }).end(),
    );
    expect(await rejectionOf(open(server.target)(server.url, options))).toMatchObject({
      code,
      options: { parameter: "UPSTREAM_URLS" },
    });
  });

  test("refuses an address that is not allowed before it connects", async () => {
    let asked = 0;
    await using server = await serve((_, response) => {
      asked++;
      response.end();
    });
    expect(await rejectionOf(open("")(server.url, options))).toMatchObject({ code: "url-not-public" });
    expect(asked).toBe(0);
  });

  test("ends when nothing comes: before the head, and within the body", async () => {
    await using silent = await serve(() => {});
    const short = { ...options, silenceMs: 100 };
    expect(await rejectionOf(open(silent.target)(silent.url, short))).toMatchObject({
      code: "upstream-unreachable",
    });
    await using halfway = await serve((_, response) => void response.writeHead(200).write("half"));
    // Its head must come in time, also on a busy machine.
    const answer = await open(halfway.target)(halfway.url, { ...options, silenceMs: 1_000 });
    expect(await rejectionOf(textOf(answer.body))).toBeInstanceOf(Error);
  });

  test("goes on for as long as something comes", async () => {
    await using server = await serve(async (_, response) => {
      response.writeHead(200);
      for (let i = 0; i < 60; i++) {
        response.write("x");
        await Bun.sleep(50);
      }
      response.end();
    });
    // Shorter than the whole, and long beside what a busy machine takes between two pieces.
    const answer = await open(server.target)(server.url, { ...options, silenceMs: 2_000 });
    expect(await textOf(answer.body)).toBe("x".repeat(60));
  });

  test("throws where the connection is cut", async () => {
    await using server = await serve((_, response) => {
      response.writeHead(200, { "Content-Length": 1000 });
      response.write("half", () => setImmediate(() => response.socket?.destroy()));
    });
    const answer = await open(server.target)(server.url, options);
    expect(await rejectionOf(textOf(answer.body))).toBeInstanceOf(Error);
  });

  test("refuses a content coding that it did not ask for", async () => {
    await using server = await serve((_, response) => {
      response.writeHead(200, { "Content-Encoding": "gzip" }).end("x");
    });
    expect(await rejectionOf(open(server.target)(server.url, options))).toMatchObject({
      code: "upstream-invalid",
    });
  });
});
