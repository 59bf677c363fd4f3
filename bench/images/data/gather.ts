// `bun images/data/gather.ts FOLDER CLONES [SOURCE…]` in bench/: takes the pictures of the sources out of clones of their
// repositories (CLONES/OWNER/NAME, bare or not, no work tree needed) into FOLDER/pictures/SOURCE/ID.jpg, at most 1,024
// pixels a side, and writes FOLDER/gathered/SOURCE.jsonl. A source that is there is left alone: delete its .jsonl to renew it.
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { differenceHash } from "./hash.ts";
import { type Source, sources } from "./sources.ts";
import { commandLine, pictureFile, type RgbImage, writeLines } from "./store.ts";

const LONGEST = 1024;
const SHORTEST = 100;
const STEEPEST = 4;
const LARGEST_BYTES = 60_000_000;

sharp.concurrency(1);

function git(clone: string, ...words: string[]): Buffer {
  const { stdout, stderr, exitCode } = Bun.spawnSync(["git", "-C", clone, ...words]);
  if (exitCode !== 0) throw new Error(`git ${words.join(" ")}: ${stderr}`);
  return stdout;
}

interface Wanted {
  readonly path: string;
  readonly object: string;
  readonly class: string;
}

/** The files of a source, at most `perClass` of each class, spread evenly. */
function wantedOf({ paths, groups, perClass = Number.POSITIVE_INFINITY, commit }: Source, clone: string) {
  const byClass = new Map<string, Wanted[]>();
  for (const line of git(clone, "ls-tree", "-r", "-z", commit).toString().split("\0")) {
    const [, object, path] = /^\S+ blob (\S+)\t(.*)$/s.exec(line) ?? [];
    if (object === undefined || path === undefined) continue;
    const match = paths.exec(path);
    if (match === null) continue;
    const name = match.groups?.class ?? "";
    if (typeof groups !== "string" && groups[name] === undefined) continue;
    byClass.set(name, [...(byClass.get(name) ?? []), { path, object, class: name }]);
  }
  return [...byClass.values()].flatMap((all) => {
    const count = Math.min(perClass, all.length);
    return Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)]);
  });
}

/** Writes one picture, and says what it is; says nothing of one that is too small, too long or damaged. */
async function take(source: Source, wanted: Wanted, bytes: Buffer, folder: string) {
  const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
  const id = `${source.id}-${sha256.slice(0, 12)}`;
  const upright = await sharp(bytes, { failOn: "error" })
    .autoOrient()
    .flatten({ background: "#fff" })
    .toColourspace("srgb")
    .png({ compressionLevel: 0 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => undefined);
  if (upright === undefined) return undefined;
  const { width, height } = upright.info;
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (short < SHORTEST || long / short > STEEPEST) return undefined;
  const file = pictureFile(folder, { source: source.id, id });
  await sharp(upright.data)
    .resize(LONGEST, LONGEST, { fit: "inside", withoutEnlargement: true })
    .jpeg({ quality: 92 })
    .toFile(`${file}.part`);
  renameSync(`${file}.part`, file);
  const group = typeof source.groups === "string" ? source.groups : source.groups[wanted.class];
  if (group === undefined) return undefined;
  const picture: RgbImage = {
    id,
    source: source.id,
    group,
    class: wanted.class,
    path: wanted.path,
    sha256,
    width,
    height,
    hash: await differenceHash(upright.data),
    isHeldOut: source.isHeldOut ?? false,
  };
  return picture;
}

const [folder = "", clones = "", ...only] = commandLine(
  2,
  "bun images/data/gather.ts FOLDER CLONES [SOURCE…]",
);
mkdirSync(join(folder, "gathered"), { recursive: true });
for (const source of sources) {
  const list = join(folder, "gathered", `${source.id}.jsonl`);
  if (existsSync(list) || (only.length > 0 && !only.includes(source.id))) continue;
  const clone = join(clones, source.repository);
  if (!existsSync(clone)) {
    console.log(`${source.id}: no clone at ${clone}`);
    continue;
  }
  mkdirSync(join(folder, "pictures", source.id), { recursive: true });
  const wanted = wantedOf(source, clone);
  const taken = new Map<string, RgbImage>();
  for (const one of wanted) {
    if (one === undefined) continue;
    const bytes = git(clone, "cat-file", "blob", one.object);
    if (bytes.length > LARGEST_BYTES || !bytes.includes(source.says ?? "")) continue;
    const picture = await take(source, one, bytes, folder);
    if (picture !== undefined) taken.set(picture.id, picture);
  }
  writeLines(list, [...taken.values()]);
  console.log(`${source.id}: ${taken.size} of ${wanted.length} files`);
}
