import type { CellGrid } from "./cell-grid.ts";
import { planeOf } from "./fill.ts";

/** For each place of a line, one divided by the number of places within `radius`. */
function sharesOf(length: number, radius: number): Float64Array {
  return new Float64Array(length).map(
    (_, x) => 1 / (Math.min(length - 1, x + radius) - Math.max(0, x - radius) + 1),
  );
}

/** The mean of a plane over boxes of `2 radius + 1`, smaller at the borders, by running sums. */
function boxMean(plane: Float32Array, width: number, height: number, radius: number): Float32Array {
  const rows = new Float32Array(plane.length);
  const [across, down] = [sharesOf(width, radius), sharesOf(height, radius)];
  const before = new Float64Array(width + 2 * radius + 1);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    // Sums of all places before each one; those beyond the ends are empty.
    let sum = 0;
    for (let x = 0; x < width; x++) {
      sum += plane[row + x] ?? 0;
      before[radius + x + 1] = sum;
    }
    before.fill(sum, radius + width + 1);
    for (let x = 0; x < width; x++) {
      rows[row + x] = ((before[x + 2 * radius + 1] ?? 0) - (before[x] ?? 0)) * (across[x] ?? 0);
    }
  }
  const out = new Float32Array(plane.length);
  const sums = new Float64Array(width);
  for (let y = -radius; y < height; y++) {
    const enters = y + radius < height ? (y + radius) * width : -1;
    const leaves = (y - radius - 1) * width;
    if (enters >= 0) for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) + (rows[enters + x] ?? 0);
    if (leaves >= 0) for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) - (rows[leaves + x] ?? 0);
    if (y < 0) continue;
    const share = down[y] ?? 0;
    for (let x = 0; x < width; x++) out[y * width + x] = (sums[x] ?? 0) * share;
  }
  return out;
}

/** An alpha mask as a local linear function of color: each cell has three slopes and what is added. */
export type LinearMask = CellGrid;

/**
 * Finds the linear functions of color that come closest to a mask in each neighborhood (He, Sun and Tang,
 * Guided Image Filtering, 2013, section 3.5). `guide` has three numbers a pixel, `epsilon` is in their unit,
 * squared. Evaluated at a larger size they carry the mask's edge to that of the image (He and Sun, Fast Guided Filter,
 * 2015).
 */
export function guide(
  colors: Float32Array,
  mask: Float32Array,
  width: number,
  height: number,
  radius: number,
  epsilon: number,
): LinearMask {
  const size = width * height;
  const mean = (value: (i: number) => number) => boxMean(planeOf(size, value), width, height, radius);
  const [r, g, b] = [0, 1, 2].map((c) => mean((i) => colors[i * 3 + c] ?? 0)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const m = boxMean(mask, width, height, radius);
  const product = (c: number, d: number) => mean((i) => (colors[i * 3 + c] ?? 0) * (colors[i * 3 + d] ?? 0));
  const [rr, rg, rb] = [product(0, 0), product(0, 1), product(0, 2)];
  const [gg, gb, bb] = [product(1, 1), product(1, 2), product(2, 2)];
  const [mr, mg, mb] = [0, 1, 2].map((c) => mean((i) => (colors[i * 3 + c] ?? 0) * (mask[i] ?? 0))) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const slopes = [new Float32Array(size), new Float32Array(size), new Float32Array(size)] as const;
  const offset = new Float32Array(size);
  for (let i = 0; i < size; i++) {
    const a = (rr[i] ?? 0) - (r[i] ?? 0) * (r[i] ?? 0) + epsilon;
    const d = (gg[i] ?? 0) - (g[i] ?? 0) * (g[i] ?? 0) + epsilon;
    const f = (bb[i] ?? 0) - (b[i] ?? 0) * (b[i] ?? 0) + epsilon;
    const p = (rg[i] ?? 0) - (r[i] ?? 0) * (g[i] ?? 0);
    const q = (rb[i] ?? 0) - (r[i] ?? 0) * (b[i] ?? 0);
    const s = (gb[i] ?? 0) - (g[i] ?? 0) * (b[i] ?? 0);
    const [x, y, z] = [
      (mr[i] ?? 0) - (m[i] ?? 0) * (r[i] ?? 0),
      (mg[i] ?? 0) - (m[i] ?? 0) * (g[i] ?? 0),
      (mb[i] ?? 0) - (m[i] ?? 0) * (b[i] ?? 0),
    ];
    const [ia, ip, iq] = [d * f - s * s, q * s - p * f, p * s - q * d];
    const scale = 1 / (a * ia + p * ip + q * iq);
    const red = scale * (ia * x + ip * y + iq * z);
    const green = scale * (ip * x + (a * f - q * q) * y + (p * q - a * s) * z);
    const blue = scale * (iq * x + (p * q - a * s) * y + (a * d - p * p) * z);
    slopes[0][i] = red;
    slopes[1][i] = green;
    slopes[2][i] = blue;
    offset[i] = (m[i] ?? 0) - red * (r[i] ?? 0) - green * (g[i] ?? 0) - blue * (b[i] ?? 0);
  }
  const cells = new Float32Array(size * 4);
  for (const [k, plane] of [...slopes, offset].entries()) {
    const smooth = boxMean(plane, width, height, radius);
    for (let i = 0; i < size; i++) cells[i * 4 + k] = smooth[i] ?? 0;
  }
  return { width, height, cells };
}
