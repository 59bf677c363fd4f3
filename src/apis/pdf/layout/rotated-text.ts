import { boxAt, type Chars, GENERATED } from "../engine/chars.ts";
import { type Box, isBeside, noBox, widen } from "../engine/geometry.ts";
import { turnBox } from "../engine/turned.ts";
import type { Line } from "./line.ts";
import { CELL_GAP, type Segment, SPACE_BETWEEN, TAB_BETWEEN } from "./segment.ts";

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
  const lines: Line[] = [];
  let line: Line | undefined;
  let last: Box | undefined;
  for (const segment of segments) {
    for (const i of segment.chars) {
      if (i < 0 || ((chars.flags[i] ?? 0) & GENERATED) !== 0) continue;
      const here = turn(chars, i, angle);
      const size = chars.textRuns[chars.textRun[i] ?? 0]?.size ?? 0;
      if (line === undefined || last === undefined || !follows(last, here, size)) {
        const box = noBox();
        line = { ...segment, chars: [], box, base: box, size };
        lines.push(line);
      } else {
        const gap = here.left - last.right;
        if (gap > CELL_GAP * size) line.chars.push(TAB_BETWEEN);
        else if (gap > wordGap * size) line.chars.push(SPACE_BETWEEN);
      }
      line.chars.push(i);
      widen(line.box, boxAt(chars, i));
      last = here;
    }
  }
  return lines;
}

/** Whether a character continues the line of the one before it. */
function follows(last: Box, here: Box, size: number): boolean {
  // The letters of one glyph share its box.
  if (here.left === last.left && here.bottom === last.bottom) return true;
  return isBeside(last, here, 0.4) && here.left >= last.right - 0.8 * size;
}
