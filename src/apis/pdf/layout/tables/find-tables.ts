import {
  type Chars,
  FIRST_RIGHT_TO_LEFT,
  hasCodesFrom,
  isRightToLeftPage,
  rightToLeftLetters,
} from "../../engine/chars.ts";
import { areaOf, type Box, isInside, sharedPart } from "../../engine/geometry.ts";
import { boxOfRule, type Rule, turnRule } from "../../engine/rules.ts";
import type { Role, RoleOf } from "../../engine/structure.ts";
import { countTurned, type Direction, TURNED, turnChars, unrotateBox } from "../../engine/turned.ts";
import { FIRST_INSET, insetOf } from "../insets.ts";
import { readingOrder } from "../right-to-left.ts";
import { verticalRuns } from "../vertical-runs.ts";
import { boxOfWords, columnRanges, columnsUnder } from "./aligned.ts";
import { alignedTables } from "./aligned-table.ts";
import { type PageWord, pageWords, wordLines, wordRows } from "./page-words.ts";
import { ruleGroups } from "./ruled.ts";
import { type CellWithWords, compacted, ruledTable } from "./ruled-table.ts";
import type { FoundTable, Table, TableCell } from "./table.ts";

/** The most words of a page that are searched for tables; only hostile pages have more. */
const WORDS_MAX = 20_000;

/** Tables that the structure tree of the file names: the cells of each by their characters. */
function taggedTables(words: readonly PageWord[], roleOf: RoleOf): FoundTable[] {
  const byTable = new Map<string, Map<string, { row: number; column: number; words: PageWord[] }>>();
  for (const word of words) {
    const role = roleOf(word.chars[0] ?? 0);
    if (role?.kind !== "cell") continue;
    const { table, row, column } = role.cell;
    if (row < 0 || column < 0) continue;
    const cells = byTable.getOrInsertComputed(table, () => new Map());
    cells.getOrInsertComputed(`${row} ${column}`, () => ({ row, column, words: [] })).words.push(word);
  }
  return [...byTable.values()].flatMap((cells): FoundTable[] => {
    const filled = [...cells.values()].map((cell) => ({
      ...cell,
      lastRow: cell.row,
      lastColumn: cell.column,
      box: boxOfWords(cell.words),
    }));
    const table = compacted(inTheirColumns(filled));
    const box = boxOfWords(filled.flatMap(({ words: own }) => own));
    return table.rows < 2 || table.columns < 2 ? [] : [{ ...table, box, ruled: false }];
  });
}

/** The fewest lines of a tagged paragraph of running text, and the largest share of a page that a tag of one says something of. */
const TEXT_LINES = 3;
const TEXT_SHARE = 0.6;

/** The words of a page without its headings, list items and running text according to the structure tree. */
function withoutText(words: readonly PageWord[], roleOf: RoleOf): readonly PageWord[] {
  const roleOfWord = ({ chars: [first = 0] }: PageWord) => roleOf(first);
  const text = new Set<Role>();
  for (const [role, own] of Map.groupBy(words, roleOfWord)) {
    if (role === undefined || role.kind === "cell" || own.length > TEXT_SHARE * words.length) continue;
    if (role.kind !== "paragraph" || wordRows(own).length >= TEXT_LINES) text.add(role);
  }
  return words.filter((word) => {
    const role = roleOfWord(word);
    return role === undefined || !text.has(role);
  });
}

/**
 * The cells of a tagged table in the columns that they are in on the page, where its rows have different numbers of them:
 * producers leave out empty cells, and one over several columns counts as one. Unchanged where the page does not show as
 * many columns as the longest row has cells.
 */
function inTheirColumns(cells: readonly CellWithWords[]): readonly CellWithWords[] {
  const rows = [...Map.groupBy(cells, ({ row }) => row).values()];
  const most = Math.max(...rows.map(({ length }) => length));
  if (rows.every(({ length }) => length === most)) return cells;
  const ranges = columnRanges(
    rows.map((row) => row.map(({ box, words }) => ({ ...box, words })).sort((a, b) => a.left - b.left)),
  );
  if (ranges.length !== most) return cells;
  const places = rows.map((row) =>
    row.map((cell) => {
      const [column, lastColumn] = columnsUnder(cell.box, ranges);
      return { ...cell, column, lastColumn };
    }),
  );
  const isApart = places.every((row) => {
    const sorted = row.toSorted((a, b) => a.column - b.column);
    return sorted.every(({ column }, k) => k === 0 || column > (sorted[k - 1]?.lastColumn ?? -1));
  });
  return isApart ? places.flat() : cells;
}

/** The fewest characters in another direction that may be a table. */
const TURNED_MIN = 16;

/** The lines of text in other directions, each as one word: headings of narrow columns are written upwards. */
function turnedWords(chars: Chars): PageWord[] {
  return TURNED.flatMap((direction) => {
    if (countTurned(chars, direction) === 0) return [];
    return wordLines(pageWords(turnChars(chars, direction), false)).map(({ chars: own, box, size }) => ({
      chars: own,
      box: unrotateBox(box, direction),
      size,
    }));
  });
}

