import { boxAt, type Chars, GENERATED, hasCodesFrom } from "../engine/chars.ts";
import { boxAround } from "../engine/geometry.ts";
import type { Segment } from "./segment.ts";

const FIRST_EAST_ASIAN = 0x2e80;

/** The scripts that are written downwards: ideographs, kana, Hangul, their punctuation and wide forms. */
export function isEastAsian(code: number): boolean {
  if (code < FIRST_EAST_ASIAN) return false;
  return (
    (code >= FIRST_EAST_ASIAN && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe4f) ||
    (code >= 0xff00 && code <= 0xffef) ||
    (code >= 0x20000 && code <= 0x3ffff)
  );
}

/**
 * The largest offset from one character of a column to the next, in font sizes, sideways and down. Stops and
 * brackets are offset sideways and follow each other closely.
 */
const ASIDE = 0.95;
const DOWN_MIN = 0.15;
const DOWN_MAX = 1.6;

/** The least gap between two words on their side, in font sizes. */
const WORD_GAP = 0.15;

/** The fewest characters of vertical writing, unless it fills the page. */
const RUN_MIN = 3;
const PAGE_SHARE = 0.5;

/** The direction of words on their side, as columns have those of other scripts. */
const DOWNWARDS = 270;

function angleOf({ textRun, textRuns }: Chars, i: number): number {
  return textRuns[textRun[i] ?? 0]?.angle ?? 0;
}

/** Reports whether two characters of a column are words on their side with a space between. */
export function areWordsApart(chars: Chars, i: number, next: number): boolean {
  if (angleOf(chars, i) !== DOWNWARDS || angleOf(chars, next) !== DOWNWARDS) return false;
  const size = chars.textRuns[chars.textRun[i] ?? 0]?.size ?? 0;
  return (chars.bottom[i] ?? 0) - (chars.top[next] ?? 0) > WORD_GAP * size;
}

function middle(chars: Chars, i: number): number {
  return ((chars.left[i] ?? 0) + (chars.right[i] ?? 0)) / 2;
}

/**
 * Whether a character follows another one directly below, or, within a column, side by side in the width of one
 * (as two digits do).
 */
function goesOn(chars: Chars, before: number, i: number, isColumn: boolean): boolean {
  const size = chars.textRuns[chars.textRun[i] ?? 0]?.size ?? 0;
  const down = (chars.top[before] ?? 0) - (chars.top[i] ?? 0);
  const aside = Math.abs(middle(chars, before) - middle(chars, i));
  if (aside >= ASIDE * size) return false;
  if (down > DOWN_MIN * size && down < DOWN_MAX * size) return true;
  return isColumn && Math.abs(down) < 0.1 * size && !isEastAsian(chars.code[i] ?? 0);
}

function runOf(own: readonly number[], chars: Chars): Segment {
  const box = boxAround(own.map((i) => boxAt(chars, i)));
  const size = own.reduce((most, i) => Math.max(most, chars.textRuns[chars.textRun[i] ?? 0]?.size ?? 0), 0);
  return { chars: [...own], box, angle: 0, size, hyphen: false, gaps: 0 };
}

/**
 * The runs of upright characters that follow each other downwards, as vertical writing has them, with words on their side; PDFium
 * breaks such text anywhere. None on pages of other scripts.
 */
export function verticalRuns(chars: Chars): Segment[] {
  // Most pages have none and return early.
  if (!hasCodesFrom(chars, FIRST_EAST_ASIAN)) return [];
  const runs: number[][] = [];
  let eastAsian = 0;
  let run: number[] = [];
  for (let i = 0; i < chars.count; i++) {
    const code = chars.code[i] ?? 0;
    if (code <= 32 || ((chars.flags[i] ?? 0) & GENERATED) !== 0) continue;
    const angle = angleOf(chars, i);
    if (angle !== 0 && angle !== DOWNWARDS) continue;
    const isOwn = isEastAsian(code);
    if (isOwn) eastAsian++;
    const before = run.at(-1);
    const isPair =
      before !== undefined &&
      (isOwn ||
        isEastAsian(chars.code[before] ?? 0) ||
        (angle === DOWNWARDS && angleOf(chars, before) === DOWNWARDS));
    if (isPair && goesOn(chars, before, i, run.length > 1)) {
      run.push(i);
      continue;
    }
    run = isOwn || angle === DOWNWARDS ? [i] : [];
    if (run.length > 0) runs.push(run);
  }
  const vertical = runs.filter((own) => own.some((i) => angleOf(chars, i) === 0));
  const inRuns = vertical.reduce((sum, own) => sum + (own.length > 1 ? own.length : 0), 0);
  const least = inRuns > PAGE_SHARE * eastAsian ? 1 : RUN_MIN;
  return vertical.filter((own) => own.length >= least).map((own) => runOf(own, chars));
}
