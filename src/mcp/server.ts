import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { MessageFiles } from "./message.ts";
import { prompts } from "./prompts.ts";
import type { Tool, ToolCaller } from "./tools.ts";

const INSTRUCTIONS =
  "Quintet: web APIs under one key (SEO audit, PDF text, background removal, LinkedIn profiles, Amazon products) and free UUIDs. Values that cannot be determined are null, with a reason. Errors name the parameter and the accepted values, and cost nothing. Costs and quotas are in _meta.";

/** A request handler of the protocol, as far as the name of a tool is concerned. */
type Handler = (request: { params?: { name?: unknown } }, context: unknown) => unknown;

/** Lets calls use former names of tools. The SDK lists whatever is registered, so they are replaced in the calls. */
function acceptFormerNames({ server }: McpServer, names: ReadonlyMap<string, string>): void {
  // Its overloads have one signature for each method of the protocol.
  const set = server.setRequestHandler.bind(server) as (method: string, handler: Handler) => void;
  const renaming =
    (handler: Handler): Handler =>
    (request, context) => {
      const name = names.get(String(request.params?.name));
      return handler(
        name === undefined ? request : { ...request, params: { ...request.params, name } },
        context,
      );
    };
  Object.assign(server, {
    setRequestHandler: (method: string, handler: Handler) =>
      set(method, method === "tools/call" ? renaming(handler) : handler),
  });
}

/** Creates a server with every tool, for one request or connection. `sdk` comes from `import()`: else the bundle has it twice. */
export function createMcpServer(
  sdk: Pick<typeof import("@modelcontextprotocol/server"), "McpServer">,
  tools: readonly Tool[],
  version: string,
  caller: ToolCaller,
  files?: MessageFiles,
): McpServer {
  const server = new sdk.McpServer(
    { name: "quintet", title: "Quintet", version },
    { instructions: INSTRUCTIONS },
  );
  acceptFormerNames(server, new Map(tools.map(({ formerName, name }) => [formerName, name])));
  for (const { name, title, description, changes = false, input, output, call } of tools) {
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: input,
        outputSchema: output,
        // What is left out is what the protocol assumes.
        ...(changes ? {} : { annotations: { readOnlyHint: true } }),
      },
      (given) => call(given, caller, files),
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
