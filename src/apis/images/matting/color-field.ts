/** The most pixels of the finest level: colors of a region change slowly, and memory is limited. */
const FINEST_PIXELS = 1_000_000;

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

/** Fills the unknown cells of a level from the one above it, bilinearly. */
function push(below: Level, above: Level): void {
  const { width, height, cells } = below;
  for (let y = 0; y < height; y++) {
    const v = Math.min(above.height - 1, Math.max(0, y / 2 - 0.25));
    const y0 = Math.floor(v);
    const fy = v - y0;
    const down = y0 + 1 < above.height ? above.width * 4 : 0;
    for (let x = 0; x < width; x++) {
      const to = (y * width + x) * 4;
      const known = cells[to + 3] ?? 0;
      if (known === 1) continue;
      const u = Math.min(above.width - 1, Math.max(0, x / 2 - 0.25));
      const x0 = Math.floor(u);
      const fx = u - x0;
      const right = x0 + 1 < above.width ? 4 : 0;
      const at = (y0 * above.width + x0) * 4;
      for (let c = 0; c < 3; c++) {
        const top = (above.cells[at + c] ?? 0) * (1 - fx) + (above.cells[at + right + c] ?? 0) * fx;
        const bottom =
          (above.cells[at + down + c] ?? 0) * (1 - fx) + (above.cells[at + down + right + c] ?? 0) * fx;
        cells[to + c] = (cells[to + c] ?? 0) * known + (top * (1 - fy) + bottom * fy) * (1 - known);
      }
    }
  }
}

/**
 * The colors of a region, carried on to where it is not: near it the colors of its edge, far from it its
 * mean. By pull and push over a pyramid (Gortler et al., The Lumigraph, 1996, section 3.4).
 */
export class ColorField {
  readonly #level: Level;
  readonly #step: number;

  private constructor(level: Level, step: number) {
    this.#level = level;
    this.#step = step;
  }

  /**
   * The color field of the pixels where `mask` is not 0; undefined without such pixels. `rgb` has three numbers
   * per pixel.
   */
  static of(
    rgb: Uint8Array | Float32Array,
    width: number,
    height: number,
    mask: Uint8Array,
  ): ColorField | undefined {
    const step = Math.max(1, Math.ceil(Math.sqrt((width * height) / FINEST_PIXELS)));
    const w = Math.ceil(width / step);
    const h = Math.ceil(height / step);
    const cells = new Float32Array(w * h * 4);
    for (let y = 0; y < height; y++) {
      const row = Math.floor(y / step) * w;
      for (let x0 = 0, cell = 0; x0 < width; x0 += step, cell++) {
        const to = (row + cell) * 4;
        for (let x = x0; x < Math.min(width, x0 + step); x++) {
          const i = y * width + x;
          if (mask[i] === 0) continue;
          cells[to] = (cells[to] ?? 0) + (rgb[i * 3] ?? 0);
          cells[to + 1] = (cells[to + 1] ?? 0) + (rgb[i * 3 + 1] ?? 0);
          cells[to + 2] = (cells[to + 2] ?? 0) + (rgb[i * 3 + 2] ?? 0);
          cells[to + 3] = (cells[to + 3] ?? 0) + 1;
        }
      }
    }
    let isKnown = false;
    for (let at = 0; at < cells.length; at += 4) {
      const count = cells[at + 3] ?? 0;
      if (count === 0) continue;
      isKnown = true;
      cells[at] = (cells[at] ?? 0) / count;
      cells[at + 1] = (cells[at + 1] ?? 0) / count;
      cells[at + 2] = (cells[at + 2] ?? 0) / count;
      cells[at + 3] = count / (step * step);
    }
    if (!isKnown) return undefined;
    const levels: Level[] = [{ width: w, height: h, cells }];
    for (let top = levels[0]; top !== undefined && top.width * top.height > 1; ) {
      top = pull(top);
      levels.push(top);
    }
    for (let i = levels.length - 2; i >= 0; i--) {
      const [below, above] = [levels[i], levels[i + 1]];
      if (below !== undefined && above !== undefined) push(below, above);
    }
    return new ColorField({ width: w, height: h, cells }, step);
  }

  /** Writes the color at a pixel into `out`: three numbers. */
  at(x: number, y: number, out: Float64Array): void {
    const { width, height, cells } = this.#level;
    const u = Math.min(width - 1, Math.max(0, (x + 0.5) / this.#step - 0.5));
    const v = Math.min(height - 1, Math.max(0, (y + 0.5) / this.#step - 0.5));
    const x0 = Math.floor(u);
    const y0 = Math.floor(v);
    const fx = u - x0;
    const fy = v - y0;
    const from = (y0 * width + x0) * 4;
    const right = x0 + 1 < width ? 4 : 0;
    const down = y0 + 1 < height ? width * 4 : 0;
    for (let c = 0; c < 3; c++) {
      const top = (cells[from + c] ?? 0) * (1 - fx) + (cells[from + right + c] ?? 0) * fx;
      const bottom = (cells[from + down + c] ?? 0) * (1 - fx) + (cells[from + down + right + c] ?? 0) * fx;
      out[c] = top * (1 - fy) + bottom * fy;
    }
  }
}
