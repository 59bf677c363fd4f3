// `bun images/data/attribution.ts FOLDER` in bench/: FOLDER/attribution.txt, which names every picture of FOLDER/selected.jsonl
// with where it is from: for each source the repository, its commit, the license and where that is stated, then the paths.
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sources } from "./sources.ts";
import { commandLine, type RgbImage, readLines } from "./store.ts";

const [folder = ""] = commandLine(1, "bun images/data/attribution.ts FOLDER");
const bySource = Map.groupBy(readLines<RgbImage>(join(folder, "selected.jsonl")), (one) => one.source);
const parts = sources.flatMap(({ id, repository, commit, license, stated, isHeldOut }) => {
  const pictures = bySource.get(id);
  if (pictures === undefined) return [];
  const use = isHeldOut ? "measured on" : "learned from";
  const byFolder = Map.groupBy(pictures.map(({ path }) => path).toSorted(), (path) => dirname(path));
  const paths = [...byFolder].map(
    ([name, some]) =>
      `  ${name}/\n    ${some.map((path) => encodeURI(path.slice(name.length + 1))).join(" ")}`,
  );
  return [
    `${repository} @${commit}\n${license}: ${stated}\n${pictures.length} pictures, ${use}\n${paths.join("\n")}\n`,
  ];
});
writeFileSync(join(folder, "attribution.txt"), parts.join("\n"));
console.log(`${join(folder, "attribution.txt")}: ${bySource.size} sources`);
