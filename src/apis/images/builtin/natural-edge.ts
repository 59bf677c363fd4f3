import type { RgbImage } from "../engine.ts";
import { guide } from "../matting/guided-filter.ts";
import { shrink } from "../matting/shrink.ts";
import { BACKGROUND, SideColors, SUBJECT } from "../matting/side-colors.ts";
import { resample } from "../pixels/resample.ts";
import { distancesOf, signed } from "./distance.ts";

/** The largest distance between the edge and that of the mask, in pixels of the mask. */
const REACH = 6;

/** The distance from the mask's edge at which pixels are surely subject or background. */
const CLEAR = 3;

/** The guided filter's radius and its epsilon; colors are 0 to 1. */
const RADIUS = 5;
const EPSILON = 4e-4;

/** Colors of subject and background closer than this, in code values, are weak evidence. */
const FAINT = 90;

/** The mask's own guess, carried over to the colors of the image by a guided filter; read pixel by pixel. */
class FilteredMask {
  readonly #width: number;
  readonly #height: number;
  readonly #image: RgbImage;
  readonly #planes: readonly Float32Array[];
  readonly #offset: Float32Array;
  readonly #coefficients = new Float64Array(4);
  /** The row that was asked for last, where its upper row begins in the planes, and how far it is below that. */
  #y = -1;
  #top = 0;
  #fraction = 0;
  /** From a value to the one below it. */
  readonly #below: number;

  constructor(image: RgbImage, colors: Float32Array, mask: Uint8Array, width: number, height: number) {
    const shares = colors.map((value) => value / 255);
    const { slopes, offset } = guide(shares, new Float32Array(mask), width, height, RADIUS, EPSILON);
    this.#width = width;
    this.#height = height;
    this.#image = image;
    this.#planes = [...slopes, offset];
    this.#offset = offset;
    this.#below = height > 1 ? width : 0;
  }

  #startRow(y: number): void {
    const v = Math.min(this.#height - 1, Math.max(0, ((y + 0.5) * this.#height) / this.#image.height - 0.5));
    const top = Math.min(Math.max(0, this.#height - 2), Math.floor(v));
    this.#y = y;
    this.#top = top * this.#width;
    this.#fraction = v - top;
  }

  /** The share of foreground in a pixel of the image; may leave 0 to 1. */
  at(x: number, y: number): number {
    if (y !== this.#y) this.#startRow(y);
    const maskWidth = this.#width;
    const { width, rgb } = this.#image;
    const fy = this.#fraction;
    const below = this.#below;
    const u = Math.min(maskWidth - 1, Math.max(0, ((x + 0.5) * maskWidth) / width - 0.5));
    const left = Math.min(Math.max(0, maskWidth - 2), Math.floor(u));
    const fx = u - left;
    const right = maskWidth > 1 ? 1 : 0;
    const corner = this.#top + left;
    const coefficients = this.#coefficients;
    for (let k = 0; k < 4; k++) {
      const plane = this.#planes[k] ?? this.#offset;
      const upper = (plane[corner] ?? 0) * (1 - fx) + (plane[corner + right] ?? 0) * fx;
      const lower = (plane[corner + below] ?? 0) * (1 - fx) + (plane[corner + below + right] ?? 0) * fx;
      coefficients[k] = upper * (1 - fy) + lower * fy;
    }
    let share = coefficients[3] ?? 0;
    const i = y * width + x;
    for (let c = 0; c < 3; c++) share += ((coefficients[c] ?? 0) * (rgb[i * 3 + c] ?? 0)) / 255;
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
  const values = signed(distancesOf(mask, maskWidth, maskHeight));
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
      const told = filtered.at(x, y);
      const share = colors === undefined ? told : refined(told, colors, x, y);
      // Towards the ends of the band the mask alone decides.
      const room = Math.min(1, Math.max(0, (REACH - Math.abs(off)) / (REACH / 2)));
      const end = off < 0 ? 1 : 0;
      alpha[i] = Math.round(255 * (room * Math.min(1, Math.max(0, share)) + (1 - room) * end));
    }
  });
  return alpha;
}
