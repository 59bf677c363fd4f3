import type { App } from "../app.ts";
import { commandNames, readCommand } from "./command-forms.ts";
import { type Screen, showProgress } from "./progress.ts";

/** Reports whether the first words are those of a form of `usage`; the first word alone is enough. */
export function isCalled(usage: string, [first, second]: readonly string[]): boolean {
  return commandNames(usage).some(
    (name) => name === `${first} ${second}` || (second === undefined && name.startsWith(`${first} `)),
  );
}

/** Runs a command that an API brings, such as `models list`. Throws a `UsageError` for other words. */
export async function runApiCommand(
  { apis, accounts, downloadFrom }: App,
  words: readonly string[],
  print: (text: string) => void,
): Promise<void> {
  const { stderr } = process;
  const screen: Screen = {
    isTTY: stderr.isTTY === true,
    columns: stderr.columns ?? 80,
    write: (text) => void stderr.write(text),
  };
  const own = apis
    .flatMap(({ commands = [] }) => commands)
    .filter(({ usage }) => isCalled(usage, words.slice(0, 1)));
  const usage = own.map((command) => command.usage).join("\n");
  const called = readCommand(usage, words);
  const command = own.find((one) => commandNames(one.usage).includes(called.name));
  await command?.run(called, {
    print,
    note: screen.write,
    progress: (title, unit) => showProgress(screen, title, unit),
    downloadFrom,
    state: accounts.state,
  });
}
