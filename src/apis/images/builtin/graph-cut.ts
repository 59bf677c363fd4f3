import { maskOf } from "../matting/fill.ts";
import type { LabImage } from "./lab-image.ts";
import { minimumCut } from "./max-flow.ts";
import { Mixture } from "./mixture.ts";

const PARTS = 5;
const ROUNDS = 2;

/** From this probability of subject on, and below its complement, the cut keeps to the prior. Chosen on held out images. */
const CERTAIN = 0.9;
/** More than the links of a pixel cost together. */
const FIXED = 1_000;

/** The cost of a cut between two pixels of one color, relative to the cost of one misplaced pixel. */
const SMOOTHNESS = 40;

const EAST = 0;
const SOUTH = 2;
const SOUTH_EAST = 4;
const NORTH_EAST = 6;

/** The cost of a cut between neighbors: low where colors change (Boykov and Jolly, Interactive Graph Cuts, 2001). */
function linksOf({ width, height, lab }: LabImage): Float32Array {
  const square = (i: number, j: number) =>
    ((lab[i * 3] ?? 0) - (lab[j * 3] ?? 0)) ** 2 +
    ((lab[i * 3 + 1] ?? 0) - (lab[j * 3 + 1] ?? 0)) ** 2 +
    ((lab[i * 3 + 2] ?? 0) - (lab[j * 3 + 2] ?? 0)) ** 2;
  const ways = [
    [EAST, 1, 0, 1],
    [SOUTH, 0, 1, 1],
    [SOUTH_EAST, 1, 1, Math.SQRT1_2],
    [NORTH_EAST, 1, -1, Math.SQRT1_2],
  ] as const;
  const eachPair = (use: (i: number, j: number, d: number, share: number) => void) => {
    for (const [d, dx, dy, share] of ways) {
      for (let y = Math.max(0, -dy); y < height - Math.max(0, dy); y++) {
        for (let x = 0; x < width - dx; x++) use(y * width + x, (y + dy) * width + x + dx, d, share);
      }
    }
  };
  const links = new Float32Array(width * height * 8);
  let [sum, count] = [0, 0];
  eachPair((i, j, d) => {
    const value = square(i, j);
    links[i * 8 + d] = value;
    sum += value;
    count++;
  });
  const beta = count / Math.max(1e-6, 2 * sum);
  eachPair((i, j, d, share) => {
    const value = SMOOTHNESS * share * Math.exp(-beta * (links[i * 8 + d] ?? 0));
    links[i * 8 + d] = value;
    links[j * 8 + (d ^ 1)] = value;
  });
  return links;
}

/**
 * Cuts an image in two where its colors change, so that each side has colors of its own and the whole keeps
 * near the prior, the probability of each pixel to be subject (Rother et al., GrabCut, 2004, with a prior in
 * the place of a rectangle). `priorWeight` is the weight of the prior relative to the colors, which decide nothing where the
 * prior is certain.
 */
export function graphCut(image: LabImage, prior: Float32Array, priorWeight: number): Uint8Array {
  const { width, height, lab } = image;
  const size = width * height;
  const links = linksOf(image);
  let weights: Float32Array = prior;
  let mask: Uint8Array = maskOf(prior.length, (i) => (prior[i] ?? 0) > 0.5);
  for (let round = 0; round < ROUNDS; round++) {
    const subject = Mixture.fit(lab, weights, PARTS);
    const rest = Mixture.fit(
      lab,
      weights.map((w) => 1 - w),
      PARTS,
    );
    const terminal = prior.map((p, i) => {
      if (p >= CERTAIN || p <= 1 - CERTAIN) return p > 0.5 ? FIXED : -FIXED;
      const l = lab[i * 3] ?? 0;
      const a = lab[i * 3 + 1] ?? 0;
      const b = lab[i * 3 + 2] ?? 0;
      return rest.cost(l, a, b) - subject.cost(l, a, b) + priorWeight * Math.log(p / (1 - p));
    });
    const next = minimumCut(width, height, terminal, links.slice());
    let changed = 0;
    for (let i = 0; i < size; i++) if (next[i] !== mask[i]) changed++;
    mask = next;
    if (round > 0 && changed < size * 0.001) break;
    weights = new Float32Array(next);
  }
  return mask;
}
