import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdir, symlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Ajv2020 } from "ajv/dist/2020.js";
import { z } from "zod";
import { apis } from "../../src/apis/default-apis.ts";
import { sampleFile } from "../../src/apis/images/sample.ts";
import { samples } from "../../src/apis/pdf/samples.ts";
import { toolName } from "../../src/mcp/tools.ts";
import { textPdf } from "../fixtures/pdf-writer.ts";
import { SHORT_LIVED } from "../helpers/engine-settings.ts";
import { entry, type Running, spawnQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";

/** Profiles and products have no source here: their tools are not offered. */
const offered = apis.filter(({ name }) => !["profiles", "products"].includes(name));
const names = offered.flatMap((api) =>
  Object.entries(api.operations)
    .filter(([, { hiddenFromAgents }]) => hiddenFromAgents !== true)
    .map(([id]) => toolName(api, id)),
);
const PDF = Buffer.from(samples.plain.make()).toString("base64");
const IMAGE = Buffer.from(sampleFile.make()).toString("base64");
const data = temporaryFolder();
let open: Running;
let metered: Running;

/** What only a server has. */
const SERVER_TOOLS = [
  ...["start", "read", "cancel", "list"].map((action) => `batch_${action}`),
  ...["start", "read", "cancel", "list", "compare"].map((action) => `site_audit_${action}`),
];

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
    env: { ...SHORT_LIVED, PATH: process.env.PATH ?? "", DATA_DIR: temporaryFolder(), ...environment },
    stderr: "inherit",
  });

/** Calls a tool, again if the server is busy: sandbox processes start slowly on a machine that does much else. */
async function callTool(client: Client, name: string, given: Record<string, unknown>) {
  for (let more = 5; ; more--) {
    const result = await client.callTool({ name, arguments: given });
    const { code } = z
      .looseObject({ code: z.unknown() })
      .partial()
      .parse(result.structuredContent ?? {});
    if (code !== "busy" || more === 0) return result;
  }
}

