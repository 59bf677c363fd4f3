import type { RgbImage } from "../engine.ts";
import { blockMeans } from "../matting/shrink.ts";

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
  const [width, height] = copySize(image, longest);
  const lab = blockMeans(image, width, height, linear);
  for (let i = 0; i < lab.length; i += 3) {
    const r = lab[i] ?? 0;
    const g = lab[i + 1] ?? 0;
    const b = lab[i + 2] ?? 0;
    const fx = rootOf((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
    const fy = rootOf(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
    const fz = rootOf((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
    lab[i] = 116 * fy - 16;
    lab[i + 1] = 500 * (fx - fy);
    lab[i + 2] = 200 * (fy - fz);
  }
  return { width, height, lab };
}
