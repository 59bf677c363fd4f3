// `bun images/fit.ts FOLDER` in bench/: fits the constants of the built-in engine's prior to the pictures and
// masks of a folder and writes them. `--check` leaves each sixth of the pictures out in turn and prints how
// well what was fitted to the others does on it, and writes nothing.
import { fileURLToPath } from "node:url";
import { contextOf } from "../../src/apis/images/builtin/context.ts";
import { type Features, featuresOf } from "../../src/apis/images/builtin/features.ts";
import { findSubject, type Opinions } from "../../src/apis/images/builtin/general.ts";
import { type LabPicture, labPicture } from "../../src/apis/images/builtin/lab-picture.ts";
import { type Net, priorOf } from "../../src/apis/images/builtin/prior.ts";
import { type Variant, variants } from "./augment.ts";
import { entriesOf, readSample, type Sample } from "./pictures.ts";
import { mean } from "./score.ts";
import { type Example, randomFrom, train } from "./train.ts";

const FOLDS = 6;
const NETS = 2;
const FIRST = { hidden: 10, epochs: 28, decay: 0.1 };
const SECOND = { hidden: 10, epochs: 20, decay: 0.1 };

const [folder = "", mode = ""] = process.argv.slice(2);
const target = fileURLToPath(new URL("../../src/apis/images/builtin/prior-weights.ts", import.meta.url));

interface Case extends Variant {
  readonly small: LabPicture;
  readonly features: Features;
  readonly example: Example;
}

/** How much of each patch is subject; both classes weigh alike in part, whatever their size. */
function exampleOf({ width, height, mask }: Sample, small: LabPicture, features: Features): Example {
  const { labels, count, sizes } = features.patches;
  const targets = new Float32Array(count);
  for (let i = 0; i < labels.length; i++) {
    const x = Math.min(width - 1, Math.floor((((i % small.width) + 0.5) * width) / small.width));
    const y = Math.min(height - 1, Math.floor(((Math.floor(i / small.width) + 0.5) * height) / small.height));
    const own = labels[i] ?? 0;
    targets[own] = (targets[own] ?? 0) + (mask[y * width + x] ?? 0) / 255;
  }
  let covered = 0;
  for (let k = 0; k < count; k++) {
    covered += targets[k] ?? 0;
    targets[k] = (targets[k] ?? 0) / (sizes[k] ?? 1);
  }
  const share = Math.min(0.98, Math.max(0.02, covered / labels.length));
  const weights = Float32Array.from(targets, (t, k) => {
    const balance = (0.5 * t) / share + (0.5 * (1 - t)) / (1 - share);
    return (sizes[k] ?? 0) * (0.5 + 0.5 * balance);
  });
  return { width: features.width, values: features.values, targets, weights };
}

function caseOf(variant: Variant): Case {
  const small = labPicture(variant.sample, 256);
  const features = featuresOf(variant.sample, small);
  return { ...variant, small, features, example: exampleOf(variant.sample, small, features) };
}

const several = (examples: readonly Example[], settings: typeof FIRST, seed: number): Net[] =>
  Array.from({ length: NETS }, (_, i) => train(examples, { ...settings, seed: seed + 97 * i }));

const samples = await Promise.all(entriesOf(folder).map((entry) => readSample(folder, entry, 1600)));
const cases = (await variants(samples, randomFrom(11))).map(caseOf);
const foldOf = (id: string) => samples.findIndex((sample) => sample.id === id) % FOLDS;
const isIn = (fold: number) => (one: Case) => one.sources.some((id) => foldOf(id) === fold);
const without = (fold: number) => cases.filter((one) => !isIn(fold)(one));

// The second opinion learns from first opinions on pictures that the first has not seen, as in use.
const firsts = Array.from({ length: FOLDS }, (_, fold) =>
  several(
    without(fold).map(({ example }) => example),
    FIRST,
    fold,
  ),
);
const seconds = new Map<Case, Example>();
for (const one of cases) {
  const opinion = priorOf(one.features, firsts[foldOf(one.sources[0] ?? "")] ?? []);
  const { width, values } = contextOf(one.features, one.small, opinion);
  seconds.set(one, { ...one.example, width, values });
}
const secondOf = (chosen: readonly Case[]) =>
  several(
    chosen.flatMap((one) => seconds.get(one) ?? []),
    SECOND,
    5,
  );

if (mode === "--check") {
  const found: { id: string; iou: number }[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const nets: Opinions = { first: firsts[fold] ?? [], second: secondOf(without(fold)) };
    for (const sample of samples.filter(({ id }) => foldOf(id) === fold)) {
      const cut = findSubject(sample, nets);
      let [both, either] = [0, 0];
      for (let i = 0; i < sample.mask.length; i++) {
        const [x, y] = [i % sample.width, Math.floor(i / sample.width)];
        const u = Math.floor(((x + 0.5) * (cut?.width ?? 0)) / sample.width);
        const v = Math.floor(((y + 0.5) * (cut?.height ?? 0)) / sample.height);
        const ours = cut?.mask[v * cut.width + u] === 1;
        const theirs = (sample.mask[i] ?? 0) >= 128;
        if (ours && theirs) both++;
        if (ours || theirs) either++;
      }
      found.push({ id: sample.id, iou: both / Math.max(1, either) });
    }
  }
  for (const { id, iou } of found.sort((a, b) => a.iou - b.iou)) console.log(id.padEnd(24), iou.toFixed(3));
  console.log(
    `mean IoU of ${found.length} pictures left out: ${mean(found.map(({ iou }) => iou)).toFixed(3)}`,
  );
} else {
  const nets: Opinions = {
    first: several(
      cases.map(({ example }) => example),
      FIRST,
      1,
    ),
    second: secondOf(cases),
  };
  const row = ({ inputs, hidden, weights }: Net) => {
    const numbers = Array.from(weights, (weight) => Math.round(weight * 1000)).join(" ");
    return `  read(${inputs}, ${hidden}, "${numbers}"),\n`;
  };
  await Bun.write(
    target,
    `// Written by bench/images/fit.ts; docs/images.md lists the pictures. Longer than 150 columns: it is data.
import type { Net } from "./prior.ts";

/** Reads weights that are written as thousandths. */
function read(inputs: number, hidden: number, thousandths: string): Net {
  return { inputs, hidden, weights: Float32Array.from(thousandths.split(" "), (one) => Number(one) / 1000) };
}

const first = [
${nets.first.map(row).join("")}];

const second = [
${nets.second.map(row).join("")}];

/** The opinions of the built-in engine. */
export const nets = { first, second } as const;
`,
  );
  console.log(`fitted to ${cases.length} variants of ${samples.length} pictures`);
}
