import type { Engine, Matte, Picture } from "../engine.ts";
import { noForeground } from "../refusal.ts";
import { findBackdrop } from "./backdrop.ts";
import { generalMatte, MOST } from "./general.ts";
import { labPicture } from "./lab-picture.ts";
import { cutPlain } from "./plain.ts";
import { plainEdge } from "./plain-edge.ts";

/** The longer side of the copy in which a plain backdrop is looked for. */
const PLAIN_SIDE = 512;

/** A subject covers at least this share of a picture with a plain backdrop. */
const LEAST = 0.0005;

/** What the plain path trusts itself: it knows that the backdrop is one. */
const PLAIN_CONFIDENCE = 0.95;

/** One unit of difference in L*a*b* is about so many code values. */
const CODES = 2.5;

function coverage(mask: Uint8Array): number {
  let sum = 0;
  for (const value of mask) sum += value;
  return sum / mask.length;
}

/** The matte of a picture with a plain backdrop; undefined where it has none. Throws `no-foreground`. */
export function plainMatte(picture: Picture): Matte | undefined {
  const small = labPicture(picture, PLAIN_SIDE);
  const backdrop = findBackdrop(small);
  if (backdrop === undefined) return undefined;
  const mask = cutPlain(small, backdrop);
  if (mask === undefined || coverage(mask) > MOST) return undefined;
  if (coverage(mask) < LEAST) {
    throw noForeground("The picture shows a plain backdrop and nothing before it.");
  }
  const alpha = plainEdge(picture, mask, small.width, small.height, CODES * backdrop.noise);
  return { alpha, confidence: PLAIN_CONFIDENCE };
}

/** The engine that needs no download. */
export const builtin: Engine = {
  name: "builtin",
  cut(picture) {
    const matte = plainMatte(picture) ?? generalMatte(picture);
    if (matte !== undefined) return matte;
    throw noForeground();
  },
};
