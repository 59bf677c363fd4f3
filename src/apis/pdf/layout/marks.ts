import type { Chars } from "../engine/chars.ts";
import type { Line } from "./line.ts";

/** Superscript digits in Unicode, by digit. */
const SUPERSCRIPTS = [0x2070, 0xb9, 0xb2, 0xb3, 0x2074, 0x2075, 0x2076, 0x2077, 0x2078, 0x2079] as const;

/** The largest size of a mark and the least height of its lower edge, in multiples of the size of its line. */
const MARK_SIZE = 0.85;
const RAISED = 0.15;

/** The fewest letters of a word that carries a mark; on shorter ones a raised digit is an exponent. */
const WORD_LETTERS = 3;

const DIGITS_MAX = 3;

/** Between two marks: "3-5", "3–5". */
const DASH = /^[-\u2010-\u2014]$/u;
const LETTER = /^\p{L}$/u;
const CLOSING = /^[.,;:!?…)\]}"'”’»›。、，；：！？）」』]$/u;

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Whether a character is smaller than its line and above its baseline. */
function isRaised(chars: Chars, i: number, { size, base }: Line): boolean {
  const own = chars.textRuns[chars.textRun[i] ?? 0]?.size ?? 0;
  return own <= MARK_SIZE * size && (chars.bottom[i] ?? 0) >= base.bottom + RAISED * size;
}

/** Whether text ends before an index of a line in a way that a mark follows: a word, a closing sign, or nothing. */
function mayCarryMark(line: Line, at: number, chars: Chars): boolean {
  const { chars: own } = line;
  const { code } = chars;
  const first = own.findIndex((i) => i >= 0);
  if (first < 0 || first >= at) return true;
  const [before = -1, mark = -1] = [own[at - 1], own[at - 2]];
  const isDash = before >= 0 && DASH.test(String.fromCodePoint(Math.max(0, code[before] ?? 0)));
  if (isDash && isRaised(chars, before, line))
    return mark >= 0 && (SUPERSCRIPTS as readonly number[]).includes(code[mark] ?? 0);
  let letters = 0;
  for (let k = at - 1; k >= 0 && letters < WORD_LETTERS; k--) {
    const i = own[k] ?? -1;
    const one = i < 0 ? "" : String.fromCodePoint(Math.max(0, code[i] ?? 0));
    if (k === at - 1 && CLOSING.test(one)) return true;
    if (!LETTER.test(one)) return false;
    letters++;
  }
  return letters === WORD_LETTERS;
}

/**
 * Turns the raised digits that mark a note, after a word or a sentence and before the note itself, into superscript
 * digits. Exponents, indices and units keep their digits.
 */
export function raiseMarks(lines: readonly Line[], chars: Chars): void {
  for (const line of lines) {
    if (line.angle !== 0) continue;
    const own = line.chars;
    for (let k = 0; k < own.length; k++) {
      if (!isMark(own[k] ?? -1, line, chars)) continue;
      let end = k + 1;
      while (end < own.length && isMark(own[end] ?? -1, line, chars)) end++;
      if (end - k <= DIGITS_MAX && mayCarryMark(line, k, chars)) {
        for (const i of own.slice(k, end)) {
          const code = SUPERSCRIPTS[(chars.code[i] ?? 0) - 0x30];
          if (code !== undefined) chars.code[i] = code;
        }
      }
      k = end;
    }
  }
}

function isMark(i: number, line: Line, chars: Chars): boolean {
  return i >= 0 && isDigit(chars.code[i] ?? 0) && isRaised(chars, i, line);
}
