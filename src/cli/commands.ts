import { apis } from "../apis/default-apis.ts";
import type { App } from "../app.ts";
import { commandEnvironment } from "../config/command-environment.ts";
import { type Config, readConfig } from "../config.ts";
import { CommandError } from "../kit/command.ts";
import { Problem } from "../kit/problem.ts";
import { UsageError } from "../kit/usage-error.ts";
import { VERSION } from "../kit/version.ts";
import { createLog } from "../ops/log.ts";
import { DatabaseError } from "../store/database-error.ts";
import { explainFailure } from "../store/failure.ts";
import { isCalled, runApiCommand } from "./api-command.ts";
import { catalogueOf } from "./catalogue.ts";
import { ApiError } from "./client.ts";
import { commandNames, readCommand, unknownCommand, usageMessage } from "./command-forms.ts";
import { SHELLS } from "./completions.ts";
import { format } from "./format.ts";
import { type Commands, descriptionOf, helpOfWords, namesOf, overview, styled } from "./help.ts";
import { LOGIN_USAGE } from "./login.ts";
import { printable } from "./printable.ts";
import type { CliAction } from "./resource-catalogue.ts";

/** The actions of the platform's resources as commands. */
export async function resourceActions(): Promise<readonly CliAction[]> {
  const [{ platformResources }, { resourceCatalogue }] = await Promise.all([
    import("../app/resources.ts"),
    import("./resource-catalogue.ts"),
  ]);
  return resourceCatalogue(platformResources(apis));
}

/** The usage of all commands, one form on a line. Loads the code of each group of commands. */
export async function readUsage(): Promise<string> {
  const [
    { WORK_USAGE },
    { SITE_USAGE },
    { BATCH_USAGE },
    { OPERATOR_USAGE },
    { ADMIN_USAGE },
    { BILLING_USAGE },
    { DATABASE_USAGE },
    { CONFIG_USAGE },
    { resourceUsage },
  ] = await Promise.all([
    import("./work.ts"),
    import("./site-audit.ts"),
    import("./batch-command.ts"),
    import("./operator.ts"),
    import("./admin.ts"),
    import("./billing.ts"),
    import("./database.ts"),
    import("./config-check.ts"),
    import("./resource-commands.ts"),
  ]);
  return `quintet serve
${WORK_USAGE}
${SITE_USAGE}
${BATCH_USAGE}
${resourceUsage(await resourceActions())}
quintet mcp [FOLDER…]
quintet completions ${SHELLS.join("|")}
${LOGIN_USAGE}
${OPERATOR_USAGE}
${ADMIN_USAGE}
${BILLING_USAGE}
${apis.flatMap(({ commands = [] }) => commands.map(({ usage }) => usage)).join("\n")}
${DATABASE_USAGE}
${CONFIG_USAGE}`;
}

/** Writes results: for a terminal without control characters, for a pipe as they are. */
const print = (text: string) => void process.stdout.write(process.stdout.isTTY ? printable(text) : text);

/** Runs a command with an app that does not serve. */
async function withApp(config: Config, run: (app: App) => Promise<void>): Promise<void> {
  const log = createLog("error", (line) => void process.stderr.write(line));
  const { createApp } = await import("../app.ts");
  const app = await createApp(config, { log });
  try {
    await run(app);
  } finally {
    await app.stop();
  }
}

/** Whether these words call a command that an API brings, or can call nothing else because no API has their name. */
function isApiCommand(words: readonly string[]): boolean {
  const [first] = words;
  const isApi = apis.some(({ name }) => name === first);
  const usages = apis.flatMap(({ commands = [] }) => commands.map(({ usage }) => usage));
  return usages.some((usage) => isCalled(usage, words) || (!isApi && isCalled(usage, words.slice(0, 1))));
}

const isHelp = (word: string) => word === "--help" || word === "-h";

/** Prints the help or the version if that is what the words ask for. Operations print their own help. */
async function printedHelp(command: string, rest: readonly string[]): Promise<boolean> {
  const words = [command, ...rest];
  const [first, ...others] = rest;
  if (command === "help" && first !== undefined) {
    await runCommand(first, [...others, "--help"]);
    return true;
  }
  if (["version", "--version", "-V"].includes(command) && rest.length === 0) {
    print(`${VERSION}\n`);
    return true;
  }
  if (command !== "help" && !words.some(isHelp)) return false;
  // The options of a batch are those of its operation.
  if (command === "batch" && rest.length > 2) return false;
  const named = words.filter((word) => !isHelp(word) && word !== "help");
  const api = apis.find(({ name }) => name === named[0]);
  const usage = await readUsage();
  const isCommand = commandNames(usage).some((name) =>
    `${name} `.startsWith(`${named.slice(0, 2).join(" ")} `),
  );
  if (api !== undefined && named.length > 1 && !isCommand) return false;
  printHelp({ usage, apis: catalogueOf(apis), actions: await resourceActions() }, named);
  return true;
}

/** Prints the help of commands, or of all. Throws a `UsageError` for words that are none. */
function printHelp(commands: Commands, named: readonly string[]): void {
  const text = named.length === 0 ? overview(commands) : helpOfWords(commands, named);
  if (text === undefined) throw unknownCommand(named, namesOf(commands));
  process.stdout.write(styled(text, process.stdout.isTTY));
}

/** Prints the help of a word that begins several commands and is none, such as `quintet keys`. */
async function printedGroup(command: string, rest: readonly string[]): Promise<boolean> {
  // A command of one word, such as `quintet mcp`, does not wait until the forms of all are loaded.
  if (rest.length > 0 || descriptionOf(`quintet ${command}`, []) !== undefined) return false;
  const usage = await readUsage();
  const isGroup =
    apis.some(({ name }) => name === command) ||
    commandNames(usage).some((name) => name.startsWith(`${command} `));
  if (!isGroup) return false;
  printHelp({ usage, apis: catalogueOf(apis), actions: await resourceActions() }, [command]);
  return true;
}

