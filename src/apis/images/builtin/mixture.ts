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
    const owner = new Uint8Array(weights.length);
    split(colors, weights, count, owner);
    const found = Array.from({ length: count }, (_, part) => momentsOf(colors, weights, owner, part));
    const whole = found.reduce((sum, { weight }) => sum + weight, 0);
    const parts = new Float64Array(count * 10);
    for (const [part, { weight, mean, spread }] of found.entries()) {
      if (weight === 0) continue;
      const { la, lb, ab } = spread;
      const ll = spread.ll + NOISE;
      const aa = spread.aa + NOISE;
      const bb = spread.bb + NOISE;
      const determinant = ll * (aa * bb - ab * ab) - la * (la * bb - ab * lb) + lb * (la * ab - aa * lb);
      const scale = 1 / Math.max(1e-6, determinant);
      const inverse = [
        aa * bb - ab * ab,
        lb * ab - la * bb,
        la * ab - lb * aa,
        ll * bb - lb * lb,
        la * lb - ll * ab,
        ll * aa - la * la,
      ];
      const height = weight / whole / Math.sqrt(Math.max(1e-6, determinant));
      parts.set([height, ...mean, ...inverse.map((value) => value * scale)], part * 10);
    }
    return new Mixture(parts, count);
  }

  /** The negative logarithm of how likely a color is, up to a constant; at most 30. */
  cost(l: number, a: number, b: number): number {
    const p = this.#parts;
    let likely = 0;
    for (let at = 0; at < this.#count * 10; at += 10) {
      if (p[at] === 0) continue;
      const x = l - (p[at + 1] ?? 0);
      const y = a - (p[at + 2] ?? 0);
      const z = b - (p[at + 3] ?? 0);
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

/** The weight of a part, its mean, and its covariance. */
function momentsOf(colors: Float32Array, weights: Float32Array, owner: Uint8Array, part: number) {
  let n = 0;
  let [sl, sa, sb] = [0, 0, 0];
  let [sll, sla, slb, saa, sab, sbb] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < weights.length; i++) {
    const w = weights[i] ?? 0;
    if (owner[i] !== part || w === 0) continue;
    const l = colors[i * 3] ?? 0;
    const a = colors[i * 3 + 1] ?? 0;
    const b = colors[i * 3 + 2] ?? 0;
    n += w;
    sl += w * l;
    sa += w * a;
    sb += w * b;
    sll += w * l * l;
    sla += w * l * a;
    slb += w * l * b;
    saa += w * a * a;
    sab += w * a * b;
    sbb += w * b * b;
  }
  const per = 1 / Math.max(1e-9, n);
  const [l, a, b] = [sl * per, sa * per, sb * per];
  const spread = {
    ll: sll * per - l * l,
    la: sla * per - l * a,
    lb: slb * per - l * b,
    aa: saa * per - a * a,
    ab: sab * per - a * b,
    bb: sbb * per - b * b,
  };
  return { weight: n, mean: [l, a, b] as const, spread };
}

/** The mean of a part, its main axis, and how much it spreads along it. */
function principal(colors: Float32Array, weights: Float32Array, owner: Uint8Array, part: number) {
  const { weight, mean, spread } = momentsOf(colors, weights, owner, part);
  const { ll, la, lb, aa, ab, bb } = spread;
  let [x, y, z] = [1, 0.31, 0.17];
  let length = 0;
  // Powers of the matrix turn any vector towards its main axis.
  for (let round = 0; round < 12; round++) {
    const [u, v, w] = [ll * x + la * y + lb * z, la * x + aa * y + ab * z, lb * x + ab * y + bb * z];
    length = Math.hypot(u, v, w);
    if (length < 1e-9) break;
    [x, y, z] = [u / length, v / length, w / length];
  }
  return { mean, axis: [x, y, z] as const, spread: length * weight };
}
