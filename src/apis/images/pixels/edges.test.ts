import { expect, test } from "bun:test";
import { randomFrom } from "../random.fixture.ts";
import { closeHoles, hardenEdges } from "./edges.ts";

test("hard edges: lines and specks go, the subject stays, and every pixel is opaque or transparent", () => {
  const [width, height] = [60, 40];
  const alpha = new Uint8Array(width * height);
  const fill = (left: number, top: number, right: number, bottom: number, value: number) => {
    for (let y = top; y < bottom; y++) alpha.fill(value, y * width + left, y * width + right);
  };
  fill(10, 10, 40, 30, 255);
  fill(40, 10, 42, 30, 90);
  fill(45, 0, 46, 40, 255);
  fill(50, 5, 52, 6, 255);
  hardenEdges(alpha, width, height);
  expect(new Set(alpha)).toEqual(new Set([0, 255]));
  const at = (x: number, y: number) => alpha[y * width + x];
  expect([at(12, 20), at(25, 12), at(38, 20)]).toEqual([255, 255, 255]);
  expect([at(45, 20), at(50, 5), at(5, 5), at(43, 20)]).toEqual([0, 0, 0, 0]);
});

/** The same by the definition: pixels that a walk from the border reaches are open. */
function openPixels(alpha: Uint8Array, width: number, height: number): Set<number> {
  const open = new Set<number>();
  const walk = Array.from(alpha, (_, i) => i).filter((i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return x === 0 || y === 0 || x === width - 1 || y === height - 1;
  });
  for (let i = walk.pop(); i !== undefined; i = walk.pop()) {
    if (open.has(i) || (alpha[i] ?? 255) >= 128) continue;
    open.add(i);
    const x = i % width;
    walk.push(i - width, i + width);
    if (x > 0) walk.push(i - 1);
    if (x < width - 1) walk.push(i + 1);
  }
  return open;
}

test("holes: exactly what cannot be reached from the border is filled, in mazes of any shape", () => {
  const random = randomFrom(5);
  for (let round = 0; round < 300; round++) {
    const [width, height] = [1 + Math.floor(24 * random()), 1 + Math.floor(24 * random())];
    const share = 0.3 + 0.4 * random();
    const alpha = new Uint8Array(width * height).map(() =>
      random() < share ? 255 : Math.floor(128 * random()),
    );
    const open = openPixels(alpha, width, height);
    const filled = alpha.map((value, i) => (value >= 128 || open.has(i) ? value : 255));
    closeHoles(alpha, width, height, "fill");
    expect(alpha).toEqual(filled);
  }
});
