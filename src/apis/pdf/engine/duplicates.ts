import { type Chars, GENERATED } from "./chars.ts";

/** The largest distance between two copies of a character, in font sizes: enough to look bold or shaded. */
const APART = 0.12;

/** The cell size of the grid that copies are searched in, in points. */
const CELL = 4;

/** The most characters compared per grid cell; only a malicious file has more. */
const TRIES = 32;

const SPACE = 32;

/** Characters by code and position: a hash table with open addressing; each slot is an index plus 1. */
class Places {
  readonly #chars: Chars;
  readonly #slots: Int32Array;
  readonly #mask: number;

  constructor(chars: Chars, most: number) {
    let size = 16;
    while (size < 2 * most) size *= 2;
    this.#chars = chars;
    this.#slots = new Int32Array(size);
    this.#mask = size - 1;
  }

  #hash(code: number, column: number, row: number): number {
    const mixed = Math.imul(code, 0x9e3779b1) ^ Math.imul(column, 0x85ebca6b) ^ Math.imul(row, 0xc2b2ae35);
    return (mixed ^ (mixed >>> 15)) & this.#mask;
  }

  add(i: number): void {
    const { code, left, bottom } = this.#chars;
    let at = this.#hash(code[i] ?? 0, Math.floor((left[i] ?? 0) / CELL), Math.floor((bottom[i] ?? 0) / CELL));
    for (let tries = 0; tries < TRIES; tries++, at = (at + 1) & this.#mask) {
      if (this.#slots[at] !== 0) continue;
      this.#slots[at] = i + 1;
      return;
    }
  }

  /** Whether a character is at the position of one of these. */
  has(i: number): boolean {
    const { left, bottom, textRun, textRuns } = this.#chars;
    const apart = APART * (textRuns[textRun[i] ?? 0]?.size ?? 0);
    const [x, y] = [left[i] ?? 0, bottom[i] ?? 0];
    const [column, row] = [Math.floor(x / CELL), Math.floor(y / CELL)];
    const aside = Math.floor((x - apart) / CELL) < column ? column - 1 : Math.floor((x + apart) / CELL);
    const above = Math.floor((y - apart) / CELL) < row ? row - 1 : Math.floor((y + apart) / CELL);
    return (
      this.#isIn(i, column, row, apart) ||
      (aside !== column && this.#isIn(i, aside, row, apart)) ||
      (above !== row && this.#isIn(i, column, above, apart)) ||
      (aside !== column && above !== row && this.#isIn(i, aside, above, apart))
    );
  }

  #isIn(i: number, column: number, row: number, apart: number): boolean {
    let at = this.#hash(this.#chars.code[i] ?? 0, column, row);
    for (let tries = 0; tries < TRIES && this.#slots[at] !== 0; tries++, at = (at + 1) & this.#mask) {
      if (isUpon(this.#chars, (this.#slots[at] ?? 0) - 1, i, apart)) return true;
    }
    return false;
  }
}

/**
 * Whether two characters are copies. Characters of one glyph share its box: the two f of a ligature are not
 * copies.
 */
function isUpon({ code, left, right, bottom, textRun }: Chars, a: number, b: number, apart: number): boolean {
  if (code[a] !== code[b]) return false;
  if (Math.abs((left[a] ?? 0) - (left[b] ?? 0)) >= apart) return false;
  if (Math.abs((bottom[a] ?? 0) - (bottom[b] ?? 0)) >= apart) return false;
  return b - a > 2 || textRun[a] !== textRun[b] || left[a] !== left[b] || right[a] !== right[b];
}

function isDrawn({ code, flags, left, right }: Chars, i: number): boolean {
  const isOurs = ((flags[i] ?? 0) & GENERATED) !== 0;
  return !isOurs && (code[i] ?? 0) > SPACE && (right[i] ?? 0) > (left[i] ?? 0);
}

/**
 * Whether a page may have copies: a text run begins where another one begins, or a character follows
 * at its own position. Few pages do, and this check is cheap.
 */
function mayHaveCopies(chars: Chars): boolean {
  const { count, code, textRun, textRuns } = chars;
  const beginnings = new Places(chars, textRuns.length);
  let current = -1;
  let before = -1;
  for (let i = 0; i < count; i++) {
    if (!isDrawn(chars, i)) continue;
    const own = textRun[i] ?? 0;
    if (own !== current) {
      if (beginnings.has(i)) return true;
      beginnings.add(i);
      current = own;
    }
    if (before >= 0 && code[before] === code[i]) {
      if (isUpon(chars, before, i, APART * (textRuns[own]?.size ?? 0))) return true;
    }
    before = i;
  }
  return false;
}

/**
 * Removes characters that are drawn over a copy of themselves (their codes become 0): producers draw a word
 * two or three times, slightly shifted, to make it bold or to add a shadow. PDFium removes only copies of
 * adjacent characters.
 */
export function dropDuplicates(chars: Chars): void {
  if (!mayHaveCopies(chars)) return;
  const { count, code } = chars;
  const places = new Places(chars, count);
  for (let i = 0; i < count; i++) {
    if (!isDrawn(chars, i)) continue;
    if (places.has(i)) code[i] = 0;
    else places.add(i);
  }
}
