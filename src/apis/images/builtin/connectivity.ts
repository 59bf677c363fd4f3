import type { Superpixels } from "./superpixels.ts";

/** Differences of colour below which a region goes on, and how fast it ends beyond. */
const SIGMA = 7;

/** How fast the weight of contrast falls with distance, in lengths of the picture. */
const NEARNESS = 0.4;

/** What the patches of a picture say of each other. */
export interface Connectivity {
  /** Difference of colour between any two patches, row by row. */
  readonly contrast: Float64Array;
  /** The same along the way over neighbours with the smallest differences, added up. */
  readonly path: Float64Array;
}

export function contrastOf({ count, lab }: Superpixels): Float64Array {
  const contrast = new Float64Array(count * count);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < i; j++) {
      const value = Math.hypot(
        (lab[i * 3] ?? 0) - (lab[j * 3] ?? 0),
        (lab[i * 3 + 1] ?? 0) - (lab[j * 3 + 1] ?? 0),
        (lab[i * 3 + 2] ?? 0) - (lab[j * 3 + 2] ?? 0),
      );
      contrast[i * count + j] = value;
      contrast[j * count + i] = value;
    }
  }
  return contrast;
}

/** The mean of the smallest differences that patches have to a neighbour: what one region has within itself. */
function usualStep({ count, neighbours }: Superpixels, contrast: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    let least = Number.POSITIVE_INFINITY;
    for (const j of neighbours[i] ?? []) least = Math.min(least, contrast[i * count + j] ?? 0);
    if (least < Number.POSITIVE_INFINITY) sum += least;
  }
  return sum / count;
}

/** All shortest ways over neighbours, and over the border, along which background goes on (Dijkstra from each patch). */
export function connectivityOf(patches: Superpixels, borders: readonly number[]): Connectivity {
  const { count, neighbours } = patches;
  const contrast = contrastOf(patches);
  const clip = usualStep(patches, contrast);
  const isBorder = new Set(borders);
  const edges = Array.from({ length: count }, (_, i) => {
    const all = new Set(neighbours[i]);
    if (isBorder.has(i)) for (const j of borders) if (j !== i) all.add(j);
    return [...all].map((j) => [j, Math.max(0, (contrast[i * count + j] ?? 0) - clip)] as const);
  });
  const path = new Float64Array(count * count);
  const done = new Uint8Array(count);
  for (let from = 0; from < count; from++) {
    const row = path.subarray(from * count, (from + 1) * count).fill(Number.POSITIVE_INFINITY);
    row[from] = 0;
    done.fill(0);
    for (let k = 0; k < count; k++) {
      let next = -1;
      for (let i = 0; i < count; i++)
        if (done[i] === 0 && (next < 0 || (row[i] ?? 0) < (row[next] ?? 0))) next = i;
      done[next] = 1;
      for (const [j, length] of edges[next] ?? []) {
        if ((row[next] ?? 0) + length < (row[j] ?? 0)) row[j] = (row[next] ?? 0) + length;
      }
    }
  }
  return { contrast, path };
}

/**
 * How sure each patch is background, 0 to 1: how much of the region that it belongs to lies along the border
 * (Zhu et al., Saliency Optimization from Robust Background Detection, 2014, section 3).
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

/** How far each patch differs from others, those near it and those that are background before all (section 4.1). */
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

/** Smooths saliency so that neighbours of one colour agree and background stays down (section 4.2). 0 to 1. */
export function optimised(
  { count, neighbours }: Superpixels,
  { contrast }: Connectivity,
  foreground: Float64Array,
  background: Float64Array,
): Float64Array {
  const matrix = new Float64Array(count * count);
  for (let i = 0; i < count; i++) {
    matrix[i * count + i] =
      (matrix[i * count + i] ?? 0) + ((foreground[i] ?? 0) + (background[i] ?? 0) * 5 + 1e-3);
    for (const j of neighbours[i] ?? []) {
      const weight = Math.exp((-1 * (contrast[i * count + j] ?? 0) ** 2) / (2 * SIGMA * SIGMA)) + 0.1;
      matrix[i * count + i] = (matrix[i * count + i] ?? 0) + weight;
      matrix[i * count + j] = (matrix[i * count + j] ?? 0) - weight;
    }
  }
  // Cholesky's method, in place in the lower half.
  for (let r = 0; r < count; r++) {
    for (let c = 0; c <= r; c++) {
      let sum = matrix[r * count + c] ?? 0;
      for (let k = 0; k < c; k++) sum -= (matrix[r * count + k] ?? 0) * (matrix[c * count + k] ?? 0);
      matrix[r * count + c] = r === c ? Math.sqrt(Math.max(sum, 1e-12)) : sum / (matrix[c * count + c] ?? 0);
    }
  }
  const out = Float64Array.from(foreground);
  for (let r = 0; r < count; r++) {
    for (let k = 0; k < r; k++) out[r] = (out[r] ?? 0) - (matrix[r * count + k] ?? 0) * (out[k] ?? 0);
    out[r] = (out[r] ?? 0) / (matrix[r * count + r] ?? 0);
  }
  for (let r = count - 1; r >= 0; r--) {
    for (let k = r + 1; k < count; k++) out[r] = (out[r] ?? 0) - (matrix[k * count + r] ?? 0) * (out[k] ?? 0);
    out[r] = (out[r] ?? 0) / (matrix[r * count + r] ?? 0);
  }
  return out.map((value) => Math.min(1, Math.max(0, value)));
}
