import { expect, test } from "bun:test";
import { variableNames } from "../src/config.ts";
import { problemKinds } from "../src/kit/problem-kinds.ts";
import { SOURCE_URL, VERSION } from "../src/kit/version.ts";
import { fileAt, generated } from "./recorders/generated.ts";

const read = (name: string) => Bun.file(fileAt(name)).text();

test.each(Object.entries(generated))("%s is current (npm run generate writes it)", async (name, content) => {
  expect(await read(name)).toBe(await content());
});

test("every dependency is pinned exactly", async () => {
  for (const name of ["package.json", "bench/package.json"]) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(await read(name));
    const versions: string[] = Object.values({ ...dependencies, ...devDependencies });
    expect(versions.length).toBeGreaterThan(0);
    for (const version of versions) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  }
});

test("package.json and the code have the same version and repository", async () => {
  const { version, repository } = JSON.parse(await read("package.json"));
  expect([version, repository?.url]).toEqual([VERSION, SOURCE_URL]);
});

test("every dependency is justified in CONTRIBUTING", async () => {
  const reasons = await read("CONTRIBUTING.md");
  const { dependencies } = JSON.parse(await read("package.json"));
  for (const name of Object.keys(dependencies)) expect(reasons).toContain(`\`${name}\``);
});

test("every variable that the README names is one", async () => {
  const named = [...(await read("README.md")).matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+|PORT|HOST)`/g)];
  for (const [, name = ""] of named) expect(variableNames).toContain(name);
});

test("CONTRIBUTING lists every module of src", async () => {
  const contributing = await read("CONTRIBUTING.md");
  const modules = new Set(
    Array.from(new Bun.Glob("src/*/**").scanSync("."), (path) => path.split("/")[1] ?? ""),
  );
  const isListed = (module: string) => new RegExp(`^ {2}${module}/ `, "m").test(contributing);
  expect([...modules].filter((module) => !isListed(module))).toEqual([]);
});

// Git merges these files line by line and keeps both sides, so a changed line comes back beside its old form.
test.each(["CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"])("%s says nothing twice", async (name) => {
  const lines = (await read(name)).split("\n").filter((line) => /^(?:- |\| (?!---)|#)/.test(line));
  const starts = lines.map((line) => {
    const [, title] = /^- \*\*(.+?)\*\*/.exec(line) ?? [];
    const [, row] = /^(\| [^|]+\|)/.exec(line) ?? [];
    return title ?? row ?? line;
  });
  // Each release has the same headings.
  const once = starts.filter((start) => !start.startsWith("### "));
  expect(once.length).toBeGreaterThan(15);
  expect(once.filter((start, at) => once.indexOf(start) !== at)).toEqual([]);
});

test("the CHANGELOG is short: 1,500 words for a release, 40 for an entry", async () => {
  const words = (text: string) => text.split(/\s+/).length - 1;
  const releases = (await read("CHANGELOG.md")).split(/^(?=## )/m);
  expect(releases.length).toBeGreaterThan(2);
  expect(releases.filter((release) => words(release) > 1500).map((release) => words(release))).toEqual([]);
  const entries = releases.flatMap((release) => release.split("\n")).filter((line) => line !== "");
  expect(entries.filter((entry) => entry.startsWith("- ") && words(entry) > 40)).toEqual([]);
});

test.each(["README.md", "CONTRIBUTING.md", "SECURITY.md"])(
  "%s has no metaphors for modules",
  async (name) => {
    const prose = (await read(name)).replaceAll(/`[^`\n]*`/g, "");
    expect(
      prose.match(/\b(?:houses?|rooms?|doors?|laws?|strangers?|refus(?:es?|ed|als?)|anew)\b/gi) ?? [],
    ).toEqual([]);
  },
);

test("every file that CONTRIBUTING names exists, and has the function that it is named for", async () => {
  const contributing = await read("CONTRIBUTING.md");
  const files = [...contributing.matchAll(/`((?:src|test|bench|deploy)\/[\w./-]+\.\w+)`/g)].map(
    ([, path = ""]) => path,
  );
  expect(files.length).toBeGreaterThan(40);
  const missing = [];
  for (const path of files) if (!(await Bun.file(fileAt(path)).exists())) missing.push(path);
  expect(missing).toEqual([]);
  const functions = [...contributing.matchAll(/`(\w+)`[^`.;]{0,12}\(`(src\/[\w./-]+)`/g)];
  expect(functions.length).toBeGreaterThan(20);
  for (const [, name = "", path = ""] of functions) {
    const isIn = new RegExp(`\\b${name}\\b`).test(await read(path));
    expect([name, path, isIn]).toEqual([name, path, true]);
  }
});

test("every test that the threat model names is there", async () => {
  const named = [...(await read("SECURITY.md")).matchAll(/`([\w/.*-]+\.test\.ts)`/g)].map(
    ([, path = ""]) => path,
  );
  expect(named.length).toBeGreaterThan(15);
  for (const path of named)
    expect([path, [...new Bun.Glob(path).scanSync(".")].length > 0]).toEqual([path, true]);
});

test("every code that is thrown is in the table, and every code of the table is thrown somewhere", async () => {
  const thrown = new Set<string>();
  for (const path of new Bun.Glob("src/**/*.{ts,tsx}").scanSync(".")) {
    if (path.endsWith(".test.ts") || path === "src/kit/problem-kinds.ts") continue;
    for (const [, code = ""] of (await Bun.file(path).text()).matchAll(
      /(?:Problem|super|unknownObject)\(\s*"([a-z-]+)"/g,
    ))
      thrown.add(code);
  }
  expect([...thrown].sort()).toEqual(Object.keys(problemKinds).sort());
});

// `npm run test:system` finds the tests to repeat on PostgreSQL by their names.
test("tests that depend on the engine name it", async () => {
  const nameless: string[] = [];
  let count = 0;
  const files = ["src", "test/integration"].map((folder) => [
    ...new Bun.Glob(`${folder}/**/*.test.ts`).scanSync("."),
  ]);
  for (const file of files.flat()) {
    const code = await Bun.file(file).text();
    for (const [, of = "", title = ""] of code.matchAll(
      /(each\((?:engines|nightlyEngines)\)|skipIf\(!has(?:Postgres|Bouncer)\))\(\s*(["'`][^\n]*)/g,
    )) {
      count++;
      if (!(of.startsWith("each") ? /\$name/ : /PostgreSQL|PgBouncer/).test(title)) nameless.push(title);
    }
  }
  expect(count).toBeGreaterThan(60);
  expect(nameless).toEqual([]);
});
