import { apis } from "../apis/default-apis.ts";
import { switchedOn } from "../app/calls.ts";
import { platformTools } from "../app/tools.ts";
import type { Config } from "../config.ts";
import type { Send } from "../http/core/in-process.ts";
import { Problem } from "../kit/problem.ts";
import { UsageError } from "../kit/usage-error.ts";
import { VERSION } from "../kit/version.ts";
import { openFolders } from "../mcp/local-files.ts";
import { createMcpServer } from "../mcp/server.ts";
import { toolsOf } from "../mcp/tools.ts";
import { chosenServer } from "./credentials.ts";
import { openHere } from "./operation-command.ts";
import { bugReport, writeError } from "./terminal.ts";

/** Reports whether a response is one of a Quintet server: not that of a proxy or of another site. */
const isOurs = ({ ok, headers }: Response) =>
  ok ? headers.has("x-request-id") : /[/+]json\b/.test(headers.get("content-type") ?? "");

/** Sends the calls of tools to a server. Throws a `UsageError` where none responds, or another one. */
export function sendToServer(url: string): Send {
  return async (_path, request) => {
    // The user's own choice of URL, so it need not be a public one.
    const response = await fetch(request, { redirect: "manual" }).catch(() => {
      throw new UsageError(`No response from ${url}. Check QUINTET_SERVER, and that the server runs.`);
    });
    if (isOurs(response)) return response;
    throw new UsageError(
      `${url} responded with status ${response.status}, but not as a Quintet server. Check QUINTET_SERVER, and proxies before the server.`,
    );
  };
}

/** The largest message over standard input, in bytes. */
const MESSAGE_MAX = 10_000_000;

/** Speaks MCP over standard input and output, with the files in `folders`. Throws `payload-too-large` beyond 10 MB. */
export async function runMcp(config: Config, folders: readonly string[]): Promise<void> {
  const [{ serveStdio, StdioServerTransport }, sdk] = await Promise.all([
    import("@modelcontextprotocol/server/stdio"),
    import("@modelcontextprotocol/server"),
  ]);
  const there = await chosenServer(undefined, process.env);
  const here = there === undefined ? await openHere(config) : undefined;
  await here?.prepare();
  const files = folders.length === 0 ? undefined : await openFolders(folders);
  const { apis: described } = here ?? { apis };
  const offered = here === undefined ? described : switchedOn(config, described);
  const baseUrl = there?.url ?? config.baseUrl;
  // Without a server there is no queue.
  const toServer = sendToServer(baseUrl);
  const send = here?.call ?? toServer;
  const background =
    there === undefined ? [] : platformTools(offered, toServer, baseUrl).flatMap((make) => make());
  const tools = [...toolsOf(offered, send, baseUrl, files), ...background];
  const headers: Record<string, string> =
    there?.key === undefined ? {} : { Authorization: `Bearer ${there.key}` };
  const { stdin, stdout } = process;
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: MESSAGE_MAX });
  const onFailure = (_: string, cause: unknown) => writeError(bugReport(cause));
  const handle = serveStdio(() => createMcpServer(sdk, tools, VERSION, { headers, onFailure }), {
    transport,
  });
  let hasClientLeft = false;
  const leave = () => {
    hasClientLeft = true;
  };
  // Before the transport hears of it: it closes for these reasons, and for a message that is too large.
  for (const name of ["end", "close"]) stdin.prependListener(name, leave);
  stdout.prependListener("error", leave);
  // Where the transport closes, the process ends: Bun spins on a paused standard input that has more to read.
  await new Promise<void>((resolve) => {
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
  await handle.close();
  await here?.close();
  if (!hasClientLeft) {
    throw new Problem(
      "payload-too-large",
      "An MCP message may have at most 10 MB. Send a smaller file, or the URL of the file as url.",
    );
  }
}
