// Adding a resource of the platform is one description and one entry in `src/app/resources.ts`: everything else follows.
// This test adds one to a copy of the source and uses it through every interface, with a key of its own.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { z } from "zod";
import { type Running, spawnQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { fileAt } from "../recorders/generated.ts";

const copy = temporaryFolder();
const program = join(copy, "src/main.ts");
const settings = { DATA_DIR: join(copy, "data") };
let server: Running;
let key = "";

const fromHere = (name: string) => readFileSync(fileAt(name), "utf8");

/** Copies the source, puts the description into it, and names it in the list of resources. */
function addResource(): void {
  for (const name of ["src", "clients", "test", "package.json"]) {
    cpSync(fileAt(name), join(copy, name), {
      recursive: true,
      filter: (path) => !/node_modules|\.test\.tsx?$/.test(path),
    });
  }
  symlinkSync(fileAt("node_modules"), join(copy, "node_modules"));
  const module = join(copy, "src/squares/squares-resource.ts");
  mkdirSync(dirname(module));
  writeFileSync(module, fromHere("test/fixtures/squares-resource.ts").replaceAll(/"[./]*\/src\//g, '"../'));
  const list = fromHere("src/app/resources.ts");
  const added = list.replace("return [jobResource", "return [squares, jobResource");
  expect(added).not.toBe(list);
  const line = 'import { squares } from "../squares/squares-resource.ts";';
  writeFileSync(join(copy, "src/app/resources.ts"), `${line}\n${added}`);
}

async function quintet(environment: Record<string, string>, ...words: string[]) {
  const child = spawnQuintet(environment, words, program);
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { out, err, code };
}

/** Runs a program in the copy; returns its output. */
async function run(words: readonly string[], environment: Record<string, string> = {}): Promise<string> {
  const env = { PATH: process.env.PATH ?? "", PYTHONDONTWRITEBYTECODE: "1", ...environment };
  const child = Bun.spawn([...words], { cwd: copy, env, stderr: "inherit" });
  const text = await child.stdout.text();
  expect(await child.exited).toBe(0);
  return text;
}

beforeAll(async () => {
  addResource();
  server = await startQuintet(settings, program);
  const made = await quintet(settings, "keys", "create", "new@example.com");
  key = z.object({ key: z.string() }).parse(JSON.parse(made.out)).key;
});
afterAll(() => server[Symbol.asyncDispose]());

const bearer = () => ({ Authorization: `Bearer ${key}` });
const text = async (path: string) => (await fetch(server.url + path)).text();

test("HTTP: requests need a key, are checked, and run once for one Idempotency-Key", async () => {
  const create = (headers: Record<string, string>, body: object = { side: 3 }) =>
    fetch(`${server.url}/squares`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  expect((await create({})).status).toBe(401);
  const refused = await create(bearer(), { side: 3, color: "red" });
  expect([refused.status, await refused.json()]).toMatchObject([400, { code: "invalid-body" }]);
  const once = { ...bearer(), "Idempotency-Key": "one" };
  const [first, second] = [await create(once), await create(once)];
  expect([first.status, await first.json()]).toMatchObject([201, { id: "3", area: 9 }]);
  expect(second.headers.get("idempotency-replayed")).toBe("true");
  expect([first, second].map(({ headers }) => headers.get("location"))).toEqual(["/squares/3", "/squares/3"]);
  const read = await fetch(`${server.url}/squares/4?scale=2`, { headers: bearer() });
  expect(await read.json()).toMatchObject({ area: 32 });
  expect((await fetch(`${server.url}/squares/x`, { headers: bearer() })).status).toBe(404);
  expect((await fetch(`${server.url}/squares/4`, { method: "PUT" })).headers.get("allow")).toContain("GET");
});

test("HTTP: responses that are not JSON, and endpoints that need no key", async () => {
  const drawing = `${server.url}/squares/4/drawing`;
  const statuses = [await fetch(drawing), await fetch(drawing, { headers: bearer() })].map(
    ({ status }) => status,
  );
  expect(statuses).toEqual([401, 200]);
  const shared = await fetch(`${server.url}/squares/4/shared?signature=any`);
  expect([shared.headers.get("content-type"), await shared.text()]).toEqual([
    "image/svg+xml",
    expect.stringContaining('width="4"'),
  ]);
  expect((await fetch(`${server.url}/squares/4/shared`)).status).toBe(400);
});

test("OpenAPI: its paths, schemas, examples and errors", async () => {
  const document = JSON.parse(await text("/accounts/openapi.json"));
  expect(document.paths["/squares"].post).toMatchObject({ operationId: "createSquare", tags: ["Squares"] });
  expect(document.paths["/squares/{id}"].get.responses).toHaveProperty("404");
  expect(document.components.schemas).toHaveProperty("Square");
  expect(Object.keys(document.paths["/squares/{id}/drawing"].get.responses["200"].content)).toEqual([
    "image/svg+xml",
  ]);
  expect(document.paths["/squares/{id}/shared"].get.security).toEqual([]);
  expect(await text("/suite/openapi.json")).toContain('"/squares/{id}"');
});

test("the command line calls it on the server", async () => {
  const environment = { QUINTET_KEY: key, QUINTET_SERVER: server.url };
  const made = await quintet(environment, "squares", "create", "--side", "5");
  expect([made.err, made.code, JSON.parse(made.out || "{}")]).toMatchObject(["", 0, { id: "5", area: 25 }]);
  const read = await quintet(environment, "squares", "get", "5", "--scale", "2");
  expect(JSON.parse(read.out)).toMatchObject({ area: 50 });
  expect((await quintet({}, "help")).out).toMatch(/^ {2}squares +create, get, drawing/m);
  expect((await quintet(environment, "squares", "drawing", "5")).out).toContain('width="5"');
  expect((await quintet({}, "squares")).out).not.toContain("shared");
  expect((await quintet({}, "squares")).out).toContain("quintet squares get ID [--scale N]");
  expect((await quintet({}, "completions", "bash")).out).toContain("squares create");
  expect((await quintet(environment, "squares", "paint")).code).toBe(2);
});

test("MCP: its tools", async () => {
  const client = new Client({ name: "test", version: "1.0.0" });
  const requestInit = { headers: bearer() };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }));
  const made = await client.callTool({ name: "square_create", arguments: { side: "6" } });
  expect(made.structuredContent).toMatchObject({ id: "6", area: 36 });
  const read = await client.callTool({ name: "square_read", arguments: { id: "6", scale: 2 } });
  expect(read.structuredContent).toMatchObject({ area: 72 });
  await client.close();
});

test("the clients for TypeScript and Python have its methods", async () => {
  await run([process.execPath, "test/recorders/generated.ts"]);
  const typescript = `
    import { createQuintet } from "${copy}/clients/typescript/src/index.ts";
    const { squares } = createQuintet({ baseUrl: "${server.url}", key: "${key}" });
    const made = await squares.create({ side: "7" });
    const read = await squares.get(made.id, { scale: 2 });
    console.log(JSON.stringify([made.area, read.area]));`;
  expect(JSON.parse(await run([process.execPath, "-e", typescript]))).toEqual([49, 98]);
  const types = join(copy, "clients/typescript/src/operations.ts");
  expect(readFileSync(types, "utf8")).toContain("create(input: SquaresCreateInput");
  if (Bun.spawnSync(["/usr/bin/python3", "-c", "import httpx"]).exitCode !== 0) return;
  const python = `
from quintet_client import AsyncQuintet, Quintet
import anyio
async def main():
    async with AsyncQuintet("${server.url}", key="${key}") as quintet:
        return (await quintet.squares.create(side="9"))["area"]
with Quintet("${server.url}", key="${key}") as quintet:
    made = quintet.squares.create(side="8")
    print([made["area"], quintet.squares.get(made["id"], scale=2)["area"], anyio.run(main)])`;
  const environment = { PYTHONPATH: join(copy, "clients/python/src") };
  expect(JSON.parse(await run(["/usr/bin/python3", "-c", python], environment))).toEqual([64, 128, 81]);
});

test("both clients manage webhooks and keys, and read jobs and site audits", async () => {
  const keyFor = async (scope: string) => {
    const made = await quintet(settings, "keys", "create", "new@example.com", "--apis", scope);
    return z.object({ key: z.string() }).parse(JSON.parse(made.out)).key;
  };
  const [webhooks, keys] = [await keyFor("webhooks"), await keyFor("keys")];
  const typescript = `
    import { createQuintet } from "${copy}/clients/typescript/src/index.ts";
    const client = (key) => createQuintet({ baseUrl: "${server.url}", key });
    const made = await client("${webhooks}").webhooks.create({ url: "https://example.com/typescript" });
    const changed = await client("${webhooks}").webhooks.update(made.id, { enabled: false });
    const deleted = await client("${webhooks}").webhooks.delete(made.id);
    const key = await client("${keys}").keys.create({ name: "of typescript" });
    const { jobs } = await client("${key}").jobs.list({ limit: 1 });
    const { siteAudits } = await client("${key}").siteAudits.list();
    console.log(JSON.stringify([made.secret.slice(0, 6), changed.enabled, deleted, key.name, jobs, siteAudits]));`;
  expect(JSON.parse(await run([process.execPath, "-e", typescript]))).toEqual([
    ...["whsec_", false, { deleted: true }, "of typescript", [], []],
  ]);
  if (Bun.spawnSync(["/usr/bin/python3", "-c", "import httpx"]).exitCode !== 0) return;
  const python = `
import json
from quintet_client import Quintet
with Quintet("${server.url}", key="${webhooks}") as quintet:
    made = quintet.webhooks.create(url="https://example.com/python")
    changed = quintet.webhooks.update(made["id"], enabled=False)
    deleted = quintet.webhooks.delete(made["id"])
with Quintet("${server.url}", key="${keys}") as quintet:
    key = quintet.keys.create(name="of python")
with Quintet("${server.url}", key="${key}") as quintet:
    lists = [quintet.jobs.list(limit=1)["jobs"], quintet.site_audits.list()["siteAudits"]]
    print(json.dumps([made["secret"][:6], changed["enabled"], deleted, key["name"], *lists]))`;
  const environment = { PYTHONPATH: join(copy, "clients/python/src") };
  expect(JSON.parse(await run(["/usr/bin/python3", "-c", python], environment))).toEqual([
    ...["whsec_", false, { deleted: true }, "of python", [], []],
  ]);
});

test("the docs list it", async () => {
  const [, path = ""] = /<a href="([^"#]+)">Squares of sides</.exec(await text("/docs/endpoints")) ?? [];
  expect(path).toStartWith("/docs/endpoints/");
  expect(await text(path)).toContain("quintet squares create");
  expect(await text("/docs/endpoints.md")).toContain("`squares.get(id, …)`");
  expect(await text("/docs/search.json")).toContain("Squares of sides");
  expect(await text("/llms-full.txt")).toContain("POST /squares");
});
