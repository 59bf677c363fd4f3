import type { RgbImage } from "../engine.ts";
import { ColorField } from "../matting/color-field.ts";
import { DEPTH_UNIT } from "../matting/enlarge.ts";
import { shrink } from "../matting/shrink.ts";
import { edgeDepth } from "./distance.ts";
import { sureSubject } from "./trimap.ts";

/** How far the edge may extend out of the mask, and into its core, in pixels of the mask. */
const OUT = 9;
const IN = 1.2;

/** The distance outside the mask from which pixels are surely backdrop. */
const CLEAR = 2.5;

/** The marks of pixels that are certain. */
const SUBJECT = 1;
const BACKDROP = 2;

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
  const { width, height, rgb } = image;
  const core = sureSubject(shrink(image, maskWidth, maskHeight), mask, maskWidth, maskHeight, seen);
  const depth = edgeDepth(mask, maskWidth, maskHeight, image);
  const coreDepth = edgeDepth(core, maskWidth, maskHeight, image);
  const sides = new Uint8Array(depth.length);
  for (let i = 0; i < sides.length; i++) {
    if ((coreDepth[i] ?? 0) < -IN * DEPTH_UNIT) sides[i] = SUBJECT;
    else if ((depth[i] ?? 0) > CLEAR * DEPTH_UNIT) sides[i] = BACKDROP;
  }
  const subject = ColorField.of(rgb, width, height, sides, SUBJECT);
  const backdrop = ColorField.of(rgb, width, height, sides, BACKDROP);
  const alpha = new Uint8Array(depth.length);
  const front = new Float64Array(3);
  const behind = new Float64Array(3);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if ((depth[i] ?? 0) > OUT * DEPTH_UNIT) continue;
      if (sides[i] === SUBJECT) {
        alpha[i] = 255;
        continue;
      }
      const guess = Math.min(1, Math.max(0, 0.5 - (depth[i] ?? 0) / (1.5 * DEPTH_UNIT)));
      if (subject === undefined || backdrop === undefined) {
        alpha[i] = Math.round(255 * guess);
        continue;
      }
      subject.at(x, y, front);
      backdrop.at(x, y, behind);
      let along = 0;
      let contrast = 0;
      let moved = 0;
      for (let c = 0; c < 3; c++) {
        const way = (front[c] ?? 0) - (behind[c] ?? 0);
        const gone = (rgb[i * 3 + c] ?? 0) - (behind[c] ?? 0);
        along += way * gone;
        contrast += way * way;
        moved += gone * gone;
      }
      const length = Math.sqrt(moved);
      const projected = along / Math.max(1, contrast);
      // A subject of several colors: what moved far, whatever the direction, has left the backdrop.
      const plainly = Math.min(1, Math.max(0, (length - 3 * noise - 8) / 20));
      let share = Math.max(projected, (plainly * length) / Math.sqrt(Math.max(1, contrast)));
      const floor = Math.min(0.3, (2.5 * noise + 3) / Math.sqrt(Math.max(1, contrast)));
      share = (share - floor) / (0.97 - floor);
      const trust = contrast / (contrast + FAINT * FAINT);
      const told = trust * Math.min(1, Math.max(0, share)) + (1 - trust) * guess;
      alpha[i] = Math.round(255 * Math.min(1, Math.max(0, told)));
    }
  }
  return alpha;
}
