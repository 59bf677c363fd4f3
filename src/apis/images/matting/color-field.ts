interface Level {
  readonly width: number;
  readonly height: number;
  /** Four numbers a cell: red, green, blue, and how much of the cell is known (0 to 1). */
  readonly cells: Float32Array;
}

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
 * they are read, and most never are: only those near an edge count.
 */
function fillCell(levels: readonly Level[], index: number, x: number, y: number): void {
  const level = levels[index];
  if (level === undefined) return;
  const { width, cells } = level;
  const to = (y * width + x) * 4;
  const known = cells[to + 3] ?? 0;
  if (known === 1) return;
  const above = levels[index + 1];
  if (above === undefined) return;
  const v = Math.min(above.height - 1, Math.max(0, y / 2 - 0.25));
  const y0 = Math.floor(v);
  const fy = v - y0;
  const down = y0 + 1 < above.height ? above.width * 4 : 0;
  const u = Math.min(above.width - 1, Math.max(0, x / 2 - 0.25));
  const x0 = Math.floor(u);
  const fx = u - x0;
  const right = x0 + 1 < above.width ? 4 : 0;
  fillAround(levels, index + 1, x0, y0);
  const at = (y0 * above.width + x0) * 4;
  for (let c = 0; c < 3; c++) {
    const top = (above.cells[at + c] ?? 0) * (1 - fx) + (above.cells[at + right + c] ?? 0) * fx;
    const bottom =
      (above.cells[at + down + c] ?? 0) * (1 - fx) + (above.cells[at + down + right + c] ?? 0) * fx;
    cells[to + c] = (cells[to + c] ?? 0) * known + (top * (1 - fy) + bottom * fy) * (1 - known);
  }
  cells[to + 3] = 1;
}

/** Fills a cell and its neighbors to the right and below. */
function fillAround(levels: readonly Level[], index: number, x: number, y: number): void {
  const { width, height } = levels[index] ?? { width: 0, height: 0 };
  fillCell(levels, index, x, y);
  if (x + 1 < width) fillCell(levels, index, x + 1, y);
  if (y + 1 < height) fillCell(levels, index, x, y + 1);
  if (x + 1 < width && y + 1 < height) fillCell(levels, index, x + 1, y + 1);
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
    const u = Math.min(width - 1, Math.max(0, x));
    const v = Math.min(height - 1, Math.max(0, y));
    const x0 = Math.floor(u);
    const y0 = Math.floor(v);
    const fx = u - x0;
    const fy = v - y0;
    const from = (y0 * width + x0) * 4;
    const right = x0 + 1 < width ? 4 : 0;
    const down = y0 + 1 < height ? width * 4 : 0;
    const isFilled =
      cells[from + 3] === 1 &&
      cells[from + right + 3] === 1 &&
      cells[from + down + 3] === 1 &&
      cells[from + down + right + 3] === 1;
    if (!isFilled) fillAround(this.#levels, 0, x0, y0);
    for (let c = 0; c < 3; c++) {
      const top = (cells[from + c] ?? 0) * (1 - fx) + (cells[from + right + c] ?? 0) * fx;
      const bottom = (cells[from + down + c] ?? 0) * (1 - fx) + (cells[from + down + right + c] ?? 0) * fx;
      out[c] = top * (1 - fy) + bottom * fy;
    }
  }
}
