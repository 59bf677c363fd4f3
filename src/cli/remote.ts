// The `quintet` command of the package that only calls servers: no server, no database, no sandbox.
import { UsageError } from "../kit/usage-error.ts";
import { VERSION } from "../kit/version.ts";
import { BATCH_USAGE, NO_SERVER } from "./batch-command.ts";
import type { CliApi } from "./catalogue.ts";
import { ApiError } from "./client.ts";
import { presentWords, unknownCommand, usageMessage } from "./command-forms.ts";
import { completionsOf, SHELLS } from "./completions.ts";
import { askedHelp, type Commands, isVersion, namesOf, styled } from "./help.ts";
import { LOGIN_USAGE, runLogin } from "./login.ts";
import type { CliAction } from "./resource-catalogue.ts";
import { isResourceCommand, resourceUsage, runResourceCommand } from "./resource-commands.ts";
import { ownStreams, runOperation } from "./run-operation.ts";
import { bugReport, fileMessage, ownTerminal, watchOutput, writeError } from "./terminal.ts";

const usageOf = (actions: readonly CliAction[]) => `${BATCH_USAGE}
${resourceUsage(actions)}
${LOGIN_USAGE}
quintet completions ${SHELLS.join("|")}`;

const print = (text: string) => ownTerminal().output.write(text);

interface RemoteCatalogue {
  readonly apis: readonly CliApi[];
  readonly actions: readonly CliAction[];
}

async function run(catalogue: RemoteCatalogue, words: readonly string[]): Promise<void> {
  const { apis, actions } = catalogue;
  const commands: Commands = { usage: usageOf(actions), apis, actions };
  const [command = "help", ...rest] = words;
  if (command === "help" && rest.length > 0) return run(catalogue, [...rest, "--help"]);
  const isOperation = command === "batch" || apis.some(({ name }) => name === command);
  if (isVersion(words)) return print(`${VERSION}\n`);
  const help = await askedHelp([command, ...rest], async () => commands);
  if (help !== undefined) return ownTerminal().output.write(help, styled);
  if (command === "completions") return print(completionsOf(rest, apis, commands.usage));
  if (command === "login" || command === "logout") return runLogin(words, ownStreams());
  if (isResourceCommand(actions, words))
    return runResourceCommand(actions, words, process.env, ownTerminal());
  if (!isOperation) throw unknownCommand(words, namesOf(commands));
  await runOperation(apis, words, async () => {
    throw new UsageError(NO_SERVER);
  });
}

/** Runs the command; sets the exit code. */
export async function runRemote(catalogue: RemoteCatalogue, words: readonly string[]): Promise<void> {
  watchOutput();
  try {
    await run(catalogue, presentWords(words));
  } catch (error) {
    const isUsage = error instanceof UsageError;
    const message = error instanceof ApiError ? error.message : (fileMessage(error) ?? bugReport(error));
    writeError(isUsage ? usageMessage(error) : message);
    process.exitCode = isUsage ? 2 : 1;
  }
}
