import { expect, test } from "bun:test";
import { hardenEdges } from "./edges.ts";

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
