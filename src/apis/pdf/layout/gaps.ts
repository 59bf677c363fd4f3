import { type Chars, GENERATED } from "../engine/chars.ts";
import type { Segment } from "./segment.ts";

const SPACE = 32;

/** Ideographs and kana: wide spacing between them is no space. */
function isUnspaced(code: number): boolean {
  return (code >= 0x2e80 && code <= 0x9fff) || (code >= 0xf900 && code <= 0xfaff) || code >= 0x20000;
}

/** A gap between ideographs is a space from so many sizes on; one between letters, from so few. */
const UNSPACED_GAP = 0.5;
const LETTER_GAP = 0.06;

/** Whether a space that PDFium put in has nothing to stand for: its neighbours touch, or are ideographs. */
export function isNoGap(chars: Chars, i: number): boolean {
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

/** How wide the gap is into which PDFium put the space before a character, in points; 0 where it put none. */
export function gapBefore(chars: Chars, { chars: own }: Segment, next: number): number {
  const [before, space] = [own.at(-2), own.at(-1)];
  if (before === undefined || space === undefined || space < 0 || before < 0) return 0;
  if (((chars.flags[space] ?? 0) & GENERATED) === 0 || chars.code[space] !== SPACE) return 0;
  return (chars.left[next] ?? 0) - (chars.right[before] ?? 0);
}

/** Scripts that are written from right to left begin here; PDFium has put their characters in order. */
export const FIRST_RIGHT_TO_LEFT = 0x590;

/** How far a line may go back behind a space, in sizes, and how much of two characters is beside each other. */
const BACK = 0.6;
const BESIDE = 0.3;

/** Whether PDFium goes on, behind a space of its own, where no reader would: on another line or column. */
export function leavesLine(chars: Chars, { chars: own, angle }: Segment, next: number): boolean {
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
