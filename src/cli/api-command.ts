import type { App } from "../app.ts";
import { type Screen, showProgress } from "./progress.ts";

/** Runs a command that an API brings, such as `models list`. Throws a `UsageError` for other words. */
export async function runApiCommand(
  { apis, accounts, downloadFrom }: App,
  [name, ...words]: readonly string[],
  print: (text: string) => void,
): Promise<void> {
  const { stderr } = process;
  const screen: Screen = {
    isTTY: stderr.isTTY === true,
    columns: stderr.columns ?? 80,
    write: (text) => void stderr.write(text),
  };
  const command = apis.flatMap(({ commands = [] }) => commands).find((one) => one.name === name);
  await command?.run(words, {
    print,
    note: screen.write,
    progress: (title, unit) => showProgress(screen, title, unit),
    downloadFrom,
    state: accounts.state,
  });
}
