import type { RgbImage } from "../engine.ts";

/** A small copy of an image in CIE L*a*b* (D65): three numbers a pixel. Euclidean distance is the CIE 1976 difference. */
export interface LabImage {
  readonly width: number;
  readonly height: number;
  readonly lab: Float32Array;
}

/** sRGB decoding (IEC 61966-2-1), for each byte. */
const linear = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

const CUBE_STEPS = 4096;
/** The cube root of CIE 15 with its straight beginning, over 0 to 1. */
const root = Float32Array.from({ length: CUBE_STEPS + 2 }, (_, step) => {
  const t = step / CUBE_STEPS;
  return t > 216 / 24389 ? Math.cbrt(t) : (t * 24389) / 27 / 116 + 16 / 116;
});

function rootOf(t: number): number {
  const at = Math.min(CUBE_STEPS, Math.max(0, t * CUBE_STEPS));
  const below = Math.floor(at);
  return (root[below] ?? 0) + ((root[below + 1] ?? 0) - (root[below] ?? 0)) * (at - below);
}

/** The size of a copy whose longer side has `longest` pixels; the image's own if that is smaller. */
export function copySize(
  { width, height }: RgbImage,
  longest: number,
): readonly [width: number, height: number] {
  const scale = Math.min(1, longest / Math.max(width, height));
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}

/** Shrinks an image by averaging its pixels, in light and not in code values, and writes it in L*a*b*. */
export function labImage(image: RgbImage, longest: number): LabImage {
  const { width, height, rgb } = image;
  const [w, h] = copySize(image, longest);
  const lab = new Float32Array(w * h * 3);
  for (let y = 0; y < h; y++) {
    const top = Math.floor((y * height) / h);
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * height) / h));
    for (let x = 0; x < w; x++) {
      const left = Math.floor((x * width) / w);
      const right = Math.max(left + 1, Math.floor(((x + 1) * width) / w));
      // Samples of large blocks are enough: the means differ by less than the noise.
      const stride = right - left > 6 ? 2 : 1;
      let r = 0;
      let g = 0;
      let b = 0;
      let count = 0;
      for (let v = top; v < bottom; v += stride) {
        for (let at = (v * width + left) * 3; at < (v * width + right) * 3; at += 3 * stride) {
          r += linear[rgb[at] ?? 0] ?? 0;
          g += linear[rgb[at + 1] ?? 0] ?? 0;
          b += linear[rgb[at + 2] ?? 0] ?? 0;
          count++;
        }
      }
      r /= count;
      g /= count;
      b /= count;
      const fx = rootOf((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
      const fy = rootOf(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
      const fz = rootOf((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
      const to = (y * w + x) * 3;
      lab[to] = 116 * fy - 16;
      lab[to + 1] = 500 * (fx - fy);
      lab[to + 2] = 200 * (fy - fz);
    }
  }
  return { width: w, height: h, lab };
}
