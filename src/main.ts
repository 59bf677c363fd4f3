import type { Accounts } from "./accounts/open.ts";
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
import { CopyError } from "./store/copy.ts";

const USAGE = `quintet serve\n${OPERATOR_USAGE}\n${PROFILES_USAGE}\n${DATABASE_USAGE}`;

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
      if (config.webConcurrency > 1 && config.worker === undefined) serveMany(config, import.meta.path);
      else serve(config);
    } else if (["keys", "plan", "usage"].includes(command)) {
      await withAccounts(config, (accounts) => runOperator([command, ...rest], accounts, print));
    } else if (command === "profiles") {
      await withAccounts(config, (accounts) => runProfiles(rest, accounts.state, print));
    } else if (command === "db") {
      await runDatabase(config, rest, print);
    } else {
      throw new UsageError(USAGE);
    }
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`quintet: the commands are:\n${error.message}\n`);
      process.exit(2);
    }
    const wrong = error instanceof ConfigError || error instanceof ListenError;
    if (!(wrong || error instanceof CopyError || error instanceof Problem)) throw error;
    process.stderr.write(`quintet: ${error.message}\n`);
    process.exit(wrong ? 2 : 1);
  }
}

await main();
