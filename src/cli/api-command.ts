import type { App } from "../app.ts";
import { commandNames, readCommand } from "./command-forms.ts";
import { showProgress } from "./progress.ts";
import type { Terminal } from "./terminal.ts";

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
  { output, screen, show }: Terminal,
): Promise<void> {
  const own = apis
    .flatMap(({ commands = [] }) => commands)
    .filter(({ usage }) => isCalled(usage, words.slice(0, 1)));
  const usage = own.map((command) => command.usage).join("\n");
  const called = readCommand(usage, words);
  const command = own.find((one) => commandNames(one.usage).includes(called.name));
  await command?.run(called, {
    print: output.write,
    show,
    note: screen.write,
    progress: (title, unit) => showProgress(screen, title, unit),
    downloadFrom,
    state: accounts.state,
  });
}
