import { expect, test } from "bun:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { z } from "zod";
import { paidApi } from "../../test/fixtures/paid-api.ts";
import { countTurns } from "../../test/helpers/event-loop.ts";
import type { AnyOperation } from "../kit/descriptor.ts";
import { Components } from "./components.ts";
import { openApi } from "./document.ts";

const document = JSON.parse(
  JSON.stringify(
    await openApi({ title: "Invented", version: "1.0.0", apis: [paidApi], baseUrl: "http://quintet.test" }),
  ),
) as {
  paths: Record<string, Record<string, Record<string, unknown>>>;
  components: Record<"schemas" | "responses", Record<string, Record<string, unknown>>>;
};

test("the document of an API with keys is valid OpenAPI 3.1", async () => {
  expect(await new Validator().validate(document)).toMatchObject({ valid: true });
});

test("a metered operation says how to send a key, what is counted and how it refuses", () => {
  const operation = document.paths["/invented/batch"]?.post;
  expect(operation).toMatchObject({ security: [{ key: [] }, { bearer: [] }], "x-quota-unit": "pages" });
  const responses = operation?.responses as Record<string, { headers: object; $ref: string }>;
  expect(Object.keys(responses["200"]?.headers ?? {})).toContain("Quintet-Cost");
  expect(Object.keys(responses)).toEqual(["200", "400", "401", "403", "409", "422", "429", "503", "default"]);
  expect(responses["429"]?.$ref).toBe("#/components/responses/TooManyRequests");
  expect(document.components.responses.TooManyRequests?.description).toContain("quota-exceeded");
  for (const name of ["BadRequest", "Error"]) {
    expect(Object.keys(document.components.responses[name]?.headers ?? {})).toContain("RateLimit-Policy");
  }
  for (const member of ["resetsAt", "mediaType", "index"]) {
    expect(document.components.schemas.Problem?.properties).toHaveProperty(member);
  }
  expect(JSON.stringify(operation?.parameters)).toContain("#/components/parameters/IdempotencyKey");
});

test("a call that may run in the background says so once, and only where it costs something", async () => {
  const job = z.object({ id: z.string() }).meta({ id: "Job" });
  const source = {
    title: "Invented",
    version: "1.0.0",
    apis: [paidApi],
    baseUrl: "http://quintet.test",
    job,
  };
  const own = JSON.parse(JSON.stringify(await openApi(source))) as typeof document;
  const { parameters, responses } = own.paths["/invented/batch"]?.post ?? {};
  expect(parameters).toContainEqual({ $ref: "#/components/parameters/Prefer" });
  expect(responses).toHaveProperty("202", { $ref: "#/components/responses/Accepted" });
  expect(own.components.responses.Accepted).toMatchObject({
    headers: { Location: { $ref: "#/components/headers/Location" } },
    content: { "application/json": { schema: { $ref: "#/components/schemas/Job" } } },
  });
  expect(own.paths["/invented/list"]?.get?.responses).not.toHaveProperty("202");
});

test("JSON lines have the schema of a line", async () => {
  const line = z.object({ type: z.literal("end") }).meta({ id: "Line" });
  const [name = "", operation] = Object.entries(paidApi.operations)[0] ?? [];
  const lines = { ...operation, produces: ["application/x-ndjson"], line } as AnyOperation;
  const of = await openApi({
    ...{ title: "Invented", version: "1.0.0", baseUrl: "http://quintet.test" },
    apis: [{ ...paidApi, operations: { [name]: lines } }],
  });
  expect(JSON.stringify(of.paths)).toContain(
    '"contentMediaType":"application/x-ndjson","contentSchema":{"$ref":"#/components/schemas/Line"}',
  );
  expect(of.components).toMatchObject({ schemas: { Line: { properties: { type: { const: "end" } } } } });
});

test("a free operation of the same API asks for no key", () => {
  const operation = document.paths["/invented/list"]?.get;
  expect(operation).toHaveProperty("security", []);
  expect(Object.keys(operation?.responses ?? {})).not.toContain("401");
});

test("an operation whose responses caches keep says when it returns 304, and no other does", async () => {
  const { list, ...others } = paidApi.operations as Record<string, AnyOperation>;
  const api = {
    ...paidApi,
    operations: { ...others, list: { ...(list as AnyOperation), cacheControl: "public, max-age=60" } },
  };
  const { paths } = await openApi({
    title: "I",
    version: "1.0.0",
    apis: [api],
    baseUrl: "http://quintet.test",
  });
  const with304 = Object.entries(paths as typeof document.paths).flatMap(([path, methods]) =>
    Object.values(methods).some(({ responses }) => Object.hasOwn(Object(responses), "304")) ? [path] : [],
  );
  expect(with304).toEqual(["/invented/list"]);
});

test("an alias is listed with its operation, and is no operation of its own", () => {
  expect(document.paths["/invented/noop"]?.get).toHaveProperty("x-aliases", ["/noop"]);
  expect(document.paths).not.toHaveProperty("/noop");
});

test("an error refers to a shared response, and says which codes it stands for", () => {
  const text = JSON.stringify(document.paths);
  expect(text).not.toContain("application/problem+json");
  expect(document.components.responses.BadRequest?.description).toContain("`invalid-parameter`");
  const code = (document.components.schemas.Problem?.properties as Record<string, object> | undefined)?.code;
  expect(code).not.toHaveProperty("enum");
  expect(code).toMatchObject({ type: "string" });
});

test("a schema keeps its properties, whatever their names", () => {
  const output = z.object({ id: z.string(), pattern: z.string(), minimum: z.int(), readOnly: z.boolean() });
  expect(new Components().output(output)).toMatchObject({
    properties: { id: {}, pattern: {}, minimum: {}, readOnly: {} },
  });
});

test("other requests are handled between operations", async () => {
  const [id = "", operation] = Object.entries(paidApi.operations)[0] ?? [];
  if (operation === undefined) throw new TypeError("the invented API has operations");
  const all = [1, 2, 3, 4, 5].map((i) => [
    `${id}${i}`,
    { ...operation, path: `/invented/${i}`, aliases: [] } as AnyOperation,
  ]);
  const turns = countTurns();
  await openApi({
    ...{ title: "Invented", version: "1.0.0", baseUrl: "http://quintet.test" },
    apis: [{ ...paidApi, operations: Object.fromEntries(all) }],
  });
  expect(turns.end()).toBeGreaterThanOrEqual(all.length);
});
