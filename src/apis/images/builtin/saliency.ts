// What stands out from the background (Zhu et al., Saliency Optimization from Robust Background Detection, 2014).
import type { Connectivity } from "./connectivity.ts";
import { solve } from "./linear-system.ts";
import type { Superpixels } from "./superpixels.ts";

/** Differences of color below which a region goes on, and how fast it ends beyond. */
const SIGMA = 7;

/** How fast the weight of contrast falls with distance, in lengths of the image. */
const NEARNESS = 0.4;

/**
 * The probability of each patch to be background, 0 to 1: the share of its region along the border (section 3).
 */
export function backgroundness(
  { count }: Superpixels,
  { path }: Connectivity,
  borders: ReadonlySet<number>,
): Float64Array {
  const out = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    let [area, along] = [0, 0];
    for (let j = 0; j < count; j++) {
      const share = Math.exp((-1 * (path[i * count + j] ?? 0) ** 2) / (2 * SIGMA * SIGMA));
      area += share;
      if (borders.has(j)) along += share;
    }
    const length = along / Math.sqrt(area);
    out[i] = 1 - Math.exp(-(length * length) / 2);
  }
  return out;
}

/**
 * Computes how far each patch differs from others, those near it and those that are background before all (section
 * 4.1).
 */
export function weightedContrast(
  { count, middles, sizes }: Superpixels,
  { contrast }: Connectivity,
  background: Float64Array,
): Float64Array {
  const out = new Float64Array(count);
  let most = 1e-9;
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      const square =
        ((middles[i * 2] ?? 0) - (middles[j * 2] ?? 0)) ** 2 +
        ((middles[i * 2 + 1] ?? 0) - (middles[j * 2 + 1] ?? 0)) ** 2;
      out[i] =
        (out[i] ?? 0) +
        (contrast[i * count + j] ?? 0) *
          Math.exp(-square / (2 * NEARNESS ** 2)) *
          (background[j] ?? 0) *
          (sizes[j] ?? 0);
    }
    most = Math.max(most, out[i] ?? 0);
  }
  return out.map((value) => value / most);
}

/** Smooths saliency so that neighbors of one color agree and background stays down (section 4.2). 0 to 1. */
export function optimised(
  { count, neighbors }: Superpixels,
  { contrast }: Connectivity,
  foreground: Float64Array,
  background: Float64Array,
): Float64Array {
  const matrix = new Float64Array(count * count);
  for (let i = 0; i < count; i++) {
    matrix[i * count + i] =
      (matrix[i * count + i] ?? 0) + ((foreground[i] ?? 0) + (background[i] ?? 0) * 5 + 1e-3);
    for (const j of neighbors[i] ?? []) {
      const weight = Math.exp((-1 * (contrast[i * count + j] ?? 0) ** 2) / (2 * SIGMA * SIGMA)) + 0.1;
      matrix[i * count + i] = (matrix[i * count + i] ?? 0) + weight;
      matrix[i * count + j] = (matrix[i * count + j] ?? 0) - weight;
    }
  }
  return solve(matrix, foreground, count, 1e-12).map((value) => Math.min(1, Math.max(0, value)));
}
