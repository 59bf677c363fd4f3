import type { Accounts } from "../accounts/open.ts";
import { ModelError } from "../apis/images/models/model-error.ts";
import { apis } from "../apis/index.ts";
import { Refused } from "../cli/ask.ts";
import { BILLING_USAGE, runBilling } from "../cli/billing.ts";
import { MODELS_USAGE } from "../cli/models.ts";
import { OPERATOR_USAGE, runOperator } from "../cli/operator.ts";
import { PROFILES_USAGE, runProfiles } from "../cli/profiles.ts";
import { UsageError } from "../cli/usage-error.ts";
import type { Config } from "../config.ts";
import { Problem } from "../kit/problem.ts";
import { createLog } from "../ops/log.ts";
import { DatabaseRefusal } from "../store/refusal.ts";
import { accountsOf } from "./accounts.ts";
import { DATABASE_USAGE, runDatabase } from "./database.ts";

const USAGE = `quintet serve
quintet API OPERATION [--help], such as: quintet uuid v7 --n 5
quintet mcp
quintet completions bash|zsh|fish
${OPERATOR_USAGE}
${BILLING_USAGE}
${MODELS_USAGE}
${PROFILES_USAGE}
${DATABASE_USAGE}`;

const print = (text: string) => void process.stdout.write(text);

/** Runs a command with the accounts room open. */
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

/** Runs every command but `serve`. Throws a `UsageError` for words that are none. */
export async function runCommand(config: Config, command: string, rest: readonly string[]): Promise<void> {
  if (["keys", "plan", "usage"].includes(command)) {
    await withAccounts(config, (accounts) => runOperator([command, ...rest], accounts, print));
  } else if (command === "billing") {
    await withAccounts(config, async (accounts) => {
      if (!(await runBilling(rest, accounts, print))) process.exitCode = 1;
    });
  } else if (command === "models") {
    const { runModelsCommand } = await import("./models.ts");
    await runModelsCommand(config, rest, print);
  } else if (command === "profiles" && ["import", "erase", undefined].includes(rest[0])) {
    await withAccounts(config, (accounts) => runProfiles(rest, accounts.state, print));
  } else if (command === "db") {
    await runDatabase(config, rest, print);
  } else if (["help", "--help", "-h"].includes(command)) {
    print(`The commands are:\n${USAGE}\n`);
  } else if (command === "mcp" && rest.length === 0) {
    await (await import("./doors.ts")).runMcp(config);
    process.exit(0);
  } else if (command === "completions") {
    (await import("./doors.ts")).printCompletions(rest[0], print);
  } else if (apis.some((api) => api.name === command)) {
    await (await import("./doors.ts")).runOperationCommand(config, [command, ...rest]);
    process.exit(0);
  } else {
    throw new UsageError(USAGE);
  }
}

/** What a person is told of a command that was refused, and its exit code; undefined for a fault of ours. */
export function refusalOf(error: unknown): { readonly message: string; readonly code: 1 | 2 } | undefined {
  if (error instanceof UsageError) {
    const forms = error.message.startsWith("quintet ");
    return { message: `${forms ? "the commands are:\n" : ""}${error.message}`, code: 2 };
  }
  const refused =
    error instanceof Refused ||
    error instanceof DatabaseRefusal ||
    error instanceof ModelError ||
    error instanceof Problem;
  if (!refused) return undefined;
  // Why the database is away is for the operator alone: no answer of the server says it.
  const { cause } = error instanceof Problem && error.code === "storage-unavailable" ? error.options : {};
  return { message: `${error.message}${typeof cause === "string" ? ` (${cause})` : ""}`, code: 1 };
}
