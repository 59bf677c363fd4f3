import { expect, test } from "bun:test";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import * as sdk from "@modelcontextprotocol/server";
import { openContext } from "../../test/helpers/context.ts";
import { countTurns } from "../../test/helpers/event-loop.ts";
import { apis } from "../apis/default-apis.ts";
import { platformResources } from "../app/resources.ts";
import type { Send } from "../http/core/in-process.ts";
import { batchTools } from "../jobs/batch-tools.ts";
import { siteAuditTools } from "../site-audits/site-audit-tools.ts";
import type { LocalFiles } from "./local-files.ts";
import { resourceTools } from "./resource-tools.ts";
import { createMcpServer } from "./server.ts";
import { madeInTurns, toolsOf } from "./tools.ts";

const BASE = "http://quintet.test";
/** Characters of JSON that a model counts as one token, at least. */
const PER_TOKEN = 4;

/** Every tool that a server can have, with those of local files. */
function everyTool(send: Send, local?: LocalFiles) {
  return [
    ...toolsOf(apis, send, BASE, local),
    ...batchTools(apis, send, BASE),
    ...siteAuditTools(apis, send, BASE),
    ...resourceTools(platformResources(apis), send, BASE),
  ];
}

const unsent = () => Promise.reject(new TypeError("nothing is sent"));
const files: LocalFiles = { read: unsent, reserve: unsent };

async function connected(local: LocalFiles | undefined, send: Send = unsent): Promise<Client> {
  const server = createMcpServer(sdk, everyTool(send, local), "1.0.0", { headers: {} });
  const client = new Client({ name: "test", version: "1.0.0" });
  const [one, other] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(other), client.connect(one)]);
  return client;
}

test.each([
  ["of a server", undefined],
  ["with local files", files],
])("the list of tools %s has at most 7,000 tokens", async (_, local) => {
  const { tools } = await (await connected(local)).listTools();
  expect(tools.length).toBeGreaterThan(20);
  // Validators warn about schemas that accept everything.
  expect(JSON.stringify(tools.map(({ outputSchema }) => outputSchema))).not.toContain(":{}");
  expect(JSON.stringify(tools).length / PER_TOKEN).toBeLessThanOrEqual(7_000);
  expect(tools.map(({ name }) => name)).not.toContain("uuid_health");
  const named = new Map(tools.map((tool) => [tool.name, tool]));
  expect(named.get("batch_start")?.inputSchema.properties).toMatchObject({
    operation: { enum: expect.arrayContaining(["seo.audit", "pdf.extract"]) },
  });
  for (const name of ["batch_read", "site_audit_read"]) {
    expect(named.get(name)?.description).toContain("readAgainAfterSeconds");
  }
});

test("seo_checks has at most 2,500 tokens", async () => {
  const checks = apis.find(({ name }) => name === "seo")?.operations.checks;
  const client = await connected(undefined, async () => Response.json(await checks?.run({}, openContext())));
  const result = await client.callTool({ name: "seo_checks", arguments: {} });
  expect(result.isError ?? false).toBe(false);
  expect(JSON.stringify(result).length / PER_TOKEN).toBeLessThanOrEqual(2_500);
  expect(JSON.stringify(result.content)).toContain("title-missing");
});

test.each([
  ["uuid_v7", { m: 1 }, "m", /^Unknown argument: m\. This tool accepts n, format\.$/],
  ["uuid_v7", { n: 101 }, "n", /^n must be a whole number from 1 to 100: it is out of range\.$/],
  ["uuid_v7", { n: {} }, "n", /^n must be a number\.$/],
  ["uuid_v7", { format: "guid" }, "format", /^format must be one of canonical, urn/],
  ["uuid_validate", {}, "uuid", /^uuid is missing\. This tool accepts uuid\.$/],
  ["uuid_validate_batch", { uuids: [1, {}] }, "uuids", /^uuids\[0\] must be a string\.$/],
  ["seo_audit", { urls: ["https://example.com/"] }, "urls", /^Unknown argument: urls\. Did you mean url\?/],
  [
    "pdf_extract",
    { fileBase64: "no Base64" },
    "fileBase64",
    /^fileBase64 must be the content of a file as Base64\.$/,
  ],
  ["pdf_extract", { maxCharacters: 0 }, "maxCharacters", /^maxCharacters must be a whole number from 1/],
  [
    "batch_start",
    { operation: "seo.metadata", inputs: [{}] },
    "operation",
    /^operation must be one of seo\.audit, seo\.meta/,
  ],
  [
    "batch_start",
    { operation: "seo.meta", inputs: [] },
    "inputs",
    /^inputs must be a list of 1 to 1000 objects/,
  ],
  [
    "batch_start",
    { operation: "seo.meta", inputs: ["https://example.com/"] },
    "inputs",
    /objects of parameters/,
  ],
  ["batch_read", {}, "id", /^id is missing\. This tool accepts id, after, maxCharacters\.$/],
  [
    "site_audit_start",
    { url: "https://example.com/", maxPages: "many" },
    "maxPages",
    /^maxPages must be a whole number from 1 to 10000/,
  ],
  ["site_audit_compare", { id: "a" }, "with", /^with is missing\./],
])("%s with %j is a problem of %s", async (name, given, parameter, detail) => {
  const result = await (await connected(undefined)).callTool({ name, arguments: given });
  expect(result.content).toEqual([{ type: "text", text: JSON.stringify(result.structuredContent) }]);
  const isUnknown = detail.source.startsWith("^Unknown");
  expect(result).toMatchObject({
    isError: true,
    structuredContent: {
      type: `${BASE}/problems/invalid-parameter`,
      code: "invalid-parameter",
      status: 400,
      detail: expect.stringMatching(detail),
      ...(isUnknown ? {} : { parameter }),
    },
  });
});

test("a file that a model writes as true, which is Base64 by chance, is no unknown parameter", async () => {
  const tool = toolsOf(apis, unsent, BASE).find(({ name }) => name === "pdf_extract");
  const result = await tool?.call({ fileBase64: true }, { headers: {} }, new Map());
  expect(result?.structuredContent).toMatchObject({
    parameter: "fileBase64",
    detail: "fileBase64 must be the content of a file as Base64.",
  });
});

test("other requests are handled between the schemas of tools", async () => {
  const turns = countTurns();
  const tools = await madeInTurns([() => everyTool(unsent), () => toolsOf(apis, unsent, BASE, files)]);
  expect(turns.end()).toBeGreaterThanOrEqual(2 * tools.length);
});
