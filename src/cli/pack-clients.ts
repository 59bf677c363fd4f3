// Packs the client packages from their sources, with what a server has: no TypeScript compiler, no Python.
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { apis } from "../apis/default-apis.ts";
import { platformResources } from "../app/resources.ts";
import type { Steps } from "../kit/sandbox.ts";
import type { ArchiveFile } from "../packages/archive-file.ts";
import type { ClientPackage } from "../packages/client-package.ts";
import { npmArchive } from "../packages/npm-archive.ts";
import { pythonProject, wheelArchive, wheelName } from "../packages/wheel-archive.ts";
import { catalogueOf } from "./catalogue.ts";
import { resourceCatalogue } from "./resource-catalogue.ts";

const clients = fileURLToPath(new URL("../../clients/", import.meta.url));
const encode = (text: string) => new TextEncoder().encode(text);

const bytesOf = (path: string) => Bun.file(`${clients}${path}`).bytes();

async function filesIn(folder: string, pattern: string): Promise<ArchiveFile[]> {
  const names = [...new Bun.Glob(pattern).scanSync(`${clients}${folder}`)];
  return Promise.all(names.map(async (path) => ({ path, bytes: await bytesOf(`${folder}/${path}`) })));
}

/** The modules and declarations of the TypeScript client, as its `dist` has them. */
export async function typescriptFiles(): Promise<ArchiveFile[]> {
  const transpiler = new Bun.Transpiler({ loader: "ts", target: "browser" });
  const sources = (await filesIn("typescript/src", "*.ts")).filter(({ path }) => !path.endsWith(".test.ts"));
  const modules = sources.map(({ path, bytes }) => ({
    path: path.replace(/\.ts$/, ".js"),
    bytes: encode(transpiler.transformSync(new TextDecoder().decode(bytes))),
  }));
  return [
    ...modules,
    ...(await filesIn("typescript/types", "*.d.ts")),
    // It has types only, so it is its own declaration file.
    { path: "operations.d.ts", bytes: await bytesOf("typescript/src/operations.ts") },
  ];
}

/** The command as one file for Node: what calls servers, the TypeScript client, and the operations as data. */
export async function cliFiles(): Promise<ArchiveFile[]> {
  const catalogue = { apis: catalogueOf(apis), actions: resourceCatalogue(platformResources(apis)) };
  const entry = fileURLToPath(new URL("./remote-entry.ts", import.meta.url));
  const remote = JSON.stringify(fileURLToPath(new URL("./remote.ts", import.meta.url)));
  const source = `import { runRemote } from ${remote};\nawait runRemote(${JSON.stringify(catalogue)}, process.argv.slice(2));\n`;
  const built = await Bun.build({
    entrypoints: [entry],
    files: { [entry]: source },
    target: "node",
    format: "esm",
    minify: { whitespace: true, syntax: true },
  });
  const code = await built.outputs[0]?.text();
  return [{ path: "quintet.js", bytes: encode(`#!/usr/bin/env node\n${code}`), executable: true }];
}

const Manifest = z.looseObject({ name: z.string(), version: z.string() });

async function packNpm(folder: string, installer: "npm" | "npx", dist: readonly ArchiveFile[]) {
  const manifest = Manifest.parse(await Bun.file(`${clients}${folder}/package.json`).json());
  const { name, version } = manifest;
  const text = JSON.stringify({ ...manifest, scripts: undefined }, null, 2);
  const bytes = npmArchive([
    { path: "package.json", bytes: encode(`${text}\n`) },
    ...(await filesIn(folder, "{README.md,LICENSE}")),
    ...dist.map((file) => ({ ...file, path: `dist/${file.path}` })),
  ]);
  return packed({ name, version, file: `${name}-${version}.tgz`, installer, bytes });
}

async function packPython(): Promise<ClientPackage> {
  const project = pythonProject(await Bun.file(`${clients}python/pyproject.toml`).text());
  const bytes = wheelArchive({
    project,
    modules: await filesIn("python/src", "quintet_client/{*.py,py.typed}"),
    readme: await Bun.file(`${clients}python/README.md`).text(),
    license: await bytesOf("python/LICENSE"),
  });
  const { name, version } = project;
  return packed({ name, version, file: wheelName(project), installer: "pip", bytes });
}

/** A package with the hashes of its archive. */
function packed(given: Omit<ClientPackage, "integrity" | "sha256">): ClientPackage {
  const hash = (kind: "sha256" | "sha512") => new Bun.CryptoHasher(kind).update(given.bytes);
  return {
    ...given,
    integrity: `sha512-${hash("sha512").digest("base64")}`,
    sha256: hash("sha256").digest("hex"),
  };
}

/** Packs each client package. The same version of the code makes the same bytes everywhere. */
export const run: Steps<undefined, ClientPackage> = async function* () {
  yield await packNpm("typescript", "npm", await typescriptFiles());
  yield await packNpm("cli", "npx", await cliFiles());
  yield await packPython();
};
