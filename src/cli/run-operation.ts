import { runBatchCommand, runCalls } from "./batch-command.ts";
import { readCall } from "./call-arguments.ts";
import type { CallsDeps } from "./calls.ts";
import type { CliApi } from "./catalogue.ts";
import type { CallTarget } from "./client.ts";
import { chosenServer } from "./credentials.ts";
import { ownTerminal } from "./terminal.ts";

const REMOTE_AT_ONCE = 4;

/** The streams of this process, as commands use them. */
export function ownStreams(): Omit<CallsDeps, "callee"> {
  return {
    ...ownTerminal(),
    async input() {
      const chunks: Uint8Array[] = [];
      for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
      return new Uint8Array(Buffer.concat(chunks));
    },
  };
}

/** Runs `quintet API OPERATION …`, also after `batch`, on the selected server or here. Throws as `runCalls`. */
export async function runOperation(
  apis: readonly CliApi[],
  words: readonly string[],
  here: (call: ReturnType<typeof readCall>) => Promise<CallTarget>,
): Promise<void> {
  const streams = ownStreams();
  if (words[0] === "batch") {
    return runBatchCommand(apis, words, here, { ...streams, environment: process.env });
  }
  const call = readCall(apis, words);
  const server = call.help ? undefined : await chosenServer(call.server, process.env);
  const nowhere = { baseUrl: "http://localhost", atOnce: 1 };
  const callee = call.help
    ? nowhere
    : server === undefined
      ? await here(call)
      : { baseUrl: server.url, key: server.key, atOnce: REMOTE_AT_ONCE };
  await runCalls(call, { callee, ...streams });
}
