import { ColorField } from "./color-field.ts";

/** The most cells of color fields: colors of a region change slowly, and memory is limited. */
const CELLS = 1_000_000;

/** The side of a block, in cells. Only blocks with soft pixels and their neighbors are read: other colors are too far away. */
const BLOCK = 16;

/**
 * The color field of cells that have sums of red, green and blue and how many pixels were added, of `step` by `step`;
 * undefined if no cell has any. `cells` is overwritten.
 */
function fieldOf(cells: Float32Array, width: number, height: number, step: number): ColorField | undefined {
  let isKnown = false;
  for (let at = 0; at < cells.length; at += 4) {
    const count = cells[at + 3] ?? 0;
    if (count === 0) continue;
    isKnown = true;
    for (let c = 0; c < 3; c++) cells[at + c] = (cells[at + c] ?? 0) / count;
    cells[at + 3] = count / (step * step);
  }
  return isKnown ? new ColorField(width, height, cells) : undefined;
}

/** Calls `use` for each row of each block whose flag is set, with the pixels from `from` to `to` of row `y`. */
function eachRow(
  flags: Uint8Array,
  side: number,
  { width, height }: Painted,
  use: (y: number, from: number, to: number) => void,
): void {
  const across = Math.ceil(width / side);
  for (let block = flags.indexOf(1); block >= 0; block = flags.indexOf(1, block + 1)) {
    const [left, top] = [(block % across) * side, Math.floor(block / across) * side];
    for (let y = top; y < Math.min(height, top + side); y++) use(y, left, Math.min(width, left + side));
  }
}

/** Sets the flags of the eight neighbors of each block whose flag is set, too (a dilation). */
function withNeighbors(flags: Uint8Array, across: number): Uint8Array {
  return flags.map((_, block) => {
    const x = block % across;
    for (let row = block - across; row <= block + across; row += across) {
      if (flags[row] === 1 || (x > 0 && flags[row - 1] === 1)) return 1;
      if (x < across - 1 && flags[row + 1] === 1) return 1;
    }
    return 0;
  });
}

/** An image, its alpha mask, and the transparency that the file has of its own. */
interface Painted {
  readonly rgb: Uint8Array;
  readonly alpha: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly own: Uint8Array | undefined;
}

/** The fields of the colors of subject and background around soft blocks. Pixels that the file itself shows in part are neither. */
function fieldsOf(painted: Painted, step: number, soft: Uint8Array) {
  const { rgb, alpha, width, height, own } = painted;
  const [w, h] = [Math.ceil(width / step), Math.ceil(height / step)];
  const inside = new Float32Array(w * h * 4);
  const outside = new Float32Array(w * h * 4);
  const near = withNeighbors(soft, Math.ceil(width / (BLOCK * step)));
  eachRow(near, BLOCK * step, painted, (y, from, to) => {
    const row = Math.floor(y / step) * w;
    for (let x = from, i = y * width + from; x < to; x++, i++) {
      const value = alpha[i];
      if ((value !== 0 && value !== 255) || (own?.[i] ?? 255) < 255) continue;
      const cells = value === 255 ? inside : outside;
      const at = (row + Math.floor(x / step)) * 4;
      cells[at] = (cells[at] ?? 0) + (rgb[i * 3] ?? 0);
      cells[at + 1] = (cells[at + 1] ?? 0) + (rgb[i * 3 + 1] ?? 0);
      cells[at + 2] = (cells[at + 2] ?? 0) + (rgb[i * 3 + 2] ?? 0);
      cells[at + 3] = (cells[at + 3] ?? 0) + 1;
    }
  });
  return [fieldOf(inside, w, h, step), fieldOf(outside, w, h, step)] as const;
}

/** Removes the old background from the colors of soft pixels, in place. */
function cleanEdges(rgba: Uint8Array, painted: Painted, step: number, soft: Uint8Array): void {
  const { alpha, width, own } = painted;
  const [inside, outside] = fieldsOf(painted, step, soft);
  if (inside === undefined || outside === undefined) return;
  const near = new Float64Array(3);
  const far = new Float64Array(3);
  eachRow(soft, BLOCK * step, painted, (y, from, to) => {
    const v = (y + 0.5) / step - 0.5;
    for (let x = from, i = y * width + from; x < to; x++, i++) {
      const value = alpha[i] ?? 0;
      if (value === 0 || value === 255 || (own?.[i] ?? 255) < 255) continue;
      const u = (x + 0.5) / step - 0.5;
      inside.at(u, v, near);
      outside.at(u, v, far);
      const share = value / 255;
      for (let c = 0; c < 3; c++) {
        const misfit = (rgba[i * 4 + c] ?? 0) - share * (near[c] ?? 0) - (1 - share) * (far[c] ?? 0);
        rgba[i * 4 + c] = Math.min(255, Math.max(0, Math.round((near[c] ?? 0) + share * misfit)));
      }
    }
  });
}

/**
 * Combines colors and alpha mask to RGBA, four bytes per pixel. Pixels of alpha 255 keep their exact colors,
 * pixels of alpha 0 lose them. In between, with `decontaminate`, the share of the old background is removed:
 * the estimate of Forte (Approximate Fast Foreground Color Estimation, 2021), with fields of the known colors
 * instead of its blurs. If the file has transparency of its `own`, its colors contain no background and do not
 * change.
 */
export function paintForeground(
  rgb: Uint8Array,
  alpha: Uint8Array,
  width: number,
  height: number,
  decontaminate: boolean,
  own?: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const rgba = new Uint8Array(width * height * 4);
  const step = Math.max(1, Math.ceil(Math.sqrt((width * height) / CELLS)));
  const side = BLOCK * step;
  const across = Math.ceil(width / side);
  const soft = new Uint8Array(across * Math.ceil(height / side));
  for (let y = 0, i = 0; y < height; y++) {
    const blocks = Math.floor(y / side) * across;
    for (let x = 0; x < width; x++, i++) {
      const value = alpha[i] ?? 0;
      if (value === 0) continue;
      rgba[i * 4] = rgb[i * 3] ?? 0;
      rgba[i * 4 + 1] = rgb[i * 3 + 1] ?? 0;
      rgba[i * 4 + 2] = rgb[i * 3 + 2] ?? 0;
      rgba[i * 4 + 3] = value;
      if (value < 255) soft[blocks + Math.floor(x / side)] = 1;
    }
  }
  if (decontaminate && soft.includes(1)) cleanEdges(rgba, { rgb, alpha, width, height, own }, step, soft);
  return rgba;
}
