import { ColorField } from "../matting/color-field.ts";
import { maskOf } from "../matting/fill.ts";
import type { Distances } from "./distance.ts";
import { CONFIDENT_PROBABILITY, LIKELY } from "./network-prior.ts";

/** How far a soft edge may reach into a mask, in its pixels. */
const DEEPEST = 16;

/** A pixel that has moved less than this share of what others have is backdrop between hairs. */
const GAP = 0.15;

/** How far the backdrop and a hair are from any pixel of dense hair, in pixels of the mask. */
const HAIR = 6;

/** Half the window in which the middle of a part of the subject is looked for. */
const WINDOW = 3;

/** A thin part counts as pure where it has moved this share of what others have. */
const PURE = 0.5;

/** A pixel that has moved less than this share of the way from backdrop to subject is part of the edge. */
const SOFT = 0.86;

/** Where a subject is thicker than this it shows its own color. */
const THICK = 6;

/** Whether `is` holds for a pixel near pixel i: in the square of `reach` pixels to each side, or in the circle within it. */
function isNear(
  i: number,
  width: number,
  height: number,
  reach: number,
  shape: "square" | "circle",
  is: (i: number) => boolean,
): boolean {
  const [x, y] = [i % width, Math.floor(i / width)];
  const furthest = shape === "circle" ? reach * reach : Number.POSITIVE_INFINITY;
  for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v++) {
    for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach); u++) {
      if ((u - x) ** 2 + (v - y) ** 2 <= furthest && is(v * width + u)) return true;
    }
  }
  return false;
}

/** The pixels that lie deepest in the subject hereabouts: they show its color at its purest. */
function ridges(depth: Float32Array, width: number, height: number): Uint8Array {
  return maskOf(depth.length, (i) => {
    const value = depth[i] ?? 0;
    if (value > THICK) return true;
    const isDeeper = (near: number) => value < 0.75 * (depth[near] ?? 0);
    return value >= 1 && !isNear(i, width, height, WINDOW, "square", isDeeper);
  });
}

interface Mask {
  readonly width: number;
  readonly height: number;
  /** Distance from the background; 0 outside of the mask. */
  readonly depth: Float32Array;
  readonly seen: Float32Array;
}

/**
 * Where hair is so dense that the mask has closed over it: the mask is thick, the network not sure, and both the backdrop
 * and the subject show within a few pixels. White clothes before white show no subject hereabouts.
 */
function mixtures(
  { width, height, depth, seen }: Mask,
  movedAt: (i: number) => number,
  usual: number,
): Uint8Array {
  // Computed when it is first read: most pixels are near no dense hair.
  const known = new Float32Array(depth.length).fill(-1);
  const moved = (i: number): number => {
    if (known[i] === -1) known[i] = (depth[i] ?? 0) > 0 ? movedAt(i) : usual;
    return known[i] ?? 0;
  };
  const isGap = (i: number) => moved(i) < GAP * usual;
  const isHair = (i: number) => (depth[i] ?? 0) > 0 && moved(i) > PURE * usual;
  return maskOf(depth.length, (i) => {
    const isDoubtful = (depth[i] ?? 0) > THICK && (seen[i] ?? 0) <= LIKELY;
    return (
      isDoubtful &&
      isNear(i, width, height, HAIR, "circle", isGap) &&
      isNear(i, width, height, HAIR, "circle", isHair)
    );
  });
}

/** Removes, in place, what shows a mixture. Without a pixel of which the network is sure nothing is removed. */
function dropMixed(seeds: Uint8Array, mixed: Uint8Array, seen: Float32Array): void {
  const pure = maskOf(seeds.length, (i) => seeds[i] === 1 && mixed[i] === 0);
  if (pure.some((is, i) => is === 1 && (seen[i] ?? 0) > LIKELY)) seeds.set(pure);
}

/**
 * Finds how far the soft edge of a mask reaches into it: from outside, over pixels whose color is between the
 * backdrop's and the subject's. `rgb` is the image at the mask's size, `seen` how likely the network takes each pixel for
 * subject. 1 = definite subject.
 */
export function sureSubject(
  rgb: Float32Array,
  mask: Uint8Array,
  { inside: depth, outside }: Distances,
  width: number,
  height: number,
  seen?: Float32Array,
): Uint8Array {
  const isBack = maskOf(outside.length, (i) => (outside[i] ?? 0) > 2);
  const backdrop = ColorField.of(rgb, width, height, isBack);
  const sure = new Uint8Array(mask);
  if (backdrop === undefined) return sure;
  const front = new Float64Array(3);
  const behind = new Float64Array(3);
  const seeds = ridges(depth, width, height);
  const movedAt = (i: number): number => {
    backdrop.at(i % width, Math.floor(i / width), behind);
    let square = 0;
    for (let c = 0; c < 3; c++) square += ((rgb[i * 3 + c] ?? 0) - (behind[c] ?? 0)) ** 2;
    return Math.sqrt(square);
  };
  const moves = new Float32Array(seeds.length);
  let count = 0;
  for (let i = 0; i < seeds.length; i++) if (seeds[i] === 1) moves[count++] = movedAt(i);
  const usual = moves.subarray(0, count).sort()[count >> 1] ?? 0;
  // Between hairs the middle of what is enclosed is backdrop, and shows nothing of the subject.
  for (let i = 0; i < seeds.length; i++) {
    if (seeds[i] === 1 && (depth[i] ?? 0) <= THICK && movedAt(i) < PURE * usual) seeds[i] = 0;
  }
  const mixed = seen && mixtures({ width, height, depth, seen }, movedAt, usual);
  if (mixed !== undefined && seen !== undefined) dropMixed(seeds, mixed, seen);
  const subject = ColorField.of(rgb, width, height, seeds);
  if (subject === undefined) return sure;
  const isOnItsWay = (i: number): boolean => {
    const x = i % width;
    const y = Math.floor(i / width);
    subject.at(x, y, front);
    backdrop.at(x, y, behind);
    let contrast = 0;
    let moved = 0;
    for (let c = 0; c < 3; c++) {
      contrast += ((front[c] ?? 0) - (behind[c] ?? 0)) ** 2;
      moved += ((rgb[i * 3 + c] ?? 0) - (behind[c] ?? 0)) ** 2;
    }
    return moved < SOFT * SOFT * contrast;
  };
  const queue: number[] = [];
  for (let i = 0; i < mask.length; i++) if (mask[i] === 0 && (outside[i] ?? 0) <= 1.5) queue.push(i);
  for (let i = queue.pop(); i !== undefined; i = queue.pop()) {
    const x = i % width;
    for (const near of [
      x > 0 ? i - 1 : -1,
      x < width - 1 ? i + 1 : -1,
      i - width,
      i + width < mask.length ? i + width : -1,
    ]) {
      if (near < 0 || sure[near] !== 1 || (seen?.[near] ?? 0) > CONFIDENT_PROBABILITY) continue;
      if (((depth[near] ?? 0) > DEEPEST && mixed?.[near] !== 1) || !isOnItsWay(near)) continue;
      sure[near] = 0;
      queue.push(near);
    }
  }
  return sure;
}
