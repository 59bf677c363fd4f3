/** Calls tools with version 1 of the official SDK, which checks each result against the tool's output schema. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [, , baseUrl = "", calls = "[]"] = process.argv;
const client = new Client({ name: "interop", version: "1.0.0" });
await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`)));
const { tools } = await client.listTools();
for (const { name, outputSchema } of tools) {
  if (outputSchema?.type !== "object") throw new Error(`${name} has no output schema`);
}
for (const { tool, given } of JSON.parse(calls)) {
  const { isError, content } = await client.callTool({ name: tool, arguments: given });
  if (isError === true) throw new Error(`${tool}: ${JSON.stringify(content).slice(0, 300)}`);
}
await client.close();
