import type { Features } from "./features.ts";
import type { LabImage } from "./lab-image.ts";
import type { Planes } from "./planes.ts";

/** The side of the nets' input grid in cells, whatever shape the image has. */
export const CELLS = 32;

/** Sample points per side of a cell at which its patches are read. */
const POINTS = 2;

/** Color channels of a cell, besides the features of its patches. */
const COLOURS = 3;

/** The features of the patches under each cell, and its mean color, one plane each. */
export function gridOf({ patches: { labels }, width: told, values }: Features, small: LabImage): Planes {
  const { width, height, lab } = small;
  const size = CELLS * CELLS;
  const count = told + COLOURS;
  const out = new Float32Array(count * size);
  const add = (plane: number, cell: number, value: number) => {
    out[plane * size + cell] = (out[plane * size + cell] ?? 0) + value;
  };
  const share = 1 / POINTS ** 2;
  for (let v = 0; v < CELLS * POINTS; v++) {
    const y = Math.min(height - 1, Math.floor(((v + 0.5) * height) / (CELLS * POINTS)));
    for (let u = 0; u < CELLS * POINTS; u++) {
      const x = Math.min(width - 1, Math.floor(((u + 0.5) * width) / (CELLS * POINTS)));
      const cell = Math.floor(v / POINTS) * CELLS + Math.floor(u / POINTS);
      const from = (labels[y * width + x] ?? 0) * told;
      for (let k = 0; k < told; k++) add(k, cell, (values[from + k] ?? 0) * share);
    }
  }
  for (let row = 0; row < CELLS; row++) {
    const top = Math.floor((row * height) / CELLS);
    const bottom = Math.max(top + 1, Math.floor(((row + 1) * height) / CELLS));
    for (let column = 0; column < CELLS; column++) {
      const left = Math.floor((column * width) / CELLS);
      const right = Math.max(left + 1, Math.floor(((column + 1) * width) / CELLS));
      const part = 1 / ((bottom - top) * (right - left));
      const cell = row * CELLS + column;
      add(told, cell, -1.25);
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) {
          const at = (y * width + x) * 3;
          add(told, cell, ((lab[at] ?? 0) / 40) * part);
          add(told + 1, cell, ((lab[at + 1] ?? 0) / 20) * part);
          add(told + 2, cell, ((lab[at + 2] ?? 0) / 20) * part);
        }
      }
    }
  }
  return { count, side: CELLS, values: out };
}
