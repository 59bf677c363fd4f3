import { apis } from "../apis/index.ts";
import type { Config } from "../config.ts";
import { Problem } from "../kit/problem.ts";
import { UsageError } from "../kit/usage-error.ts";
import { VERSION } from "../kit/version.ts";
import { createLog } from "../ops/log.ts";
import { readCall } from "./call-arguments.ts";
import { HERE_AT_ONCE, runCall } from "./calls.ts";
import type { CallTarget } from "./client.ts";
import { completionsOf } from "./completions.ts";

/** Prints the completions of a shell. */
export function printCompletions(
  shell: string | undefined,
  commands: readonly string[],
  print: (text: string) => void,
): void {
  print(completionsOf(shell, apis, commands));
}

/**
 * The operations in this process, for whoever sits at this machine: nothing is metered, and nothing is
 * logged but failures.
 */
async function openHere(config: Config) {
  const log = createLog("error", (line) => void process.stderr.write(line));
  const { openLocalCalls } = await import("../app/calls.ts");
  return openLocalCalls({ ...config, webConcurrency: 1 }, log);
}

/** A Quintet that runs elsewhere, with the key of the environment. */
function openThere(server: string): CallTarget {
  const url = URL.parse(server);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError("--server must be a URL such as https://api.example.com.");
  }
  const key = process.env.QUINTET_KEY ?? "";
  return {
    baseUrl: url.href.replace(/\/$/, ""),
    headers: key === "" ? {} : { Authorization: `Bearer ${key}` },
    atOnce: 4,
    async send(_operation, request) {
      try {
        // The operator's own choice of address, so it need not be a public one.
        return await fetch(request);
      } catch {
        throw new UsageError(`No response from ${url.origin}.`);
      }
    },
  };
}

/** Runs `quintet API OPERATION …`: here, or on the server that is named. */
export async function runOperationCommand(config: Config, words: readonly string[]): Promise<void> {
  const call = readCall(apis, words);
  const { stdout, stderr, stdin } = process;
  const here = call.server === undefined && !call.help ? await openHere(config) : undefined;
  const callee =
    call.server === undefined
      ? {
          baseUrl: config.baseUrl,
          headers: {},
          atOnce: HERE_AT_ONCE,
          send: here?.call ?? (() => Promise.reject(new TypeError("help calls nothing"))),
        }
      : openThere(call.server);
  try {
    await here?.apis.find(({ name }) => name === call.api.name)?.prepare?.(undefined);
    await runCall(call, {
      callee,
      output: {
        isTTY: stdout.isTTY === true,
        columns: stdout.columns ?? 80,
        write: (bytes) => void stdout.write(bytes),
      },
      screen: {
        isTTY: stderr.isTTY === true,
        columns: stderr.columns ?? 80,
        write: (text) => void stderr.write(text),
      },
      input: async () => new Uint8Array(await new Response(stdin as unknown as ReadableStream).arrayBuffer()),
    });
  } finally {
    await here?.close();
  }
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
    { openFolders },
    { switchedOn },
  ] = await Promise.all([
    import("@modelcontextprotocol/server/stdio"),
    import("../mcp/server.ts"),
    import("../mcp/tools.ts"),
    import("../mcp/local-files.ts"),
    import("../app/calls.ts"),
  ]);
  const server = process.env.QUINTET_SERVER;
  const here = server === undefined ? await openHere(config) : undefined;
  const there = server === undefined ? undefined : openThere(server);
  await here?.prepare();
  const send = here?.call ?? there?.send;
  if (send === undefined) throw new TypeError("either here or there");
  const files = folders.length === 0 ? undefined : await openFolders(folders);
  const { apis: described } = here ?? { apis };
  const offered = here === undefined ? described : switchedOn(config, described);
  const tools = toolsOf(offered, send, there?.baseUrl ?? config.baseUrl, files);
  const { stdin, stdout } = process;
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: MESSAGE_MAX });
  const handle = serveStdio(() => createMcpServer(tools, VERSION, there?.headers ?? {}), { transport });
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
      "An MCP message may have at most 10 MB. Send a smaller file, or the url of the file.",
    );
  }
}
