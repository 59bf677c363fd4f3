import { expect, test } from "bun:test";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { fileAt } from "../recorders/generated.ts";

const TODAY = new Date().toISOString().slice(0, 10);
const NEXT = "1.1.0";
const transpiler = new Bun.Transpiler({ loader: "ts" });

/** A file and those of the repository that it imports when it runs, also through others. */
function importedFrom(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const { path: imported } of transpiler.scanImports(readFileSync(fileAt(path), "utf8"))) {
    if (imported.startsWith(".")) importedFrom(join(dirname(path), imported), found);
  }
  return found;
}

/** A repository with what the release script reads, 1.0.0 tagged and 1.1.0 ready; CI passes. */
async function repository() {
  const [folder, home] = [temporaryFolder(), temporaryFolder()];
  const run = (...words: string[]) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync(words, {
      cwd: folder,
      // Nothing of the person's own settings.
      env: {
        PATH: process.env.PATH ?? "",
        HOME: home,
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_AUTHOR_NAME: "a",
        GIT_AUTHOR_EMAIL: "a@example.com",
        GIT_COMMITTER_NAME: "a",
        GIT_COMMITTER_EMAIL: "a@example.com",
      },
    });
    return { code: exitCode, said: stdout.toString() + stderr.toString() };
  };
  const write = async (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    await Bun.write(join(folder, path), text);
  };
  const commit = (...more: string[]) => {
    run("git", "add", "--all");
    expect(run("git", "commit", "--quiet", "--allow-empty", "--message", "a change", ...more).code).toBe(0);
  };
  const changelog = (version: string, changes: string) =>
    write(
      "CHANGELOG.md",
      `# Changelog\n\n## Unreleased\n\n## ${version}\n\n${changes}\n\n## 1.0.0 - 2026-11-22\n\nAll.\n`,
    );
  const version = async (to: string) => {
    await write("package.json", JSON.stringify({ name: "quintet", version: to }));
    await write("package-lock.json", JSON.stringify({ name: "quintet", version: to }));
    await write("src/kit/version.ts", `export const VERSION = "${to}";\n`);
    for (const name of ["typescript", "cli"]) {
      await write(`clients/${name}/package.json`, JSON.stringify({ name, version: to }));
    }
    await write("clients/python/pyproject.toml", `version = "${to}"\n`);
    await write("clients/python/src/quintet_client/__init__.py", `__version__ = "${to}"\n`);
    await write("clients/typescript/README.md", `clients/quintet-client-${to}.tgz`);
    await write("clients/cli/README.md", `clients/quintet-cli-${to}.tgz`);
    await write("clients/python/README.md", `clients/quintet_client-${to}-py3-none-any.whl`);
    await write("docs/command-line.md", `npx https://api.example.com/clients/quintet-cli-${to}.tgz\n`);
    await write("deploy/kubernetes/quintet.yaml", `image: registry.example.com/quintet:${to}\n`);
    await write(
      "clients/build.ts",
      'const path = process.argv[3] + "/client.tgz"; await Bun.write(path, "a package"); console.log(path);',
    );
    await write("deploy/sbom.mjs", 'console.log("{}");');
  };
  for (const path of [...importedFrom("deploy/release.ts"), "test/helpers/release-before.ts"]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(fileAt(path), join(folder, path));
  }
  await write(".ci/run", "echo tested >>.git/ci-runs\n");
  await version("1.0.0");
  run("git", "init", "--quiet", "--initial-branch=main");
  commit();
  run("git", "tag", "v1.0.0");
  await version(NEXT);
  await changelog(`${NEXT} - ${TODAY}`, "### Added\n\n- `/v8`.");
  commit();
  const release = (...words: string[]) => run(process.execPath, "deploy/release.ts", ...words);
  const tags = () => run("git", "tag").said.trim().split("\n");
  return { run, write, commit, changelog, version, release, tags };
}

test("a dry run checks everything but CI, prints the notes and tags nothing", async () => {
  const { release, tags, run } = await repository();
  const { code, said } = release(NEXT, "--dry-run");
  expect([code, said.includes("- `/v8`.") && said.includes("Dry run") ? "" : said]).toEqual([0, ""]);
  expect(tags()).toEqual(["v1.0.0"]);
  expect(run("cat", ".git/ci-runs").code).not.toBe(0);
});

