import type { Box } from "../../engine/geometry.ts";

import { type ColumnRange, chunksOf, columnRanges, columnsUnder } from "./aligned.ts";
import { type PageWord, type WordRow, wordLines, wordRows } from "./page-words.ts";
import { type GridCell, type RuleGroup, ruleGrid } from "./ruled.ts";
import type { FoundTable, TableCell } from "./table.ts";

/** A cell with its words, before empty rows and columns are removed. */
export interface CellWithWords extends GridCell {
  readonly box: Box;
  readonly words: readonly PageWord[];
}

/** The fewest cells with text of a table, and the least share of all cells; a chart's grid has fewer. */
const CELLS_MIN = 4;
const FILLED_MIN = 0.15;

/** A ruled row is several rows of text if so many lines of text fill this share of its cells. */
const LINES_MIN = 3;
const LINES_FILL = 0.7;

const NUMERIC = /\d/;
const LOWER = /^\p{Ll}/u;

/** Words of a table and the text of a word. */
export type TextOf = (word: PageWord) => string;

/** Where the lines of text of a ruled row begin: nothing draws a line between the rows of many tables. */
function splitRow(cells: readonly CellWithWords[], textOf: TextOf): number[] {
  const filled = cells.filter(({ words }) => words.length > 0);
  if (filled.length < 2) return [];
  const rows = wordRows(filled.flatMap(({ words }) => words));
  if (rows.length < 2) return [];
  const inRow = rows.map(({ words }) => {
    const own = new Set(words);
    return filled.filter(({ words: of }) => of.some((word) => own.has(word)));
  });
  const fill = inRow.reduce((sum, { length }) => sum + length, 0) / (rows.length * filled.length);
  const numeric = rows.map(({ words }) => words.filter((word) => NUMERIC.test(textOf(word))).length);
  const numbers = rows.every(({ words }, k) => 2 * (numeric[k] ?? 0) >= words.length);
  const isSplit =
    rows.length >= LINES_MIN ? fill >= LINES_FILL || isNumbered(rows, filled, textOf) : fill === 1 && numbers;
  if (!isSplit) return [];
  const isNumeric = rows.map(({ words }, k) => (numeric[k] ?? 0) >= 0.4 * words.length);
  // The lines above the first row of numbers are a heading, which may take several.
  const first = isNumeric.filter((is) => is).length >= 2 ? Math.max(0, isNumeric.indexOf(true)) : 0;
  const cellOf = new Map(filled.flatMap((cell) => cell.words.map((word) => [word, cell] as const)));
  return rows.slice(1).flatMap(({ box, words }, k) => {
    if (k + 1 < first) return [];
    // A line that goes on in lower case in all of its cells belongs to the row above.
    if (goesOn(words, cellOf, textOf)) return [];
    return [(box.top + (rows[k]?.box.bottom ?? box.top)) / 2];
  });
}

/** Whether the words of a line begin in lower case in each of its cells. */
function goesOn(
  words: readonly PageWord[],
  cellOf: ReadonlyMap<PageWord, CellWithWords>,
  textOf: TextOf,
): boolean {
  const seen = new Set<CellWithWords>();
  return words.every((word) => {
    const cell = cellOf.get(word);
    if (cell === undefined || seen.has(cell)) return true;
    seen.add(cell);
    return LOWER.test(textOf(word));
  });
}

/** Whether lines are rows because all cells but the first have one number on each of the same lines, and nothing else. */
function isNumbered(rows: readonly WordRow[], cells: readonly CellWithWords[], textOf: TextOf): boolean {
  const values = cells.toSorted((a, b) => a.column - b.column).slice(1);
  const counts = values.map(({ words }) => {
    const own = new Set(words);
    const lines = rows.filter(({ words: of }) => of.some((word) => own.has(word)));
    return words.every((word) => NUMERIC.test(textOf(word))) ? lines.length : 0;
  });
  return (counts[0] ?? 0) >= LINES_MIN && counts.every((count) => count === counts[0]);
}

/** The fewest lines of a cell over several rows that are a row each, and the least share of its rows. */
const SPAN_LINES = 5;
const SPAN_SHARE = 0.6;

/** Splits a cell over many rows of the grid that has one line of text in nearly each of them. */
function splitSpan(cell: CellWithWords, ys: readonly number[]): CellWithWords[] {
  const spanned = cell.lastRow - cell.row + 1;
  if (spanned < SPAN_LINES) return [cell];
  const lines = wordRows(cell.words);
  if (lines.length < SPAN_LINES || lines.length < SPAN_SHARE * spanned) return [cell];
  const byRow = Map.groupBy(lines, ({ box }) => ys.findLastIndex((at) => at >= (box.bottom + box.top) / 2));
  if (byRow.size < lines.length) return [cell];
  return Array.from({ length: spanned }, (_, k) => {
    const row = cell.row + k;
    const words = (byRow.get(row) ?? []).flatMap((line) => line.words);
    const box = { ...cell.box, top: ys[row] ?? cell.box.top, bottom: ys[row + 1] ?? cell.box.bottom };
    return { ...cell, row, lastRow: row, words, box };
  });
}

