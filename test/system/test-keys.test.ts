// Test keys on a whole server, over every interface. The addresses that are asked for do not exist: nothing is fetched.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { z } from "zod";
import { sampleFile } from "../../src/apis/images/sample.ts";
import { samples } from "../../src/apis/pdf/samples.ts";
import { type Running, runQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const data = temporaryFolder();
const EMAIL = "tests@example.com";
let server: Running;
let key = "";
let live = "";

async function command<Schema extends z.ZodType>(schema: Schema, ...words: string[]) {
  const { out } = await runQuintet({ DATA_DIR: data }, ...words);
  return schema.parse(JSON.parse(out));
}

const Made = z.object({ id: z.string(), key: z.string(), mode: z.string() });

beforeAll(async () => {
  server = await startQuintet({ DATA_DIR: data, BURST_PER_SECOND: "1000", UPLOAD_MAX_MB: "2" });
  const made = await command(Made, "keys", "create", EMAIL, "--mode", "test", "--name", "ci");
  ({ key } = made);
  expect([made.mode, key]).toEqual(["test", expect.stringMatching(/^qt_test_/)]);
  ({ key: live } = await command(Made, "keys", "create", EMAIL));
});
afterAll(() => server[Symbol.asyncDispose]());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers: { Authorization: `Bearer ${key}`, ...headers } });

function send(path: string, fields: Record<string, string | Blob>, headers: Record<string, string> = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return fetch(server.url + path, { method: "POST", headers: { "X-API-Key": key, ...headers }, body });
}

const pdf = () => new Blob([samples.plain.make()], { type: "application/pdf" });
const image = () => new Blob([sampleFile.make()], { type: "image/png" });
const facts = ({ status, headers }: Response) => [
  status,
  headers.get("quintet-mode"),
  headers.get("quintet-cost")?.split(";")[0],
  headers.get("content-type")?.split(";")[0],
];

