// The command runs in folders that others made: a clone, a download, a mount. Nothing there configures it, and
// nothing there is run. Bun would read all of these files by itself.
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { samples } from "../../src/apis/pdf/samples.ts";
import { freePort } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { fileAt } from "../recorders/generated.ts";

const launcher = Bun.fileURLToPath(fileAt("bin/quintet.mjs"));

/** A folder whose files run code or change settings, where they are read; what ran leaves `ran-…` behind. */
function hostileFolder(): string {
  const folder = realpathSync(temporaryFolder());
  const evil = (name: string) =>
    `require("node:fs").writeFileSync(${JSON.stringify(join(folder, `ran-${name}`))}, process.env.QUINTET_KEY ?? "");\n`;
  const files: Record<string, string> = {
    "bunfig.toml": 'preload = ["./preload.ts"]\n[run]\nbun = true\n[define]\n"process.env.PORT" = "1"\n',
    "preload.ts": evil("preload"),
    ".env":
      "PORT=abc\nDATABASE_URL=mysql://nowhere\nDATA_DIR=/nonexistent\nQUINTET_SERVER=http://127.0.0.1:9\n",
    ".env.local": "LOG_LEVEL=loud\n",
    ".env.development": "METERING=maybe\n",
    ".env.production": "METERING=maybe\n",
    "tsconfig.json": JSON.stringify({
      extends: "./base.json",
      compilerOptions: { baseUrl: ".", paths: { zod: ["./zod.ts"], "node:fs": ["./zod.ts"] } },
    }),
    "base.json": JSON.stringify({ compilerOptions: { jsxImportSource: "zod" } }),
    "zod.ts": evil("zod"),
    "package.json": JSON.stringify({ name: "quintet", type: "commonjs", imports: { "#*": "./zod.ts" } }),
    "node_modules/zod/package.json": JSON.stringify({ name: "zod", main: "index.js" }),
    "node_modules/zod/index.js": evil("node-modules"),
    "node_modules/.bin/bun": `#!/bin/sh\ntouch ${folder}/ran-bin\n`,
    "src/main.ts": evil("main"),
    ".bunfig.toml": 'preload = ["./preload.ts"]\n',
    ".npmrc": "node-options=--require=./zod.ts\n",
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), content, { mode: 0o755 });
  }
  return folder;
}

const ranIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith("ran-"));

async function run(folder: string, words: readonly string[], environment: Record<string, string> = {}) {
  const child = Bun.spawn(["node", launcher, ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, QUINTET_KEY: "qt_live_secret", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

describe("in a folder with hostile settings", () => {
  const folder = hostileFolder();
  writeFileSync(join(folder, "sample.pdf"), samples.plain.make());

  test.each([
    [["uuid", "v7"], 0],
    [["uuid", "v7", "--help"], 0],
    [["help"], 0],
    [["completions", "bash"], 0],
    [["pdf", "extract", "sample.pdf", "--out", "sample.json"], 0],
    [["seo", "audit", "http://127.0.0.1/"], 1],
    [["mcp"], 0],
    [["keys", "create", "a@example.com"], 0],
    [["usage", "a@example.com"], 0],
    [["billing", "check"], 1],
    [["models", "list"], 0],
    [["profiles", "erase", "somebody"], 0],
    [["db", "migrate"], 0],
    [["db", "backup", "copy.db"], 0],
    [["nonsense"], 2],
  ])("%j runs nothing of it and takes no setting from it", async (words, code) => {
    const result = await run(folder, words);
    expect([result.code, result.err, ranIn(folder)]).toEqual([code, code === 0 ? "" : result.err, []]);
    expect(result.err).not.toMatch(/is not accepted|\n\s+at /);
  });

  test("file arguments and DATA_DIR are of that folder all the same", () => {
    for (const name of ["sample.json", "copy.db", "data/quintet.db"]) {
      expect([name, existsSync(join(folder, name))]).toEqual([name, true]);
    }
  });

  test.each(["1", "2"])(
    "serve with WEB_CONCURRENCY=%s runs nothing of it, nor do its workers",
    async (size) => {
      const port = freePort();
      const child = Bun.spawn(["node", launcher, "serve"], {
        cwd: folder,
        env: {
          PATH: process.env.PATH,
          HOST: "127.0.0.1",
          PORT: `${port}`,
          DRAIN_MS: "0",
          WEB_CONCURRENCY: size,
        },
        stdio: ["ignore", "pipe", "inherit"],
      });
      const url = `http://127.0.0.1:${port}`;
      const reader = child.stdout.getReader();
      expect(new TextDecoder().decode((await reader.read()).value)).toContain('"listening"');
      const body = new FormData();
      body.append("file", new Blob([samples.plain.make()]), "a.pdf");
      // A key is missing: what counts is that the server answers, and from its own code.
      expect((await fetch(`${url}/pdf/extract`, { method: "POST", body })).status).toBe(401);
      child.kill("SIGTERM");
      expect(await child.exited).toBe(0);
      expect(ranIn(folder)).toEqual([]);
    },
  );
});

test("variables that a command does not need cannot stop it", async () => {
  const folder = temporaryFolder();
  const others = { PORT: "abc", LOG_LEVEL: "loud", STRIPE_SECRET_KEY: "x", METRICS_TOKEN: "x" };
  const database = { DATABASE_URL: "mysql://nowhere" };
  const runs: [string[], Record<string, string>, number][] = [
    [["uuid", "v7"], { ...others, ...database, PDF_OCR: "maybe" }, 0],
    [["pdf", "extract", "--help"], { ...others, ...database, PDF_OCR: "maybe" }, 0],
    [["help"], { ...others, ...database }, 0],
    [["models", "list"], { ...others, ...database }, 0],
    [["keys", "create", "a@example.com"], others, 0],
    [["keys", "create", "a@example.com"], database, 2],
    [["pdf", "extract", "a.pdf"], { PDF_OCR: "maybe" }, 2],
    [["uuid", "v7", "--server", "http://127.0.0.1:9"], { ...others, ...database }, 2],
  ];
  const codes = await Promise.all(
    runs.map(async ([words, environment]) => (await run(folder, words, environment)).code),
  );
  expect(codes).toEqual(runs.map(([, , code]) => code));
});

test("in a folder that is gone it says so", async () => {
  const folder = join(temporaryFolder(), "gone");
  mkdirSync(folder);
  const child = Bun.spawn(["sh", "-c", `rmdir ${folder}; exec node ${launcher} uuid v7`], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  expect(await new Response(child.stderr).text()).toBe(
    "quintet: The current folder no longer exists. Change to another folder and try again.\n",
  );
  expect(await child.exited).toBe(1);
});