/** Splits the ruled rows of a grid that hold several rows of text. */
function withTextRows(
  cells: readonly CellWithWords[],
  ys: readonly number[],
  textOf: TextOf,
): CellWithWords[] {
  const cuts = ys.slice(0, -1).map((_, row) =>
    splitRow(
      cells.filter((cell) => cell.row === row && cell.lastRow === row),
      textOf,
    ),
  );
  const first: number[] = [];
  let count = 0;
  for (const own of cuts) {
    first.push(count);
    count += own.length + 1;
  }
  return cells.flatMap((cell): CellWithWords[] => {
    const own = cuts[cell.row] ?? [];
    const row = first[cell.row] ?? 0;
    const lastRow = (first[cell.lastRow] ?? 0) + (cuts[cell.lastRow]?.length ?? 0);
    if (cell.lastRow !== cell.row || own.length === 0) return [{ ...cell, row, lastRow }];
    return [...own, Number.NEGATIVE_INFINITY].map((bottom, k) => {
      const top = own[k - 1] ?? Number.POSITIVE_INFINITY;
      const words = cell.words.filter(({ box }) => {
        const middle = (box.bottom + box.top) / 2;
        return middle < top && middle >= bottom;
      });
      const box = {
        ...cell.box,
        top: Math.min(cell.box.top, top),
        bottom: Math.max(cell.box.bottom, bottom),
      };
      return { ...cell, row: row + k, lastRow: row + k, words, box };
    });
  });
}

/** The place of the last number of an ascending list that is not larger than another. */
function placeIn(ascending: readonly number[], number: number): number {
  let [low, high] = [0, ascending.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ascending[middle] ?? 0) <= number) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Renumbers rows and columns, without those in which no cell with text begins. */
export function compacted(cells: readonly CellWithWords[]): Pick<FoundTable, "rows" | "columns" | "cells"> {
  const filled = cells.filter(({ words }) => words.length > 0);
  const used = (of: (cell: CellWithWords) => number) => [...new Set(filled.map(of))].sort((a, b) => a - b);
  const rows = used(({ row }) => row);
  const columns = used(({ column }) => column);
  const made: TableCell[] = filled.map(({ row, column, lastRow, lastColumn, box, words }) => ({
    row: placeIn(rows, row),
    column: placeIn(columns, column),
    rowSpan: Math.max(1, placeIn(rows, lastRow) - placeIn(rows, row) + 1),
    colSpan: Math.max(1, placeIn(columns, lastColumn) - placeIn(columns, column) + 1),
    box,
    lines: wordLines(words),
  }));
  made.sort((a, b) => a.row - b.row || a.column - b.column);
  return { rows: rows.length, columns: columns.length, cells: made };
}

/** How far a piece of text may reach over the edge of its column, in font sizes. */
const OVERHANG = 0.4;

/** Splits a cell over several columns of the grid whose pieces of text are each in a column of their own. */
function splitColumns(cell: CellWithWords, xs: readonly number[]): CellWithWords[] {
  if (cell.lastColumn === cell.column || cell.words.length < 2) return [cell];
  const byColumn = new Map<number, PageWord[]>();
  for (const row of wordRows(cell.words)) {
    for (const chunk of chunksOf(row)) {
      const middle = (chunk.left + chunk.right) / 2;
      const column = xs.findLastIndex((at) => at <= middle);
      const slack = OVERHANG * (chunk.words[0]?.size ?? 0);
      if (chunk.left < (xs[column] ?? 0) - slack || chunk.right > (xs[column + 1] ?? 0) + slack)
        return [cell];
      byColumn.getOrInsert(column, []).push(...chunk.words);
    }
  }
  // A heading over several columns has one piece; two may be its words.
  if (byColumn.size < 2) return [cell];
  return Array.from({ length: cell.lastColumn - cell.column + 1 }, (_, k) => {
    const column = cell.column + k;
    const box = { ...cell.box, left: xs[column] ?? 0, right: xs[column + 1] ?? 0 };
    return { ...cell, column, lastColumn: column, words: byColumn.get(column) ?? [], box };
  });
}

/** The gap between two columns without a rule between them, in font sizes. */
const ALIGNED_GAP = 0.75;

/** The fewest rows that show such columns, and the least share of the rows with text. */
const ALIGNED_ROWS = 3;
const ALIGNED_SHARE = 0.5;

/** Offsets to add to a column number, so that a cell spans all columns that its column is split into. */
const WHOLE = 0.99;

