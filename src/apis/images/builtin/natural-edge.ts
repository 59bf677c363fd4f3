import type { RgbImage } from "../engine.ts";
import { interpolate } from "../matting/cell-grid.ts";
import { guide, type LinearMask } from "../matting/guided-filter.ts";
import { shrink } from "../matting/shrink.ts";
import { BACKGROUND, SideColors, SUBJECT } from "../matting/side-colors.ts";
import { resample } from "../pixels/resample.ts";
import { distancesOf, signedDistance } from "./distance.ts";

/** The largest distance between the edge and that of the mask, in pixels of the mask. */
const REACH = 6;

/** The distance from the mask's edge at which pixels are surely subject or background. */
const CLEAR = 3;

/** The guided filter's radius and its epsilon; colors are 0 to 1. */
const RADIUS = 5;
const EPSILON = 4e-4;

/** Colors of subject and background closer than this, in code values, are weak evidence. */
const FAINT = 90;

/** The mask's own guess, carried over to the colors of the image by a guided filter. */
class FilteredMask {
  readonly #image: RgbImage;
  readonly #mask: LinearMask;
  readonly #scale: readonly [across: number, down: number];
  /** The slopes and the offset at a place. */
  readonly #linear = new Float64Array(4);

  /** `small` has the colors of the image at the mask's size, in code values. */
  constructor(image: RgbImage, small: Float32Array, mask: Uint8Array, width: number, height: number) {
    const colors = small.map((value) => value / 255);
    this.#image = image;
    this.#mask = guide(colors, new Float32Array(mask), width, height, RADIUS, EPSILON);
    this.#scale = [width / image.width, height / image.height];
  }

  /** The share of the subject in a pixel of the image; may leave 0 to 1. */
  at(x: number, y: number): number {
    const { width, rgb } = this.#image;
    const linear = this.#linear;
    interpolate(this.#mask, (x + 0.5) * this.#scale[0] - 0.5, (y + 0.5) * this.#scale[1] - 0.5, linear);
    let share = linear[3] ?? 0;
    const i = (y * width + x) * 3;
    for (let c = 0; c < 3; c++) share += ((linear[c] ?? 0) * (rgb[i + c] ?? 0)) / 255;
    // The filter smears: weak values are noise.
    return (share - 0.1) / 0.8;
  }
}

/** Corrects a share of the subject by a pixel's color: the more, the further the colors of both sides are apart. */
function refined(share: number, colors: SideColors, x: number, y: number): number {
  colors.compare(x, y);
  const { contrast, along } = colors;
  const trust = contrast / (contrast + FAINT * FAINT);
  const projected = (along / Math.max(1, contrast) - 0.08) / 0.84;
  return (1 - trust) * share + trust * Math.min(1, Math.max(0, projected));
}

/**
 * The alpha mask of a subject on any background. Far from the mask's edge it is 0 or 255. Near the edge it is
 * what a guided filter carries over from the mask and, if the colors of both sides are far apart, how far each
 * pixel has moved from one to the other.
 */
export function naturalEdge(
  image: RgbImage,
  mask: Uint8Array,
  maskWidth: number,
  maskHeight: number,
): Uint8Array {
  const { width, height } = image;
  const values = signedDistance(distancesOf(mask, maskWidth, maskHeight));
  const small = shrink(image, maskWidth, maskHeight);
  const sides = new Uint8Array(mask.length);
  for (let i = 0; i < sides.length; i++) {
    if ((values[i] ?? 0) < -CLEAR) sides[i] = SUBJECT;
    else if ((values[i] ?? 0) > CLEAR) sides[i] = BACKGROUND;
  }
  const colors = SideColors.of(image, small, maskWidth, maskHeight, sides);
  const filtered = new FilteredMask(image, small, mask, maskWidth, maskHeight);
  const alpha = new Uint8Array(width * height);
  resample({ width: maskWidth, height: maskHeight, channels: 1, values }, width, height, (row, y) => {
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const off = row[x] ?? 0;
      if (off > REACH) continue;
      if (off < -REACH) {
        alpha[i] = 255;
        continue;
      }
      const guess = filtered.at(x, y);
      const share = colors === undefined ? guess : refined(guess, colors, x, y);
      // Towards the ends of the band the mask alone decides.
      const room = Math.min(1, Math.max(0, (REACH - Math.abs(off)) / (REACH / 2)));
      const end = off < 0 ? 1 : 0;
      alpha[i] = Math.round(255 * (room * Math.min(1, Math.max(0, share)) + (1 - room) * end));
    }
  });
  return alpha;
}
