import type { Superpixels } from "./superpixels.ts";

/** Pairwise relations of an image's patches. */
export interface Connectivity {
  /** Difference of color between any two patches, row by row. */
  readonly contrast: Float64Array;
  /** The sum of differences along the shortest path over neighbors. */
  readonly path: Float64Array;
}

function contrastOf({ count, lab }: Superpixels): Float64Array {
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

/** The mean of the smallest differences that patches have to a neighbor: what one region has within itself. */
function usualStep({ count, neighbors }: Superpixels, contrast: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    let least = Number.POSITIVE_INFINITY;
    for (const j of neighbors[i] ?? []) least = Math.min(least, contrast[i * count + j] ?? 0);
    if (least < Number.POSITIVE_INFINITY) sum += least;
  }
  return sum / count;
}

/** All shortest ways over neighbors, and over the border, along which background goes on (Dijkstra from each patch). */
export function connectivityOf(patches: Superpixels, borders: readonly number[]): Connectivity {
  const { count, neighbors } = patches;
  const contrast = contrastOf(patches);
  const clip = usualStep(patches, contrast);
  const isBorder = new Set(borders);
  const edges = Array.from({ length: count }, (_, i) => {
    const all = new Set(neighbors[i]);
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
