import type { Features } from "./features.ts";
import type { LabPicture } from "./lab-picture.ts";
import { Mixture } from "./mixture.ts";

/** Scales over which a first opinion is passed on: spread of colour in L*a*b*, of place in lengths of the picture. */
const SCALES = [
  [6, 0.12],
  [9, 0.35],
  [14, 2],
  [1e6, 0.07],
  [1e6, 0.18],
] as const;

const PARTS = 5;

function logit(p: number): number {
  const q = Math.min(0.98, Math.max(0.02, p));
  return Math.log(q / (1 - q));
}

/** The shortest way of each patch to those whose value passes, over neighbours of like colour. */
function wayTo(count: number, path: Float64Array, passes: (k: number) => boolean): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => {
    let least = 120;
    for (let j = 0; j < count; j++)
      if (passes(j) && (path[i * count + j] ?? 0) < least) least = path[i * count + j] ?? 0;
    return least;
  });
}

/** How much likelier the colours of each patch are under the subject's than under the background's, by a first opinion. */
function colourOdds({ patches }: Features, { lab }: LabPicture, opinion: Float64Array): Float64Array {
  const { labels, count, sizes } = patches;
  const weights = Float32Array.from(labels, (k) => opinion[k] ?? 0);
  const subject = Mixture.fit(lab, weights, PARTS);
  const rest = Mixture.fit(
    lab,
    weights.map((w) => 1 - w),
    PARTS,
  );
  const out = new Float64Array(count);
  for (let i = 0; i < labels.length; i++) {
    const [l, a, b] = [lab[i * 3] ?? 0, lab[i * 3 + 1] ?? 0, lab[i * 3 + 2] ?? 0];
    const odds = rest.cost(l, a, b) - subject.cost(l, a, b);
    out[labels[i] ?? 0] = (out[labels[i] ?? 0] ?? 0) + Math.min(8, Math.max(-8, odds));
  }
  return out.map((sum, k) => sum / (sizes[k] ?? 0));
}

/**
 * Adds to what is told of each patch what a first opinion (0 to 1 a patch) says of patches like it and near it,
 * for a second one (Tu, Auto-context, 2008).
 */
export function contextOf(features: Features, small: LabPicture, opinion: Float64Array): Features {
  const { patches, network, width, values } = features;
  const { count, sizes, middles, neighbours } = patches;
  const { contrast, path } = network;
  const columns: Float64Array[] = [opinion.map(logit)];
  for (const [colour, place] of SCALES) {
    columns.push(
      Float64Array.from({ length: count }, (_, i) => {
        let [sum, whole] = [0, 1e-9];
        for (let j = 0; j < count; j++) {
          const square =
            ((middles[i * 2] ?? 0) - (middles[j * 2] ?? 0)) ** 2 +
            ((middles[i * 2 + 1] ?? 0) - (middles[j * 2 + 1] ?? 0)) ** 2;
          const w =
            (sizes[j] ?? 0) *
            Math.exp(
              -square / (2 * place * place) - (contrast[i * count + j] ?? 0) ** 2 / (2 * colour * colour),
            );
          sum += w * (opinion[j] ?? 0);
          whole += w;
        }
        return logit(sum / whole);
      }),
    );
  }
  const around = (choose: (a: number, b: number) => number, start: number) =>
    Float64Array.from({ length: count }, (_, i) => {
      let value = start;
      for (const j of neighbours[i] ?? []) value = choose(value, opinion[j] ?? 0);
      return logit(value);
    });
  let covered = 0;
  let whole = 0;
  for (let k = 0; k < count; k++) {
    covered += (sizes[k] ?? 0) * (opinion[k] ?? 0);
    whole += sizes[k] ?? 0;
  }
  const order = Float64Array.from(opinion).sort();
  const high = Math.min(0.7, order[Math.floor(count * 0.97)] ?? 0);
  const low = Math.max(0.15, order[Math.floor(count * 0.1)] ?? 0);
  const toSubject = wayTo(count, path, (k) => (opinion[k] ?? 0) >= high);
  const toRest = wayTo(count, path, (k) => (opinion[k] ?? 0) <= low);
  columns.push(
    around(Math.max, 0),
    around(Math.min, 1),
    colourOdds(features, small, opinion).map((odds) => odds / 2),
    toSubject.map((value) => Math.log(1 + value) - 2),
    toRest.map((value) => Math.log(1 + value) - 2),
    toSubject.map((value, k) => Math.log(1 + (toRest[k] ?? 0)) - Math.log(1 + value)),
    new Float64Array(count).fill(logit(covered / whole)),
  );
  const wider = width + columns.length;
  const all = new Float32Array(count * wider);
  for (let k = 0; k < count; k++) {
    all.set(values.subarray(k * width, (k + 1) * width), k * wider);
    for (const [c, column] of columns.entries())
      all[k * wider + width + c] = Math.min(4, Math.max(-4, column[k] ?? 0));
  }
  return { patches, network, width: wider, values: all };
}
