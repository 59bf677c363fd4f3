import { expect, test } from "bun:test";
import { randomFrom } from "../random.fixture.ts";
import { coarseCopy, findSubject } from "./general.ts";

const SIDE = 256;

/** A yellow disk before dark ground, and in it a spot of the ground's color: the share of pixels in the spot that are subject. */
function subjectInSpot(spot: number): number {
  const random = randomFrom(4);
  const distance = (i: number, x: number, y: number) => Math.hypot((i % SIDE) - x, Math.floor(i / SIDE) - y);
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
  const found = small && findSubject(image, small, prior, 3);
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
