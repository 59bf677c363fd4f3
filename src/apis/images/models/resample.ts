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

/**
 * Brings a grid to another size and hands its rows over from the top; the row is the same array each time.
 * Making smaller averages, making larger interpolates linearly; the same size gives the same values. Memory:
 * two rows.
 */
export function resample(
  grid: Grid,
  width: number,
  height: number,
  take: (row: Float32Array, y: number) => void,
): void {
  const { channels, values } = grid;
  const stride = grid.width * channels;
  const columns = tapsOf(grid.width, width);
  const mixed = new Float32Array(stride);
  const row = new Float32Array(width * channels);
  for (const [y, { first, weights }] of tapsOf(grid.height, height).entries()) {
    mixed.fill(0);
    for (const [i, weight] of weights.entries()) {
      const start = (first + i) * stride;
      for (let x = 0; x < stride; x++) mixed[x] = (mixed[x] ?? 0) + weight * (values[start + x] ?? 0);
    }
    let out = 0;
    for (const taps of columns) {
      for (let channel = 0; channel < channels; channel++) {
        let sum = 0;
        let at = taps.first * channels + channel;
        for (const weight of taps.weights) {
          sum += weight * (mixed[at] ?? 0);
          at += channels;
        }
        row[out++] = sum;
      }
    }
    take(row, y);
  }
}
