import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { z } from "zod";
import { apis } from "../../src/apis/index.ts";
import { samples } from "../../src/apis/pdf/samples.ts";
import { entry, type Running, spawnQuintet, startQuintet } from "../running.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const names = apis.flatMap((api) => Object.keys(api.operations).map((id) => `${api.name}_${id}`));
const PDF = Buffer.from(samples.plain.make()).toString("base64");
const data = temporaryFolder();
let open: Running;
let metered: Running;

/** A new account's key, made by the operator's command. */
async function keyOf(email: string): Promise<string> {
  const child = spawnQuintet({ DATA_DIR: data }, ["keys", "create", email]);
  const made: unknown = JSON.parse(await child.stdout.text());
  return z.object({ key: z.string() }).parse(made).key;
}

beforeAll(async () => {
  [open, metered] = await Promise.all([
    startQuintet({ METERING: "off" }),
    startQuintet({ DATA_DIR: data, BURST_PER_SECOND: "1000" }),
  ]);
});
afterAll(() => Promise.all([open[Symbol.asyncDispose](), metered[Symbol.asyncDispose]()]));

async function over(
  transport: StreamableHTTPClientTransport | StdioClientTransport,
  use: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(transport);
  try {
    await use(client);
  } finally {
    await client.close();
  }
}

const http = (url: string, headers: Record<string, string> = {}) =>
  new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } });

const stdio = (environment: Record<string, string> = {}) =>
  new StdioClientTransport({
    command: process.execPath,
    args: [entry, "mcp"],
    env: { PATH: process.env.PATH ?? "", DATA_DIR: temporaryFolder(), ...environment },
    stderr: "inherit",
  });

/** Arguments that each operation's first example answers with success, where no upstream is needed. */
function argumentsOf(name: string): Record<string, unknown> | undefined {
  const [api, id] = name.split("_");
  const operation = apis.find((one) => one.name === api)?.operations[id ?? ""];
  const example = operation?.examples.find(
    ({ upstream, status = 200 }) => upstream !== true && status === 200,
  );
  if (operation === undefined || example === undefined) return undefined;
  const typed = Object.entries(example.input).map(([key, value]) => [
    key,
    /^\d+$/.test(value) ? Number(value) : value === "true" ? true : value,
  ]);
  const file =
    example.file === undefined
      ? {}
      : { [`${operation.accepts?.file}Base64`]: Buffer.from(example.file.make()).toString("base64") };
  return { ...Object.fromEntries(typed), ...file };
}

describe.each([
  ["over HTTP", () => http(open.url)],
  ["over stdio", () => stdio()],
])("the tools %s", (_name, transport) => {
  test("are all operations, each described, and answer their examples", async () => {
    await over(transport(), async (client) => {
      const { tools } = await client.listTools();
      expect(tools.map((tool) => tool.name).sort()).toEqual([...names].sort());
      for (const tool of tools) expect(tool.description?.length).toBeGreaterThan(10);
      for (const name of names) {
        const given = argumentsOf(name);
        if (given === undefined) continue;
        const result = await client.callTool({ name, arguments: given });
        expect({ name, isError: result.isError ?? false, content: result.content.length }).toEqual({
          name,
          isError: false,
          content: 1,
        });
      }
    });
  });

  test("refuse wrong arguments and files in words, and go on", async () => {
    await over(transport(), async (client) => {
      const wrong = [
        await client.callTool({ name: "uuid_v7", arguments: { n: 101 } }),
        await client.callTool({ name: "uuid_v7", arguments: { m: 1 } }),
        await client.callTool({ name: "pdf_extract", arguments: { fileBase64: "not base64!" } }),
        await client.callTool({ name: "pdf_extract", arguments: { fileBase64: btoa("no PDF") } }),
        await client.callTool({ name: "pdf_extract", arguments: {} }),
        await client.callTool({ name: "seo_audit", arguments: { url: "http://127.0.0.1/" } }),
      ];
      for (const result of wrong) expect(result.isError).toBe(true);
      expect(JSON.stringify(wrong[3])).toContain("not-a-pdf");
      expect(JSON.stringify(wrong[5])).toContain("url-not-public");
      const right = await client.callTool({ name: "uuid_v7", arguments: { n: 2 } });
      expect(right.isError ?? false).toBe(false);
    });
  });
});

