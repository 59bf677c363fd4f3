// `bun images/data/queue.ts FOLDER [PAIRS…]` in bench/: writes FOLDER/queue.jsonl, the pictures in the order in which they
// are labelled: those of held-out.txt and corrections.jsonl first, since all is measured with them, then group by group in
// turn, people, animals and scenes three times, and within a group class by class, so that any beginning of it is balanced.
// Leaves out what the drop list names, what looks like another picture, and what looks like one of the development
// pairs in the folders PAIRS (`manifest.json` lists their pictures), as it is or mirrored.
import { join } from "node:path";
import { entriesOf } from "../pictures.ts";
import { readCorrections } from "./corrections.ts";
import { differenceHash, distance, wordsOf } from "./hash.ts";
import { commandLine, gathered, type RgbImage, readIds, writeLines } from "./store.ts";

/** Out of 256 places; on a plain backdrop few places differ at all, so that other products come this close. */
const SAME = 14;
const SAME_AS_PAIR = 40;
const TURNS = 3;
const WANTED_MOST = new Set(["people", "animals", "scenes"]);

async function hashesOfPairs(folders: readonly string[]): Promise<Uint32Array[]> {
  const hashes: Uint32Array[] = [];
  for (const folder of folders) {
    for (const { image } of entriesOf(folder)) {
      for (const isMirrored of [false, true]) {
        hashes.push(wordsOf(await differenceHash(join(folder, image), isMirrored)));
      }
    }
  }
  return hashes;
}

/** Takes one of each list in turn until all are empty. */
function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
}

function by(pictures: readonly RgbImage[], key: (picture: RgbImage) => string): RgbImage[][] {
  return [...Map.groupBy(pictures, key)].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, some]) => some);
}

const [folder = "", ...pairs] = commandLine(1, "bun images/data/queue.ts FOLDER [PAIRS…]");
const dropped = readIds("dropped.txt");
const ofPairs = await hashesOfPairs(pairs);
const kept: RgbImage[] = [];
const hashes: Uint32Array[] = [];
const counts = { dropped: 0, "like a development pair": 0, "like another": 0 };
for (const picture of gathered(folder)) {
  const hash = wordsOf(picture.hash);
  if (dropped.has(picture.id) || dropped.has(`${picture.source}/${picture.class}`)) counts.dropped++;
  else if (ofPairs.some((other) => distance(hash, other) <= SAME_AS_PAIR))
    counts["like a development pair"]++;
  else if (hashes.some((other) => distance(hash, other) <= SAME)) counts["like another"]++;
  else {
    kept.push(picture);
    hashes.push(hash);
  }
}
const groups = by(kept, ({ group }) => group);
const turns = groups.flatMap((group) => {
  const ordered = inTurn(by(group, (one) => `${one.source}/${one.class}`));
  if (!WANTED_MOST.has(ordered[0]?.group ?? "")) return [ordered];
  return Array.from({ length: TURNS }, (_, turn) => ordered.filter((_, i) => i % TURNS === turn));
});
const measured = new Set([...readIds("held-out.txt"), ...readCorrections().map(({ id }) => id)]);
const inOrder = inTurn(turns);
const queue = [true, false].flatMap((isFirst) => inOrder.filter(({ id }) => measured.has(id) === isFirst));
writeLines(join(folder, "queue.jsonl"), queue);
console.log(queue.length, "pictures:", groups.map((some) => `${some[0]?.group} ${some.length}`).join(", "));
console.log("left out:", counts);
