import { type Chars, GENERATED } from "./chars.ts";

/** The largest distance between two copies of a character, in font sizes: enough to look bold or shaded. */
const APART = 0.12;

/** The cell size of the grid that copies are searched in, in points; copies are no further apart. */
const CELL = 4;

/** The most characters compared per grid cell; only a malicious file has more. */
const TRIES = 32;

const SPACE = 32;

/** Adds characters by code and position, unless one is at the position of another: returns whether it was added. */
function placesOf(chars: Chars): (i: number) => boolean {
  const { code, left, bottom, textRun, textRuns } = chars;
  const cells = new Map<number, number[]>();
  const cell = (coordinate: number) => Math.floor(coordinate / CELL);
  return (i) => {
    const [x, y] = [left[i] ?? 0, bottom[i] ?? 0];
    const apart = Math.min(CELL, APART * (textRuns[textRun[i] ?? 0]?.size ?? 0));
    const key = (column: number, row: number) => ((code[i] ?? 0) * 65_536 + column) * 65_536 + row;
    const [firstColumn, firstRow] = [cell(x - apart), cell(y - apart)];
    // Three cells at most in each direction, also where a coordinate is infinite; mostly one.
    for (let column = firstColumn, k = 0; column <= cell(x + apart) && k < 3; column++, k++)
      for (let row = firstRow, j = 0; row <= cell(y + apart) && j < 3; row++, j++)
        if (cells.get(key(column, row))?.some((other) => isUpon(chars, other, i, apart)) === true)
          return false;
    const own = cells.getOrInsertComputed(key(cell(x), cell(y)), () => []);
    if (own.length < TRIES) own.push(i);
    return true;
  };
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
  const addBeginning = placesOf(chars);
  let current = -1;
  let before = -1;
  for (let i = 0; i < count; i++) {
    if (!isDrawn(chars, i)) continue;
    const own = textRun[i] ?? 0;
    if (own !== current) {
      if (!addBeginning(i)) return true;
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
  const add = placesOf(chars);
  for (let i = 0; i < count; i++) if (isDrawn(chars, i) && !add(i)) code[i] = 0;
}
