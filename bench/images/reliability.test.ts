import { expect, test } from "bun:test";
import { binsOf, calibrationError } from "./reliability.ts";

const many = (count: number, confidence: number, iou: number) =>
  Array.from({ length: count }, () => ({ confidence, iou }));

test("confidence that is the mean overlap of its bin has no error, in whatever bin", () => {
  expect(calibrationError(binsOf([...many(30, 0.95, 0.95), ...many(10, 0.25, 0.25)]))).toBeCloseTo(0);
  expect(calibrationError(binsOf([...many(5, 0.55, 0.1), ...many(5, 0.55, 1)]))).toBeCloseTo(0);
});

test("the error is the distance of each bin, by its number of images", () => {
  const bins = binsOf([...many(30, 1, 0.9), ...many(10, 0, 0.4)]);
  expect(bins).toEqual([
    { from: 0, count: 10, confidence: 0, iou: expect.closeTo(0.4), good: 0 },
    { from: 0.9, count: 30, confidence: 1, iou: expect.closeTo(0.9), good: 1 },
  ]);
  expect(calibrationError(bins)).toBeCloseTo((30 * 0.1 + 10 * 0.4) / 40);
  expect(calibrationError([])).toBe(0);
});
