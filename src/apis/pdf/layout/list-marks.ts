import type { Chars } from "../engine/chars.ts";
import { isBeside, widen } from "../engine/geometry.ts";
import type { Line } from "./line.ts";
import { lineText } from "./line-text.ts";
import { SPACE_BETWEEN } from "./segment.ts";

/** A bullet, or a number or letter with a full stop or bracket. */
const MARK = /^(?:[•‣▪▸◦●○■□·–*\uf0b7\uf0a7\uf095-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)])$/iu;

const CHARACTERS_MAX = 8;

/** The largest gap between a mark and its item, in font sizes. */
const GAP_MAX = 3;

/** How much of the lower of both must overlap the other vertically. */
const BESIDE = 0.5;

/** The line whose left end is next to a mark, on its right. */
function itemOf(mark: Line, lines: readonly Line[]): Line | undefined {
  let nearest: Line | undefined;
  for (const line of lines) {
    const gap = line.box.left - mark.box.right;
    if (line === mark || line.angle !== 0 || gap < -0.2 * mark.size || gap > GAP_MAX * mark.size) continue;
    if (!isBeside(mark.base, line.base, BESIDE)) continue;
    if (nearest === undefined || line.box.left < nearest.box.left) nearest = line;
  }
  return nearest;
}

/** The most marks and lines of a page that are compared; only hostile pages have more. */
const MARKS_MAX = 500;
const LINES_MAX = 5_000;

/** Joins the marks of lists with their items, where the content has them elsewhere: WeasyPrint draws them last. */
export function joinListMarks(lines: readonly Line[], chars: Chars): readonly Line[] {
  if (lines.length > LINES_MAX) return lines;
  const isMark = (line: Line) =>
    line.angle === 0 && line.chars.length <= CHARACTERS_MAX && MARK.test(lineText(line, chars));
  const marks = lines.filter(isMark);
  if (marks.length === 0 || marks.length > MARKS_MAX) return lines;
  const joined = new Set<Line>();
  for (const mark of marks) {
    const item = itemOf(mark, lines);
    if (item === undefined || joined.has(item)) continue;
    item.chars = [...mark.chars, SPACE_BETWEEN, ...item.chars];
    widen(item.box, mark.box);
    joined.add(mark);
  }
  return joined.size === 0 ? lines : lines.filter((line) => !joined.has(line));
}
