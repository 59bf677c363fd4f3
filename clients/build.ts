// Builds and packs the client packages: bun clients/build.ts [FOLDER]. The packages are written to FOLDER, by default
// clients/dist. Needs `npm ci --prefix clients/tools`, and for the Python package Debian's python3-build.
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { apis } from "../src/apis/default-apis.ts";
import { platformResources } from "../src/app/resources.ts";
import { catalogueOf } from "../src/cli/catalogue.ts";
import { resourceCatalogue } from "../src/cli/resource-catalogue.ts";

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
  if (!hasTools) throw new Error("The tools are not installed. Run: npm ci --prefix clients/tools");
  const folder = join(clients, "typescript");
  rmSync(join(folder, "dist"), { recursive: true, force: true });
  run(folder, "node", join(tools, "typescript/bin/tsc"), "-p", ".");
}

/**
 * Builds the command into one file for Node: the commands of src/cli that call servers, the TypeScript client, and the
 * operations as data.
 */
export async function buildCli(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "quintet-cli-"));
  const dist = join(clients, "cli/dist");
  try {
    const entry = join(folder, "quintet.ts");
    const actions = resourceCatalogue(platformResources(apis));
    const catalogue = { apis: catalogueOf(apis), actions };
    const remote = JSON.stringify(join(clients, "../src/cli/remote.ts"));
    await Bun.write(
      entry,
      `import { runRemote } from ${remote};\nawait runRemote(${JSON.stringify(catalogue)}, process.argv.slice(2));\n`,
    );
    const built = await Bun.build({
      entrypoints: [entry],
      target: "node",
      format: "esm",
      minify: { whitespace: true, syntax: true },
    });
    const code = await built.outputs[0]?.text();
    rmSync(dist, { recursive: true, force: true });
    await Bun.write(join(dist, "quintet.js"), `#!/usr/bin/env node\n${code}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Packs a built npm package into `folder`; returns the path of the archive. */
export function packNpm(name: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const words = ["npm", "pack", "--silent", "--pack-destination", resolve(folder)];
  const [line = ""] = run(join(clients, name), ...words)
    .split("\n")
    .slice(-1);
  return join(folder, line);
}

/** Builds the wheel and the source archive of the Python client into `folder`; returns their paths. */
export function packPython(folder: string): string[] {
  const out = resolve(folder);
  // In a copy: setuptools leaves files beside the source.
  const copy = mkdtempSync(join(tmpdir(), "quintet-python-"));
  try {
    const isSource = (path: string) => !/__pycache__|egg-info/.test(path);
    cpSync(join(clients, "python"), copy, { recursive: true, filter: isSource });
    // Debian's Python has Debian's packages; another one first in PATH may not.
    run(copy, "/usr/bin/python3", "-m", "build", "--no-isolation", "--outdir", out, ".");
  } finally {
    rmSync(copy, { recursive: true });
  }
  return [...new Bun.Glob("quintet[_-]client-*.{whl,tar.gz}").scanSync(out)]
    .sort()
    .map((name) => join(out, name));
}

/** Builds and packs every client into an empty folder; returns the paths of the packages. */
export async function packClients(folder: string): Promise<string[]> {
  rmSync(folder, { recursive: true, force: true });
  buildTypeScript();
  await buildCli();
  return [packNpm("typescript", folder), packNpm("cli", folder), ...packPython(folder)];
}

if (import.meta.main) {
  const packages = await packClients(process.argv[2] ?? join(clients, "dist"));
  for (const path of packages) process.stdout.write(`${path}\n`);
}
