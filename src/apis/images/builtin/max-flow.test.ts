import { expect, test } from "bun:test";
import { isNightly } from "../../../../test/helpers/nightly.ts";
import { randomFrom } from "../random.fixture.ts";
import { minimumCut } from "./max-flow.ts";

const STEPS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
] as const;

const random = randomFrom(3);

interface Grid {
  readonly width: number;
  readonly height: number;
  readonly terminal: Float32Array;
  readonly links: Float32Array;
}

function randomGrid(width: number, height: number): Grid {
  const size = width * height;
  const links = new Float32Array(size * 8);
  for (let i = 0; i < size; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    for (const [d, [dx, dy]] of STEPS.entries()) {
      const [u, v] = [x + dx, y + dy];
      if (u >= 0 && v >= 0 && u < width && v < height) links[i * 8 + d] = Math.round(random() * 8);
    }
  }
  const terminal = Float32Array.from({ length: size }, () => Math.round((random() - 0.5) * 20));
  return { width, height, terminal, links };
}

/** What a cut costs, by its definition. */
function costOf({ width, terminal, links }: Grid, isSource: (i: number) => boolean): number {
  let cost = 0;
  for (const [i, value] of terminal.entries()) {
    if (isSource(i)) {
      cost += Math.max(0, -value);
      for (const [d, [dx, dy]] of STEPS.entries()) {
        const link = links[i * 8 + d] ?? 0;
        if (link > 0 && !isSource(i + dy * width + dx)) cost += link;
      }
    } else cost += Math.max(0, value);
  }
  return cost;
}

test("no cut of a small grid is cheaper, every cut of each grid", () => {
  for (let trial = 0; trial < (isNightly ? 300 : 120); trial++) {
    const grid = randomGrid(2 + Math.floor(random() * 3), 2 + Math.floor(random() * 2));
    let best = Number.POSITIVE_INFINITY;
    for (let cut = 0; cut < 1 << grid.terminal.length; cut++) {
      best = Math.min(
        best,
        costOf(grid, (i) => ((cut >> i) & 1) === 1),
      );
    }
    const found = minimumCut(grid.width, grid.height, grid.terminal.slice(), grid.links.slice());
    expect(costOf(grid, (i) => found[i] === 1)).toBe(best);
  }
});

test("a grid without capacities is background, one of sources alone is subject", () => {
  const none = () => new Float32Array(5 * 4 * 8);
  expect([...minimumCut(5, 4, new Float32Array(20), none())]).toEqual(Array(20).fill(0));
  expect([...minimumCut(5, 4, new Float32Array(20).fill(2), none())]).toEqual(Array(20).fill(1));
});