describe("the key of the caller", () => {
  test("is needed, checked and charged as over plain HTTP", async () => {
    const key = await keyOf("agent@example.com");
    const call = { name: "pdf_extract", arguments: { fileBase64: PDF } };
    await over(http(metered.url), async (client) => {
      const result = await client.callTool(call);
      expect(result).toMatchObject({
        isError: true,
        structuredContent: { code: "key-missing", status: 401 },
      });
      expect((await client.callTool({ name: "uuid_v4", arguments: {} })).isError ?? false).toBe(false);
    });
    await over(http(metered.url, { Authorization: "Bearer qt_live_nonsense" }), async (client) => {
      expect(await client.callTool(call)).toMatchObject({ structuredContent: { code: "key-invalid" } });
    });
    await over(http(metered.url, { "X-API-Key": key }), async (client) => {
      const result = await client.callTool(call);
      expect(result.isError ?? false).toBe(false);
      expect(result._meta?.["quintet-cost"]).toContain("1;");
    });
  });

  test("with a spent quota is told so", async () => {
    const key = await keyOf("spent@example.com");
    const headers = { Authorization: `Bearer ${key}` };
    await over(http(metered.url, headers), async (client) => {
      const call = () => client.callTool({ name: "pdf_extract", arguments: { fileBase64: PDF } });
      for (let tens = 0; tens < 10; tens++) {
        const results = await Promise.all(Array.from({ length: 10 }, call));
        expect(results.filter((result) => result.isError === true)).toEqual([]);
      }
      const result = await call();
      expect(result).toMatchObject({
        isError: true,
        structuredContent: { code: "quota-exceeded", charged: 0 },
      });
      expect(result._meta?.["retry-after"]).toBeDefined();
    });
  });
});

describe("/mcp over plain HTTP", () => {
  const post = (headers: Record<string, string>) =>
    fetch(`${open.url}/mcp`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });

  test("takes POST alone", async () => {
    const answer = await fetch(`${open.url}/mcp`);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  });

  test.each([
    [{ Host: "evil.example" }, 400],
    [{ Origin: "https://evil.example" }, 403],
    [{ Origin: "null" }, 403],
  ])("from %j is refused", async (headers, status) => {
    const answer = await post(headers);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
  });

  test("answers nonsense in its own terms", async () => {
    const answer = await fetch(`${open.url}/mcp`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
      body: "{",
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });
});

test("a folder for data is all that `quintet mcp` leaves behind", async () => {
  const transport = stdio({ DATA_DIR: join(temporaryFolder(), "data") });
  await over(transport, async (client) => {
    expect((await client.listTools()).tools.length).toBe(names.length);
  });
});

describe("`quintet mcp` ends", () => {
  const start = () =>
    Bun.spawn([process.execPath, entry, "mcp"], {
      env: { PATH: process.env.PATH, DATA_DIR: temporaryFolder() },
      stdio: ["pipe", "pipe", "pipe"],
    });

  test("with a clear line where a message does not end", async () => {
    const child = start();
    // The pipe stays open, and breaks before all of it is written.
    const written = Promise.resolve(child.stdin.write(Buffer.alloc(30_000_000, "["))).then(
      () => "written",
      () => "broken",
    );
    const [code, error, isWritten] = await Promise.all([child.exited, child.stderr.text(), written]);
    expect(isWritten).toBe("broken");
    expect([code, error]).toEqual([1, expect.stringMatching(/^quintet: An MCP message .* 10 MB\. .*\n$/)]);
  });

  test("in silence where the client leaves", async () => {
    const child = start();
    child.stdin.write("no message\n[");
    child.stdin.end();
    const [code, error] = await Promise.all([child.exited, child.stderr.text()]);
    expect([code, error]).toEqual([0, ""]);
  });
});
