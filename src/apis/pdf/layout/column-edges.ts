import { isBeside } from "../engine/geometry.ts";
import type { Line } from "./line.ts";

/** How far the left edges of lines of one column may differ, in font sizes: the first line of a paragraph is indented. */
const INDENT_MAX = 3;

/** The most lines that are compared with each other; only hostile pages have more. */
const LINES_MAX = 2_000;

/**
 * Tells how far the lines of a column reach: to the right edge of its longest line, never into adjacent text. A
 * line that is clearly shorter ended on purpose.
 */
export class ColumnEdges {
  readonly #edges = new Map<Line, number>();

  constructor(lines: readonly Line[]) {
    const level = lines.filter(({ angle }) => angle === 0);
    if (level.length > LINES_MAX) return;
    const limits = runLimits(level);
    for (const [k, line] of level.entries()) {
      const limit = limits[k] ?? Number.POSITIVE_INFINITY;
      let edge = line.box.right;
      for (const other of level) {
        const isBelow = Math.abs(other.box.left - line.box.left) <= INDENT_MAX * line.size;
        if (isBelow && other.box.right < limit && other.box.right > edge) edge = other.box.right;
      }
      this.#edges.set(line, edge);
    }
  }

  /** The right edge of the column of a line, in points. */
  of(line: Line): number {
    return this.#edges.get(line) ?? line.box.right;
  }
}

/** How much of the lower of two lines is beside the other one: loose lines reach into the lines above and below. */
const BESIDE = 0.4;

/** The left edge of the nearest text on the right of a line. */
function limitOf({ box }: Line, lines: readonly Line[]): number {
  let limit = Number.POSITIVE_INFINITY;
  for (const { box: other } of lines) {
    if (other.left >= box.right && other.left < limit && isBeside(box, other, BESIDE)) limit = other.left;
  }
  return limit;
}

/** The largest distance between two lines of one run, in font sizes. */
const RUN_PITCH = 2;

/** For each line the limit of its run: lines that follow each other in one column have the same neighbors. */
function runLimits(lines: readonly Line[]): number[] {
  const limits: number[] = [];
  let start = 0;
  for (let k = 1; k <= lines.length; k++) {
    const [before, line] = [lines[k - 1], lines[k]];
    if (before !== undefined && line !== undefined) {
      const pitch = before.base.bottom - line.base.bottom;
      const isSameRun = pitch > 0 && pitch < RUN_PITCH * line.size;
      if (isSameRun && Math.abs(before.box.left - line.box.left) <= INDENT_MAX * line.size) continue;
    }
    const run = lines.slice(start, k);
    const limit = Math.min(...run.map((one) => limitOf(one, lines)));
    for (const one of run) limits.push(Math.max(limit, one.box.right));
    start = k;
  }
  return limits;
}
