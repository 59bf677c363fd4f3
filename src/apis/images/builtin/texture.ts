import type { LabPicture } from "./lab-picture.ts";

/** Texture of each pixel: how much luminance changes to the right and downwards. */
export function texture({ width, height, lab }: LabPicture): Float32Array {
  const out = new Float32Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const right = x < width - 1 ? i + 1 : i;
      const below = y < height - 1 ? i + width : i;
      out[i] = Math.min(
        40,
        Math.hypot((lab[right * 3] ?? 0) - (lab[i * 3] ?? 0), (lab[below * 3] ?? 0) - (lab[i * 3] ?? 0)),
      );
    }
  }
  return out;
}
