import { boxAt, type Chars, GENERATED, isRightToLeft } from "../../engine/chars.ts";
import { type Box, boxAround, isBeside, noBox, widen } from "../../engine/geometry.ts";
import { FIRST_INSET } from "../insets.ts";
import { type Line, lineOf } from "../line.ts";
import { SPACE_BETWEEN } from "../segment.ts";

/** A word of a page by its characters and its place. */
export interface PageWord {
  readonly chars: number[];
  readonly box: Box;
  size: number;
}

/** The largest gap between two characters of a word, and how far they may overlap, in font sizes. */
const GAP_MAX = 0.28;
const OVERLAP_MAX = 0.7;

/** The largest gap in a word where PDFium added a space or a line end, as it does between letters drawn one by one. */
const TOUCHING = 0.06;

/** How much of the lower of two characters is beside the other if both are on one line. */
const BESIDE = 0.4;

/**
 * The horizontal words of a page, in the order of its content, then the texts over it. PDFium breaks words of a page that
 * is not upright at nearly every character.
 */
export function pageWords(chars: Chars, isUpright: boolean): PageWord[] {
  const words: PageWord[] = [];
  let current: PageWord | undefined;
  let isAfterAdded = false;
  for (let i = 0; i < chars.count; i++) {
    const code = chars.code[i] ?? 0;
    const run = chars.textRuns[chars.textRun[i] ?? 0];
    if (run === undefined) continue;
    if (((chars.flags[i] ?? 0) & GENERATED) !== 0) {
      isAfterAdded = isUpright;
      continue;
    }
    if (code <= 32 || code === 0xa0) {
      current = undefined;
      continue;
    }
    if (run.angle !== 0) continue;
    const box = boxAt(chars, i);
    const last = current?.chars.at(-1) ?? -1;
    const isRtl = isRightToLeft(code) || isRightToLeft(chars.code[last] ?? 0);
    const ahead = current === undefined ? 0 : box.left - current.box.right;
    const gap = isRtl && current !== undefined ? Math.max(ahead, current.box.left - box.right) : ahead;
    const size = Math.max(run.size, current?.size ?? 0);
    // A ligature is one glyph and several characters: they share its box.
    const isPart = chars.left[last] === box.left && chars.right[last] === box.right;
    const isNew =
      current === undefined ||
      gap > GAP_MAX * size ||
      (isAfterAdded && Math.abs(gap) > TOUCHING * size) ||
      (gap < -OVERLAP_MAX * size && !isPart && !isRtl) ||
      !isBeside(box, current.box, BESIDE);
    if (isNew || current === undefined) {
      current = { chars: [], box: noBox(), size: run.size };
      words.push(current);
    }
    isAfterAdded = false;
    current.chars.push(i);
    current.size = Math.max(current.size, run.size);
    widen(current.box, box);
  }
  for (const [k, { box }] of chars.insets.entries()) {
    words.push({ chars: [FIRST_INSET - k], box: { ...box }, size: Math.min(12, box.top - box.bottom) });
  }
  return words;
}

/** Words of one height, from the left. */
export interface WordRow {
  readonly words: PageWord[];
  readonly box: Box;
}

/** Groups words into rows from the top. A word belongs to the row whose height its middle is in. */
export function wordRows(words: readonly PageWord[]): WordRow[] {
  const rows: WordRow[] = [];
  const middle = ({ box }: { readonly box: Box }) => (box.bottom + box.top) / 2;
  for (const word of words.toSorted((a, b) => middle(b) - middle(a))) {
    const row = rows.at(-1);
    if (row !== undefined && isBeside(row.box, word.box, BESIDE) && middle(word) > row.box.bottom) {
      row.words.push(word);
      // The height stays that of the first words: a column of tall ones would join rows.
      row.box.left = Math.min(row.box.left, word.box.left);
      row.box.right = Math.max(row.box.right, word.box.right);
    } else rows.push({ words: [word], box: { ...word.box } });
  }
  for (const { words: own } of rows) own.sort((a, b) => a.box.left - b.box.left);
  return rows;
}

/** Words as lines of text, from the top. */
export function wordLines(words: readonly PageWord[]): Line[] {
  return wordRows(words).map(({ words: own }) =>
    lineOf({
      chars: own.flatMap(({ chars }, k) => (k === 0 ? chars : [SPACE_BETWEEN, ...chars])),
      box: boxAround(own.map(({ box }) => box)),
      size: own.reduce((most, { size }) => Math.max(most, size), 0),
    }),
  );
}