async function runSite(config: Config, words: readonly string[]): Promise<void> {
  const [{ runSiteAudit }, { openHere }, { colored }] = await Promise.all([
    import("./site-audit.ts"),
    import("./operation-command.ts"),
    import("./audit-summary.ts"),
  ]);
  const { stdout } = process;
  const show = (text: string) => void stdout.write(stdout.isTTY ? colored(printable(text), true) : text);
  await runSiteAudit(words, () => openHere(config), show);
}

async function runResource(actions: readonly CliAction[], words: readonly string[]): Promise<void> {
  const [{ runResourceCommand }, { ownStreams }] = await Promise.all([
    import("./resource-commands.ts"),
    import("./run-operation.ts"),
  ]);
  await runResourceCommand(actions, words, process.env, ownStreams());
}

/** Runs a command of the operator: its results are tables in a terminal, and JSON elsewhere. */
async function runShown(
  config: Config,
  run: (accounts: App["accounts"], show: (value: unknown) => void) => Promise<void>,
): Promise<void> {
  const { rowsOf } = await import("./admin.ts");
  await withApp(config, ({ accounts }) =>
    run(accounts, (value) => {
      const { isTTY, columns } = process.stdout;
      // A terminal that does not know its width says 0.
      const text = isTTY ? format(rowsOf(value), columns || 80) : JSON.stringify(value, undefined, 2);
      print(`${text}\n`);
      const isKey = typeof value === "object" && value !== null && "key" in value;
      if (isTTY && isKey) print("\nCopy the key now. It is shown only once.\n");
    }),
  );
}

/** Runs every command but `serve`. Throws a `UsageError` for an unknown command, a `ConfigError` for its variables. */
export async function runCommand(command: string, rest: readonly string[]): Promise<void> {
  if ((await printedHelp(command, rest)) || (await printedGroup(command, rest))) return;
  if (command === "config") {
    const { CONFIG_USAGE, checkConfig } = await import("./config-check.ts");
    readCommand(CONFIG_USAGE, [command, ...rest]);
    await checkConfig(process.env, print);
    return;
  }
  if (command === "work") {
    await (await import("./work.ts")).runWork(readConfig(process.env), [command, ...rest]);
    process.exit(0);
  }
  const config = readConfig(commandEnvironment([command, ...rest], process.env));
  if (["keys", "plan", "usage"].includes(command)) {
    const { runOperator } = await import("./operator.ts");
    await runShown(config, (accounts, show) => runOperator([command, ...rest], accounts, show));
  } else if (command === "admin") {
    const { runAdmin } = await import("./admin.ts");
    await runShown(config, (accounts, show) => runAdmin([command, ...rest], accounts, show));
  } else if (command === "billing") {
    const { runBilling } = await import("./billing.ts");
    await withApp(config, async ({ accounts }) => {
      if (!(await runBilling([command, ...rest], accounts, print))) process.exitCode = 1;
    });
  } else if (isApiCommand([command, ...rest])) {
    await withApp(config, (app) => runApiCommand(app, [command, ...rest], print));
  } else if (command === "db") {
    const { runDatabase } = await import("./database.ts");
    await runDatabase(config, [command, ...rest], print);
  } else if (command === "mcp" && !rest.some((word) => word.startsWith("-"))) {
    await (await import("./operation-command.ts")).runMcp(config, rest);
    process.exit(0);
  } else if (command === "login" || command === "logout") {
    const { given } = readCommand(LOGIN_USAGE, [command, ...rest]);
    const deps = { environment: process.env, stdin: process.stdin, stderr: process.stderr, print };
    await (await import("./login.ts"))[command](given.server, deps);
    process.exit(0);
  } else if (command === "completions") {
    const { completionsOf } = await import("./completions.ts");
    print(completionsOf(rest, catalogueOf(apis), await readUsage()));
  } else if (command === "seo" && rest[0] === "site") {
    await runSite(config, [command, ...rest]);
    process.exit(0);
  } else if (command === "batch" || apis.some((api) => api.name === command)) {
    await (await import("./operation-command.ts")).runOperationCommand(config, [command, ...rest]);
    process.exit(0);
  } else {
    const actions = await resourceActions();
    const { isResourceCommand } = await import("./resource-commands.ts");
    if (isResourceCommand(actions, [command])) {
      await runResource(actions, [command, ...rest]);
      process.exit(process.exitCode ?? 0);
    }
    throw unknownCommand(
      [command, ...rest],
      namesOf({ usage: await readUsage(), apis: catalogueOf(apis), actions }),
    );
  }
}

/** The message and the exit code of a failed command; undefined if the error is a bug. */
export function usageErrorOf(error: unknown): { readonly message: string; readonly code: 1 | 2 } | undefined {
  if (error instanceof UsageError) {
    return { message: usageMessage(error), code: 2 };
  }
  const refused =
    error instanceof ApiError ||
    error instanceof DatabaseError ||
    error instanceof CommandError ||
    error instanceof Problem;
  if (!refused) return undefined;
  if (!(error instanceof Problem) || error.code !== "storage-unavailable") {
    return { message: error.message, code: 1 };
  }
  // Only the operator learns why the database is unavailable: no response of the server says it.
  const { cause } = error.options;
  return { message: `${explainFailure(error)}${typeof cause === "string" ? ` (${cause})` : ""}`, code: 1 };
}
