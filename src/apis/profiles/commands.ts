import { basename } from "node:path";
import type { ApiCommand } from "../../kit/command.ts";
import { UsageError } from "../../kit/usage-error.ts";

const USAGE = `quintet profiles import USERNAME FILE… [--days N]
quintet profiles erase USERNAME`;

/** `quintet profiles import` and `quintet profiles erase`. */
export const profilesCommand: ApiCommand = {
  usage: USAGE,
  async run({ name, args, given }, { state, show }) {
    const { erase, importPerson } = await import("./import.ts");
    const [username = "", ...paths] = args;
    if (name === "profiles erase") return show(await erase(state, username));
    const files = await Promise.all(paths.map(readFile));
    const days = given.days === undefined ? {} : { days: Number(given.days) };
    show(await importPerson(state, username, files, days));
  },
};

async function readFile(path: string) {
  const file = Bun.file(path);
  if (!(await file.exists())) throw new UsageError(`File not found: ${path}`);
  return { name: basename(path), bytes: await file.bytes() };
}
