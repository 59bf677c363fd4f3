import { isBeside } from "../engine/geometry.ts";
import type { Line } from "./line.ts";

/** How far the left edges of lines of one column may differ, in font sizes: the first line of a paragraph is indented. */
const INDENT_MAX = 3;

/** The most lines that are compared with each other; only hostile pages have more. */
const LINES_MAX = 2_000;

/**
 * Finds the right edges of the columns of lines, in points: that of the longest line, never into adjacent text. A line
 * that is clearly shorter ended on purpose.
 */
export function columnEdges(lines: readonly Line[]): ReadonlyMap<Line, number> {
  const level = lines.filter(({ angle }) => angle === 0);
  const edges = new Map<Line, number>();
  if (level.length > LINES_MAX) return edges;
  const limits = runLimits(level);
  for (const [k, line] of level.entries()) {
    const limit = limits[k] ?? Number.POSITIVE_INFINITY;
    let edge = line.box.right;
    for (const { box } of level) {
      const isBelow = Math.abs(box.left - line.box.left) <= INDENT_MAX * line.size;
      if (isBelow && box.right < limit && box.right > edge) edge = box.right;
    }
    edges.set(line, edge);
  }
  return edges;
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
