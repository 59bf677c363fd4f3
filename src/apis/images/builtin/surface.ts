import type { LabImage } from "./lab-image.ts";

const TERMS = 6;
/** The power of the place across and down in each term, and the powers of one in products of two terms. */
const ACROSS = [0, 1, 0, 2, 1, 0];
const DOWN = [0, 0, 1, 0, 1, 2];
const POWERS = 5;

/** A color that changes over the image as a polynomial of second degree, one for each of L*, a*, b*. */
export class Surface {
  readonly #coefficients: Float64Array;
  readonly #width: number;
  readonly #height: number;

  private constructor(coefficients: Float64Array, { width, height }: LabImage) {
    this.#coefficients = coefficients;
    this.#width = width;
    this.#height = height;
  }

  /** Fits the surface closest to the listed pixels by least squares; of the first degree for few pixels. */
  static fit(image: LabImage, pixels: Int32Array, count: number): Surface {
    const { width, height } = image;
    const matrix = new Float64Array(TERMS * TERMS);
    const sides = new Float64Array(TERMS * 3);
    const sums = new Float64Array(POWERS * 4);
    for (let k = 0; k < count; ) {
      const y = Math.floor((pixels[k] ?? 0) / width);
      k = sumRow(image, pixels, k, count, sums);
      const v = (2 * y) / Math.max(1, height - 1) - 1;
      const down = [1, v, v * v, v ** 3, v ** 4];
      for (let r = 0; r < TERMS; r++) {
        const [p, q] = [ACROSS[r] ?? 0, DOWN[r] ?? 0];
        for (let c = 0; c < TERMS; c++)
          matrix[r * TERMS + c] =
            (matrix[r * TERMS + c] ?? 0) +
            (sums[p + (ACROSS[c] ?? 0)] ?? 0) * (down[q + (DOWN[c] ?? 0)] ?? 0);
        for (let c = 0; c < 3; c++)
          sides[r * 3 + c] = (sides[r * 3 + c] ?? 0) + (sums[POWERS * (c + 1) + p] ?? 0) * (down[q] ?? 0);
      }
    }
    // A little weight on flatness keeps the corners that no pixel holds down.
    for (let r = 0; r < TERMS; r++)
      matrix[r * TERMS + r] = (matrix[r * TERMS + r] ?? 0) + (r === 0 ? 1e-6 : 0.002 * count);
    return new Surface(solve(matrix, sides), image);
  }

  /** Writes the color at a pixel into `out`. */
  at(x: number, y: number, out: Float64Array): void {
    const u = (2 * x) / Math.max(1, this.#width - 1) - 1;
    const v = (2 * y) / Math.max(1, this.#height - 1) - 1;
    const k = this.#coefficients;
    for (let c = 0; c < 3; c++) {
      out[c] =
        (k[c] ?? 0) +
        (k[3 + c] ?? 0) * u +
        (k[6 + c] ?? 0) * v +
        (k[9 + c] ?? 0) * u * u +
        (k[12 + c] ?? 0) * u * v +
        (k[15 + c] ?? 0) * v * v;
    }
  }

  /** The difference of every pixel from the surface. */
  differences({ width, height, lab }: LabImage): Float32Array {
    const difference = new Float32Array(width * height);
    const k = this.#coefficients;
    const [even, along] = [new Float64Array(3), new Float64Array(3)];
    for (let y = 0, i = 0; y < height; y++) {
      const v = (2 * y) / Math.max(1, this.#height - 1) - 1;
      for (let c = 0; c < 3; c++) {
        even[c] = (k[c] ?? 0) + (k[6 + c] ?? 0) * v + (k[15 + c] ?? 0) * v * v;
        along[c] = (k[3 + c] ?? 0) + (k[12 + c] ?? 0) * v;
      }
      for (let x = 0; x < width; x++, i++) {
        const u = (2 * x) / Math.max(1, this.#width - 1) - 1;
        let square = 0;
        for (let c = 0; c < 3; c++) {
          const off = (lab[i * 3 + c] ?? 0) - (even[c] ?? 0) - ((along[c] ?? 0) + (k[9 + c] ?? 0) * u) * u;
          square += off * off;
        }
        difference[i] = Math.sqrt(square);
      }
    }
    return difference;
  }
}

/**
 * Solves a system of `TERMS` rows with three right-hand sides by Gauss-Jordan elimination; both arguments are overwritten.
 * The matrix is positive definite, so no pivoting is needed.
 */
function solve(matrix: Float64Array, sides: Float64Array): Float64Array {
  for (let p = 0; p < TERMS; p++) {
    for (let r = 0; r < TERMS; r++) {
      if (r === p) continue;
      const factor = (matrix[r * TERMS + p] ?? 0) / (matrix[p * TERMS + p] ?? 1);
      for (let c = p; c < TERMS; c++)
        matrix[r * TERMS + c] = (matrix[r * TERMS + c] ?? 0) - factor * (matrix[p * TERMS + c] ?? 0);
      for (let c = 0; c < 3; c++)
        sides[r * 3 + c] = (sides[r * 3 + c] ?? 0) - factor * (sides[p * 3 + c] ?? 0);
    }
  }
  return sides.map((side, i) => side / (matrix[Math.floor(i / 3) * (TERMS + 1)] ?? 1));
}

/** Distance of a pixel's color from another. `Math.hypot` takes several times as long. */
export function differenceAt(lab: Float32Array, i: number, color: ArrayLike<number>): number {
  const l = (lab[i * 3] ?? 0) - (color[0] ?? 0);
  const a = (lab[i * 3 + 1] ?? 0) - (color[1] ?? 0);
  const b = (lab[i * 3 + 2] ?? 0) - (color[2] ?? 0);
  return Math.sqrt(l * l + a * a + b * b);
}

/**
 * Adds up a row of the listed pixels, from the one at `from` on: powers of the place across, and each of L*, a*, b* times
 * them. Returns where the next row begins.
 */
function sumRow(
  { width, lab }: LabImage,
  pixels: Int32Array,
  from: number,
  count: number,
  sums: Float64Array,
): number {
  sums.fill(0);
  const start = Math.floor((pixels[from] ?? 0) / width) * width;
  let k = from;
  for (; k < count; k++) {
    const i = pixels[k] ?? 0;
    if (i < start || i >= start + width) break;
    let power = 1;
    const u = (2 * (i - start)) / Math.max(1, width - 1) - 1;
    for (let p = 0; p < POWERS; p++) {
      sums[p] = (sums[p] ?? 0) + power;
      if (p < 3) {
        for (let c = 0; c < 3; c++) {
          const at = POWERS * (c + 1) + p;
          sums[at] = (sums[at] ?? 0) + power * (lab[i * 3 + c] ?? 0);
        }
      }
      power *= u;
    }
  }
  return k;
}
