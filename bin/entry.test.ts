import { expect, test } from "bun:test";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
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

test.if(process.env.CI === "true")("tests run what npm install built", () => {
  expect(entry).toEndWith("dist/quintet.js");
});
