/**
 * `npm run interop`: linters, generators of clients and a validating proxy, none of them ours, against a live server.
 * Exits with 1 if one of them reports an error. The tools are in the package.json of this folder.
 */
import { mkdir, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { z } from "zod";
import { apis } from "../../src/apis/default-apis.ts";
import { sampleFile } from "../../src/apis/images/sample.ts";
import { samples } from "../../src/apis/pdf/samples.ts";
import { requestOf } from "../../src/kit/call-request.ts";
import type { AnyOperation } from "../../src/kit/descriptor.ts";
import { toolName } from "../../src/mcp/tools.ts";
import { freePort, startQuintet } from "../../test/helpers/running.ts";
import { until } from "../../test/helpers/until.ts";
import { exampleRequests, mockDocument } from "./example-requests.ts";
import { toOpenApi30 } from "./openapi-3.0.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const generated = `${folder}generated`;
const failed: string[] = [];

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Runs a program of this folder; `with` says which runtime reads it: some tools need a newer Node.js than 20. */
async function run(name: string, words: readonly string[], { quiet = true } = {}): Promise<string> {
  const child = Bun.spawn([...words], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: "1", REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  const code = await child.exited;
  if (code !== 0) failed.push(name);
  say(`${code === 0 ? "ok  " : "FAIL"} ${name}`);
  if (code !== 0 || !quiet) say(`${out}${err}`.trim());
  return out + err;
}

/** Notes what was found. */
function check(name: string, isRight: boolean): void {
  if (!isRight) failed.push(name);
  say(`${isRight ? "ok  " : "FAIL"} ${name}`);
}

const tool = (name: string) => `node_modules/.bin/${name}`;
const bun = [process.execPath, "--bun"];

/** Every document, as the live server gives it. */
async function fetchDocuments(url: string): Promise<string[]> {
  const shared = ["accounts", "compatible", "suite"].map((name) => `/${name}/openapi.json`);
  const paths = [...apis.map(({ document }) => document), ...shared];
  return Promise.all(
    paths.map(async (path) => {
      const file = `generated/${path === "/suite/openapi.json" ? "suite" : path.slice(1, -5).replaceAll("/", "-")}.json`;
      await Bun.write(folder + file, await (await fetch(url + path)).text());
      return file;
    }),
  );
}

async function lint(files: readonly string[]): Promise<void> {
  await run("Spectral: 0 errors", [
    "node",
    tool("spectral"),
    ...["lint", "--ruleset", "spectral.yaml", "--fail-severity", "error"],
    ...files,
  ]);
  await run("Redocly: 0 errors", ["node", tool("redocly"), "lint", ...files]);
  const validate = `import { validate } from "@apidevtools/swagger-parser";
    for (const file of process.argv.slice(1)) await validate(file);`;
  await run("swagger-parser: valid", [...bun, "-e", validate, ...files]);
}

async function generate(): Promise<void> {
  await run("openapi-typescript generates", [
    ...["node", tool("openapi-typescript"), "generated/suite.json"],
    ...["-o", "generated/openapi-typescript.d.ts"],
  ]);
  await run("hey-api generates", [
    ...[...bun, tool("openapi-ts"), "-i", "./generated/suite.json", "-o", "generated/hey"],
    ...["-c", "@hey-api/client-fetch", "--no-log-file"],
  ]);
  await run("orval generates", [...bun, tool("orval"), "--config", "orval.config.mjs"]);
}

const generator = "node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar";
const python = "/usr/bin/python3";

/** Debian packages without which the Python client is left out. */
function missingForPython(): readonly string[] {
  const has = (...words: string[]) =>
    Bun.which(words[0] ?? "") !== null &&
    Bun.spawnSync(words, { stdout: "ignore", stderr: "ignore" }).success;
  return [
    ...(has("java", "-version") ? [] : ["default-jre-headless"]),
    ...["urllib3", "six", "dateutil", "certifi"].flatMap((name) =>
      has(python, "-c", `import ${name}`) ? [] : [`python3-${name}`],
    ),
  ];
}

/** The client of the newest OpenAPI Generator that a package contains: it reads OpenAPI 3.0. */
async function callPython(url: string): Promise<void> {
  const missing = missingForPython();
  if (missing.length > 0) return say(`none OpenAPI Generator for Python: install ${missing.join(", ")}`);
  const document: unknown = await Bun.file(`${generated}/suite.json`).json();
  await Bun.write(
    `${generated}/suite-3.0.json`,
    JSON.stringify(toOpenApi30(document as Record<string, unknown>)),
  );
  await run("OpenAPI Generator for Python generates", [
    ...["java", "-jar", generator, "generate", "-i", "generated/suite-3.0.json", "-g", "python"],
    ...["-o", "generated/python", "--package-name", "quintet_api"],
    "--global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false",
  ]);
  await run("its client compiles", [python, ...["-m", "compileall", "-q", "generated/python/quintet_api"]]);
  await Bun.write(`${generated}/sample.pdf`, samples.plain.make());
  await Bun.write(`${generated}/sample.png`, sampleFile.make());
  const script = ["clients/python_calls.py", url, "generated/sample.pdf", "generated/sample.png"];
  const path = "import runpy, sys; sys.path.insert(0, 'generated/python'); sys.argv = sys.argv[1:];";
  const words = [python, "-c", `${path} runpy.run_path(sys.argv[0], run_name="__main__")`, ...script];
  await run("its client calls", words, { quiet: false });
}

/** Arguments of each tool: those of its operation's first successful example that needs no other site. */
function toolCalls(): readonly {
  readonly tool: string;
  readonly given: Readonly<Record<string, unknown>>;
}[] {
  return apis.flatMap((api) =>
    Object.entries(api.operations).flatMap(([id, { accepts, examples, hiddenFromAgents }]) => {
      if (hiddenFromAgents === true) return [];
      const shown = examples.find(({ upstream, status = 200 }) => upstream !== true && status === 200);
      if (shown === undefined) return [];
      const { input, file } = shown;
      const bytes =
        file === undefined || accepts === undefined
          ? {}
          : { [`${accepts.file}Base64`]: Buffer.from(file.make()).toString("base64") };
      return [{ tool: toolName(api, id), given: { ...input, ...bytes } }];
    }),
  );
}

const toolList = z.object({
  tools: z.array(z.object({ name: z.string(), outputSchema: z.looseObject({ type: z.literal("object") }) })),
});
const toolResult = z.object({ isError: z.boolean().optional(), structuredContent: z.unknown() });

/** The tools as the MCP Inspector sees them: their schemas, and a result of each. */
async function inspect(url: string): Promise<void> {
  const inspector = ["node", tool("mcp-inspector"), "--cli", `${url}/mcp`, "--transport", "http"];
  const listed = await run("MCP Inspector: tools/list --strict", [
    ...inspector,
    ...["--method", "tools/list", "--strict"],
  ]);
  // Warnings are on standard error, after the list.
  const end = listed.lastIndexOf("}\n") + 1;
  check("MCP Inspector: no warning about a schema", listed.slice(end).trim() === "");
  const { tools } = toolList.parse(JSON.parse(listed.slice(0, end)));
  for (const { tool: name, given } of toolCalls()) {
    const pairs = Object.entries(given).flatMap(([key, value]) => ["--tool-arg", `${key}=${value}`]);
    const words = [...inspector, "--method", "tools/call", "--tool-name", name, ...pairs];
    const { isError, structuredContent } = toolResult.parse(
      JSON.parse(await run(`MCP Inspector: ${name}`, words)),
    );
    const schema = tools.find((one) => one.name === name)?.outputSchema;
    const isValid =
      schema !== undefined && new Ajv2020({ strict: false }).validate(schema, structuredContent);
    check(`MCP Inspector: the result of ${name} fits its schema`, isError !== true && isValid === true);
  }
}

/** A call through Prism, which reads bodies as UTF-8: a file that is no text goes as Base64, where there is a form of it. */
function prismRequest(
  operation: AnyOperation,
  fields: Readonly<Record<string, string>>,
  bytes: Uint8Array<ArrayBuffer> | undefined,
  proxy: string,
): Request {
  // Prism passes this on, and reads no zstd on older versions of Node.js.
  const headers = { "X-API-Key": "none", "Accept-Encoding": "gzip" };
  const { accepts } = operation;
  if (accepts === undefined || bytes === undefined) return requestOf(operation, { fields }, proxy, headers);
  if (accepts.base64 === undefined) {
    const files = { [accepts.file]: { name: "file", bytes } };
    return requestOf(operation, { fields, files }, proxy, headers);
  }
  const typed = Object.entries(fields).map(([name, text]) => [name, text === "true" ? true : text]);
  const body = { ...Object.fromEntries(typed), [accepts.base64]: Buffer.from(bytes).toString("base64") };
  return new Request(`${proxy}${operation.path}/json`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Runs Prism with these words, and ends it after `use`, which is told its URL. `probe` is a path that it answers. */
async function withPrism(
  words: readonly string[],
  probe: string,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const port = freePort();
  const child = Bun.spawn(["node", tool("prism"), ...words, "-p", String(port)], {
    cwd: folder,
    stdio: ["ignore", "ignore", "ignore"],
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await until(
      "Prism listens",
      () =>
        fetch(url + probe).then(
          () => true,
          () => false,
        ),
      30_000,
    );
    await use(url);
  } finally {
    child.kill();
    await child.exited;
  }
}

/** The contract cases through Prism's proxy, which checks requests and responses against the document. */
async function throughPrism(proxy: string): Promise<void> {
  let calls = 0;
  for (const api of apis) {
    for (const [id, operation] of Object.entries(api.operations)) {
      for (const { title, input, file, status = 200, upstream } of operation.examples) {
        if (upstream === true) continue;
        const answer = await fetch(prismRequest(operation, input, file?.make(), proxy));
        const violations: unknown = JSON.parse(answer.headers.get("sl-violations") ?? "[]");
        const ours = (violations as { location: string[] }[]).filter(
          // An example of a refused call is meant to violate the document.
          ({ location }) => status < 400 || location[0] === "response",
        );
        calls++;
        if (answer.status === status && ours.length === 0) continue;
        failed.push(`Prism: ${api.name}.${id}, ${title}`);
        say(`FAIL ${api.name}.${id}, ${title}: ${answer.status} ${JSON.stringify(ours).slice(0, 600)}`);
      }
    }
  }
  say(
    `ok   Prism: ${calls} calls, ${failed.filter((name) => name.startsWith("Prism")).length} with violations`,
  );
}

/** The example requests of a document to Prism's mock, which rejects those that its schemas do not accept. */
async function toMock(file: string, mock: string): Promise<void> {
  const document = mockDocument.parse(await Bun.file(`${generated}/${file}`).json());
  let calls = 0;
  for (const { method, path, request } of exampleRequests(document, mock)) {
    const answer = await fetch(request);
    calls++;
    // It cannot write a response of any media type, and says 500.
    if (answer.ok || answer.status >= 500) continue;
    failed.push(`Prism's mock of ${file}: ${method} ${path}`);
    say(`FAIL ${method} ${path}: ${answer.status} ${(await answer.text()).slice(0, 600)}`);
  }
  say(`ok   Prism's mock of ${file}: ${calls} example requests`);
}

await rm(generated, { recursive: true, force: true });
await mkdir(generated, { recursive: true });
{
  await using server = await startQuintet({ METERING: "off" });
  await lint(await fetchDocuments(server.url));
  await generate();
  await run("clients compile strictly", ["node", tool("tsc"), "-p", "."]);
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
  const files = [base64(samples.plain.make()), base64(sampleFile.make())];
  await run("clients call", [process.execPath, "clients/main.ts", server.url, ...files], { quiet: false });
  await callPython(server.url);
  await inspect(server.url);
  await run("MCP SDK 1: every result validates", [
    ...[process.execPath, "clients/mcp.ts", server.url],
    JSON.stringify(toolCalls()),
  ]);
  const proxied = ["proxy", "generated/suite.json", server.url, "--errors", "false"];
  await withPrism(proxied, "/v4", throughPrism);
  for (const [file, probe] of [
    ["suite.json", "/v4"],
    ["accounts-openapi.json", "/plans"],
  ] as const) {
    await withPrism(["mock", `generated/${file}`], probe, (mock) => toMock(file, mock));
  }
}
say(
  failed.length === 0
    ? "interop: everything passed"
    : `interop: ${failed.length} failed: ${failed.join("; ")}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