/** Splits the columns of a grid that hold several columns of text without a rule between them. */
function splitAligned(cells: readonly CellWithWords[]): CellWithWords[] {
  const keyOf = ({ column, lastColumn }: CellWithWords) => `${column} ${lastColumn}`;
  const rangesOf = new Map<string, readonly ColumnRange[]>();
  for (const [key, own] of Map.groupBy(cells, keyOf)) {
    const rows = own.flatMap(({ words }) => wordRows(words).map((row) => chunksOf(row, ALIGNED_GAP)));
    const several = rows.filter(({ length }) => length > 1);
    if (several.length < ALIGNED_ROWS || several.length < ALIGNED_SHARE * rows.length) continue;
    const ranges = columnRanges(several);
    if (ranges.length > 1) rangesOf.set(key, ranges);
  }
  return cells.flatMap((cell): CellWithWords[] => {
    const ranges = rangesOf.get(keyOf(cell));
    if (ranges === undefined) return [{ ...cell, lastColumn: cell.lastColumn + WHOLE }];
    const inRange = Map.groupBy(cell.words, ({ box }) => columnsUnder(box, ranges)[0]);
    const step = (cell.lastColumn - cell.column + WHOLE) / ranges.length;
    return ranges.map((range, k) => {
      const column = cell.column + k * step;
      const left = k === 0 ? cell.box.left : range.left;
      const right = k === ranges.length - 1 ? cell.box.right : range.right;
      return {
        ...cell,
        column,
        lastColumn: column,
        words: inRange.get(k) ?? [],
        box: { ...cell.box, left, right },
      };
    });
  });
}

/** A cell with this share of the words of a grid and so many lines is the frame of a page's layout. */
const LAYOUT_SHARE = 0.6;
const LAYOUT_LINES = 6;

function isLayout(cells: readonly CellWithWords[]): boolean {
  const all = cells.reduce((sum, { words }) => sum + words.length, 0);
  return cells.some(
    ({ words }) => words.length > LAYOUT_SHARE * all && wordRows(words).length >= LAYOUT_LINES,
  );
}

/** The largest gap between two rules of one border, in points: borders may be drawn twice, or as the edges of cells. */
const BORDER_MAX = 8;

/** Whether fields of a grid are borders: narrow, and without text. */
function borders(edges: readonly number[], used: ReadonlySet<number>): boolean[] {
  return edges.slice(1).map((at, k) => !used.has(k) && Math.abs(at - (edges[k] ?? at)) <= BORDER_MAX);
}

/** A range of fields without the borders at its ends. */
function withoutBorders(first: number, last: number, isBorder: readonly boolean[]): [number, number] {
  let [from, to] = [first, last];
  while (from < to && isBorder[from] === true) from++;
  while (to > from && isBorder[to] === true) to--;
  return [from, to];
}

/** The table of a group of rules; undefined if it is a frame, an underline or a drawing. */
export function ruledTable(
  group: RuleGroup,
  words: readonly PageWord[],
  textOf: TextOf,
): FoundTable | undefined {
  const { xs, ys, box, cells } = ruleGrid(group);
  if (xs.length < 3 || cells.length < CELLS_MIN - 2) return undefined;
  const columnOf = (x: number) => xs.findLastIndex((at) => at <= x);
  const rowOf = (y: number) => ys.findLastIndex((at) => at >= y);
  const own = new Map<number, PageWord[]>();
  for (const word of words) {
    const [x, y] = [(word.box.left + word.box.right) / 2, (word.box.bottom + word.box.top) / 2];
    const [column, row] = [columnOf(x), rowOf(y)];
    if (column < 0 || row < 0 || column > xs.length - 2 || row > ys.length - 2) continue;
    own.getOrInsert(row * xs.length + column, []).push(word);
  }
  const places = [...own.keys()];
  const isBorderColumn = borders(xs, new Set(places.map((key) => key % xs.length)));
  const isBorderRow = borders(ys, new Set(places.map((key) => Math.floor(key / xs.length))));
  const filled = cells.map((cell): CellWithWords => {
    const [column, lastColumn] = withoutBorders(cell.column, cell.lastColumn, isBorderColumn);
    const [row, lastRow] = withoutBorders(cell.row, cell.lastRow, isBorderRow);
    const inside: PageWord[] = [];
    for (let y = cell.row; y <= cell.lastRow; y++)
      for (let x = cell.column; x <= cell.lastColumn; x++) inside.push(...(own.get(y * xs.length + x) ?? []));
    return {
      row,
      column,
      lastRow,
      lastColumn,
      words: inside,
      box: {
        left: xs[cell.column] ?? 0,
        right: xs[cell.lastColumn + 1] ?? 0,
        top: ys[cell.row] ?? 0,
        bottom: ys[cell.lastRow + 1] ?? 0,
      },
    };
  });
  const count = filled.filter(({ words: of }) => of.length > 0).length;
  if (count < FILLED_MIN * filled.length || isLayout(filled)) return undefined;
  const inRows = filled.flatMap((cell) => splitSpan(cell, ys));
  const inColumns = splitAligned(inRows.flatMap((cell) => splitColumns(cell, xs)));
  const table = compacted(withTextRows(inColumns, ys, textOf));
  if (table.rows < 2 || table.columns < 2 || table.cells.length < CELLS_MIN) return undefined;
  return { ...table, box, ruled: true };
}
