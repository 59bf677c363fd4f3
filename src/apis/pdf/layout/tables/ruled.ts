import { type Box, boxAround } from "../../engine/geometry.ts";
import { boxOfRule, type Rule } from "../../engine/rules.ts";

/** The largest distance at which two rules touch or are the same, in points. */
const MEET = 3;

/** The most rules of a page of tables, and the most rows and columns of one; only drawings have more. */
const RULES_MAX = 2_500;
const PLACES_MAX = 400;

/** A cell of a grid of rules, as ranges of its rows and columns; `last` is included. */
export interface GridCell {
  readonly row: number;
  readonly column: number;
  readonly lastRow: number;
  readonly lastColumn: number;
}

/** Rules that touch each other. */
export interface RuleGroup {
  readonly box: Box;
  readonly across: readonly Rule[];
  readonly down: readonly Rule[];
}

function touches(a: Rule, b: Rule): boolean {
  if (a.isAcross === b.isAcross)
    return Math.abs(a.at - b.at) <= MEET && a.from <= b.to + MEET && b.from <= a.to + MEET;
  return a.at >= b.from - MEET && a.at <= b.to + MEET && b.at >= a.from - MEET && b.at <= a.to + MEET;
}

/** Groups of connected rules; none if the page has so many that it is a drawing. */
export function ruleGroups(rules: readonly Rule[]): RuleGroup[] {
  if (rules.length > RULES_MAX) return [];
  const groups: RuleGroup[] = [];
  const left = new Set(rules);
  for (const first of rules) {
    if (!left.delete(first)) continue;
    const group = [first];
    for (const rule of group) {
      for (const other of left) {
        if (!touches(rule, other)) continue;
        left.delete(other);
        group.push(other);
      }
    }
    groups.push({
      box: boxAround(group.map(boxOfRule)),
      across: group.filter(({ isAcross }) => isAcross),
      down: group.filter(({ isAcross }) => !isAcross),
    });
  }
  return groups;
}

/** The positions of rules, ascending, each once, with the two ends of the group. */
function places(rules: readonly Rule[], from: number, to: number): number[] {
  const found = [from];
  for (const { at } of rules.toSorted((a, b) => a.at - b.at))
    if (at - (found.at(-1) ?? 0) > MEET) found.push(at);
  const last = found.at(-1) ?? from;
  if (to - last > MEET) found.push(to);
  return found;
}

/** Whether a rule at this position passes a point. */
function isRuled(rules: readonly Rule[], at: number, past: number): boolean {
  return rules.some((rule) => Math.abs(rule.at - at) <= MEET && rule.from <= past + 1 && rule.to >= past - 1);
}

/** A grid of rules: the positions of its columns from the left and of its rows from the top, and its cells. */
export function ruleGrid({ box, across, down }: RuleGroup) {
  const xs = places(down, box.left, box.right);
  const ys = places(across, box.bottom, box.top).reverse();
  const isDrawing = xs.length > PLACES_MAX || ys.length > PLACES_MAX;
  return { box, xs, ys, cells: isDrawing ? [] : cellsOf(xs, ys, across, down) };
}

/** Joins the fields of a grid that no rule separates, as far as they form rectangles. */
function cellsOf(
  xs: readonly number[],
  ys: readonly number[],
  across: readonly Rule[],
  down: readonly Rule[],
): GridCell[] {
  const [rows, columns] = [ys.length - 1, xs.length - 1];
  const x = (k: number) => xs[k] ?? 0;
  const y = (k: number) => ys[k] ?? 0;
  const isOpenRight = (row: number, column: number) =>
    column + 1 < columns && !isRuled(down, x(column + 1), (y(row) + y(row + 1)) / 2);
  const isOpenDown = (row: number, column: number) =>
    row + 1 < rows && !isRuled(across, y(row + 1), (x(column) + x(column + 1)) / 2);
  const taken = new Set<number>();
  const cells: GridCell[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (taken.has(row * columns + column)) continue;
      let lastColumn = column;
      while (isOpenRight(row, lastColumn) && !taken.has(row * columns + lastColumn + 1)) lastColumn++;
      let lastRow = row;
      const goesDown = (from: number) => {
        for (let k = column; k <= lastColumn; k++) {
          if (!isOpenDown(from, k) || (k < lastColumn && !isOpenRight(from + 1, k))) return false;
        }
        return true;
      };
      while (goesDown(lastRow)) lastRow++;
      for (let r = row; r <= lastRow; r++)
        for (let c = column; c <= lastColumn; c++) taken.add(r * columns + c);
      cells.push({ row, column, lastRow, lastColumn });
    }
  }
  return cells;
}
