// The client packages as users get them: installed by URL from a running server into empty folders, and run.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { samples } from "../../src/apis/pdf/samples.ts";
import { freePort, type Running, runQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { areClientsTested } from "../helpers/tested-clients.ts";
import { fileAt } from "../recorders/generated.ts";

const folder = temporaryFolder();
const pdf = join(folder, "sample.pdf");
const hooks = freePort();
const listed = z.object({
  packages: z.array(z.object({ url: z.url(), integrity: z.string(), sha256: z.string() })),
});
let server: Running;
let site: ReturnType<typeof Bun.serve>;
let urls: { npm: string; npx: string; pip: string };
let integrity = "";
let sha256 = "";
let key = "";
let manager = "";

/** Runs a program that can reach nothing but this machine, with an empty cache. */
async function run(words: readonly string[], cwd: string) {
  const nowhere = "http://127.0.0.1:9/";
  const child = Bun.spawn([...words], {
    cwd,
    env: {
      PATH: process.env.PATH ?? "",
      HOME: folder,
      npm_config_registry: nowhere,
      npm_config_cache: join(folder, "npm"),
      npm_config_update_notifier: "false",
      BUN_INSTALL_CACHE_DIR: join(folder, "bun"),
      PIP_CACHE_DIR: join(folder, "pip"),
      PIP_DISABLE_PIP_VERSION_CHECK: "1",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { out, err, code };
}

/** Runs a program that must succeed; returns its output. */
async function succeed(words: readonly string[], cwd: string): Promise<string> {
  const { out, err, code } = await run(words, cwd);
  expect([words, code, code === 0 ? "" : out + err]).toEqual([words, 0, ""]);
  return out;
}

/** An empty folder for a user. */
function emptyFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

beforeAll(async () => {
  await Bun.write(pdf, samples.plain.make());
  site = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () =>
      new Response("<!doctype html><html lang=en><title>Tea</title><h1>Tea</h1>", {
        headers: { "Content-Type": "text/html; charset=utf-8" },
      }),
  });
  const data = temporaryFolder();
  server = await startQuintet({
    DATA_DIR: data,
    EGRESS_ALLOW: `127.0.0.1:${site.port},127.0.0.1:${hooks}`,
  });
  const create = async (...words: string[]) => {
    const { out } = await runQuintet({ DATA_DIR: data }, "keys", "create", "user@example.com", ...words);
    return z.object({ key: z.string() }).parse(JSON.parse(out)).key;
  };
  key = await create();
  manager = await create("--apis", "webhooks");
  const { packages } = listed.parse(await (await fetch(`${server.url}/clients`)).json());
  const [npm, npx, pip] = packages;
  urls = { npm: npm?.url ?? "", npx: npx?.url ?? "", pip: pip?.url ?? "" };
  integrity = npm?.integrity ?? "";
  sha256 = pip?.sha256 ?? "";
});
afterAll(async () => {
  await site.stop(true);
  await server[Symbol.asyncDispose]();
});

/** Runs the script of a user, and checks what it reports. */
async function checkScript(words: readonly string[], cwd: string): Promise<void> {
  const given = [server.url, key, manager, site.url.href, pdf, String(hooks)];
  expect(JSON.parse(await succeed([...words, ...given], cwd))).toEqual({
    score: 100,
    lines: ["document", "page", "end"],
    batch: ["Tea", "Tea", "url-invalid"],
    event: "webhook.test",
    forged: "signature",
  });
}

describe.skipIf(areClientsTested)("the TypeScript client", () => {
  test("is installed by npm and runs with Node; npm stores the hash that the server names", async () => {
    const path = emptyFolder("npm-user");
    await succeed(["npm", "install", "--no-audit", "--no-fund", urls.npm], path);
    const lock: unknown = await Bun.file(join(path, "package-lock.json")).json();
    expect(lock).toMatchObject({
      packages: { "node_modules/quintet-client": { resolved: urls.npm, integrity } },
    });
    writeFileSync(join(path, "user.mjs"), SCRIPT);
    await checkScript(["node", "user.mjs"], path);
  });

  test("is installed by Bun and runs with it", async () => {
    const path = emptyFolder("bun-user");
    await succeed([process.execPath, "add", urls.npm], path);
    writeFileSync(join(path, "user.mjs"), SCRIPT);
    await checkScript([process.execPath, "user.mjs"], path);
  });

  test("is built in a clone by npm pack and npm install, without the tools of its tests", async () => {
    const path = emptyFolder("clone-user");
    const clone = fileAt("clients/typescript").pathname;
    const files = z.tuple([z.object({ files: z.array(z.object({ path: z.string() })) })]);
    const [{ files: packed }] = files.parse(
      JSON.parse(await succeed(["npm", "pack", "--json", "--silent", "--pack-destination", path], clone)),
    );
    const names = packed.map((file) => file.path);
    expect(names).toContain("dist/index.js");
    expect(names).toContain("dist/index.d.ts");
    await succeed(["npm", "install", "--no-audit", "--no-fund", clone], path);
    const said = await succeed(
      [
        "node",
        "-e",
        'import("quintet-client").then(({ createQuintet }) => console.log(typeof createQuintet))',
      ],
      path,
    );
    expect(said).toBe("function\n");
  });
});

test("npx runs the command from the server", async () => {
  const words = ["npx", "--yes", urls.npx, "uuid", "v7", "--n", "2", "--server", server.url, "--json"];
  expect(JSON.parse(await succeed(words, emptyFolder("npx-user")))).toHaveLength(2);
});

const python = "/usr/bin/python3";
const hasPython = ["httpx", "ensurepip"].every(
  (module) => existsSync(python) && Bun.spawnSync([python, "-c", `import ${module}`]).exitCode === 0,
);

test.if(hasPython && !areClientsTested)(
  "the Python client is installed by pip, which checks the hash of the server",
  async () => {
    const path = emptyFolder("pip-user");
    await succeed([python, "-m", "venv", "--system-site-packages", "venv"], path);
    const pip = (url: string) =>
      run([join(path, "venv/bin/pip"), "install", "--no-index", "--no-deps", url], path);
    const wrong = await pip(`${urls.pip}#sha256=${"0".repeat(64)}`);
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("HASH")]);
    expect(await pip(`${urls.pip}#sha256=${sha256}`)).toMatchObject({ code: 0 });
    writeFileSync(join(path, "user.py"), PYTHON_SCRIPT);
    await checkScript([join(path, "venv/bin/python"), "user.py"], path);
  },
);

