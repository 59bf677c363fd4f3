import { expect, test } from "bun:test";
import { paintForeground } from "./foreground-colors.ts";

const [WIDTH, HEIGHT] = [60, 20];

/** Red to the left, blue to the right, and a soft edge of 20 pixels between. */
function edge() {
  const rgb = new Uint8Array(WIDTH * HEIGHT * 3);
  const alpha = new Uint8Array(WIDTH * HEIGHT);
  for (let i = 0; i < alpha.length; i++) {
    const share = Math.min(1, Math.max(0, (40 - (i % WIDTH)) / 20));
    alpha[i] = Math.round(255 * share);
    rgb.set([Math.round(200 * share), 10, Math.round(220 * (1 - share))], i * 3);
  }
  return { rgb, alpha };
}

test("a soft edge gets the subject's own colour, sure pixels keep theirs, clear ones lose theirs", () => {
  const { rgb, alpha } = edge();
  const rgba = paintForeground(rgb, alpha, WIDTH, HEIGHT, true);
  for (let i = 0; i < alpha.length; i++) {
    const [red = 0, , blue = 0, a] = rgba.subarray(i * 4, i * 4 + 4);
    expect(a).toBe(alpha[i]);
    if (alpha[i] === 0) expect([red, blue]).toEqual([0, 0]);
    else if (alpha[i] === 255)
      expect([...rgba.subarray(i * 4, i * 4 + 3)]).toEqual([...rgb.subarray(i * 3, i * 3 + 3)]);
    else {
      expect(Math.abs(red - 200)).toBeLessThan(12);
      expect(blue).toBeLessThan(14);
    }
  }
});

test("without cleaning, soft pixels keep their colours too", () => {
  const { rgb, alpha } = edge();
  const rgba = paintForeground(rgb, alpha, WIDTH, HEIGHT, false);
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i] !== 0) expect(rgba[i * 4]).toBe(rgb[i * 3] as number);
  }
});

test("a matte without a sure pixel is painted as it is", () => {
  const rgb = new Uint8Array(12 * 3).fill(77);
  expect([...paintForeground(rgb, new Uint8Array(12).fill(90), 4, 3, true).subarray(0, 4)]).toEqual([
    77, 77, 77, 90,
  ]);
});
