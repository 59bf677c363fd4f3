import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileAt } from "../recorders/generated.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/**
 * The releases that the upgrade test starts, the newest last, and the commits that their tags name. A clone without tags
 * has the commits all the same; a shallow clone has neither, and .ci/run fetches the rest of it.
 */
const RELEASES_BEFORE = [
  { version: "1.0.0", commit: "c4099618c098463c3db09184e34375f406d87318" },
  { version: "1.1.0", commit: "ee25934b3af28b97f8daa3c49c582508f423aa32" },
  { version: "1.2.0", commit: "ba3ce436ae4050dce93c43a99e2a3e85a4438e6c" },
] as const;

const root = Bun.fileURLToPath(fileAt(""));

function git(...words: string[]) {
  return Bun.spawnSync(["git", "-C", root, ...words], { stdio: ["ignore", "pipe", "ignore"] });
}

const missing = RELEASES_BEFORE.filter(
  ({ commit }) => Bun.which("git") === null || git("cat-file", "-e", `${commit}^{tree}`).exitCode !== 0,
).map(({ version }) => version);

/** Whether this clone has these releases. */
export const hasReleasesBefore = missing.length === 0;

if (!hasReleasesBefore) {
  process.stderr.write(
    `\n*** SKIPPED: the upgrade from ${missing.join(" and ")}, because this clone does not have its commit (git fetch --unshallow --tags) ***\n\n`,
  );
}

/**
 * Unpacks a release and gives its program. Its packages are those of today: the lock files differ in packages for
 * tests alone.
 */
export function programOf(release: (typeof RELEASES_BEFORE)[number]["version"]): string {
  const folder = temporaryFolder();
  const commit = RELEASES_BEFORE.find(({ version }) => version === release)?.commit ?? "";
  const archive = git("archive", commit, "src", "clients", "package.json", "bin");
  const unpacked = Bun.spawnSync(["tar", "-x", "-C", folder], { stdin: archive.stdout });
  if (archive.exitCode !== 0 || unpacked.exitCode !== 0) throw new Error(`${release} is not unpacked`);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return join(folder, "src", "main.ts");
}
