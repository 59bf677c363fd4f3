import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { MessageFiles } from "./message.ts";
import { prompts } from "./prompts.ts";
import type { Tool } from "./tools.ts";

const INSTRUCTIONS =
  "Quintet: web APIs under one key (SEO audit, PDF text, background removal, LinkedIn profiles, Amazon products) and free UUIDs. Values that cannot be determined are null, with a reason. Errors name the parameter and the accepted values, and cost nothing. Costs and quotas are in _meta.";

/**
 * Creates a server with every tool, for one request or one connection. `headers` has the caller's key, and
 * `files` has the files that were removed from its message.
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
  for (const { name, title, description, input, output, call } of tools) {
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: input,
        outputSchema: output,
        annotations: { readOnlyHint: true, openWorldHint: true },
      },
      (given) => call(given, headers, files),
    );
  }
  const names = new Set(tools.map(({ name }) => name));
  for (const { name, title, description, needs, argument, write } of prompts) {
    if (!names.has(needs)) continue;
    server.registerPrompt(
      name,
      {
        title,
        description,
        argsSchema: z.object({ [argument.name]: z.string().describe(argument.description) }),
      },
      (given) => ({
        messages: [
          { role: "user", content: { type: "text", text: write(String(given[argument.name] ?? "")) } },
        ],
      }),
    );
  }
  // Neither changes while the server runs.
  server.server.registerCapabilities({ tools: { listChanged: false }, prompts: { listChanged: false } });
  return server;
}
