import type { AlphaMask, RgbImage } from "../engine.ts";
import { enlarge } from "../matting/enlarge.ts";
import { maskOf, overlap } from "../matting/fill.ts";
import { graphCut } from "./graph-cut.ts";
import { copySize, type LabImage, labImage } from "./lab-image.ts";
import { naturalEdge } from "./natural-edge.ts";
import { dropSmall, fillOpenings, regionsOf } from "./regions.ts";

/** The longer side of the copy in which the subject is found, and of the mask for its edge. */
const COARSE_SIDE = 256;
const FINE_SIDE = 512;

/** Areas smaller than this share of the largest are not the subject. */
const DUST = 0.06;

/** Openings smaller than this share of the image are closed. */
const OPENING = 0.0005;
/** So are those up to this share in which the prior is this sure of the subject on average. */
const LIKELY_OPENING = 0.01;
const LIKELY = 0.7;

/** The weight of the prior, relative to the colors of the image. */
const PRIOR_WEIGHT = 3;

/** A subject covers at least this share of the image. */
const LEAST = 0.001;
/** The smallest share of the image that the background must have. */
export const MOST = 0.98;

/** The copy of an image in which its subject is found; undefined if a side has fewer than 8 pixels. */
export function coarseCopy(image: RgbImage): LabImage | undefined {
  const small = labImage(image, COARSE_SIDE);
  return Math.min(small.width, small.height) < 8 ? undefined : small;
}

/** Reports whether a mask covers neither almost nothing nor almost everything. */
function isSubject(mask: Uint8Array): boolean {
  let size = 0;
  for (const value of mask) if (value === 1) size++;
  return size >= LEAST * mask.length && size <= MOST * mask.length;
}

/** Confidence: how far prior and cut agree, times how decided the prior is. */
function trustOf(prior: Float32Array, mask: Uint8Array): number {
  const agreement = overlap(
    mask.length,
    (i) => (prior[i] ?? 0) > 0.5,
    (i) => mask[i] === 1,
    0,
  );
  let decided = 0;
  for (const share of prior) decided += Math.abs(2 * share - 1);
  return agreement * (decided / mask.length);
}

/**
 * Closes, in place, specks, and larger openings in which the prior sees the subject: eyes and buttons can have the color of
 * the background.
 */
function closeOpenings(mask: Uint8Array, width: number, prior: Float32Array): void {
  const regions = regionsOf(mask, width, 0);
  const likely = new Float64Array(regions.sizes.length);
  for (let i = 0; i < mask.length; i++) {
    const label = regions.labels[i] ?? 0;
    likely[label] = (likely[label] ?? 0) + (prior[i] ?? 0);
  }
  const [speck, most] = [OPENING * mask.length, LIKELY_OPENING * mask.length];
  fillOpenings(
    mask,
    regions,
    (size, label) => size < speck || (size < most && (likely[label] ?? 0) > LIKELY * size),
  );
}

/**
 * The subject of any image, as a mask at `FINE_SIDE`; undefined if nothing is salient. `prior` is the probability of
 * foreground at each pixel of `small`, the image's coarse copy.
 */
export function findSubject(image: RgbImage, small: LabImage, prior: Float32Array) {
  const mask = graphCut(small, prior, PRIOR_WEIGHT);
  dropSmall(mask, small.width, DUST);
  closeOpenings(mask, small.width, prior);
  if (!isSubject(mask)) return undefined;
  const [width, height] = copySize(image, FINE_SIDE);
  const large = enlarge(new Float32Array(mask), small.width, small.height, width, height);
  return {
    mask: maskOf(large.length, (i) => (large[i] ?? 0) > 0.5),
    width,
    height,
    confidence: trustOf(prior, mask),
  };
}

/** The alpha mask of any image, from what `findSubject` needs; undefined if nothing is salient. */
export function generalMask(image: RgbImage, small: LabImage, prior: Float32Array): AlphaMask | undefined {
  const found = findSubject(image, small, prior);
  if (found === undefined) return undefined;
  const alpha = naturalEdge(image, found.mask, found.width, found.height);
  return { alpha, confidence: found.confidence };
}
