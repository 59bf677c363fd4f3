import type { AlphaMask, Engine, RgbImage } from "../engine.ts";
import { enlarge } from "../matting/enlarge.ts";
import { maskOf, overlap } from "../matting/fill.ts";
import type { Network } from "../network/network.ts";
import { noForeground } from "../no-foreground.ts";
import { findBackdrop } from "./backdrop.ts";
import { coarseCopy, generalMask, MOST } from "./general.ts";
import { type LabImage, labImage } from "./lab-image.ts";
import { certaintyOf, LIKELY, networkPrior } from "./network-prior.ts";
import { isPattern } from "./pattern.ts";
import { cutPlain } from "./plain.ts";
import { plainEdge } from "./plain-edge.ts";
import { fillSmall } from "./regions.ts";

/** The longer side of the copy in which a plain backdrop is searched. */
const PLAIN_SIDE = 512;

/** A subject covers at least this share of an image with a plain backdrop. */
const LEAST = 0.0005;

/** The confidence of the plain method where the network sees the same. */
const PLAIN_CONFIDENCE = 0.95;

/**
 * The network overrules the plain method if it is more certain than this, and its certainty, times the share in which they
 * differ, is larger than `VETO`.
 */
const VETO_CERTAINTY = 0.5;
const VETO = 0.41;

/** Network and cut are at least this decided about a subject. Labelled images have 0.14 or more, traces in noise less. */
const DECIDED = 0.1;

/** The exponent that turns how decided network and cut are into the mean overlap of such masks with the true ones. */
const CALIBRATION = 0.65;

/** Code values per unit of difference in L*a*b*, approximately. */
const CODES = 2.5;

function coverage(mask: Uint8Array): number {
  let sum = 0;
  for (const value of mask) sum += value;
  return sum / mask.length;
}

/** The network's output: for each pixel of a copy of the image, the probability that it is subject. */
interface NetworkOutput {
  readonly width: number;
  readonly height: number;
  readonly prior: Float32Array;
}

/** The alpha mask of an image with a plain backdrop; undefined without one. Throws `no-foreground`. */
export function plainMask(image: RgbImage, seen?: NetworkOutput): AlphaMask | undefined {
  const small = labImage(image, PLAIN_SIDE);
  const backdrop = findBackdrop(small);
  if (backdrop === undefined) return undefined;
  const prior = seen && enlarge(seen.prior, seen.width, seen.height, small.width, small.height);
  const mask = cutPlain(small, backdrop, prior);
  if (mask === undefined || coverage(mask) > MOST) return undefined;
  if (coverage(mask) < LEAST) {
    throw noForeground("The image shows a plain background without a subject.");
  }
  const alpha = plainEdge(image, mask, small.width, small.height, CODES * backdrop.noise, prior);
  return { alpha, confidence: PLAIN_CONFIDENCE };
}

function coarseMask({ alpha }: AlphaMask, image: RgbImage, small: LabImage): Uint8Array {
  return maskOf(small.width * small.height, (i) => {
    const x = Math.floor((((i % small.width) + 0.5) * image.width) / small.width);
    const y = Math.floor(((Math.floor(i / small.width) + 0.5) * image.height) / small.height);
    return (alpha[y * image.width + x] ?? 0) >= 128;
  });
}

/**
 * The alpha mask of any image by what the network sees; undefined if nothing is salient. In noise and textures the network
 * suspects a subject and is sure of it nowhere.
 */
export function builtinMask(image: RgbImage, small: LabImage, seen: Float32Array): AlphaMask | undefined {
  if (!seen.some((share) => share >= LIKELY)) return undefined;
  const mask = generalMask(image, small, seen);
  const decided = (mask?.confidence ?? 0) * certaintyOf(seen);
  return mask && decided >= DECIDED ? { ...mask, confidence: decided ** CALIBRATION } : undefined;
}

/**
 * Overlap of the plain method's mask with what the network sees, 0 to 1. Openings count as closed: the network is too
 * coarse for spokes and handles.
 */
function agreementOf(plain: AlphaMask, image: RgbImage, small: LabImage, seen: Float32Array): number {
  const subject = maskOf(seen.length, (i) => (seen[i] ?? 0) > 0.5);
  const mask = coarseMask(plain, image, small);
  for (const one of [mask, subject]) fillSmall(one, small.width, 1);
  return overlap(
    mask.length,
    (i) => mask[i] === 1,
    (i) => subject[i] === 1,
  );
}

/** The alpha mask by the plain method or by the network; undefined if nothing is salient. */
function bestMask(image: RgbImage, small: LabImage, network: Network): AlphaMask | undefined {
  const seen = networkPrior(image, small, network);
  const plain = plainMask(image, { width: small.width, height: small.height, prior: seen });
  if (plain === undefined) return builtinMask(image, small, seen);
  const agreement = agreementOf(plain, image, small, seen);
  const certainty = certaintyOf(seen);
  const isOverruled = certainty > VETO_CERTAINTY && certainty * (1 - agreement) > VETO;
  const general = isOverruled ? builtinMask(image, small, seen) : undefined;
  return general ?? { ...plain, confidence: PLAIN_CONFIDENCE * agreement };
}

/** The engine that needs no download. */
export function builtinEngine(network: Network): Engine {
  return {
    name: "builtin",
    segment(image) {
      const small = coarseCopy(image);
      const mask = small === undefined ? plainMask(image) : bestMask(image, small, network);
      const isFound = mask && !(small && isPattern(small, coarseMask(mask, image, small)));
      if (isFound) return mask;
      throw noForeground();
    },
  };
}
