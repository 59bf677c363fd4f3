import { expect, test } from "bun:test";
import { type Grid, resample } from "./resample.ts";

function resampled(grid: Grid, width: number, height: number): number[] {
  const rows: number[] = [];
  resample(grid, width, height, (row) => rows.push(...row));
  return rows;
}

const line = (values: readonly number[]): Grid => ({
  width: values.length,
  height: 1,
  channels: 1,
  values: Float32Array.from(values),
});

test("the same size gives the same values, bytes or floats", () => {
  const bytes = Uint8Array.from({ length: 5 * 7 * 3 }, (_, i) => (i * 37) % 256);
  const grid = { width: 5, height: 7, channels: 3, values: bytes };
  expect(resampled(grid, 5, 7)).toEqual([...bytes]);
  expect(resampled({ ...grid, values: Float32Array.from(bytes) }, 5, 7)).toEqual([...bytes]);
});

test("enlarging interpolates between the centres of places", () => {
  expect(resampled(line([0, 4]), 4, 1)).toEqual([0, 1, 3, 4]);
  expect(resampled(line([0, 8, 0]), 6, 1)).toEqual([0, 2, 6, 6, 2, 0]);
  expect(resampled(line([3]), 3, 2)).toEqual([3, 3, 3, 3, 3, 3]);
});

test("shrinking lets every place count", () => {
  const [half] = resampled(line([10, 20]), 1, 1);
  expect(half).toBeCloseTo(15, 5);
  const spike = Array<number>(100).fill(0).with(50, 100);
  const sum = resampled(line(spike), 10, 1).reduce((total, value) => total + value, 0);
  expect(sum).toBeCloseTo(10, 0);
});

test("a slope stays where it is, and a constant what it is, between any two sizes", () => {
  for (const [from, to] of [
    [61, 1462],
    [320, 257],
    [1000, 31],
    [2, 999],
  ] as const) {
    const slope = resampled(line(Array.from({ length: from }, (_, x) => (x + 0.5) / from)), to, 1);
    // Away from the ends, where the filter reaches beyond the line.
    const rim = Math.ceil(Math.max(1, to / from)) + 1;
    // Enlarging is exact; an average over a few places is off by a part of one.
    const error = to > from ? 1e-5 : 0.2 / from;
    for (let x = rim; x < to - rim; x++) {
      expect(Math.abs((slope[x] ?? NaN) - (x + 0.5) / to)).toBeLessThan(error);
    }
    for (const value of resampled(line(Array<number>(from).fill(7)), to, 1)) expect(value).toBeCloseTo(7, 4);
  }
});

test("channels keep apart, and rows and columns are not mixed up", () => {
  const grid = { width: 2, height: 2, channels: 2, values: Uint8Array.from([0, 9, 4, 9, 8, 9, 12, 9]) };
  const out = resampled(grid, 4, 4);
  expect(out.filter((_, i) => i % 2 === 1)).toEqual(Array(16).fill(9));
  expect(out.filter((_, i) => i % 2 === 0)).toEqual([0, 1, 3, 4, 2, 3, 5, 6, 6, 7, 9, 10, 8, 9, 11, 12]);
});

test("a part of a grid is resampled like a copy of it", () => {
  const [width, left, top] = [9, 2, 3];
  const whole = Uint8Array.from({ length: width * 8 * 3 }, (_, i) => (i * 53) % 256);
  const part = { width: 5, height: 4, channels: 3 };
  const copy = Uint8Array.from({ length: 5 * 4 * 3 }, (_, i) => {
    const [x, y] = [Math.floor(i / 3) % 5, Math.floor(i / 15)];
    return whole[((top + y) * width + left + x) * 3 + (i % 3)] ?? 0;
  });
  const inPlace = { ...part, values: whole.subarray((top * width + left) * 3), stride: width * 3 };
  expect(resampled(inPlace, 7, 3)).toEqual(resampled({ ...part, values: copy }, 7, 3));
});
