import { readdir, stat } from "node:fs/promises";
import { basename, dirname, extname, join, relative, resolve, sep } from "node:path";
import { glob } from "tinyglobby";
import { UsageError } from "../kit/usage-error.ts";

/** One input of a batch. */
export interface BatchEntry {
  readonly label: string;
  readonly stem: string;
  /** The file to send; an absolute path. */
  readonly path?: string;
  /** The parameters to send, if it is no file. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

const MAGIC = /[*?[\]{}]/;

async function filesIn(base: string, pattern: string): Promise<{ path: string; name: string }[]> {
  const found = await glob(pattern, { cwd: base, dot: false, followSymbolicLinks: false, onlyFiles: true });
  return found.map((name) => ({ path: join(base, name), name }));
}

/** The files in a folder and its subfolders, whatever their names are: a pattern does not match a line feed. */
async function filesUnder(base: string): Promise<{ path: string; name: string }[]> {
  const found: { path: string; name: string }[] = [];
  const walk = async (folder: string) => {
    for (const entry of await readdir(join(base, folder), { withFileTypes: true })) {
      if (entry.name.startsWith(".")) continue;
      const name = join(folder, entry.name);
      if (entry.isDirectory()) await walk(name);
      else if (entry.isFile()) found.push({ path: join(base, name), name });
    }
  };
  await walk("");
  return found;
}

async function expand(input: string): Promise<{ path: string; name: string }[]> {
  // A name with a star in it is a name first: the shell may have written it.
  const there = await stat(input).catch(() => undefined);
  if (there?.isDirectory()) return filesUnder(input);
  if (there !== undefined) return [{ path: input, name: basename(input) }];
  if (!MAGIC.test(input)) throw new UsageError(`File not found: ${input}`);
  const parts = input.split(/[\\/]/);
  const fixed = parts.findIndex((part) => MAGIC.test(part));
  const base = parts.slice(0, fixed).join("/") || (input.startsWith("/") ? "/" : ".");
  const files = await filesIn(base, parts.slice(fixed).join("/"));
  if (files.length === 0) throw new UsageError(`No file matches ${input}`);
  return files;
}

const withoutExtension = (name: string) => join(dirname(name), basename(name, extname(name)));

/** The files that paths, folders and patterns mean, each once, without those in `out`. Throws a `UsageError`. */
export async function batchFiles(inputs: readonly string[], out: string | undefined): Promise<BatchEntry[]> {
  const found = new Map<string, { path: string; name: string }>();
  const hidden = out === undefined ? undefined : resolve(out) + sep;
  for (const input of inputs) {
    for (const file of (await expand(input)).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const whole = resolve(file.path);
      if (hidden !== undefined && whole.startsWith(hidden) && resolve(input) + sep !== hidden) continue;
      if (!found.has(whole)) found.set(whole, file);
    }
  }
  const files = [...found.values()];
  const uses = new Map<string, number>();
  for (const { name } of files) {
    for (const text of new Set([name, withoutExtension(name)])) uses.set(text, (uses.get(text) ?? 0) + 1);
  }
  return files.map(({ path, name }) => {
    // a.jpg and a.png would have one response; so would files of one name in several folders.
    const stem =
      [withoutExtension(name), name].find((one) => uses.get(one) === 1) ??
      relative(".", path)
        .replaceAll(/\.\.[\\/]/g, "")
        .replaceAll(/[\\/:]+/g, "-");
    return { label: path, path: resolve(path), stem };
  });
}
