import type { RgbImage } from "../engine.ts";

/** An image to try a model with: a light disc on a dark ground, with a slope of color over both. */
export function trialImage(): RgbImage {
  const side = 64;
  const rgb = new Uint8Array(3 * side * side);
  for (let i = 0; i < side * side; i++) {
    const [x, y] = [i % side, Math.floor(i / side)];
    const light = Math.hypot(x - side / 2, y - side / 2) < side / 4 ? 200 : 20;
    rgb.set([light + (x % side) / 2, light, light + y / 2], 3 * i);
  }
  return { width: side, height: side, rgb };
}
