import { blur } from "./box-blur.ts";

/** The largest speck, as a share of the subject. */
const SPECK = 0.0002;

/** Pixels of a mask: of the subject, and those that are connected with the border. */
const SUBJECT = 1;
const OPEN = 2;

/** Marks, from the first row to the last, what is open at the border, to the left or above: most of what is open. */
function sweepOpen(seen: Uint8Array, width: number): void {
  for (let i = 0, x = 0; i < seen.length; i++, x = x + 1 === width ? 0 : x + 1) {
    if (seen[i] !== 0) continue;
    const isEdge = x === 0 || x === width - 1 || i < width || i >= seen.length - width;
    if (isEdge || seen[i - 1] === OPEN || seen[i - width] === OPEN) seen[i] = OPEN;
  }
}

/**
 * Closes the openings of an alpha mask, in place: connected areas of less than half that do not reach the border of
 * the image. `fill` closes all of them, `auto` specks alone.
 */
export function closeHoles(alpha: Uint8Array, width: number, height: number, mode: "auto" | "fill"): void {
  const size = width * height;
  const seen = new Uint8Array(size);
  let subject = 0;
  for (let i = 0; i < size; i++) {
    if ((alpha[i] ?? 0) < 128) continue;
    seen[i] = SUBJECT;
    subject++;
  }
  sweepOpen(seen, width);
  seen.reverse();
  sweepOpen(seen, width);
  seen.reverse();
  const queue: number[] = [];
  const visit = (i: number) => {
    if (seen[i] !== 0) return;
    seen[i] = OPEN;
    queue.push(i);
  };
  const spread = (start: number): number => {
    queue.length = 0;
    visit(start);
    for (let head = 0; head < queue.length; head++) {
      const i = queue[head] ?? 0;
      const x = i % width;
      if (x > 0) visit(i - 1);
      if (x < width - 1) visit(i + 1);
      if (i >= width) visit(i - width);
      if (i < size - width) visit(i + width);
    }
    return queue.length;
  };
  for (let i = seen.indexOf(0); i >= 0; i = seen.indexOf(0, i + 1)) {
    // What is not swept is not at the border: all four neighbors are in the image.
    const near = [i - 1, i + 1, i - width, i + width];
    if (near.some((one) => seen[one] === OPEN)) spread(i);
  }
  const most = mode === "fill" ? size : Math.max(2, SPECK * subject);
  for (let start = seen.indexOf(0); start >= 0; start = seen.indexOf(0, start + 1)) {
    if (spread(start) <= most) for (const i of queue) alpha[i] = 255;
  }
}

/** Softens the edge of an alpha mask over so many pixels; what is further from the edge keeps its value. */
export function feather(alpha: Uint8Array, width: number, height: number, pixels: number): Uint8Array {
  if (pixels === 0) return alpha;
  // Three boxes of this radius reach as far as was asked, to both sides together.
  const radius = Math.max(1, Math.round(pixels / 3));
  const soft = blur(new Float32Array(alpha), width, height, radius);
  const out = new Uint8Array(soft.length);
  for (let i = 0; i < out.length; i++) out[i] = Math.round(soft[i] ?? 0);
  return out;
}

/** Replaces each pixel by the smallest or the largest value among its own and those of its four neighbors. */
function extremes(
  from: Uint8Array,
  width: number,
  height: number,
  choose: (a: number, b: number) => number,
): Uint8Array {
  const to = new Uint8Array(from.length);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const own = from[i] ?? 0;
      const left = x > 0 ? (from[i - 1] ?? 0) : own;
      const right = x < width - 1 ? (from[i + 1] ?? 0) : own;
      const above = y > 0 ? (from[i - width] ?? 0) : own;
      const below = y < height - 1 ? (from[i + width] ?? 0) : own;
      to[i] = choose(own, choose(choose(left, right), choose(above, below)));
    }
  }
  return to;
}

/**
 * Removes lines and specks of an alpha mask that are thinner than three pixels (a morphological opening), smooths its
 * outline and makes every pixel opaque or transparent, in place.
 */
export function hardenEdges(alpha: Uint8Array, width: number, height: number): void {
  const opened = extremes(extremes(alpha, width, height, Math.min), width, height, Math.max);
  const smooth = blur(new Float32Array(opened), width, height, 2);
  for (let i = 0; i < alpha.length; i++) alpha[i] = (smooth[i] ?? 0) < 127 ? 0 : 255;
}
