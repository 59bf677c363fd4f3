import type { Accounts } from "../accounts/create-accounts.ts";
import { ModelError } from "../apis/images/models/model-error.ts";
import { apis } from "../apis/index.ts";
import { ADMIN_USAGE, rowsOf, runAdmin } from "../cli/admin.ts";
import { BILLING_USAGE, runBilling } from "../cli/billing.ts";
import { ApiError } from "../cli/client.ts";
import { commandNames } from "../cli/command-forms.ts";
import { format } from "../cli/format.ts";
import { MODELS_USAGE } from "../cli/models.ts";
import { OPERATOR_USAGE, runOperator } from "../cli/operator.ts";
import { printable } from "../cli/printable.ts";
import { PROFILES_USAGE, runProfiles } from "../cli/profiles.ts";
import { UsageError } from "../cli/usage-error.ts";
import { type Config, readConfig } from "../config.ts";
import { Problem } from "../kit/problem.ts";
import { createLog } from "../ops/log.ts";
import { DatabaseError } from "../store/database-error.ts";
import { explainFailure } from "../store/failure.ts";
import { accountsOf } from "./accounts.ts";
import { commandEnvironment } from "./command-environment.ts";
import { CONFIG_USAGE, checkConfig } from "./config-check.ts";
import { DATABASE_USAGE, runDatabase } from "./database.ts";

const USAGE = `quintet serve
quintet API OPERATION [--help]
quintet mcp
quintet completions bash|zsh|fish
${OPERATOR_USAGE}
${ADMIN_USAGE}
${BILLING_USAGE}
${MODELS_USAGE}
${PROFILES_USAGE}
${DATABASE_USAGE}
${CONFIG_USAGE}`;

const HELP = `Usage:
${USAGE}

quintet serve starts the server; it is the default command. To call an operation
here, without a server, name it: quintet uuid v7 --n 5. The APIs are
${apis.map(({ name }) => name).join(", ")}; quintet API lists the operations of one.
docs/command-line.md explains the commands.
`;

/** Writes results: for a terminal without control characters, for a pipe as they are. */
const print = (text: string) => void process.stdout.write(process.stdout.isTTY ? printable(text) : text);

/** Runs a command with the accounts open. */
async function withAccounts(config: Config, run: (accounts: Accounts) => Promise<void>): Promise<void> {
  const accounts = accountsOf(
    config,
    createLog("error", (line) => void process.stderr.write(line)),
  );
  try {
    await run(accounts);
  } finally {
    await accounts.close();
  }
}

/** Runs every command but `serve`. Throws a `UsageError` for an unknown command, a `ConfigError` for its variables. */
export async function runCommand(command: string, rest: readonly string[]): Promise<void> {
  if (command === "config") {
    if (rest.length !== 1 || rest[0] !== "check") throw new UsageError(CONFIG_USAGE);
    checkConfig(process.env, print);
    return;
  }
  const config = readConfig(commandEnvironment([command, ...rest], process.env));
  if (["keys", "plan", "usage"].includes(command)) {
    await withAccounts(config, (accounts) => runOperator([command, ...rest], accounts, print));
  } else if (command === "admin") {
    await withAccounts(config, (accounts) =>
      runAdmin([command, ...rest], accounts, (value) => {
        const { isTTY, columns } = process.stdout;
        // A terminal that does not know its width says 0.
        const text = isTTY ? format(rowsOf(value), columns || 80) : JSON.stringify(value, undefined, 2);
        print(`${text}\n`);
      }),
    );
  } else if (command === "billing") {
    await withAccounts(config, async (accounts) => {
      if (!(await runBilling([command, ...rest], accounts, print))) process.exitCode = 1;
    });
  } else if (command === "models") {
    const { runModelsCommand } = await import("./models.ts");
    await runModelsCommand(config, [command, ...rest], print);
  } else if (command === "profiles" && ["import", "erase", undefined].includes(rest[0])) {
    await withAccounts(config, (accounts) => runProfiles([command, ...rest], accounts.state, print));
  } else if (command === "db") {
    await runDatabase(config, [command, ...rest], print);
  } else if (["help", "--help", "-h"].includes(command)) {
    print(HELP);
  } else if (command === "mcp" && rest.length === 0) {
    await (await import("./doors.ts")).runMcp(config);
    process.exit(0);
  } else if (command === "completions") {
    (await import("./doors.ts")).printCompletions(
      rest[0],
      commandNames(USAGE).filter((name) => name !== ""),
      print,
    );
  } else if (apis.some((api) => api.name === command)) {
    await (await import("./doors.ts")).runOperationCommand(config, [command, ...rest]);
    process.exit(0);
  } else {
    throw new UsageError(USAGE);
  }
}

/** The message for the user of a command that failed, and its exit code; undefined for a defect of ours. */
export function refusalOf(error: unknown): { readonly message: string; readonly code: 1 | 2 } | undefined {
  if (error instanceof UsageError) {
    const forms = error.message.startsWith("quintet ");
    return { message: `${forms ? "Invalid command. Usage:\n" : ""}${error.message}`, code: 2 };
  }
  const refused =
    error instanceof ApiError ||
    error instanceof DatabaseError ||
    error instanceof ModelError ||
    error instanceof Problem;
  if (!refused) return undefined;
  if (!(error instanceof Problem) || error.code !== "storage-unavailable") {
    return { message: error.message, code: 1 };
  }
  // Only the operator learns why the database is unavailable: no response of the server says it.
  const { cause } = error.options;
  return { message: `${explainFailure(error)}${typeof cause === "string" ? ` (${cause})` : ""}`, code: 1 };
}
