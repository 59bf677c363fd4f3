import { McpServer } from "@modelcontextprotocol/server";
import type { MessageFiles } from "./message.ts";
import type { Tool } from "./tools.ts";

const INSTRUCTIONS =
  "Quintet: five web APIs under one key (SEO audit, PDF text, background removal, professional profiles, marketplace products) and free UUIDs. Values that cannot be determined are null with a reason, never a guess. Errors name the parameter and the accepted values, and cost nothing.";

/**
 * Makes a server with every tool, for one request or one connection; `headers` carry the caller's key, and `files` are
 * those of its message, where they were taken out of it.
 */
export function createMcpServer(
  tools: readonly Tool[],
  version: string,
  headers: Readonly<Record<string, string>>,
  files?: MessageFiles,
): McpServer {
  const server = new McpServer(
    { name: "quintet", title: "Quintet", version },
    { instructions: INSTRUCTIONS },
  );
  for (const { name, title, description, input, call } of tools) {
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: input,
        annotations: { readOnlyHint: true, openWorldHint: true },
      },
      (given) => call(given, headers, files),
    );
  }
  return server;
}
