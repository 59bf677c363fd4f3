import { describe, expect, test } from "bun:test";
import { randomFrom } from "../random.fixture.ts";
import { convolve, doubled, halved, joined, type Layer, mirrored, type Planes, rectified } from "./planes.ts";
import { type Net, priorOf } from "./prior.ts";
import { readNet, type StoredLayer } from "./stored-net.ts";

const random = randomFrom(7);
const numbers = (count: number) => Float32Array.from({ length: count }, () => 2 * random() - 1);
const planes = (count: number, side: number): Planes => ({
  count,
  side,
  values: numbers(count * side * side),
});
const layer = (from: number, to: number, size: number): Layer => ({
  from,
  to,
  size,
  weights: numbers(from * to * size * size),
  bias: numbers(to),
});

/** Each cell by its definition: what lies under the window, weighed. */
function byDefinition({ side, values }: Planes, { from, to, size, weights, bias }: Layer): number[] {
  const reach = (size - 1) / 2;
  return Array.from({ length: to * side * side }, (_, i) => {
    const [made, y, x] = [Math.floor(i / side ** 2), Math.floor(i / side) % side, i % side];
    let sum = bias[made] ?? 0;
    for (let taken = 0; taken < from; taken++) {
      for (let v = -reach; v <= reach; v++) {
        for (let u = -reach; u <= reach; u++) {
          if (y + v < 0 || y + v >= side || x + u < 0 || x + u >= side) continue;
          const at = ((made * from + taken) * size + v + reach) * size + u + reach;
          sum += (weights[at] ?? 0) * (values[(taken * side + y + v) * side + x + u] ?? 0);
        }
      }
    }
    return sum;
  });
}

const near = (given: ArrayLike<number>, wanted: ArrayLike<number>) => {
  expect(given.length).toBe(wanted.length);
  for (let i = 0; i < given.length; i++) expect(given[i]).toBeCloseTo(wanted[i] ?? Number.NaN, 4);
};

describe("planes", () => {
  test.each([
    [1, 1, 1, 4],
    [3, 2, 1, 8],
    [1, 1, 3, 2],
    [3, 4, 3, 8],
    [2, 3, 3, 1],
  ])("from %i to %i by windows of %i at side %i are sums by definition", (from, to, size, side) => {
    const [given, by] = [planes(from, side), layer(from, to, size)];
    near(convolve(given, by).values, byDefinition(given, by));
  });

  test("rectified have nothing below 0, and the rest as it was", () => {
    const given = planes(2, 4);
    const wanted = given.values.map((value) => Math.max(0, value));
    near(rectified(given).values, wanted);
  });

  test("halved are means of four, doubled lie between neighbours, and what is even stays even", () => {
    near(halved({ count: 1, side: 2, values: Float32Array.of(1, 2, 3, 6) }).values, [3]);
    const { side, values } = doubled({ count: 1, side: 2, values: Float32Array.of(0, 4, 8, 12) });
    expect(side).toBe(4);
    near(values, [0, 1, 3, 4, 2, 3, 5, 6, 6, 7, 9, 10, 8, 9, 11, 12]);
    const even = { count: 2, side: 4, values: new Float32Array(32).fill(0.25) };
    near(doubled(even).values, new Float32Array(128).fill(0.25));
    near(halved(doubled(even)).values, even.values);
  });

  test("joined keep their order, mirrored twice are what they were", () => {
    const [one, other] = [planes(1, 4), planes(2, 4)];
    near(joined(one, other).values, [...one.values, ...other.values]);
    near(mirrored({ count: 1, side: 2, values: Float32Array.of(1, 2, 3, 4) }).values, [2, 1, 4, 3]);
    near(mirrored(mirrored(other)).values, other.values);
  });
});

describe("a net", () => {
  const net: Net = {
    enter: layer(3, 2, 1),
    down: [layer(2, 2, 3), layer(2, 4, 3)],
    up: [layer(6, 2, 3)],
    leave: layer(2, 1, 1),
  };

  test("says 0 to 1 of each cell, and of a mirror image the mirrored same", () => {
    const grid = planes(3, 8);
    const prior = priorOf(grid, [net]);
    expect(prior.length).toBe(64);
    for (const value of prior) expect(value).toBeWithin(0, 1);
    const other = priorOf(mirrored(grid), [net]);
    near(mirrored({ count: 1, side: 8, values: other }).values, prior);
  });

  test("is read from signed bytes, weights before constants", () => {
    const bytes = (...values: number[]) => Buffer.from(Int8Array.from(values).buffer).toString("base64");
    const one: StoredLayer = [2, 1, 1, 0.5, 0.25, bytes(1, -2, 4)];
    const { enter, down, up, leave } = readNet([one, one, one, one, one]);
    expect(enter).toEqual({
      from: 2,
      to: 1,
      size: 1,
      weights: Float32Array.of(0.5, -1),
      bias: Float32Array.of(1),
    });
    expect([down.length, up.length]).toEqual([2, 1]);
    expect(leave).toEqual(enter);
  });

  test("that is not whole is refused", () => {
    expect(() => readNet([])).toThrow("has no layers");
    expect(() =>
      readNet([
        [2, 1, 3, 1, 1, "AAAA"],
        [1, 1, 1, 1, 1, "AAA="],
      ]),
    ).toThrow("incomplete");
  });
});
