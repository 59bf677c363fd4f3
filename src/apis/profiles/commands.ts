import { basename } from "node:path";
import type { ApiCommand } from "../../kit/command.ts";
import { UsageError } from "../../kit/usage-error.ts";

const USAGE = `quintet profiles import USERNAME FILE… [--days N]
quintet profiles erase USERNAME`;

/** `quintet profiles import` and `quintet profiles erase`; they print their result as JSON. */
export const profilesCommand: ApiCommand = {
  name: "profiles",
  verbs: ["import", "erase"],
  usage: USAGE,
  async run(words, { state, print }) {
    const { erase, importPerson } = await import("./import.ts");
    const at = words.indexOf("--days");
    const days = at < 0 ? undefined : Number(words[at + 1]);
    const [command, username, ...paths] = at < 0 ? words : words.toSpliced(at, 2);
    const show = (value: unknown) => print(`${JSON.stringify(value, undefined, 2)}\n`);
    if (username === undefined || paths.some((path) => path.startsWith("--"))) throw new UsageError(USAGE);
    if (command === "erase" && paths.length === 0 && at < 0) {
      show(await erase(state, username));
    } else if (command === "import" && paths.length > 0) {
      const files = await Promise.all(paths.map(readFile));
      show(await importPerson(state, username, files, days === undefined ? {} : { days }));
    } else {
      throw new UsageError(USAGE);
    }
  },
};

async function readFile(path: string) {
  const file = Bun.file(path);
  if (!(await file.exists())) throw new UsageError(`${USAGE}\nThere is no file ${path}.`);
  return { name: basename(path), bytes: await file.bytes() };
}
