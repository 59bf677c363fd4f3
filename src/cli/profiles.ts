import { basename } from "node:path";
import { erase, importPerson } from "../apis/profiles/import.ts";
import type { State } from "../kit/state.ts";
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
  const at = words.indexOf("--days");
  const days = at < 0 ? undefined : Number(words[at + 1]);
  const [command, username, ...paths] = at < 0 ? words : words.toSpliced(at, 2);
  const show = (value: unknown) => print(`${JSON.stringify(value, undefined, 2)}\n`);
  if (username === undefined || paths.some((path) => path.startsWith("--")))
    throw new UsageError(PROFILES_USAGE);
  if (command === "erase" && paths.length === 0 && at < 0) {
    show(await erase(state, username));
  } else if (command === "import" && paths.length > 0) {
    const files = await Promise.all(
      paths.map(async (path) => {
        const file = Bun.file(path);
        if (!(await file.exists())) throw new UsageError(`${PROFILES_USAGE}\nThere is no file ${path}.`);
        return { name: basename(path), bytes: await file.bytes() };
      }),
    );
    show(await importPerson(state, username, files, days === undefined ? {} : { days }));
  } else {
    throw new UsageError(PROFILES_USAGE);
  }
}
