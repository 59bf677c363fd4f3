import type { RgbImage } from "../engine.ts";

/** Shrinks an image by averaging the code values of its pixels: three bytes a pixel. */
export function shrink({ width, height, rgb }: RgbImage, toWidth: number, toHeight: number): Uint8Array {
  const out = new Uint8Array(toWidth * toHeight * 3);
  for (let y = 0; y < toHeight; y++) {
    const top = Math.floor((y * height) / toHeight);
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * height) / toHeight));
    for (let x = 0; x < toWidth; x++) {
      const left = Math.floor((x * width) / toWidth);
      const right = Math.max(left + 1, Math.floor(((x + 1) * width) / toWidth));
      let r = 0;
      let g = 0;
      let b = 0;
      for (let v = top; v < bottom; v++) {
        for (let at = (v * width + left) * 3; at < (v * width + right) * 3; at += 3) {
          r += rgb[at] ?? 0;
          g += rgb[at + 1] ?? 0;
          b += rgb[at + 2] ?? 0;
        }
      }
      const count = (bottom - top) * (right - left);
      const to = (y * toWidth + x) * 3;
      out[to] = Math.round(r / count);
      out[to + 1] = Math.round(g / count);
      out[to + 2] = Math.round(b / count);
    }
  }
  return out;
}
