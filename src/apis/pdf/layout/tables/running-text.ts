import { type Box, isBeside, widen } from "../../engine/geometry.ts";
import { isEastAsian } from "../vertical-runs.ts";
import type { PageWord } from "./page-words.ts";

/** The fewest lines of a block of running text, and the fewest words that its lines have on average. */
const LINES_MIN = 4;
const WORDS_MIN = 3;

/** The fewest characters that its lines have on average where they have no spaces, as Chinese and Japanese. */
const UNSPACED_MIN = 12;

/** The least share of lines that begin in lower case, and of lines that are nearly as wide as the block. */
const LOWER_MIN = 0.4;
const FULL_SHARE = 0.5;
const FULL = 0.75;

/** The largest gap between two words of a justified line, and the least between two columns of a table, in font sizes. */
const WORD_GAP = 12;
const COLUMN_GAP = 0.5;

/** The largest distance between lines, in font sizes. */
const PITCH_MAX = 2.2;

/** How far lines of a block may be indented, in font sizes. */
const INDENT_MAX = 3;

/** How much of the lower of two words must be beside the other. */
const BESIDE = 0.4;

/** The largest share of other words beside a block: text with a number beside most of its lines is a cell of a table. */
const OTHERS_MAX = 0.1;

/** The most comparisons of blocks with words; only hostile pages need more. */
const COMPARISONS_MAX = 20_000_000;

interface TextLine {
  readonly words: PageWord[];
  readonly box: Box;
  readonly size: number;
}

/** The words of a page in lines, in the order of its content. */
function linesOf(words: readonly PageWord[]): TextLine[] {
  const lines: TextLine[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    const gap = line === undefined ? 0 : word.box.left - line.box.right;
    if (line !== undefined && isBeside(line.box, word.box, BESIDE) && gap > 0 && gap < WORD_GAP * word.size) {
      line.words.push(word);
      widen(line.box, word.box);
    } else lines.push({ words: [word], box: { ...word.box }, size: word.size });
  }
  return lines;
}

interface Block {
  readonly lines: TextLine[];
  readonly box: Box;
}

/** How much narrower columns are than the text above or below them. */
const COLUMN_WIDTH = 0.7;

/** Whether two lines are much wider or narrower than the two before them: one such line is the last of a paragraph. */
function changesWidth(lines: readonly TextLine[]): boolean {
  const [a, b, c, d] = lines.map(({ box }) => box.right - box.left);
  if (a === undefined || b === undefined || c === undefined || d === undefined) return false;
  return Math.max(a, b) < COLUMN_WIDTH * Math.min(c, d) || Math.max(c, d) < COLUMN_WIDTH * Math.min(a, b);
}

/** Lines that follow each other downwards. */
function blocksOf(lines: readonly TextLine[]): Block[] {
  const blocks: Block[] = [];
  for (const [k, line] of lines.entries()) {
    const block = blocks.at(-1);
    const before = block?.lines.at(-1);
    const pitch = before === undefined ? 0 : before.box.bottom - line.box.bottom;
    const isNext =
      before !== undefined &&
      pitch > 0.5 * line.size &&
      pitch < PITCH_MAX * line.size &&
      Math.abs(before.box.left - line.box.left) < INDENT_MAX * line.size &&
      !changesWidth(lines.slice(Math.max(0, k - 2), k + 2));
    if (block !== undefined && isNext) {
      block.lines.push(line);
      widen(block.box, line.box);
    } else blocks.push({ lines: [line], box: { ...line.box } });
  }
  return blocks;
}

/** Whether a gap goes through all lines. Wide gaps of justified lines are at different places. */
function hasColumns(lines: readonly TextLine[]): boolean {
  const words = lines.flatMap((line) => line.words).sort((a, b) => a.box.left - b.box.left);
  let end = Number.POSITIVE_INFINITY;
  for (const { box, size } of words) {
    if (box.left - end > COLUMN_GAP * size) return true;
    end = end === Number.POSITIVE_INFINITY ? box.right : Math.max(end, box.right);
  }
  return false;
}

function unspacedCharacters(lines: readonly TextLine[], textOf: (word: PageWord) => string): number {
  const texts = lines.flatMap((line) => line.words.map(textOf));
  return [...texts.join("")].filter((one) => isEastAsian(one.codePointAt(0) ?? 0)).length;
}

function isText({ lines, box }: Block, textOf: (word: PageWord) => string): boolean {
  if (lines.length < LINES_MIN) return false;
  const words = lines.reduce((sum, line) => sum + line.words.length, 0);
  const lower = lines.filter(({ words: [first] }) => first !== undefined && /^\p{Ll}/u.test(textOf(first)));
  const full = lines.filter((line) => line.box.right - line.box.left >= FULL * (box.right - box.left));
  const hasWords = words >= WORDS_MIN * lines.length && lower.length >= LOWER_MIN * lines.length;
  return (
    (hasWords || unspacedCharacters(lines, textOf) >= UNSPACED_MIN * lines.length) &&
    full.length >= FULL_SHARE * lines.length &&
    !hasColumns(lines)
  );
}

/**
 * The words of a page without its running text, such as justified columns whose gaps are as wide as those between cells.
 * Text is drawn line below line. Blocks with other words on one side stay, because they may be cells of a table.
 */
export function withoutRunningText(
  words: readonly PageWord[],
  textOf: (word: PageWord) => string,
): readonly PageWord[] {
  const blocks = blocksOf(linesOf(words)).filter((block) => isText(block, textOf));
  if (blocks.length === 0 || blocks.length * words.length > COMPARISONS_MAX) return words;
  const text = new Set(blocks.flatMap(({ lines }) => lines.flatMap((line) => line.words)));
  for (const { lines, box } of blocks) {
    const own = lines.flatMap((line) => line.words);
    const others = words.filter((word) => {
      const middle = (word.box.bottom + word.box.top) / 2;
      return middle > box.bottom && middle < box.top && !text.has(word);
    });
    if (others.length > OTHERS_MAX * own.length) for (const word of own) text.delete(word);
  }
  return words.filter((word) => !text.has(word));
}
