// `bun images/evaluate.ts FOLDER PAIRS [COUNT]` in bench/: mean IoU by group of what the network sees, before and after
// colors refine its edge, and of the whole engine. FOLDER is that of data/README.md: COUNT (40) pictures of each held out
// source are taken. PAIRS is a folder with a manifest.json as docs/images.md describes it. Studio pictures are drawn, or
// subjects of held out ones before drawn backdrops. The hard split, with masks made by hand, comes last.
import { join } from "node:path";
import sharp from "sharp";
import { builtinEngine } from "../../src/apis/images/builtin/engine.ts";
import { coarseCopy } from "../../src/apis/images/builtin/general.ts";
import { copySize, type LabImage } from "../../src/apis/images/builtin/lab-image.ts";
import { naturalEdge } from "../../src/apis/images/builtin/natural-edge.ts";
import { networkPrior, openBuiltinNetwork } from "../../src/apis/images/builtin/network-prior.ts";
import { dropSmall } from "../../src/apis/images/builtin/regions.ts";
import type { AlphaMask, Engine } from "../../src/apis/images/engine.ts";
import { enlarge } from "../../src/apis/images/matting/enlarge.ts";
import { maskOf } from "../../src/apis/images/matting/fill.ts";
import { paintForeground } from "../../src/apis/images/matting/foreground-colors.ts";
import { composed } from "./compose.ts";
import { type Correction, correctedMask, readCorrections } from "./data/corrections.ts";
import { commandLine, gathered, pictureFile, type RgbImage, readLines } from "./data/store.ts";
import { entriesOf, readSample, type Sample } from "./pictures.ts";
import { printReliability } from "./reliability.ts";
import { mean, type Score, score } from "./score.ts";
import { studio } from "./studio.ts";

/** Pixels of the longer side of a picture here: as large as the teacher's mattes. */
const LONGEST = 512;
/** The longer side of the mask whose edge is refined, and the smallest part of a subject, as in the engine. */
const FINE_SIDE = 512;
const DUST = 0.06;

sharp.concurrency(1);

interface Row {
  readonly group: string;
  readonly ious: readonly number[];
  readonly score: Score;
  readonly confidence: number;
}

const model = openBuiltinNetwork();
const builtin = builtinEngine(model);
const COLUMNS = ["network", "edge", "engine"];

function overlap(ours: (i: number) => boolean, truth: (i: number) => boolean, count: number): number {
  let [both, either] = [0, 0];
  for (let i = 0; i < count; i++) {
    if (ours(i) && truth(i)) both++;
    if (ours(i) || truth(i)) either++;
  }
  return either === 0 ? 1 : both / either;
}

async function segment(engine: Engine, sample: Sample): Promise<AlphaMask> {
  try {
    return await engine.segment(sample);
  } catch {
    return { alpha: new Uint8Array(sample.width * sample.height), confidence: 0 };
  }
}

/** The network's mask with its edge refined by colors, without a graph cut. */
function refined(sample: Sample, small: LabImage, seen: Float32Array): Uint8Array {
  const [width, height] = copySize(sample, FINE_SIDE);
  const large = enlarge(seen, small.width, small.height, width, height);
  const mask = maskOf(large.length, (i) => (large[i] ?? 0) > 0.5);
  dropSmall(mask, width, DUST);
  return naturalEdge(sample, mask, width, height);
}

async function measure(group: string, sample: Sample): Promise<Row> {
  const { width, height, mask, rgb } = sample;
  const small = coarseCopy(sample);
  if (small === undefined) throw new RangeError(`${sample.id} is too small`);
  const seen = networkPrior(sample, small, model);
  const count = small.width * small.height;
  const truth = (i: number) => {
    const [x, y] = [i % small.width, Math.floor(i / small.width)];
    const row = Math.floor(((y + 0.5) * height) / small.height);
    return (mask[row * width + Math.floor(((x + 0.5) * width) / small.width)] ?? 0) >= 128;
  };
  const network = overlap((i) => (seen[i] ?? 0) > 0.5, truth, count);
  const alpha = refined(sample, small, seen);
  const edge = overlap(
    (i) => (alpha[i] ?? 0) >= 128,
    (i) => (mask[i] ?? 0) >= 128,
    mask.length,
  );
  const whole = await segment(builtin, sample);
  const found = score(paintForeground(rgb, whole.alpha, width, height, true), mask, sample.colours);
  return {
    group,
    ious: [network, edge, found.iou],
    score: found,
    confidence: whole.confidence ?? 0,
  };
}

