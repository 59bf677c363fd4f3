import type { LabImage } from "./lab-image.ts";

/** A pattern is shifted by shares of the image's sides: less shows too little, and what is not there three times is a subject. */
const LEAST = 1 / 8;
const MOST = 1 / 3;

/** How much of the image's variation the two shifts there and back may leave: a pattern's are not whole pixels of the copy. */
const LEFT = 0.2;

/** So many pixels tell whether a shift fits; a prime scatters them. */
const SAMPLES = 400;
const SCATTER = 7_919;

/** The variation of an image: the mean square difference of two of its pixels. */
function variationOf(lab: Float32Array): number {
  const [sums, squares] = [new Float64Array(3), new Float64Array(3)];
  for (let i = 0; i < lab.length; i++) {
    const value = lab[i] ?? 0;
    sums[i % 3] = (sums[i % 3] ?? 0) + value;
    squares[i % 3] = (squares[i % 3] ?? 0) + value * value;
  }
  const count = lab.length / 3;
  return 2 * squares.reduce((sum, square, c) => sum + square / count - ((sums[c] ?? 0) / count) ** 2, 0);
}

function reachesBorder(mask: Uint8Array, width: number): boolean {
  return mask.some((value, i) => {
    const x = i % width;
    return value === 1 && (x === 0 || x === width - 1 || i < width || i >= mask.length - width);
  });
}

/**
 * Reports whether what a mask shows is a part of a pattern: cut off by the border, and the same after shifts in two
 * directions. Checks, stripes and wallpapers have no subject.
 */
export function isPattern({ width, height, lab }: LabImage, mask: Uint8Array): boolean {
  if (!reachesBorder(mask, width)) return false;
  const inside: number[] = [];
  for (let i = 0; i < mask.length; i++) if (mask[i] === 1) inside.push(i);
  const samples = Array.from(
    { length: Math.min(SAMPLES, inside.length) },
    (_, k) => inside[(k * SCATTER) % inside.length] ?? 0,
  );
  const most = LEFT * variationOf(lab) * samples.length;
  const fits = (dx: number, dy: number): boolean => {
    let left = 0;
    for (const i of samples) {
      // Both ways: of a plain subject in a corner, one way shows more of it.
      for (const way of [1, -1]) {
        const [x, y] = [(i % width) + way * dx, Math.floor(i / width) + way * dy];
        if (x < 0 || x >= width || y < 0 || y >= height) continue;
        const other = y * width + x;
        for (let c = 0; c < 3; c++) left += ((lab[i * 3 + c] ?? 0) - (lab[other * 3 + c] ?? 0)) ** 2;
      }
      if (left > most) return false;
    }
    return true;
  };
  let first: readonly [number, number] | undefined;
  for (let dx = 0; dx <= MOST * width; dx++) {
    for (let dy = -Math.floor(MOST * height); dy <= MOST * height; dy++) {
      if (Math.max(dx / width, Math.abs(dy) / height) < LEAST || !fits(dx, dy)) continue;
      first ??= [dx, dy];
      const [x, y] = first;
      if (Math.abs(x * dy - y * dx) > 0.3 * Math.hypot(x, y) * Math.hypot(dx, dy)) return true;
    }
  }
  return false;
}
