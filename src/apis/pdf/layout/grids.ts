import type { Rule } from "../engine/rules.ts";
import type { Cell } from "../engine/structure.ts";

/** The largest distance at which two rules touch or are the same, in points. */
const MEET = 3;

/** The most rules of a page of tables; only drawings have more. */
const RULES_MAX = 2_000;

/** A ruled table: the positions of its rules, and the rules themselves. */
interface Grid {
  /** From the left. */
  readonly xs: readonly number[];
  /** From the top. */
  readonly ys: readonly number[];
  readonly across: readonly Rule[];
  readonly down: readonly Rule[];
}

function touches(a: Rule, b: Rule): boolean {
  if (a.isAcross === b.isAcross)
    return Math.abs(a.at - b.at) <= MEET && a.from <= b.to + MEET && b.from <= a.to + MEET;
  return a.at >= b.from - MEET && a.at <= b.to + MEET && b.at >= a.from - MEET && b.at <= a.to + MEET;
}

/** Groups of connected rules. */
function groupsOf(rules: readonly Rule[]): Rule[][] {
  const groups: Rule[][] = [];
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
    groups.push(group);
  }
  return groups;
}

function places(rules: readonly Rule[]): number[] {
  const found: number[] = [];
  for (const { at } of rules.toSorted((a, b) => a.at - b.at)) {
    if (found.length === 0 || at - (found.at(-1) ?? 0) > MEET) found.push(at);
  }
  return found;
}

/** A grid with at least two rows and two columns; undefined for boxes, underlines and drawings. */
function gridOf(rules: readonly Rule[]): Grid | undefined {
  const across = rules.filter(({ isAcross }) => isAcross);
  const down = rules.filter(({ isAcross }) => !isAcross);
  const xs = places(down);
  const ys = places(across).reverse();
  return xs.length < 3 || ys.length < 3 ? undefined : { xs, ys, across, down };
}

/** Whether a rule at this position passes a point. */
function isRuled(rules: readonly Rule[], at: number, past: number): boolean {
  return rules.some((rule) => Math.abs(rule.at - at) <= MEET && rule.from <= past && rule.to >= past);
}

/** The ruled tables of a page. */
export class Grids {
  readonly #grids: readonly Grid[];

  constructor(rules: readonly Rule[]) {
    this.#grids =
      rules.length > RULES_MAX
        ? []
        : groupsOf(rules)
            .map(gridOf)
            .filter((grid) => grid !== undefined);
  }

  /** The cell at a point. Cells without a rule between them are merged, under their first row and column. */
  cellAt(x: number, y: number): Cell | undefined {
    for (const [k, { xs, ys, across, down }] of this.#grids.entries()) {
      let column = xs.findLastIndex((at) => at <= x);
      let row = ys.findLastIndex((at) => at >= y);
      if (column < 0 || row < 0 || column > xs.length - 2 || row > ys.length - 2) continue;
      while (column > 0 && !isRuled(down, xs[column] ?? 0, y)) column--;
      const middle = ((xs[column] ?? 0) + (xs[column + 1] ?? 0)) / 2;
      while (row > 0 && !isRuled(across, ys[row] ?? 0, middle)) row--;
      return { table: `ruled ${k}`, row, column };
    }
    return undefined;
  }
}
