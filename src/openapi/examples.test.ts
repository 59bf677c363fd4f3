import { expect, test } from "bun:test";
import { z } from "zod";
import { compileSchema } from "../../test/helpers/openapi-document.ts";
import { rejectionOf } from "../../test/helpers/rejection.ts";
import { apis } from "../apis/default-apis.ts";
import examples from "../apis/examples.json" with { type: "json" };
import { accountContracts } from "../app/account-contracts.ts";
import { describedResources } from "../app/resources.ts";
import { planContracts } from "../http/accounts/plans.ts";
import { readTexts } from "../http/core/form-body.ts";
import { isForClients } from "../http/core/openapi-endpoints.ts";
import { Job } from "../jobs/job-responses.ts";
import { examplesOf } from "../kit/resource.ts";
import { openApi } from "./document.ts";

interface Media {
  readonly schema: { readonly $ref?: string; readonly format?: string; readonly contentSchema?: object };
  readonly example?: unknown;
}

interface Parameter extends Media {
  readonly $ref?: string;
  readonly in: string;
  readonly required?: boolean;
}

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { $ref?: string; content?: Readonly<Record<string, Media>> }>>;
}

const names = apis.filter(({ access }) => access === "key").map(({ name }) => name);
interface Document {
  readonly paths: Record<string, Record<string, Described>>;
  readonly components: {
    readonly responses: Record<string, Described["responses"][string]>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
  };
}

const actions = describedResources(names).flatMap(({ actions: of, open = [] }) => [
  ...Object.values(of),
  ...open,
]);
const source = {
  version: "1.0.0",
  baseUrl: "http://quintet.test",
  examples: {
    ...{ ...examples, ...examplesOf([...Object.values(planContracts), ...actions]) },
  },
  job: Job,
};
const contracts = [...Object.values(accountContracts(names)), ...actions];
const write = async (own: typeof apis, of: typeof contracts) =>
  // As it is sent.
  JSON.parse(
    JSON.stringify(await openApi({ ...source, title: "Quintet", apis: own, contracts: of })),
  ) as Document;
const forClients = contracts.filter(isForClients);
// The document of everything leaves long examples out: those of each API have all.
const documents = await Promise.all(
  [...apis.map((api) => [api]), [], apis].map((own) => write(own, own.length === 1 ? [] : forClients)),
);
const whole = documents.at(-1) as Document;

/** Fails unless the example of a schema in its document fits it. */
function expectValid({ schema, example }: Media, document: Document): void {
  if (schema.contentSchema !== undefined) {
    expectValidLines(schema.contentSchema, example, document);
    return;
  }
  const validate = compileSchema(schema, document);
  expect({ valid: validate(example), errors: validate.errors }).toEqual({ valid: true, errors: null });
}

/** Fails unless each line of an example fits the schema of lines. */
function expectValidLines(schema: object, example: unknown, document: Document): void {
  const lines = String(example).trimEnd().split("\n");
  const validate = compileSchema(schema, document);
  expect(lines.map((line) => validate(JSON.parse(line)))).toEqual(lines.map(() => true));
}

const operations = documents.flatMap((document, i) =>
  Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((one) => [`${one.operationId} (document ${i})`, one, document] as const),
  ),
);

test.each(operations)("%s has a valid example of its response", (_, { operationId, responses }, document) => {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  const { content } = document.components.responses[success?.$ref?.split("/").at(-1) ?? ""] ?? success ?? {};
  const lines = content?.["application/x-ndjson"];
  if (lines?.example !== undefined) expectValid(lines, document);
  const json = content?.["application/json"];
  // The results of jobs are whatever their calls respond, and events are no JSON.
  if (json === undefined && operationId.match(/Results?$|^follow/)) return;
  const isWhole = document !== whole;
  if (isWhole) expect(json).toHaveProperty("example");
  if (json?.example !== undefined) expectValid(json, document);
});

test.each(operations)(
  "%s has a valid example of its request",
  (_, { parameters: listed = [], requestBody }, document) => {
    const parameters = listed.map(
      (one) => document.components.parameters?.[one.$ref?.split("/").at(-1) ?? ""] ?? one,
    );
    const shown = parameters.filter((one) => one.example !== undefined);
    for (const one of shown) expectValid(one, document);
    // A file alone is no JSON: its media type says what to send.
    const bodies = Object.entries(requestBody?.content ?? {}).filter(([type]) => type === "application/json");
    for (const [, body] of bodies) {
      expect(body).toHaveProperty("example");
      expectValid(body, document);
    }
    const required = parameters.filter((one) => one.required === true);
    for (const one of required) expect(one).toHaveProperty("example");
    const own = parameters.filter((one) => one.in !== "header");
    if (own.length > 0 && requestBody === undefined) expect(shown.length).toBeGreaterThan(0);
  },
);

