import { describe, expect, test } from "bun:test";
import { z } from "zod";
import type { Deprecations } from "../../kit/deprecation.ts";
import { type Api, operation } from "../../kit/descriptor.ts";
import { Problem } from "../../kit/problem.ts";
import { openApi } from "../../openapi/document.ts";
import type { Services } from "../metering/context.ts";
import { operationEndpoints } from "../metering/operation.ts";

const echo = (deprecated?: Deprecations) =>
  operation({
    method: "GET",
    path: "/echo",
    aliases: ["/say"],
    summary: "Says it again",
    input: z.object({ text: z.string().default(""), loud: z.string().optional() }),
    output: z.object({ text: z.string(), words: z.int().optional().meta({ deprecated: true }) }),
    errors: ["invalid-parameter"],
    examples: [{ title: "A word", input: { text: "a" } }],
    ...(deprecated === undefined ? {} : { deprecated }),
    run({ text }) {
      if (text === "refuse") throw new Problem("invalid-parameter", "Not this word.");
      return { text };
    },
  });

function invented(deprecated?: Deprecations): Api {
  return {
    name: "invented",
    title: "Invented",
    version: "1.0.0",
    summary: "Says things again.",
    access: "open",
    document: "/invented/openapi.json",
    promises: [],
    operations: { echo: echo(deprecated) },
  };
}

/** The headers of a response, or of the problem in its place. */
async function headersOf(api: Api, target: string): Promise<Headers> {
  const url = new URL(target, "http://quintet.test");
  const endpoints = operationEndpoints(
    api,
    "echo",
    api.operations.echo ?? expect.unreachable(),
    {} as Services,
  );
  const endpoint = endpoints.find(({ path }) => path === url.pathname) ?? expect.unreachable();
  try {
    return (await endpoint.handle(Object.assign(new Request(url.href), { params: {} }), "1")).headers;
  } catch (error) {
    return new Headers(error instanceof Problem ? error.options.headers : {});
  }
}

const old = { since: "2026-11-20", sunset: "2027-11-20", use: "Use /echo." } as const;
const older = { since: "2026-10-01", use: "Use text." } as const;

describe("a deprecated path", () => {
  const api = invented({ paths: { "/say": old } });
  test("says so in each of its responses, errors included, by RFC 9745 and RFC 8594", async () => {
    for (const target of ["/say?text=a", "/say?text=refuse"]) {
      const headers = await headersOf(api, target);
      expect(headers.get("deprecation")).toBe("@1795132800");
      expect(headers.get("sunset")).toBe("Sat, 20 Nov 2027 00:00:00 GMT");
      expect(headers.get("link")).toBe(
        '</invented/openapi.json>; rel="deprecation"; type="application/json"',
      );
    }
    expect((await headersOf(api, "/say")).get("access-control-expose-headers")).toContain(
      "Deprecation, Sunset",
    );
  });

  test("leaves the other paths of its operation alone", async () => {
    for (const target of ["/echo?text=a", "/echo?text=refuse"]) {
      expect((await headersOf(api, target)).has("deprecation")).toBe(false);
    }
  });
});

test("a deprecated parameter says so where it is used; of several, the earliest dates count", async () => {
  const api = invented({ operation: old, parameters: { loud: older } });
  const both = await headersOf(api, "/echo?loud=1");
  expect([both.get("deprecation"), both.get("sunset")]).toEqual([
    "@1790812800",
    "Sat, 20 Nov 2027 00:00:00 GMT",
  ]);
  expect((await headersOf(api, "/echo")).get("deprecation")).toBe("@1795132800");
  const alone = invented({ parameters: { loud: older } });
  expect((await headersOf(alone, "/echo?text=loud")).has("deprecation")).toBe(false);
  const used = await headersOf(alone, "/echo?lou%64=1");
  expect([used.get("deprecation"), used.has("sunset")]).toEqual(["@1790812800", false]);
});

test("an operation of which nothing is deprecated has none of the headers", async () => {
  const headers = await headersOf(invented(), "/say?loud=1");
  expect([headers.has("deprecation"), headers.has("sunset"), headers.has("link")]).toEqual([
    false,
    false,
    false,
  ]);
});

test("OpenAPI marks a response field whose schema says that it is deprecated", async () => {
  const document = JSON.stringify(
    await openApi({ title: "Invented", version: "1.0.0", apis: [invented()], baseUrl: "" }),
  );
  expect(document).toMatch(/"words":\{[^}]*"deprecated":true/);
});

test("OpenAPI marks what is deprecated, and says what to use instead", async () => {
  const document = JSON.stringify(
    await openApi({
      title: "Invented",
      version: "1.0.0",
      apis: [invented({ paths: { "/say": old }, parameters: { loud: older } })],
      baseUrl: "",
    }),
  );
  const { paths } = JSON.parse(document) as {
    paths: Record<string, { get: { deprecated?: boolean; description?: string; parameters: object[] } }>;
  };
  expect(paths["/say"]?.get).toMatchObject({
    deprecated: true,
    description: "Deprecated since 2026-11-20. It may be removed from 2027-11-20 on. Use /echo.",
  });
  expect(paths["/echo"]?.get.deprecated).toBeUndefined();
  expect(paths["/echo"]?.get.parameters).toContainEqual(
    expect.objectContaining({
      name: "loud",
      deprecated: true,
      description: "Deprecated since 2026-10-01. Use text.",
    }),
  );
});
