import { blur } from "./box-blur.ts";

/** Openings up to this share of the subject are specks. */
const SPECK = 0.0002;

/**
 * Closes the openings of a matte, in place: connected areas of less than half that do not reach the border of
 * the picture. `fill` closes all of them, `auto` specks alone.
 */
export function closeHoles(alpha: Uint8Array, width: number, height: number, mode: "auto" | "fill"): void {
  const seen = new Uint8Array(alpha.length);
  const stack = new Int32Array(alpha.length);
  let subject = 0;
  for (let i = 0; i < alpha.length; i++) if ((alpha[i] ?? 0) >= 128) subject++;
  for (let start = 0; start < alpha.length; start++) {
    if (seen[start] === 1 || (alpha[start] ?? 0) >= 128) continue;
    let [top, size, isOpen] = [0, 0, false];
    stack[top++] = start;
    seen[start] = 1;
    // The pixels of the area stay at the bottom of the stack.
    while (size < top) {
      const i = stack[size++] ?? 0;
      const x = i % width;
      const y = (i - x) / width;
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) isOpen = true;
      for (const [near, isThere] of [
        [i - 1, x > 0],
        [i + 1, x < width - 1],
        [i - width, y > 0],
        [i + width, y < height - 1],
      ] as const) {
        if (!isThere || seen[near] === 1 || (alpha[near] ?? 0) >= 128) continue;
        seen[near] = 1;
        stack[top++] = near;
      }
    }
    if (isOpen || (mode === "auto" && size > Math.max(2, SPECK * subject))) continue;
    for (let k = 0; k < size; k++) alpha[stack[k] ?? 0] = 255;
  }
}

/** Softens the edge of a matte over so many pixels; what is further from the edge keeps its value. */
export function feather(alpha: Uint8Array, width: number, height: number, pixels: number): Uint8Array {
  if (pixels === 0) return alpha;
  // Three boxes of this radius reach as far as was asked, to both sides together.
  const radius = Math.max(1, Math.round(pixels / 3));
  return Uint8Array.from(blur(Float32Array.from(alpha), width, height, radius), Math.round);
}
