import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { apis } from "../../src/apis/default-apis.ts";
import { webhookEvents } from "../../src/app/webhook-events.ts";
import { jsonBodyOf } from "../../src/kit/call-request.ts";
import { type AnyOperation, type Example, mediaTypes, pathsOf } from "../../src/kit/descriptor.ts";
import { isNightly } from "../helpers/nightly.ts";
import { type Document, expectToFit, responseOf } from "../helpers/openapi-document.ts";
import { expectProblem } from "../helpers/problem-document.ts";
import { type Running, startQuintet } from "../helpers/running.ts";

let server: Running;
beforeAll(async () => {
  server = await startQuintet({ METERING: "off" });
});
afterAll(() => server[Symbol.asyncDispose]());

const read = new Map<string, Promise<Document>>();
function documentAt(path: string): Promise<Document> {
  const document =
    read.get(path) ??
    (async () => {
      const answer = await fetch(server.url + path);
      expect(answer.headers.get("content-type")).toBe("application/json");
      return (await answer.json()) as Document;
    })();
  read.set(path, document);
  return document;
}

const documents = [
  ...apis.map((api) => api.document),
  ...["/accounts", "/compatible", "/suite"].map((path) => `${path}/openapi.json`),
];

describe.each(documents)("%s", (path) => {
  test("is a valid OpenAPI 3.1 document", async () => {
    const result = await new Validator().validate({ ...(await documentAt(path)) });
    expect(result).toMatchObject({ valid: true });
  });

  test("names every operation once", async () => {
    const { paths } = await documentAt(path);
    const ids = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test("/suite/openapi.json holds every API, and of the accounts what needs a key or nothing", async () => {
  const { paths } = await documentAt("/suite/openapi.json");
  for (const { document } of apis) {
    const own = Object.keys((await documentAt(document)).paths);
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(own) as string[]);
  }
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(["/plans", "/usage"]) as string[]);
  const text = JSON.stringify(paths);
  expect([text.includes('"session":[]'), text.includes('"admin":[]')]).toEqual([false, false]);
});

test.each(["/accounts/openapi.json", "/suite/openapi.json"])("%s has every webhook event", async (path) => {
  const { webhooks = {} } = await documentAt(path);
  expect(Object.keys(webhooks)).toEqual(webhookEvents.map(({ type }) => type));
  expect(webhooks["batch.completed"]).toMatchObject({
    post: {
      requestBody: {
        content: { "application/json": { schema: { $ref: "#/components/schemas/BatchCompletedEvent" } } },
      },
    },
  });
});

test("/suite/openapi.json has at most 120 KB, and 20 KB gzipped", async () => {
  const text = await (await fetch(`${server.url}/suite/openapi.json`)).text();
  expect(text.length).toBeLessThanOrEqual(120_000);
  expect(Bun.gzipSync(text).length).toBeLessThanOrEqual(20_000);
});

test.each(documents)("%s is also served as YAML", async (path) => {
  const answer = await fetch(server.url + path.replace(/json$/, "yaml"));
  expect(answer.headers.get("content-type")).toBe("application/yaml");
  expect(Bun.YAML.parse(await answer.text())).toEqual(await documentAt(path));
});

/** The path of the document that describes a path of an operation: an alias is described with the first one. */
function describedPath(document: Document, operation: AnyOperation, path: string): string {
  if (document.paths[path] !== undefined) return path;
  expect(operation.aliases).toContain(path as `/${string}`);
  return operation.path;
}

test("/openapi.json is version 1.0.0 of the UUID service alone, without security", async () => {
  const document = await documentAt("/openapi.json");
  expect(document.info.version).toBe("1.0.0");
  expect(Object.keys(document.paths).sort()).toEqual([
    "/decode/{uuid}",
    "/health",
    "/v4",
    "/v7",
    "/validate",
    "/validate/{uuid}",
  ]);
  expect(JSON.stringify(document)).not.toContain("securitySchemes");
  for (const methods of Object.values(document.paths)) {
    for (const { security } of Object.values(methods)) expect(security).toEqual([]);
  }
});

/** Fills a path template, and a query if the operation takes no JSON body, from an example's input. */
function addressOf(
  { jsonBody }: AnyOperation,
  path: string,
  input: Readonly<Record<string, string>>,
): string {
  const rest = jsonBody === undefined ? { ...input } : {};
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name] ?? "";
    delete rest[name];
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams(rest).toString();
  return query === "" ? filled : `${filled}?${query}`;
}

/** The request of an example as a client would send it: its parameters in the address, its file in a form. */
function requestOf(operation: AnyOperation, example: Example, accept?: string): RequestInit {
  const headers = accept === undefined ? {} : { Accept: accept };
  const { file, input } = example;
  const json = jsonBodyOf(operation, input);
  if (json !== undefined) {
    const body = JSON.stringify(json);
    return { method: operation.method, headers: { ...headers, "Content-Type": "application/json" }, body };
  }
  if (operation.accepts === undefined || file === undefined) return { method: operation.method, headers };
  const body = new FormData();
  body.append(operation.accepts.file, new Blob([file.make()]), file.name);
  return { method: operation.method, headers, body };
}

const calls = apis.flatMap((api) =>
  Object.entries(api.operations).flatMap(([id, operation]) =>
    pathsOf(operation).flatMap((path) =>
      // What depends on an upstream is tested with one of its own, on loopback, beside its API.
      operation.examples
        .filter(({ upstream }) => upstream !== true)
        .map(
          (example) =>
            [`${api.name}.${id}, ${example.title}, at ${path}`, { api, operation, path, example }] as const,
        ),
    ),
  ),
);

describe("responses match the document", () => {
  test.each(calls)("%s", async (_name, { api, operation, path, example }) => {
    const document = await documentAt(api.document);
    const described =
      document.paths[describedPath(document, operation, path)]?.[operation.method.toLowerCase()];
    const status = example.status ?? 200;
    const types = mediaTypes(operation);
    // All paths have one handler: the further ones show one form of each response, each example another one. In the short
    // form, only the first example shows every form.
    const place = pathsOf(operation).indexOf(path) + operation.examples.indexOf(example);
    const isWhole = path === operation.path && (isNightly || example === operation.examples[0]);
    for (const type of isWhole ? types : types.slice(place % types.length).slice(0, 1)) {
      const answer = await fetch(
        server.url + addressOf(operation, path, example.input),
        requestOf(operation, example, type),
      );
      const body = await answer.text();
      expect(answer.status).toBe(status);
      const contentType = answer.headers.get("content-type");
      const media = responseOf(document, described, status)?.content?.[contentType?.split(";")[0] ?? ""];
      if (status >= 400) expectProblem({ status, contentType, body }, server.url);
      expectToFit(
        document,
        media,
        /^application\/(?:problem\+)?json$/.test(contentType ?? "") ? JSON.parse(body) : body,
      );
    }
  });

  test.each(calls)("%s: refusals common to all", async (_name, { api, operation, path, example }) => {
    const document = await documentAt(api.document);
    const described =
      document.paths[describedPath(document, operation, path)]?.[operation.method.toLowerCase()];
    const address = server.url + addressOf(operation, path, example.input);
    const refused = [
      await fetch(`${address}${address.includes("?") ? "&" : "?"}unknown=1`, requestOf(operation, example)),
      await fetch(address, { method: "DELETE" }),
    ];
    for (const answer of refused) {
      const body = await answer.text();
      const { status } = answer;
      expectProblem({ status, contentType: answer.headers.get("content-type"), body }, server.url);
      expectToFit(
        document,
        responseOf(document, described, status)?.content?.["application/problem+json"],
        JSON.parse(body),
      );
    }
  });
});

describe("discovery", () => {
  test("/.well-known/api-catalog is a link set whose links lead somewhere", async () => {
    const answer = await fetch(`${server.url}/.well-known/api-catalog`);
    expect(answer.headers.get("content-type")).toStartWith("application/linkset+json");
    expect(answer.headers.get("link")).toContain('rel="api-catalog"');
    const { linkset } = (await answer.json()) as { linkset: Record<string, { href: string }[] | string>[] };
    expect(linkset.length).toBe(apis.length + 2);
    const links = linkset.flatMap((one) =>
      Object.values(one).flatMap((value) => (Array.isArray(value) ? value : [])),
    );
    for (const { href } of links) {
      // MCP accepts POST only.
      expect([href, (await fetch(href)).status]).toEqual([href, href.endsWith("/mcp") ? 405 : 200]);
    }
  });

  test("llms.txt names MCP, the command line and the catalog", async () => {
    const text = await (await fetch(`${server.url}/llms.txt`)).text();
    for (const word of ["/mcp", "quintet pdf extract", "/.well-known/api-catalog"]) {
      expect(text).toContain(word);
    }
  });
});
