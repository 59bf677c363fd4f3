import type { RgbImage } from "../engine.ts";

/** The largest side at which fine detail is measured. */
const FINE_SIDE = 1600;

/**
 * Computes the sharpness of each cell of a grid: the logarithm of the energy of the Laplacian of luminance near the
 * image's own resolution, where a lens draws the subject sharp and the rest soft.
 */
export function focusMap(
  { width, height, rgb }: RgbImage,
  gridWidth: number,
  gridHeight: number,
): Float32Array {
  const step = Math.max(1, Math.floor(Math.max(width, height) / FINE_SIDE));
  const w = Math.floor(width / step);
  const h = Math.floor(height / step);
  const grey = new Uint8Array(w * h);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const at = (y * step * width + x * step) * 3;
      grey[y * w + x] = ((rgb[at] ?? 0) * 77 + (rgb[at + 1] ?? 0) * 150 + (rgb[at + 2] ?? 0) * 29) >> 8;
    }
  }
  const energy = new Float32Array(gridWidth * gridHeight);
  const counts = new Float32Array(gridWidth * gridHeight);
  for (let y = 1; y < h - 1; y++) {
    const row = Math.min(gridHeight - 1, Math.floor((y * gridHeight) / h)) * gridWidth;
    for (let x = 1; x < w - 1; x++) {
      const i = y * w + x;
      const bend =
        4 * (grey[i] ?? 0) -
        (grey[i - 1] ?? 0) -
        (grey[i + 1] ?? 0) -
        (grey[i - w] ?? 0) -
        (grey[i + w] ?? 0);
      const cell = row + Math.min(gridWidth - 1, Math.floor((x * gridWidth) / w));
      // Capped: one hard edge must not outweigh a whole texture.
      energy[cell] = (energy[cell] ?? 0) + Math.min(1600, bend * bend);
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  }
  return energy.map((sum, cell) => Math.log(1 + sum / Math.max(1, counts[cell] ?? 0)));
}
