import type { LabImage } from "./lab-image.ts";
import { differenceAt, Surface } from "./surface.ts";

/** The width of the border that is sampled, as a share of the shorter side. */
const RING = 0.025;

/** The largest difference at which a pixel of the border belongs to the backdrop. */
const NEAR = 7;

/** How much of the border, of its best two sides and of the third must belong: a subject may cover the fourth. */
const WHOLE = 0.6;
const BEST_SIDES = 0.9;
const THIRD_SIDE = 0.55;

/** A backdrop found along the border. */
export interface Backdrop {
  readonly surface: Surface;
  /** The usual difference of its pixels from it. */
  readonly noise: number;
}

interface Ring {
  readonly pixels: Int32Array;
  /** The side of each pixel: 0 top, 1 right, 2 bottom, 3 left. */
  readonly sides: Uint8Array;
}

function ringOf({ width, height }: LabImage): Ring {
  const depth = Math.max(2, Math.round(RING * Math.min(width, height)));
  const pixels: number[] = [];
  const sides: number[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const right = width - 1 - x;
      const below = height - 1 - y;
      const nearest = Math.min(y, right, below, x);
      if (nearest >= depth) {
        x = Math.max(x, width - depth - 1);
        continue;
      }
      pixels.push(y * width + x);
      sides.push(nearest === y ? 0 : nearest === right ? 1 : nearest === below ? 2 : 3);
    }
  }
  return { pixels: Int32Array.from(pixels), sides: Uint8Array.from(sides) };
}

function medianOf(values: Float32Array): number {
  return values.length === 0 ? 0 : (values.sort()[values.length >> 1] ?? 0);
}

function medianColor(lab: Float32Array, pixels: Int32Array): readonly [number, number, number] {
  const channel = (c: number) => medianOf(Float32Array.from(pixels, (i) => lab[i * 3 + c] ?? 0));
  return [channel(0), channel(1), channel(2)];
}

/**
 * Fits the surface from one guess of its color, with an ever smaller tolerance. Undefined too if another guess led to the
 * same choice of pixels, which `fitted` has, and so to the same surface.
 */
function fitFrom(
  image: LabImage,
  { pixels }: Ring,
  guess: readonly [number, number, number],
  fitted: Set<string>,
) {
  const { width, lab } = image;
  const chosen = new Int32Array(pixels.length);
  const color = Float64Array.from(guess);
  let surface: Surface | undefined;
  let inside = 0;
  let last: string | undefined;
  for (const reach of [22, 16, 12, 9, NEAR, NEAR, NEAR]) {
    inside = 0;
    for (const i of pixels) {
      surface?.at(i % width, Math.floor(i / width), color);
      if (differenceAt(lab, i, color) < reach) chosen[inside++] = i;
    }
    if (inside < 0.3 * pixels.length) return undefined;
    const choice = `${reach} ${Bun.hash(chosen.subarray(0, inside))}`;
    if (choice === last) break;
    if (fitted.has(choice)) return undefined;
    fitted.add(choice);
    last = choice;
    surface = Surface.fit(image, chosen, inside);
  }
  return surface === undefined ? undefined : { surface, inside };
}

/**
 * Finds the plain backdrop of an image: one color, or a slow change of colors, along most of its border.
 * Undefined if the border shows anything else.
 */
export function findBackdrop(image: LabImage): Backdrop | undefined {
  const ring = ringOf(image);
  const { pixels, sides } = ring;
  const guesses = [pixels, ...[0, 1, 2, 3].map((side) => pixels.filter((_, k) => sides[k] === side))];
  const fitted = new Set<string>();
  let best: { surface: Surface; inside: number } | undefined;
  for (const part of guesses) {
    const found = fitFrom(image, ring, medianColor(image.lab, part), fitted);
    if (found !== undefined && found.inside > (best?.inside ?? 0)) best = found;
  }
  if (best === undefined) return undefined;
  const difference = best.surface.differences(image);
  const counts = [0, 0, 0, 0];
  const near = [0, 0, 0, 0];
  const residues: number[] = [];
  for (const [k, i] of pixels.entries()) {
    counts[sides[k] ?? 0] = (counts[sides[k] ?? 0] ?? 0) + 1;
    if ((difference[i] ?? 0) >= NEAR) continue;
    near[sides[k] ?? 0] = (near[sides[k] ?? 0] ?? 0) + 1;
    residues.push(difference[i] ?? 0);
  }
  const shares = near.map((value, side) => value / Math.max(1, counts[side] ?? 0)).sort((a, b) => b - a);
  const [first = 0, second = 0, third = 0] = shares;
  if (second < BEST_SIDES || third < THIRD_SIDE || first < BEST_SIDES) return undefined;
  if (residues.length < WHOLE * pixels.length) return undefined;
  return { surface: best.surface, noise: medianOf(Float32Array.from(residues)) };
}
