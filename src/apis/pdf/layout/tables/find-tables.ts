import type { Chars } from "../../engine/chars.ts";
import type { Box } from "../../engine/geometry.ts";
import type { Rule } from "../../engine/rules.ts";
import type { Role } from "../../engine/structure.ts";
import { insetOf } from "../insets.ts";
import { boxOfWords } from "./aligned.ts";
import { alignedTables } from "./aligned-table.ts";
import { type PageWord, pageWords } from "./page-words.ts";
import { ruleGroups } from "./ruled.ts";
import { compacted, ruledTable } from "./ruled-table.ts";
import type { Table } from "./table.ts";

function isInside({ box }: PageWord, around: Box): boolean {
  const [x, y] = [(box.left + box.right) / 2, (box.bottom + box.top) / 2];
  return x >= around.left && x <= around.right && y >= around.bottom && y <= around.top;
}

/** The most words of a page that are searched for tables; only hostile pages have more. */
const WORDS_MAX = 20_000;

/** Tables that the structure tree of the file names: the cells of each by their characters. */
function taggedTables(words: readonly PageWord[], roleOf: RoleOf): Table[] {
  const byTable = new Map<string, Map<string, { row: number; column: number; words: PageWord[] }>>();
  for (const word of words) {
    const role = roleOf(word.chars[0] ?? 0);
    if (role?.kind !== "cell") continue;
    const { table, row, column } = role.cell;
    if (row < 0 || column < 0) continue;
    const cells = byTable.get(table) ?? new Map<string, { row: number; column: number; words: PageWord[] }>();
    byTable.set(table, cells);
    const key = `${row} ${column}`;
    const cell = cells.get(key) ?? { row, column, words: [] };
    cells.set(key, cell);
    cell.words.push(word);
  }
  return [...byTable.values()].flatMap((cells): Table[] => {
    const filled = [...cells.values()].map((cell) => ({
      ...cell,
      lastRow: cell.row,
      lastColumn: cell.column,
      box: boxOfWords(cell.words),
    }));
    const table = compacted(filled);
    const box = boxOfWords(filled.flatMap(({ words: own }) => own));
    return table.rows < 2 || table.columns < 2 ? [] : [{ ...table, box, ruled: false }];
  });
}

/** The role of a character or a placeholder by its index, from the structure tree of the file. */
export type RoleOf = (index: number) => Role | undefined;

/**
 * The tables of a page, from the top: those that lines are drawn around, those that the structure tree names, then
 * those that alignment shows.
 */
export function findTables(chars: Chars, rules: readonly Rule[], roleOf: RoleOf): Table[] {
  const words = pageWords(chars);
  if (words.length > WORDS_MAX) return [];
  const texts = new Map<PageWord, string>();
  const textOf = (word: PageWord) => {
    const known = texts.get(word);
    if (known !== undefined) return known;
    const text = word.chars.map((i) => textOfChar(i, chars)).join("");
    texts.set(word, text);
    return text;
  };
  const tables: Table[] = [];
  let left: readonly PageWord[] = words;
  const groups = ruleGroups(rules).toSorted((a, b) => areaOf(a.box) - areaOf(b.box));
  for (const group of groups) {
    const table = ruledTable(group, left, textOf);
    if (table === undefined) continue;
    tables.push(table);
    left = left.filter((word) => !isInside(word, group.box));
  }
  for (const table of taggedTables(left, roleOf)) {
    tables.push(table);
    left = left.filter((word) => !isInside(word, table.box));
  }
  tables.push(...alignedTables(left, textOf));
  return tables.sort((a, b) => b.box.top - a.box.top || a.box.left - b.box.left);
}

function textOfChar(i: number, chars: Chars): string {
  return i < 0
    ? (insetOf(i, chars.insets)?.text ?? "")
    : String.fromCodePoint(Math.max(0, chars.code[i] ?? 0));
}

function areaOf({ left, right, bottom, top }: Box): number {
  return (right - left) * (top - bottom);
}
