import type { Content } from "../report/schema/body.ts";
import { wordsOf } from "./html/text.ts";

/** Small words of the larger languages: they are on every page and say nothing about one. */
const COMMON = new Set(
  `this that with from have they will your what when which their there been more than were into some them then
  also about other only over such after most these would could should where while just like each very many much
  nicht eine einen einer eines sich auch noch oder aber wird werden sind wurde haben kann mehr über nach beim durch
  dans pour avec sont plus cette mais nous vous leur elle être comme tout fait aussi sans
  para como este esta pero más sobre entre cuando también desde todo muy sido
  della sono come anche questo nella dalla delle degli essere
  voor naar niet zijn maar ook deze door heeft worden
  como para não mais uma pelo pela seus suas isso está`.split(/\s+/),
);

const TOP = 10;
const PLAIN = /^[A-Za-z]+[.,;:!?)]?$/;
/** Marks that a word may have at its end. */
export const MARKS = ".,;:!?)";
const LETTERS_FROM = "A".charCodeAt(0);

/** No word is longer; what is, is quoted nowhere. */
const TERM_MAX = 100;

function says(term: string): boolean {
  if (term.length > TERM_MAX) return false;
  const enough = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u.test(term) ? 2 : 4;
  return term.length >= enough && !COMMON.has(term) && /\p{L}/u.test(term);
}

/** The words of a text, in no order. */
export class WordTally {
  /** Those of ASCII letters may have a mark at their end. */
  readonly words: string[] = [];

  constructor(text: string) {
    // Between spaces, ASCII letters with a mark after them are one word by every rule; the segmenter, which is
    // slow, gets the rest.
    let rest = "";
    for (const piece of text.split(" ")) {
      if (PLAIN.test(piece)) this.words.push(piece);
      else rest += ` ${piece}`;
    }
    for (const word of wordsOf(rest)) this.words.push(word);
  }

  get count(): number {
    return this.words.length;
  }

  /** The most frequent words without common ones, the most frequent first: for information only. */
  top(): Content["topTerms"] {
    const counts = new Map<string, number>();
    for (const word of this.words) {
      const isMarked = word.charCodeAt(word.length - 1) < LETTERS_FROM && MARKS.includes(word.at(-1) ?? "");
      const term = (isMarked ? word.slice(0, -1) : word).toLowerCase();
      counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    return [...counts]
      .filter(([term, count]) => count > 1 && says(term))
      .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
      .slice(0, TOP)
      .map(([term, count]) => ({ term, count }));
  }
}
