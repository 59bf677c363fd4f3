import type { Box } from "../../engine/geometry.ts";

import { type PageWord, wordLines, wordRows } from "./page-words.ts";
import { RuleGrid, type RuleGroup } from "./ruled.ts";
import type { Table, TableCell } from "./table.ts";

/** A cell with its words, before empty rows and columns are removed. */
interface Filled {
  readonly row: number;
  readonly column: number;
  readonly lastRow: number;
  readonly lastColumn: number;
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

/** Words of a table and the text of a word. */
export type TextOf = (word: PageWord) => string;

/** Where the lines of text of a ruled row begin: nothing draws a line between the rows of many tables. */
function splitRow(cells: readonly Filled[], textOf: TextOf): number[] {
  const filled = cells.filter(({ words }) => words.length > 0);
  if (filled.length < 2) return [];
  const rows = wordRows(filled.flatMap(({ words }) => words));
  if (rows.length < 2) return [];
  const inRow = rows.map(({ words }) => {
    const own = new Set(words);
    return filled.filter(({ words: of }) => of.some((word) => own.has(word)));
  });
  const fill = inRow.reduce((sum, { length }) => sum + length, 0) / (rows.length * filled.length);
  const numbers = rows.every(({ words }) => {
    const numeric = words.filter((word) => NUMERIC.test(textOf(word))).length;
    return 2 * numeric >= words.length;
  });
  const isSplit = rows.length >= LINES_MIN ? fill >= LINES_FILL : fill === 1 && numbers;
  if (!isSplit) return [];
  return rows.slice(1).map(({ box }, k) => (box.top + (rows[k]?.box.bottom ?? box.top)) / 2);
}

/** Splits the ruled rows of a grid that hold several rows of text. */
function withTextRows(cells: readonly Filled[], ys: readonly number[], textOf: TextOf): Filled[] {
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
  return cells.flatMap((cell): Filled[] => {
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

/** Numbers rows and columns anew without those in which no cell with text begins. */
export function compacted(cells: readonly Filled[]): Pick<Table, "rows" | "columns" | "cells"> {
  const filled = cells.filter(({ words }) => words.length > 0);
  const used = (of: (cell: Filled) => number) => [...new Set(filled.map(of))].sort((a, b) => a - b);
  const rows = used(({ row }) => row);
  const columns = used(({ column }) => column);
  const between = (all: readonly number[], from: number, to: number) =>
    all.filter((one) => one >= from && one <= to).length;
  const made: TableCell[] = filled.map(({ row, column, lastRow, lastColumn, box, words }) => ({
    row: rows.indexOf(row),
    column: columns.indexOf(column),
    rowSpan: Math.max(1, between(rows, row, lastRow)),
    colSpan: Math.max(1, between(columns, column, lastColumn)),
    box,
    lines: wordLines(words),
  }));
  made.sort((a, b) => a.row - b.row || a.column - b.column);
  return { rows: rows.length, columns: columns.length, cells: made };
}

/** The table of a group of rules; undefined if it is a frame, an underline or a drawing. */
export function ruledTable(group: RuleGroup, words: readonly PageWord[], textOf: TextOf): Table | undefined {
  const grid = new RuleGrid(group);
  const { xs, ys, box } = grid;
  if (xs.length < 3 || grid.cells.length < CELLS_MIN - 2) return undefined;
  const columnOf = (x: number) => xs.findLastIndex((at) => at <= x);
  const rowOf = (y: number) => ys.findLastIndex((at) => at >= y);
  const own = new Map<number, PageWord[]>();
  for (const word of words) {
    const [x, y] = [(word.box.left + word.box.right) / 2, (word.box.bottom + word.box.top) / 2];
    const [column, row] = [columnOf(x), rowOf(y)];
    if (column < 0 || row < 0 || column > xs.length - 2 || row > ys.length - 2) continue;
    const key = row * xs.length + column;
    const list = own.get(key);
    if (list === undefined) own.set(key, [word]);
    else list.push(word);
  }
  const filled = grid.cells.map((cell): Filled => {
    const inside: PageWord[] = [];
    for (let row = cell.row; row <= cell.lastRow; row++)
      for (let column = cell.column; column <= cell.lastColumn; column++)
        inside.push(...(own.get(row * xs.length + column) ?? []));
    return {
      ...cell,
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
  if (count < FILLED_MIN * filled.length) return undefined;
  const table = compacted(withTextRows(filled, ys, textOf));
  if (table.rows < 2 || table.columns < 2 || table.cells.length < CELLS_MIN) return undefined;
  return { ...table, box, ruled: true };
}
