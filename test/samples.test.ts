import { expect, test } from "bun:test";
import { modules } from "../src/apis/index.ts";
import { readAllowance } from "../src/egress/allowance.ts";
import { checkUrl } from "../src/egress/url-policy.ts";
import { describeApi } from "../src/kit/define-api.ts";
import { type AnyOperation, type Example, isMetered, mediaTypes } from "../src/kit/descriptor.ts";
import { Encoded } from "../src/kit/encoded.ts";
import { Problem } from "../src/kit/problem.ts";
import { inputReader } from "../src/kit/query.ts";

const apis = modules.map((module) => describeApi(module));
const all = apis.flatMap((api) => [
  ...Object.entries(api.operations)
    .filter(([, operation]) => isMetered(api, operation))
    .map(([id, operation]) => [`${api.name}.${id}`, operation] as const),
  ...(api.compatible ?? []).map(({ operation }) => [operation.path, operation] as const),
]);
const allowance = readAllowance("");
const context = (mediaType: string) => ({
  mediaType,
  async checkUrl(url: string, parameter: string) {
    checkUrl(url, undefined, allowance, parameter);
  },
});

function inputOf(operation: AnyOperation, { input, file }: Pick<Example, "input" | "file">) {
  const { accepts } = operation;
  const read = inputReader(operation.input, [], operation);
  if (accepts === undefined) return read(new URLSearchParams(input).toString(), {});
  const files = file === undefined ? {} : { [accepts.file]: file.make() };
  return read("", {}, { fields: Object.entries(input), files });
}

async function textOf(body: Encoded["body"]): Promise<string> {
  return new Response(body).text();
}

test("every metered operation has a sample, in every form that it can have and that its schema describes", async () => {
  expect(all.length).toBeGreaterThan(7);
  for (const [name, operation] of all) {
    expect([name, operation.sample]).toEqual([name, expect.any(Function)]);
    for (const example of operation.examples) {
      if ((example.status ?? 200) !== 200) continue;
      for (const mediaType of mediaTypes(operation)) {
        const value: unknown = await operation.sample?.(inputOf(operation, example), context(mediaType));
        const isJson = !(value instanceof Encoded) || (value.mediaType ?? mediaType) === "application/json";
        if (!isJson) {
          if (value instanceof Encoded)
            expect([name, mediaType, mediaTypes(operation).includes(value.mediaType ?? mediaType)]).toEqual([
              name,
              mediaType,
              true,
            ]);
          continue;
        }
        const json: unknown = value instanceof Encoded ? JSON.parse(await textOf(value.body)) : value;
        const { output, selects } = operation;
        const schema = selects !== undefined && selects in example.input ? output.partial() : output;
        const read = schema.safeParse(json);
        expect([name, mediaType, read.success ? "fits" : read.error.issues]).toEqual([
          name,
          mediaType,
          "fits",
        ]);
      }
    }
  }
});

test.each([
  ["seo.audit", { url: "http://127.0.0.1/" }, "url-not-public"],
  ["seo.audit", { url: "ftp://example.com/" }, "url-invalid"],
  ["seo.meta", { url: "https://user:secret@example.com/" }, "url-invalid"],
  ["pdf.extract", { url: "http://10.0.0.1/a.pdf" }, "url-not-public"],
  ["images.removeBackground", { url: "example" }, "url-invalid"],
  [
    "images.removeBackground",
    { url: "https://example.com/a.png", bgImageUrl: "http://[::1]/" },
    "url-not-public",
  ],
  ["images.removeBackground", { url: "https://example.com/a.png", format: "jpg" }, "invalid-parameter"],
  ["/v1.0/removebg", { url: "http://localhost/a.png" }, "url-not-public"],
  ["products.product", {}, "invalid-parameter"],
  ["products.product", { asin: "B07JH148DF", marketplace: "es", language: "xx" }, "invalid-parameter"],
  ["profiles.profile", {}, "invalid-parameter"],
  ["profiles.company", {}, "invalid-parameter"],
])("the sample of %s rejects %p", async (name, input, code) => {
  const operation = all.find(([one]) => one === name)?.[1];
  if (operation === undefined) throw new TypeError(`no operation ${name}`);
  const [mediaType] = mediaTypes(operation);
  const asked = async () => operation.sample?.(inputOf(operation, { input }), context(mediaType));
  const error: unknown = await asked().catch((caught: unknown) => caught);
  expect(error instanceof Problem ? error.code : error).toBe(code);
});

test.each([
  ["pdf.extract", "not-a-pdf"],
  ["images.removeBackground", "unsupported-image"],
  ["/v1.0/removebg", "unsupported-image"],
])("the sample of %s rejects a file of another kind: %s", async (name, code) => {
  const operation = all.find(([one]) => one === name)?.[1];
  if (operation === undefined) throw new TypeError(`no operation ${name}`);
  const file = { name: "note.txt", make: () => new TextEncoder().encode("just a note") };
  const [mediaType] = mediaTypes(operation);
  const asked = async () => operation.sample?.(inputOf(operation, { input: {}, file }), context(mediaType));
  const error: unknown = await asked().catch((caught: unknown) => caught);
  expect(error instanceof Problem ? error.code : error).toBe(code);
});

test("a sample has the fields that are asked for", async () => {
  const audit = apis.find(({ name }) => name === "seo")?.operations.audit;
  const input = { url: "https://example.com/", fields: "score,findings" };
  const value: unknown =
    audit && (await audit.sample?.(inputOf(audit, { input }), context("application/json")));
  expect(value instanceof Encoded ? Object.keys(JSON.parse(await textOf(value.body))) : value).toEqual([
    "score",
    "findings",
  ]);
});
