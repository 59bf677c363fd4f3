import type { Superpixels } from "./superpixels.ts";

/**
 * The frequency, position and spatial spread of each patch's color (Perazzi et al., Saliency Filters, 2012).
 */
export function distribution({ count, middles, sizes }: Superpixels, contrast: Float64Array) {
  const common = new Float64Array(count);
  const spread = new Float64Array(count);
  const central = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    let [sum, mx, my, square, centre] = [0, 0, 0, 0, 0];
    for (let j = 0; j < count; j++) {
      const w = (sizes[j] ?? 0) * Math.exp((-1 * (contrast[i * count + j] ?? 0) ** 2) / (2 * 12 * 12));
      const [x, y] = [middles[j * 2] ?? 0, middles[j * 2 + 1] ?? 0];
      sum += w;
      mx += w * x;
      my += w * y;
      square += w * (x * x + y * y);
      centre += w * Math.hypot(x - 0.5, y - 0.5);
    }
    common[i] = sum;
    spread[i] = Math.sqrt(Math.max(0, square / sum - (mx / sum) ** 2 - (my / sum) ** 2));
    central[i] = centre / sum;
  }
  return { common, spread, central };
}

/** Computes how each patch differs from those around it within a distance. */
export function surround(
  { count, middles, sizes }: Superpixels,
  contrast: Float64Array,
  reach: number,
): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => {
    let [sum, weight] = [0, 0];
    for (let j = 0; j < count; j++) {
      const square =
        ((middles[i * 2] ?? 0) - (middles[j * 2] ?? 0)) ** 2 +
        ((middles[i * 2 + 1] ?? 0) - (middles[j * 2 + 1] ?? 0)) ** 2;
      const w = (sizes[j] ?? 0) * Math.exp(-square / (2 * reach * reach));
      sum += w * (contrast[i * count + j] ?? 0);
      weight += w;
    }
    return sum / weight;
  });
}