describe("with a test key", () => {
  test.each([
    ["/seo/audit?url=https://no.example/", "application/json", "application/json"],
    ["/audit?url=https://no.example/&format=html", "*/*", "text/html"],
    ["/seo/meta?url=https://no.example/", "*/*", "application/json"],
    ["/linkedin/profile?username=ines-morrow", "*/*", "application/json"],
    ["/company?vanity=example-works", "*/*", "application/json"],
    ["/amazon/product?asin=B07JH148DF&fields=price", "*/*", "application/json"],
  ])("GET %s, accepting %s, is answered with a sample as %s", async (path, accept, type) => {
    const response = await get(path, { Accept: accept });
    expect(facts(response)).toEqual([200, "test", "0", type]);
    expect(response.headers.get("ratelimit")).toMatch(/;r=100;/);
  });

  test.each(["application/json", "text/plain", "text/markdown", "application/x-ndjson"])(
    "POST /pdf/extract is answered with a sample as %s",
    async (type) => {
      const response = await send("/pdf/extract", { file: pdf() }, { Accept: type });
      expect(facts(response)).toEqual([200, "test", "0", type]);
      expect(await response.text()).toContain("This sample shows what Quintet extracts");
    },
  );

  test.each(["image/png", "image/webp", "application/zip", "application/json"])(
    "POST /images/remove-bg is answered with a sample as %s",
    async (type) => {
      const response = await send("/images/remove-bg", { image: image() }, { Accept: type });
      expect(facts(response)).toEqual([200, "test", "0", type]);
    },
  );

  test("the paths of remove.bg answer in its form", async () => {
    const fields = { image_file: image(), size: "auto" };
    const done = await send("/v1.0/removebg", fields, { Accept: "application/json" });
    expect(facts(done)).toEqual([200, "test", "0", "application/json"]);
    expect(done.headers.get("x-credits-charged")).toBe("0");
    expect(await done.json()).toMatchObject({ data: { result_b64: expect.any(String) } });
    const used = await send("/v1.0/removebg", fields, { Prefer: "example=quota-exceeded" });
    expect([used.status, used.headers.get("quintet-mode")]).toEqual([402, "test"]);
    expect(await used.json()).toMatchObject({ errors: [{ code: "insufficient_credits" }] });
    expect((await get("/v1.0/account")).status).toBe(200);
  });

  test.each([
    ["/seo/audit?url=http://127.0.0.1/", 400, "url-not-public"],
    ["/seo/audit?url=https://no.example/&fields=points", 400, "invalid-parameter"],
    ["/seo/audit", 400, "invalid-parameter"],
    ["/amazon/product?asin=12345", 400, "invalid-parameter"],
    ["/linkedin/profile", 400, "invalid-parameter"],
  ])("%s is rejected with %d %s, as with a live key", async (path, status, code) => {
    const response = await get(path);
    expect(facts(response).slice(0, 3)).toEqual([status, "test", "0"]);
    expect(await response.json()).toMatchObject({ code, charged: 0 });
  });

  test("a body of another kind, or one that is too large, is rejected as with a live key", async () => {
    const note = new Blob(["just a note"], { type: "application/pdf" });
    expect(await (await send("/pdf/extract", { file: note })).json()).toMatchObject({ code: "not-a-pdf" });
    const text = await fetch(`${server.url}/pdf/extract`, {
      method: "POST",
      headers: { "X-API-Key": key, "Content-Type": "text/css" },
      body: "a{}",
    });
    expect([text.status, text.headers.get("quintet-mode")]).toEqual([415, "test"]);
    const large = await fetch(`${server.url}/images/remove-bg`, {
      method: "POST",
      headers: { "X-API-Key": key, "Content-Type": "image/png" },
      body: new Uint8Array(3_000_000),
    });
    expect([large.status, large.headers.get("quintet-mode")]).toEqual([413, "test"]);
  });

  test("tools of agents get samples that fit their schemas, also by the name of release 1.0.0", async () => {
    const client = new Client({ name: "test", version: "1.0.0" });
    const requestInit = { headers: { Authorization: `Bearer ${key}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }));
    const imageBase64 = Buffer.from(sampleFile.make()).toString("base64");
    const fileBase64 = Buffer.from(samples.plain.make()).toString("base64");
    for (const [name, given] of [
      ["seo_audit", { url: "https://no.example/" }],
      ["seo_meta", { url: "https://no.example/" }],
      ["pdf_extract", { fileBase64 }],
      ["images_remove_background", { imageBase64 }],
      ["images_removeBackground", { imageBase64, response: "json" }],
    ] as const) {
      // The client checks structured results by the schema that was listed.
      const { isError = false, _meta } = await client.callTool({ name, arguments: given });
      expect([name, isError, _meta?.["quintet-mode"]]).toEqual([name, false, "test"]);
    }
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("images_remove_background");
    expect(tools.map(({ name }) => name)).not.toContain("images_removeBackground");
    await client.close();
  });

  test("nothing of all that is counted, and a live key is not touched by it", async () => {
    const usage = await command(
      z.object({
        apis: z.array(z.object({ quotas: z.array(z.object({ used: z.int() })) })),
        days: z.array(z.any()),
      }),
      "usage",
      EMAIL,
    );
    expect(
      usage.apis.flatMap(({ quotas }) => quotas.map(({ used }) => used)).every((used) => used === 0),
    ).toBe(true);
    expect(usage.days).toEqual([]);
    const real = await fetch(`${server.url}/pdf/extract`, {
      method: "POST",
      headers: { "X-API-Key": live, "Content-Type": "application/pdf", Prefer: "example=busy" },
      body: samples.form.make(),
    });
    expect(facts(real)).toEqual([200, null, "1", "application/json"]);
  });
});

test("the operator's commands set and remove limits of keys", async () => {
  const Key = z.object({ id: z.string(), name: z.string(), expiresAt: z.any(), allowedIps: z.any() });
  const { id } = await command(
    Key,
    ...["keys", "create", EMAIL, "--expires-at", "2099-01-31", "--allowed-ips", "203.0.113.0/24"],
  );
  const listed = await command(z.array(Key), "keys", "list", EMAIL);
  expect(listed.find((one) => one.id === id)).toMatchObject({
    expiresAt: "2099-01-31T00:00:00.000Z",
    allowedIps: ["203.0.113.0/24"],
  });
  const words = ["--name", "renamed", "--expires-at", "never", "--allowed-ips", "all"];
  expect(await command(Key, "keys", "update", EMAIL, id, ...words)).toMatchObject({
    name: "renamed",
    expiresAt: null,
    allowedIps: null,
  });
});
