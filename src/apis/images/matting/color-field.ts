import { type CellGrid, interpolate } from "./cell-grid.ts";

/** A level of the pyramid: each cell has red, green, blue, and how much of it is known (0 to 1). */
type Level = CellGrid;

/** The level above: each cell the sum of four, what is known of it no more than all. */
function pull({ width, height, cells }: Level): Level {
  const w = (width + 1) >> 1;
  const h = (height + 1) >> 1;
  const above = new Float32Array(w * h * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4;
      const weight = cells[from + 3] ?? 0;
      if (weight === 0) continue;
      const to = ((y >> 1) * w + (x >> 1)) * 4;
      above[to] = (above[to] ?? 0) + (cells[from] ?? 0) * weight;
      above[to + 1] = (above[to + 1] ?? 0) + (cells[from + 1] ?? 0) * weight;
      above[to + 2] = (above[to + 2] ?? 0) + (cells[from + 2] ?? 0) * weight;
      above[to + 3] = (above[to + 3] ?? 0) + weight;
    }
  }
  for (let at = 0; at < above.length; at += 4) {
    const weight = above[at + 3] ?? 0;
    if (weight === 0) continue;
    above[at] = (above[at] ?? 0) / weight;
    above[at + 1] = (above[at + 1] ?? 0) / weight;
    above[at + 2] = (above[at + 2] ?? 0) / weight;
    above[at + 3] = Math.min(1, weight);
  }
  return { width: w, height: h, cells: above };
}

/**
 * Fills a cell that is not wholly known from the level above, bilinearly. Then it counts as known. Cells are filled when
 * they are read, and most never are: only those near an edge count. `pulled` is overwritten.
 */
function fillCell(levels: readonly Level[], index: number, x: number, y: number, pulled: Float64Array): void {
  const level = levels[index];
  if (level === undefined) return;
  const { width, cells } = level;
  const to = (y * width + x) * 4;
  const known = cells[to + 3] ?? 0;
  if (known === 1) return;
  const above = levels[index + 1];
  if (above === undefined) return;
  const [u, v] = [x / 2 - 0.25, y / 2 - 0.25];
  fillAround(levels, index + 1, Math.max(0, Math.floor(u)), Math.max(0, Math.floor(v)), pulled);
  interpolate(above, u, v, pulled);
  for (let c = 0; c < 3; c++) {
    cells[to + c] = (cells[to + c] ?? 0) * known + (pulled[c] ?? 0) * (1 - known);
  }
  cells[to + 3] = 1;
}

/** Fills a cell and its neighbors to the right and below. `pulled` is overwritten. */
function fillAround(
  levels: readonly Level[],
  index: number,
  x: number,
  y: number,
  pulled: Float64Array,
): void {
  const { width, height } = levels[index] ?? { width: 0, height: 0 };
  for (let v = y; v < Math.min(height, y + 2); v++) {
    for (let u = x; u < Math.min(width, x + 2); u++) fillCell(levels, index, u, v, pulled);
  }
}

/**
 * The colors of a region, carried on to where it is not: near it the colors of its edge, far from it its
 * mean. By pull and push over a pyramid (Gortler et al., The Lumigraph, 1996, section 3.4).
 */
export class ColorField {
  /** The finest level first. */
  readonly #levels: readonly Level[];
  readonly #finest: Level;

  /** `cells` has four numbers for each: red, green, blue, and how much of it is known (0 to 1). */
  constructor(width: number, height: number, cells: Float32Array) {
    this.#finest = { width, height, cells };
    const levels: Level[] = [this.#finest];
    for (let top: Level = this.#finest; top.width * top.height > 1; ) {
      top = pull(top);
      levels.push(top);
    }
    this.#levels = levels;
  }

  /** The color field of the pixels where `plane` is `value`; undefined without such pixels. `colors` has three numbers a pixel. */
  static of(
    colors: Float32Array,
    width: number,
    height: number,
    plane: Uint8Array,
    value = 1,
  ): ColorField | undefined {
    if (!plane.includes(value)) return undefined;
    const cells = new Float32Array(width * height * 4);
    for (let i = 0; i < plane.length; i++) {
      if (plane[i] !== value) continue;
      cells[i * 4] = colors[i * 3] ?? 0;
      cells[i * 4 + 1] = colors[i * 3 + 1] ?? 0;
      cells[i * 4 + 2] = colors[i * 3 + 2] ?? 0;
      cells[i * 4 + 3] = 1;
    }
    return new ColorField(width, height, cells);
  }

  /** Writes the color at a place, counted in cells from the center of the first, into `out`: three numbers. */
  at(x: number, y: number, out: Float64Array): void {
    const { width, height, cells } = this.#finest;
    const x0 = Math.floor(Math.min(width - 1, Math.max(0, x)));
    const y0 = Math.floor(Math.min(height - 1, Math.max(0, y)));
    const from = (y0 * width + x0) * 4 + 3;
    const right = x0 + 1 < width ? 4 : 0;
    const down = y0 + 1 < height ? width * 4 : 0;
    const isFilled =
      cells[from] === 1 &&
      cells[from + right] === 1 &&
      cells[from + down] === 1 &&
      cells[from + down + right] === 1;
    if (!isFilled) fillAround(this.#levels, 0, x0, y0, out);
    interpolate(this.#finest, x, y, out);
  }
}
