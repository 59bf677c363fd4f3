import type { DecodedImage } from "./decode.ts";

/** The transparent share of the border from which an image counts as having no background. */
const CLEAR_BORDER = 0.6;

/** Reports whether the background of an image is already transparent. */
export function hasNoBackground({
  width,
  height,
  alpha,
}: Pick<DecodedImage, "width" | "height" | "alpha">): boolean {
  if (alpha === undefined) return false;
  let [clear, whole] = [0, 0];
  for (let y = 0; y < height; y++) {
    const step = y === 0 || y === height - 1 ? 1 : Math.max(1, width - 1);
    for (let x = 0; x < width; x += step) {
      whole++;
      if (alpha[y * width + x] === 0) clear++;
    }
  }
  return clear >= CLEAR_BORDER * whole;
}

/** Limits alpha, in place, to the file's own: colors under its transparency are not part of the image. */
export function limitAlpha(alpha: Uint8Array, own: Uint8Array | undefined): void {
  if (own === undefined) return;
  for (let i = 0; i < alpha.length; i++) alpha[i] = Math.min(alpha[i] ?? 0, own[i] ?? 0);
}
