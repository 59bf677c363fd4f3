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

type MutableSegment = { -readonly [Key in keyof Segment]: Segment[Key] };

/** Angles within 3 degrees count as one direction: a scan is never quite straight. */
function sameDirection(a: number, b: number): boolean {
  const apart = Math.abs(a - b);
  return Math.min(apart, 360 - apart) <= 3;
}

/** Appends characters that follow each other in a text run: from one index to before another. */
function append(segment: MutableSegment, chars: Chars, from: number, to: number): void {
  const size = chars.textRuns[chars.textRun[from] ?? 0]?.size ?? 0;
  if (size > segment.size) segment.size = size;
  const { chars: own, box } = segment;
  for (let i = from; i < to; i++) {
    own.push(i);
    // Four comparisons instead of an object for each character.
    const left = chars.left[i] ?? 0;
    const right = chars.right[i] ?? 0;
    const bottom = chars.bottom[i] ?? 0;
    const top = chars.top[i] ?? 0;
    if (left < box.left) box.left = left;
    if (right > box.right) box.right = right;
    if (bottom < box.bottom) box.bottom = bottom;
    if (top > box.top) box.top = top;
  }
}

/** The end of the characters after an index that are plain parts of its text run: none is a hyphen, added or left out. */
function endOfPlain(
  { count, code, flags, textRun }: Chars,
  from: number,
  isTaken?: ReadonlySet<number>,
): number {
  const own = textRun[from];
  let i = from + 1;
  for (; i < count && textRun[i] === own; i++) {
    const one = code[i] ?? 0;
    if (one < SPACE || one >= 0xffff || ((flags[i] ?? 0) & (GENERATED | HYPHEN)) !== 0) break;
    if (isTaken?.has(i) === true) break;
  }
  return i;
}

/** Whether a character continues the text run of the one before it: most do, and nothing can be between the two. */
function continuesRun({ flags, textRun }: Chars, { chars: own }: Segment, i: number): boolean {
  if (own[own.length - 1] !== i - 1 || textRun[i] !== textRun[i - 1]) return false;
  return (((flags[i] ?? 0) | (flags[i - 1] ?? 0)) & GENERATED) === 0;
}

/** Begins a segment unless a character belongs to the current one, and appends the placeholder for the gap before it. */
function segmentFor(
  chars: Chars,
  i: number,
  current: MutableSegment | undefined,
  segments: Segment[],
): MutableSegment {
  const textRun = chars.textRuns[chars.textRun[i] ?? 0];
  const angle = textRun?.angle ?? 0;
  const size = textRun?.size ?? 0;
  if (current === undefined || !sameDirection(angle, current.angle) || leavesLine(chars, current, i)) {
    const begun = { chars: [], box: noBox(), angle, size: 0, hyphen: false, gaps: 0 };
    segments.push(begun);
    return begun;
  }
  const gap = angle === 0 ? gapBefore(chars, current, i) : 0;
  if (gap > GUTTER * size) current.gaps++;
  if (gap > CELL_GAP * size) current.chars[current.chars.length - 1] = TAB_BETWEEN;
  else if (isWordGap(chars, current.chars.at(-1) ?? -1, i)) current.chars.push(SPACE_BETWEEN);
  return current;
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
    if ((flags & GENERATED) !== 0) {
      // A space that PDFium added.
      if (current !== undefined && !isNoGap(chars, i)) current.chars.push(i);
      continue;
    }
    if (current === undefined || !continuesRun(chars, current, i))
      current = segmentFor(chars, i, current, segments);
    if ((flags & HYPHEN) !== 0) {
      append(current, chars, i, i + 1);
      current.hyphen = true;
      current = undefined;
      continue;
    }
    const end = endOfPlain(chars, i, isTaken);
    append(current, chars, i, end);
    i = end - 1;
  }
  return segments
    .filter(({ box }) => box.left <= box.right)
    .map((segment) => withoutLetterSpaces(segment, chars));
}
