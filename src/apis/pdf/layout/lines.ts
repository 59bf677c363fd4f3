import { type Chars, FIRST_RIGHT_TO_LEFT, hasCodesFrom, isRightToLeftPage } from "../engine/chars.ts";
import { isBeside, widen } from "../engine/geometry.ts";
import { byColumns } from "./columns.ts";
import { type Line, lineOf } from "./line.ts";
import { joinListMarks } from "./list-marks.ts";
import { readingOrder } from "./right-to-left.ts";
import { rotatedLines } from "./rotated-text.ts";
import { CELL_GAP, type Segment, SPACE_BETWEEN, TAB_BETWEEN } from "./segment.ts";
import { segmentsOf } from "./segments.ts";
import { inColumns } from "./vertical-columns.ts";
import { verticalRuns } from "./vertical-runs.ts";

/** The largest gap between two pieces of one word, in font sizes. */
const WORD_GAP = 0.15;

/** How far a piece may overlap the one before it, as italics and kerning do. */
const REACH_BACK = 0.6;

/** How much of the lower of two pieces must overlap the other vertically for both to be on one line. */
const BESIDE = 0.4;

/** The least size of an initial, in multiples of the size of its word, and the largest gap between them, in sizes of the initial. */
const INITIAL = 1.8;
const INITIAL_GAP = 0.3;
const LOWER = /^\p{Ll}/u;

/** Whether a line is the first letter of a word that goes on in a smaller size. */
function isInitial({ chars: own, size, box }: Line, next: Segment, chars: Chars): boolean {
  if (own.length > 2 || size < INITIAL * next.size || next.box.left - box.right > INITIAL_GAP * size)
    return false;
  return LOWER.test(String.fromCodePoint(Math.max(0, chars.code[next.chars[0] ?? -1] ?? 0)));
}

/**
 * Appends a piece to the line that it belongs to: a superscript, a footnote mark, the rest of the
 * line after one, the next cell of a row. Returns false if it is a line of its own.
 */
function join(line: Line, next: Segment, chars: Chars): boolean {
  if (line.hyphen) return false;
  const { base, box } = line;
  if (!isBeside(base, next.box, BESIDE)) return false;
  const size = Math.max(line.size, next.size);
  const gap = next.box.left - box.right;
  if (gap < -REACH_BACK * size) return false;
  const begins = isInitial(line, next, chars);
  if (begins) line.chars.length = 1;
  else if (gap > CELL_GAP * size) line.chars.push(TAB_BETWEEN);
  else if (gap > WORD_GAP * Math.min(line.size, next.size)) line.chars.push(SPACE_BETWEEN);
  // One by one: a line may have more characters than a call may have arguments.
  for (const char of next.chars) line.chars.push(char);
  widen(box, next.box);
  if (begins || next.size > line.size) {
    line.size = next.size;
    line.base = { bottom: next.box.bottom, top: next.box.top };
  }
  line.hyphen = next.hyphen;
  return true;
}

/** The pieces of a page in content order, one line each: neither joined nor sorted. */
export function contentLines(chars: Chars): Line[] {
  return segmentsOf(chars).map(lineOf);
}

/**
 * The lines of a page in reading order: the content's order, which is right for columns more often
 * than any order from geometry, with the pieces that PDFium splits joined again. Text in
 * other directions comes last.
 */
export function linesOf(chars: Chars): Line[] {
  const upright = verticalRuns(chars);
  const segments = byColumns(segmentsOf(chars, upright), chars);
  const lines: Line[] = [];
  const apart: Line[] = [];
  let columns: Segment[] = [];
  const endColumns = () => {
    for (const column of inColumns(columns, chars)) lines.push(lineOf(column));
    columns = [];
  };
  const rotated = Map.groupBy(
    segments.filter(({ angle }) => angle !== 0),
    ({ angle }) => angle,
  );
  const isVertical = new Set(upright);
  // A page of vertical writing is read as a whole: what stands across is a number or a mark.
  const vertical = upright.reduce((sum, { chars: own }) => sum + own.length, 0);
  const across = segments.reduce((sum, { chars: own, angle }) => sum + (angle === 0 ? own.length : 0), 0);
  if (vertical > across) {
    columns = upright;
    endColumns();
  }
  for (const segment of inOrder(segments, vertical > across ? [] : upright)) {
    if (segment.angle !== 0) continue;
    if (isVertical.has(segment)) {
      columns.push(segment);
      continue;
    }
    endColumns();
    const last = lines.at(-1);
    if (last === undefined || last.angle !== 0 || !join(last, segment, chars)) lines.push(lineOf(segment));
  }
  endColumns();
  for (const [angle, group] of rotated) apart.push(...rotatedLines(group, angle, chars));
  if (hasCodesFrom(chars, FIRST_RIGHT_TO_LEFT)) {
    const isRtl = isRightToLeftPage(chars);
    for (const line of lines) if (line.angle === 0) line.chars = readingOrder(line.chars, chars, isRtl);
  }
  return [...joinListMarks(lines, chars), ...apart];
}

/** Pieces and vertical runs in content order. */
function inOrder(segments: readonly Segment[], upright: readonly Segment[]): readonly Segment[] {
  if (upright.length === 0) return segments;
  const first = ({ chars }: Segment) => chars.find((i) => i >= 0) ?? 0;
  return [...segments, ...upright].sort((a, b) => first(a) - first(b));
}