/** The tables whose text is horizontal in these characters; `beside` are words that only ruled tables may hold. */
function tablesIn(
  chars: Chars,
  rules: readonly Rule[],
  roleOf: RoleOf,
  beside: readonly PageWord[],
  direction: Direction,
): Table[] {
  const words = pageWords(chars, direction === 0);
  if (words.length > WORDS_MAX) return [];
  const texts = new Map<PageWord, string>();
  const textOf = (word: PageWord) =>
    texts.getOrInsertComputed(word, () => word.chars.map((i) => textOfChar(i, chars)).join(""));
  const tables: FoundTable[] = [];
  let left: readonly PageWord[] = words;
  const groups = ruleGroups(rules).toSorted((a, b) => areaOf(a.box) - areaOf(b.box));
  for (const group of groups) {
    const own = left.filter(({ box }) => isInside(box, group.box));
    const turned = beside.filter(({ box }) => isInside(box, group.box));
    // Most of a table is in its own direction; what is not are headings.
    const table = ruledTable(group, turned.length < own.length ? [...own, ...turned] : own, textOf);
    if (table === undefined) continue;
    tables.push(table);
    left = left.filter(({ box }) => !isInside(box, group.box));
  }
  for (const table of taggedTables(left, roleOf)) {
    tables.push(table);
    left = left.filter(({ box }) => !isInside(box, table.box));
  }
  const upright = new Set(verticalRuns(chars).flatMap(({ chars: own }) => own));
  const across = left.filter(({ chars: [first = -1] }) => !upright.has(first));
  tables.push(...alignedTables(withoutText(across, roleOf), textOf));
  const hasRightToLeft = hasCodesFrom(chars, FIRST_RIGHT_TO_LEFT);
  const isRtl = isRightToLeftPage(chars);
  return tables.map((table) => ({
    ...table,
    direction,
    cells: hasRightToLeft ? inReadingOrder(table, chars, isRtl) : table.cells,
  }));
}

/**
 * The cells of a table with their right-to-left lines in reading order; form values have no place among characters. Columns
 * count from the right if most of the table, or of the page around one of numbers, is right-to-left.
 */
function inReadingOrder({ cells, columns }: FoundTable, chars: Chars, isRtl: boolean): TableCell[] {
  const codes = cells.flatMap(({ lines }) =>
    lines.flatMap((line) => line.chars.map((i) => chars.code[i] ?? 0)),
  );
  const letters = rightToLeftLetters(codes);
  const isReversed = (letters === 0 ? isRtl : letters > 0) && isFromLeft(cells);
  const read = cells.map((cell) => {
    const lines = cell.lines.map((line) => {
      const hasInset = line.chars.some((i) => i <= FIRST_INSET);
      return hasInset ? line : { ...line, chars: readingOrder(line.chars, chars, isRtl) };
    });
    return { ...cell, lines, column: isReversed ? columns - cell.column - cell.colSpan : cell.column };
  });
  return isReversed ? read.sort((a, b) => a.row - b.row || a.column - b.column) : read;
}

/** Whether the columns of a table count from the left: structure trees may name them from the right. */
function isFromLeft(cells: readonly TableCell[]): boolean {
  const middle = ({ box }: TableCell) => box.left + box.right;
  return cells.some((cell, k) => {
    const before = cells[k - 1];
    return before !== undefined && before.row === cell.row && middle(before) < middle(cell);
  });
}

/**
 * The tables of a page, from the top: those that lines are drawn around, those that the structure tree names, then
 * those that alignment shows; with horizontal text, then with text in the other directions.
 */
export function findTables(chars: Chars, rules: readonly Rule[], roleOf: RoleOf): Table[] {
  const tables = tablesIn(chars, rules, roleOf, turnedWords(chars), 0);
  for (const direction of TURNED) {
    if (countTurned(chars, direction) < TURNED_MIN) continue;
    const known = tables.map(placeOf);
    const free = rules.filter((rule) => !known.some((box) => isInside(boxOfRule(rule), box, 1)));
    const found = tablesIn(
      turnChars(chars, direction),
      free.map((rule) => turnRule(rule, direction)),
      roleOf,
      [],
      direction,
    );
    tables.push(...found.filter((table) => !known.some((box) => sharedPart(box, placeOf(table)))));
  }
  return tables
    .map((table) => ({ table, at: placeOf(table) }))
    .sort((a, b) => b.at.top - a.at.top || a.at.left - b.at.left)
    .map(({ table }) => table);
}

/** Where a table is on the page. */
function placeOf({ box, direction }: Table): Box {
  return unrotateBox(box, direction);
}

function textOfChar(i: number, chars: Chars): string {
  return i < 0
    ? (insetOf(i, chars.insets)?.text ?? "")
    : String.fromCodePoint(Math.max(0, chars.code[i] ?? 0));
}
