/** An image in gray, one byte per pixel, in rows. */
export interface GrayImage {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The largest skew that is looked for, and the steps of both looks, in degrees. */
const SKEW_MAX = 15;
const STEP = 0.5;
const FINE_STEP = 0.1;

/** OCR reads lines with less skew as they are, in degrees. */
const SKEW_MIN = 0.4;

/** The longer side of the image in cells, and the most edges that are looked at. */
const CELLS = 1_200;
const EDGES_MAX = 24_000;
const EDGES_MIN = 400;

/** The gray below which a cell is ink. */
const INK = 140;

/** How much more the edges must be in lines at the best angle than at the middle one. */
const CLEAR = 1.25;

/** Where ink ends: below it (the lines of horizontal text) or on its right (those of vertical or turned text). */
function edgesOf({ pixels, width, height }: GrayImage, cell: number, isAcross: boolean): Float32Array {
  const [columns, rows] = [Math.floor(width / cell), Math.floor(height / cell)];
  const isInk = new Uint8Array(columns * rows);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      let darkest = 255;
      for (let dy = 0; dy < cell; dy++) {
        const at = (y * cell + dy) * width + x * cell;
        for (let dx = 0; dx < cell; dx++) darkest = Math.min(darkest, pixels[at + dx] ?? 255);
      }
      if (darkest < INK) isInk[y * columns + x] = 1;
    }
  }
  const next = isAcross ? columns : 1;
  const edges: number[] = [];
  for (let y = 0; y < rows - 1; y++) {
    for (let x = 0; x < columns - 1; x++) {
      const at = y * columns + x;
      if (isInk[at] === 1 && isInk[at + next] === 0) edges.push(isAcross ? x : -y, isAcross ? y : x);
    }
  }
  return Float32Array.from(edges);
}

/** How much the edges are in lines at an angle: the mean of the squares of a projection. */
function alignment(edges: Float32Array, degrees: number, bins: Float64Array): number {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  bins.fill(0);
  const middle = bins.length >> 1;
  const step = 2 * Math.max(1, Math.ceil(edges.length / 2 / EDGES_MAX));
  for (let k = 0; k < edges.length; k += step) {
    const bin = middle + Math.round((edges[k + 1] ?? 0) * cos - (edges[k] ?? 0) * sin);
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  let sum = 0;
  for (const count of bins) sum += count * count;
  return sum;
}

/** The best angle of edges and how clear it is. */
function bestAngle(edges: Float32Array): { degrees: number; clear: number } {
  if (edges.length < 2 * EDGES_MIN) return { degrees: 0, clear: 0 };
  const bins = new Float64Array(6 * CELLS);
  const tried: [degrees: number, value: number][] = [];
  for (let at = -SKEW_MAX; at <= SKEW_MAX; at += STEP) tried.push([at, alignment(edges, at, bins)]);
  const usual = tried.map(([, value]) => value).sort((a, b) => a - b)[tried.length >> 1] ?? 1;
  let [degrees, best] = tried.reduce((a, b) => (b[1] > a[1] ? b : a));
  for (let at = degrees - STEP; at <= degrees + STEP; at += FINE_STEP) {
    const value = alignment(edges, at, bins);
    if (value > best) [degrees, best] = [at, value];
  }
  return { degrees, clear: best / Math.max(1, usual) };
}

/**
 * Measures the skew of the lines of a scan, clockwise in degrees, whichever side of the page is up. 0 for a page that is
 * straight, or has no clear lines.
 */
export function skewOf(image: GrayImage): number {
  const cell = Math.max(1, Math.ceil(Math.max(image.width, image.height) / CELLS));
  const [across, down] = [true, false].map((isAcross) => bestAngle(edgesOf(image, cell, isAcross)));
  const best = (across?.clear ?? 0) >= (down?.clear ?? 0) ? across : down;
  if (best === undefined || best.clear < CLEAR) return 0;
  const isStraight = Math.abs(best.degrees) < SKEW_MIN || Math.abs(best.degrees) > SKEW_MAX - STEP;
  return isStraight ? 0 : best.degrees;
}
