// Builds and packs the client packages, with what `npm install` gives:
//   bun clients/build.ts pack [FOLDER]     packs all of them, as a server serves them; by default into clients/dist
//   bun clients/build.ts dist NAME         writes the dist folder of typescript or cli
//   bun clients/build.ts types             writes the declarations of the TypeScript client. Needs `npm ci --prefix clients/tools`
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cliFiles, run, typescriptFiles } from "../src/cli/pack-clients.ts";

const clients = import.meta.dir;

/** The programs that build and test the clients. */
export const tools = join(clients, "tools/node_modules");
export const hasTools = existsSync(join(tools, ".package-lock.json"));

const types = join(clients, "typescript/types");

/** Modules without a declaration file: users import none of their names. */
const INTERNAL = ["lines", "resources", "retry", "shapes"];

const HEAD = "// Generated from the modules in src by `npm run generate`. Edit those.\n";

/** The declaration files of the TypeScript client, as its modules are now, by name. */
export async function declarations(): Promise<Record<string, string>> {
  if (!hasTools) throw new Error("The tools are not installed. Run: npm ci --prefix clients/tools");
  const folder = mkdtempSync(join(tmpdir(), "quintet-types-"));
  try {
    const words = ["-p", join(clients, "typescript"), "--emitDeclarationOnly", "--outDir", folder];
    const { exitCode, stdout } = Bun.spawnSync(["node", join(tools, "typescript/bin/tsc"), ...words]);
    if (exitCode !== 0) throw new Error(`tsc failed:\n${stdout}`);
    const left = [...INTERNAL, "operations"].map((name) => `${name}.d.ts`);
    const names = readdirSync(folder).filter((name) => !left.includes(name));
    const read = names.map(async (name) => [name, HEAD + (await Bun.file(join(folder, name)).text())]);
    return Object.fromEntries(await Promise.all(read));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The declaration files of the TypeScript client in the repository, by name. */
export async function storedDeclarations(): Promise<Record<string, string>> {
  const read = readdirSync(types).map(async (name) => [name, await Bun.file(join(types, name)).text()]);
  return Object.fromEntries(await Promise.all(read));
}

/** Writes the `dist` folder of an npm package; returns its path. */
export async function writeDist(name: "typescript" | "cli"): Promise<string> {
  const dist = join(clients, name, "dist");
  const files = await (name === "cli" ? cliFiles : typescriptFiles)();
  rmSync(dist, { recursive: true, force: true });
  for (const { path, bytes, executable = false } of files) {
    await Bun.write(join(dist, path), bytes);
    if (executable) chmodSync(join(dist, path), 0o755);
  }
  return dist;
}

/** Packs every client into a folder; returns the paths of the archives. */
export async function packClients(folder: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const { file, bytes } of run(undefined)) {
    const path = join(folder, file);
    await Bun.write(path, bytes);
    paths.push(path);
  }
  return paths;
}

if (import.meta.main) {
  const [command, given] = process.argv.slice(2);
  if (command === "dist" && (given === "typescript" || given === "cli")) await writeDist(given);
  else if (command === "pack") {
    const paths = await packClients(given ?? join(clients, "dist"));
    process.stdout.write(`${paths.join("\n")}\n`);
  } else if (command === "types") {
    if (hasTools) {
      const written = Object.entries(await declarations());
      rmSync(types, { recursive: true, force: true });
      for (const [name, text] of written) await Bun.write(join(types, name), text);
    } else process.stdout.write("clients/typescript/types is not written: npm ci --prefix clients/tools\n");
  } else {
    process.stderr.write("Usage: bun clients/build.ts pack [FOLDER] | dist typescript|cli | types\n");
    process.exit(2);
  }
}
