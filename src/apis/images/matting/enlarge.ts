import { resample } from "../pixels/resample.ts";

/**
 * Enlarges a plane bilinearly with aligned pixel centers: pixel x of the large plane is at (x + 0.5) width / to
 * - 0.5 of the small one.
 */
export function enlarge(
  plane: Float32Array,
  width: number,
  height: number,
  toWidth: number,
  toHeight: number,
): Float32Array {
  const out = new Float32Array(toWidth * toHeight);
  resample({ width, height, channels: 1, values: plane }, toWidth, toHeight, (row, y) =>
    out.set(row, y * toWidth),
  );
  return out;
}

/** Units of a depth plane in one pixel of the mask that it was measured on. */
export const DEPTH_UNIT = 8;

/** Enlarges signed distances to a byte a pixel, in units of an eighth; beyond 15 pixels they are all alike. */
export function enlargeDepth(
  distance: Float32Array,
  width: number,
  height: number,
  toWidth: number,
  toHeight: number,
): Int8Array {
  const out = new Int8Array(toWidth * toHeight);
  resample({ width, height, channels: 1, values: distance }, toWidth, toHeight, (row, y) => {
    for (let x = 0; x < toWidth; x++) {
      out[y * toWidth + x] = Math.min(127, Math.max(-127, Math.round(DEPTH_UNIT * (row[x] ?? 0))));
    }
  });
  return out;
}
