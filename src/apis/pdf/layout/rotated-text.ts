import { type Chars, GENERATED } from "../engine/chars.ts";
import { noBox, widen } from "../engine/geometry.ts";
import type { Line } from "./line.ts";
import { CELL_GAP, type Segment, SPACE_BETWEEN, TAB_BETWEEN } from "./segment.ts";

/** As in lines.ts, a little wider: PDFium's added spaces are not used here. */
const WORD_GAP = 0.2;
const SLANTED_GAP = 0.55;

/** A character in the coordinates of its direction: u along the baseline, v above it. */
interface RotatedChar {
  readonly u0: number;
  readonly u1: number;
  readonly v0: number;
  readonly v1: number;
}

/** Rotates the box of a character so that its direction becomes horizontal. */
function turn(chars: Chars, i: number, angle: number): RotatedChar {
  const [left = 0, right = 0, bottom = 0, top = 0] = [
    chars.left[i],
    chars.right[i],
    chars.bottom[i],
    chars.top[i],
  ];
  if (angle === 90) return { u0: bottom, u1: top, v0: -right, v1: -left };
  if (angle === 180) return { u0: -right, u1: -left, v0: -top, v1: -bottom };
  if (angle === 270) return { u0: -top, u1: -bottom, v0: left, v1: right };
  // A slanted box says little of its glyph but its middle: half a size wide is what letters are on average.
  const size = chars.textRuns[chars.textRun[i] ?? 0]?.size ?? 0;
  const [x, y, turnBy] = [(left + right) / 2, (bottom + top) / 2, (angle * Math.PI) / 180];
  const u = x * Math.cos(turnBy) + y * Math.sin(turnBy);
  const v = y * Math.cos(turnBy) - x * Math.sin(turnBy);
  return { u0: u - size / 4, u1: u + size / 4, v0: v - size / 2, v1: v + size / 2 };
}

/**
 * Builds the lines of text that is written upwards, downwards or at a slant, from boxes alone: PDFium breaks
 * such text at nearly every character.
 */
export function rotatedLines(segments: readonly Segment[], angle: number, chars: Chars): Line[] {
  const wordGap = angle % 90 === 0 ? WORD_GAP : SLANTED_GAP;
  const lines: Placed[] = [];
  let line: Placed | undefined;
  let last: RotatedChar | undefined;
  for (const segment of segments) {
    for (const i of segment.chars) {
      if (i < 0 || ((chars.flags[i] ?? 0) & GENERATED) !== 0) continue;
      const here = turn(chars, i, angle);
      const size = chars.textRuns[chars.textRun[i] ?? 0]?.size ?? 0;
      if (line === undefined || last === undefined || !follows(last, here, size)) {
        line = { ...whole({ ...segment, chars: [], box: noBox(), size }), at: { ...here } };
        lines.push(line);
      } else {
        const gap = here.u0 - last.u1;
        if (gap > CELL_GAP * size) line.chars.push(TAB_BETWEEN);
        else if (gap > wordGap * size) line.chars.push(SPACE_BETWEEN);
      }
      line.chars.push(i);
      const [left = 0, right = 0, bottom = 0, top = 0] = [
        chars.left[i],
        chars.right[i],
        chars.bottom[i],
        chars.top[i],
      ];
      widen(line.box, { left, right, bottom, top });
      line.at.u0 = Math.min(line.at.u0, here.u0);
      line.at.u1 = Math.max(line.at.u1, here.u1);
      last = here;
    }
  }
  return downwards(lines, wordGap).map(({ at: _, ...own }) => own);
}

/** A line with its position in the coordinates of its direction. */
type Placed = Line & { readonly at: { -readonly [Key in keyof RotatedChar]: RotatedChar[Key] } };

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
  if (right === undefined || Math.abs(right.at.v0 - at.v0) > 0.3 * size) return false;
  const gap = right.at.u0 - at.u1;
  return gap > -0.3 * size && gap < CELL_GAP * size;
}

function joined(left: Placed, right: Placed, wordGap: number): Placed {
  const isWord = right.at.u0 - left.at.u1 > wordGap * left.size;
  const box = { ...left.box };
  widen(box, right.box);
  return {
    ...left,
    chars: [...left.chars, ...(isWord ? [SPACE_BETWEEN] : []), ...right.chars],
    box,
    base: box,
    hyphen: right.hyphen,
    at: { ...left.at, u1: right.at.u1 },
  };
}

function isBelow(lower: Placed | undefined, { at, size }: Placed): boolean {
  if (lower === undefined) return false;
  const up = at.v0 - lower.at.v0;
  return up > size / 2 && up < NEXT_LINE * size && lower.at.u0 < at.u1 && at.u0 < lower.at.u1;
}

function whole({ chars, box, size, angle, hyphen }: Segment): Line {
  return { chars, box, size, angle, hyphen, base: box, apart: true };
}

/** Whether a character continues the line of the one before it. */
function follows(last: RotatedChar, here: RotatedChar, size: number): boolean {
  // The letters of one glyph share its box.
  if (here.u0 === last.u0 && here.v0 === last.v0) return true;
  const beside = Math.min(last.v1, here.v1) - Math.max(last.v0, here.v0);
  const lower = Math.min(last.v1 - last.v0, here.v1 - here.v0);
  return beside >= 0.4 * lower && here.u0 >= last.u1 - 0.8 * size;
}
