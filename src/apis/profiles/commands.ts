import { basename } from "node:path";
import type { ApiCommand } from "../../kit/command.ts";
import { UsageError } from "../../kit/usage-error.ts";

const USAGE = `quintet profiles import USERNAME FILE… [--days N]
quintet profiles erase USERNAME`;

/** `quintet profiles import` and `quintet profiles erase`; they print their result as JSON. */
export const profilesCommand: ApiCommand = {
  usage: USAGE,
  async run({ name, args, given }, { state, print }) {
    const { erase, importPerson } = await import("./import.ts");
    const [username = "", ...paths] = args;
    const show = (value: unknown) => print(`${JSON.stringify(value, undefined, 2)}\n`);
    if (name === "profiles erase") return show(await erase(state, username));
    const files = await Promise.all(paths.map(readFile));
    const days = given.days === undefined ? {} : { days: Number(given.days) };
    show(await importPerson(state, username, files, days));
  },
};

async function readFile(path: string) {
  const file = Bun.file(path);
  if (!(await file.exists())) throw new UsageError(`File not found: ${path}.`, { forms: USAGE });
  return { name: basename(path), bytes: await file.bytes() };
}
