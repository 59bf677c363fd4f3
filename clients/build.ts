// Builds and packs the client packages: bun clients/build.ts [FOLDER]. The packages are written to FOLDER, by default
// clients/dist. Needs `npm ci --prefix clients/tools`, and for the Python package Debian's python3-build.
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

const clients = import.meta.dir;

/** The programs that build and test the clients. */
export const tools = join(clients, "tools/node_modules");
export const hasTools = existsSync(join(tools, ".package-lock.json"));

/** Runs a program in a folder; throws what it wrote where it fails. */
function run(folder: string, ...words: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(words, { cwd: folder });
  if (exitCode !== 0) throw new Error(`${words.join(" ")} failed:\n${stdout}${stderr}`);
  return stdout.toString().trim();
}

/** Builds the TypeScript client into its `dist`. */
export function buildTypeScript(): void {
  const compiler = join(clients, "tools/node_modules/typescript/bin/tsc");
  if (!existsSync(compiler))
    throw new Error("The tools are not installed. Run: npm ci --prefix clients/tools");
  const folder = join(clients, "typescript");
  rmSync(join(folder, "dist"), { recursive: true, force: true });
  run(folder, "node", join(tools, "typescript/bin/tsc"), "-p", ".");
}

/** Packs a built npm package into `folder`; returns the path of the archive. */
export function packNpm(name: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const source = join(clients, name);
  const [line = ""] = run(source, "npm", "pack", "--silent", "--pack-destination", resolve(folder))
    .split("\n")
    .slice(-1);
  return join(folder, line);
}

if (import.meta.main) {
  const folder = process.argv[2] ?? join(clients, "dist");
  buildTypeScript();
  process.stdout.write(`${packNpm("typescript", folder)}\n`);
}
