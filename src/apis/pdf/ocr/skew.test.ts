import { expect, test } from "bun:test";
import { casesOf, isNightly } from "../../../../test/helpers/nightly.ts";
import { type GrayImage, skewOf } from "./skew.ts";

/** The short form has half the pixels, which take all of the time. */
const [WIDTH, HEIGHT, TEXT] = isNightly ? [720, 800, 320] : [510, 566, 226];

/** A page of words as boxes, in lines that are turned clockwise about the middle. */
function page(degrees: number): GrayImage {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(255);
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const [dx, dy] = [x - WIDTH / 2, y - HEIGHT / 2];
      const [u, v] = [dx * cos + dy * sin, dy * cos - dx * sin];
      const isInText = Math.abs(u) < TEXT && Math.abs(v) < TEXT;
      const line = Math.floor(v / 24);
      const isWord = (Math.floor(u / 9) * 7 + line * 3) % 5 !== 0;
      if (isInText && v - 24 * line < 11 && isWord) pixels[y * WIDTH + x] = 0;
    }
  }
  return { pixels, width: WIDTH, height: HEIGHT };
}

test.each(casesOf([-10, -3.5, 1, 2, 7, 10], 2))("lines with a skew of %p degrees", (degrees) => {
  expect(skewOf(page(degrees))).toBeCloseTo(degrees, 0.3);
});

test("a page on its side with a skew", () => expect(skewOf(page(94))).toBeCloseTo(4, 0.3));

test("straight pages, empty ones and noise have none", () => {
  const size = { width: WIDTH, height: HEIGHT };
  expect([0, 90, 180].map((degrees) => skewOf(page(degrees)))).toEqual([0, 0, 0]);
  expect(skewOf({ pixels: new Uint8Array(WIDTH * HEIGHT).fill(255), ...size })).toBe(0);
  let state = 1;
  const noise = Uint8Array.from({ length: WIDTH * HEIGHT }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
  expect(skewOf({ pixels: noise, ...size })).toBe(0);
});
