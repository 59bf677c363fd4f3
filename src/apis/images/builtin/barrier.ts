import type { LabImage } from "./lab-image.ts";

const PASSES = 4;

/** Borders that a path may begin at. */
export interface Sides {
  readonly top: boolean;
  readonly right: boolean;
  readonly bottom: boolean;
  readonly left: boolean;
}

/**
 * The minimum barrier distance of every pixel from the border: along the best path, how far the highest value
 * is above the lowest; for each channel, and added up (Zhang et al., Minimum Barrier Salient Object Detection
 * at 80 FPS, 2015).
 */
export function barrierDistance({ width, height, lab }: LabImage, sides: Sides): Float32Array {
  const total = new Float32Array(width * height);
  const distance = new Float32Array(width * height);
  const high = new Float32Array(width * height);
  const low = new Float32Array(width * height);
  for (let c = 0; c < 3; c++) {
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        const isSeed =
          (sides.left && x === 0) ||
          (sides.right && x === width - 1) ||
          (sides.top && y === 0) ||
          (sides.bottom && y === height - 1);
        distance[i] = isSeed ? 0 : 1e9;
        high[i] = lab[i * 3 + c] ?? 0;
        low[i] = lab[i * 3 + c] ?? 0;
      }
    }
    const relax = (i: number, from: number) => {
      const value = lab[i * 3 + c] ?? 0;
      const top = Math.max(high[from] ?? 0, value);
      const bottom = Math.min(low[from] ?? 0, value);
      if (top - bottom >= (distance[i] ?? 0)) return;
      distance[i] = top - bottom;
      high[i] = top;
      low[i] = bottom;
    };
    for (let pass = 0; pass < PASSES; pass++) {
      if (pass % 2 === 0) {
        for (let y = 0, i = 0; y < height; y++) {
          for (let x = 0; x < width; x++, i++) {
            if (x > 0) relax(i, i - 1);
            if (y > 0) relax(i, i - width);
          }
        }
      } else {
        for (let y = height - 1, i = width * height - 1; y >= 0; y--) {
          for (let x = width - 1; x >= 0; x--, i--) {
            if (x < width - 1) relax(i, i + 1);
            if (y < height - 1) relax(i, i + width);
          }
        }
      }
    }
    for (let i = 0; i < total.length; i++) total[i] = (total[i] ?? 0) + Math.min(distance[i] ?? 0, 300);
  }
  return total;
}
