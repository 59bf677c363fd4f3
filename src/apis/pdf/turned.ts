import { type Chars, GENERATED } from "./chars.ts";
import type { Line } from "./line.ts";
import { CELL_GAP, noBox, type Segment, SPACE_BETWEEN, TAB_BETWEEN, widen } from "./segments.ts";

/** As in lines.ts, a little wider: no space of PDFium's own is trusted here. */
const WORD_GAP = 0.2;
const SLANTED_GAP = 0.55;

/** A character in the space of its own direction: u along the writing, v upwards from it. */
interface Turned {
  readonly u0: number;
  readonly u1: number;
  readonly v0: number;
  readonly v1: number;
}

/** Turns the box of a character so that its direction becomes that of ordinary text. */
function turn(chars: Chars, i: number, angle: number): Turned {
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
  const size = chars.stretches[chars.stretch[i] ?? 0]?.size ?? 0;
  const [x, y, turnBy] = [(left + right) / 2, (bottom + top) / 2, (angle * Math.PI) / 180];
  const u = x * Math.cos(turnBy) + y * Math.sin(turnBy);
  const v = y * Math.cos(turnBy) - x * Math.sin(turnBy);
  return { u0: u - size / 4, u1: u + size / 4, v0: v - size / 2, v1: v + size / 2 };
}

/**
 * Builds the lines of text that is written upwards, downwards or at a slant, from boxes alone: PDFium breaks
 * such text at nearly every character.
 */
export function turnedLines(segments: readonly Segment[], angle: number, chars: Chars): Line[] {
  const wordGap = angle % 90 === 0 ? WORD_GAP : SLANTED_GAP;
  const lines: Line[] = [];
  let line: Line | undefined;
  let last: Turned | undefined;
  for (const segment of segments) {
    for (const i of segment.chars) {
      if (i < 0 || ((chars.flags[i] ?? 0) & GENERATED) !== 0) continue;
      const here = turn(chars, i, angle);
      const size = chars.stretches[chars.stretch[i] ?? 0]?.size ?? 0;
      if (line === undefined || last === undefined || !follows(last, here, size)) {
        line = whole({ ...segment, chars: [], box: noBox(), size });
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
      last = here;
    }
  }
  return lines;
}

function whole({ chars, box, size, angle, hyphen }: Segment): Line {
  return { chars, box, size, angle, hyphen, base: box, apart: true };
}

/** Whether a character goes on with the line of the one before it. */
function follows(last: Turned, here: Turned, size: number): boolean {
  const beside = Math.min(last.v1, here.v1) - Math.max(last.v0, here.v0);
  const lower = Math.min(last.v1 - last.v0, here.v1 - here.v0);
  return beside >= 0.4 * lower && here.u0 >= last.u1 - 0.8 * size;
}
