import { type Chars, GENERATED, HYPHEN } from "../engine/chars.ts";
import { noBox } from "../engine/geometry.ts";
import { CELL_GAP, GUTTER, type Segment, SPACE_BETWEEN, TAB_BETWEEN } from "./segment.ts";
import { gapBefore, isNoGap, isWordGap, leavesLine, withoutLetterSpaces } from "./spacing.ts";

const SPACE = 32;

function isBreak(code: number): boolean {
  return code === 10 || code === 13;
}

/** Whether a code is not a character: control codes (except PDFium's code for a hyphen at a line's end) and noncharacters. */
function isNothing(code: number, flags: number): boolean {
  return (code < SPACE && code !== 9 && (flags & HYPHEN) === 0) || code === 0xffff || code > 0x10ffff;
}

/** A segment under construction. */
type MutableSegment = { -readonly [Key in keyof Segment]: Segment[Key] };

/** Angles within 3 degrees count as one direction: a scan is never quite straight. */
function sameDirection(a: number, b: number): boolean {
  const apart = Math.abs(a - b);
  return Math.min(apart, 360 - apart) <= 3;
}

/**
 * Splits a page's characters where PDFium ended a line, where the direction changes, and after a hyphen at the
 * end of a line, after which PDFium continues without a break. Skips characters that are in `taken`.
 */
export function segmentsOf(chars: Chars, taken: readonly Segment[] = []): Segment[] {
  const isTaken = taken.length === 0 ? undefined : new Set(taken.flatMap((segment) => segment.chars));
  const segments: Segment[] = [];
  let current: MutableSegment | undefined;
  for (let i = 0; i < chars.count; i++) {
    const code = chars.code[i] ?? 0;
    const flags = chars.flags[i] ?? 0;
    if (isBreak(code)) {
      current = undefined;
      continue;
    }
    if (isNothing(code, flags) || isTaken?.has(i) === true) continue;
    if ((flags & GENERATED) !== 0 && code === SPACE && isNoGap(chars, i)) continue;
    const textRun = chars.textRuns[chars.textRun[i] ?? 0];
    const angle = textRun?.angle ?? 0;
    const size = textRun?.size ?? 0;
    const generated = (flags & GENERATED) !== 0;
    if (current !== undefined && !generated && !sameDirection(angle, current.angle)) current = undefined;
    if (current !== undefined && !generated && leavesLine(chars, current, i)) current = undefined;
    if (current === undefined) {
      if (generated && code === SPACE) continue;
      current = { chars: [], box: noBox(), angle, size: 0, hyphen: false, gaps: 0 };
      segments.push(current);
    }
    const gap = generated || angle !== 0 ? 0 : gapBefore(chars, current, i);
    if (gap > GUTTER * size) current.gaps++;
    if (gap > CELL_GAP * size) current.chars[current.chars.length - 1] = TAB_BETWEEN;
    else if (!generated && isWordGap(chars, current.chars.at(-1) ?? -1, i)) current.chars.push(SPACE_BETWEEN);
    current.chars.push(i);
    if (!generated) {
      if (size > current.size) current.size = size;
      // Four comparisons instead of an object for each character.
      const { box } = current;
      const left = chars.left[i] ?? 0;
      const right = chars.right[i] ?? 0;
      const bottom = chars.bottom[i] ?? 0;
      const top = chars.top[i] ?? 0;
      if (left < box.left) box.left = left;
      if (right > box.right) box.right = right;
      if (bottom < box.bottom) box.bottom = bottom;
      if (top > box.top) box.top = top;
    }
    if ((flags & HYPHEN) !== 0) {
      current.hyphen = true;
      current = undefined;
    }
  }
  return segments
    .filter(({ box }) => box.left <= box.right)
    .map((segment) => withoutLetterSpaces(segment, chars));
}