/** A picture of the folder, at most `LONGEST` pixels a side. */
async function pixelsOf(folder: string, picture: RgbImage) {
  const { data, info } = await sharp(pictureFile(folder, picture))
    .resize(LONGEST, LONGEST, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { id: picture.id, width: info.width, height: info.height, rgb: data };
}

async function heldOut(folder: string, picture: RgbImage): Promise<Sample> {
  const image = await pixelsOf(folder, picture);
  const mask = await sharp(join(folder, "masks", `${picture.id}.png`))
    .resize(image.width, image.height, { fit: "fill" })
    .toColourspace("b-w")
    .raw()
    .toBuffer();
  return { ...image, mask };
}

async function byHand(folder: string, picture: RgbImage, correction: Correction): Promise<Sample> {
  const image = await pixelsOf(folder, picture);
  return { ...image, mask: await correctedMask(folder, correction, image.width, image.height) };
}

function print(name: string, rows: readonly Row[]): void {
  if (rows.length === 0) return;
  const cells = COLUMNS.map((_, k) =>
    mean(rows.map(({ ious }) => ious[k] ?? 0))
      .toFixed(3)
      .padStart(12),
  );
  const of = (pick: (one: Score) => number) => mean(rows.map((row) => pick(row.score)));
  const sure = rows.toSorted((a, b) => b.confidence - a.confidence).map((row) => row.score.iou);
  const quarter = Math.max(1, Math.floor(sure.length / 4));
  const gap = mean(sure.slice(0, quarter)) - mean(sure.slice(-quarter));
  console.log(
    `${name.padEnd(36)}${String(rows.length).padStart(4)}${cells.join("")}  MAE ${of((s) => s.mae).toFixed(4)}  band ${of((s) => s.band).toFixed(3)}  fringe ${of((s) => s.fringe).toFixed(3)}  confidence ${gap.toFixed(3)}`,
  );
}

const [folder = "", pairs = "", count = "40"] = commandLine(2, "bun images/evaluate.ts FOLDER PAIRS [COUNT]");
const rows: Row[] = [];
const group = async (name: string, samples: Iterable<Promise<Sample>>) => {
  const found: Row[] = [];
  for (const sample of samples) found.push(await measure(name, await sample));
  print(name, found);
  rows.push(...found);
};
console.log(`${" ".repeat(40)}${COLUMNS.map((name) => name.padStart(12)).join("")}`);
await group(
  "drawn, studio",
  (await composed(24)).filter(({ id }) => id.startsWith("studio")).map((sample) => Promise.resolve(sample)),
);
await group(
  "cut-outs, studio",
  (await studio(folder, 40)).map((sample) => Promise.resolve(sample)),
);
const entries = entriesOf(pairs);
const kindOf = ({ id }: { readonly id: string }) => id.split("-", 1)[0] ?? "";
for (const [kind, some] of Map.groupBy(entries, kindOf)) {
  await group(
    `pairs, ${kind}`,
    some.values().map((entry) => readSample(pairs, entry, 1024)),
  );
}
print(
  "pairs",
  rows.filter((row) => row.group.startsWith("pairs")),
);
const held = readLines<RgbImage>(join(folder, "selected.jsonl")).filter((picture) => picture.isHeldOut);
const sources = Map.groupBy(held, (picture) => `${picture.source}, ${picture.group}`);
for (const [name, some] of [...sources].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
  const taken = Math.min(Number(count), some.length);
  const chosen = Array.from({ length: taken }, (_, i) => some[Math.floor((i * some.length) / taken)]);
  await group(
    `held out, ${name}`,
    chosen.values().flatMap((picture) => (picture === undefined ? [] : [heldOut(folder, picture)])),
  );
}
print(
  "held out",
  rows.filter((row) => row.group.startsWith("held out")),
);
const pictures = new Map(gathered(folder).map((picture) => [picture.id, picture]));
const corrected = readCorrections().flatMap((correction) => {
  const picture = pictures.get(correction.id);
  return picture === undefined ? [] : [{ picture, correction }];
});
for (const [name, some] of Map.groupBy(corrected, ({ picture }) => picture.group)) {
  await group(
    `by hand, ${name}`,
    some.values().map(({ picture, correction }) => byHand(folder, picture, correction)),
  );
}
print(
  "by hand",
  rows.filter((row) => row.group.startsWith("by hand")),
);
const judged = (prefix: string) =>
  rows
    .filter((row) => row.group.startsWith(prefix))
    .map(({ confidence, score: { iou } }) => ({ confidence, iou }));
printReliability("confidence, held out", judged("held out"));
printReliability("confidence, by hand", judged("by hand"));
