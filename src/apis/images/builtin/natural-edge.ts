import type { Picture } from "../engine.ts";
import { ColourField } from "../matting/colour-field.ts";
import { DEPTH_UNIT, enlargeDepth } from "../matting/enlarge.ts";
import { guide } from "../matting/guided-filter.ts";
import { shrink } from "../matting/shrink.ts";
import { signedDistance } from "./distance.ts";

/** How far the edge may lie from that of the mask, in pixels of the mask. */
const REACH = 6;

/** From here on, on either side, is nothing but subject or background. */
const CLEAR = 3;

/** The filter's window and how much change of colour it takes for an edge; colours are 0 to 1. */
const RADIUS = 5;
const EPSILON = 4e-4;

/** Colours of subject and background closer than this, in code values, tell little apart. */
const FAINT = 90;

/**
 * The matte of a subject before any background: far from the mask's edge all or nothing, near it what the
 * guided filter carries over from the mask, and where the colours of both sides are far apart, how far each
 * pixel has moved from one to the other.
 */
export function naturalEdge(
  picture: Picture,
  mask: Uint8Array,
  maskWidth: number,
  maskHeight: number,
): Uint8Array {
  const { width, height, rgb } = picture;
  const signed = signedDistance(mask, maskWidth, maskHeight);
  const depth = enlargeDepth(signed, maskWidth, maskHeight, width, height);
  const sure = new Uint8Array(depth.length);
  const back = new Uint8Array(depth.length);
  for (let i = 0; i < depth.length; i++) {
    if ((depth[i] ?? 0) < -CLEAR * DEPTH_UNIT) sure[i] = 1;
    else if ((depth[i] ?? 0) > CLEAR * DEPTH_UNIT) back[i] = 1;
  }
  const subject = ColourField.of(rgb, width, height, sure);
  const backdrop = ColourField.of(rgb, width, height, back);
  const small = Float32Array.from(shrink(picture, maskWidth, maskHeight), (value) => value / 255);
  const { slopes, offset } = guide(small, Float32Array.from(mask), maskWidth, maskHeight, RADIUS, EPSILON);
  const alpha = new Uint8Array(depth.length);
  const front = new Float64Array(3);
  const behind = new Float64Array(3);
  const planes = [...slopes, offset];
  const told = new Float64Array(4);
  for (let y = 0, i = 0; y < height; y++) {
    const v = Math.min(maskHeight - 1, Math.max(0, ((y + 0.5) * maskHeight) / height - 0.5));
    const top = Math.min(Math.max(0, maskHeight - 2), Math.floor(v));
    const fy = v - top;
    const below = maskHeight > 1 ? maskWidth : 0;
    for (let x = 0; x < width; x++, i++) {
      const off = (depth[i] ?? 0) / DEPTH_UNIT;
      if (off > REACH) continue;
      if (off < -REACH) {
        alpha[i] = 255;
        continue;
      }
      const u = Math.min(maskWidth - 1, Math.max(0, ((x + 0.5) * maskWidth) / width - 0.5));
      const left = Math.min(Math.max(0, maskWidth - 2), Math.floor(u));
      const fx = u - left;
      const right = maskWidth > 1 ? 1 : 0;
      const at = top * maskWidth + left;
      for (let k = 0; k < 4; k++) {
        const plane = planes[k] ?? offset;
        const upper = (plane[at] ?? 0) * (1 - fx) + (plane[at + right] ?? 0) * fx;
        const lower = (plane[at + below] ?? 0) * (1 - fx) + (plane[at + below + right] ?? 0) * fx;
        told[k] = upper * (1 - fy) + lower * fy;
      }
      let share = told[3] ?? 0;
      for (let c = 0; c < 3; c++) share += ((told[c] ?? 0) * (rgb[i * 3 + c] ?? 0)) / 255;
      // The filter smears: what it says weakly is not meant.
      share = (share - 0.1) / 0.8;
      if (subject !== undefined && backdrop !== undefined) {
        subject.at(x, y, front);
        backdrop.at(x, y, behind);
        let [along, contrast] = [0, 0];
        for (let c = 0; c < 3; c++) {
          const way = (front[c] ?? 0) - (behind[c] ?? 0);
          along += way * ((rgb[i * 3 + c] ?? 0) - (behind[c] ?? 0));
          contrast += way * way;
        }
        const trust = contrast / (contrast + FAINT * FAINT);
        const projected = (along / Math.max(1, contrast) - 0.08) / 0.84;
        share = (1 - trust) * share + trust * Math.min(1, Math.max(0, projected));
      }
      // Towards the ends of the band the mask has the last word.
      const room = Math.min(1, Math.max(0, (REACH - Math.abs(off)) / (REACH / 2)));
      const end = off < 0 ? 1 : 0;
      alpha[i] = Math.round(255 * (room * Math.min(1, Math.max(0, share)) + (1 - room) * end));
    }
  }
  return alpha;
}
