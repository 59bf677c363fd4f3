import { expect, test } from "bun:test";
import { isNightly } from "../../../../test/helpers/nightly.ts";
import { randomFrom } from "../random.fixture.ts";
import { coarseCopy, findSubject } from "./general.ts";

const SIDE = isNightly ? 256 : 160;
/** Pixels of a unit: an image has 256 by 256 units. */
const UNIT = SIDE / 256;

/** A yellow disk before dark ground, and in it a spot of the ground's color: the share of pixels in the spot that are subject. */
function subjectInSpot(spot: number): number {
  const random = randomFrom(4);
  const distance = (i: number, x: number, y: number) =>
    Math.hypot((i % SIDE) / UNIT - x, Math.floor(i / SIDE) / UNIT - y);
  const inDisk = (i: number) => distance(i, 128, 128) < 80;
  const inSpot = (i: number) => distance(i, 150, 100) < 8;
  const rgb = new Uint8Array(SIDE * SIDE * 3);
  const prior = new Float32Array(SIDE * SIDE);
  for (let i = 0; i < prior.length; i++) {
    const color = inDisk(i) && !inSpot(i) ? [235, 190, 30] : [20, 26, 24];
    for (const [c, value] of color.entries()) rgb[i * 3 + c] = value + Math.floor(20 * random());
    prior[i] = inSpot(i) ? spot : inDisk(i) ? 0.95 : 0.02;
  }
  const image = { width: SIDE, height: SIDE, rgb };
  const small = coarseCopy(image);
  const found = small && findSubject(image, small, prior);
  if (found === undefined) throw new TypeError("the disk is a subject");
  let [subject, all] = [0, 0];
  for (let i = 0; i < prior.length; i++) {
    if (!inSpot(i)) continue;
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)].map((at) =>
      Math.floor(((at + 0.5) * found.width) / SIDE),
    );
    subject += found.mask[(y ?? 0) * found.width + (x ?? 0)] ?? 0;
    all++;
  }
  return subject / all;
}

test("an eye that has the color of the ground belongs to the subject if the prior says so, and an opening does not", () => {
  expect(subjectInSpot(0.8)).toBe(1);
  expect(subjectInSpot(0.3)).toBeLessThan(0.1);
});

/** A yellow half before a dark one: how much of a dark strip between them belongs to the subject by a prior of `likely`. */
function subjectInStrip(likely: number): number {
  const random = randomFrom(5);
  const across = (i: number) => (i % SIDE) / UNIT;
  const isStrip = (i: number) => across(i) >= 100 && across(i) < 130;
  const rgb = new Uint8Array(SIDE * SIDE * 3);
  const prior = new Float32Array(SIDE * SIDE);
  for (let i = 0; i < prior.length; i++) {
    const isYellow = across(i) < 100;
    const color = isYellow ? [235, 190, 30] : [20, 26, 24];
    for (const [c, value] of color.entries()) rgb[i * 3 + c] = value + Math.floor(20 * random());
    prior[i] = isStrip(i) ? likely : isYellow ? 0.98 : 0.02;
  }
  const image = { width: SIDE, height: SIDE, rgb };
  const small = coarseCopy(image);
  const found = small && findSubject(image, small, prior);
  if (found === undefined) throw new TypeError("the yellow half is a subject");
  const strip = Array.from(found.mask).filter((_, i) => isStrip(i));
  return strip.reduce((sum, value) => sum + value, 0) / strip.length;
}

test("colors overrule the prior where it is in doubt, not where it is certain", () => {
  expect(subjectInStrip(0.95)).toBe(1);
  expect(subjectInStrip(0.7)).toBeLessThan(0.1);
});
