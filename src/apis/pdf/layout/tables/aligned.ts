import { type Box, boxAround } from "../../engine/geometry.ts";
import type { PageWord, WordRow } from "./page-words.ts";

/** Words of one row that follow each other closely. */
export interface Chunk {
  readonly words: readonly PageWord[];
  readonly left: number;
  readonly right: number;
}

/** The least gap between two cells of a row, in font sizes; words of a sentence are closer. */
const CELL_GAP = 0.75;

/** A range of the page's width that a column takes. */
export interface ColumnRange {
  left: number;
  right: number;
}

/** Splits the words of a row where the gap is at least so many font sizes. */
export function chunksOf({ words }: WordRow, least = CELL_GAP): Chunk[] {
  const chunks: { words: PageWord[]; left: number; right: number }[] = [];
  for (const word of words) {
    const chunk = chunks.at(-1);
    if (chunk !== undefined && word.box.left - chunk.right < least * word.size) {
      chunk.words.push(word);
      chunk.right = Math.max(chunk.right, word.box.right);
    } else chunks.push({ words: [word], left: word.box.left, right: word.box.right });
  }
  return chunks;
}

/** The share of rows that may reach across the gap between two columns. */
const CROSSING = 0.06;

/**
 * The columns of rows of chunks: ranges of the width that chunks fill, with gaps between them that nearly no row
 * fills. Rows with few chunks, such as headings across several columns, are not asked.
 */
export function columnRanges(rows: readonly (readonly Chunk[])[]): ColumnRange[] {
  const most = Math.max(...rows.map(({ length }) => length));
  const asked = rows.filter(({ length }) => length >= Math.max(2, Math.ceil(0.6 * most)));
  const allowed = Math.floor(CROSSING * asked.length);
  const edges = asked
    .flatMap((row) => row.flatMap(({ left, right }) => [[left, 1] as const, [right, -1] as const]))
    .toSorted((a, b) => a[0] - b[0] || b[1] - a[1]);
  const ranges: ColumnRange[] = [];
  let depth = 0;
  let start: number | undefined;
  for (const [x, change] of edges) {
    depth += change;
    if (start === undefined && depth > allowed) start = x;
    else if (start !== undefined && depth <= allowed) {
      ranges.push({ left: start, right: x });
      start = undefined;
    }
  }
  return ranges;
}

/** The first and the last column that a chunk covers. */
export function columnsUnder({ left, right }: ColumnRange, ranges: readonly ColumnRange[]): [number, number] {
  const reaches = (range: ColumnRange) =>
    Math.min(right, range.right) - Math.max(left, range.left) > Math.min(2, 0.2 * (range.right - range.left));
  const first = ranges.findIndex(reaches);
  if (first >= 0) return [first, ranges.findLastIndex(reaches)];
  // Between two columns: the nearer.
  const middle = (left + right) / 2;
  const away = (range: ColumnRange) => Math.max(range.left - middle, middle - range.right, 0);
  let nearest = 0;
  for (const [k, range] of ranges.entries()) if (away(range) < away(ranges[nearest] ?? range)) nearest = k;
  return [nearest, nearest];
}

/** The box around words. */
export function boxOfWords(words: readonly PageWord[]): Box {
  return boxAround(words.map(({ box }) => box));
}
