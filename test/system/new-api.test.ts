// Adding an API is one folder and one entry in `src/apis/index.ts`: everything else follows. This test adds one to a
// copy of the source and uses it through every interface, with a key of its own.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { z } from "zod";
import { type Running, spawnQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { fileAt } from "../recorders/generated.ts";

const copy = temporaryFolder();
const program = join(copy, "src/main.ts");
const settings = {
  DATA_DIR: join(copy, "data"),
  WEIGH_GRAMS_PER_BYTE: "2",
  WEIGH_TOKEN: "s3cret-of-the-scales",
};
const abc = join(copy, "abc.txt");
let server: Running;
let key = "";

const fromHere = (name: string) => readFileSync(fileAt(name), "utf8");

/** Copies the source, puts the folder of the API into it, and names it in the list of APIs. */
function addApi(): void {
  for (const name of ["src", "clients", "test", "package.json"]) {
    cpSync(fileAt(name), join(copy, name), {
      recursive: true,
      filter: (path) => !/node_modules|\.test\.tsx?$/.test(path),
    });
  }
  symlinkSync(fileAt("node_modules"), join(copy, "node_modules"));
  const module = join(copy, "src/apis/weigh/api.ts");
  mkdirSync(dirname(module));
  writeFileSync(module, fromHere("test/fixtures/weigh-api.ts").replaceAll(/"[./]*\/src\//g, '"../../'));
  const list = fromHere("src/apis/index.ts");
  const added = list.replace("products];", "products, weigh];");
  expect(added).not.toBe(list);
  writeFileSync(join(copy, "src/apis/index.ts"), `import { weigh } from "./weigh/api.ts";\n${added}`);
  writeFileSync(abc, "abc");
}

async function quintet(environment: Record<string, string>, ...words: string[]) {
  const child = spawnQuintet(environment, words, program);
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { out, err, code };
}

beforeAll(async () => {
  addApi();
  server = await startQuintet(settings, program);
  const made = await quintet(settings, "keys", "create", "new@example.com");
  key = z.object({ key: z.string() }).parse(JSON.parse(made.out)).key;
});
afterAll(() => server[Symbol.asyncDispose]());

const bearer = () => ({ Authorization: `Bearer ${key}` });
const text = async (path: string) => (await fetch(server.url + path)).text();

test("HTTP: a fresh key is charged in the API's unit, and nobody else is served", async () => {
  const call = (headers: Record<string, string>, body = "abc") =>
    fetch(`${server.url}/weigh/file?unit=kg`, {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream", ...headers },
      body,
    });
  expect((await call({})).status).toBe(401);
  expect((await call(bearer(), "")).status).toBe(400);
  const served = await call(bearer());
  expect([served.status, await served.json()]).toEqual([200, { weight: 0.006, unit: "kg", isOpen: true }]);
  expect(served.headers.get("quintet-cost")).toBe('1;unit="files";credits=3');
  expect(served.headers.get("ratelimit-policy")).toContain("q=5");
});

test("the command line: here with the same settings, and on the server with the key", async () => {
  const local = await quintet(settings, "weigh", "file", abc);
  expect([local.code, JSON.parse(local.out)]).toEqual([0, { weight: 6, unit: "g", isOpen: true }]);
  const other = await quintet(
    { QUINTET_KEY: key },
    "weigh",
    "file",
    abc,
    "--unit",
    "kg",
    "--server",
    server.url,
  );
  expect([other.code, JSON.parse(other.out)]).toEqual([0, { weight: 0.006, unit: "kg", isOpen: true }]);
  expect((await quintet({}, "weigh", "file", "--help")).out).toContain("--unit");
  const refused = await quintet({ WEIGH_GRAMS_PER_BYTE: "heavy" }, "weigh", "file", abc);
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringContaining("WEIGH_GRAMS_PER_BYTE is not accepted"),
  ]);
});

test.each(["HTTP", "standard input"])("MCP over %s: a tool", async (kind) => {
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(
    kind === "HTTP"
      ? new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), {
          requestInit: { headers: bearer() },
        })
      : new StdioClientTransport({
          command: process.execPath,
          args: [program, "mcp"],
          env: { PATH: process.env.PATH ?? "", ...settings },
        }),
  );
  const answer = await client.callTool({ name: "weigh_file", arguments: { fileBase64: btoa("abc") } });
  expect(answer.structuredContent).toMatchObject({ weight: 6 });
  await client.close();
});

test("the TypeScript client and .env.example are written with it", async () => {
  const write = Bun.spawn([process.execPath, "test/recorders/generated.ts"], {
    cwd: copy,
    stderr: "inherit",
  });
  expect(await write.exited).toBe(0);
  const environment = readFileSync(join(copy, ".env.example"), "utf8");
  expect(environment).toContain("# What a byte weighs, in grams.\n# WEIGH_GRAMS_PER_BYTE=1\n");
  expect(environment).toContain("# WEIGH_TOKEN_FILE=\n");
  const script = `
    import { createQuintet } from "${copy}/clients/typescript/src/index.ts";
    const quintet = createQuintet({ baseUrl: "${server.url}", key: "${key}" });
    console.log(JSON.stringify((await quintet.weigh.file({ file: new Blob(["abc"]) })).data));`;
  const client = Bun.spawn([process.execPath, "-e", script], { cwd: copy });
  expect(JSON.parse(await client.stdout.text())).toMatchObject({ weight: 6 });
});

test("documents and pages show it: docs, prices, landing, status, machines", async () => {
  expect(await text("/docs")).toContain("Quintet Weigh");
  expect(await text("/docs/weigh")).toContain("Weigh a file");
  const landing = await text("/");
  expect(landing).toContain("/docs/weigh");
  expect(landing).toContain("5 calls a month for weigh");
  const prices = await text("/pricing");
  for (const shown of ["$7", "<span>Weigh </span><span>5 calls</span>", 'id="amount-weigh"'])
    expect(prices).toContain(shown);
  expect(await text("/status")).toContain("Quintet Weigh");
  expect(await text("/weigh/openapi.json")).toContain('"x-quota-unit":"files"');
  for (const path of ["/suite/openapi.json", "/llms.txt", "/sitemap.xml"])
    expect(await text(path)).toContain("/weigh");
  expect(JSON.parse(await text("/plans"))).toMatchObject({
    meters: { weigh: { unit: "files", credits: 3 } },
  });
  expect(await text("/metrics")).toContain('api="weigh"');
});

test("the free quota ends where the module says", async () => {
  const usage = JSON.parse((await quintet(settings, "usage", "new@example.com")).out);
  const { quotas } = usage.apis.find(({ api }: { api: string }) => api === "weigh");
  // One call each by HTTP, the command line, MCP over HTTP and the client; the rejected ones are free.
  expect(quotas).toMatchObject([{ used: 4, limit: 5 }]);
  const shown = await quintet(settings, "config", "check");
  expect(shown.out).toContain("WEIGH_TOKEN=(hidden)");
  expect(shown.out).not.toContain("s3cret");
});
