import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { fileAt } from "./recorders/generated.ts";

/** Licences under which a part of the default install may come: they ask for a notice and nothing else. */
const OPEN = new Set([
  "MIT",
  "MIT-0",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "0BSD",
  "CC0-1.0",
]);

/** libvips, which sharp loads as a dynamic library of its own package: anybody may replace it, as the LGPL asks. */
const LIBVIPS = "LGPL-3.0-or-later";
const BRINGS_LIBVIPS = /^node_modules\/@img\/sharp-(?:libvips-|wasm32$|win32-)/;

interface Locked {
  readonly license?: string;
  readonly dev?: boolean;
}

/** Why a package may not be in the default install; undefined where it may. */
function refused(path: string, license: string | undefined): string | undefined {
  const words = (license ?? "none").replaceAll(/[()]/g, "").split(/ (?:AND|OR) /);
  const closed = words.filter((word) => !(OPEN.has(word) || (word === LIBVIPS && BRINGS_LIBVIPS.test(path))));
  return closed.length === 0 ? undefined : `${path}: ${license}`;
}

const lock = (await Bun.file(fileAt("package-lock.json")).json()) as { packages: Record<string, Locked> };
const installed = Object.entries(lock.packages).filter(([path, { dev }]) => path !== "" && dev !== true);

describe("the default install", () => {
  test("holds nothing but MIT, Apache, BSD and ISC, and libvips as a dynamic library", () => {
    expect(installed.length).toBeGreaterThan(30);
    expect(installed.flatMap(([path, { license }]) => refused(path, license) ?? [])).toEqual([]);
  });
  test("says in its packages what it says in the lock", async () => {
    let seen = 0;
    for (const [path, { license }] of installed) {
      const file = fileAt(`${path}/package.json`);
      if (!existsSync(file)) continue;
      seen++;
      expect([path, ((await Bun.file(file).json()) as Locked).license]).toEqual([path, license]);
    }
    expect(seen).toBeGreaterThan(15);
  });
  test("is told in full by npm run sbom, without what only developers need", async () => {
    // Without npm, which takes longer than the script.
    const { scripts, dependencies, devDependencies } = (await Bun.file(
      fileAt("package.json"),
    ).json()) as Record<"scripts" | "dependencies" | "devDependencies", Record<string, string>>;
    const child = Bun.spawn((scripts.sbom ?? "").split(" "), {
      cwd: fileAt(".").pathname,
      stdout: "pipe",
      stderr: "ignore",
    });
    const bom = (await new Response(child.stdout).json()) as {
      bomFormat: string;
      components: { name: string }[];
    };
    const names = bom.components.map(({ name }) => name);
    expect(bom.bomFormat).toBe("CycloneDX");
    for (const name of Object.keys(dependencies)) expect(names).toContain(name);
    for (const name of Object.keys(devDependencies)) expect(names).not.toContain(name);
  });
});

test.each([
  ["node_modules/a", "AGPL-3.0-only"],
  ["node_modules/a", "GPL-2.0"],
  ["node_modules/a", "LGPL-3.0-or-later"],
  ["node_modules/a", "MIT AND GPL-3.0-only"],
  ["node_modules/a", "SEE LICENSE IN LICENSE"],
  ["node_modules/a", undefined],
])("%s under %p would be refused", (path, license) => {
  expect(refused(path, license)).toBeString();
});