const everything = await write([], contracts);

/** The body of a method of a path. */
function bodyOf(method: string, path: string): Media | undefined {
  const { paths } = everything;
  const template = Object.keys(paths).find((one) =>
    new RegExp(`^${one.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path),
  );
  return paths[template ?? ""]?.[method.toLowerCase()]?.requestBody?.content["application/json"];
}

const url = "https://example.com/";
const bodies: readonly (readonly [method: "POST" | "PATCH", path: string, body: object])[] = [
  ["POST", "/webhooks", { url, events: ["job.failed"], mode: "test" }],
  ["POST", "/webhooks", { url, events: null }],
  ["PATCH", "/webhooks/{id}", { enabled: true, events: ["job.failed", "job.canceled"] }],
  ["PATCH", "/webhooks/{id}", { enabled: false, events: null }],
  ["POST", "/keys", { name: "ci", apis: ["seo"], expiresAt: null, allowedIps: ["203.0.113.0/24", "::1"] }],
  ["POST", "/keys", { apis: null, allowedIps: null }],
  ["PATCH", "/keys/{id}", { expiresAt: null, allowedIps: null }],
  ["POST", "/seo/site-audits", { url, maxPages: 5, subdomains: true, exclude: ["/a", "/b"], every: null }],
  ["POST", "/seo/site-audit-schedules", { url, every: "daily", checkLinks: false, include: ["/blog/"] }],
];

const described = new Map(contracts.map((one) => [`${one.method} ${one.path}`, one]));

test.each(bodies)("%s %s with %j is valid, and accepted", async (method, path, example) => {
  const media = bodyOf(method, path);
  expect(media).toBeDefined();
  if (media !== undefined) expectValid({ ...media, example }, everything);
  const contract = described.get(`${method} ${path}`);
  const headers = { "Content-Type": "application/json" };
  const request = new Request(url, { method, headers, body: JSON.stringify(example) });
  // A problem would reject it.
  expect(await readTexts(request, contract?.fields ?? z.object({}), contract?.clears)).toBeInstanceOf(Map);
});

test.each([
  ["POST", "/webhooks", { url, events: [] }],
  ["PATCH", "/webhooks/{id}", { enabled: null }],
  ["POST", "/seo/site-audits", { url, maxPages: "many" }],
])("%s %s with %j is not valid", (method, path, example) => {
  const media = bodyOf(method, path);
  const validate = compileSchema({ ...media?.schema }, everything);
  expect(validate(example)).toBe(false);
});

test("a list in the place of one text is rejected, not joined to a text with commas", async () => {
  const headers = { "Content-Type": "application/json" };
  const read = (member: unknown) =>
    readTexts(
      new Request(url, { method: "POST", headers, body: JSON.stringify({ url: member }) }),
      z.object({ url: z.string() }),
    );
  expect(await rejectionOf(read([url, url]))).toMatchObject({ code: "invalid-body" });
  expect(await read([url])).toEqual(new Map([["url", url]]));
});

const CURL = /curl[^\n]*? ['"]?https?:\/\/[^/\s]+(\/[\w/{}$-]*)(?:[^\n]|\\\n)*? -d '(\{[^']*\})'/g;

test("bodies in the docs are valid", async () => {
  const found: [path: string, body: string][] = [];
  for (const folder of ["docs", "src/web/docs/guides"]) {
    for await (const file of new Bun.Glob("*.md").scan({ cwd: folder, absolute: true })) {
      const text = (await Bun.file(file).text()).replaceAll("{{baseUrl}}", "https://example.org");
      for (const [, path = "", body = ""] of text.matchAll(CURL)) found.push([path, body]);
    }
  }
  expect(found.length).toBeGreaterThanOrEqual(3);
  for (const [path, body] of found) {
    const media = bodyOf("POST", path);
    expect([path, media]).toEqual([path, expect.anything()]);
    if (media !== undefined) expectValid({ ...media, example: JSON.parse(body) }, everything);
  }
});