/** Arguments that each operation's first example answers with success, where no upstream is needed. */
function argumentsOf(name: string): Record<string, unknown> | undefined {
  const operation = offered
    .flatMap((api) => Object.entries(api.operations).map(([id, one]) => [toolName(api, id), one] as const))
    .find(([own]) => own === name)?.[1];
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
  ["over HTTP", () => http(open.url), SERVER_TOOLS],
  ["over stdio", () => stdio(), []],
])("the tools %s", (_name, transport, further) => {
  test("are all operations, each described, and answer", async () => {
    await over(transport(), async (client) => {
      const { tools } = await client.listTools();
      expect(tools.map((tool) => tool.name).sort()).toEqual([...names, ...further].sort());
      for (const tool of tools) expect(tool.description?.length).toBeGreaterThan(10);
      // Below, all examples are called over HTTP, and images over stdio.
      for (const name of ["uuid_v7", "pdf_extract"]) {
        const given = argumentsOf(name) ?? expect.unreachable();
        const result = await callTool(client, name, given);
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

describe("for agents", () => {
  test("every tool has an output schema, and every structured result, errors included, validates", async () => {
    await over(http(open.url), async (client) => {
      const { tools } = await client.listTools();
      const examples = names.map((name) => [name, argumentsOf(name)] as const);
      const calls = [
        ...examples,
        ["seo_audit", { url: "http://127.0.0.1/" }],
        ["pdf_extract", { fileBase64: PDF, include: "words,metadata,links" }],
        ["pdf_extract", { fileBase64: PDF, dryRun: true }],
        ["images_remove_background", { imageBase64: IMAGE, response: "json" }],
        ["images_remove_background", { imageBase64: IMAGE, format: "zip" }],
      ] as const;
      for (const [i, [name, given]] of calls.entries()) {
        if (given === undefined) continue;
        const result = await callTool(client, name, given);
        if (i < examples.length) expect([name, result.isError ?? false]).toEqual([name, false]);
        const schema = tools.find((tool) => tool.name === name)?.outputSchema;
        expect(schema).toMatchObject({ type: "object" });
        // Clients of models that know one type for a schema reject a list of types.
        expect(JSON.stringify(schema)).not.toContain('"type":[');
        const validate = new Ajv2020({ strict: false }).compile(
          z.record(z.string(), z.unknown()).parse(schema),
        );
        const isValid = validate(result.structuredContent);
        expect([name, isValid, validate.errors ?? []]).toEqual([name, true, []]);
      }
    });
  });

  test("a PDF of 100 pages costs at most 1.1 times its text, and can be read in parts", async () => {
    const pages = Array.from({ length: 100 }, (_, i) =>
      Array.from({ length: 12 }, (_, line) => `Page ${i + 1}, line ${line + 1} of a report about teapots.`),
    );
    const fileBase64 = Buffer.from(textPdf(pages)).toString("base64");
    await over(http(open.url), async (client) => {
      const plain = await fetch(`${open.url}/pdf/extract`, {
        method: "POST",
        headers: { "Content-Type": "application/pdf", Accept: "text/plain" },
        body: Buffer.from(fileBase64, "base64"),
      });
      const text = await plain.text();
      const result = await client.callTool({ name: "pdf_extract", arguments: { fileBase64 } });
      expect(result.structuredContent).toMatchObject({ pageCount: 100, textPages: "1-100" });
      const { content, structuredContent } = result;
      expect(JSON.stringify({ content, structuredContent }).length).toBeLessThan(
        1.1 * JSON.stringify(text).length,
      );
      const part = await client.callTool({
        name: "pdf_extract",
        arguments: { fileBase64, maxCharacters: 5_000 },
      });
      const shown = z.array(z.object({ text: z.string() })).parse(part.content)[0]?.text ?? "";
      expect(shown.length).toBeWithin(4_000, 5_001);
      const { textPages, nextPages } = z
        .object({ textPages: z.string(), nextPages: z.string() })
        .parse(part.structuredContent);
      expect(Number(nextPages.split("-")[0])).toBe(Number(textPages.split("-")[1]) + 1);
      const rest = await client.callTool({
        name: "pdf_extract",
        arguments: { fileBase64, pages: nextPages },
      });
      const more = z.array(z.object({ text: z.string() })).parse(rest.content)[0]?.text ?? "";
      expect(`${shown}\f${more}`.trim()).toBe(text.trim());
    });
  });

  test("an image comes once, with its confidence as data", async () => {
    await over(http(open.url), async (client) => {
      for (const response of ["auto", "json"]) {
        const result = await client.callTool({
          name: "images_remove_background",
          arguments: { imageBase64: IMAGE, response },
        });
        expect(result.content).toMatchObject([{ type: "image", mimeType: "image/png" }]);
        expect(result.structuredContent).toHaveProperty("engine", "builtin");
        expect(result.structuredContent).toHaveProperty("confidence");
        expect(JSON.stringify(result.structuredContent).length).toBeLessThan(1_000);
      }
    });
  });

  test("arguments may be written as models write them", async () => {
    await over(http(open.url), async (client) => {
      const fine = [
        ["uuid_v7", { n: "2" }],
        ["uuid_v4", { n: null }],
        ["uuid_validate_batch", { uuids: ["a,b", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"] }],
        ["pdf_extract", { fileBase64: PDF, pages: 1, dryRun: "True", include: ["words", "links"] }],
        ["images_remove_background", { imageBase64: IMAGE, crop: "true", url: null }],
      ] as const;
      for (const [name, given] of fine) {
        const result = await callTool(client, name, given);
        expect([name, result.isError ?? false]).toEqual([name, false]);
      }
      for (const n of ["two", "1.5", true, [1], {}]) {
        expect((await client.callTool({ name: "uuid_v7", arguments: { n } })).isError).toBe(true);
      }
    });
  });

  test("a batch is started, read in parts and canceled, over HTTP and through `quintet mcp`", async () => {
    const key = await keyOf("batches@example.com");
    const other = await keyOf("other-batches@example.com");
    const read = z.looseObject({
      batch: z.looseObject({ state: z.string() }),
      results: z.array(z.looseObject({ index: z.int(), problem: z.looseObject({ code: z.string() }) })),
      nextAfter: z.int().nullable(),
    });
    for (const transport of [
      http(metered.url, { Authorization: `Bearer ${key}` }),
      stdio({ QUINTET_SERVER: metered.url, QUINTET_KEY: key }),
    ]) {
      await over(transport, async (client) => {
        const inputs = Array.from({ length: 5 }, () => ({ url: "http://127.0.0.1:9/" }));
        const started = await client.callTool({
          name: "batch_start",
          arguments: { operation: "seo.meta", inputs },
        });
        const { id, size } = z
          .looseObject({ id: z.string(), size: z.int() })
          .parse(started.structuredContent);
        expect(size).toBe(5);
        const once = { operation: "seo.meta", inputs: inputs.slice(1), idempotencyKey: crypto.randomUUID() };
        const again = [once, once].map((given) => client.callTool({ name: "batch_start", arguments: given }));
        const ids = (await Promise.all(again)).map(
          ({ structuredContent }) => z.looseObject({ id: z.string() }).parse(structuredContent).id,
        );
        expect(ids[1]).toBe(ids[0] ?? "");
        const changed = { ...once, inputs };
        const rejected = await client.callTool({ name: "batch_start", arguments: changed });
        expect(rejected.structuredContent).toMatchObject({ code: "idempotency-mismatch" });
        const state = async (more = {}) =>
          read.parse(
            (await client.callTool({ name: "batch_read", arguments: { id, ...more } })).structuredContent,
          );
        await until("the batch has ended", async () => (await state()).batch.state === "finished");
        const all = await state();
        expect([all.results.map(({ index }) => index), all.nextAfter]).toEqual([[0, 1, 2, 3, 4], null]);
        expect(all.results[0]?.problem.code).toBe("url-not-public");
        // Two results fit.
        const line = JSON.stringify(all.results[0]).length;
        const part = await state({ maxCharacters: 2 * line + 10 });
        expect([part.results.length, part.nextAfter]).toEqual([2, 1]);
        const rest = await state({ after: 1 });
        expect(rest.results.map(({ index }) => index)).toEqual([2, 3, 4]);
        const canceled = await client.callTool({ name: "batch_cancel", arguments: { id } });
        expect(canceled.structuredContent).toMatchObject({ state: "finished", failed: 5 });
        await over(http(metered.url, { Authorization: `Bearer ${other}` }), async (stranger) => {
          for (const name of ["batch_read", "batch_cancel"]) {
            const hidden = await stranger.callTool({ name, arguments: { id } });
            expect([hidden.isError, hidden.structuredContent]).toMatchObject([
              true,
              { code: "unknown-batch" },
            ]);
          }
        });
        for (const given of [
          { operation: "seo.nonsense", inputs },
          { operation: "seo.meta", inputs: [{ uri: "x" }] },
          { operation: "seo.meta", inputs: [] },
        ]) {
          expect((await client.callTool({ name: "batch_start", arguments: given })).isError).toBe(true);
        }
      });
    }
    await over(http(metered.url), async (client) => {
      const given = { operation: "seo.meta", inputs: [{ url: "https://example.com/" }] };
      const missing = await client.callTool({ name: "batch_start", arguments: given });
      expect([missing.isError, missing.structuredContent]).toMatchObject([true, { code: "key-missing" }]);
    });
  });

  test("a site audit is started and read, over HTTP and through `quintet mcp`, and is nobody else's", async () => {
    const key = await keyOf("site-audits@example.com");
    for (const transport of [
      http(metered.url, { Authorization: `Bearer ${key}` }),
      stdio({ QUINTET_SERVER: metered.url, QUINTET_KEY: key }),
    ]) {
      await over(transport, async (client) => {
        const call = (name: string, given: Record<string, unknown>) =>
          client.callTool({ name: `site_audit_${name}`, arguments: given });
        // A host that is nowhere: the audit ends by itself, unless it is canceled before.
        const url = "http://site.example/";
        const started = await call("start", { url, maxPages: "3", exclude: ["/a/", "/b/"] });
        const { id } = z.looseObject({ id: z.string() }).parse(started.structuredContent);
        expect(started.structuredContent).toMatchObject({
          url,
          options: { maxPages: 3, exclude: ["/a/", "/b/"] },
        });
        expect((await call("read", { id })).structuredContent).toMatchObject({ audit: { id }, report: null });
        // A second one deletes nothing.
        for (let times = 0; times < 2; times++) {
          const { structuredContent } = await call("cancel", { id });
          expect(structuredContent).toMatchObject({
            id,
            state: expect.stringMatching(/^(?:canceled|failed)$/),
          });
        }
        expect((await call("read", { id })).isError ?? false).toBe(false);
        for (const [given, code] of [
          [{ url: "http://127.0.0.1:9/" }, "url-not-public"],
          [{ url, maxPages: 0 }, "invalid-parameter"],
          [{ url, every: "daily" }, "invalid-parameter"],
        ] as const) {
          const wrong = await call("start", given);
          expect([
            wrong.isError,
            z.looseObject({ code: z.string() }).safeParse(wrong.structuredContent).data?.code,
          ]).toEqual([true, code]);
        }
        await over(
          http(metered.url, { Authorization: `Bearer ${await keyOf("other-site-audits@example.com")}` }),
          async (stranger) => {
            for (const name of ["read", "cancel"]) {
              const hidden = await stranger.callTool({ name: `site_audit_${name}`, arguments: { id } });
              expect([hidden.isError, hidden.structuredContent]).toMatchObject([
                true,
                { code: "unknown-site-audit" },
              ]);
            }
          },
        );
      });
    }
  });

  test("names have one style, descriptions advise no headers, and nothing is said to change", async () => {
    await over(http(open.url), async (client) => {
      const { tools } = await client.listTools();
      for (const { name, description } of tools) {
        expect(name).toMatch(/^[a-z]+(?:_[a-z0-9]+)+$/);
        expect(description).not.toMatch(/\bAccept\b|\bheader\b/);
      }
      expect(client.getServerCapabilities()).toMatchObject({
        tools: { listChanged: false },
        prompts: { listChanged: false },
      });
      const { prompts } = await client.listPrompts();
      expect(prompts.map(({ name }) => name)).toEqual(["audit_page", "summarize_pdf", "remove_background"]);
      const prompt = await client.getPrompt({
        name: "audit_page",
        arguments: { url: "https://example.com" },
      });
      expect(JSON.stringify(prompt.messages)).toContain("https://example.com");
    });
  });

  test("local files are read and written in the folders that the operator named, and nowhere else", async () => {
    const folder = temporaryFolder();
    const elsewhere = temporaryFolder();
    await Bun.write(join(folder, "in.png"), sampleFile.make());
    await Bun.write(join(elsewhere, "secret.png"), sampleFile.make());
    await symlink(join(elsewhere, "secret.png"), join(folder, "link.png"));
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [entry, "mcp", folder],
      env: { PATH: process.env.PATH ?? "", DATA_DIR: temporaryFolder() },
      stderr: "inherit",
    });
    await over(transport, async (client) => {
      const call = (given: Record<string, string>) =>
        client.callTool({ name: "images_remove_background", arguments: given });
      const made = await call({ imagePath: "in.png", outputPath: join(folder, "out.png") });
      expect(made.content).toMatchObject([{ type: "resource_link", name: "out.png", mimeType: "image/png" }]);
      expect((await Bun.file(join(folder, "out.png")).bytes())[1]).toBe(0x50);
      for (const refused of [
        { imagePath: join(elsewhere, "secret.png") },
        { imagePath: "link.png" },
        { imagePath: `../${basename(elsewhere)}/secret.png` },
        { imagePath: "missing.png" },
        { imagePath: "in.png", outputPath: "out.png" },
        { imagePath: "in.png", outputPath: join(elsewhere, "out.png") },
        { imagePath: "in.png", outputPath: "link.png" },
      ]) {
        expect([refused, (await call(refused)).isError]).toEqual([refused, true]);
      }
    });
    expect(await readdir(elsewhere)).toEqual(["secret.png"]);
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
      env: { ...SHORT_LIVED, PATH: process.env.PATH, DATA_DIR: temporaryFolder() },
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
