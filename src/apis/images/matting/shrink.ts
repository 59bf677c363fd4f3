import type { RgbImage } from "../engine.ts";

/** In blocks wider than this, in pixels, every second pixel of every second row is enough: means differ by less than noise. */
const LARGE = 6;

/**
 * Shrinks an image by averaging each block of its pixels: three numbers a pixel. `values` has the number to average for
 * each of the 256 code values.
 */
export function blockMeans(
  { width, height, rgb }: RgbImage,
  toWidth: number,
  toHeight: number,
  values: Float32Array,
): Float32Array {
  const out = new Float32Array(toWidth * toHeight * 3);
  for (let y = 0; y < toHeight; y++) {
    const top = Math.floor((y * height) / toHeight);
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * height) / toHeight));
    for (let x = 0; x < toWidth; x++) {
      const left = Math.floor((x * width) / toWidth);
      const right = Math.max(left + 1, Math.floor(((x + 1) * width) / toWidth));
      const stride = right - left > LARGE ? 2 : 1;
      let r = 0;
      let g = 0;
      let b = 0;
      let count = 0;
      for (let v = top; v < bottom; v += stride) {
        for (let at = (v * width + left) * 3; at < (v * width + right) * 3; at += 3 * stride) {
          r += values[rgb[at] ?? 0] ?? 0;
          g += values[rgb[at + 1] ?? 0] ?? 0;
          b += values[rgb[at + 2] ?? 0] ?? 0;
          count++;
        }
      }
      const to = (y * toWidth + x) * 3;
      out[to] = r / count;
      out[to + 1] = g / count;
      out[to + 2] = b / count;
    }
  }
  return out;
}

const codeValues = Float32Array.from({ length: 256 }, (_, byte) => byte);

/** Shrinks an image by averaging the code values of its pixels: three numbers a pixel. */
export function shrink(image: RgbImage, toWidth: number, toHeight: number): Float32Array {
  return blockMeans(image, toWidth, toHeight, codeValues);
}
