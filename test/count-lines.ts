// `npm run lines -- [REVISION …]`: lines of production code by folder, of the working tree or of commits side by side.
// Tests, fixtures, and files that `npm run generate` writes do not count; blank lines and comments do.
import { $ } from "bun";

const CODE = /\.(?:ts|tsx|js|mjs|css|c|py|sh)$/;
const TEST =
  /\.(?:test|fixture)\.|^clients\/(?:test|python\/tests)\/|^clients\/typescript\/(?:run-)?cases\.js$/;
const GENERATED = "Generated from the ";

/** A commit, or the working tree where it is empty. */
type Revision = string;

async function textOf(revision: Revision, path: string): Promise<string> {
  return revision === "" ? Bun.file(path).text() : $`git show ${`${revision}:${path}`}`.text();
}

/** The lines of each folder below `src` and `clients`, and the number of files and the median of their lines. */
async function count(revision: Revision) {
  const listed =
    revision === ""
      ? await $`git ls-files --cached --others --exclude-standard src clients`.text()
      : await $`git ls-tree -r --name-only ${revision} src clients`.text();
  const folders: Record<string, number> = {};
  const files: number[] = [];
  for (const path of listed.trim().split("\n")) {
    if (!CODE.test(path) || TEST.test(path)) continue;
    const text = await textOf(revision, path);
    if (text.slice(0, 200).includes(GENERATED)) continue;
    const lines = text.split("\n").length - 1;
    const [top = "", second = ""] = path.split("/");
    const folder = second.includes(".") ? top : `${top}/${second}`;
    folders[folder] = (folders[folder] ?? 0) + lines;
    files.push(lines);
  }
  files.sort((a, b) => a - b);
  const median = files[Math.floor(files.length / 2)] ?? 0;
  return { folders, files: files.length, median, total: files.reduce((sum, lines) => sum + lines, 0) };
}

const revisions: Revision[] = process.argv.length > 2 ? [...process.argv.slice(2), ""] : [""];
const counts = await Promise.all(revisions.map(count));
const names = [...new Set(counts.flatMap(({ folders }) => Object.keys(folders)))].sort();
const row = (name: string, values: readonly number[]) =>
  `${name.padEnd(20)}${values.map((value) => value.toLocaleString("en-US").padStart(14)).join("")}\n`;
const heading = revisions.map((revision) => (revision || "working tree").slice(0, 13).padStart(14));
process.stdout.write(`${"".padEnd(20)}${heading.join("")}\n`);
for (const name of names) {
  process.stdout.write(
    row(
      name,
      counts.map(({ folders }) => folders[name] ?? 0),
    ),
  );
}
for (const key of ["total", "files", "median"] as const) {
  process.stdout.write(
    row(
      key,
      counts.map((one) => one[key]),
    ),
  );
}
