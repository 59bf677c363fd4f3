import { basename } from "node:path";
import { erase, importPerson } from "../apis/profiles/import.ts";
import type { State } from "../kit/state.ts";
import { readCommand } from "./command-forms.ts";
import { UsageError } from "./usage-error.ts";

/** What the commands about people take, as it is printed when they are called wrongly. */
export const PROFILES_USAGE = `quintet profiles import USERNAME FILE… [--days N]
quintet profiles erase USERNAME`;

/**
 * Runs `profiles import` or `profiles erase` and prints the result as JSON. Throws a `UsageError` for other
 * words and for files that cannot be read, a `Problem` for what is refused.
 */
export async function runProfiles(
  words: readonly string[],
  state: State,
  print: (line: string) => void,
): Promise<void> {
  const { name, args, given } = readCommand(PROFILES_USAGE, words);
  const [username = "", ...paths] = args;
  const show = (value: unknown) => print(`${JSON.stringify(value, undefined, 2)}\n`);
  if (name === "profiles erase") return show(await erase(state, username));
  const files = await Promise.all(
    paths.map(async (path) => {
      const file = Bun.file(path);
      if (!(await file.exists())) throw new UsageError(`${PROFILES_USAGE}\nThere is no file ${path}.`);
      return { name: basename(path), bytes: await file.bytes() };
    }),
  );
  const days = given.days === undefined ? {} : { days: Number(given.days) };
  show(await importPerson(state, username, files, days));
}
