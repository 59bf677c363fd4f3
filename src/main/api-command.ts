import type { Accounts } from "../accounts/create-accounts.ts";
import { type Screen, showProgress } from "../cli/progress.ts";
import type { Config } from "../config.ts";
import { allowTarget } from "../egress/allowance.ts";
import { createDownload } from "../egress/download.ts";
import { Coverage } from "../upstream/coverage.ts";
import { apiDeps } from "./services.ts";

/** Runs a command that an API brings, such as `models list`. Throws a `UsageError` for other words. */
export async function runApiCommand(
  config: Config,
  { state, log }: Pick<Accounts, "state" | "log">,
  [name, ...words]: readonly string[],
  print: (text: string) => void,
): Promise<void> {
  const { stderr } = process;
  const screen: Screen = {
    isTTY: stderr.isTTY === true,
    columns: stderr.columns ?? 80,
    write: (text) => void stderr.write(text),
  };
  const deps = apiDeps(config, log, new Coverage());
  const commands = config.apis.flatMap((configured) => configured.create(deps).commands ?? []);
  const command = commands.find((one) => one.name === name);
  await command?.run(words, {
    print,
    note: screen.write,
    progress: (title, unit) => showProgress(screen, title, unit),
    // The operator wrote the address, so it may be private; what it redirects to may not.
    downloadFrom: (baseUrl) =>
      createDownload({
        allowance: allowTarget(config.egressAllow, baseUrl),
        userAgent: config.userAgent,
      }),
    state,
  });
}
