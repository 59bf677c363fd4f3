import { expect, test } from "bun:test";
import { copyFileSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { entry } from "../test/helpers/running.ts";
import { temporaryFolder } from "../test/helpers/temporary-folder.ts";
import { entryPoint } from "./entry.mjs";

const BUILT = 1_700_000_000;

/** A checkout with one source, and a bundle of it. */
function checkout(): string {
  const root = temporaryFolder();
  mkdirSync(join(root, "src"));
  mkdirSync(join(root, "dist"));
  writeFileSync(join(root, "src/main.ts"), "");
  writeFileSync(join(root, "dist/quintet.js"), "");
  writeFileSync(join(root, "dist/sources.json"), '["src/main.ts"]');
  utimesSync(join(root, "dist/quintet.js"), BUILT, BUILT);
  utimesSync(join(root, "src/main.ts"), BUILT - 1, BUILT - 1);
  return root;
}

test("the bundle runs where no source is newer", () => {
  const root = checkout();
  expect(entryPoint(root)).toBe(join(root, "dist/quintet.js"));
});

test.each<[string, (root: string) => void]>([
  ["a source that was changed", (root) => utimesSync(join(root, "src/main.ts"), BUILT + 1, BUILT + 1)],
  ["a source that is gone", (root) => writeFileSync(join(root, "dist/sources.json"), '["src/other.ts"]')],
  ["a build that was cut off", (root) => writeFileSync(join(root, "dist/sources.json"), '["src/ma')],
])("the source runs after %s", (_title, change) => {
  const root = checkout();
  change(root);
  expect(entryPoint(root)).toBe(join(root, "src/main.ts"));
});

test("the launcher reads .env as Windows writes it, and says so where it cannot", async () => {
  const root = temporaryFolder();
  const real = Bun.fileURLToPath(new URL("..", import.meta.url));
  mkdirSync(join(root, "bin"));
  for (const name of ["quintet.mjs", "entry.mjs"])
    copyFileSync(join(real, "bin", name), join(root, "bin", name));
  for (const name of ["node_modules", "src"]) symlinkSync(join(real, name), join(root, name));
  const run = () => {
    const environment = { PATH: process.env.PATH, HOST: "127.0.0.1" };
    const { exitCode, stdout, stderr } = Bun.spawnSync(["node", "bin/quintet.mjs", "config", "check"], {
      cwd: root,
      env: environment,
    });
    return { code: exitCode, out: stdout.toString(), err: stderr.toString() };
  };
  writeFileSync(join(root, ".env"), "\uFEFFPORT=18490\r\nHOST=0.0.0.0\r\n");
  expect(run()).toMatchObject({ code: 0, err: "", out: expect.stringContaining("127.0.0.1:18490") });
  rmSync(join(root, ".env"));
  mkdirSync(join(root, ".env"));
  const said = `quintet: Cannot read ${join(root, ".env")} (EISDIR). Check its permissions.\n`;
  expect(run()).toEqual({ code: 1, out: "", err: said });
});

test.if(process.env.CI === "true")("tests run what npm install built", () => {
  expect(entry).toEndWith("dist/quintet.js");
});