const SCRIPT = `
import { createServer } from "node:http";
import { createQuintet, verifyWebhook } from "quintet-client";

const [baseUrl, key, manager, site, pdf, port] = process.argv.slice(2);
const quintet = createQuintet({ baseUrl, key });
const score = (await quintet.seo.audit({ url: site })).data.score.max;
const lines = [];
const stream = await quintet.pdf.extract({ file: { path: pdf } }, { accept: "application/x-ndjson" });
for await (const { type } of stream.data) lines.push(type);
const run = await quintet.batches.run("seo.meta", [{ url: site }, { url: site }, { url: "nonsense" }]);
const batch = (await run.collect()).map(({ result, error }) => error?.code ?? result.title);

const received = new Promise((resolve) => {
  const receiver = createServer(async (request, response) => {
    const body = (await Array.fromAsync?.(request)) ?? (await request.toArray());
    response.end();
    receiver.close();
    resolve({ headers: request.headers, body: Buffer.concat(body) });
  }).listen(Number(port), "127.0.0.1");
});
const { webhooks } = createQuintet({ baseUrl, key: manager });
const { id, secret } = await webhooks.create({ url: \`http://127.0.0.1:\${port}/\` });
await webhooks.test(id);
const { body, headers } = await received;
const event = (await verifyWebhook(body, headers, secret)).type;
const forged = await verifyWebhook(body + " ", headers, secret).catch(({ reason }) => reason);
await webhooks.delete(id);
console.log(JSON.stringify({ score, lines, batch, event, forged }));
process.exit(0);
`;

const PYTHON_SCRIPT = `
import json, sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from quintet_client import Quintet, WebhookVerificationError, verify_webhook

base_url, key, manager, site, pdf, port = sys.argv[1:]
received = []

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        received.append((self.rfile.read(int(self.headers["Content-Length"])), dict(self.headers)))
        self.send_response(204)
        self.end_headers()
    def log_message(self, *_):
        pass

with Quintet(base_url, key=key) as quintet, Quintet(base_url, key=manager) as manage:
    score = quintet.seo.audit(url=site).data["score"]["max"]
    lines = [line["type"] for line in quintet.pdf.extract(file=pdf, accept="application/x-ndjson").data]
    inputs = [{"url": site}, {"url": site}, {"url": "nonsense"}]
    items = quintet.batches.run("seo.meta", inputs).collect()
    batch = [item.error.code if item.error else item.result["title"] for item in items]
    receiver = HTTPServer(("127.0.0.1", int(port)), Receiver)
    waiting = Thread(target=receiver.handle_request)
    waiting.start()
    webhook = manage.webhooks.create(url="http://127.0.0.1:" + port + "/")
    manage.webhooks.test(webhook["id"])
    waiting.join()
    manage.webhooks.delete(webhook["id"])
    body, headers = received[0]
    event = verify_webhook(body, headers, webhook["secret"])["type"]
    try:
        verify_webhook(body + b" ", headers, webhook["secret"])
    except WebhookVerificationError as error:
        forged = error.reason
print(json.dumps({"score": score, "lines": lines, "batch": batch, "event": event, "forged": forged}))
`;
