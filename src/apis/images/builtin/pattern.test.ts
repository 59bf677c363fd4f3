import { expect, test } from "bun:test";
import { casesOf } from "../../../../test/helpers/nightly.ts";
import type { RgbImage } from "../engine.ts";
import { labImage } from "./lab-image.ts";
import { isPattern } from "./pattern.ts";

type Paint = (x: number, y: number) => readonly [number, number, number];

function painted(width: number, height: number, paint: Paint): RgbImage {
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) rgb.set(paint(i % width, Math.floor(i / width)), i * 3);
  return { width, height, rgb };
}

const checks =
  (cell: number, light = 255, dark = 0): Paint =>
  (x, y) => {
    const value = (Math.floor(x / cell) + Math.floor(y / cell)) % 2 === 1 ? light : dark;
    return [value, value, value];
  };

const patterns: readonly (readonly [string, number, number, Paint])[] = [
  // The short form has each size once.
  ...casesOf(
    [120, 160, 200, 320, 640].flatMap((side) =>
      [10, 16, 20, 32, 40].map(
        (cell) => [`${cell} px checks in ${side} px`, side, side, checks(cell)] as const,
      ),
    ),
    6,
  ),
  ["pale checks", 160, 160, checks(20, 255, 204)],
  ["wide checks", 300, 100, checks(20)],
  ["tall checks", 90, 240, checks(15, 250, 60)],
  ["stripes", 160, 160, (_, y) => (Math.floor(y / 20) % 2 === 1 ? [20, 60, 200] : [250, 250, 250])],
  ["pinstripes", 400, 400, (x) => (Math.floor(x / 20) % 2 === 1 ? [20, 60, 200] : [250, 250, 250])],
  ["diagonals", 160, 160, (x, y) => (Math.floor((x + y) / 24) % 2 === 1 ? [200, 160, 20] : [40, 40, 40])],
  [
    "dots",
    170,
    170,
    (x, y) => (Math.hypot((x % 32) - 16, (y % 32) - 16) < 9 ? [220, 40, 60] : [250, 245, 240]),
  ],
  ["a grid", 400, 400, (x, y) => (x % 20 < 2 || y % 20 < 2 ? [60, 120, 60] : [255, 255, 255])],
  [
    "bricks",
    400,
    400,
    (x, y) => (y % 20 < 2 || (x + (Math.floor(y / 20) % 2) * 20) % 40 < 2 ? [210, 205, 200] : [160, 70, 50]),
  ],
];

test.each(patterns)("%s are a pattern, whichever part the mask has", (_, width, height, paint) => {
  const small = labImage(painted(width, height, paint), 256);
  const whole = new Uint8Array(small.width * small.height).fill(1);
  const mean = small.lab.reduce((sum, value, i) => sum + (i % 3 === 0 ? value : 0), 0) / whole.length;
  const dark = whole.map((_, i) => Number((small.lab[i * 3] ?? 0) < mean));
  for (const mask of [whole, dark]) expect(isPattern(small, mask)).toBe(true);
});

type Shape = (x: number, y: number) => boolean;
const isBottle: Shape = (x, y) => y > 60 && Math.abs(x - 200) < (y < 140 ? 22 : 70);

const subjects: readonly (readonly [string, Shape, Paint])[] = [
  ["before checks", isBottle, checks(20, 255, 204)],
  ["before stripes", isBottle, (_, y) => (Math.floor(y / 20) % 2 === 1 ? [154, 170, 204] : [238, 238, 255])],
  ["before a gradient", isBottle, (x, y) => [120 + x / 5, 160 + y / 8, 200]],
  ["in a corner", (x, y) => x > 150 && y > 130, (x, y) => [225 - y / 20, 225 - x / 20, 220]],
  ["in the other corner", (x, y) => x < 250 && y < 170, (x, y) => [225 - y / 20, 225 - x / 20, 220]],
  ["on two sides", (x) => x > 100 && x < 300, () => [240, 240, 240]],
  ["on four sides", (x, y) => Math.hypot(x - 200, y - 150) < 210, () => [240, 240, 240]],
];

test.each(subjects)("a plain subject that reaches the border is no pattern: %s", (_, isIn, behind) => {
  const small = labImage(
    painted(400, 300, (x, y) => (isIn(x, y) ? [90, 20, 20] : behind(x, y))),
    256,
  );
  const mask = Uint8Array.from({ length: small.width * small.height }, (_, i) =>
    Number(isIn(((i % small.width) + 0.5) * 1.5625, (Math.floor(i / small.width) + 0.5) * 1.5625)),
  );
  expect(isPattern(small, mask)).toBe(false);
});
