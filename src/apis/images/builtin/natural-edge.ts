import type { RgbImage } from "../engine.ts";
import { ColorField } from "../matting/color-field.ts";
import { DEPTH_UNIT } from "../matting/enlarge.ts";
import { planeOf } from "../matting/fill.ts";
import { guide } from "../matting/guided-filter.ts";
import { shrink } from "../matting/shrink.ts";
import { edgeDepth } from "./distance.ts";

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

  constructor(image: RgbImage, mask: Uint8Array, width: number, height: number) {
    const bytes = shrink(image, width, height);
    const small = planeOf(bytes.length, (i) => (bytes[i] ?? 0) / 255);
    const { slopes, offset } = guide(small, new Float32Array(mask), width, height, RADIUS, EPSILON);
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

/** The colors on both sides of the edge; a pixel's share of foreground is its place on the way between them. */
class SideColors {
  readonly #rgb: Uint8Array;
  readonly #width: number;
  readonly #sides: readonly [foreground: ColorField, background: ColorField] | undefined;
  readonly #front = new Float64Array(3);
  readonly #behind = new Float64Array(3);

  /** `depth` is negative inside the mask, in units of `DEPTH_UNIT` to a pixel of the mask. */
  constructor({ rgb, width, height }: RgbImage, depth: Int8Array) {
    const sides = new Uint8Array(depth.length);
    for (let i = 0; i < depth.length; i++) {
      if ((depth[i] ?? 0) < -CLEAR * DEPTH_UNIT) sides[i] = 1;
      else if ((depth[i] ?? 0) > CLEAR * DEPTH_UNIT) sides[i] = 2;
    }
    this.#rgb = rgb;
    this.#width = width;
    const front = ColorField.of(rgb, width, height, sides, 1);
    const behind = ColorField.of(rgb, width, height, sides, 2);
    this.#sides = front === undefined || behind === undefined ? undefined : [front, behind];
  }

  /** Corrects a share of foreground: the more, the further the colors of both sides are apart. */
  refine(share: number, x: number, y: number): number {
    if (this.#sides === undefined) return share;
    const [front, behind, rgb] = [this.#front, this.#behind, this.#rgb];
    this.#sides[0].at(x, y, front);
    this.#sides[1].at(x, y, behind);
    const i = (y * this.#width + x) * 3;
    let along = 0;
    let contrast = 0;
    for (let c = 0; c < 3; c++) {
      const way = (front[c] ?? 0) - (behind[c] ?? 0);
      along += way * ((rgb[i + c] ?? 0) - (behind[c] ?? 0));
      contrast += way * way;
    }
    const trust = contrast / (contrast + FAINT * FAINT);
    const projected = (along / Math.max(1, contrast) - 0.08) / 0.84;
    return (1 - trust) * share + trust * Math.min(1, Math.max(0, projected));
  }
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
  const depth = edgeDepth(mask, maskWidth, maskHeight, image);
  const colors = new SideColors(image, depth);
  const filtered = new FilteredMask(image, mask, maskWidth, maskHeight);
  const alpha = new Uint8Array(depth.length);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const off = (depth[i] ?? 0) / DEPTH_UNIT;
      if (off > REACH) continue;
      if (off < -REACH) {
        alpha[i] = 255;
        continue;
      }
      const share = colors.refine(filtered.at(x, y), x, y);
      // Towards the ends of the band the mask alone decides.
      const room = Math.min(1, Math.max(0, (REACH - Math.abs(off)) / (REACH / 2)));
      const end = off < 0 ? 1 : 0;
      alpha[i] = Math.round(255 * (room * Math.min(1, Math.max(0, share)) + (1 - room) * end));
    }
  }
  return alpha;
}
