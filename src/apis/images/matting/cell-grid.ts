/** A grid of cells of four numbers each, rows from the top. */
export interface CellGrid {
  readonly width: number;
  readonly height: number;
  readonly cells: Float32Array;
}

/**
 * Interpolates bilinearly at a place, counted in cells from the center of the first. Fills `out`, of four numbers
 * at most, with the first numbers of a cell. Beyond the border, the cells of the border continue.
 */
export function interpolate(
  { width, height, cells }: CellGrid,
  x: number,
  y: number,
  out: Float64Array,
): void {
  const u = Math.min(width - 1, Math.max(0, x));
  const v = Math.min(height - 1, Math.max(0, y));
  const x0 = Math.floor(u);
  const y0 = Math.floor(v);
  const fx = u - x0;
  const fy = v - y0;
  const from = (y0 * width + x0) * 4;
  const right = x0 + 1 < width ? 4 : 0;
  const down = y0 + 1 < height ? width * 4 : 0;
  for (let c = 0; c < out.length; c++) {
    const top = (cells[from + c] ?? 0) * (1 - fx) + (cells[from + right + c] ?? 0) * fx;
    const bottom = (cells[from + down + c] ?? 0) * (1 - fx) + (cells[from + down + right + c] ?? 0) * fx;
    out[c] = top * (1 - fy) + bottom * fy;
  }
}
