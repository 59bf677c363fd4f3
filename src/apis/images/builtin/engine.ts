import type { AlphaMask, Engine, RgbImage } from "../engine.ts";
import type { Network } from "../network/network.ts";
import { noForeground } from "../no-foreground.ts";
import { findBackdrop } from "./backdrop.ts";
import { generalMask, MOST, type Prior, patchPrior } from "./general.ts";
import { labImage } from "./lab-image.ts";
import { mixedPrior, networkPrior } from "./network-prior.ts";
import { cutPlain } from "./plain.ts";
import { plainEdge } from "./plain-edge.ts";

/** The longer side of the copy in which a plain backdrop is searched. */
const PLAIN_SIDE = 512;

/** A subject covers at least this share of an image with a plain backdrop. */
const LEAST = 0.0005;

/** The confidence of the plain path, which is sure of the backdrop. */
const PLAIN_CONFIDENCE = 0.95;

/** Code values per unit of difference in L*a*b*, approximately. */
const CODES = 2.5;

function coverage(mask: Uint8Array): number {
  let sum = 0;
  for (const value of mask) sum += value;
  return sum / mask.length;
}

/** The alpha mask of an image with a plain backdrop; undefined without one. Throws `no-foreground`. */
export function plainMask(image: RgbImage): AlphaMask | undefined {
  const small = labImage(image, PLAIN_SIDE);
  const backdrop = findBackdrop(small);
  if (backdrop === undefined) return undefined;
  const mask = cutPlain(small, backdrop);
  if (mask === undefined || coverage(mask) > MOST) return undefined;
  if (coverage(mask) < LEAST) {
    throw noForeground("The image shows a plain background without a subject.");
  }
  const alpha = plainEdge(image, mask, small.width, small.height, CODES * backdrop.noise);
  return { alpha, confidence: PLAIN_CONFIDENCE };
}

/** The engine without the network for whole images. */
export const classic: Engine = {
  name: "classic",
  segment(image) {
    const mask = plainMask(image) ?? generalMask(image, patchPrior);
    if (mask !== undefined) return mask;
    throw noForeground();
  },
};

/** The alpha mask of any image by the network and the classic nets; undefined if nothing stands out. */
export function builtinMask(image: RgbImage, network: Network): AlphaMask | undefined {
  const prior: Prior = (whole, small) =>
    mixedPrior(networkPrior(whole, small, network), patchPrior(whole, small));
  return generalMask(image, prior);
}

/** The engine that needs no download. */
export function builtinEngine(network: Network): Engine {
  return {
    name: "builtin",
    segment(image) {
      const mask = plainMask(image) ?? builtinMask(image, network);
      if (mask !== undefined) return mask;
      throw noForeground();
    },
  };
}
