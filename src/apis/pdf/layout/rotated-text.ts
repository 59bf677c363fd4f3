import { boxAt, type Chars, GENERATED } from "../engine/chars.ts";
import { type Box, boxAround, isBeside, noBox, widen } from "../engine/geometry.ts";
import type { Line } from "./line.ts";
import { CELL_GAP, type Segment, SPACE_BETWEEN, TAB_BETWEEN } from "./segment.ts";
import { turnBox } from "./tables/turned.ts";

/** As in lines.ts, a little wider: PDFium's added spaces are not used here. */
const WORD_GAP = 0.2;
const SLANTED_GAP = 0.55;

/** Rotates the box of a character so that its direction becomes horizontal. */
function turn(chars: Chars, i: number, angle: number): Box {
  const box = boxAt(chars, i);
  if (angle === 90 || angle === 180 || angle === 270) return turnBox(box, angle);
  // A slanted box says little of its glyph but its middle: half a size wide is what letters are on average.
  const size = chars.textRuns[chars.textRun[i] ?? 0]?.size ?? 0;
  const [x, y] = [(box.left + box.right) / 2, (box.bottom + box.top) / 2];
  const turnBy = (angle * Math.PI) / 180;
  const u = x * Math.cos(turnBy) + y * Math.sin(turnBy);
  const v = y * Math.cos(turnBy) - x * Math.sin(turnBy);
  return { left: u - size / 4, right: u + size / 4, bottom: v - size / 2, top: v + size / 2 };
}

/**
 * Builds the lines of text that is written upwards, downwards or at a slant, from boxes alone: PDFium breaks
 * such text at nearly every character.
 */
export function rotatedLines(segments: readonly Segment[], angle: number, chars: Chars): Line[] {
  const wordGap = angle % 90 === 0 ? WORD_GAP : SLANTED_GAP;
  const lines: Placed[] = [];
  let line: Placed | undefined;
  let last: Box | undefined;
  for (const segment of segments) {
    for (const i of segment.chars) {
      if (i < 0 || ((chars.flags[i] ?? 0) & GENERATED) !== 0) continue;
      const here = turn(chars, i, angle);
      const size = chars.textRuns[chars.textRun[i] ?? 0]?.size ?? 0;
      if (line === undefined || last === undefined || !follows(last, here, size)) {
        line = { ...whole({ ...segment, chars: [], box: noBox(), size }), at: { ...here } };
        lines.push(line);
      } else {
        const gap = here.left - last.right;
        if (gap > CELL_GAP * size) line.chars.push(TAB_BETWEEN);
        else if (gap > wordGap * size) line.chars.push(SPACE_BETWEEN);
      }
      line.chars.push(i);
      widen(line.box, boxAt(chars, i));
      line.at.left = Math.min(line.at.left, here.left);
      line.at.right = Math.max(line.at.right, here.right);
      last = here;
    }
  }
  return downwards(lines, wordGap).map(({ at: _, ...own }) => own);
}

/** A line with its position in the coordinates of its direction: its baseline is horizontal there. */
type Placed = Line & { readonly at: Box };

/** The largest distance between two consecutive lines, in font sizes. */
const NEXT_LINE = 2.5;

/** Moves a line before those right below it: PDFium sometimes returns adjacent lines in the wrong order. */
function downwards(lines: readonly Placed[], wordGap: number): Placed[] {
  const ordered: Placed[] = [];
  for (const line of lines) {
    let k = ordered.length;
    while (k > 0 && (isBelow(ordered[k - 1], line) || isBehind(ordered[k - 1], line))) k--;
    const next = ordered[k];
    if (next !== undefined && isBehind(next, line)) ordered[k] = joined(line, next, wordGap);
    else ordered.splice(k, 0, line);
  }
  return ordered;
}

/** Whether a piece continues the line of another one. */
function isBehind(right: Placed | undefined, { at, size }: Placed): boolean {
  if (right === undefined || Math.abs(right.at.bottom - at.bottom) > 0.3 * size) return false;
  const gap = right.at.left - at.right;
  return gap > -0.3 * size && gap < CELL_GAP * size;
}

function joined(left: Placed, right: Placed, wordGap: number): Placed {
  const isWord = right.at.left - left.at.right > wordGap * left.size;
  const box = boxAround([left.box, right.box]);
  return {
    ...left,
    chars: [...left.chars, ...(isWord ? [SPACE_BETWEEN] : []), ...right.chars],
    box,
    base: box,
    hyphen: right.hyphen,
    at: { ...left.at, right: right.at.right },
  };
}

function isBelow(lower: Placed | undefined, { at, size }: Placed): boolean {
  if (lower === undefined) return false;
  const up = at.bottom - lower.at.bottom;
  return up > size / 2 && up < NEXT_LINE * size && lower.at.left < at.right && at.left < lower.at.right;
}

function whole({ chars, box, size, angle, hyphen }: Segment): Line {
  return { chars, box, size, angle, hyphen, base: box, apart: true };
}

/** Whether a character continues the line of the one before it. */
function follows(last: Box, here: Box, size: number): boolean {
  // The letters of one glyph share its box.
  if (here.left === last.left && here.bottom === last.bottom) return true;
  return isBeside(last, here, 0.4) && here.left >= last.right - 0.8 * size;
}
