import type { LabImage } from "./lab-image.ts";

/** The weight of distance relative to color, in units of L*a*b*. */
const COMPACTNESS = 16;
const ROUNDS = 7;

/** An image as a few hundred patches of similar color. */
export interface Superpixels {
  readonly count: number;
  /** The patch of each pixel, from 0. */
  readonly labels: Int32Array;
  readonly sizes: Float64Array;
  /** Three numbers a patch. */
  readonly lab: Float64Array;
  /** The middle of each patch, 0 to 1 each way: two numbers a patch. */
  readonly middles: Float64Array;
  /** The patches that touch each one. */
  readonly neighbors: readonly ReadonlySet<number>[];
}

/** Gives every patch that is in pieces, or too small, to the neighbor it was met from (section 3.2 of the paper). */
function connect(
  raw: Int32Array,
  width: number,
  height: number,
  least: number,
): { labels: Int32Array; count: number } {
  const labels = new Int32Array(raw.length).fill(-1);
  const queue = new Int32Array(raw.length);
  let count = 0;
  for (let start = 0; start < raw.length; start++) {
    if ((labels[start] ?? 0) >= 0) continue;
    const x0 = start % width;
    let before = -1;
    if (x0 > 0) before = labels[start - 1] ?? 0;
    else if (start >= width) before = labels[start - width] ?? 0;
    let tail = 0;
    queue[tail++] = start;
    labels[start] = count;
    for (let head = 0; head < tail; head++) {
      const i = queue[head] ?? 0;
      const x = i % width;
      const y = (i - x) / width;
      for (let side = 0; side < 4; side++) {
        if ((side === 0 && x === 0) || (side === 1 && x === width - 1)) continue;
        if ((side === 2 && y === 0) || (side === 3 && y === height - 1)) continue;
        const near = side === 0 ? i - 1 : side === 1 ? i + 1 : side === 2 ? i - width : i + width;
        if ((labels[near] ?? 0) >= 0 || raw[near] !== raw[start]) continue;
        labels[near] = count;
        queue[tail++] = near;
      }
    }
    if (tail < least && before >= 0) for (let k = 0; k < tail; k++) labels[queue[k] ?? 0] = before;
    else count++;
  }
  return { labels, count };
}

function describe(image: LabImage, labels: Int32Array, count: number): Superpixels {
  const { width, height, lab } = image;
  const sizes = new Float64Array(count);
  const means = new Float64Array(count * 3);
  const middles = new Float64Array(count * 2);
  const neighbors = Array.from({ length: count }, () => new Set<number>());
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const own = labels[i] ?? 0;
      sizes[own] = (sizes[own] ?? 0) + 1;
      for (let c = 0; c < 3; c++) means[own * 3 + c] = (means[own * 3 + c] ?? 0) + (lab[i * 3 + c] ?? 0);
      middles[own * 2] = (middles[own * 2] ?? 0) + (x + 0.5) / width;
      middles[own * 2 + 1] = (middles[own * 2 + 1] ?? 0) + (y + 0.5) / height;
      for (const near of [x > 0 ? (labels[i - 1] ?? 0) : own, y > 0 ? (labels[i - width] ?? 0) : own]) {
        if (near === own) continue;
        neighbors[own]?.add(near);
        neighbors[near]?.add(own);
      }
    }
  }
  for (let k = 0; k < count; k++) {
    for (let c = 0; c < 3; c++) means[k * 3 + c] = (means[k * 3 + c] ?? 0) / (sizes[k] ?? 0);
    for (let c = 0; c < 2; c++) middles[k * 2 + c] = (middles[k * 2 + c] ?? 0) / (sizes[k] ?? 0);
  }
  return { count, labels, sizes, lab: means, middles, neighbors };
}

/** Divides an image into about `wanted` patches (Achanta et al., SLIC Superpixels, 2012). */
export function superpixelsOf(image: LabImage, wanted: number): Superpixels {
  const { width, height, lab } = image;
  const step = Math.max(2, Math.sqrt((width * height) / wanted));
  const columns = Math.max(1, Math.round(width / step));
  const rows = Math.max(1, Math.round(height / step));
  const seeds = columns * rows;
  const centres = new Float64Array(seeds * 5);
  for (let k = 0; k < seeds; k++) {
    const x = Math.min(width - 1, Math.floor((((k % columns) + 0.5) * width) / columns));
    const y = Math.min(height - 1, Math.floor(((Math.floor(k / columns) + 0.5) * height) / rows));
    const i = y * width + x;
    centres.set([lab[i * 3] ?? 0, lab[i * 3 + 1] ?? 0, lab[i * 3 + 2] ?? 0, x, y], k * 5);
  }
  const labels = new Int32Array(width * height);
  const distances = new Float32Array(width * height);
  const weight = (COMPACTNESS / step) ** 2;
  const reach = Math.ceil(step * 1.5);
  for (let round = 0; round < ROUNDS; round++) {
    distances.fill(Number.POSITIVE_INFINITY);
    for (let k = 0; k < seeds; k++) {
      const [l, a, b] = [centres[k * 5] ?? 0, centres[k * 5 + 1] ?? 0, centres[k * 5 + 2] ?? 0];
      const [cx, cy] = [centres[k * 5 + 3] ?? 0, centres[k * 5 + 4] ?? 0];
      const right = Math.min(width - 1, Math.ceil(cx + reach));
      const bottom = Math.min(height - 1, Math.ceil(cy + reach));
      for (let y = Math.max(0, Math.floor(cy - reach)); y <= bottom; y++) {
        for (let x = Math.max(0, Math.floor(cx - reach)); x <= right; x++) {
          const i = y * width + x;
          const [dl, da, db] = [(lab[i * 3] ?? 0) - l, (lab[i * 3 + 1] ?? 0) - a, (lab[i * 3 + 2] ?? 0) - b];
          const [dx, dy] = [x - cx, y - cy];
          const distance = dl * dl + da * da + db * db + weight * (dx * dx + dy * dy);
          if (distance >= (distances[i] ?? 0)) continue;
          distances[i] = distance;
          labels[i] = k;
        }
      }
    }
    const sums = new Float64Array(seeds * 6);
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        const at = (labels[i] ?? 0) * 6;
        for (let c = 0; c < 3; c++) sums[at + c] = (sums[at + c] ?? 0) + (lab[i * 3 + c] ?? 0);
        sums[at + 3] = (sums[at + 3] ?? 0) + x;
        sums[at + 4] = (sums[at + 4] ?? 0) + y;
        sums[at + 5] = (sums[at + 5] ?? 0) + 1;
      }
    }
    for (let k = 0; k < seeds; k++) {
      const size = sums[k * 6 + 5] ?? 0;
      if (size === 0) continue;
      for (let c = 0; c < 5; c++) centres[k * 5 + c] = (sums[k * 6 + c] ?? 0) / size;
    }
  }
  const { labels: connected, count } = connect(labels, width, height, (step * step) / 4);
  return describe(image, connected, count);
}

/** The mean of a plane over each patch. */
export function pooled({ count, labels, sizes }: Superpixels, plane: Float32Array): Float64Array {
  const out = new Float64Array(count);
  for (let i = 0; i < plane.length; i++) out[labels[i] ?? 0] = (out[labels[i] ?? 0] ?? 0) + (plane[i] ?? 0);
  return out.map((sum, k) => sum / (sizes[k] ?? 0));
}
