import { expect, test } from "bun:test";
import type { RgbImage } from "../engine.ts";
import { findBackdrop } from "./backdrop.ts";
import { labImage } from "./lab-image.ts";
import { cutPlain } from "./plain.ts";

const SIDE = 120;
const inDisc = (i: number, radius: number) =>
  Math.hypot((i % SIDE) - SIDE / 2, Math.floor(i / SIDE) - SIDE / 2) < radius;

/** A brown disc of radius 40 before white; inside of radius 30 it has another color. */
function ring(inner: (i: number) => number): RgbImage {
  const rgb = new Uint8Array(SIDE * SIDE * 3).fill(250);
  for (let i = 0; i < SIDE * SIDE; i++) {
    if (!inDisc(i, 40)) continue;
    for (let c = 0; c < 3; c++) rgb[i * 3 + c] = inDisc(i, 30) ? inner(i) : ([120, 60, 35][c] ?? 0);
  }
  return { width: SIDE, height: SIDE, rgb };
}

function cut(image: RgbImage, seen?: (i: number) => number) {
  const small = labImage(image, SIDE);
  const backdrop = findBackdrop(small);
  if (backdrop === undefined) throw new Error("no backdrop");
  return cutPlain(small, backdrop, seen && Float32Array.from({ length: SIDE * SIDE }, (_, i) => seen(i)));
}

const middle = (SIDE / 2) * SIDE + SIDE / 2;
const white = () => 250;
/** A shadow: white light at the top of the opening, much less at its lower end. */
const shaded = (i: number) => 250 - 1.5 * Math.max(0, Math.floor(i / SIDE) - 35);

test("an opening that matches the background is background, unless the network is sure that it is subject", () => {
  expect(cut(ring(white))?.[middle]).toBe(0);
  expect(cut(ring(white), (i) => (inDisc(i, 40) ? 0.8 : 0.01))?.[middle]).toBe(0);
  expect(cut(ring(white), (i) => (inDisc(i, 40) ? 0.99 : 0.01))?.[middle]).toBe(1);
});

test("what surrounds a part of the subject that would float is no opening: the white ring of a badge before white", () => {
  const between = middle + 24 * SIDE;
  for (const seen of [undefined, () => 0.05]) {
    expect(
      cut(
        ring((i) => (inDisc(i, 18) ? 60 : 250)),
        seen,
      )?.[between],
    ).toBe(1);
    // A speck floats in many openings.
    expect(
      cut(
        ring((i) => (inDisc(i, 4) ? 60 : 250)),
        seen,
      )?.[between],
    ).toBe(0);
  }
});

test("the shadow in an opening is background if the network sees an opening", () => {
  const low = middle + 22 * SIDE;
  expect(cut(ring(shaded), (i) => (inDisc(i, 40) && !inDisc(i, 30) ? 0.9 : 0.05))?.[low]).toBe(0);
  expect(cut(ring(shaded), (i) => (inDisc(i, 40) ? 0.99 : 0.01))?.[low]).toBe(1);
});

test("white clothes before white stay where the network is sure of them, though nothing separates them from it", () => {
  const image = ring(white);
  const isShirt = (i: number) => Math.floor(i / SIDE) > 85 && Math.abs((i % SIDE) - 60) < 25;
  const at = 110 * SIDE + 60;
  expect(cut(image)?.[at]).toBe(0);
  expect(cut(image, (i) => (isShirt(i) || inDisc(i, 40) ? 0.98 : 0.01))?.[at]).toBe(1);
});