test("a release runs CI, and tags what it tested with the notes", async () => {
  const { release, tags, run } = await repository();
  const { code, said } = release(NEXT);
  expect([code, said.includes("git push origin main v1.1.0")]).toEqual([0, true]);
  const folder = /release:\n(\S+RELEASE_PACKAGES)\/client\.tgz/.exec(said)?.[1] ?? "";
  const checked = Bun.spawnSync(["sha256sum", "--check", "--strict", "SHA256SUMS"], { cwd: folder });
  expect(checked.stdout.toString()).toBe("client.tgz: OK\nquintet-1.1.0.cdx.json: OK\n");
  expect(tags()).toEqual(["v1.0.0", "v1.1.0"]);
  expect(run("cat", ".git/ci-runs").said).toBe("tested\n");
  const tag = run("git", "cat-file", "tag", "v1.1.0").said;
  for (const part of ["Quintet 1.1.0", "Upgrade from 1.0.0", "### Added\n\n- `/v8`."])
    expect(tag).toContain(part);
  expect(run("git", "status", "--porcelain").said).toBe("");
  expect(release(NEXT).said).toContain("The tag v1.1.0 exists.");
});

test("CI that fails, or that changes the work tree, tags nothing", async () => {
  const { release, tags, write, commit } = await repository();
  await write(".ci/run", "exit 3\n");
  commit();
  expect(release(NEXT)).toMatchObject({ code: 1, said: expect.stringContaining(".ci/run failed.") });
  await write(".ci/run", "echo changed >>package.json\n");
  commit();
  expect(release(NEXT)).toMatchObject({
    code: 1,
    said: expect.stringContaining("changed while .ci/run ran"),
  });
  expect(tags()).toEqual(["v1.0.0"]);
});

type Repository = Awaited<ReturnType<typeof repository>>;

test.each<[title: string, change: (of: Repository) => unknown, version: string, says: string]>([
  [
    "a change that is not committed",
    ({ write }) => write("notes.txt", "x"),
    NEXT,
    "The work tree has changes.",
  ],
  [
    "another branch",
    ({ run }) => run("git", "checkout", "--quiet", "-b", "topic"),
    NEXT,
    "The branch is not main.",
  ],
  [
    "a version that is not newer",
    ({ version, commit }) => version("0.9.0").then(() => commit()),
    "0.9.0",
    "is not newer than 1.0.0",
  ],
  ["a version that files do not have", () => {}, "1.2.0", "package.json has version 1.1.0. Set it to 1.2.0."],
  [
    "changes that are not in the section of the release",
    ({ changelog, commit }) => changelog(`1.0.1 - ${TODAY}`, "- Something.").then(() => commit()),
    NEXT,
    `CHANGELOG.md must begin with "## 1.1.0 - ${TODAY}"`,
  ],
  [
    "a section of another day",
    ({ changelog, commit }) => changelog(`${NEXT} - 2026-01-01`, "- Something.").then(() => commit()),
    NEXT,
    "CHANGELOG.md must begin with",
  ],
  [
    "a section without a word",
    ({ changelog, commit }) => changelog(`${NEXT} - ${TODAY}`, "").then(() => commit()),
    NEXT,
    "CHANGELOG.md says nothing about 1.1.0.",
  ],
  [
    "an addition in a patch version",
    async ({ version, changelog, commit }) => {
      await version("1.0.1");
      await changelog(`1.0.1 - ${TODAY}`, "### Added\n\n- `/v8`.");
      commit();
    },
    "1.0.1",
    "too small a step",
  ],
  [
    "a removal in a minor version",
    ({ changelog, commit }) =>
      changelog(`${NEXT} - ${TODAY}`, "### Removed\n\n- `/v4`.").then(() => commit()),
    NEXT,
    "too small a step",
  ],
  [
    "a migration after which the release before cannot serve",
    async ({ write, commit }) => {
      await write(
        "src/store/migrations.ts",
        'export const migrations = [{ number: 1, name: "drop", oldestRelease: "1.1.0", sql: "" }];\n',
      );
      commit();
    },
    NEXT,
    "Migration 1 (drop) needs 1.1.0, but 1.0.0 must be able to serve",
  ],
  [
    "an upgrade test that starts another release",
    async ({ write, commit }) => {
      await write("test/helpers/release-before.ts", 'const RELEASES_BEFORE = [{ version: "0.9.0" }];\n');
      commit();
    },
    NEXT,
    "The upgrade test starts 0.9.0.",
  ],
])("%s is named, and nothing is tagged", async (_title, change, version, says) => {
  const made = await repository();
  await change(made);
  const { code, said } = made.release(version);
  expect([code, said.includes(says) ? says : said]).toEqual([1, says]);
  expect(made.tags()).toEqual(["v1.0.0"]);
});

test.each(["", "v1.1.0", "1.1", "1.1.0-rc.1", "01.1.0", "1.1.0 extra", "--help"])(
  "%p is answered with how the command is written",
  async (words) => {
    const { release } = await repository();
    expect(release(...words.split(" "))).toMatchObject({
      code: 2,
      said: expect.stringContaining("Usage: npm run"),
    });
  },
);
