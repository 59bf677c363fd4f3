/** Added to each variance, so that none is zero. */
const NOISE = 3;

/** A Gaussian mixture of colors. */
export class Mixture {
  /** For each part: weight over the root of the determinant, mean (3), inverse covariance (6). */
  readonly #parts: Float64Array;
  readonly #count: number;

  private constructor(parts: Float64Array, count: number) {
    this.#parts = parts;
    this.#count = count;
  }

  /**
   * Fits `count` parts to colors (three numbers each) of given weights, each color to the part it is nearest
   * to, from seeds along the main axis (Orchard and Bouman, Color Quantization of Images, 1991, in one step).
   */
  static fit(colors: Float32Array, weights: Float32Array, count: number): Mixture {
    const size = weights.length;
    const owner = new Uint8Array(size);
    split(colors, weights, count, owner);
    const parts = new Float64Array(count * 10);
    let whole = 0;
    const sums = new Float64Array(count * 10);
    for (let i = 0; i < size; i++) {
      const w = weights[i] ?? 0;
      if (w === 0) continue;
      const at = (owner[i] ?? 0) * 10;
      const [l, a, b] = [colors[i * 3] ?? 0, colors[i * 3 + 1] ?? 0, colors[i * 3 + 2] ?? 0];
      const terms = [1, l, a, b, l * l, l * a, l * b, a * a, a * b, b * b];
      for (let k = 0; k < 10; k++) sums[at + k] = (sums[at + k] ?? 0) + w * (terms[k] ?? 0);
      whole += w;
    }
    for (let part = 0; part < count; part++) {
      const at = part * 10;
      const n = sums[at] ?? 0;
      if (n <= 0) continue;
      const [l, a, b] = [(sums[at + 1] ?? 0) / n, (sums[at + 2] ?? 0) / n, (sums[at + 3] ?? 0) / n];
      const ll = (sums[at + 4] ?? 0) / n - l * l + NOISE;
      const la = (sums[at + 5] ?? 0) / n - l * a;
      const lb = (sums[at + 6] ?? 0) / n - l * b;
      const aa = (sums[at + 7] ?? 0) / n - a * a + NOISE;
      const ab = (sums[at + 8] ?? 0) / n - a * b;
      const bb = (sums[at + 9] ?? 0) / n - b * b + NOISE;
      const determinant = ll * (aa * bb - ab * ab) - la * (la * bb - ab * lb) + lb * (la * ab - aa * lb);
      const scale = 1 / Math.max(1e-6, determinant);
      parts.set(
        [
          n / whole / Math.sqrt(Math.max(1e-6, determinant)),
          l,
          a,
          b,
          (aa * bb - ab * ab) * scale,
          (lb * ab - la * bb) * scale,
          (la * ab - lb * aa) * scale,
          (ll * bb - lb * lb) * scale,
          (la * lb - ll * ab) * scale,
          (ll * aa - la * la) * scale,
        ],
        at,
      );
    }
    return new Mixture(parts, count);
  }

  /** The negative logarithm of how likely a color is, up to a constant; at most 30. */
  cost(l: number, a: number, b: number): number {
    const p = this.#parts;
    let likely = 0;
    for (let at = 0; at < this.#count * 10; at += 10) {
      if (p[at] === 0) continue;
      const [x, y, z] = [l - (p[at + 1] ?? 0), a - (p[at + 2] ?? 0), b - (p[at + 3] ?? 0)];
      const square =
        (p[at + 4] ?? 0) * x * x +
        2 * (p[at + 5] ?? 0) * x * y +
        2 * (p[at + 6] ?? 0) * x * z +
        (p[at + 7] ?? 0) * y * y +
        2 * (p[at + 8] ?? 0) * y * z +
        (p[at + 9] ?? 0) * z * z;
      likely += (p[at] ?? 0) * Math.exp(-0.5 * square);
    }
    return -Math.log(likely + 1e-13);
  }
}

/** Parts colors in two along their main axis, then always the part that is most spread, until there are `count`. */
function split(colors: Float32Array, weights: Float32Array, count: number, owner: Uint8Array): void {
  for (let made = 1; made < count; made++) {
    let [widest, spread] = [0, -1];
    let axis: readonly [number, number, number] = [1, 0, 0];
    let middle: readonly [number, number, number] = [0, 0, 0];
    for (let part = 0; part < made; part++) {
      const found = principal(colors, weights, owner, part);
      if (found.spread > spread)
        [widest, spread, axis, middle] = [part, found.spread, found.axis, found.mean];
    }
    for (let i = 0; i < weights.length; i++) {
      if (owner[i] !== widest) continue;
      const along =
        ((colors[i * 3] ?? 0) - middle[0]) * axis[0] +
        ((colors[i * 3 + 1] ?? 0) - middle[1]) * axis[1] +
        ((colors[i * 3 + 2] ?? 0) - middle[2]) * axis[2];
      if (along > 0) owner[i] = made;
    }
  }
}

/** The mean of a part, its main axis, and how much it spreads along it. */
function principal(colors: Float32Array, weights: Float32Array, owner: Uint8Array, part: number) {
  const sums = new Float64Array(10);
  for (let i = 0; i < weights.length; i++) {
    if (owner[i] !== part || weights[i] === 0) continue;
    const w = weights[i] ?? 0;
    const [l, a, b] = [colors[i * 3] ?? 0, colors[i * 3 + 1] ?? 0, colors[i * 3 + 2] ?? 0];
    sums[0] = (sums[0] ?? 0) + w;
    sums[1] = (sums[1] ?? 0) + w * l;
    sums[2] = (sums[2] ?? 0) + w * a;
    sums[3] = (sums[3] ?? 0) + w * b;
    sums[4] = (sums[4] ?? 0) + w * l * l;
    sums[5] = (sums[5] ?? 0) + w * l * a;
    sums[6] = (sums[6] ?? 0) + w * l * b;
    sums[7] = (sums[7] ?? 0) + w * a * a;
    sums[8] = (sums[8] ?? 0) + w * a * b;
    sums[9] = (sums[9] ?? 0) + w * b * b;
  }
  const n = Math.max(1e-9, sums[0] ?? 0);
  const mean = [(sums[1] ?? 0) / n, (sums[2] ?? 0) / n, (sums[3] ?? 0) / n] as const;
  const [l, a, b] = mean;
  const ll = (sums[4] ?? 0) / n - l * l;
  const la = (sums[5] ?? 0) / n - l * a;
  const lb = (sums[6] ?? 0) / n - l * b;
  const aa = (sums[7] ?? 0) / n - a * a;
  const ab = (sums[8] ?? 0) / n - a * b;
  const bb = (sums[9] ?? 0) / n - b * b;
  let [x, y, z] = [1, 0.31, 0.17];
  let length = 0;
  // Powers of the matrix turn any vector towards its main axis.
  for (let round = 0; round < 12; round++) {
    const [u, v, w] = [ll * x + la * y + lb * z, la * x + aa * y + ab * z, lb * x + ab * y + bb * z];
    length = Math.hypot(u, v, w);
    if (length < 1e-9) break;
    [x, y, z] = [u / length, v / length, w / length];
  }
  return { mean, axis: [x, y, z] as const, spread: length * n };
}
