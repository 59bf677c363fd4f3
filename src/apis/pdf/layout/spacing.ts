import { type Chars, GENERATED } from "../engine/chars.ts";
import { FIRST_RIGHT_TO_LEFT } from "./gaps.ts";
import type { Segment } from "./segment.ts";

const SPACE = 32;

/** A line is spaced out when so many of its words are single letters, and at least so many of them. */
const SINGLE_SHARE = 0.5;
const SINGLE_MIN = 5;

/** A gap of a spaced-out line is between words from so many times the usual one on. */
const WORD_RATIO = 1.6;

/** Wider gaps, in sizes, are not between letters. */
const LETTER_GAP_MAX = 0.8;

/** From so many sizes on, a gap between two words that are drawn each for itself is a space. */
const WORD_GAP = 0.11;

/** Letters of alphabets; ideographs are words by themselves. */
const LETTER = /^\p{L}$/u;
const FIRST_IDEOGRAPH = 0x2e80;

function isLetter(chars: Chars, i: number): boolean {
  const code = i < 0 ? 0 : (chars.code[i] ?? 0);
  return code > SPACE && code < FIRST_IDEOGRAPH && LETTER.test(String.fromCharCode(code));
}

function isGenerated(chars: Chars, i: number): boolean {
  return i >= 0 && ((chars.flags[i] ?? 0) & GENERATED) !== 0;
}

/** From so many sizes on, it is one whatever is drawn. */
const WIDE_GAP = 0.3;

/** Whether two characters that PDFium lets touch are the ends of two words, each drawn by an operator. */
export function isWordGap(chars: Chars, before: number, i: number): boolean {
  const { code, stretch, left, right } = chars;
  if (stretch[before] === stretch[i] || before !== i - 1) return false;
  if ((code[before] ?? 0) >= FIRST_RIGHT_TO_LEFT || (code[i] ?? 0) >= FIRST_RIGHT_TO_LEFT) return false;
  const size = chars.stretches[stretch[i] ?? 0]?.size ?? 0;
  const gap = (left[i] ?? 0) - (right[before] ?? 0);
  if (gap > WIDE_GAP * size) return code[i] !== SPACE && code[before] !== SPACE;
  // A letter drawn for itself may be one of a spaced-out word.
  if (stretch[before - 1] !== stretch[before] || stretch[i + 1] !== stretch[i]) return false;
  return gap > WORD_GAP * size && isLetter(chars, i) && isLetter(chars, before);
}

/**
 * Takes out the spaces that PDFium sees between the letters of spaced-out words, and leaves those between
 * words: the wide gaps, and the spaces that the page itself has.
 */
export function withoutLetterSpaces(segment: Segment, chars: Chars): Segment {
  const { chars: own, angle } = segment;
  if (angle !== 0 || own.length < 2 * SINGLE_MIN) return segment;
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
