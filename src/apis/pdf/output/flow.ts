import type { Chars } from "../engine/chars.ts";
import { columnEdges } from "../layout/column-edges.ts";
import type { Line } from "../layout/line.ts";
import { lineText } from "../layout/line-text.ts";
import { isColumn, startsParagraph, usualPitch } from "../layout/paragraphs.ts";
import { TAB_BETWEEN } from "../layout/segment.ts";
import type { Hyphens } from "./text.ts";

/** The break between two lines: none, a line break of the author, or a new paragraph. */
export type Gap = "joined" | "broken" | "parted";

/** The part of a word that is looked up to see whether its hyphen stays, in characters. */
const WORD_MAX = 60;

const LOWER = /^[\p{Ll}]/u;
const UPPER = /^["'“‘«(]*[\p{Lu}\p{Nd}]/u;
const SENTENCE_END = /[.!?…:。！？]["'”’»)\]]*[\u00b9\u00b2\u00b3\u2070-\u2079]*$/u;

/** Dots that lead to a page number, which ends an entry of a table of contents. */
const LEADER_END = /[.·…] ?[.·…] ?[.·…] ?[.·…] ?[\divxlc]{1,7}$/iu;

/** Scripts that are written without spaces: their lines are joined without one. */
const UNSPACED_START = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}、。，．）」』]/u;
const UNSPACED_END = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}、。，．（「『]$/u;

/** The least indent of a first line, and the most, in font sizes. */
const INDENT = 0.8;
const INDENT_MAX = 5;

/** A line whose unused part is larger than this share of its column ended because the author wanted it to. */
const SHORT = 0.25;

/** The width of a space, in font sizes. */
const SPACE_WIDTH = 0.25;

/** The largest difference of sizes of one paragraph that goes on in the next column. */
const SAME_SIZE = 1.08;

/** The lines of a page as running text: which of them belong to one paragraph, and what their hyphens mean. */
export class Flow {
  readonly #chars: Chars;
  readonly #edges: ReadonlyMap<Line, number>;
  readonly #pitch: number;
  readonly #words: ReadonlySet<string>;

  constructor(lines: readonly Line[], chars: Chars) {
    this.#chars = chars;
    this.#edges = columnEdges(lines);
    this.#pitch = usualPitch(lines);
    this.#words = wordsOf(lines, chars);
  }

