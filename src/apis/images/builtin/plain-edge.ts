import type { RgbImage } from "../engine.ts";
import { shrink } from "../matting/shrink.ts";
import { BACKGROUND, SideColors, SUBJECT } from "../matting/side-colors.ts";
import { resample } from "../pixels/resample.ts";
import { distancesOf, signedDistance } from "./distance.ts";
import { sureSubject } from "./trimap.ts";

/** How far the edge may extend out of the mask, and into its core, in pixels of the mask. */
const OUT = 9;
const IN = 1.2;

/** The distance outside the mask from which pixels are surely backdrop. */
const CLEAR = 2.5;

/** Colors of subject and backdrop closer than this, in code values, are no evidence. */
const FAINT = 14;

/**
 * The alpha mask of a subject before a plain backdrop: far from the edge of the mask all or nothing, near it how
 * far the color of a pixel has moved from that of the backdrop there to that of the subject there.
 * `noise` is the usual difference of backdrop pixels from their mean, in code values; `seen`, at the mask's size, how
 * likely the network takes each pixel for subject.
 */
export function plainEdge(
  image: RgbImage,
  mask: Uint8Array,
  maskWidth: number,
  maskHeight: number,
  noise: number,
  seen?: Float32Array,
): Uint8Array {
  const { width, height } = image;
  const small = shrink(image, maskWidth, maskHeight);
  const distances = distancesOf(mask, maskWidth, maskHeight);
  const core = sureSubject(small, mask, distances, maskWidth, maskHeight, seen);
  const depth = signedDistance(distances);
  const coreDepth = signedDistance(distancesOf(core, maskWidth, maskHeight));
  const sides = new Uint8Array(mask.length);
  const both = new Float32Array(2 * mask.length);
  for (let i = 0; i < sides.length; i++) {
    both[2 * i] = depth[i] ?? 0;
    both[2 * i + 1] = coreDepth[i] ?? 0;
    if ((coreDepth[i] ?? 0) < -IN) sides[i] = SUBJECT;
    else if ((depth[i] ?? 0) > CLEAR) sides[i] = BACKGROUND;
  }
  const colors = SideColors.of(image, small, maskWidth, maskHeight, sides);
  const alpha = new Uint8Array(width * height);
  resample({ width: maskWidth, height: maskHeight, channels: 2, values: both }, width, height, (row, y) => {
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const out = row[2 * x] ?? 0;
      if (out > OUT) continue;
      const guess = clamp(0.5 - out / 1.5);
      if ((row[2 * x + 1] ?? 0) < -IN) alpha[i] = 255;
      else alpha[i] = Math.round(255 * (colors === undefined ? guess : shareAt(colors, x, y, guess, noise)));
    }
  });
  return alpha;
}

const clamp = (share: number) => Math.min(1, Math.max(0, share));

/** The share of the subject in a pixel by its color, and by `guess` where the colors of both sides are close. */
function shareAt(colors: SideColors, x: number, y: number, guess: number, noise: number): number {
  colors.compare(x, y);
  const { contrast } = colors;
  const length = Math.sqrt(colors.moved);
  const most = Math.sqrt(Math.max(1, contrast));
  // A subject of several colors: what moved far, whatever the direction, has left the backdrop.
  const plainly = clamp((length - 3 * noise - 8) / 20);
  const share = Math.max(colors.along / Math.max(1, contrast), (plainly * length) / most);
  const floor = Math.min(0.3, (2.5 * noise + 3) / most);
  const trust = contrast / (contrast + FAINT * FAINT);
  return trust * clamp((share - floor) / (0.97 - floor)) + (1 - trust) * guess;
}
