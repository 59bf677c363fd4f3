import { enterUserFolder } from "./cli/user-folder.ts";
import { ListenError } from "./http/core/listen-error.ts";
import { ConfigError } from "./kit/config-error.ts";

/** The words that start a worker process; its number follows. */
const WORKER = ["serve", "--worker"];
/** Serves from a copy of a database, as deploy/backup.sh does. */
const DRILL = "--drill";

async function main(): Promise<void> {
  const [command = "help", ...rest] = process.argv.slice(2);
  try {
    enterUserFolder();
    // Each loads what it needs: a server starts without the commands, a command without the server.
    const [flag, number] = rest;
    const isWorker = flag === WORKER[1] && process.send !== undefined;
    const isDrill = flag === DRILL && rest.length === 1;
    if (command === WORKER[0] && (flag === undefined || isDrill || isWorker)) {
      const { start } = await import("./cli/start.ts");
      await start(process.env, [Bun.main, ...WORKER], isWorker ? Number(number) : undefined, isDrill);
    } else {
      const { endProcess, watchOutput } = await import("./cli/terminal.ts");
      watchOutput();
      await (await import("./cli/commands.ts")).runCommand(command, rest);
      await endProcess(process.exitCode ?? 0);
    }
  } catch (error) {
    const refusal =
      error instanceof ConfigError || error instanceof ListenError
        ? { message: error.message, code: 2 }
        : (await import("./cli/commands.ts")).usageErrorOf(error);
    if (refusal === undefined && command === WORKER[0]) throw error;
    const { bugReport, endProcess, writeError } = await import("./cli/terminal.ts");
    writeError(refusal?.message ?? bugReport(error));
    await endProcess(refusal?.code ?? 1);
  }
}

// Not awaited at the top: a bundle with bytecode is a CommonJS module.
void main();