  /** Classifies the break between two lines of running text. `first` is the first line of the paragraph, `next` the one after `line`. */
  gap(before: Line, line: Line, first: Line, next: Line | undefined): Gap {
    if (isColumn(before) || isColumn(line)) return this.#columnGap(before, line);
    const pitch = before.base.bottom - line.base.bottom;
    const jumps = pitch < -this.#pitch / 2;
    if (jumps) return this.#goesOnElsewhere(before, line) ? "joined" : "parted";
    if (startsParagraph(before, line, this.#pitch)) return "parted";
    if (before.hyphen) return "joined";
    if (isRow(before) && isRow(line)) return "broken";
    if (startsByIndent(before, line, first, next, this.#isFull(before, line))) return "parted";
    return this.#breakOf(before, line);
  }

  /** Classifies the break between two lines that the structure tree has in one paragraph. */
  gapInBlock(before: Line, line: Line): Gap {
    const goesDown = before.base.bottom > line.base.bottom;
    if (isColumn(before) || isColumn(line) || !goesDown || before.hyphen) return "joined";
    return this.#breakOf(before, line) === "joined" ? "joined" : "broken";
  }

  isNext(before: Line, line: Line): boolean {
    return before.base.bottom > line.base.bottom && !startsParagraph(before, line, this.#pitch);
  }

  /** The next column of vertical writing, which goes on where the one before is full. */
  #columnGap(before: Line, line: Line): Gap {
    if (startsParagraph(before, line, this.#pitch)) return "parted";
    return before.box.bottom <= line.box.bottom + 1.5 * line.size ? "joined" : "broken";
  }

  #text(line: Line): string {
    return lineText(line, this.#chars);
  }

  /** Whether a paragraph goes on at the top of the next column. */
  #goesOnElsewhere(before: Line, line: Line): boolean {
    const ratio = line.size / Math.max(before.size, 0.1);
    if (line.angle !== before.angle || ratio > SAME_SIZE || ratio < 1 / SAME_SIZE) return false;
    if (before.hyphen || LOWER.test(this.#text(line))) return true;
    return !SENTENCE_END.test(this.#text(before)) && this.#isFull(before, line);
  }

  #edge(line: Line): number {
    return this.#edges.get(line) ?? line.box.right;
  }

  /** The part of its column that a line leaves unused beyond the first word of the next, in points. */
  #left(before: Line, line: Line): number {
    const word = firstWordWidth(line, this.#chars) + SPACE_WIDTH * line.size;
    return this.#edge(before) - before.box.right - word;
  }

  #isFull(before: Line, line: Line): boolean {
    return this.#left(before, line) <= 0;
  }

  #breakOf(before: Line, line: Line): Gap {
    const left = this.#left(before, line);
    const [end, start] = [this.#text(before), this.#text(line)];
    if (LEADER_END.test(end)) return "broken";
    if (left <= 0) return "joined";
    const isShort = left > SHORT * (this.#edge(before) - before.box.left);
    const isUpper = UPPER.test(start);
    if (!isShort && !isUpper && !SENTENCE_END.test(end)) return "joined";
    return isUpper && isShort && SENTENCE_END.test(end) ? "parted" : "broken";
  }

  /**
   * Joins the text of a line to that before it. A hyphen at the line's end is removed if the word goes on in lower
   * case, unless the page has the word with its hyphen elsewhere.
   */
  join(text: string, own: string, before: Line, hyphens: Hyphens): string {
    if (before.hyphen && text.endsWith("-") && hyphens === "join" && LOWER.test(own)) {
      const head =
        text
          .slice(-WORD_MAX)
          .split(/[^\p{L}\p{Nd}-]/u)
          .at(-1) ?? "";
      const [rest = ""] = /^[\p{L}\p{Nd}-]*/u.exec(own) ?? [];
      const isCompound =
        this.#words.has((head + rest).toLowerCase()) &&
        !this.#words.has((head.slice(0, -1) + rest).toLowerCase());
      return (isCompound ? text : text.slice(0, -1)) + own;
    }
    if (before.hyphen && text.endsWith("-")) return text + own;
    const isUnspaced = UNSPACED_START.test(own) && UNSPACED_END.test(text.slice(-2));
    return `${text}${isUnspaced ? "" : " "}${own}`;
  }
}

/** Whether a line has cells far from each other: two of them are rows, such as contents without dots. */
function isRow({ chars }: Line): boolean {
  return chars.includes(TAB_BETWEEN);
}

/** Whether a paragraph starts by its indent: its first line is indented, or all lines but its first are. */
function startsByIndent(
  before: Line,
  line: Line,
  first: Line,
  next: Line | undefined,
  isFull: boolean,
): boolean {
  const indent = (line.box.left - before.box.left) / Math.max(line.size, 0.1);
  if (indent > INDENT && indent < INDENT_MAX) {
    if (before !== first && Math.abs(before.box.left - first.box.left) > INDENT * line.size) return true;
    const returns = next !== undefined && next.box.left < line.box.left - INDENT * line.size;
    return returns || (!isFull && before !== first);
  }
  return indent < -INDENT && before !== first;
}

function firstWordWidth({ chars: own }: Line, chars: Chars): number {
  let left: number | undefined;
  let right = 0;
  for (const i of own) {
    if (i < 0 || (chars.code[i] ?? 0) <= 32) {
      if (left !== undefined) break;
      continue;
    }
    left ??= chars.left[i] ?? 0;
    right = chars.right[i] ?? 0;
  }
  return Math.max(0, right - (left ?? 0));
}

/** The words of a page that no line's end splits, in lower case; compounds with their hyphens. */
function wordsOf(lines: readonly Line[], chars: Chars): Set<string> {
  const words = new Set<string>();
  for (const line of lines) {
    const found = lineText(line, chars).match(/[\p{L}\p{Nd}]+(?:-[\p{L}\p{Nd}]+)*-?/gu) ?? [];
    for (const word of found) if (!word.endsWith("-")) words.add(word.toLowerCase());
  }
  return words;
}
