import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileAt } from "../recorders/generated.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/**
 * The release before this one, and the commit that its tag names. A clone without tags has the commit all the same; a
 * shallow clone has neither, and .ci/run fetches the rest of it.
 */
export const RELEASE_BEFORE = {
  version: "1.0.0",
  commit: "c4099618c098463c3db09184e34375f406d87318",
} as const;

const root = Bun.fileURLToPath(fileAt(""));

function git(...words: string[]) {
  return Bun.spawnSync(["git", "-C", root, ...words], { stdio: ["ignore", "pipe", "ignore"] });
}

/** Whether this clone has the release before. */
export const hasReleaseBefore =
  Bun.which("git") !== null && git("cat-file", "-e", `${RELEASE_BEFORE.commit}^{tree}`).exitCode === 0;

if (!hasReleaseBefore) {
  process.stderr.write(
    `\n*** SKIPPED: the upgrade from ${RELEASE_BEFORE.version}, because this clone does not have its commit (git fetch --unshallow --tags) ***\n\n`,
  );
}

/**
 * Unpacks the release before and gives its program. Its packages are those of today: the lock files differ in
 * packages for tests alone.
 */
export function programBefore(): string {
  const folder = temporaryFolder();
  const archive = git("archive", RELEASE_BEFORE.commit, "src", "package.json", "bin");
  const unpacked = Bun.spawnSync(["tar", "-x", "-C", folder], { stdin: archive.stdout });
  if (archive.exitCode !== 0 || unpacked.exitCode !== 0)
    throw new Error("the release before is not unpacked");
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return join(folder, "src", "main.ts");
}
