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
