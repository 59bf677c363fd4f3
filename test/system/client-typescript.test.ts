// The TypeScript client as its users have it: built, packed, installed, compiled and run in every runtime, against a
// server and a proxy that fails.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { declarations, hasTools, packClients, storedDeclarations, tools } from "../../clients/build.ts";
import { type FaultProxy, startFaultProxy } from "../../clients/test/fault-proxy.ts";
import { sampleFile } from "../../src/apis/images/sample.ts";
import { samples } from "../../src/apis/pdf/samples.ts";
import { type Running, runQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { areClientsTested } from "../helpers/tested-clients.ts";
import { fileAt } from "../recorders/generated.ts";
import { hasBrowser, openBrowser } from "./site/visitor.ts";

// `npm ci --prefix clients/tools` installs what it needs; `.ci/run` does that.

const results = z.object({ passed: z.array(z.string()), failed: z.array(z.string()) });
const folder = temporaryFolder();
const cases = fileAt("clients/typescript/cases.js").pathname;
let server: Running;
let proxy: FaultProxy;
let archive = "";
/** The module of the installed package. */
let client = "";

async function run(words: readonly string[], cwd = folder) {
  const child = Bun.spawn([...words], { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { out, err, code };
}

/** A folder in which the packed client is installed. */
async function installed(name: string): Promise<string> {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, "package.json"), '{"name": "user", "private": true, "type": "module"}');
  const { code, err } = await run(["npm", "install", "--offline", "--no-audit", "--no-fund", archive], path);
  expect([code, err.replaceAll(/^npm warn.*\n/gm, "")]).toEqual([0, ""]);
  return path;
}

/** Tests of the installed client against a proxy that fails. */
function faultTests(): void {
  beforeAll(async () => {
    client = join(await installed("cases"), "node_modules/quintet-client/dist/index.js");
    server = await startQuintet({ METERING: "off" });
    proxy = await startFaultProxy(server.url, sampleFile.make());
  });
  afterAll(async () => {
    await proxy[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  test("on Node 20, Node 22 and Bun", async () => {
    const script = fileAt("clients/typescript/run-cases.js").pathname;
    const runs = [join(tools, "node20/bin/node"), join(tools, "node22/bin/node"), process.execPath]
      // The programs are for Linux on x64; npm leaves them out elsewhere.
      .filter((program) => existsSync(program))
      // At once, because they wait most of the time.
      .map(async (program) => {
        const words = [program, script, client, proxy.url, server.url, join(folder, "sample.pdf")];
        const { passed, failed } = results.parse(JSON.parse((await run(words)).out));
        return { program, failed, isWhole: passed.length > 40 };
      });
    expect(runs.length).toBeGreaterThan(0);
    for (const { program, ...outcome } of await Promise.all(runs)) {
      expect([program, outcome]).toEqual([program, { failed: [], isWhole: true }]);
    }
  });

  test.if(hasBrowser)("in Chromium, bundled, from another origin", async () => {
    const entry = join(folder, "page.js");
    await Bun.write(
      entry,
      `import * as client from "${client}"; import { run } from "${cases}"; globalThis.client = client; globalThis.runCases = (setup) => run({ client, ...setup });`,
    );
    const built = await Bun.build({ entrypoints: [entry], target: "browser", minify: true });
    expect(built.success).toBe(true);
    const script = (await built.outputs[0]?.text()) ?? "";
    const page = `<!doctype html><title>t</title><script type="module">${script}</script>`;
    const headers = { "Content-Type": "text/html" };
    using site = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => new Response(page, { headers }),
    });
    const browser = await openBrowser();
    try {
      const tab = await browser.newPage();
      await tab.goto(site.url.href);
      const outcome: unknown = await tab.evaluate(
        ({ pdf, ...urls }) => {
          const { runCases } = globalThis as unknown as { runCases(setup: object): Promise<unknown> };
          return runCases({ ...urls, pdf: new Uint8Array(pdf) });
        },
        { proxy: proxy.url, server: server.url, pdf: [...samples.plain.make()] },
      );
      const { passed, failed } = results.parse(outcome);
      expect(failed).toEqual([]);
      expect(passed.length).toBeGreaterThan(40);
      // Events of a job by EventSource, which sends no key, with the default of a browser in all else.
      const events: unknown = await tab.evaluate(async (baseUrl) => {
        const { client, EventSource } = globalThis as unknown as {
          client: typeof import("../../clients/typescript/src/index.ts");
          EventSource: new (url: string) => EventTarget & { readonly readyState: number };
        };
        const quintet = client.createQuintet({ baseUrl });
        const { id } = await quintet.jobs.start("pdf.extract", { file: new Blob(["no PDF"]) });
        const { pathname, search } = new URL((await quintet.jobs.eventLink(id)).eventsUrl);
        const source = new EventSource(baseUrl + pathname + search);
        const last = await new Promise<string>((resolve) => {
          source.addEventListener("end", (event) => resolve((event as MessageEvent<string>).data));
        });
        // It connects again, and is told that there is nothing more.
        await new Promise<void>((resolve) => {
          source.addEventListener("error", () => source.readyState === 2 && resolve());
        });
        return JSON.parse(last);
      }, server.url);
      expect(events).toMatchObject({ state: "failed", problem: { code: "not-a-pdf" } });
    } finally {
      await browser.close();
    }
  });
}

describe.if(hasTools)("the TypeScript client", () => {
  beforeAll(async () => {
    archive = (await packClients(folder)).find((path) => path.includes("quintet-client")) ?? "";
    await Bun.write(join(folder, "sample.pdf"), samples.plain.make());
  });

  // At once, because they wait most of the time.
  describe.skipIf(areClientsTested).concurrent("survives every fault", faultTests);

  test.skipIf(areClientsTested)("the declaration files are those of the modules", async () => {
    expect(await storedDeclarations()).toEqual(await declarations());
  });

  test.skipIf(areClientsTested)("publint and Are The Types Wrong find nothing", async () => {
    const lint = await run([join(tools, ".bin/publint"), "--strict", archive]);
    expect([lint.code, lint.out]).toEqual([0, expect.stringContaining("All good!")]);
    const types = await run([join(tools, ".bin/attw"), "--profile", "esm-only", "--no-color", archive]);
    expect([types.code, types.err]).toEqual([0, ""]);
  });

  test.skipIf(areClientsTested).each(["typescript/bin/tsc", "typescript7/bin/tsc"])(
    "compiles for its users, strictly, with %s",
    async (compiler) => {
      const path = await installed(compiler.split("/", 1)[0] ?? "");
      writeFileSync(join(path, "user.ts"), USER);
      for (const [module, resolution] of [
        ["NodeNext", "NodeNext"],
        ["ESNext", "Bundler"],
      ] as const) {
        const options = ["--strict", "--exactOptionalPropertyTypes", "--noEmit", "--target", "ES2022"];
        const libraries = ["--lib", "ES2022,DOM,DOM.AsyncIterable"];
        const words = ["--module", module, "--moduleResolution", resolution, "user.ts"];
        const { out, code } = await run(
          ["node", join(tools, compiler), ...options, ...libraries, ...words],
          path,
        );
        expect([out, code]).toEqual(["", 0]);
      }
    },
  );

  test("a key: cost, quota and usage are typed values; an error costs nothing", async () => {
    const data = temporaryFolder();
    await using metered = await startQuintet({ DATA_DIR: data });
    const made = await runQuintet({ DATA_DIR: data }, "keys", "create", "client@example.com");
    const { key } = z.object({ key: z.string() }).parse(JSON.parse(made.out));
    const path = await installed("metered");
    writeFileSync(join(path, "metered.js"), METERED);
    const words = ["node", "metered.js", metered.url, key, join(folder, "sample.pdf")];
    const { out, err } = await run(words, path);
    expect(err).toBe("");
    expect(JSON.parse(out)).toMatchObject({
      cost: { units: 1, unit: "pages" },
      quota: [{ policy: "hobbyist-pdf", limit: 100, remaining: 99 }],
      used: 1,
      code: "key-invalid",
    });
  });
});

/** What a user writes: each wrong line says that it is wrong. */
const USER = `
import { createQuintet, ProblemError, QuintetError, type ProblemCode, type SeoAudit, verifyWebhook } from "quintet-client";
const quintet = createQuintet({ baseUrl: "https://api.example.com", key: "qt_live_x", retries: 3 });
const ids: readonly string[] = (await quintet.uuid.v7({ n: 3 })).data;
const audit: SeoAudit = (await quintet.seo.audit({ url: "https://example.com/" })).data;
const some = (await quintet.seo.audit({ url: "https://example.com/", fields: "score" })).data;
const picked = (await quintet.seo.audit({ url: "https://example.com/", fields: ["score", "title"] })).data;
const exact: number | null = picked.score.value;
// @ts-expect-error It was not asked for.
void picked.findings;
// @ts-expect-error There is no such field.
await quintet.seo.audit({ url: "https://example.com/", fields: ["scores"] });
await quintet.pdf.extract({ url: "https://example.com/a.pdf", include: ["tables", "words"] });
await quintet.siteAudits.create({ url: "https://example.com/", include: ["/blog/", "/shop/"] });
await quintet.webhooks.create({ url: "https://example.com/", events: ["job.failed"] });
// @ts-expect-error There is no such event.
await quintet.webhooks.create({ url: "https://example.com/", events: ["job.fails"] });
// @ts-expect-error There is no such detail.
await quintet.pdf.extract({ url: "https://example.com/a.pdf", include: ["table"] });
// @ts-expect-error A file or a URL is needed.
await quintet.pdf.extract({});
// @ts-expect-error A file or a URL is needed, with parameters too.
await quintet.images.removeBackground({ format: "webp" });
// @ts-expect-error A call has a file or a URL, not both.
await quintet.pdf.extract({ file: new Blob([]), url: "https://example.com/a.pdf" });
// @ts-expect-error The same for a job.
await quintet.jobs.run("pdf.extract", {});
const event = await verifyWebhook("", new Headers(), "whsec_x");
function handled(): string {
  switch (event.type) {
    case "job.succeeded":
    case "job.failed":
    case "job.canceled":
      return event.data.operation;
    case "batch.completed":
      return event.data.resultsUrl;
    case "site-audit.completed":
      return event.data.eventsUrl;
    case "webhook.test":
    case "webhook.verification":
      return event.data.message;
    // Compiles only if every type has a case.
    default:
      return event satisfies never;
  }
}
handled();
// @ts-expect-error Only batches have it.
void event.data.resultsUrl;
const score: number | undefined = some.score?.value;
const text: string = (await quintet.pdf.extract({ file: new Blob([]) }, { accept: "text/plain" })).data;
for await (const line of (await quintet.pdf.extract({ file: { path: "a.pdf" } }, { accept: "application/x-ndjson" })).data) {
  const type: "document" | "page" | "end" = line.type;
  if (line.type === "page") void line.number.toFixed();
  if (line.type === "end") void line.usage.pages.toFixed();
  // @ts-expect-error The first line has no text.
  if (line.type === "document") void line.text;
  void type;
}
const png: Blob = (await quintet.images.removeBackground({ image: new Uint8Array(1) })).data;
const engine: string = (await quintet.images.removeBackground({ image: png, response: "json" })).data.engine;
const remaining: number | undefined = (await quintet.usage()).data.apis[0]?.quotas[0]?.remaining;
try {
  await quintet.uuid.v4();
} catch (error) {
  if (error instanceof ProblemError) {
    const code: ProblemCode = error.code;
    if (error.code === "rate-limited") console.log(error.retryAfter, error.problem.detail, code);
  } else if (error instanceof QuintetError && error.code === "timeout") console.log(error.attempts);
}
const batch = await quintet.batches.run("seo.meta", [{ url: "https://example.com/" }], { onProgress: ({ size }) => console.log(size) });
for await (const item of batch) {
  if (item.error === undefined && typeof item.result === "object") console.log(item.result?.url, item.index);
}
for await (const item of await quintet.batches.run("seo.meta", [{ url: "https://example.com/" }])) {
  // @ts-expect-error An item that did not succeed has no result.
  void item.result.title;
  if (item.state === "succeeded") {
    const title: string | null = item.result.title;
    const none: undefined = item.error;
    void [title, none];
  } else if (item.state === "failed") {
    const status: number = item.error.status;
    const none: null = item.result;
    void [status, none];
  } else {
    const none: undefined = item.error;
    void none;
  }
}
const texts = await quintet.batches.run("pdf.extract", [{ path: "a.pdf" }], { accept: "text/markdown", parameters: { include: ["tables"] } });
for (const item of await texts.collect()) if (item.state === "succeeded") void item.result.trim();
const pages = await quintet.batches.run("pdf.extract", [new Blob([])]);
for (const item of await pages.collect()) if (item.state === "succeeded") void item.result.pageCount.toFixed();
const masks = await quintet.batches.run("images.removeBackground", [new Blob([])], { accept: "image/webp" });
for (const item of await masks.collect()) {
  const none: null = item.result;
  void none;
}
const before = await quintet.batches.resume<"seo.meta", "application/json">("id");
for (const item of await before.collect()) if (item.state === "succeeded") void item.result.finalUrl;
// @ts-expect-error The operation does not have this media type.
await quintet.batches.run("seo.meta", [], { accept: "text/markdown" });
// @ts-expect-error The operation takes no file.
await quintet.batches.run("seo.meta", [new Blob([])]);
const cut: Blob = (await quintet.jobs.run("images.removeBackground", { image: png })).data;
const page: string = (await quintet.jobs.run("pdf.extract", { file: cut }, { accept: "text/markdown" })).data;
// @ts-expect-error There is no such operation.
await quintet.batches.run("seo.metas", []);
// @ts-expect-error UUIDs are free: they do not run in the background.
await quintet.jobs.run("uuid.v7", {});
// @ts-expect-error There is no such parameter.
await quintet.batches.run("seo.meta", [{ uri: "https://example.com/" }]);
// @ts-expect-error A number is needed.
await quintet.uuid.v7({ n: "3" });
// @ts-expect-error There is no such parameter.
await quintet.uuid.v7({ m: 3 });
// @ts-expect-error The operation does not have this media type.
await quintet.uuid.v7({ n: 3 }, { accept: "image/png" });
// @ts-expect-error The whole report has a score, a part may not.
const needed: number = some.score.value;
console.log(ids, audit, score, exact, text, png, engine, remaining, needed, page);
`;

const METERED = `
import { createQuintet } from "quintet-client";
const [baseUrl, key, path] = process.argv.slice(2);
const quintet = createQuintet({ baseUrl, key });
const { cost, quota } = await quintet.pdf.extract({ file: { path } });
const { data } = await quintet.usage();
const used = data.apis.find(({ api }) => api === "pdf").quotas[0].used;
const error = await createQuintet({ baseUrl, key: "qt_live_wrong" }).usage().catch((thrown) => thrown);
console.log(JSON.stringify({ cost, quota, used, code: error.code }));
`;
