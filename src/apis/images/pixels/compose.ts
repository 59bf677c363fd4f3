import type { Color } from "../color.ts";
import type { Box } from "./box.ts";
import { blur } from "./box-blur.ts";
import type { Canvas } from "./place.ts";

/** The blur and the offset of a shadow, as shares of the subject's longer side. */
const SHADOW_BLUR = 0.02;
const SHADOW_FALL = 0.035;

/** A shadow needs no more pixels than these along its longer side: it is soft. */
const SHADOW_GRID = 512;

/** Draws a soft black shadow under the subject, in place. `strength` is 0 to 1. */
export function castShadow({ width, height, rgba }: Canvas, subject: Box, strength: number): void {
  const step = Math.max(1, Math.ceil(Math.max(width, height) / SHADOW_GRID));
  const w = Math.ceil(width / step);
  const h = Math.ceil(height / step);
  const coarse = new Float32Array(w * h);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      coarse[Math.floor(y / step) * w + Math.floor(x / step)] =
        (coarse[Math.floor(y / step) * w + Math.floor(x / step)] ?? 0) + (rgba[(y * width + x) * 4 + 3] ?? 0);
    }
  }
  const size = Math.max(subject.width, subject.height);
  const soft = blur(coarse, w, h, Math.max(1, Math.round((size * SHADOW_BLUR) / step)));
  const fall = Math.round((size * SHADOW_FALL) / step);
  for (let y = 0; y < height; y++) {
    const from = Math.floor(y / step) - fall;
    if (from < 0) continue;
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const alpha = rgba[at + 3] ?? 0;
      if (alpha === 255) continue;
      const dark = ((soft[from * w + Math.floor(x / step)] ?? 0) / (step * step)) * strength;
      const over = alpha + dark * (1 - alpha / 255);
      if (over < 0.5) continue;
      for (let c = 0; c < 3; c++) rgba[at + c] = Math.round(((rgba[at + c] ?? 0) * alpha) / over);
      rgba[at + 3] = Math.round(over);
    }
  }
}

/** Lays the canvas over pixels of its size, in place: `behind` gives four numbers a pixel (Porter and Duff, over). */
export function layOver({ rgba }: Canvas, behind: (pixel: number) => Color): void {
  for (let at = 0; at < rgba.length; at += 4) {
    const share = (rgba[at + 3] ?? 0) / 255;
    if (share === 1) continue;
    const [red, green, blue, alpha] = behind(at / 4);
    const under = (alpha / 255) * (1 - share);
    const whole = share + under;
    if (whole === 0) continue;
    rgba[at] = Math.round(((rgba[at] ?? 0) * share + red * under) / whole);
    rgba[at + 1] = Math.round(((rgba[at + 1] ?? 0) * share + green * under) / whole);
    rgba[at + 2] = Math.round(((rgba[at + 2] ?? 0) * share + blue * under) / whole);
    rgba[at + 3] = Math.round(whole * 255);
  }
}

/** Puts an image of the canvas's size behind the subject, in place. */
export function placeImageBehind(
  canvas: Canvas,
  { rgb, alpha }: { readonly rgb: Uint8Array; readonly alpha: Uint8Array | undefined },
): void {
  layOver(canvas, (i) => [
    rgb[i * 3] ?? 0,
    rgb[i * 3 + 1] ?? 0,
    rgb[i * 3 + 2] ?? 0,
    alpha === undefined ? 255 : (alpha[i] ?? 0),
  ]);
}

/** The image without its subject: the old colors, as opaque as the file, whose alpha is `own`, and less the alpha mask. */
export function withoutSubject(
  rgb: Uint8Array,
  alpha: Uint8Array,
  own: Uint8Array | undefined,
): Uint8Array<ArrayBuffer> {
  const rgba = new Uint8Array(alpha.length * 4);
  for (let i = 0; i < alpha.length; i++) {
    const left = (own?.[i] ?? 255) - (alpha[i] ?? 0);
    if (left === 0) continue;
    rgba.set(rgb.subarray(i * 3, i * 3 + 3), i * 4);
    rgba[i * 4 + 3] = left;
  }
  return rgba;
}
