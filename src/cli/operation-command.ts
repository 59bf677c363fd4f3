import { availableParallelism } from "node:os";
import { apis } from "../apis/default-apis.ts";
import type { Config } from "../config.ts";
import type { SendToPath } from "../http/core/in-process.ts";
import { Problem } from "../kit/problem.ts";
import { UsageError } from "../kit/usage-error.ts";
import { VERSION } from "../kit/version.ts";
import { createLog } from "../ops/log.ts";
import { catalogueOf } from "./catalogue.ts";
import { chosenServer } from "./credentials.ts";
import { runOperation } from "./run-operation.ts";

/** How many calls this machine makes at once. */
const HERE_AT_ONCE = availableParallelism();

/** Opens the operations in this process. Nothing is metered, and only failures are logged. */
export async function openHere(config: Config) {
  const log = createLog("error", (line) => void process.stderr.write(line));
  const { openLocalCalls } = await import("../app/calls.ts");
  return openLocalCalls({ ...config, webConcurrency: 1 }, log);
}

/** Runs `quintet API OPERATION …`: on the server that is named, or in this process. */
export async function runOperationCommand(config: Config, words: readonly string[]): Promise<void> {
  let app: Awaited<ReturnType<typeof openHere>> | undefined;
  try {
    await runOperation(catalogueOf(apis), words, async ({ api }) => {
      const here = await openHere(config);
      app = here;
      const own = here.apis.find(({ name }) => name === api.name);
      await own?.prepare?.(undefined);
      return {
        baseUrl: config.baseUrl,
        atOnce: HERE_AT_ONCE,
        send({ id }, request) {
          const operation = own?.operations[id];
          if (operation === undefined) throw new TypeError("the catalogue is made of these operations");
          return here.call(operation, request, pathParameters(operation.path, request.url, config.baseUrl));
        },
      };
    });
  } finally {
    await app?.close();
  }
}

/** The parts of a call's path by their names. */
function pathParameters(path: string, url: string, baseUrl: string): Record<string, string> {
  const parts = url.slice(new URL(baseUrl).href.replace(/\/$/, "").length).split(/[/?]/);
  const names = path.split("/").entries();
  const found = [...names].flatMap(([i, name]): [string, string][] =>
    name.startsWith("{") ? [[name.slice(1, -1), decodeURIComponent(parts[i] ?? "")]] : [],
  );
  return Object.fromEntries(found);
}

/** Sends the calls of tools to a server. */
function sendThere(url: string): Awaited<ReturnType<typeof openHere>>["call"] {
  const send = sendToServer(url);
  return (_operation, request, params) => send("", request, params);
}

/** Sends requests to a server. */
function sendToServer(url: string): SendToPath {
  return async (_path, request) => {
    try {
      // The user's own choice of URL, so it need not be a public one.
      return await fetch(request);
    } catch {
      throw new UsageError(`No response from ${url}.`);
    }
  };
}

/** The largest message over standard input, in bytes. */
const MESSAGE_MAX = 10_000_000;

/**
 * Runs `quintet mcp`: speaks MCP over standard input and output until the client closes them. Throws
 * `payload-too-large` for a message of more than 10 MB. Tools read and write files in `folders` and nowhere else.
 */
export async function runMcp(config: Config, folders: readonly string[]): Promise<void> {
  const [
    { serveStdio, StdioServerTransport },
    { createMcpServer },
    { toolsOf },
    { batchTools },
    { siteAuditTools },
    { openFolders },
    { switchedOn },
    { crawlingApi },
    { resourceTools },
    { platformResources },
  ] = await Promise.all([
    import("@modelcontextprotocol/server/stdio"),
    import("../mcp/server.ts"),
    import("../mcp/tools.ts"),
    import("../jobs/batch-tools.ts"),
    import("../site-audits/site-audit-tools.ts"),
    import("../mcp/local-files.ts"),
    import("../app/calls.ts"),
    import("../app/crawling-api.ts"),
    import("../mcp/resource-tools.ts"),
    import("../app/resources.ts"),
  ]);
  const there = await chosenServer(undefined, process.env);
  const here = there === undefined ? await openHere(config) : undefined;
  await here?.prepare();
  const send = here?.call ?? sendThere(there?.url ?? "");
  const files = folders.length === 0 ? undefined : await openFolders(folders);
  const { apis: described } = here ?? { apis };
  const offered = here === undefined ? described : switchedOn(config, described);
  const baseUrl = there?.url ?? config.baseUrl;
  // Without a server there is no queue.
  const toServer = sendToServer(baseUrl);
  const resources = platformResources(offered);
  const background =
    there === undefined
      ? []
      : [
          ...batchTools(offered, toServer, baseUrl),
          ...siteAuditTools(offered, crawlingApi, toServer, baseUrl),
          ...resourceTools(resources, toServer, baseUrl),
        ];
  const tools = [...toolsOf(offered, send, baseUrl, files), ...background];
  const headers: Record<string, string> =
    there?.key === undefined ? {} : { Authorization: `Bearer ${there.key}` };
  const { stdin, stdout } = process;
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: MESSAGE_MAX });
  const handle = serveStdio(() => createMcpServer(tools, VERSION, { headers }), { transport });
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
