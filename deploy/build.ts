// `npm run build`, which `npm install` runs too: bundles the server and the command, with their bytecode, into dist/.
// A start from the bundle takes half of a start from the source, whose modules are read and compiled one by one.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { entryPoint } from "../bin/entry.mjs";

const root = Bun.fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");
const bundle = join(dist, "quintet.js");

/** Whether the bundle is newer than its sources, the versions of packages and this file. */
const isCurrent = () =>
  entryPoint(root) === bundle &&
  ["package-lock.json", "deploy/build.ts"].every(
    (path) => Bun.file(join(root, path)).lastModified < Bun.file(bundle).lastModified,
  );

// `npx quintet` in a clone installs it once more, and the server of the clone may be running.
if (isCurrent()) {
  process.stdout.write("dist/quintet.js is newer than its sources\n");
  process.exit();
}

/** Packages that are loaded when something first needs them, or have files of their own: Bun finds them at run time. */
const external = [
  "@embedpdf/pdfium",
  "@modelcontextprotocol/*",
  "@opentelemetry/api",
  "csv-parse",
  "entities",
  "fflate",
  "highlight.js",
  "nodemailer",
  "onnxruntime-common",
  "onnxruntime-node",
  "parse5",
  "sharp",
  "stripe",
  "tinyglobby",
  // The copy of the MCP library: ours is in the bundle.
  "zod/v4",
];

/** Keeps the URLs of modules those of their sources, beside which they have files and the modules of the sandbox. */
const sourceUrls: Bun.BunPlugin = {
  name: "URLs of sources",
  setup(build) {
    build.onLoad({ filter: /\/src\/.*\.tsx?$/ }, async ({ path }) => {
      const source = JSON.stringify(`../${relative(root, path)}`);
      const url = `new URL(${source}, Bun.pathToFileURL(Bun.main)).href`;
      const text = (await Bun.file(path).text()).replaceAll("import.meta.url", url);
      return { contents: text, loader: path.endsWith("x") ? "tsx" : "ts" };
    });
  },
};

/** The exports of a chunk as CommonJS has them: `a, b as c` becomes `a, c: b`. */
function commonExports(names: string): string {
  const members = names.split(",").map((name) => name.trim().replace(/^(\S+) as (\S+)$/, "$2: $1"));
  return `module.exports = { __esModule: true, ${members.join(", ")} };`;
}

/**
 * Chunks are CommonJS modules, which `require` each other. Their exports are plain values: with the three
 * functions that Bun makes for each, an idle server takes 2 MB more. No chunk imports one that imports it, so each value is
 * there when it is read.
 */
const commonChunks: Bun.BunPlugin = {
  name: "CommonJS chunks",
  setup(build) {
    build.onLoad({ filter: /\.js$/ }, async ({ path }) => {
      const text = (await Bun.file(path).text()).replaceAll("import.meta.require", "require");
      return { contents: text.replace(/^export \{([^}]*)\};\s*$/m, (_, names) => commonExports(names)) };
    });
  },
};

// A server reads chunks when it first needs them, so those of the build before stay for one that runs: their names are
// hashes of what they contain.
const next = join(dist, "next");
// People can read the lines that stacks name. A source map takes 7 MB of memory, from the first error on.
const output = { outdir: next, target: "bun", minify: { syntax: true } } as const;
rmSync(next, { recursive: true, force: true });
// A process reads the chunks that it needs. Bun makes chunks of ES modules and bytecode of CommonJS modules: one after the other.
const { outputs, metafile } = await Bun.build({
  ...output,
  entrypoints: [join(root, "src/main.ts")],
  naming: { entry: "quintet.[ext]" },
  splitting: true,
  external,
  plugins: [sourceUrls],
  metafile: true,
});
const chunks = await Bun.build({
  ...output,
  entrypoints: outputs.map(({ path }) => path),
  naming: { entry: "[name].[ext]" },
  format: "cjs",
  bytecode: true,
  external: ["*"],
  plugins: [commonChunks],
});
for (const { path } of chunks.outputs) {
  // A source with a variable `module` at its top level would get the exports.
  if (/chunk-\w+\.js$/.test(path) && !(await Bun.file(path).text()).includes("module.exports = {"))
    throw new Error(`${path} exports nothing: rename the variable \`module\` of its source`);
}
// The launcher compares them with the bundle.
const sources = Object.keys(metafile?.inputs ?? {}).filter((path) => !path.startsWith("node_modules/"));
await Bun.write(join(next, "sources.json"), JSON.stringify(sources));
const files = readdirSync(next);
await Bun.write(join(next, "files.json"), JSON.stringify(files));
const list = join(dist, "files.json");
const before: readonly string[] = existsSync(list)
  ? JSON.parse(readFileSync(list, "utf8"))
  : readdirSync(dist);
// The program is last: it names chunks.
for (const name of [...files.filter((file) => file !== "quintet.js"), "files.json", "quintet.js"])
  renameSync(join(next, name), join(dist, name));
rmSync(next, { recursive: true });
const kept = new Set([...before, ...files, "files.json"]);
for (const name of readdirSync(dist)) if (!kept.has(name)) rmSync(join(dist, name), { recursive: true });
process.stdout.write(`dist/quintet.js: ${sources.length} sources in ${outputs.length} chunks\n`);
