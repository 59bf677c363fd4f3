// `bun images/data/select.ts FOLDER` in bench/: of what is labelled, the pictures that are fit to learn from or to measure
// with, as FOLDER/selected.jsonl, and how many are left by group and license. A picture goes where the teacher saw nothing, or
// everything, or was in doubt. What it measured of each matte is kept in FOLDER/doubts.jsonl.
import { join } from "node:path";
import sharp from "sharp";
import { sources } from "./sources.ts";
import { commandLine, gathered, type Label, type RgbImage, readIds, readLines, writeLines } from "./store.ts";

const LEAST_AREA = 0.015;
const MOST_AREA = 0.92;
/**
 * Looked at on contact sheets: below 0.15 nine mattes of ten are right, from there to 0.3 three of four, above that half; but
 * of those refused from 0.25 to 0.6 most animals and scenes show the right subject with a faint part, and they are rare.
 */
const MOST_DOUBT = { learned: 0.6, measured: 0.25 };
/** How far from a sure subject and from a sure background a half-covered pixel is an edge, in pixels of the matte. */
const REACH = 4;
const [SURE, UNSURE] = [217, 38];
/**
 * Where our own network, certain of it (second-look.py), sees another subject and the teacher is in doubt, its matte is not
 * learned from: a network that has learned from a picture and still sees something else has rarely less reason.
 */
const DISPUTED = { certainty: 0.9, iou: 0.5, doubt: 0.1 };

interface Look {
  readonly id: string;
  readonly iou: number;
  readonly certainty: number;
}

interface Doubt {
  readonly id: string;
  /** Pixels that are neither and lie at no edge, over pixels of subject. */
  readonly doubt: number;
}

sharp.concurrency(1);

/** Whether any of the pixels that `is` lies within REACH, for each pixel. */
function near(matte: Uint8Array, width: number, height: number, is: (value: number) => boolean): Uint8Array {
  const spread = (from: Uint8Array, step: number, length: number, at: (i: number) => number) => {
    const to = new Uint8Array(from.length);
    for (let i = 0; i < from.length; i++) {
      const place = at(i);
      for (let d = -REACH; d <= REACH; d++) {
        if (place + d >= 0 && place + d < length && from[i + d * step] === 1) to[i] = 1;
      }
    }
    return to;
  };
  const along = spread(
    Uint8Array.from(matte, (value) => (is(value) ? 1 : 0)),
    1,
    width,
    (i) => i % width,
  );
  return spread(along, width, height, (i) => Math.floor(i / width));
}

async function doubtOf(folder: string, id: string): Promise<Doubt> {
  const { data, info } = await sharp(join(folder, "masks", `${id}.png`))
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const subject = near(data, info.width, info.height, (value) => value >= SURE);
  const background = near(data, info.width, info.height, (value) => value <= UNSURE);
  let [doubtful, sum] = [0, 0];
  for (let i = 0; i < data.length; i++) {
    const value = data[i] ?? 0;
    sum += value / 255;
    const isEdge = subject[i] === 1 && background[i] === 1;
    if (value > UNSURE && value < SURE && !isEdge) doubtful++;
  }
  return { id, doubt: Number((doubtful / Math.max(1, sum)).toFixed(4)) };
}

function table(title: string, pictures: readonly RgbImage[], key: (one: RgbImage) => string): void {
  const counts = [...Map.groupBy(pictures, key)].map(([name, some]) => `${name} ${some.length}`);
  console.log(`${title}: ${pictures.length}: ${counts.toSorted().join(", ")}`);
}

const [folder = ""] = commandLine(1, "bun images/data/select.ts FOLDER");
const dropped = readIds("dropped.txt");
const labels = new Map(readLines<Label>(join(folder, "labels.jsonl")).map((label) => [label.id, label]));
const doubts = new Map(readLines<Doubt>(join(folder, "doubts.jsonl")).map((one) => [one.id, one]));
const looks = new Map(readLines<Look>(join(folder, "looks.jsonl")).map((one) => [one.id, one]));
const isDisputed = ({ id }: RgbImage, { doubt }: Doubt) => {
  const { certainty, iou } = looks.get(id) ?? { certainty: 0, iou: 1 };
  return certainty >= DISPUTED.certainty && iou < DISPUTED.iou && doubt >= DISPUTED.doubt;
};
const heldOut = readIds("held-out.txt");
const queued = new Set(readLines<RgbImage>(join(folder, "queue.jsonl")).map(({ id }) => id));
const selected: RgbImage[] = [];
const refused: RgbImage[] = [];
for (const picture of gathered(folder)) {
  const label = labels.get(picture.id);
  if (label === undefined || !queued.has(picture.id)) continue;
  if (dropped.has(picture.id) || dropped.has(`${picture.source}/${picture.class}`)) continue;
  const doubt = doubts.get(picture.id) ?? (await doubtOf(folder, picture.id));
  doubts.set(picture.id, doubt);
  const isHeldOut = picture.isHeldOut || heldOut.has(picture.id);
  const most = isHeldOut ? MOST_DOUBT.measured : MOST_DOUBT.learned;
  const hasSubject = label.area >= LEAST_AREA && label.area <= MOST_AREA;
  const isFit = hasSubject && doubt.doubt <= most && (isHeldOut || !isDisputed(picture, doubt));
  (isFit ? selected : refused).push(isHeldOut ? { ...picture, isHeldOut } : picture);
}
writeLines(join(folder, "doubts.jsonl"), [...doubts.values()]);
writeLines(join(folder, "selected.jsonl"), selected);
const licenses = new Map(sources.map(({ id, license }) => [id, license]));
const learn = selected.filter((one) => !one.isHeldOut);
table("to learn from, by group", learn, (one) => one.group);
table("to learn from, by source", learn, (one) => one.source);
table("to learn from, by license", learn, (one) => licenses.get(one.source) ?? "");
table(
  "held out, by source and group",
  selected.filter((one) => one.isHeldOut),
  (one) => `${one.source}/${one.group}`,
);
table("refused for area or doubt", refused, (one) => one.group);
