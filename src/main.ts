import type { Accounts } from "./accounts/open.ts";
import { offerModels } from "./apis/images/choice.ts";
import { ModelError } from "./apis/images/models/model-error.ts";
import { apis } from "./apis/index.ts";
import { BILLING_USAGE, runBilling } from "./cli/billing.ts";
import { Refused } from "./cli/calls.ts";
import { MODELS_USAGE } from "./cli/models.ts";
import { OPERATOR_USAGE, runOperator } from "./cli/operator.ts";
import { PROFILES_USAGE, runProfiles } from "./cli/profiles.ts";
import { UsageError } from "./cli/usage-error.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { ListenError } from "./http/server.ts";
import { Problem } from "./kit/problem.ts";
import { accountsOf } from "./main/accounts.ts";
import { DATABASE_USAGE, runDatabase } from "./main/database.ts";
import { serve, serveMany } from "./main/serve.ts";
import { createLog } from "./ops/log.ts";
import { DatabaseRefusal } from "./store/refusal.ts";

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

/** Runs a command that ends, with the accounts room open. */
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

async function main(): Promise<void> {
  const [command = "serve", ...rest] = process.argv.slice(2);
  try {
    const config = readConfig(process.env);
    if (command === "serve" && rest.length === 0) {
      const chosen =
        config.imagesModel === undefined
          ? undefined
          : await (await import("./main/models.ts")).modelOf(config);
      offerModels({ chosen, folder: config.modelsDir, threads: config.imagesThreads });
      if (config.webConcurrency > 1 && config.worker === undefined) serveMany(config, import.meta.path);
      else await serve(config);
    } else if (["keys", "plan", "usage"].includes(command)) {
      await withAccounts(config, (accounts) => runOperator([command, ...rest], accounts, print));
    } else if (command === "billing") {
      await withAccounts(config, async (accounts) => {
        if (!(await runBilling(rest, accounts, print))) process.exitCode = 1;
      });
    } else if (command === "models") {
      const { runModelsCommand } = await import("./main/models.ts");
      await runModelsCommand(config, rest, print);
    } else if (command === "profiles" && ["import", "erase", undefined].includes(rest[0])) {
      await withAccounts(config, (accounts) => runProfiles(rest, accounts.state, print));
    } else if (command === "db") {
      await runDatabase(config, rest, print);
    } else if (["help", "--help", "-h"].includes(command)) {
      print(`The commands are:\n${USAGE}\n`);
    } else if (command === "mcp" && rest.length === 0) {
      await (await import("./main/doors.ts")).runMcp(config);
      process.exit(0);
    } else if (command === "completions") {
      (await import("./main/doors.ts")).printCompletions(rest[0], print);
    } else if (apis.some((api) => api.name === command)) {
      await (await import("./main/doors.ts")).runOperationCommand(config, [command, ...rest]);
      process.exit(0);
    } else {
      throw new UsageError(USAGE);
    }
  } catch (error) {
    if (error instanceof UsageError) {
      const forms = error.message.startsWith("quintet ");
      process.stderr.write(`quintet: ${forms ? "the commands are:\n" : ""}${error.message}\n`);
      process.exit(2);
    }
    const wrong = error instanceof ConfigError || error instanceof ListenError;
    const refused =
      error instanceof Refused ||
      error instanceof DatabaseRefusal ||
      error instanceof ModelError ||
      error instanceof Problem;
    if (!(wrong || refused)) throw error;
    // Why the database is away is for the operator alone: no answer of the server says it.
    const { cause } = error instanceof Problem && error.code === "storage-unavailable" ? error.options : {};
    process.stderr.write(`quintet: ${error.message}${typeof cause === "string" ? ` (${cause})` : ""}\n`);
    process.exit(wrong ? 2 : 1);
  }
}

await main();
