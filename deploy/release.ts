// Makes a release of what is committed: npm run release -- 1.2.0 [--dry-run]. docs/releases.md explains the steps.
import { VERSION } from "../src/kit/version.ts";
import { migrations } from "../src/store/migrations.ts";

const USAGE = "Usage: npm run release -- X.Y.Z [--dry-run]";
const root = Bun.fileURLToPath(new URL("..", import.meta.url));

const out = (text: string) => void process.stdout.write(`${text}\n`);
const file = (path: string) => Bun.file(`${root}/${path}`).text();

function git(...words: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["git", "-C", root, ...words]);
  if (exitCode !== 0) throw new Error(`git ${words[0]} failed: ${stderr.toString().trim()}`);
  return stdout.toString().trim();
}

/** The releases that are tagged, oldest first. */
function released(): string[] {
  return git("tag", "--list", "v*")
    .split("\n")
    .flatMap((tag) => /^v(\d+\.\d+\.\d+)$/.exec(tag)?.[1] ?? [])
    .sort(Bun.semver.order);
}

interface Section {
  readonly title: string;
  readonly text: string;
}

/** The sections of CHANGELOG.md, in their order. */
function sectionsOf(changelog: string): Section[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const end = section.indexOf("\n");
      return { title: section.slice(0, end).trim(), text: section.slice(end).trim() };
    });
}

