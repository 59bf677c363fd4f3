import { type Chars, GENERATED, HYPHEN } from "./chars.ts";
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

/** Ideographs and kana: wide spacing between them is no space. */
function isUnspaced(code: number): boolean {
  return (code >= 0x2e80 && code <= 0x9fff) || (code >= 0xf900 && code <= 0xfaff) || code >= 0x20000;
}

/** A gap between ideographs is a space from so many sizes on; one between letters, from so few. */
const UNSPACED_GAP = 0.5;
const LETTER_GAP = 0.06;

/** Whether a space that PDFium put in has nothing to stand for: its neighbours touch, or are ideographs. */
function isNoGap(chars: Chars, i: number): boolean {
  const [before, after] = [i - 1, i + 1];
  const stretch = chars.stretches[chars.stretch[after] ?? 0];
  if (after >= chars.count || before < 0 || stretch === undefined || stretch.angle !== 0) return false;
  const gap = (chars.left[after] ?? 0) - (chars.right[before] ?? 0);
  if (isUnspaced(chars.code[before] ?? 0) && isUnspaced(chars.code[after] ?? 0)) {
    // A font may claim half the width that its glyphs have: then their beginnings are closer than the gap says.
    const pitch = (chars.left[after] ?? 0) - (chars.left[before] ?? 0);
    return gap < UNSPACED_GAP * stretch.size || pitch < (1 + UNSPACED_GAP) * stretch.size;
  }
  return Math.abs(gap) < LETTER_GAP * stretch.size && (chars.code[after] ?? 0) > SPACE;
}

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

/** How wide the gap is into which PDFium put the space before a character, in points; 0 where it put none. */
function gapBefore(chars: Chars, { chars: own }: Segment, next: number): number {
  const [before, space] = [own.at(-2), own.at(-1)];
  if (before === undefined || space === undefined || space < 0 || before < 0) return 0;
  if (((chars.flags[space] ?? 0) & GENERATED) === 0 || chars.code[space] !== SPACE) return 0;
  return (chars.left[next] ?? 0) - (chars.right[before] ?? 0);
}

/** Scripts that are written from right to left begin here; PDFium has put their characters in order. */
const FIRST_RIGHT_TO_LEFT = 0x590;

/** How far a line may go back behind a space, in sizes, and how much of two characters is beside each other. */
const BACK = 0.6;
const BESIDE = 0.3;

/** Whether PDFium goes on, behind a space of its own, where no reader would: on another line or column. */
function leavesLine(chars: Chars, { chars: own, angle }: Segment, next: number): boolean {
  const [before, space] = [own.at(-2), own.at(-1)];
  if (angle !== 0 || before === undefined || space === undefined || before < 0 || space < 0) return false;
  if (((chars.flags[space] ?? 0) & GENERATED) === 0) return false;
  if ((chars.code[before] ?? 0) >= FIRST_RIGHT_TO_LEFT || (chars.code[next] ?? 0) >= FIRST_RIGHT_TO_LEFT)
    return false;
  const size = chars.stretches[chars.stretch[next] ?? 0]?.size ?? 0;
  if ((chars.left[next] ?? 0) < (chars.right[before] ?? 0) - BACK * size) return true;
  const [bottomA = 0, bottomB = 0] = [chars.bottom[before], chars.bottom[next]];
  const [topA = 0, topB = 0] = [chars.top[before], chars.top[next]];
  const beside = Math.min(topA, topB) - Math.max(bottomA, bottomB);
  return beside < BESIDE * Math.min(topA - bottomA, topB - bottomB);
}

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
