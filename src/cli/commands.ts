import { existsSync } from "node:fs";
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
import { locate } from "../store/location.ts";
import { isCalled, runApiCommand } from "./api-command.ts";
import { catalogueOf } from "./catalogue.ts";
import { ApiError } from "./client.ts";
import { presentWords, readCommand, unknownCommand, usageMessage } from "./command-forms.ts";
import { SHELLS } from "./completions.ts";
import { askedHelp, type Commands, isVersion, namesOf, styled } from "./help.ts";
import { LOGIN_USAGE, runLogin } from "./login.ts";
import type { CliAction } from "./resource-catalogue.ts";
import { fileMessage, ownTerminal, type Screen } from "./terminal.ts";

/** The actions of the platform's resources as commands. */
export async function resourceActions(): Promise<readonly CliAction[]> {
  const [{ platformResources }, { resourceCatalogue }] = await Promise.all([
    import("../app/resources.ts"),
    import("./resource-catalogue.ts"),
  ]);
  return resourceCatalogue(platformResources(apis));
}

/** All commands. Loads the code of each group of them. */
export async function readCommands(): Promise<Commands> {
  const [usage, actions, { operatorActions }] = await Promise.all([
    readUsage(),
    resourceActions(),
    import("./operator.ts"),
  ]);
  return { usage, apis: catalogueOf(apis), actions: [...actions, ...operatorActions] };
}

const SERVE_USAGE = "quintet serve [--drill]";

/** The usage of all commands, one form on a line. Loads the code of each group of commands. */
export async function readUsage(): Promise<string> {
  const [actions, { resourceUsage }, ...usages] = await Promise.all([
    resourceActions(),
    import("./resource-commands.ts"),
    import("./work.ts").then(({ WORK_USAGE }) => WORK_USAGE),
    import("./site-audit.ts").then(({ SITE_USAGE }) => SITE_USAGE),
    import("./batch-command.ts").then(({ BATCH_USAGE }) => BATCH_USAGE),
    import("./operator.ts").then(({ OPERATOR_USAGE }) => OPERATOR_USAGE),
    import("./billing.ts").then(({ BILLING_USAGE }) => BILLING_USAGE),
    import("./database.ts").then(({ DATABASE_USAGE }) => DATABASE_USAGE),
    import("./config-check.ts").then(({ CONFIG_USAGE }) => CONFIG_USAGE),
  ]);
  const own = [SERVE_USAGE, "quintet mcp [FOLDER…]", `quintet completions ${SHELLS.join("|")}`];
  const ofApis = apis.flatMap(({ commands = [] }) => commands.map(({ usage }) => usage));
  return [...own, LOGIN_USAGE, ...usages, resourceUsage(actions), ...ofApis].join("\n");
}

/** Without a database, only `keys create` makes one: a terminal says so. Others throw a `DatabaseError`. */
async function expectDatabase({ databaseUrl }: Config, command: string, screen: Screen): Promise<void> {
  const place = locate(databaseUrl);
  if (place.engine !== "sqlite" || existsSync(place.filename)) return;
  if (command !== "keys create") return (await import("../store/backup.ts")).assertExists(place.filename);
  if (screen.isTTY)
    screen.write(
      `New database: ${place.filename}. If your server has another one, set DATA_DIR to its folder.\n`,
    );
}

const print = (text: string) => ownTerminal().output.write(text);

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

/** Runs every command but `serve`. Throws a `UsageError` for an unknown command and wrong words of `serve`, a `ConfigError` for its variables. */
export async function runCommand(former: string, more: readonly string[]): Promise<void> {
  const [command = "", ...rest] = presentWords([former, ...more]);
  const words = [command, ...rest];
  const [first, ...others] = rest;
  if (command === "help" && first !== undefined) return runCommand(first, [...others, "--help"]);
  if (isVersion(words)) return print(`${VERSION}\n`);
  const help = await askedHelp(words, readCommands);
  if (help !== undefined) return ownTerminal().output.write(help, styled);
  // Words with which the server starts do not come here: these are wrong.
  if (command === "serve") readCommand(SERVE_USAGE, words);
  if (command === "config") {
    const { CONFIG_USAGE, checkConfig } = await import("./config-check.ts");
    readCommand(CONFIG_USAGE, words);
    await checkConfig(process.env, print);
    return;
  }
  if (command === "work") {
    return (await import("./work.ts")).runWork(readConfig(process.env), words);
  }
  const config = readConfig(commandEnvironment(words, process.env));
  const terminal = ownTerminal();
  if (["keys", "plan", "usage", "admin"].includes(command)) {
    const { OPERATOR_USAGE, runOperator } = await import("./operator.ts");
    const called = readCommand(OPERATOR_USAGE, words);
    await expectDatabase(config, called.name, terminal.screen);
    await withApp(config, ({ accounts }) => runOperator(called, accounts, terminal));
  } else if (command === "billing") {
    const { BILLING_USAGE, runBilling } = await import("./billing.ts");
    const called = readCommand(BILLING_USAGE, words);
    if (called.name === "billing sync") await expectDatabase(config, called.name, terminal.screen);
    await withApp(config, async ({ accounts }) => {
      if (!(await runBilling(called, accounts, terminal.show))) process.exitCode = 1;
    });
  } else if (isApiCommand(words)) {
    await withApp(config, (app) => runApiCommand(app, words, terminal));
  } else if (command === "db") {
    const { runDatabase } = await import("./database.ts");
    await runDatabase(config, words, terminal);
  } else if (command === "mcp" && !rest.some((word) => word.startsWith("-"))) {
    await (await import("./mcp-command.ts")).runMcp(config, rest);
  } else if (command === "login" || command === "logout") {
    await runLogin(words, (await import("./run-operation.ts")).ownStreams());
  } else if (command === "completions") {
    const { completionsOf } = await import("./completions.ts");
    print(completionsOf(rest, catalogueOf(apis), await readUsage()));
  } else if (command === "seo" && rest[0] === "site") {
    const [{ runSiteAudit }, { openHere }] = await Promise.all([
      import("./site-audit.ts"),
      import("./operation-command.ts"),
    ]);
    await runSiteAudit(words, () => openHere(config), terminal);
  } else if (command === "batch" || apis.some((api) => api.name === command)) {
    await (await import("./operation-command.ts")).runOperationCommand(config, words);
  } else {
    const actions = await resourceActions();
    const { isResourceCommand, runResourceCommand } = await import("./resource-commands.ts");
    if (isResourceCommand(actions, [command])) {
      return runResourceCommand(actions, words, process.env, terminal);
    }
    throw unknownCommand(words, namesOf(await readCommands()));
  }
}

/** The message and the exit code of a failed command; undefined if the error is a bug. */
export function usageErrorOf(error: unknown): { readonly message: string; readonly code: 1 | 2 } | undefined {
  if (error instanceof UsageError) {
    return { message: usageMessage(error), code: 2 };
  }
  const file = fileMessage(error);
  if (file !== undefined) return { message: file, code: 1 };
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
