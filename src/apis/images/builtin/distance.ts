const STRAIGHT = 3;
const ACROSS = 4;

/**
 * The distance of every pixel to the nearest pixel where `mask` is `value`, in pixels, by the 3-4 chamfer
 * transform (Borgefors, Distance Transformations in Digital Images, 1986). Within 8% of the true distance.
 */
export function distanceTo(mask: Uint8Array, width: number, height: number, value: 0 | 1): Float32Array {
  const far = 3 * (width + height);
  const distance = new Float32Array(mask.length);
  for (let i = 0; i < mask.length; i++) distance[i] = mask[i] === value ? 0 : far;
  // From the first pixel to the last, and back.
  for (let pass = 0; pass < 2; pass++) {
    lower(distance, width, height);
    distance.reverse();
  }
  for (let i = 0; i < distance.length; i++) distance[i] = (distance[i] ?? 0) / STRAIGHT;
  return distance;
}

/** Lowers the distance of each pixel to what its neighbors before it allow. */
function lower(distance: Float32Array, width: number, height: number): void {
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      let best = distance[i] ?? 0;
      if (x > 0) best = Math.min(best, (distance[i - 1] ?? 0) + STRAIGHT);
      if (y > 0) {
        best = Math.min(best, (distance[i - width] ?? 0) + STRAIGHT);
        if (x > 0) best = Math.min(best, (distance[i - width - 1] ?? 0) + ACROSS);
        if (x < width - 1) best = Math.min(best, (distance[i - width + 1] ?? 0) + ACROSS);
      }
      distance[i] = best;
    }
  }
}

/** The distance of each pixel of a mask from the nearest one outside, and of each other pixel from the mask. */
export interface Distances {
  readonly inside: Float32Array;
  readonly outside: Float32Array;
}

/** Both distances, in pixels: 0 for the pixels of the other side. */
export function distancesOf(mask: Uint8Array, width: number, height: number): Distances {
  return { inside: distanceTo(mask, width, height, 0), outside: distanceTo(mask, width, height, 1) };
}

/** The signed distance to the edge of a mask: negative inside, positive outside. The edge is between pixels. */
export function signedDistance({ inside, outside }: Distances): Float32Array {
  return inside.map((depth, i) => (depth > 0 ? 0.5 - depth : (outside[i] ?? 0) - 0.5));
}
