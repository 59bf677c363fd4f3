// `npm run build`, which `npm install` runs too: bundles the server and the command, with their bytecode, into dist/.
// A start from the bundle takes half of a start from the source, whose modules are read and compiled one by one.
import { rmSync } from "node:fs";
import { join, relative } from "node:path";

const root = Bun.fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");

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

// People can read the lines that stacks name. A source map takes 7 MB of memory, from the first error on.
const output = { outdir: dist, target: "bun", minify: { syntax: true } } as const;
// Bun also loads the source map of an earlier build.
rmSync(dist, { recursive: true, force: true });
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
await Bun.write(join(dist, "sources.json"), JSON.stringify(sources));
process.stdout.write(`dist/quintet.js: ${sources.length} sources in ${outputs.length} chunks\n`);
