import type { LabImage } from "./lab-image.ts";
import { solve } from "./linear-system.ts";

const TERMS = 6;

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
    const { width, height, lab } = image;
    const matrix = new Float64Array(TERMS * TERMS);
    const sides = new Float64Array(TERMS * 3);
    const basis = new Float64Array(TERMS);
    for (let k = 0; k < count; k++) {
      const i = pixels[k] ?? 0;
      basisAt(i % width, Math.floor(i / width), width, height, basis);
      for (let r = 0; r < TERMS; r++) {
        for (let c = 0; c <= r; c++)
          matrix[r * TERMS + c] = (matrix[r * TERMS + c] ?? 0) + (basis[r] ?? 0) * (basis[c] ?? 0);
        for (let c = 0; c < 3; c++)
          sides[r * 3 + c] = (sides[r * 3 + c] ?? 0) + (basis[r] ?? 0) * (lab[i * 3 + c] ?? 0);
      }
    }
    // A little weight on flatness keeps the corners that no pixel holds down.
    for (let r = 0; r < TERMS; r++)
      matrix[r * TERMS + r] = (matrix[r * TERMS + r] ?? 0) + (r === 0 ? 1e-6 : 0.002 * count);
    return new Surface(solve(matrix, sides, TERMS, 1e-9), image);
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
    const color = new Float64Array(3);
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        this.at(x, y, color);
        difference[i] = differenceAt(lab, i, color);
      }
    }
    return difference;
  }
}

/** Distance of a pixel's color from another. `Math.hypot` takes several times as long. */
export function differenceAt(lab: Float32Array, i: number, color: ArrayLike<number>): number {
  const l = (lab[i * 3] ?? 0) - (color[0] ?? 0);
  const a = (lab[i * 3 + 1] ?? 0) - (color[1] ?? 0);
  const b = (lab[i * 3 + 2] ?? 0) - (color[2] ?? 0);
  return Math.sqrt(l * l + a * a + b * b);
}

function basisAt(x: number, y: number, width: number, height: number, basis: Float64Array): void {
  const u = (2 * x) / Math.max(1, width - 1) - 1;
  const v = (2 * y) / Math.max(1, height - 1) - 1;
  basis[0] = 1;
  basis[1] = u;
  basis[2] = v;
  basis[3] = u * u;
  basis[4] = u * v;
  basis[5] = v * v;
}
