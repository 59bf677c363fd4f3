// Prepares another version of Quintet for `npm run bench … -- --against VERSION`.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { entryPoint } from "../bin/entry.mjs";
import type { Peer } from "./servers.ts";

/** A version of Quintet whose packages are installed. */
export interface Version {
  readonly name: string;
  readonly root: string;
  /** The Bun that it pins. */
  readonly bun: string;
}

/** The version in a folder. */
export function versionIn(name: string, root: string): Version {
  return { name, root, bun: join(root, "node_modules/.bin/bun") };
}

/** This checkout. */
export const here: Version = versionIn("here", join(import.meta.dir, ".."));

/** Runs a command in a folder, and throws with what it wrote if it fails. */
function run(cwd: string, ...command: readonly string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { cwd });
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stderr.toString().trim()}`);
  return stdout.toString().trim();
}

/**
 * Prepares the version that a commit, a tag or a folder names. The files of a commit are written into the temporary folder of the
 * system, with its packages, and are used again the next time.
 */
export function prepareVersion(name: string): Version {
  // npm starts a script elsewhere than where it was called.
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), name);
  if (existsSync(join(folder, "package.json"))) return versionIn(name, folder);
  const commit = run(here.root, "git", "rev-parse", "--verify", `${name}^{commit}`);
  const root = join(tmpdir(), `quintet-bench-${commit.slice(0, 12)}`);
  const ready = join(root, ".ready");
  if (!existsSync(ready)) {
    process.stderr.write(`Installing ${name} in ${root}\n`);
    mkdirSync(root, { recursive: true });
    run(here.root, "sh", "-c", 'git archive "$0" | tar -x -C "$1"', commit, root);
    run(root, "npm", "ci", "--no-fund", "--no-audit");
    writeFileSync(ready, "");
  }
  return versionIn(name, root);
}

/** The server of a version, which keeps its data in a folder. */
export function serverOf({ name, root, bun }: Version, environment: Peer["environment"]): Peer {
  const command = [bun, "--no-env-file", entryPoint(root), "serve"];
  return environment === undefined ? { name, command } : { name, command, environment };
}
