import { type Chars, GENERATED } from "./chars.ts";

/** How far two copies of a character may be apart, in parts of its size: enough to look bold or shaded. */
const APART = 0.12;

/** The grid in which copies are looked for, in points. */
const CELL = 4;

const SPACE = 32;

function hash(code: number, column: number, row: number, mask: number): number {
  return (Math.imul(code, 0x9e3779b1) ^ Math.imul(column, 0x85ebca6b) ^ Math.imul(row, 0xc2b2ae35)) & mask;
}

/**
 * Leaves out characters that stand upon a copy of themselves (their codes become 0): producers draw a word
 * two or three times, a hair apart, to make it bold or to give it a shade. PDFium leaves out such copies of
 * neighbours alone.
 */
export function dropDuplicates(chars: Chars): void {
  const { count, code, left, right, bottom, flags, stretch, stretches } = chars;
  let size = 16;
  while (size < 2 * count) size *= 2;
  const mask = size - 1;
  // Each slot holds the index of a character and 1; each character stands under the cell of its corner.
  const slots = new Int32Array(size);
  // The letters of one glyph share its box: the two f of a ligature are no copies.
  const isLigature = (a: number, b: number): boolean =>
    b - a <= 2 && stretch[a] === stretch[b] && left[a] === left[b] && right[a] === right[b];
  const find = (i: number, column: number, row: number, apart: number): boolean => {
    const one = code[i] ?? 0;
    let tries = 0;
    for (let at = hash(one, column, row, mask); slots[at] !== 0 && tries < 32; at = (at + 1) & mask, tries++) {
      const other = (slots[at] ?? 0) - 1;
      if (
        code[other] === one &&
        !isLigature(other, i) &&
        Math.abs((left[other] ?? 0) - (left[i] ?? 0)) < apart &&
        Math.abs((bottom[other] ?? 0) - (bottom[i] ?? 0)) < apart
      )
        return true;
    }
    return false;
  };
  for (let i = 0; i < count; i++) {
    const one = code[i] ?? 0;
    if (one <= SPACE || ((flags[i] ?? 0) & GENERATED) !== 0) continue;
    const x = left[i] ?? 0;
    const y = bottom[i] ?? 0;
    if ((right[i] ?? 0) - x <= 0) continue;
    const apart = APART * (stretches[stretch[i] ?? 0]?.size ?? 0);
    const [column, row] = [Math.floor(x / CELL), Math.floor(y / CELL)];
    const [otherColumn, otherRow] = [
      Math.floor((x - apart) / CELL) < column ? column - 1 : Math.floor((x + apart) / CELL),
      Math.floor((y - apart) / CELL) < row ? row - 1 : Math.floor((y + apart) / CELL),
    ];
    if (
      find(i, column, row, apart) ||
      (otherColumn !== column && find(i, otherColumn, row, apart)) ||
      (otherRow !== row && find(i, column, otherRow, apart)) ||
      (otherColumn !== column && otherRow !== row && find(i, otherColumn, otherRow, apart))
    ) {
      code[i] = 0;
      continue;
    }
    let at = hash(one, column, row, mask);
    let tries = 0;
    while (slots[at] !== 0 && tries < 32) {
      at = (at + 1) & mask;
      tries++;
    }
    if (slots[at] === 0) slots[at] = i + 1;
  }
}