/** What a release after `before` with these changes must raise: a removal needs a major version. */
function mayBe(version: string, before: string, changes: string): boolean {
  const [major, minor] = version.split(".");
  const [majorBefore, minorBefore] = before.split(".");
  if (major !== majorBefore) return true;
  if (/^### Removed$/m.test(changes)) return false;
  return minor !== minorBefore || !/^### Added$/m.test(changes);
}

/** The versions that files name in a URL or an image, by file. */
async function namedVersions(): Promise<Record<string, string>> {
  const patterns = {
    "clients/typescript/README.md": /quintet-client-([\d.]+)\.tgz/,
    "clients/cli/README.md": /quintet-cli-([\d.]+)\.tgz/,
    "clients/python/README.md": /quintet_client-([\d.]+)-py3/,
    "docs/command-line.md": /quintet-cli-([\d.]+)\.tgz/,
    "deploy/kubernetes/quintet.yaml": /quintet:([\d.]+)$/m,
  };
  const found = Object.entries(patterns).map(async ([path, pattern]) => [
    path,
    pattern.exec(await file(path))?.[1] ?? "none",
  ]);
  return Object.fromEntries(await Promise.all(found));
}

/**
 * Writes the packages of the clients, the bill of materials and the checksums of all of them. Gives the paths; undefined
 * where one cannot be written.
 */
async function writeFiles(version: string, folder: string): Promise<string[] | undefined> {
  const run = (...words: string[]) => {
    const { exitCode, stdout } = Bun.spawnSync(words, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
    return exitCode === 0 ? stdout.toString() : undefined;
  };
  const packages = run(process.execPath, "clients/build.ts", "pack", folder);
  const materials = run("node", "deploy/sbom.mjs");
  if (packages === undefined || materials === undefined) return undefined;
  const sbom = `${folder}/quintet-${version}.cdx.json`;
  await Bun.write(sbom, materials);
  const paths = [...packages.trim().split("\n"), sbom];
  const sums = paths.map(async (path) => {
    const hash = new Bun.CryptoHasher("sha256").update(await Bun.file(path).bytes()).digest("hex");
    return `${hash}  ${path.slice(folder.length + 1)}\n`;
  });
  const checksums = `${folder}/SHA256SUMS`;
  await Bun.write(checksums, (await Promise.all(sums)).join(""));
  return [...paths, checksums];
}

/** Checks everything but CI. Gives the sentences that say what is wrong, and the section of the release. */
async function check(
  version: string,
): Promise<{ wrong: string[]; before: string | undefined; changes: string }> {
  const wrong: string[] = [];
  const must = (holds: boolean, sentence: string) => void (holds || wrong.push(sentence));
  const tags = released();
  const tested = [...(await file("test/helpers/release-before.ts")).matchAll(/version: "([\d.]+)"/g)].map(
    ([, found = ""]) => found,
  );
  // A clone may have no tags.
  const before = tags.at(-1) ?? tested.at(-1);

  must(git("status", "--porcelain") === "", "The work tree has changes. Commit or remove them.");
  must(git("rev-parse", "--abbrev-ref", "HEAD") === "main", "The branch is not main. Check out main.");
  must(!tags.includes(version), `The tag v${version} exists. Choose the next version.`);
  if (before !== undefined && !tags.includes(version)) {
    must(Bun.semver.order(version, before) > 0, `${version} is not newer than ${before}, the last release.`);
  }

  const versions = {
    "package.json": (JSON.parse(await file("package.json")) as { version: string }).version,
    "package-lock.json": (JSON.parse(await file("package-lock.json")) as { version: string }).version,
    "src/kit/version.ts": VERSION,
    "clients/typescript/package.json": (
      JSON.parse(await file("clients/typescript/package.json")) as { version: string }
    ).version,
    "clients/cli/package.json": (JSON.parse(await file("clients/cli/package.json")) as { version: string })
      .version,
    "clients/python/pyproject.toml":
      /^version = "(.*)"$/m.exec(await file("clients/python/pyproject.toml"))?.[1] ?? "none",
    "clients/python/src/quintet_client/__init__.py":
      /^__version__ = "(.*)"$/m.exec(await file("clients/python/src/quintet_client/__init__.py"))?.[1] ??
      "none",
    ...(await namedVersions()),
  };
  for (const [name, found] of Object.entries(versions)) {
    must(found === version, `${name} has version ${found}. Set it to ${version}.`);
  }

  const sections = sectionsOf(await file("CHANGELOG.md")).filter(
    ({ title, text }) => title !== "Unreleased" || text !== "",
  );
  const [newest] = sections;
  const today = new Date().toISOString().slice(0, 10);
  const isNewest = newest?.title === `${version} - ${today}`;
  must(
    isNewest,
    `CHANGELOG.md must begin with "## ${version} - ${today}", and "## Unreleased" must be empty.`,
  );
  const changes = isNewest ? newest.text : "";
  if (isNewest) must(changes !== "", `CHANGELOG.md says nothing about ${version}.`);

  if (before !== undefined) {
    must(
      mayBe(version, before, changes),
      `${version} is too small a step from ${before}: additions need a new minor version, removals a new major version.`,
    );
    for (const { number, name, oldestRelease } of migrations) {
      must(
        Bun.semver.order(oldestRelease, before) <= 0,
        `Migration ${number} (${name}) needs ${oldestRelease}, but ${before} must be able to serve beside ${version}.`,
      );
    }
    must(
      tested.includes(before),
      `The upgrade test starts ${tested.join(" and ")}. Add ${before} to test/helpers/release-before.ts.`,
    );
  }
  return { wrong, before, changes };
}

function notesOf(version: string, before: string | undefined, changes: string): string {
  const upgrade =
    before === undefined
      ? "This is the first release."
      : `Upgrade from ${before}: docs/running.md#upgrade-without-failed-requests. ${before} serves beside ${version}, and a downgrade to ${before} is possible: docs/releases.md.`;
  return `Quintet ${version}\n\n${upgrade}\n\n${changes}\n`;
}

async function release(words: readonly string[]): Promise<number> {
  const isDryRun = words.includes("--dry-run");
  const [version = "", ...more] = words.filter((word) => word !== "--dry-run");
  if (!/^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/.test(version) || more.length > 0) {
    out(USAGE);
    return 2;
  }
  const { wrong, before, changes } = await check(version);
  for (const sentence of wrong) out(`- ${sentence}`);
  if (wrong.length > 0) {
    out(`${version} is not released.`);
    return 1;
  }
  const notes = notesOf(version, before, changes);
  if (isDryRun) {
    out(
      `${notes}\nDry run: everything but .ci/run is checked, and nothing is tagged. On the machine that publishes:`,
    );
    out(`npm run release -- ${version} && git push origin main v${version}`);
    return 0;
  }
  const commit = git("rev-parse", "HEAD");
  const ci = Bun.spawnSync(["bash", ".ci/run"], { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  if (ci.exitCode !== 0) {
    out(`.ci/run failed. ${version} is not released.`);
    return 1;
  }
  // CI takes long: what it tested is what is tagged.
  if (git("rev-parse", "HEAD") !== commit || git("status", "--porcelain") !== "") {
    out(`The work tree changed while .ci/run ran. ${version} is not released.`);
    return 1;
  }
  const folder = git("rev-parse", "--absolute-git-dir");
  const path = `${folder}/RELEASE_NOTES`;
  await Bun.write(path, notes);
  const files = await writeFiles(version, `${folder}/RELEASE_PACKAGES`);
  if (files === undefined) {
    out(`The files of the release cannot be built. ${version} is not released.`);
    return 1;
  }
  git("tag", "--annotate", `v${version}`, "--cleanup=verbatim", "--file", path, commit);
  out(`${notes}\nTagged v${version}. The notes are in ${path}. Publish: git push origin main v${version}`);
  out(`Attach these files to the release:\n${files.join("\n")}`);
  return 0;
}

process.exit(await release(process.argv.slice(2)));
