import type { Send } from "../http/core/in-process.ts";
import { batchTools } from "../jobs/batch-tools.ts";
import type { Api } from "../kit/descriptor.ts";
import { resourceTools } from "../mcp/resource-tools.ts";
import { madeInTurns, type Tool, toolsOf } from "../mcp/tools.ts";
import { siteAuditTools } from "../site-audits/site-audit-tools.ts";
import { platformResources } from "./resources.ts";

/** Makers of the tools that need a server, with its jobs: those of batches, site audits and the platform's resources. */
export function platformTools(
  apis: readonly Api[],
  send: Send,
  baseUrl: string,
): readonly (() => readonly Tool[])[] {
  return [
    () => batchTools(apis, send, baseUrl),
    () => siteAuditTools(apis, send, baseUrl),
    ...platformResources(apis).map((one) => () => resourceTools([one], send, baseUrl)),
  ];
}

/** Makes the tools of a server in turns of the event loop. `call` runs operations, `send` reaches every endpoint. */
export function serverTools(apis: readonly Api[], call: Send, send: Send, baseUrl: string): Promise<Tool[]> {
  return madeInTurns([
    ...apis.map((api) => () => toolsOf([api], call, baseUrl)),
    ...platformTools(apis, send, baseUrl),
  ]);
}
