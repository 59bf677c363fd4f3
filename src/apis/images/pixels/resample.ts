/** A grid of pixels, rows from the top, the channels of a pixel side by side. */
export interface Grid {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly values: Uint8Array | Float32Array;
  /** From one row to the next, in values; without it, rows follow each other. */
  readonly stride?: number;
}

/** For each place of an output line the places of the input that count, as many for each, and their weights. */
interface Taps {
  readonly count: number;
  readonly firsts: Int32Array;
  readonly weights: Float32Array;
}

/**
 * The triangle filter. To shrink, it is widened so that every input pixel counts; to enlarge, it is linear
 * interpolation. Pixels are squares: the center of the first is at 0.5 in both images, so nothing is shifted.
 */
function tapsOf(from: number, to: number): Taps {
  const scale = from / to;
  const reach = Math.max(1, scale);
  const count = Math.min(from, from === to ? 1 : Math.ceil(2 * reach));
  const firsts = new Int32Array(to);
  const weights = new Float32Array(to * count);
  for (let place = 0; place < to; place++) {
    const centre = (place + 0.5) * scale - 0.5;
    // At the ends the window stays within the line; what lies too far away weighs nothing.
    const first = Math.min(Math.max(0, Math.floor(centre - reach) + 1), from - count);
    const raw = Array.from({ length: count }, (_, i) =>
      Math.max(0, 1 - Math.abs(first + i - centre) / reach),
    );
    const sum = raw.reduce((total, weight) => total + weight, 0);
    firsts[place] = first;
    weights.set(
      raw.map((weight) => weight / sum),
      place * count,
    );
  }
  return { count, firsts, weights };
}

// Small functions that see one kind of array are compiled to run several times as fast as loops that see two.

function addRow(sum: Float32Array, from: Float32Array, weight: number): void {
  for (let x = 0; x < sum.length; x++) sum[x] = (sum[x] ?? 0) + weight * (from[x] ?? 0);
}

function mixRow(
  from: Float32Array,
  to: Float32Array,
  columns: Taps,
  channel: number,
  channels: number,
): void {
  const { count, firsts, weights } = columns;
  for (let x = 0; x < firsts.length; x++) {
    let at = (firsts[x] ?? 0) * channels + channel;
    let sum = 0;
    for (let i = x * count; i < (x + 1) * count; i++) {
      sum += (weights[i] ?? 0) * (from[at] ?? 0);
      at += channels;
    }
    to[x * channels + channel] = sum;
  }
}

/** Interpolates one channel between two neighbors: the fast path for enlarging masks. */
function mixPairs(
  from: Float32Array,
  to: Float32Array,
  { firsts, weights }: Taps,
  channel: number,
  channels: number,
): void {
  for (let x = 0, at = channel; x < firsts.length; x++, at += channels) {
    const first = (firsts[x] ?? 0) * channels + channel;
    to[at] =
      (weights[2 * x] ?? 0) * (from[first] ?? 0) + (weights[2 * x + 1] ?? 0) * (from[first + channels] ?? 0);
  }
}

/**
 * Brings a grid to another size and hands its rows over from the top; the row is the same array each time.
 * Making smaller averages, making larger interpolates linearly; the same size gives the same values. Memory:
 * three rows.
 */
export function resample(
  grid: Grid,
  width: number,
  height: number,
  take: (row: Float32Array, y: number) => void,
): void {
  const { channels, values } = grid;
  const columns = tapsOf(grid.width, width);
  const rows = tapsOf(grid.height, height);
  const length = grid.width * channels;
  const { stride = length } = grid;
  const [from, mixed] = [new Float32Array(length), new Float32Array(length)];
  const row = new Float32Array(width * channels);
  for (let y = 0; y < height; y++) {
    mixed.fill(0);
    for (let i = 0; i < rows.count; i++) {
      const weight = rows.weights[y * rows.count + i] ?? 0;
      if (weight === 0) continue;
      const start = ((rows.firsts[y] ?? 0) + i) * stride;
      from.set(values.subarray(start, start + length));
      addRow(mixed, from, weight);
    }
    const mix = columns.count === 2 ? mixPairs : mixRow;
    for (let channel = 0; channel < channels; channel++) mix(mixed, row, columns, channel, channels);
    take(row, y);
  }
}
