import type { Decoded } from "./decode.ts";

/** Where so much of its border is clear an image has been cut out already; as much of it makes a plain backdrop. */
const CLEAR_BORDER = 0.6;

/** Whether the file's own transparency is a transparent image, and not a part of what the image shows. */
export function hasNoBackground({
  width,
  height,
  alpha,
}: Pick<Decoded, "width" | "height" | "alpha">): boolean {
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

/** Shows no more of any pixel than the file itself does, in place: what lies under its transparency is no image. */
export function limitAlpha(alpha: Uint8Array, own: Uint8Array | undefined): void {
  if (own === undefined) return;
  for (let i = 0; i < alpha.length; i++) alpha[i] = Math.min(alpha[i] ?? 0, own[i] ?? 0);
}
