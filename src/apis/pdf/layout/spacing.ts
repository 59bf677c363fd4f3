import { boxAt, type Chars, FIRST_RIGHT_TO_LEFT, GENERATED } from "../engine/chars.ts";
import { isBeside } from "../engine/geometry.ts";
import type { Segment } from "./segment.ts";

const SPACE = 32;

/** Whether a code is an ideograph or kana: wide spacing between them is not a space. */
function isUnspaced(code: number): boolean {
  return (code >= 0x2e80 && code <= 0x9fff) || (code >= 0xf900 && code <= 0xfaff) || code >= 0x20000;
}

/** The smallest gap that is a space, between ideographs and between letters, in multiples of the font size. */
const UNSPACED_GAP = 0.5;
const LETTER_GAP = 0.06;

/** Reports whether a space that PDFium added has no gap behind it: its neighbors touch, or are ideographs. */
export function isNoGap(chars: Chars, i: number): boolean {
  const before = i - 1;
  const after = i + 1;
  const textRun = chars.textRuns[chars.textRun[after] ?? 0];
  if (after >= chars.count || before < 0 || textRun === undefined || textRun.angle !== 0) return false;
  const gap = (chars.left[after] ?? 0) - (chars.right[before] ?? 0);
  if (isUnspaced(chars.code[before] ?? 0) && isUnspaced(chars.code[after] ?? 0)) {
    // A font may claim half the width that its glyphs have: then their beginnings are closer than the gap says.
    const pitch = (chars.left[after] ?? 0) - (chars.left[before] ?? 0);
    return gap < UNSPACED_GAP * textRun.size || pitch < (1 + UNSPACED_GAP) * textRun.size;
  }
  return Math.abs(gap) < LETTER_GAP * textRun.size && (chars.code[after] ?? 0) > SPACE;
}

/** The width of the gap for which PDFium added a space before a character, in points; 0 if it added none. */
export function gapBefore(chars: Chars, { chars: own }: Segment, next: number): number {
  const before = own[own.length - 2];
  const space = own[own.length - 1];
  if (before === undefined || space === undefined || space < 0 || before < 0) return 0;
  if (((chars.flags[space] ?? 0) & GENERATED) === 0 || chars.code[space] !== SPACE) return 0;
  return (chars.left[next] ?? 0) - (chars.right[before] ?? 0);
}

/** How far a line may go back after a space, in font sizes, and how much two characters of a line overlap vertically. */
const BACK = 0.6;
const BESIDE = 0.3;

/** Reports whether PDFium continues, after a space that it added, on another line or in another column. */
export function leavesLine(chars: Chars, { chars: own, angle }: Segment, next: number): boolean {
  const before = own[own.length - 2];
  const space = own[own.length - 1];
  if (angle !== 0 || before === undefined || space === undefined || before < 0 || space < 0) return false;
  if (((chars.flags[space] ?? 0) & GENERATED) === 0) return false;
  if ((chars.code[before] ?? 0) >= FIRST_RIGHT_TO_LEFT || (chars.code[next] ?? 0) >= FIRST_RIGHT_TO_LEFT)
    return false;
  const size = chars.textRuns[chars.textRun[next] ?? 0]?.size ?? 0;
  if ((chars.left[next] ?? 0) < (chars.right[before] ?? 0) - BACK * size) return true;
  return !isBeside(boxAt(chars, before), boxAt(chars, next), BESIDE);
}

/** A line is letter-spaced if this share of its words, and at least this number, are single letters. */
const SINGLE_SHARE = 0.5;
const SINGLE_MIN = 5;

/** The smallest gap between words of a letter-spaced line, in multiples of the usual gap. */
const WORD_RATIO = 1.6;

/** The largest gap between letters, in multiples of the font size. */
const LETTER_GAP_MAX = 0.8;

/** The smallest gap that is a space between two words with a text run each, in multiples of the font size. */
const WORD_GAP = 0.11;

/** Letters of alphabets. Each ideograph is a word. */
const LETTER = /^\p{L}$/u;
const FIRST_IDEOGRAPH = 0x2e80;

function isLetter(chars: Chars, i: number): boolean {
  const code = i < 0 ? 0 : (chars.code[i] ?? 0);
  return code > SPACE && code < FIRST_IDEOGRAPH && LETTER.test(String.fromCharCode(code));
}

function isGenerated(chars: Chars, i: number): boolean {
  return i >= 0 && ((chars.flags[i] ?? 0) & GENERATED) !== 0;
}

/** The smallest gap that is a space in any case, in multiples of the font size. */
const WIDE_GAP = 0.3;

/** Reports whether a word ends between two characters that PDFium joins: each belongs to a text run of its own. */
export function isWordGap(chars: Chars, before: number, i: number): boolean {
  const { code, textRun, left, right } = chars;
  if (textRun[before] === textRun[i] || before !== i - 1) return false;
  if ((code[before] ?? 0) >= FIRST_RIGHT_TO_LEFT || (code[i] ?? 0) >= FIRST_RIGHT_TO_LEFT) return false;
  const size = chars.textRuns[textRun[i] ?? 0]?.size ?? 0;
  const gap = (left[i] ?? 0) - (right[before] ?? 0);
  if (gap > WIDE_GAP * size) return code[i] !== SPACE && code[before] !== SPACE;
  // A letter drawn for itself may be one of a spaced-out word.
  if (textRun[before - 1] !== textRun[before] || textRun[i + 1] !== textRun[i]) return false;
  return gap > WORD_GAP * size && isLetter(chars, i) && isLetter(chars, before);
}

/**
 * Removes the spaces that PDFium adds inside letter-spaced words, and keeps those between words: wide gaps, and
 * spaces in the page's own content.
 */
export function withoutLetterSpaces(segment: Segment, chars: Chars): Segment {
  const { chars: own, angle } = segment;
  if (angle !== 0 || own.length < 2 * SINGLE_MIN || !own.some((i) => isGenerated(chars, i))) return segment;
  const places: number[] = [];
  let words = 0;
  let singles = 0;
  let length = 0;
  for (let k = 0; k <= own.length; k++) {
    const i = own[k];
    const isGap = i === undefined || i < 0 || chars.code[i] === SPACE;
    if (!isGap) {
      length++;
      continue;
    }
    if (length > 0) words++;
    if (length === 1 && isLetter(chars, own[k - 1] ?? -1)) singles++;
    length = 0;
    if (i !== undefined && isGenerated(chars, i)) places.push(k);
  }
  if (singles < SINGLE_MIN || singles < SINGLE_SHARE * words || places.length === 0) return segment;
  const gapAt = (k: number) =>
    ((chars.left[own[k + 1] ?? 0] ?? 0) - (chars.right[own[k - 1] ?? 0] ?? 0)) / Math.max(segment.size, 0.1);
  const usual = places.map(gapAt).sort((a, b) => a - b)[places.length >> 1] ?? 0;
  const most = Math.min(LETTER_GAP_MAX, WORD_RATIO * Math.max(usual, 0.05));
  const removed = new Set(places.filter((k) => gapAt(k) < most));
  return { ...segment, chars: own.filter((_, k) => !removed.has(k)) };
}
