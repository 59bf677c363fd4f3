import type { LabImage } from "./lab-image.ts";
import type { Superpixels } from "./superpixels.ts";

/** The patches along each side of the image. */
interface Borders {
  readonly top: readonly number[];
  readonly right: readonly number[];
  readonly bottom: readonly number[];
  readonly left: readonly number[];
}

/** Finds the patches along each side, each once. */
export function bordersOf({ labels }: Superpixels, { width, height }: LabImage): Borders {
  const along = (count: number, at: (k: number) => number) => [
    ...new Set(Array.from({ length: count }, (_, k) => labels[at(k)] ?? 0)),
  ];
  return {
    top: along(width, (k) => k),
    bottom: along(width, (k) => (height - 1) * width + k),
    left: along(height, (k) => k * width),
    right: along(height, (k) => k * width + width - 1),
  };
}

/** The mean difference between each patch and the few nearest patches of a border. */
export function differenceFrom(
  count: number,
  contrast: Float64Array,
  border: readonly number[],
): Float64Array {
  const take = Math.max(1, Math.round(border.length * 0.3));
  return Float64Array.from({ length: count }, (_, i) => {
    const sorted = border.map((j) => contrast[i * count + j] ?? 0).sort((a, b) => a - b);
    return sorted.slice(0, take).reduce((sum, value) => sum + value, 0) / take;
  });
}

/** The length of the shortest path from each patch to a border's patches. */
export function leastOf(count: number, path: Float64Array, border: readonly number[]): Float64Array {
  return Float64Array.from({ length: count }, (_, i) =>
    border.reduce((least, j) => Math.min(least, path[i * count + j] ?? 0), Number.POSITIVE_INFINITY),
  );
}
