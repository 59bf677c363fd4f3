import { type Chars, GENERATED, HYPHEN } from "../engine/chars.ts";
import { gapBefore, isNoGap, leavesLine } from "./gaps.ts";
import { isWordGap, withoutLetterSpaces } from "./spacing.ts";

/** A box in points; y upwards. */
export interface Box {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** Stand-ins among the indices of characters for what is between them. */
export const SPACE_BETWEEN = -1;
export const TAB_BETWEEN = -2;

/** A gap from so many font sizes on is one between two cells, not two words. */
export const CELL_GAP = 1.6;

/** Characters that follow each other on one line, as PDFium found them: indices into `Chars`, and stand-ins. */
export interface Segment {
  readonly chars: number[];
  readonly box: Box;
  /** The direction of writing in degrees, as in `Stretch`. */
  readonly angle: number;
  /** The largest size in it, in points. */
  size: number;
  /** Whether it ends in a hyphen that parts a word. */
  hyphen: boolean;
  /** Gaps in it that may be those between columns of text. */
  readonly gaps: number;
}

const SPACE = 32;

function isBreak(code: number): boolean {
  return code === 10 || code === 13;
}

/** What is no character: zero, what PDFium says for a hyphen at the end of a line aside, and noncharacters. */
function isNothing(code: number, flags: number): boolean {
  return (code < SPACE && code !== 9 && (flags & HYPHEN) === 0) || code === 0xffff || code > 0x10ffff;
}

export function widen(box: Box, by: Readonly<Box>): void {
  if (by.left < box.left) box.left = by.left;
  if (by.right > box.right) box.right = by.right;
  if (by.bottom < box.bottom) box.bottom = by.bottom;
  if (by.top > box.top) box.top = by.top;
}

/** A box around nothing. */
export function noBox(): Box {
  return {
    left: Number.POSITIVE_INFINITY,
    right: Number.NEGATIVE_INFINITY,
    bottom: Number.POSITIVE_INFINITY,
    top: Number.NEGATIVE_INFINITY,
  };
}

/** Between columns of running text there may be as little as so many sizes. */
export const GUTTER = 0.85;

/** A segment that grows. */
type Open = { -readonly [Key in keyof Segment]: Segment[Key] };

/** Small turns are the same direction: a scan is never quite straight. */
function sameDirection(a: number, b: number): boolean {
  const apart = Math.abs(a - b);
  return Math.min(apart, 360 - apart) <= 3;
}

/**
 * Cuts a page's characters where PDFium ended a line, where the direction changes, and after a hyphen at the
 * end of a line, behind which PDFium goes on without a break. What is `taken` already is passed over.
 */
export function segmentsOf(chars: Chars, taken: readonly Segment[] = []): Segment[] {
  const isTaken = taken.length === 0 ? undefined : new Set(taken.flatMap((segment) => segment.chars));
  const segments: Segment[] = [];
  let current: Open | undefined;
  for (let i = 0; i < chars.count; i++) {
    const code = chars.code[i] ?? 0;
    const flags = chars.flags[i] ?? 0;
    if (isBreak(code)) {
      current = undefined;
      continue;
    }
    if (isNothing(code, flags) || isTaken?.has(i) === true) continue;
    if ((flags & GENERATED) !== 0 && code === SPACE && isNoGap(chars, i)) continue;
    const stretch = chars.stretches[chars.stretch[i] ?? 0];
    const angle = stretch?.angle ?? 0;
    const size = stretch?.size ?? 0;
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
      // Four comparisons in place of an object for each character.
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
