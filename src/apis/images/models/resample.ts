/** A grid of pixels, rows from the top, the channels of a pixel side by side. */
export interface Grid {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly values: Uint8Array | Float32Array;
}

/** For each place of an output line: the first place of the input that counts, and the weights from there on. */
interface Taps {
  readonly first: number;
  readonly weights: readonly number[];
}

/**
 * The triangle filter, widened where the line gets shorter, so that every input place counts; between two
 * places where it gets longer, which is linear interpolation. Places are squares: the centre of the first lies
 * at 0.5 on both sides, so nothing is shifted.
 */
function tapsOf(from: number, to: number): readonly Taps[] {
  const scale = from / to;
  const reach = Math.max(1, scale);
  return Array.from({ length: to }, (_, place) => {
    const centre = (place + 0.5) * scale - 0.5;
    let first = Math.max(0, Math.ceil(centre - reach));
    const last = Math.min(from - 1, Math.floor(centre + reach));
    const raw: number[] = [];
    for (let i = first; i <= last; i++) raw.push(Math.max(0, 1 - Math.abs(i - centre) / reach));
    while (raw.length > 1 && raw[0] === 0) {
      raw.shift();
      first++;
    }
    while (raw.length > 1 && raw.at(-1) === 0) raw.pop();
    const sum = raw.reduce((total, weight) => total + weight, 0);
    return { first, weights: raw.map((weight) => weight / sum) };
  });
}

// Small functions that see one kind of array are compiled to run several times as fast as loops that see two.

/** Adds a row of the input, times its weight. */
function addRow(sum: Float32Array, from: Float32Array, weight: number): void {
  for (let x = 0; x < sum.length; x++) sum[x] = (sum[x] ?? 0) + weight * (from[x] ?? 0);
}

/** Brings one row of one channel to its new length. */
function mixRow(
  from: Float32Array,
  to: Float32Array,
  columns: readonly Taps[],
  channel: number,
  channels: number,
): void {
  for (let x = 0; x < columns.length; x++) {
    const taps = columns[x];
    if (taps === undefined) continue;
    const { first, weights } = taps;
    let sum = 0;
    for (let i = 0; i < weights.length; i++) {
      sum += (weights[i] ?? 0) * (from[(first + i) * channels + channel] ?? 0);
    }
    to[x * channels + channel] = sum;
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
  const stride = grid.width * channels;
  const [from, mixed] = [new Float32Array(stride), new Float32Array(stride)];
  const row = new Float32Array(width * channels);
  for (const [y, { first, weights }] of tapsOf(grid.height, height).entries()) {
    mixed.fill(0);
    for (const [i, weight] of weights.entries()) {
      const start = (first + i) * stride;
      from.set(values.subarray(start, start + stride));
      addRow(mixed, from, weight);
    }
    for (let channel = 0; channel < channels; channel++) mixRow(mixed, row, columns, channel, channels);
    take(row, y);
  }
}
