import type { Chars } from "../engine/chars.ts";
import type { Line } from "./line.ts";
import { lineText } from "./line-text.ts";
import { SPACE_BETWEEN, TAB_BETWEEN } from "./segment.ts";

/** Lines compared at each end of a page. */
const EDGE = 3;

/** A running line appears on at least this number of pages, and on at least this share of all. */
const PAGES_MIN = 3;
const SHARE = 0.4;

/** The longest running line, and the most numbers of one that may be that of its page. */
const CHARACTERS_MAX = 400;
const NUMBERS_MAX = 8;

const NUMBER = /\d+|\b[ivxlc]+\b/gi;
const ROMAN = new Map([..."ivxlc"].map((letter, k) => [letter, [1, 5, 10, 50, 100][k] ?? 0]));

/** The value of a number in Arabic or Roman digits. */
function numberOf(number: string): number {
  if (/\d/.test(number)) return Number(number);
  const values = [...number.toLowerCase()].map((letter) => ROMAN.get(letter) ?? 0);
  return values.reduce((sum, value, k) => sum + (value < (values[k + 1] ?? 0) ? -value : value), 0);
}

/**
 * The forms in which a line may be on other pages: as it is, or with one of its numbers as the number of its page. Rows of
 * a table, whose numbers differ otherwise, have no common form.
 */
function formsOf(line: Line, chars: Chars, page: number): string[] {
  if (line.chars.length > CHARACTERS_MAX) return [];
  const text = lineText(line, chars).replaceAll(/\s+/g, " ");
  const numbers = [...text.matchAll(NUMBER)].slice(0, NUMBERS_MAX);
  const counted = numbers.flatMap(({ 0: number, index }) => {
    const counter = `#${numberOf(number) - page}`;
    // Once, as on the last page of "4 of 4", or in each place.
    return [
      text.slice(0, index) + counter + text.slice(index + number.length),
      text.replaceAll(NUMBER, (other) => (numberOf(other) === numberOf(number) ? counter : other)),
    ];
  });
  return [text, ...counted];
}

/** The page and the number of pages at the end of a line, such as "Page 2 of 5" and "2/5", and the most gaps in it. */
const COUNTER = /^(?:\p{L}+[.:]? )?(\d+) ?(?:\/|\p{L}{1,5}) ?(\d+)$/u;
const COUNTER_GAPS = 4;

/** The counter of pages at the end of a line, and the rest of the line. */
interface Counter {
  readonly form: string;
  readonly pages: number;
  readonly rest: Line;
}

function counterOf(line: Line, chars: Chars, page: number): Counter | undefined {
  const { chars: own } = line;
  const isGap = (i: number) => i === TAB_BETWEEN || i === SPACE_BETWEEN || chars.code[i] === 32;
  const gaps = [-1, ...own.flatMap((i, k) => (isGap(i) ? [k] : []))].slice(-COUNTER_GAPS);
  for (const at of gaps) {
    const text = lineText({ ...line, chars: own.slice(at + 1) }, chars);
    const [, number, pages] = COUNTER.exec(text) ?? [];
    if (number === undefined) continue;
    const form = `…${text.replace(number, `#${Number(number) - page}`)}`;
    return { form, pages: Number(pages), rest: { ...line, chars: own.slice(0, Math.max(0, at)) } };
  }
  return undefined;
}

/** The lines at the upper and lower edge of the printed page, whatever the content's order. */
function edges(lines: readonly Line[]): Line[] {
  const down = lines.filter(({ angle }) => angle === 0).toSorted((a, b) => b.box.top - a.box.top);
  return down.length <= 2 * EDGE ? down : [...down.slice(0, EDGE), ...down.slice(-EDGE)];
}

/** Counts the lines at the edges of pages to find running headers and footers. */
export class RunningLines {
  readonly #counts = new Map<string, number>();
  #pages = 0;

  /** Counts the lines of a page. `page` is its index in the file. */
  add(lines: readonly Line[], chars: Chars, page: number): void {
    this.#pages++;
    const formsWithCounter = (line: Line) => [
      ...formsOf(line, chars, page),
      counterOf(line, chars, page)?.form ?? "",
    ];
    for (const form of new Set(edges(lines).flatMap(formsWithCounter))) {
      this.#counts.set(form, (this.#counts.get(form) ?? 0) + 1);
    }
  }

  /** The lines of a page without its running header and footer. */
  without(lines: readonly Line[], chars: Chars, page: number): Line[] {
    const least = Math.max(PAGES_MIN, SHARE * this.#pages);
    const count = (form: string) => this.#counts.get(form) ?? 0;
    const all = new Set(edges(lines));
    return lines.flatMap((line) => {
      if (!all.has(line)) return [line];
      if (formsOf(line, chars, page).some((form) => count(form) >= least)) return [];
      const counter = counterOf(line, chars, page);
      if (counter === undefined) return [line];
      // All pages of a short file have one.
      const isOfAll = counter.pages === this.#pages && count(counter.form) === this.#pages;
      if (!isOfAll && count(counter.form) < least) return [line];
      return counter.rest.chars.length === 0 ? [] : [counter.rest];
    });
  }
}
